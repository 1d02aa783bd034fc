"""A board in self-test without hardware: the firmware's SelfTest, and a panel that may be wired otherwise than its
board.txt says. Its lines are sampled at 1 kHz into the board's own debouncer. Runs on MicroPython too."""

import json

from host_tools.fakes import FakeClock, SilentSound
from litfour.app import gestures as G
from litfour.hw.debounce import Debounce
from litfour.hw.encode import Encoder
from litfour.hw.wiring import WiringError, chain_map, wiring_named
from litfour.ports import BEAM, DOWN, KIND_MASK, PASS, SOURCE_MASK, UP
from litfour.selftest.bench import RUNNING, SelfTest
from litfour.selftest.deduce import NOWHERE, cells_of
from litfour.selftest.taps import Taps

TURN_MS = 5
PASS_MS = 40            # a disc in a beam
KEYS = {"m": G.TAP_MENU, "u": G.TAP_UNDO, "q": G.HOLD_MENU}


class SeenDisplay:
    """Display of ports.py for what the board believes; `board` gets the wire, and the frame as the panel shows it."""

    def __init__(self, board, wiring):
        self.board = board
        self.encoder = Encoder(wiring.panel_record(), wiring)
        self.brightness = 255
        self.milliamps = 0
        built = board.built
        cells = cells_of(built)
        self.cells = [cells[number] if number < len(cells) else NOWHERE for number in chain_map(wiring)]
        self.colours = ["RGB".index(built.order[wiring.order.index(colour)]) for colour in "RGB"]

    def show(self, frame):
        self.milliamps = self.encoder.encode(frame, self.brightness)
        board = self.board
        board.wire = self.encoder.wire_bytes()
        board.most = max(board.most, self.milliamps)
        seen = bytearray(board.panel.size)
        for pixel in range(len(self.cells)):
            if self.cells[pixel] != NOWHERE:
                for k in range(3):
                    seen[3 * self.cells[pixel] + self.colours[k]] = frame[3 * pixel + k]
        board.frame = bytes(seen)
        board.brightness = self.brightness
        board.shown += 1
        return True


class SelfTestBoard:
    """One board. `wiring` is what board.txt says, `built` how the panel really is; both Wirings of one panel.

    It is the rig of its SelfTest, and a simulator for the terminal. asked: the question that stands, as the board
    says it. files: what was stored. full: nothing can be.
    """

    def __init__(self, wiring, built, full=False, start=0):
        if (wiring.panel, not wiring.rail) != (built.panel, not built.rail):
            raise WiringError(f"a panel {built.name!r} can't be found out as one of {wiring.name!r}")
        self.name = wiring.name.split()[0]
        self.wiring = wiring
        self.built = built
        self.full = full
        self.panel = wiring.panel_record()
        self.clock = FakeClock(start)
        self.debounce = Debounce()
        self.taps = self
        self.tap = Taps()
        self.inputs = self.display = self
        self.sound = SilentSound()
        self.ms = self.time = self.held = 0
        self.lines = {}             # line: its level
        self.passing = {}           # beam: ms until the disc is through
        self.wire = b""
        self.frame = bytes(self.panel.size)
        self.brightness = 255
        self.shown = self.most = 0
        self.files = {}
        self.said = []
        self.asked = {"ask": None}
        self.keys = []
        self.test = SelfTest(self)

    @classmethod
    def named(cls, board, built):
        """The board whose board.txt says `board` and whose panel is wired as `built`, the same build in other words
        ("serpentine=no order=RGB" will do). WiringError."""
        if not built or "=" in built.split()[0]:
            built = board.split()[0] + " " + built
        return cls(wiring_named(board), wiring_named(built.strip()))

    # ---- the rig (see selftest/bench.py)

    @property
    def active(self):
        return self.tap.active

    @property
    def spans(self):
        return self.tap.spans

    @property
    def counts(self):
        return self.tap.counts

    def clear(self):
        self.tap.clear()

    def update(self):
        """The taps are brought up to date by sample()."""

    def poll(self, now):
        event = self.debounce.pop()
        self.time = self.debounce.time
        return event

    def open(self, wiring):
        return SeenDisplay(self, wiring)

    def key(self):
        return self.keys.pop(0) if self.keys else G.NOTHING

    def tell(self, data):
        self.said.append(data)
        if "ask" in data:
            self.asked = data

    def identity(self):
        return {"serial": "0123", "revision": "simulated"}

    def save(self, name, data):
        if not self.full:
            self.files[name] = json.dumps(data) if isinstance(data, dict) else data
        return not self.full

    # ---- the simulator

    def status(self):
        """What the terminal says beside the board: (name, text) pairs."""
        from host_tools.selftest_words import card_lines, question  # here: MicroPython does not read it
        said: list[tuple[str, str]] = []
        if not self.over:
            said += [("asked", line.strip()) for line in question(self.asked)] if self.asked["ask"] else []
        else:
            said.append(("over", self.said[-1]["end"]))
            said += [("", line) for line in card_lines(self.test.card)] if self.files else []
        return said + [("wired", self.built.name), ("says", self.files.get("board.txt", self.wiring.name))]

    @property
    def over(self):
        return self.test.state != RUNNING

    def event(self, event, time):
        """A finger on a line, or a disc in a beam (see ports.py)."""
        kind, source = event & KIND_MASK, event & SOURCE_MASK
        if kind == PASS:
            self.passing[source + BEAM] = PASS_MS
        elif kind in (DOWN, UP):
            self.lines[source] = 1 if kind == DOWN else 0

    def turn(self):
        """Lets TURN_MS pass, with one turn of the loop at the end; returns the milliseconds."""
        for _ in range(TURN_MS):
            self.sample()
        if not self.over:
            self.test.turn(self.clock.ms())
        return TURN_MS

    def sample(self):
        """One millisecond of all lines."""
        active = 0
        for line in self.lines:
            active |= self.lines[line] << line
        for beam in self.passing:
            if self.passing[beam]:
                self.passing[beam] -= 1
                active |= 1 << beam
        self.tap.sample(active)
        self.debounce.run(active, self.clock.ms(), 1)
        self.held = active
        self.clock.advance(1)
        self.ms += 1
