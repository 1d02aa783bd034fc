"""All lines of a board. Needed where a search lays its tables out, and not in memory afterwards."""

from litfour.rules.variants import PEG


def lines_of(variant):
    """Every line of exactly `connect` cells of a variant's own grid, each a tuple of (column, row) pairs; of 3d of
    (peg, layer) pairs, see pegs.py."""
    return peg_lines() if variant.kind == PEG else all_lines(variant.columns, variant.rows, variant.connect)


def all_lines(columns, rows, connect):
    """The same for any size of board."""
    lines = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_column, end_row = column + right * (connect - 1), row + up * (connect - 1)
                if end_column < columns and 0 <= end_row < rows:
                    lines.append(tuple((column + right * k, row + up * k) for k in range(connect)))
    return lines


def peg_lines():
    """All 76 lines of the cube: along each axis a line stays, climbs from 0 to 3, or descends."""
    lines = []
    for number in range(14, 27):                        # one of each two opposite directions
        steps = number // 9 - 1, number // 3 % 3 - 1, number % 3 - 1
        starts = [(0,) if step > 0 else (3,) if step else (0, 1, 2, 3) for step in steps]
        dx, dy, dz = steps
        for x in starts[0]:
            for y in starts[1]:
                for z in starts[2]:
                    lines.append(tuple((x + dx * k + 4 * (y + dy * k), z + dz * k) for k in range(4)))
    return lines
