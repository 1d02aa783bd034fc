"""What the reference games share. They are written from the rules' text with plain lists, to check the real ones
against: slow and obvious. Moves are tokens of the notation, and taking back is a copy of what was."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def clone(value):
    """A copy of a number, a list, or a list of lists."""
    if not isinstance(value, list):
        return value
    return [item[:] if isinstance(item, list) else item for item in value]


class Reference:
    """grid[row][column], row 0 at the bottom; 0 empty, else the seat. result: None, 1, 2, 3 or "draw".
    winning: the cells (column, row) of all winning lines, sorted."""

    def __init__(self, columns, rows, connect, first=1):
        self.columns, self.rows, self.connect = columns, rows, connect
        self.grid = [[0] * columns for _ in range(rows)]
        self.first = self.turn = first
        self.result = None
        self.winning = []
        self._past = []

    # ---- the outward face

    def play(self, token):
        self._past.append([(name, clone(value)) for name, value in self.__dict__.items() if name != "_past"])
        self._play(token)

    def undo(self):
        for name, value in self._past.pop():
            setattr(self, name, value)

    def extra(self):
        """What else there is to compare, by the name of the attribute."""
        return {}

    def pick(self, chance):
        """A random legal token."""
        return chance.pick(self.legal())

    # ---- for the games

    def height(self, column):
        return len([row for row in self.grid if row[column]])

    def open_columns(self):
        return [column for column in range(self.columns) if self.height(column) < self.rows]

    def full(self):
        return not [row for row in self.grid if 0 in row]

    def drop(self, column, seat):
        """The row where the disc comes to lie."""
        row = self.height(column)
        self.grid[row][column] = seat
        return row

    def pop(self, column):
        """The bottom disc leaves, the column slides down one."""
        for row in range(self.rows - 1):
            self.grid[row][column] = self.grid[row + 1][column]
        self.grid[self.rows - 1][column] = 0

    def through(self, column, row):
        """All lines through a disc, each a list of cells."""
        seat = self.grid[row][column]
        lines = []
        for right, up in DIRECTIONS:
            line = [(column, row)]
            for sign in (1, -1):
                x, y = column + sign * right, row + sign * up
                while 0 <= x < self.columns and 0 <= y < self.rows and self.grid[y][x] == seat:
                    line.append((x, y))
                    x, y = x + sign * right, y + sign * up
            if len(line) >= self.connect:
                lines.append(line)
        return lines

    def through_column(self, column, seat):
        """All lines of a seat that go through some cell of a column."""
        own = [row for row in range(self.rows) if self.grid[row][column] == seat]
        return [line for row in own for line in self.through(column, row)]

    def end(self, result, lines=()):
        self.result = result
        self.winning = sorted({cell for line in lines for cell in line})
