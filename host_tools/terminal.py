"""The board in the terminal: the simulator in real time, lights in true colour, keys and mouse for fingers."""

import itertools
import os
import sys
import time
from pathlib import Path

from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Static

from host_tools.endings import on_end
from host_tools.pace import HOLD_MS, TAP_MS, Pace
from host_tools.recording import GifRecorder, gif_renderer
from host_tools.render import PictureError, Renderer, check_path
from host_tools.render import snapshot as write_snapshot
from host_tools.terminal_board import ROUND_PITCH, Board, largest_pitch
from litfour.app.menu import NAMES
from litfour.engine.levels import LEVELS
from litfour.ports import MENU, UNDO

TICK_SECONDS = 1 / 60
SIDE_COLUMNS = 29           # of the status beside the board
BELOW_LINES = 5             # of the status below it, where that leaves larger cells
SEATS = ("red", "yellow", "blue")
BUTTONS = {
    "m": ((MENU,), TAP_MS), "M": ((MENU,), HOLD_MS),
    "u": ((UNDO,), TAP_MS), "U": ((UNDO,), HOLD_MS),
    "b": ((MENU, UNDO), HOLD_MS),
}
HELP = (("1-{columns}", "columns"), ("m u", "MENU, UNDO"), ("M U", "the same held"), ("b", "brightness"),
        ("s", "snapshot"), ("q", "quit"))


def status(simulator, rate, speed):
    """What the light can't say in words, as (name, text) pairs. rate: frames a second."""
    if hasattr(simulator, "status"):            # a self-test
        return simulator.status()
    told = simulator.describe()
    app = simulator.app
    settings = app.session.settings
    seats = SEATS[:app.session.position.variant.seats]
    players = [f"{seat} CPU" if settings.cpus >> k & 1 else seat for k, seat in enumerate(seats)]
    result = told["result"]
    counts = [told["score"][str(k + 1)] for k in range(len(seats))]
    return [
        ("state", f"menu: {NAMES[app.menu.page]}" if app.menu else told["state"]),
        ("game", f"{told['variant']} on {simulator.panel.name}"),
        ("seats", ", ".join(players)),
        ("level", LEVELS[settings.level].name),
        ("turn", _named(told["turn"]) if result is None else "drawn" if result == "draw" else f"{_named(result)} won"),
        ("score", ":".join(map(str, counts)) + f", {told['score']['draw']} drawn"),
        ("moves", " ".join(told["moves"].split()[-9:]) or "-"),
        ("light", f"{rate:.0f} frames/s, {speed:g} x"),
    ]


def _named(seat):
    return SEATS[int(seat) - 1]


