"""Positions for the solver's tests."""

import random

from host_tools.solver.twin import line
from litfour.engine.solver import BOTTOM_A, BOTTOM_B, CELLS_A, CELLS_B

BOTTOM = BOTTOM_A | BOTTOM_B << 28
CELLS = CELLS_A | CELLS_B << 28


def random_game(rng, plies):
    """0-based columns of a random game of that many plies without a winner (or shorter if there is no way on)."""
    discs, everyone, moves = [0, 0], 0, []
    while len(moves) < plies:
        can = everyone + BOTTOM & CELLS
        open_columns = []
        for column in range(7):
            cell = can & 127 << 7 * column
            if cell and not line(discs[len(moves) & 1] | cell):
                open_columns.append((column, cell))
        if not open_columns:
            break
        column, cell = rng.choice(open_columns)
        discs[len(moves) & 1] |= cell
        everyone |= cell
        moves.append(column)
    return bytes(moves)


def random_games(count, seed, low, high):
    """`count` games of low to high plies."""
    rng = random.Random(seed)
    return [random_game(rng, rng.randint(low, high)) for _ in range(count)]
