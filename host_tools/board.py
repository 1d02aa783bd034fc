"""A real (or emulated) board at the end of a serial line: found, stopped, asked and written to, through mpremote."""

import base64
import contextlib
import hashlib
import io
import struct
import threading
import time

import serial
import serial.tools.list_ports
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

RASPBERRY_PI = 0x2E8A           # USB vendor of MicroPython on a Pico
DEBUG_PROBE = 0x000C            # USB product of another thing of this vendor
SAFE_MAGIC = 0x2C0DE4A4         # main.py starts nothing if it finds this in the watchdog's first scratch register
CHUNK = 3072                    # bytes of a file in one command
REPLY_SECONDS = 10
RETURN_SECONDS = 15             # how long a board may take to come back after a reset

# On the board: where the watchdog is, and a stop of all that could reset the board or write into its memory behind our
# back: the watchdog, DMA channels and PIO machines of a program that was interrupted.
PRELUDE = """
import machine, os, sys, hashlib, binascii
_m = machine.mem32
_new = 'RP2350' in sys.implementation._machine
_w = 0x400d8000 if _new else 0x40058000
"""
QUIET = """
_m[_w + 0x3000] = 1 << 30
_m[0x50000464 if _new else 0x50000444] = 0xffff if _new else 0xfff
for _p in (0x50200000, 0x50300000, 0x50400000)[:3 if _new else 2]: _m[_p] = 0
"""
HASHES = """
def _hash(path):
    h = hashlib.sha256()
    b = bytearray(4096)
    v = memoryview(b)
    try:
        with open(path, 'rb') as f:
            while True:
                n = f.readinto(b)
                if not n: return h.digest().hex()
                h.update(v[:n])
    except OSError:
        return None
"""
# The version that main.py would start comes first on the path: main.py itself may have been interrupted.
VERSION_PATH = """
_v = [n for n in ('litfour.a', 'litfour.b') if n in os.listdir('/')]
try:
    with open('/litfour.on', 'rb') as _f:
        if _f.read(1) == b'b': _v.reverse()
except OSError:
    pass
if _v: sys.path.insert(0, '/' + _v[0])
os.chdir('/')
"""


_printing = threading.Lock()    # several boards at once: sys.stdout is there once


class BoardError(Exception):
    """No board, the wrong one, or one that does not answer; `code` is the exit code of a command."""

    def __init__(self, text, code=1):
        super().__init__(text)
        self.code = code


class FlashFull(BoardError):
    """The file system of the board has no room."""


def ports():
    """The serial ports of all Picos that are plugged in and run something."""
    return sorted(port.device for port in serial.tools.list_ports.comports()
                  if port.vid == RASPBERRY_PI and getattr(port, "pid", None) != DEBUG_PROBE)


def find_port(named=None):
    """The port of the board: `named` (a device, a pty or socket://host:port), else the only Pico that is plugged in."""
    if named:
        return named
    found = ports()
    if len(found) == 1:
        return found[0]
    if not found:
        raise BoardError("no board found: plug in a Pico that runs MicroPython, or name its port with --port "
                         "(`litfour doctor` tells more)", 2)
    raise BoardError(f"several boards found ({', '.join(found)}): name one with --port", 2)


