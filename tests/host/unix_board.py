"""A board without a Pico: what is sent to it runs under MicroPython's unix port, on littlefs whose power can be cut."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.board import HASHES, PRELUDE, VERSION_PATH, Board, BoardError, FlashFull

PROGRAM = Path(__file__).with_name("unix_pico.py")
IS_A_PICO = {"sys.implementation._machine": "'Pico with RP2040'", "sys.implementation.version": "(1, 28, 0, '')",
             "getattr(sys.implementation, '_mpy', 0)": str(6 | 3 << 8 | 4 << 10)}


class PowerCut(BoardError):
    """The power of the board was cut in the middle of a flash operation."""


class UnixBoard(Board):
    """Board over a process. Its machine says that it is an RP2040."""

    def __init__(self):
        super().__init__("unix")
        program = shutil.which("micropython", path=str(Path(sys.executable).parent)) or "micropython"
        self._process = subprocess.Popen([program, "-X", "heapsize=16m", str(PROGRAM)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        self.restarts = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(5)

    def desk(self, op, **fields):
        """One command of unix_pico.Desk; PowerCut if the power failed."""
        self._process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "cut" in answer:
            raise PowerCut("the power was cut")
        if "error" in answer:
            kind = FlashFull if "ENOSPC" in answer["error"] or "OSError: 28" in answer["error"] else BoardError
            raise kind(answer["error"])
        return answer["value"]

    def run(self, source):
        return self.desk("run", source=as_a_pico(source))

    def ask(self, expression):
        return ast.literal_eval(self.desk("ask", source=as_a_pico(expression)))

    def stop(self):
        self.run(PRELUDE)
        self.run(HASHES + VERSION_PATH)

    def restart(self):
        self.restarts += 1

    def files(self):
        """path -> bytes, of all that is on the board."""
        return {path: bytes.fromhex(data) for path, data in self.desk("files").items()}

    def put(self, files):
        """Writes files (path -> bytes), one after the other."""
        self.desk("put", files={path: data.hex() for path, data in files.items()})

    def starts(self, resets=1, registers=()):
        """What main.py and its version print, a text a start; after a reset it starts again."""
        return self.desk("starts", resets=resets, registers=dict(registers))


def as_a_pico(source):
    """`source` with what a Pico says of itself in place of the questions."""
    for question, answer in IS_A_PICO.items():
        source = source.replace(question, answer)
    return source
