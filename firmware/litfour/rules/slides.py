"""What the games with pops share: columns that slide down by one disc, and positions that come again."""

from litfour.rules.position import DRAW, Position

_SMALL = 30         # bits of an int that the board keeps without an object of its own


class Sliding(Position):
    """Positions whose bottom discs may leave. `_seen` holds the positions so far, each as two ints."""

    def __init__(self, variant, first=1, rule=0, deal=0):
        super().__init__(variant, first, rule, deal)
        self._seen = []

    def _column(self, column):
        """(lowest bit, bits of the column without its guard) in the boards' layout."""
        rows = self.variant.rows
        low = column * (rows + 1)
        return low, (1 << rows) - 1 << low

    def _slide(self, column):
        """The bottom disc of a column leaves, the rest slide down one; the seat whose disc it was."""
        _, mask = self._column(column)
        for seat in range(1, len(self.boards)):
            part = self.boards[seat] & mask
            self.boards[seat] ^= part ^ part >> 1 & mask
        cells, bottom = self.cells, column * self.variant.rows
        seat, top = cells[bottom], bottom + self.heights[column] - 1
        cells[bottom:top] = cells[bottom + 1:top + 1]
        cells[top] = 0
        self.heights[column] -= 1
        self.room += 1
        return seat

    def _unslide(self, column, seat):
        """A disc of `seat` comes back under a column that has room."""
        low, mask = self._column(column)
        for each in range(1, len(self.boards)):
            part = self.boards[each] & mask
            self.boards[each] ^= part ^ part << 1
        self.boards[seat] |= 1 << low
        cells, bottom = self.cells, column * self.variant.rows
        top = bottom + self.heights[column]
        cells[bottom + 1:top + 1] = cells[bottom:top]
        cells[bottom] = seat
        self.heights[column] += 1
        self.room -= 1

    def _judge_pop(self, seat):
        """The result after `seat` has popped: lines of both count by the rule, the popper's is the default."""
        own, other = self.has_line(seat), self.has_line(3 - seat)
        if own and other and self.rule == 2:
            self.result = DRAW
        elif own and not (other and self.rule == 1):
            self.result = seat
        elif other:
            self.result = 3 - seat

    # ---- repetition

    def _note(self, key):
        """Notes a position; how often it has been there by now."""
        low, high = key & (1 << _SMALL) - 1, key >> _SMALL
        seen = self._seen
        seen.append(low)
        seen.append(high)
        times = 0
        for k in range(0, len(seen), 2):
            if seen[k] == low and seen[k + 1] == high:
                times += 1
        return times

    def _forget(self):
        self._seen.pop()
        self._seen.pop()
