"""The drop games from the rules' text: own line wins (in avoid four it loses), a full board is a draw."""

from tests.rules.reference import Reference


class DropReference(Reference):
    """sliders: None, or the colour at the bottom of the left column; it alternates upwards, the right column has the
    other colour in each row, and nobody drops there."""

    def __init__(self, columns, rows, connect, first=1, sliders=None, a_line_loses=False):
        super().__init__(columns, rows, connect, first)
        self.a_line_loses = a_line_loses
        if sliders:
            for row in range(rows):
                self.grid[row][0] = sliders if row % 2 == 0 else 3 - sliders
                self.grid[row][columns - 1] = 3 - self.grid[row][0]

    def legal(self):
        return [str(column + 1) for column in self.open_columns()] if self.result is None else []

    def _play(self, token):
        column = int(token) - 1
        lines = self.through(column, self.drop(column, self.turn))
        if lines:
            self.end(3 - self.turn if self.a_line_loses else self.turn, lines)
        elif self.full():
            self.end("draw")
        self.turn = 3 - self.turn
