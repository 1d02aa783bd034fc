"""The emulated Pico as a Python object: node runs it, JSON lines over pipes steer it."""

import base64
import json
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from host_tools.emulator.install import EmulatorError, ensure_installed, find_program
from host_tools.emulator.pty_bridge import PtyBridge


@dataclass(frozen=True)
class Frame:
    """One WS2812 frame: first rising and last falling edge in ms of emulated time, bits, bytes in wire order."""

    start: float
    end: float
    bits: int
    data: bytes


@dataclass(frozen=True)
class ExecResult:
    """What a script in raw REPL printed (out) and raised (err), and the emulated ms and CPU cycles that it took."""

    out: str
    err: str
    ms: float
    cycles: int


@dataclass(frozen=True)
class FlashOp:
    """One flash operation: emulated ms, 'erase' or 'program', offset in the flash, bytes."""

    ms: float
    kind: str
    offset: int
    size: int


class Pico:
    """A Pico with `uf2` in its flash and, unless absent, a file system (`fs`, an image, or `files`, path -> bytes).

    It is off until start(). All times are ms of emulated time since the first start, across resets.
    Options: cache_miss_cycles (flash cache model, 0 for none), erase_ms, program_ms, cut_at (power fails in the middle
    of that flash operation), every_cycle (slow reference stepping of PIO), translate (arrivals at a place before
    its code is translated; 0: never, the slow reference of the CPU), count_calls (address of a function of the UF2
    whose calls are counted in `calls` and can be made to fail, see fail_call_at; 0: none).
    EmulatorError for whatever goes wrong.
    """

    def __init__(self, uf2, files=None, fs=None, *, cache_miss_cycles=0, erase_ms=45.0, program_ms=0.4, cut_at=0,
                 every_cycle=False, translate=8000, count_calls=0):
        if files is not None:
            from host_tools.image import littlefs_image
            fs = littlefs_image(files)
        driver, bootrom = ensure_installed()
        self.now = 0.0
        self.cycles = 0
        self.console = ""
        self.resets: list[tuple[float, str]] = []
        self.flash_log: list[FlashOp] = []
        self.erased = self.programmed = self.cache_misses = self.calls = 0
        self.wires: dict[int, dict] = {}
        self._frames: dict[int, list[Frame]] = {}
        self._edges: dict[int, list[tuple[float, int]]] = {}
        self._process = subprocess.Popen([find_program("node"), str(driver)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        options = {"cacheMissCycles": cache_miss_cycles, "eraseMs": erase_ms, "programMs": program_ms, "cutAt": cut_at,
                   "everyCycle": every_cycle, "translate": translate, "countCalls": count_calls}
        request = {"bootrom": str(bootrom), "uf2": str(Path(uf2).resolve()), "options": options}
        if fs is not None:
            request["fs"] = _text(fs)
        try:
            self._ask("open", **request)
        except EmulatorError:
            self.close()
            raise

    # ---- life
    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the node process."""
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.stdout.close()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def start(self):
        """Power-up; main.py runs by itself once time is allowed to pass. Again: a power cycle that keeps the flash."""
        self._ask("start")

    def reset(self):
        """A reset as by the watchdog: the flash and the watchdog's scratch registers stay."""
        self._ask("start", cause="forced")

    # ---- time
    def run(self, ms):
        """Lets `ms` of emulated time pass; False if the power was cut in the meantime."""
        return self._run(ms) != "cut"

    def run_until(self, ms, *, text=None, frames=None, changes=None, still=None, resets=None):
        """Runs for at most `ms`, until one of these; True if it came, False if time ran out or the power was cut.

        text: the console said it (from now on). frames, changes: (pin, n), n more WS2812 frames, or n more that differ
        from the one before. still: (pin, t), no change on that wire for t ms from now on. resets: n more resets.
        """
        wanted = {"text": text, "frames": frames, "changes": changes, "still": still, "resets": resets}
        until = {key: value for key, value in wanted.items() if value is not None}
        return self._run(ms, until) == "done"

    def _run(self, ms, until=None):
        return self._ask("run", ms=ms, until=until)["reason"]

    def skip(self, ms):
        """Sets the board's timer, its only clock, ahead by `ms` in which nothing else happens. `now` stays."""
        self._ask("skip", ms=ms)

    # ---- pins
    def drive(self, pin, level, at=None):
        """Sets a pin from outside to 0 or 1, or releases it with None; at emulated ms `at`, now without one."""
        self._ask("plan", pin=pin, level=level, at=at)

    def press(self, pin, ms=60.0, at=None):
        """Plans a press (active low) of `ms` from `at` or now; returns its start. It takes place while time runs."""
        start = self.now if at is None else at
        self.drive(pin, 0, start)
        self.drive(pin, None, start + ms)
        return start

    def edge_to_light(self, pin, wire, ms=60.0, within=500.0):
        """Presses `pin` now; (start, end) of the first frame that differs from the last one, in ms after the edge.

        None if nothing changed `within` that time. Runs until the change.
        """
        seen = len(self.frames(wire))
        last = self.frames(wire)[-1].data if seen else None
        edge = self.press(pin, ms)
        if not self.run_until(within, changes=(wire, 1)):
            return None
        frame = next(frame for frame in self.frames(wire)[seen:] if frame.data != last)
        return frame.start - edge, frame.end - edge

    def watch(self, pin):
        """Decodes the WS2812 wire on `pin` from now on: see frames()."""
        self._frames.setdefault(pin, [])
        self._ask("watch", pin=pin)

    def watch_edges(self, pin):
        """Logs the edges that the board itself makes on `pin`: see edges()."""
        self._edges.setdefault(pin, [])
        self._ask("watch", pin=pin, edges=True)

    def frames(self, pin) -> list[Frame]:
        """All frames seen so far on a watched pin."""
        return self._frames[pin]

    def edges(self, pin) -> list[tuple[float, int]]:
        """(ms, level) of all edges so far on a pin given to watch_edges()."""
        return self._edges[pin]

    # ---- console
    def plug(self, plugged=True):
        """Plugs the USB cable in (the bus is reset, the host asks for everything anew) or out (the bus falls silent).
        The board's power stays, as with a supply of its own."""
        self._ask("host", changes={"plugged": plugged})

    def read_console(self, reads=True):
        """Whether the host asks for what the board says; if not, it is kept back until the host does."""
        self._ask("host", changes={"reads": reads})

    def send(self, data: bytes):
        """Types `data` at the console."""
        self._ask("send", data=_text(data))

    def raw_repl(self, ms=3000.0):
        """Interrupts what runs and enters raw REPL."""
        self._ask("raw", ms=ms)

    def exec(self, source, ms=60000.0) -> ExecResult:
        """Runs `source` in raw REPL (see raw_repl) for at most `ms`."""
        return ExecResult(**self._ask("exec", source=source, ms=ms)["result"])

    def serve(self, port=0) -> int:
        """Offers the console on a TCP port of this machine and lets emulated time keep pace; returns the port."""
        return self._ask("serve", port=port)["port"]

    def stop_serving(self):
        """Ends serve(); time stands still again."""
        self._ask("unserve")

    @contextmanager
    def serving(self, port=0):
        """The console as 'socket://host:port' for the length of the block."""
        port = self.serve(port)
        try:
            yield f"socket://127.0.0.1:{port}"
        finally:
            self.stop_serving()

    @contextmanager
    def pty(self):
        """The console as the path of a pseudo terminal for the length of the block."""
        port = self.serve()
        try:
            with PtyBridge(port) as path:
                yield path
        finally:
            self.stop_serving()

    # ---- flash and memory
    def fs(self) -> bytes:
        """The image of the board's file system as it is now."""
        return base64.b64decode(self._ask("getFs")["data"])

    def load_fs(self, image: bytes):
        """Replaces the file system; only sensible before start()."""
        self._ask("setFs", fs=_text(image))

    def files(self) -> dict[str, bytes]:
        """The files on the board: path -> bytes."""
        from host_tools.image import read_littlefs
        return read_littlefs(self.fs())

    def cut_power_at(self, operation):
        """The power fails in the middle of that flash operation from now (1: the next, 0: never)."""
        self._ask("cutAt", operation=operation)

    def fail_call_at(self, call):
        """The function given as `count_calls` returns 0 at once in that call from now (1: the next, 0: never)."""
        self._ask("failAt", call=call)

    def peek(self, address, size) -> bytes:
        """Memory of the board as the CPU would read it."""
        return base64.b64decode(self._ask("peek", address=address, size=size)["data"])

    # ---- the pipe
    def _ask(self, op, **fields):
        try:
            self._process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError) as error:
            raise EmulatorError(f"the emulator is gone: {error}") from error
        if not line:
            raise EmulatorError(f"the emulator ended during {op!r}, see its message above")
        answer = json.loads(line)
        self._note(answer)
        if "error" in answer:
            raise EmulatorError(answer["error"])
        return answer

    def _note(self, answer):
        if "ms" not in answer:
            return
        self.now = answer["ms"]
        self.cycles = answer["cycles"]
        self.console += base64.b64decode(answer["text"]).decode("latin-1")
        self.resets += [(ms, cause) for ms, cause in answer["resets"]]
        self.flash_log += [FlashOp(*operation) for operation in answer["log"]]
        self.erased = answer["flash"]["erased"]
        self.programmed = answer["flash"]["programmed"]
        self.cache_misses = answer["cacheMisses"]
        self.calls = answer["calls"]
        self.wires.update({int(pin): pulses for pin, pulses in answer["wires"].items()})
        for pin, frames in answer["frames"].items():
            self._frames[int(pin)] += [
                Frame(item["start"], item["end"], item["bits"], bytes.fromhex(item["bytes"])) for item in frames]
        for pin, edges in answer["edges"].items():
            self._edges[int(pin)] += [(ms, level) for ms, level in edges]


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
