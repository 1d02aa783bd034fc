"""No gravity from the rules' text: any empty cell; with the setting, the second seat may swap colours after disc 1."""

from tests.rules.reference import Reference


class CellsReference(Reference):

    def __init__(self, first=1, swap=False):
        super().__init__(7, 6, 4, first)
        self.swap = swap
        self.turns = 0

    def legal(self):
        if self.result is not None:
            return []
        tokens = [str(column + 1) + "." + str(row + 1) for column in range(7) for row in range(6)
                  if self.grid[row][column] == 0]
        return tokens + ["swap"] if self.swap and self.turns == 1 else tokens

    def _play(self, token):
        seat = self.turn
        self.turns += 1
        self.turn = 3 - seat
        if token == "swap":
            for row in self.grid:
                for column in range(7):
                    row[column] = {0: 0, 1: 2, 2: 1}[row[column]]
            return
        column, row = [int(part) - 1 for part in token.split(".")]
        self.grid[row][column] = seat
        lines = self.through(column, row)
        if lines:
            self.end(seat, lines)
        elif self.full():
            self.end("draw")
