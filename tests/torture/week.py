"""A week on the table under MicroPython: idle, play, idle; free memory and its largest block after every evening.

    micropython -X heapsize=SIZE tests/torture/week.py FIRMWARE HOST DAYS SEED

FIRMWARE: a folder with the compiled modules (see weeks.py), HOST: the repository. The clock is virtual, starts four
hours before it wraps (it does every 12.4 days), and wraps on the first day.
"""

import gc
import sys

sys.path[:0] = [sys.argv[1], sys.argv[2]]

gc.collect()
BOOT_FREE = gc.mem_free()
TABLE = bytearray(98304)        # first of all, as in main.py

from litfour.app import app as A  # noqa: E402
from litfour.app.chance import Random  # noqa: E402
from litfour.ports import MENU, UNDO, after, elapsed, panel_named  # noqa: E402
from litfour.rules.variants import VARIANTS  # noqa: E402
from tests.torture.largest import largest  # noqa: E402

WRAP = 1 << 30
HINT, PUZZLE, TODDLER, NEW = 8, 10, 14, 15      # pages of the menu
EVENINGS = 4
DEEDS = 70                      # presses of an evening
IDLE_STEP = 5000                # ms a turn while nobody is there


class Display:
    brightness = 255
    milliamps = 0

    def show(self, frame):
        return True


class Inputs:
    """One press at a time, in places that exist beforehand."""

    def __init__(self):
        self.time = 0
        self.held = 0
        self._codes = [0, 0]
        self._times = [0, 0]

    def press(self, source, now, ms):
        self._codes[0], self._codes[1] = 32 | source, 64 | source
        self._times[0], self._times[1] = now, after(now, ms)

    def poll(self, now):
        for k in range(2):
            if self._codes[k] and elapsed(now, self._times[k]) >= 0:
                code, self._codes[k], self.time = self._codes[k], 0, self._times[k]
                return code
        return 0


class Sound:
    volume = 0

    def play(self, tune):
        pass

    def update(self, now):
        pass

    def stop(self):
        pass


class Store:
    def __init__(self):
        self.data = {}

    def load(self, name):
        return self.data.get(name)

    def save(self, name, data):
        self.data[name] = bytes(data)
        return True


class Week:
    def __init__(self, seed):
        self.random = Random(seed)
        self.store = Store()
        self.now = WRAP - 4 * 3600 * 1000
        self.ms = 0
        self.inputs = Inputs()
        self.app = A.App(panel_named("9x9"), Display(), self.inputs, self.store, Sound(), Random(seed), TABLE, None,
                         sys.argv[2] + "/firmware/data/puzzles")
        self.app.begin(self.now)
        self.moves = 0
        self.states = 0
        self.wraps = 0

    def run(self, ms, step):
        """As the loop does it; no step over the frame's time while something moves."""
        while ms > 0:
            self.app.turn(self.now)
            self.states |= 1 << self.app.state
            thinks = step < 1000 and (self.app.state == A.THINK or self.app.coach)
            span = min(8, step) if thinks else step
            later = after(self.now, span)
            self.wraps += later < self.now
            self.now = later
            self.ms += span
            ms -= span

    def press(self, source, ms=60):
        self.inputs.press(source, self.now, ms)
        self.run(ms + 60, 30)

    def settle(self):
        for _ in range(400):
            if self.app.state not in (A.FALL, A.THINK) or self.app.session.only_cpus:
                return
            self.run(30, 30)

    def evening(self):
        """Presses as they come, a quarter of them in the menu, and in the end a fresh standard game."""
        for _ in range(DEEDS):
            kind = self.random.below(12)
            before = len(self.app.session.position.moves)
            if kind < 8:
                self.press(self.random.below(9))
            elif kind == 8:
                self.press(UNDO, 60 + 700 * self.random.below(2))
            elif kind == 9:
                self.press(MENU)
            else:
                self._menu()
            self.settle()
            self.moves += len(self.app.session.position.moves) > before
        self.home()

    def _menu(self):
        self.press(MENU, 700)
        for _ in range(self.random.below(16)):
            self.press(MENU)
        self.press(self.random.below(9))
        self._weak()
        if self.app.state == A.PAGE:
            self.press(MENU, 700)

    def _weak(self):
        """The levels above Easy take long on this side."""
        if self.app.menu and self.app.menu.settings.level > 1:
            self.app.menu.settings.level = 1

    def warm(self):
        """Every game and every part that is loaded on demand, once: their names stay in memory from then on, and
        MicroPython's table of names grows in large steps."""
        for number in range(len(VARIANTS)):
            self.home(number, 6 if VARIANTS[number].seats == 3 else 2)
            for source in (3, MENU, 5, MENU):
                self.press(source)
                self.settle()
        for number in (HINT, PUZZLE, TODDLER):
            self.home()
            self.page(number)
            self.press(0)
            self.settle()
            self.run(2000, 30)

    def page(self, number):
        """Opens the menu at a page."""
        if self.app.state != A.PAGE:
            self.press(MENU, 700)
        while self.app.menu.page != number:
            self.press(MENU)

    def home(self, variant=0, cpus=0):
        """A game that has begun, whatever was played: what is measured is always the same state."""
        if self.app.state == A.TODDLER:
            self.press(MENU, 700)
        for _ in range(2):
            if self.app.state != A.PAGE:
                self.press(MENU, 700)
        settings = self.app.menu.settings
        settings.clock = settings.match = settings.people = settings.help = settings.coach = 0
        settings.variant = variant
        settings.settle()
        settings.cpus = cpus
        settings.starter = settings.level = 1
        self.page(NEW)
        self.press(0)
        self.press(3)
        self.settle()
        self.run(3000, 30)


def main():
    days, seed = int(sys.argv[3]), int(sys.argv[4])
    week = Week(seed)
    week.warm()
    samples = []
    for day in range(days):
        for evening in range(EVENINGS):
            week.evening()
            gc.collect()
            samples.append((gc.mem_free(), largest()))
            left = (4 * day + evening + 1) * 86400000 // EVENINGS - week.ms
            week.run(left, IDLE_STEP)
        print("day", day + 1, samples[-1], week.moves, "moves")
    print("result", ({"boot": BOOT_FREE, "ms": week.ms, "moves": week.moves, "states": week.states,
                      "wraps": week.wraps}, samples))


main()
