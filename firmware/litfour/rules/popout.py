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

    def why_not(self, move):
        if self.result != ONGOING or move < POPPED:
            return super().why_not(move)
        column = move - POPPED
        for prefilled, _ in self.variant.prefilled:
            if prefilled == column:
                return "the discs of column " + str(column + 1) + " lie there from the start and are never popped"
        return self._why_no_pop(column, self.turn)

    def legal(self):
        moves = super().legal()
        if self.result == ONGOING:
            outer = [column for column, _ in self.variant.prefilled]
            moves += [POPPED + column for column in range(self.variant.columns)
                      if self.cell(column, 0) == self.turn and column not in outer]
        return moves

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
