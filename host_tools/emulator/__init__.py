"""An emulated Raspberry Pi Pico that runs an unmodified MicroPython UF2, for tests and for `litfour emulate`.

    with Pico(find_uf2(), files={"main.py": b"..."}) as pico:
        pico.watch(22)
        pico.start()
        pico.run(500)
        print(pico.console, pico.frames(22)[-1].data)

Deterministic, cycle for cycle. Modelled: one cycle an instruction, two for loads, stores and branches, clock changes,
PIO with its dividers, DMA, USB console, GPIO with pulls and interrupts, the time of flash erase (45 ms a sector) and
program (0.4 ms a page), the watchdog with its scratch registers. Not modelled: SRAM contention, cycles of interrupt
entry, the second core, and, unless `cache_miss_cycles` is given, the flash cache. Plain bytecode on real boards was
published as up to 17 % slower than here.
"""

from host_tools.emulator.install import EmulatorError, find_uf2
from host_tools.emulator.pico import ExecResult, FlashOp, Frame, Pico

__all__ = ["EmulatorError", "ExecResult", "FlashOp", "Frame", "Pico", "find_uf2"]
