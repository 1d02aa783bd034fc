"""A simulator in real time: bounded portions of turns, and fingers that lift by themselves."""

import time

from litfour.ports import DOWN, UP

TAP_MS, HOLD_MS = 60, 800
TURNS_A_TICK = 400          # at most, and no longer than BUSY_SECONDS, so that keys are always answered
BUSY_SECONDS = 0.02
BEHIND_MS = 100             # what real time may be ahead (times speed); the rest is dropped


class Fingers:
    """Presses of some length on a running simulator. Nothing waits: update() lifts the fingers when it is time."""

    def __init__(self, simulator):
        self._simulator = simulator
        self._releases = {}         # source: virtual ms

    def press(self, *sources, ms=TAP_MS):
        """Presses sources together for ms. False, and nothing happens, while one of them is still pressed."""
        if any(source in self._releases for source in sources):
            return False
        for source in sources:
            self._simulator.inputs.event(DOWN | source, self._simulator.clock.ms())
            self._releases[source] = self._simulator.ms + ms
        return True

    def update(self):
        """To be called before each turn."""
        simulator = self._simulator
        for source, due in list(self._releases.items()):
            if simulator.ms >= due:
                del self._releases[source]
                simulator.inputs.event(UP | source, simulator.clock.ms())


class Pace:
    """Runs `simulator` at `speed` virtual seconds a real second; on_turn(ms) is called after each turn.

    ValueError for a speed that makes no sense.
    """

    def __init__(self, simulator, speed=1.0, on_turn=None, clock=time.monotonic):
        if not 0.01 <= speed <= 1000:
            raise ValueError(f"speed {speed}: 0.01 to 1000 make sense")
        self.simulator = simulator
        self.speed = speed
        self.fingers = Fingers(simulator)
        self._on_turn = on_turn
        self._clock = clock
        self._due = 0.0             # virtual ms that real time is ahead

    def run(self, seconds):
        """`seconds` of real time have passed. Returns the number of turns made for them."""
        self._due += seconds * 1000 * self.speed
        stop = self._clock() + BUSY_SECONDS
        turns = 0
        while self._due > 0 and turns < TURNS_A_TICK and (turns == 0 or self._clock() < stop):
            self.fingers.update()
            took = self.simulator.turn()
            if self._on_turn:
                self._on_turn(took)
            self._due -= took
            turns += 1
        self._due = min(self._due, BEHIND_MS * self.speed)
        return turns
