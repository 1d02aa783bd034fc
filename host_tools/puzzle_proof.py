"""Forced wins in few own moves, by trying everything: what a puzzle is held to, apart from the solver's scores.

Boards are ints of seven bits a column, the bottom cell first, as in rules/geometry.py; `mine` are the discs of the side
to move, `everyone` all discs. A win "in n" means with the n-th own move from here or an earlier one, whatever the other
side does. Only moves that cannot matter are left out: where the other side has a winning cell, it must be blocked, and
nobody plays below a cell that wins for the other side.
"""

BOTTOM = sum(1 << 7 * column for column in range(7))
CELLS = BOTTOM * 63


def cells_of(moves):
    """(mine, everyone) after these 0-based columns. ValueError: a full column, or a game that went on after its end."""
    sides, everyone = [0, 0], 0
    for ply, column in enumerate(moves):
        cell = (everyone + BOTTOM) & CELLS & 127 << 7 * column if 0 <= column < 7 else 0
        if not cell:
            raise ValueError(f"move {ply + 1}: column {column + 1} is full or not on the board")
        won = winning(sides[ply & 1], everyone) & cell
        if won and ply + 1 < len(moves):
            raise ValueError(f"move {ply + 1} ends the game, and it goes on")
        sides[ply & 1] |= cell
        everyone |= cell
    return sides[len(moves) & 1], everyone


def winning(discs, everyone):
    """The empty cells that complete four of these discs, reachable or not."""
    found = discs << 1 & discs << 2 & discs << 3
    for step in (6, 7, 8):
        down, down2, up, up2 = discs << step, discs << 2 * step, discs >> step, discs >> 2 * step
        found |= down & down2 & (discs << 3 * step | up) | up & up2 & (discs >> 3 * step | down)
    return found & CELLS & ~everyone


def playable(everyone):
    return everyone + BOTTOM & CELLS


def cell_in(everyone, column):
    """Where a disc dropped into this column comes to lie; 0 if the column is full."""
    return playable(everyone) & 127 << 7 * column


def each(cells):
    while cells:
        cell = cells & -cells
        cells ^= cell
        yield cell


class Prover:
    """Keeps what it has proved, for as long as it lives."""

    def __init__(self):
        self._known = {}

    def wins(self, mine, everyone, n):
        """Does the side to move win in n?"""
        can = playable(everyone)
        if winning(mine, everyone) & can:
            return True
        if n <= 1:
            return False
        return any(self.loses(everyone ^ mine, everyone | cell, n - 1)
                   for cell in each(self.sensible(everyone ^ mine, everyone, can)))

    @staticmethod
    def sensible(theirs, everyone, can):
        """The moves after which the other side does not win at once."""
        threats = winning(theirs, everyone)
        must = can & threats
        if must & must - 1:
            return 0
        return (must or can) & ~(threats >> 1)

    def loses(self, mine, everyone, n):
        """Does the side to move lose, whatever it does, to a win in n of the other side?"""
        key = (mine, everyone, n)
        if key not in self._known:
            self._known[key] = self._loses(mine, everyone, n)
        return self._known[key]

    def _loses(self, mine, everyone, n):
        can, theirs = playable(everyone), everyone ^ mine
        if not can or winning(mine, everyone) & can:
            return False
        threats = winning(theirs, everyone)
        must = can & threats
        if must & must - 1:
            return True
        if n == 1:                      # every reply must open a winning cell
            return not (must or can) & ~(threats >> 1)
        return all(self.wins(theirs, everyone | cell, n) for cell in each(must or can))

    def distance(self, mine, everyone, most):
        """In how many own moves the side to move wins, 0 if not in `most`."""
        return next((n for n in range(1, most + 1) if self.wins(mine, everyone, n)), 0)

    def resistance(self, mine, everyone, most):
        """In how many moves of the other side the side to move loses, 0 if not in `most`."""
        return next((n for n in range(1, most + 1) if self.loses(mine, everyone, n)), 0)

    def keys(self, mine, everyone, n):
        """The columns whose move wins in n."""
        return [column for column in range(7) if self.keeps(mine, everyone, column, n)]

    def keeps(self, mine, everyone, column, n):
        """Does this column's move win in n, itself counted?"""
        cell = cell_in(everyone, column)
        if not cell:
            return False
        if winning(mine, everyone) & cell:
            return n >= 1
        return n > 1 and self.loses(everyone ^ mine, everyone | cell, n - 1)