class Board:
    """The board at `port`. Use it in a `with` block; BoardError whenever it does not do what was asked."""

    def __init__(self, port):
        self.port = port
        self._link = None

    def __enter__(self):
        if self._link is None:
            self._open()
        return self

    def __exit__(self, *_):
        self._close()

    def _open(self):
        try:
            self._link = SerialTransport(self.port, timeout=REPLY_SECONDS)
        except (TransportError, ValueError, OSError) as error:
            raise BoardError(f"no board at {self.port}: {error} (is another program using it?)", 2) from error

    def _close(self):
        if self._link is not None:
            with contextlib.suppress(OSError):
                self._link.close()
            self._link = None

    # ---- life
    def stop(self):
        """Ends the program of the board and leaves it quiet in raw REPL, freshly reset, without the program started.

        The interrupted program's watchdog would reset the board in the middle of a copy, and its DMA would go on
        writing into memory, so both are stopped first. Then main.py finds SAFE_MAGIC after the reset and does nothing.
        """
        self._raw_repl()
        self.run(PRELUDE + QUIET)
        self._reset(f"_m[_w + 12] = {SAFE_MAGIC}")
        self.come_back()
        self._raw_repl()
        self.run(PRELUDE + "_m[_w + 12] = 0\n" + QUIET)     # once more for a main.py that is not ours
        self.run(HASHES + VERSION_PATH)

    @classmethod
    def waiting(cls, port):
        """The board at `port`, which restarts: open as soon as it is back. For a `with` block."""
        board = cls(port)
        board.come_back()
        return board

    def interrupt(self):
        """Ends the program of the board and leaves it in raw REPL as it is: neither reset nor made quiet."""
        self._raw_repl()
        self.run(PRELUDE)

    def boot_drive(self):
        """Restarts the board as a drive that waits for MicroPython. MicroPython must be on it."""
        self._reset("machine.bootloader()")

    def restart(self):
        """Resets the board so that its program runs."""
        self._reset("")

    def _reset(self, first):
        with self._broken("the board does not take the reset"):
            self._link.exec_raw_no_follow(f"import machine\n{first}\nmachine.reset()")
            time.sleep(0.2)
        self._close()

    def come_back(self):
        """Opens the line again after a reset. BoardError if the board stays away."""
        deadline = time.monotonic() + RETURN_SECONDS
        while True:
            try:
                self._open()
                return
            except BoardError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.25)

    def _raw_repl(self, attempts=3):
        for attempt in range(attempts):
            try:
                with _printing, contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it can't understand
                    self._link.serial.write(b"\r\x03\x03")
                    time.sleep(0.1)
                    self._link.enter_raw_repl(soft_reset=False, timeout_overall=3)
                return
            except (TransportError, OSError) as error:
                if attempt == attempts - 1:
                    raise BoardError(f"the board at {self.port} does not answer: is MicroPython on it?") from error

    # ---- commands
    def run(self, source):
        """Executes `source` on the board; its output as text."""
        with self._broken("the connection broke"):
            return self._link.exec(source).decode().replace("\r", "")

    def ask(self, expression):
        """The value of an expression on the board: a literal."""
        with self._broken("the connection broke"):
            return self._link.eval(expression)

    @contextlib.contextmanager
    def _broken(self, text):
        try:
            yield
        except TransportExecError as error:
            if "ENOSPC" in error.error_output or "OSError: 28" in error.error_output:
                raise FlashFull("the flash of the board is full") from error
            raise BoardError(f"the board reports: {error.error_output.strip()}") from error
        except (TransportError, OSError, struct.error, SyntaxError, ValueError) as error:
            raise BoardError(f"{text}: {error or 'no answer'}") from error

    # ---- files
    def hashes(self, paths):
        """path -> SHA-256 (hex) of these files as they are on the board, None where there is none."""
        found: dict[str, str | None] = {}
        paths = list(paths)
        for at in range(0, len(paths), 16):
            part = paths[at:at + 16]
            found.update(zip(part, self.ask(f"[_hash(p) for p in {part!r}]"), strict=True))
        return found

    def read(self, path):
        """The bytes of a file, None if there is none."""
        return self.ask(f"open({path!r}, 'rb').read() if _hash({path!r}) else None")

    def write(self, path, data, temporary=None):
        """Writes a file and verifies it; by way of `temporary`, renamed when verified, it is replaced whole or not at
        all. Its folder must exist. `temporary` must lie in the same folder: after a cut in the middle of a move into
        another one, littlefs shows one file too few until something is written.
        """
        target, path = path, temporary or path
        chunks = [data[at:at + CHUNK] for at in range(0, len(data), CHUNK)] or [b""]
        lines = [f"_f = open({path!r}, 'wb')"]
        for number, chunk in enumerate(chunks, 1):
            lines.append(f"_f.write(binascii.a2b_base64({base64.b64encode(chunk).decode()!r}))")
            if number < len(chunks):
                self.run("\n".join(lines))
                lines = []
        digest = hashlib.sha256(data).hexdigest()
        lines += ["_f.close()", f"_good = _hash({path!r}) == {digest!r}",
                  f"if _good and {path != target}: os.rename({path!r}, {target!r})", "print(_good)"]
        if self.run("\n".join(lines)).split()[-1:] != ["True"]:
            raise BoardError(f"the transfer broke: {target} arrived damaged")

    def make_folders(self, paths):
        """Makes the folders that these files belong into."""
        folders: set[str] = set()
        for path in paths:
            parts = path.split("/")[:-1]
            folders.update("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
        self.run(f"for _p in {sorted(folders)!r}:\n try: os.mkdir(_p)\n"
                 " except OSError as e:\n  if e.errno != 17: raise\n")

    def remove(self, path):
        """Removes a file if it is there."""
        self.run(f"try: os.remove({path!r})\nexcept OSError as e:\n if e.errno != 2: raise\n")

    def space(self):
        """(bytes in a block, free blocks) of the file system."""
        block, _, _, free, *_ = self.ask("os.statvfs('/')")
        return block, free
