"""What every torture counts: faults tried, survived, lost; and how long it may go on."""

import time


class Tally:
    """One row of docs/reliability.md. `lost` keeps the first failures in words, each with the seed that repeats it."""

    MOST_KEPT = 10

    def __init__(self, what, test, unit="faults"):
        self.what = what
        self.test = test
        self.unit = unit
        self.tried = 0
        self.survived = 0
        self.lost = []
        self.figures = {}           # what else was counted or measured, by name
        self.seconds = 0.0

    def good(self, count=1):
        self.tried += count
        self.survived += count

    def bad(self, text):
        self.tried += 1
        if len(self.lost) < self.MOST_KEPT:
            self.lost.append(text)

    def count(self, name, by=1):
        self.figures[name] = self.figures.get(name, 0) + by

    @property
    def losses(self):
        return self.tried - self.survived

    def check(self):
        """For tests: nothing was lost, and something was tried."""
        assert self.tried > 0, f"{self.what}: nothing was tried"
        assert not self.lost, f"{self.what}: {self.losses} of {self.tried} lost:\n" + "\n".join(self.lost)
        return self

    def line(self):
        more = "".join(f"; {name} {value}" for name, value in self.figures.items())
        return f"{self.what}: {self.tried} {self.unit}, {self.survived} survived, {self.losses} lost{more}"


class Budget:
    """How long a torture goes on: until `most` faults were tried or `seconds` are over, whichever comes first."""

    def __init__(self, most=None, seconds=None, clock=time.monotonic):
        self.most = most
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    def left(self, tried):
        if self.most is not None and tried >= self.most:
            return False
        return self._end is None or self._clock() < self._end
