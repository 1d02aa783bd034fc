"""No gravity: a disc goes into any empty cell."""

from litfour.rules import geometry
from litfour.rules.position import ONGOING, PLACE, SWAP, SWAPPED, Position


class Cells(Position):
    """Moves: column * rows + row; with rule 1 also SWAPPED, as the second move only: the first disc changes to the
    colour of the seat that swaps, and the other seat goes on. `heights` counts the discs of each column."""

    def allows(self, move):
        if self.result != ONGOING:
            return False
        if move == SWAPPED:
            return self.rule == 1 and len(self.moves) == 1
        return 0 <= move < len(self.cells) and not self.cells[move]

    def legal(self):
        if self.result != ONGOING:
            return []
        moves = [cell for cell in range(len(self.cells)) if not self.cells[cell]]
        return moves + [SWAPPED] if self.rule and len(self.moves) == 1 else moves

    def _light(self, cell, seat):
        """Puts a disc of `seat` into an empty cell, or takes it out again."""
        column, row = divmod(cell, self.variant.rows)
        self.boards[seat] ^= geometry.bit(column, row, self.variant.rows)
        change = -1 if self.cells[cell] else 1
        self.cells[cell] = seat if change > 0 else 0
        self.heights[column] += change
        self.room -= change

    def _apply(self, move):
        seat = self.turn
        self._next()
        if move == SWAPPED:
            self.changes.append((SWAP, 0, 0, seat))
            self._light(self.moves[0], 3 - seat)
            self._light(self.moves[0], seat)
            return
        self.changes.append((PLACE, move // self.variant.rows, move % self.variant.rows, seat))
        self._light(move, seat)
        self._judge(seat)

    def _revert(self, move):
        self.turn = 3 - self.turn
        if move == SWAPPED:
            self._light(self.moves[0], self.turn)
            self._light(self.moves[0], 3 - self.turn)
        else:
            self._light(move, self.turn)

    def key(self):
        """The discs of both seats; whether a swap is still possible follows from their number and the turn."""
        bits = self.variant.columns * (self.variant.rows + 1)
        return (self.turn << bits | self.boards[1]) << bits | self.boards[2]
