"""PopOut, also on the board of 5-in-a-Row: a turn is a drop, or popping an own disc out of the bottom row."""

from litfour.rules.position import DRAW, ONGOING, POPPED, SLIDE
from litfour.rules.slides import Sliding


class PopOut(Sliding):
    """Moves: column, or POPPED + column. rule: who wins by a pop that makes lines of both: 0 the popper, 1 the
    opponent, 2 nobody. A full board is no end; the third time that a position is there is a draw.

    A side always has a move: without an own disc in the bottom row of a full board, that row is the other's line.
    """

    def __init__(self, variant, first=1, rule=0, deal=0):
        super().__init__(variant, first, rule, deal)
        self._again()

    def allows(self, move):
        return move in self._pops() if move >= POPPED else super().allows(move)

    def _pops(self):
        if self.result != ONGOING:
            return []
        outer = [column for column, _ in self.variant.prefilled]
        return [POPPED + column for column in range(self.variant.columns)
                if self.cell(column, 0) == self.turn and column not in outer]

    def legal(self):
        return super().legal() + self._pops()

    def _apply(self, move):
        seat = self.turn
        if move < POPPED:
            self._drop(move, seat)
            if self.has_line(seat):
                self.result = seat
        else:
            self.changes.append((SLIDE, move - POPPED, 0, seat))
            self._slide(move - POPPED)
            self._judge_pop(seat)
        self._next()
        if self._again() == 3 and self.result == ONGOING:
            self.result = DRAW

    def _again(self):
        """Notes the position; how often it has been there. The side to move follows from the number of discs, and the
        lowest bits from a slider: without those the rest keeps to two small ints."""
        return self._note(self.key() >> (self.variant.rows + 1 if self.variant.prefilled else 0))

    def _revert(self, move):
        self._forget()
        self.turn = 3 - self.turn
        if move < POPPED:
            self._lift(move)
        else:
            self._unslide(move - POPPED, self.turn)
