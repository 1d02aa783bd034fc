"""Simultaneous play for three: all choose in secret, then the discs drop one after the other in the round's order."""

from litfour.rules.position import MISS, ONGOING, Position


class Rounds(Position):
    """Moves are whole rounds: c1 | c2 << 4 | c3 << 8, the columns (from 0) of seats 1, 2, 3.

    `order` has the seats in the dropping order of the coming round; `turn` is its first. The last of a round is the
    first of the next. A disc whose column has filled up before it is missed; the first winning disc ends the game, and
    so does the one that fills the board.
    """

    MOVE_BYTES = 2

    def __init__(self, variant, first=1, rule=0, deal=0):
        super().__init__(variant, first, rule, deal)
        self.order = tuple((first - 1 + k) % variant.seats + 1 for k in range(variant.seats))
        self._landed = []           # of each round the seats whose discs lie there, as bits

    def choices(self):
        """The columns that a seat may choose, from the left."""
        return super().legal()

    def allows(self, move):
        for seat in range(self.variant.seats):
            if not super().allows(move >> 4 * seat & 15):
                return False
        return not move >> 4 * self.variant.seats

    def legal(self):
        """All rounds: up to 729. choices() has what one seat may choose."""
        rounds = [0] if self.result == ONGOING else []
        for seat in range(self.variant.seats - 1, -1, -1):
            rounds = [others | column << 4 * seat for others in rounds for column in self.choices()]
        return rounds

    def _apply(self, move):
        landed = 0
        for seat in self.order:
            column = move >> 4 * (seat - 1) & 15
            if self.heights[column] == self.variant.rows:
                self.changes.append((MISS, column, 0, seat))
                continue
            self._drop(column, seat)
            landed |= 1 << seat
            self._judge(seat)
            if self.result != ONGOING:
                break
        self._landed.append(landed)
        self._set_order(self.order[-1:] + self.order[:-1])

    def _revert(self, move):
        self._set_order(self.order[1:] + self.order[:1])
        landed = self._landed.pop()
        for seat in reversed(self.order):
            if landed >> seat & 1:
                self._lift(move >> 4 * (seat - 1) & 15)

    def _set_order(self, order):
        self.order = order
        self.turn = order[0]

    def key(self):
        """The discs of all seats and who drops first."""
        bits = self.variant.columns * (self.variant.rows + 1)
        key = self.turn
        for seat in range(1, self.variant.seats + 1):
            key = key << bits | self.boards[seat]
        return key
