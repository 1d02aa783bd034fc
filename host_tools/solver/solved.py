"""The public sets of positions with known values (tests/data/solved), and held against the solver."""

import gzip
from pathlib import Path

from host_tools.solver import native

SETS = ("L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3")
EIGHT_PLIES = "positions_8ply.data.gz"
_VALUES = {"win": 1, "draw": 0, "loss": -1}


def read_set(folder, name):
    """[(0-based columns, score for the side to move)] of one L*_R* set."""
    lines = (Path(folder) / f"{name}.txt").read_text().splitlines()
    return [(bytes(int(c) - 1 for c in moves), int(score)) for moves, score in map(str.split, lines)]


def read_eight_plies(folder):
    """[(canonical key, value for the first player, who is to move)] of all positions of 8 plies."""
    with gzip.open(Path(folder) / EIGHT_PLIES, "rt") as lines:
        return [_eight(line.strip().split(",")) for line in lines if line.strip()]


def _eight(fields):
    key = 0
    for column in range(7):
        discs = [cell for cell in fields[6 * column:6 * column + 6] if cell != "b"]
        code = sum(1 << row for row, owner in enumerate(discs) if owner == "x") | 1 << len(discs)
        key |= code << 7 * column
    return min(key, native.mirrored(key)), _VALUES[fields[42]]


def sign(score):
    """1, 0 or -1."""
    return (score > 0) - (score < 0)
