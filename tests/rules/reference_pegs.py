"""3-D from the rules' text: 4 x 4 pegs, 4 high, lines across, up and through all three dimensions."""

from tests.rules.reference import Reference


def cube_lines():
    """Every line once, as a sorted list of cells (x, y, z): from every cell four steps in every direction."""
    lines = []
    steps = (-1, 0, 1)
    for x in range(4):
        for y in range(4):
            for z in range(4):
                for dx in steps:
                    for dy in steps:
                        for dz in steps:
                            line = sorted((x + k * dx, y + k * dy, z + k * dz) for k in range(4))
                            inside = all(0 <= part < 4 for cell in line for part in cell)
                            if (dx, dy, dz) != (0, 0, 0) and inside and line not in lines:
                                lines.append(line)
    return lines


class PegsReference(Reference):
    """The grid is 16 columns of 4: column x + 4 * y. Cells of lines are given in it, as (column, z)."""

    all_lines = []

    def __init__(self, first=1):
        super().__init__(16, 4, 4, first)
        if not self.all_lines:
            self.all_lines.extend(cube_lines())

    def legal(self):
        if self.result is not None:
            return []
        return [str(column % 4 + 1) + "." + str(column // 4 + 1) for column in self.open_columns()]

    def _play(self, token):
        x, y = [int(part) - 1 for part in token.split(".")]
        seat = self.turn
        self.drop(x + 4 * y, seat)
        lines = []
        for line in self.all_lines:
            for x, y, z in line:
                if self.grid[z][x + 4 * y] != seat:
                    break
            else:
                lines.append([(x + 4 * y, z) for x, y, z in line])
        if lines:
            self.end(seat, lines)
        elif self.full():
            self.end("draw")
        self.turn = 3 - seat
