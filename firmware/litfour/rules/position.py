"""A position of any drop game: play, undo, result, winning cells. Boards are ints in the layout of geometry.py.

The other families (see start.py) are subclasses with the same outward face: they replace allows, legal, _apply,
_revert and, where more than the cells matters, key.
"""

from litfour.rules import geometry
from litfour.rules.variants import AVOID, DROP

ONGOING = 0
DRAW = 4         # results 1..3 are the winning seat

# What a move changed, as (kind, column, row, seat), in the order in which it is to be seen:
# a disc falls to (column, row); the bottom disc leaves and the rest slide down one; the same, and the disc is kept;
# all discs of the column leave and the anvil lies on row 0; a cell is lit; colours are swapped; no room for the disc;
# that seat had to pass.
FALL, SLIDE, KEEP, CRUSH, PLACE, SWAP, MISS, PASS = range(8)

# Moves are ints. Drop: column; 3d: peg; no gravity: column * rows + row, or SWAPPED. Pops: POPPED + column; pop-10 also
# RETURNED + 8 * column + to. Power-up: column | power << 4 | second << 7 (1 + column of its second part, 0 none).
# Simultaneous: c1 | c2 << 4 | c3 << 8.
POPPED = 16
RETURNED = 32
SWAPPED = 63


class IllegalMove(ValueError):
    """The move breaks a rule; the message says which. The position is unchanged."""


class Position:
    """`turn` is the seat to move (1 ..), `moves` the moves played (drop games: columns from 0), `result` ONGOING, a
    seat or DRAW, `changes` what the last play() changed: tuples as above."""

    MOVE_BYTES = 1      # that a move takes in the journal

    def __init__(self, variant, first=1, rule=0, deal=0):
        if not 1 <= first <= variant.seats:
            raise ValueError("first seat must be 1 .. " + str(variant.seats))
        self.variant = variant
        self.first = first
        self.rule = rule
        self.deal = deal
        self.turn = first
        self.result = ONGOING
        self.moves = []
        self.changes = []
        self.boards = [0] * (variant.seats + 1)      # by seat; index 0 is unused
        self.cells = bytearray(variant.columns * variant.rows)   # seat or 0, [column * rows + row]: for the view
        self.heights = [0] * variant.columns         # discs in each column
        self.room = variant.columns * variant.rows   # empty cells
        for column, discs in variant.prefilled:
            for seat in discs:
                self._put(column, 3 - int(seat) if rule and variant.kind == DROP else int(seat))

    def _put(self, column, seat):
        row = self.heights[column]
        self.boards[seat] |= geometry.bit(column, row, self.variant.rows)
        self.cells[column * self.variant.rows + row] = seat
        self.heights[column] = row + 1
        self.room -= 1

    def _drop(self, column, seat):
        """Puts a disc that is seen to fall."""
        self.changes.append((FALL, column, self.heights[column], seat))
        self._put(column, seat)

    def _lift(self, column):
        """Takes the top disc of a column away again."""
        row = self.heights[column] - 1
        cell = column * self.variant.rows + row
        self.boards[self.cells[cell]] ^= geometry.bit(column, row, self.variant.rows)
        self.cells[cell] = 0
        self.heights[column] = row
        self.room += 1

    def allows(self, move):
        """True where `move` may be played; reasons.why_not says why one may not."""
        return self.result == ONGOING and 0 <= move < self.variant.columns and self.heights[move] < self.variant.rows

    def legal(self):
        """The moves that may be played, ascending; none once the game is over."""
        if self.result != ONGOING:
            return []
        return [column for column in range(self.variant.columns) if self.heights[column] < self.variant.rows]

    def play(self, move):
        """Plays a move of the seat to move. IllegalMove where that is against the rules."""
        if not self.allows(move):
            from litfour.rules.reasons import why_not
            raise IllegalMove(why_not(self, move))
        self.moves.append(move)
        self.changes = []
        self._apply(move)

    def _apply(self, column):
        """Changes everything but `moves`; the move is legal."""
        seat = self.turn
        self._drop(column, seat)
        self._next()
        self._judge(seat)

    def _next(self):
        self.turn = self.turn % self.variant.seats + 1

    def has_line(self, seat):
        return geometry.has_line(self.boards[seat], self.variant.rows, self.variant.connect)

    def _judge(self, seat):
        """The result after a disc of `seat` has landed."""
        if self.has_line(seat):
            self.result = 3 - seat if self.variant.kind == AVOID else seat
        elif not self.room:
            self.result = DRAW

    def undo(self):
        """Takes the last move back and returns it. ValueError when there is none."""
        if not self.moves:
            raise ValueError("there is no move to take back")
        move = self.moves.pop()
        self.result = ONGOING
        self.changes = []
        self._revert(move)
        return move

    def _revert(self, column):
        """Takes back what _apply did, the result apart; `moves` is already shorter."""
        self.turn = (self.turn - 2) % self.variant.seats + 1
        self._lift(column)

    def cell(self, column, row):
        """The seat whose disc lies there, 0 for none; both counted from 0 at the bottom left."""
        return self.cells[column * self.variant.rows + row]

    def winning_cells(self):
        """(column, row) from 0 of every disc in a line that ended the game, column by column; empty without one.

        The lines are the winner's; where completing one loses, the loser's."""
        if self.result in (ONGOING, DRAW):
            return []
        variant = self.variant
        seat = 3 - self.result if variant.kind == AVOID else self.result
        line = geometry.line_cells(self.boards[seat], variant.rows, variant.connect)
        return [(column, row) for column in range(variant.columns) for row in range(variant.rows)
                if line & geometry.bit(column, row, variant.rows)]

    def key(self):
        """An int that differs between any two positions of one variant with the same first seat and rule."""
        key = self.boards[1]
        for column in range(self.variant.columns):
            key += (1 << self.heights[column]) << (column * (self.variant.rows + 1))
        return key
