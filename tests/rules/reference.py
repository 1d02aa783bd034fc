"""The drop games written from the rules' text with plain lists, to check the bitboards against. Slow and obvious."""


class ReferenceGame:
    """grid[row][column], row 0 at the bottom; 0 empty, else the seat."""

    def __init__(self, columns, rows, connect, prefilled=(), a_line_loses=False):
        self.columns, self.rows, self.connect = columns, rows, connect
        self.a_line_loses = a_line_loses
        self.grid = [[0] * columns for _ in range(rows)]
        for column, discs in prefilled:
            for row, seat in enumerate(discs):
                self.grid[row][column] = int(seat)
        self.turn = 1
        self.result = None          # None, 1, 2 or "draw"
        self.winning = []

    def legal(self):
        if self.result is not None:
            return []
        return [column for column in range(self.columns) if self.grid[self.rows - 1][column] == 0]

    def play(self, column):
        row = 0
        while self.grid[row][column] != 0:
            row += 1
        self.grid[row][column] = self.turn
        self.winning = self.lines(column, row)
        if self.winning:
            self.result = 3 - self.turn if self.a_line_loses else self.turn
        elif all(self.grid[self.rows - 1]):
            self.result = "draw"
        self.turn = 3 - self.turn

    def lines(self, column, row):
        """All cells of lines through the disc just dropped, sorted."""
        seat = self.grid[row][column]
        cells = set()
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(column, row)]
            for sign in (1, -1):
                x, y = column + sign * right, row + sign * up
                while 0 <= x < self.columns and 0 <= y < self.rows and self.grid[y][x] == seat:
                    line.append((x, y))
                    x, y = x + sign * right, y + sign * up
            if len(line) >= self.connect:
                cells.update(line)
        return sorted(cells)
