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
