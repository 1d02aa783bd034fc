"""From samples to events, in pure code: a line has changed once SETTLE equal samples (1 kHz) say so, never on an edge.
A press of 8 ms survives 3 ms of bouncing.

A button gives DOWN and UP with the tick of the first sample of the steady stretch. A beam gives PASS for a passage of
PASS_MS to below JAM_MS, when it is clear again; a passage that begins within GAP_MS of the end of the last one is the
same wobbling disc and does not count. A button active for HELD_MS or a beam for JAM_MS gives STUCK (in place of UP or
PASS) and nothing more until it rests again: FREED. Times of different sources may be out of order by SETTLE ms.
"""

from array import array

from litfour.hw.kernels import GAP_MS, HELD_MS, JAM_MS, first_due
from litfour.ports import BEAM, DOWN, FREED, PASS, SOURCES, STUCK, UP, after, elapsed
from micropython import const

SETTLE = const(5)                    # samples; a press of 8 ms survives 3 ms of bouncing
PASS_MS = const(6)
QUEUE = const(64)
_ALL_BEAMS = const(0x3FE00)         # sources 9..17


class Debounce:
    """Takes runs of samples as bitmaps of active sources; queues event codes of ports.py.

    held: bitmap of the debounced active sources, without those that are STUCK. size: events in the queue.
    time: tick of the event popped last. quiet: samples until something falls due if no line changes.
    dropped: activations ignored from begin to end because the queue was full: a source gets its DOWN only where there
    is room for the events that must follow it, so nothing can hang.
    """

    def __init__(self):
        self.held = 0
        self.size = 0
        self.time = 0
        self.dropped = 0
        self.quiet = 0
        self._raw = 0               # the last sample
        self._stable = 0            # debounced
        self._stuck = 0
        self._muted = 0             # active, but dropped
        self._void = 0              # beams whose passage does not count
        self._gap = 0               # beams that were passed less than GAP_MS ago
        self._since = array("I", bytes(4 * SOURCES))    # tick of a line's last change
        self._began = array("I", bytes(4 * SOURCES))    # tick it became stable, or of the end of a beam's passage
        self._codes = bytearray(QUEUE)
        self._times = array("I", bytes(4 * QUEUE))
        self._head = 0
        self._reserved = 0          # places kept for events that must follow

    def run(self, active, start, count):
        """Takes `count` (1 or more) equal samples, the first taken at tick `start`.

        They follow the last run's, or as many more like those, fewer than `quiet`, as were left out.
        """
        changed = active ^ self._raw
        if changed:
            self._raw = active
            line = 0
            while changed:
                if not changed & 31:
                    changed >>= 5
                    line += 5
                    continue
                if changed & 1:
                    self._since[line] = start
                changed >>= 1
                line += 1
        self._settle(after(start, count - 1))

    def pop(self):
        """The oldest event code, its tick in `time`; 0 if there is none."""
        if not self.size:
            return 0
        head = self._head
        self.time = self._times[head]
        self._head = (head + 1) % QUEUE
        self.size -= 1
        return self._codes[head]

    def resync(self, active, tick):
        """Samples were lost; `active` is read at `tick`. What is unknown counts as unchanged, and no passage counts."""
        self._raw = active
        for line in range(SOURCES):
            self._since[line] = tick
            self._began[line] = tick
        self._void |= self._stable & _ALL_BEAMS
        self._gap = 0

    def _settle(self, end):
        """Handles, in order, all that falls due up to the sample at tick `end`."""
        while True:
            moving = self._raw ^ self._stable
            due = first_due(moving | self.held | self._gap, moving, self.held, self._since, self._began, end)
            if due < 0:
                self.quiet = -due
                return
            self._fire(due)

    def _fire(self, line):
        """The level has settled; or else the line has been active for too long; or else its gap is over."""
        bit = 1 << line
        if self._raw & ~self._stable & bit:
            self._begin(line, bit)
        elif self._stable & ~self._raw & bit:
            self._end(line, bit)
        elif self.held & bit:
            tick = after(self._began[line], JAM_MS if bit & _ALL_BEAMS else HELD_MS)
            self._stuck |= bit
            self.held &= ~bit
            self._push(STUCK | line, tick, 1)
        else:
            self._gap &= ~bit

    def _begin(self, line, bit):
        since = self._since[line]
        if self._gap & bit and elapsed(since, self._began[line]) < GAP_MS:
            self._void |= bit
        self._gap &= ~bit
        self._stable |= bit
        self._began[line] = since
        if self.size + self._reserved + 3 > QUEUE:
            self._muted |= bit
            self.dropped += 1
            return
        self.held |= bit
        self._reserved += 2             # UP or PASS; or STUCK and FREED
        if not bit & _ALL_BEAMS:
            self._push(DOWN | line, since, 0)

    def _end(self, line, bit):
        since = self._since[line]
        length = elapsed(since, self._began[line])
        counts = not self._void & bit
        self._stable &= ~bit
        self._void &= ~bit
        if self._muted & bit:
            self._muted &= ~bit
        elif self._stuck & bit:
            self._stuck &= ~bit
            self._push(FREED | line, since, 1)
        else:
            self.held &= ~bit
            if not bit & _ALL_BEAMS:
                self._push(UP | line, since, 2)
            elif counts and length >= PASS_MS:
                self._push(PASS | line - BEAM, since, 2)
            else:
                self._reserved -= 2
        if bit & _ALL_BEAMS and (length >= PASS_MS or not counts):
            self._gap |= bit            # after anything but a glitch
            self._began[line] = since

    def _push(self, code, tick, places):
        """Queues an event, for which `places` places were reserved."""
        tail = (self._head + self.size) % QUEUE
        self._codes[tail] = code
        self._times[tail] = tick
        self.size += 1
        self._reserved -= places
