"""Clock and Watchdog of ports.py."""

from micropython import const

WATCHDOG_MAX_MS = const(8388)       # the chip's counter; a longer time would reset the board at once


class Clock:
    """ms() from `ticks_ms` (MicroPython's time.ticks_ms, which wraps after 2**30 ms on the board)."""

    def __init__(self, ticks_ms):
        self._ticks_ms = ticks_ms

    def ms(self):
        """Milliseconds 0 .. 2**30 - 1 that wrap."""
        return self._ticks_ms() & 0x3FFFFFFF


class Watchdog:
    """Resets the board when it is not fed in time. `timer` is machine.WDT; once started it cannot be stopped."""

    def __init__(self, timer):
        self._timer = timer
        self._running = None

    def start(self, ms):
        """Starts it with `ms` milliseconds, at most WATCHDOG_MAX_MS; a second start only feeds it."""
        if ms < 1:
            raise ValueError("watchdog time must be 1 ms or more, not " + str(ms))
        if self._running is None:
            self._running = self._timer(timeout=min(ms, WATCHDOG_MAX_MS))
        self.feed()

    def feed(self):
        """Puts the reset off; nothing before start()."""
        if self._running is not None:
            self._running.feed()
