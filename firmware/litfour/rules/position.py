"""A position of any drop game: play, undo, result, winning cells. Boards are ints in the layout of geometry.py."""

from litfour.rules import geometry

ONGOING = 0
DRAW = 4         # results 1..3 are the winning seat


class IllegalMove(ValueError):
    """The move breaks a rule; the message says which. The position is unchanged."""


class Position:
    """`turn` is the seat to move (1 ..), `moves` the columns played (from 0), `result` ONGOING, a seat or DRAW."""

    def __init__(self, variant, first=1):
        if not 1 <= first <= variant.seats:
            raise ValueError("first seat must be 1 .. " + str(variant.seats))
        self.variant = variant
        self.first = first
        self.turn = first
        self.result = ONGOING
        self.moves = []
        self.boards = [0] * (variant.seats + 1)      # by seat; index 0 is unused
        self.cells = bytearray(variant.columns * variant.rows)   # seat or 0, [column * rows + row]: for the view
        self.heights = [0] * variant.columns         # discs in each column
        self.room = variant.columns * variant.rows   # empty cells
        for column, discs in variant.prefilled:
            for seat in discs:
                self._put(column, int(seat))

    def _put(self, column, seat):
        row = self.heights[column]
        self.boards[seat] |= geometry.bit(column, row, self.variant.rows)
        self.cells[column * self.variant.rows + row] = seat
        self.heights[column] = row + 1
        self.room -= 1

    def why_not(self, column):
        """None where a disc may be dropped into `column`, else the reason as text."""
        if self.result != ONGOING:
            return "the game is over"
        if not 0 <= column < self.variant.columns:
            return "there is no column " + str(column + 1)
        if self.heights[column] >= self.variant.rows:
            for prefilled, _ in self.variant.prefilled:
                if prefilled == column:
                    return "column " + str(column + 1) + " is filled from the start"
            return "column " + str(column + 1) + " is full"
        return None

    def legal(self):
        """Columns where a disc may be dropped, from the left; none once the game is over."""
        if self.result != ONGOING:
            return []
        return [column for column in range(self.variant.columns) if self.heights[column] < self.variant.rows]

    def play(self, column):
        """Drops a disc of the seat to move. IllegalMove where that is against the rules."""
        reason = self.why_not(column)
        if reason:
            raise IllegalMove(reason)
        seat = self.turn
        self._put(column, seat)
        self.moves.append(column)
        self.turn = seat % self.variant.seats + 1
        if geometry.has_line(self.boards[seat], self.variant.rows, self.variant.connect):
            self.result = seat
        elif not self.room:
            self.result = DRAW

    def undo(self):
        """Takes the last move back and returns its column. ValueError when there is none."""
        if not self.moves:
            raise ValueError("there is no move to take back")
        column = self.moves.pop()
        self.turn = (self.turn - 2) % self.variant.seats + 1
        row = self.heights[column] - 1
        self.heights[column] = row
        self.boards[self.turn] ^= geometry.bit(column, row, self.variant.rows)
        self.cells[column * self.variant.rows + row] = 0
        self.room += 1
        self.result = ONGOING
        return column

    def cell(self, column, row):
        """The seat whose disc lies there, 0 for none; both counted from 0 at the bottom left."""
        return self.cells[column * self.variant.rows + row]

    def winning_cells(self):
        """(column, row) from 0 of every disc in a winning line, column by column; empty without a winner."""
        if self.result in (ONGOING, DRAW):
            return []
        variant = self.variant
        line = geometry.line_cells(self.boards[self.result], variant.rows, variant.connect)
        return [(column, row) for column in range(variant.columns) for row in range(variant.rows)
                if line & geometry.bit(column, row, variant.rows)]

    def key(self):
        """An int that differs between any two positions of one variant with the same first seat."""
        key = self.boards[1]
        for column in range(self.variant.columns):
            key += (1 << self.heights[column]) << (column * (self.variant.rows + 1))
        return key
