"""Raw edges of the input lines, as the debouncer sees them: at 1 kHz, before it has smoothed them. Pure."""

from array import array

from litfour.ports import SOURCES

BURST_MS = 20               # edges this close together belong to one closing or opening


class Taps:
    """active: bitmap of the lines that are closed in the last sample. spans, counts: of each line the ms from the
    first to the last edge of its longest burst since clear(), and the most edges in one."""

    def __init__(self):
        self.active = 0
        self.time = BURST_MS + 1        # ms, by counting samples
        self.start = array("I", bytes(4 * SOURCES))
        self.last = array("I", bytes(4 * SOURCES))
        self.edges = array("I", bytes(4 * SOURCES))
        self.spans = array("I", bytes(4 * SOURCES))
        self.counts = array("I", bytes(4 * SOURCES))

    def clear(self):
        for line in range(SOURCES):
            self.spans[line] = self.counts[line] = 0

    def sample(self, active):
        """Takes the next sample, a bitmap."""
        self.time += 1
        changed = active ^ self.active
        if changed:
            self.active = active
            for line in range(SOURCES):
                if changed >> line & 1:
                    self.edge(line)

    def edge(self, line):
        if self.time - self.last[line] > BURST_MS:
            self.start[line] = self.time
            self.edges[line] = 0
        self.last[line] = self.time
        self.edges[line] += 1
        self.spans[line] = max(self.spans[line], self.time - self.start[line])
        self.counts[line] = max(self.counts[line], self.edges[line])
