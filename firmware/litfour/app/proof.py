"""Forced wins in few own moves on the standard board, by trying everything: exact, and quick enough for up to four.

Boards are ints as in rules/geometry.py: `mine` are the discs of the side to move, `everyone` all discs. A win "in n"
means with the n-th own move from here or an earlier one, whatever the other side does. Only moves that cannot matter
are left out: a winning cell of the other side must be blocked, and nobody plays below one.
"""

BOTTOM = 0x40810204081
CELLS = BOTTOM * 63
COLUMN = 127
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


def winning(discs, everyone):
    """The empty cells that complete four of these discs, reachable or not."""
    found = discs << 1 & discs << 2 & discs << 3
    for step in (6, 7, 8):
        one, two = discs & discs << step, discs & discs >> step
        found |= one << step & (discs << 3 * step | discs >> step)
        found |= two >> step & (discs >> 3 * step | discs << step)
    return found & CELLS & ~everyone


def playable(everyone):
    """Where the next disc of each column that is not full comes to lie."""
    return everyone + BOTTOM & CELLS


def sensible(theirs, everyone, can):
    """The moves among `can` after which the other side does not win at once."""
    threats = winning(theirs, everyone)
    must = can & threats
    if must & must - 1:
        return 0
    return (must or can) & ~(threats >> 1)


class Prover:
    """Questions about a position whose game goes on."""

    def wins(self, mine, everyone, n):
        """Does the side to move win in n?"""
        return winning(mine, everyone) & playable(everyone) != 0 or self._forces(mine, everyone, n)

    def loses(self, mine, everyone, n):
        """Does the side to move lose, whatever it does, to a win in n of the other side?"""
        return not winning(mine, everyone) & playable(everyone) and self._lost(mine, everyone, n)

    def keys(self, mine, everyone, n):
        """The columns whose move wins in n, itself counted; the central ones first."""
        can, theirs, found = playable(everyone), everyone ^ mine, []
        wins = can & winning(mine, everyone)
        others = sensible(theirs, everyone, can) if n > 1 else 0
        for column in CENTRE_FIRST:
            cell = can & COLUMN << 7 * column
            if cell & wins or cell & others and self._lost(theirs, everyone | cell, n - 1):
                found.append(column)
        return found

    def _forces(self, mine, everyone, n):
        """Does the side to move, which has no win at once, win in n?"""
        if n <= 1:
            return False
        theirs = everyone ^ mine
        moves = sensible(theirs, everyone, playable(everyone))
        while moves:
            cell = moves & -moves
            if self._lost(theirs, everyone | cell, n - 1):
                return True
            moves ^= cell
        return False

    def _lost(self, mine, everyone, n):
        """As loses(), of a side that has no win at once."""
        can, theirs = playable(everyone), everyone ^ mine
        threats = winning(theirs, everyone)
        must = can & threats
        if must & must - 1:
            return True
        if not can:
            return False
        moves = (must or can) & ~(threats >> 1)         # below a winning cell the other side wins at once
        while moves:
            cell = moves & -moves
            if not self._forces(theirs, everyone | cell, n):
                return False
            moves ^= cell
        return True

    def defences(self, mine, everyone, n, lost=False):
        """The columns of the side to move that hold out longest against a win in n of the other side; [] where there is
        no such win. lost: it is known that there is one. The central columns come first."""
        theirs = everyone ^ mine
        if not lost and not self.loses(mine, everyone, n):
            return []
        can = playable(everyone)
        moves = can & winning(theirs, everyone) or can
        columns = [column for column in CENTRE_FIRST if moves >> 7 * column & COLUMN]
        while n > 1 and len(columns) > 1:
            n -= 1
            longer = [column for column in columns
                      if not self.wins(theirs, everyone | can & COLUMN << 7 * column, n)]
            if longer:
                return longer
        return columns
