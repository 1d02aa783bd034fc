"""What a game needs besides the common parts: its hand and its pictures, loaded when the game is chosen."""

from litfour.app.hands import DropHand
from litfour.app.ondemand import forget
from litfour.rules.variants import AVOID, CELL, DROP, PEG, POP, POP10, ROUND

_MODULES = ("app.aim", "app.pops", "app.tens", "app.tools", "app.secret", "view.effects", "rules.cells", "rules.pegs",
            "rules.popout", "rules.pop10", "rules.powerup", "rules.rounds")


def make_hand(kind):
    """The hand for games of a kind."""
    if kind in (DROP, AVOID):
        return DropHand()
    if kind in (CELL, PEG):
        from litfour.app import aim
        return aim.CellHand() if kind == CELL else aim.PegHand()
    if kind == POP:
        from litfour.app.pops import PopHand
        return PopHand()
    if kind == POP10:
        from litfour.app.tens import TenHand
        return TenHand()
    if kind == ROUND:
        from litfour.app.secret import SecretHand
        return SecretHand()
    from litfour.app.tools import PowerHand
    return PowerHand()


def effects(kind):
    """The module of the pictures that a kind needs, None for plain drops."""
    if kind in (DROP, AVOID):
        return None
    from litfour.view import effects as module
    return module


def forget_all():
    """Lets the parts of all games go; those of the next one are loaded afterwards."""
    for name in _MODULES:
        forget("litfour." + name)
