"""The bit layout of every board, drawn once.

Each column has rows + 1 bits, bottom first; the topmost is a guard that stays 0, so that no line wraps into the next
column. Bit number of a cell: column * (rows + 1) + row, both from 0. For 7 columns and 6 rows:

     6 13 20 27 34 41 48    guard row
     5 12 19 26 33 40 47    row 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45         a worked board:  seat 1 at bits 21, 22 (column 4, rows 1 and 2),
     2  9 16 23 30 37 44                          seat 2 at bit 14 (column 3, row 1)
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42    row 1

A step of 1 goes up, rows + 1 goes right, rows + 2 goes up and right, rows goes down and right.
"""

from litfour.rules.variants import PEG


def directions(rows):
    """Bit steps of the four line directions: up, right, up right, down right."""
    return (1, rows + 1, rows + 2, rows)


def bit(column, row, rows):
    return 1 << (column * (rows + 1) + row)


def lines_through(board, step, connect):
    """The lowest bits of all lines of `connect` set bits in one direction."""
    starts = board
    for k in range(1, connect):
        starts &= board >> (k * step)
    return starts


def has_line(board, rows, connect):
    """True when `board` has `connect` or more bits in a row in any direction."""
    for step in directions(rows):
        if lines_through(board, step, connect):
            return True
    return False


def line_cells(board, rows, connect):
    """The set bits of `board` that lie in a line of `connect` or more, as a board."""
    cells = 0
    for step in directions(rows):
        starts = lines_through(board, step, connect)
        for k in range(connect):
            cells |= starts << (k * step)
    return cells


def all_lines(columns, rows, connect):
    """Every line of exactly `connect` cells, each a tuple of (column, row) pairs."""
    lines = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_column, end_row = column + right * (connect - 1), row + up * (connect - 1)
                if end_column < columns and 0 <= end_row < rows:
                    lines.append(tuple((column + right * k, row + up * k) for k in range(connect)))
    return lines


def lines_of(variant):
    """Every line of a variant's own grid, each a tuple of (column, row) pairs; of 3d (peg, layer) pairs."""
    if variant.kind == PEG:
        from litfour.rules.pegs import peg_lines
        return peg_lines()
    return all_lines(variant.columns, variant.rows, variant.connect)
