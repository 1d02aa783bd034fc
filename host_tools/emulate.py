"""`litfour emulate`: the firmware under real MicroPython on an emulated Pico; draws what the WS2812 wire carries."""

import sys
import tempfile
from contextlib import nullcontext

from host_tools.emulator import EmulatorError, Pico, find_uf2
from host_tools.emulator.wire import chain_of
from host_tools.image import ImageError, build
from host_tools.script import GAP_MS, ScriptError, parse
from host_tools.versions import on_board

PANEL_PIN = 22
BOARD_FILE = "board.txt"        # tells the firmware which panel was built
PANELS = ("7x6", "8x8", "9x6", "9x9")
BOOT_MS = 5000                  # within which the board must show light
SETTLED_MS = 150                # a picture that stands this long is worth drawing


def add_arguments(parser):
    parser.add_argument("--uf2", metavar="FILE",
                        help="MicroPython for the Pico (default: MICROPYTHON_UF2, then the cache)")
    parser.add_argument("--script", metavar="FILE", help="presses, one a line ('-': standard input)")
    parser.add_argument("--panel", default="7x6", choices=PANELS, help="the matrix that was built (default 7x6)")
    parser.add_argument("--rail", action="store_true", help="the chain has one more pixel at each column")
    parser.add_argument("--ms", type=float, default=1000,
                        help="emulated ms to run after the start, and again after the script (default 1000)")
    parser.add_argument("--port", type=int, metavar="PORT",
                        help="then offer the console on this TCP port (mpremote connect socket://127.0.0.1:PORT)")


def run(args) -> int:
    """Exit code: 0 done, 1 the firmware showed no light or the emulator failed, 2 a bad script or no UF2."""
    try:
        steps = _script(args.script)
        if not 0 <= args.ms <= 3_600_000:
            raise ValueError("--ms must be from 0 to 3600000")
        uf2 = find_uf2(args.uf2)
    except (ValueError, OSError, EmulatorError) as error:
        print(f"litfour emulate: {error}", file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            files = {path: file.data for path, file in on_board(build(folder)).items()}
        files[BOARD_FILE] = (args.panel + ("+rail" if args.rail else "")).encode()
        with Pico(uf2, files=files) as pico:
            return _play(pico, steps, args)
    except (EmulatorError, ImageError) as error:
        print(f"litfour emulate: {error}", file=sys.stderr)
        return 1


def _script(name):
    if name is None:
        return []
    try:
        with nullcontext(sys.stdin) if name == "-" else open(name, encoding="utf-8") as lines:
            return parse(lines)
    except (ScriptError, UnicodeDecodeError) as error:
        raise ValueError(f"{name}: {error}") from error


def _play(pico, steps, args):
    viewer = Viewer(pico, chain_of(args.panel, args.rail))
    pico.watch(PANEL_PIN)
    pico.start()
    if not pico.run_until(BOOT_MS, frames=(PANEL_PIN, 1)):
        print(f"litfour emulate: no light within {BOOT_MS} ms; the console says:\n{pico.console}", file=sys.stderr)
        return 1
    print(f"first light {pico.frames(PANEL_PIN)[0].end:.1f} ms after reset")
    pico.run(args.ms)
    viewer.show_settled()
    for step in steps:
        perform(pico, step)
        viewer.show_settled()
    if steps:
        pico.run(args.ms)
    viewer.show_settled()
    viewer.show_last()
    if pico.console.strip():
        print(f"console:\n{pico.console}", file=sys.stderr)
    if args.port is not None:
        _serve(pico, args.port)
    return 0


def perform(pico, step):
    """One line of a script (see host_tools.script): sources are GPIO numbers, active low."""
    for source in step.sources:
        pico.drive(source, 0)
    pico.run(step.ms)
    for source in step.sources:
        pico.drive(source, None)
    if step.sources:
        pico.run(GAP_MS)


def _serve(pico, port):
    with pico.serving(port) as address:
        print(f"console at {address}; ends with the end of standard input")
        sys.stdin.read()


class Viewer:
    """Prints the pictures of the panel's wire as the board shows them."""

    def __init__(self, pico, chain):
        self._pico = pico
        self._chain = chain
        self._colour = sys.stdout.isatty()
        self._seen = 0                # frames looked at
        self._since = None            # the first frame of the picture that stands now
        self._drawn = None            # the bytes that were printed last

    def show_settled(self):
        """Prints every new picture that stood for SETTLED_MS."""
        frames = self._pico.frames(PANEL_PIN)
        for frame in frames[self._seen:]:
            if self._since is None or frame.data != self._since.data:
                self._draw_if_settled(frame.start)
                self._since = frame
        self._seen = len(frames)
        self._draw_if_settled(self._pico.now)

    def _draw_if_settled(self, until):
        frame = self._since
        if frame and frame.data != self._drawn and until - frame.start >= SETTLED_MS:
            self._draw(frame)

    def show_last(self):
        """Prints the picture that stands now, unless it was printed."""
        frame = self._pico.frames(PANEL_PIN)[-1]
        if frame.data != self._drawn:
            self._draw(frame)

    def _draw(self, frame):
        print(f"{frame.start:.0f} ms")
        print("\n".join(self._chain.lines(frame.data, self._colour)))
        self._drawn = frame.data
