"""The beginning of a game of any variant. Each family's class lies in a file of its own, loaded when it is played."""

from litfour.rules.position import Position
from litfour.rules.variants import CELL, PEG, POP, POP10, POWER, ROUND


def new_position(variant, first=1, rule=0, deal=0):
    """The position before the first move.

    first: the seat that starts. rule: index into variant.rules. deal: 0 .. 65535, which filling of all, where a game
    is shuffled; ignored elsewhere. ValueError for any other.
    """
    if not 0 <= rule < (len(variant.rules) or 1):
        raise ValueError("rule " + str(rule) + ": " + variant.name + " has " + str(len(variant.rules)))
    if not 0 <= deal <= 65535:
        raise ValueError("deal must be 0 .. 65535")
    return _family(variant.kind)(variant, first, rule, deal)


def _family(kind):
    """The class of a kind of game."""
    if kind == CELL:
        from litfour.rules.cells import Cells
        return Cells
    if kind == PEG:
        from litfour.rules.pegs import Pegs
        return Pegs
    if kind == POP:
        from litfour.rules.popout import PopOut
        return PopOut
    if kind == POP10:
        from litfour.rules.pop10 import PopTen
        return PopTen
    if kind == POWER:
        from litfour.rules.powerup import PowerUp
        return PowerUp
    if kind == ROUND:
        from litfour.rules.rounds import Rounds
        return Rounds
    return Position
