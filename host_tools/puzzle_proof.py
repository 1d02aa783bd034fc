"""The board's proof of forced wins (firmware/litfour/app/proof.py), with a memory and some more questions."""

from litfour.app import proof
from litfour.app.proof import BOTTOM, CELLS, COLUMN, playable, sensible, winning

__all__ = ["BOTTOM", "CELLS", "Prover", "cell_in", "cells_of", "each", "playable", "sensible", "winning"]


def cells_of(moves):
    """(mine, everyone) after these 0-based columns. ValueError: a full column, or a game that went on after its end."""
    sides, everyone = [0, 0], 0
    for ply, column in enumerate(moves):
        cell = cell_in(everyone, column) if 0 <= column < 7 else 0
        if not cell:
            raise ValueError(f"move {ply + 1}: column {column + 1} is full or not on the board")
        won = winning(sides[ply & 1], everyone) & cell
        if won and ply + 1 < len(moves):
            raise ValueError(f"move {ply + 1} ends the game, and it goes on")
        sides[ply & 1] |= cell
        everyone |= cell
    return sides[len(moves) & 1], everyone


def cell_in(everyone, column):
    """Where a disc dropped into this column comes to lie; 0 if the column is full."""
    return playable(everyone) & COLUMN << 7 * column


def each(cells):
    """The cells one by one."""
    while cells:
        cell = cells & -cells
        cells ^= cell
        yield cell


class Prover(proof.Prover):
    """Keeps what it has proved, for as long as it lives."""

    def __init__(self):
        self._known = {}

    def _lost(self, mine, everyone, n):
        key = (mine, everyone, n)
        if key not in self._known:
            self._known[key] = super()._lost(mine, everyone, n)
        return self._known[key]

    def distance(self, mine, everyone, most):
        """In how many own moves the side to move wins, 0 if not in `most`."""
        for n in range(1, most + 1):
            if self.wins(mine, everyone, n):
                return n
        return 0

    def resistance(self, mine, everyone, most):
        """In how many moves of the other side the side to move loses, 0 if not in `most`."""
        for n in range(1, most + 1):
            if self.loses(mine, everyone, n):
                return n
        return 0
