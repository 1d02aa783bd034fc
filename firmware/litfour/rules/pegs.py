"""Four in a row in three dimensions: discs on the pegs of a 4 x 4 base, four high.

Peg = x + 4 * y, cell = (peg, layer), all from 0. A line of four spans the cube: along each axis it stays, climbs or
descends, so that a cell's place in the line (0 .. 3) follows from each axis that does not stay.
"""

from litfour.rules.position import DRAW, ONGOING, Position

SIDE = 4


def lines_through(peg, layer):
    """The lines that a cell is in, each a tuple of four (peg, layer) pairs, and its place in each."""
    x, y = peg % SIDE, peg // SIDE
    found = []
    for dx in (0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                if (dx, dy, dz) > (0, 0, 0):            # one of each two opposite directions
                    place = x if dx else _place(y, dy) if dy else layer
                    if (not dy or _place(y, dy) == place) and (not dz or _place(layer, dz) == place):
                        found.append((place, tuple((peg + (dx + SIDE * dy) * k, layer + dz * k)
                                                   for k in range(-place, SIDE - place))))
    return found


def _place(at, step):
    return at if step > 0 else SIDE - 1 - at


class Pegs(Position):
    """Moves: the peg. The lines are those of the cube; otherwise a drop game of 16 columns."""

    def _own_lines(self, seat):
        """Cells of the lines of `seat` through the disc that lies where the last move ended."""
        peg = self.moves[-1]
        cells = set()
        for _, line in lines_through(peg, self.heights[peg] - 1):
            for each, layer in line:
                if self.cells[each * SIDE + layer] != seat:
                    break
            else:
                cells.update(line)
        return cells

    def has_line(self, seat):
        return bool(self._own_lines(seat))

    def winning_cells(self):
        """(peg, layer) of every disc in a winning line, peg by peg; empty without a winner."""
        return sorted(self._own_lines(self.result)) if self.result not in (ONGOING, DRAW) else []
