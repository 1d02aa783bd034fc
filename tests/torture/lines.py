"""Raw input lines of a simulated board: every millisecond a sample, through the board's own debouncer."""

import heapq

from litfour.hw.debounce import Debounce
from litfour.ports import BEAM, MENU, SOURCES, UNDO, after, elapsed

HELD_TOO_LONG = 31000       # ms: longer than any button is believed


class RawInputs:
    """Inputs of ports.py. plan() sets what a line will do; poll() samples up to its moment. `events`: codes given."""

    def __init__(self, now):
        self.time = 0
        self.held = 0
        self.events = 0
        self._debounce = Debounce()
        self._debounce.resync(0, now)
        self._at = now              # tick of the next sample
        self._active = 0
        self._ms = 0                # of the next sample, without wrap
        self._plan = []             # heap of (ms, order, line, level)
        self._planned = 0
        self.edges = 0

    def plan(self, line, level, ms):
        """`line` goes to `level` that many ms from now."""
        self._planned += 1
        heapq.heappush(self._plan, (self._ms + ms, self._planned, line, level))

    @property
    def busy(self):
        """True while something is planned or active."""
        return bool(self._plan) or self._active != 0

    def poll(self, now):
        debounce = self._debounce
        while not debounce.size and elapsed(now, self._at) >= 0:
            self._sample(elapsed(now, self._at) + 1)
        code = debounce.pop()
        if code:
            self.time = debounce.time
            self.events += 1
        self.held = debounce.held
        return code

    def _sample(self, most):
        """One stretch of equal samples, at most so many."""
        while self._plan and self._plan[0][0] <= self._ms:
            _, _, line, level = heapq.heappop(self._plan)
            if (self._active >> line & 1) != level:
                self.edges += 1
            self._active = self._active & ~(1 << line) | level << line
        count = min(most, self._plan[0][0] - self._ms) if self._plan else most
        self._debounce.run(self._active, self._at, count)
        self._at = after(self._at, count)
        self._ms += count


class Fingers:
    """Random things that happen to the lines of a board with so many columns; each returns how long it takes in ms."""

    def __init__(self, inputs, columns, random):
        self.inputs = inputs
        self.random = random
        self.columns = columns
        self.buttons = [*range(columns), MENU, UNDO]
        self.beams = list(range(BEAM, BEAM + columns))
        self.deeds = ([self.tap] * 8 + [self.disc] * 3 + [self.hold] * 3 + [self.bounce] * 3 + [self.spike] * 2
                      + [self.together] * 2 + [self.chord, self.mash, self.jam, self.chatter] + [self.control] * 3)

    def act(self):
        """(name of the deed, its ms)."""
        deed = self.random.choice(self.deeds)
        return deed.__name__, deed()

    def _press(self, line, start, length):
        self.inputs.plan(line, 1, start)
        self.inputs.plan(line, 0, start + length)
        return start + length

    def tap(self):
        return self._press(self.random.randrange(self.columns), 0, self.random.randint(8, 250))

    def control(self):
        return self._press(self.random.choice((MENU, UNDO)), 0, self.random.choice((30, 90, 700, 1500)))

    def disc(self):
        return self._press(self.random.choice(self.beams), 0, self.random.randint(6, 290))

    def hold(self):
        return self._press(self.random.choice(self.buttons), 0, self.random.randint(595, 1400))

    def bounce(self):
        """A contact that chatters for some ms at both ends of a press."""
        line, at = self.random.choice(self.buttons), 0
        for _ in range(self.random.randint(1, 6)):
            at = self._press(line, at, self.random.randint(1, 3)) + self.random.randint(1, 3)
        at = self._press(line, at, self.random.randint(10, 200))
        for _ in range(self.random.randint(1, 6)):
            at = self._press(line, at + self.random.randint(1, 3), self.random.randint(1, 3))
        return at

    def spike(self):
        """Noise on many lines, too short to be anything."""
        for line in self.random.sample(range(SOURCES), self.random.randint(1, SOURCES)):
            self._press(line, self.random.randint(0, 20), self.random.randint(1, 4))
        return 30

    def together(self):
        return max(self._press(line, self.random.randint(0, 30), self.random.randint(8, 900))
                   for line in self.random.sample(self.buttons + self.beams, self.random.randint(2, 6)))

    def chord(self):
        length = self.random.randint(100, 1500)
        return max(self._press(line, self.random.randint(0, 140), length) for line in (MENU, UNDO))

    def mash(self):
        """Ten quick presses, more than anybody waits for."""
        at = 0
        for _ in range(10):
            at = self._press(self.random.choice(self.buttons), at, self.random.randint(5, 40))
            at += self.random.randint(1, 40)
        return at

    def jam(self):
        return self._press(self.random.choice(self.beams), 0, self.random.randint(301, 3000))

    def chatter(self):
        """A loose wire."""
        line, at = self.random.choice(self.buttons + self.beams), 0
        for _ in range(30):
            at = self._press(line, at, self.random.randint(1, 12)) + self.random.randint(1, 12)
        return at

    def stick(self):
        """A button that stays down for longer than is believed."""
        return self._press(self.random.choice(self.buttons), 0, HELD_TOO_LONG)
