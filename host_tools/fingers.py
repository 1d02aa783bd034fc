"""How a person's fingers make a move on the lit board: the gestures of docs/variants.md as presses."""

from litfour.ports import MENU
from litfour.rules.position import POPPED, RETURNED, SWAPPED
from litfour.rules.variants import CELL, PEG, POP, POP10, POWER, ROUND

PRESS_MS = 60
HOLD_MS = 800


def presses(position, move, left=0):
    """[(source, ms)] of the buttons that make a legal move (its code, see rules/position), one after the other, from a
    hand that has nothing begun. left: the panel column of the game's first one."""
    kind = position.variant.kind
    make = {POP: _pop, CELL: _cell, PEG: _peg, POP10: _ten, POWER: _power, ROUND: _round}.get(kind)
    if make is None:
        return [(left + move, PRESS_MS)]
    return [(source if source == MENU else left + source, ms) for source, ms in make(position, move)]


def _short(*sources):
    return [(source, PRESS_MS) for source in sources]


def _pop(_position, move):
    return [(move - POPPED, HOLD_MS)] if move >= POPPED else _short(move)


def _cell(position, move):
    if move == SWAPPED:
        return _short(MENU, MENU)
    rows = position.variant.rows
    free = [cell for cell in position.legal() if cell != SWAPPED and cell // rows == move // rows]
    return _short(*[move // rows] * (free.index(move) + 1), MENU)


def _peg(position, move):
    free = [peg for peg in position.legal() if peg & 3 == move & 3]
    return _short(*[move & 3] * (free.index(move) + 1), MENU)


def _ten(_position, move):
    if move >= RETURNED:
        return _short(*divmod(move - RETURNED, 8))
    return _short(move - POPPED if move >= POPPED else move)


def _power(position, move):
    """MENU goes through the tools that are left, the anvil first."""
    tool, second = move >> 4 & 7, move >> 7
    taps = bin(position.powers[position.turn] & (1 << tool) - 1).count("1")
    return _short(*[MENU] * taps, move & 15, *[second - 1] * (second > 0))


def _round(position, move):
    """The seats choose one after the other; each locks."""
    return _short(*[source for seat in range(position.variant.seats) for source in (move >> 4 * seat & 15, MENU)])