class TerminalApp(App):
    """The Textual side. `failure` is the exception that ended it, if one did."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = [Binding("ctrl+c", "quit", priority=True, show=False)]
    CSS = """
    Screen { background: #0b0907; layers: base; overflow: hidden; }
    #table { layout: horizontal; align: left middle; width: 100%; height: 100%; }
    #table.below { layout: vertical; align: center top; }
    #status { width: 1fr; height: auto; padding: 0 0 0 1; color: #c8c6be; }
    #small { display: none; width: 100%; }
    """

    def __init__(self, simulator, speed=1.0, on_turn=None, picture=None):
        """on_turn(ms) is called after each turn of the simulator; `picture` is where `s` writes, else a free name."""
        super().__init__()
        self.simulator = simulator
        self.pace = Pace(simulator, speed, on_turn)
        self.failure = None
        self._picture = picture
        self._renderer = None
        self._notice = ""
        self._last = None
        self._counted = (0.0, simulator.display.shown)
        self._rate = 0.0
        self._told = None

    def compose(self):
        self.board = Board(self.simulator, self.press_column)
        self.status = Static(id="status")
        with Container(id="table"):
            yield self.board
            yield self.status

    def on_mount(self):
        on_end(self.exit)                       # the terminal is put right then, too
        self._last = time.monotonic()
        self._counted = (self._last, self.simulator.display.shown)
        self.set_interval(TICK_SECONDS, self._tick)

    def on_resize(self, event):
        self._fit(event.size.width, event.size.height)

    def _fit(self, columns, lines):
        panel = self.simulator.panel
        beside = largest_pitch(panel, columns - SIDE_COLUMNS, lines)
        below = largest_pitch(panel, columns, lines - BELOW_LINES)
        self._is_below = below > beside
        pitch = max(beside, below) or largest_pitch(panel, columns, lines)
        self._too_small = ""
        if not pitch:
            self._too_small = f"{columns}x{lines} is too small for the board"
        elif pitch < ROUND_PITCH:
            self._too_small = f"{columns}x{lines} is small: 80x24 shows round discs"
        self.query_one("#table").set_class(self._is_below, "below")
        self.board.display = bool(pitch)
        self.board.set_pitch(pitch)
        self._told = None

    # ---- time

    def _tick(self):
        try:
            now = time.monotonic()
            self.pace.run(now - self._last)
            self._last = now
            self.board.update()
            self._show_status(now)
        except Exception as error:      # whatever it is: first the terminal must be put right; run() raises it again
            self.failure = error
            self.exit(return_code=1)

    def _show_status(self, now):
        since, shown = self._counted
        if now - since >= 1:
            self._rate = (self.simulator.display.shown - shown) / (now - since)
            self._counted = (now, self.simulator.display.shown)
        told = (status(self.simulator, self._rate, self.pace.speed), self._notice)
        if told != self._told:
            self._told = told
            self.status.update(self._words(told[0]))

    def _words(self, pairs):
        text = Text(no_wrap=False)
        keys = [(key.format(columns=self.simulator.panel.columns), what) for key, what in HELP]
        if self._is_below:
            text.append("  ".join(f"{value}" for _, value in pairs) + "\n")
            text.append("  ".join(f"{key} {what}" for key, what in keys), "#8f97b8")
        else:
            for name, value in pairs:
                text.append(f"{name:6}", "#8f97b8").append(f"{value}\n")
            for key, what in keys:
                text.append("\n").append(f"{key:>5} ", "bold").append(what, "#8f97b8")
        for line in (self._too_small, self._notice):
            if line:
                text.append("\n" + line, "bold #ffbe00")
        return text

    # ---- fingers

    def press_column(self, column):
        self.pace.fingers.press(column)

    def on_key(self, event):
        key = event.character or ""
        if key in "123456789" and 0 < int(key or 0) <= self.simulator.panel.columns:
            self.press_column(int(key) - 1)
        elif key in BUTTONS:
            sources, ms = BUTTONS[key]
            self.pace.fingers.press(*sources, ms=ms)
        elif key == "s":
            self._take_picture()
        elif key == "q":
            self.exit()

    # ---- pictures

    def _take_picture(self):
        """Draws in a thread: the first picture takes half a second."""
        simulator = self.simulator
        shot = (simulator.display.frame, simulator.display.brightness, simulator.inputs.held)
        self._notice = "drawing ..."
        self.run_worker(lambda: self._save_picture(shot), thread=True)

    def _save_picture(self, shot):
        try:
            path = check_path(self._picture or free_name(Path("litfour.png")), ".png")
            self._renderer = self._renderer or Renderer(self.simulator.panel)
            self._renderer.image(*shot).save(path)
            self._notice = f"saved {path}"
        except (PictureError, OSError) as error:
            self._notice = str(error)


def free_name(path):
    """`path`, or the first of path-2, path-3 ... that does not exist yet."""
    names = itertools.chain([path], (path.with_stem(f"{path.stem}-{k}") for k in itertools.count(2)))
    return next(name for name in names if not name.exists())


def why_no_terminal():
    """What keeps the board from being shown here, or None."""
    if not all(stream and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__)):
        return "standard input, output and error are no terminal: use --headless"
    if os.environ.get("TERM", "") in ("", "dumb"):
        return "TERM names no terminal that can show the board: use --headless"
    return None


def run(simulator, speed=1.0, record=None, snapshot=None):
    """Plays in this terminal until q or ctrl-c. Returns the exit status: 0, or 2 for what can't be done.

    record: a GIF of it all. snapshot: a PNG of the board at the end (`s` writes it at any time).
    """
    why = why_no_terminal()
    if why:
        return _refuse(why)
    try:
        if snapshot is not None:
            check_path(snapshot, ".png")
        recorder = GifRecorder(gif_renderer(simulator.panel), record) if record is not None else None
        board = TerminalApp(simulator, speed, recorder and recorder.follow(simulator), snapshot)
    except ValueError as error:
        return _refuse(error)
    try:
        board.run()
    finally:
        status = finish(simulator, recorder, snapshot)
    if board.failure:
        raise board.failure
    return board.return_code or status


def finish(simulator, recorder, snapshot):
    """Writes the pictures that were asked for. Returns the exit status."""
    try:
        if recorder:
            recorder.close(lambda done, of: print(f"\r{recorder.path}: {done} of {of}", end="", file=sys.stderr))
            print(file=sys.stderr)
        if snapshot is not None:
            write_snapshot(simulator, snapshot)
    except PictureError as error:
        return _refuse(error)
    return 0


def _refuse(why):
    print(f"litfour: {why}", file=sys.stderr)
    return 2
