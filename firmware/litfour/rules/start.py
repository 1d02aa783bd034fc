"""The beginning of a game of any variant. Each family's class lies in a file of its own, loaded when it is played."""

from litfour.rules.position import Position
from litfour.rules.variants import AVOID, CELL, DROP, PEG, POP


def new_position(variant, first=1, rule=0, deal=0):
    """The position before the first move.

    first: the seat that starts. rule: index into variant.rules. deal: 0 .. 65535, which filling of all, where a game
    is shuffled; ignored elsewhere. ValueError for any other.
    """
    if not 0 <= rule < (len(variant.rules) or 1):
        raise ValueError("rule must be 0 .. " + str(len(variant.rules) - 1) if variant.rules else
                         variant.name + " has no rule to choose")
    if not 0 <= deal <= 65535:
        raise ValueError("deal must be 0 .. 65535")
    kind = variant.kind
    if kind in (DROP, AVOID):
        family = Position
    elif kind == POP:
        from litfour.rules.popout import PopOut as family
    elif kind == PEG:
        from litfour.rules.pegs import Pegs as family
    elif kind == CELL:
        from litfour.rules.cells import Cells as family
    else:
        raise ValueError(variant.name + " can't be played yet")
    return family(variant, first, rule, deal)
