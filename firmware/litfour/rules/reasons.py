"""Why a move is against the rules, in words. Loaded for that alone: the board's hands offer legal moves only."""

from litfour.rules.position import ONGOING, POPPED, RETURNED, SWAPPED
from litfour.rules.variants import CELL, PEG, POP, POP10, POWER, ROUND

_POWERS = ("plain disc", "anvil", "wall", "times two", "bomb")
_ANVIL, _BOMB = 1, 4


def why_not(position, move):
    """None where `move` may be played, else the reason as text."""
    if position.allows(move):
        return None
    if position.result != ONGOING:
        return "the game is over"
    kind = position.variant.kind
    if kind == CELL:
        return _cell(position, move)
    if kind == PEG:
        return _peg(position, move)
    if kind == ROUND:
        return _round(position, move)
    if kind == POP10:
        return _pop_ten(position, move)
    if kind == POWER:
        return _power_up(position, move & 15, move >> 4 & 7, move >> 7)
    if kind == POP and move >= POPPED:
        column = move - POPPED
        if _is_filled(position, column):
            return "the discs of column " + str(column + 1) + " lie there from the start and are never popped"
        return _pop(position, column)
    return _drop(position, move)


def _is_filled(position, column):
    return column in [filled for filled, _ in position.variant.prefilled]


def _drop(position, column):
    if not 0 <= column < position.variant.columns:
        return "there is no column " + str(column + 1)
    if position.heights[column] < position.variant.rows:
        return None
    return "column " + str(column + 1) + (" is filled from the start" if _is_filled(position, column) else " is full")


def _pop(position, column):
    """None where the bottom disc of `column` is one of the seat to move."""
    if not 0 <= column < position.variant.columns:
        return "there is no column " + str(column + 1)
    bottom = position.cell(column, 0)
    if not bottom:
        return "column " + str(column + 1) + " is empty, nothing to pop"
    if bottom != position.turn:
        return "the bottom disc of column " + str(column + 1) + " is seat " + str(bottom) + "'s"
    return None


def _cell(position, move):
    if move == SWAPPED:
        if not position.rule:
            return "colours are not swapped in this game"
        return "colours may be swapped in place of the second disc only"
    if not 0 <= move < len(position.cells):
        return "there is no such cell"
    column, row = divmod(move, position.variant.rows)
    return "cell " + str(column + 1) + "." + str(row + 1) + " is taken"


def _peg(position, move):
    peg = str(move % 4 + 1) + "." + str(move // 4 + 1)
    return "peg " + peg + " is full" if 0 <= move < position.variant.columns else "there is no peg " + peg


def _round(position, move):
    for seat in range(1, position.variant.seats + 1):
        reason = _drop(position, move >> 4 * (seat - 1) & 15)
        if reason:
            return "seat " + str(seat) + ": " + reason
    return "there is no such round"


def _pop_ten(position, move):
    if position.filling:
        if move >= POPPED:
            return "no pops before the board is full"
        return _drop(position, move) or "column " + str(move + 1) + " has its disc in this row already"
    if move < POPPED:
        return "the board has been filled: a turn is a pop now"
    column, to = (move - POPPED, -1) if move < RETURNED else divmod(move - RETURNED, 8)
    text = "the disc of column " + str(column + 1)
    reason = _pop(position, column)
    if reason:
        return reason
    if to < 0:
        return text + " is in no line: it is returned to a column"
    if POPPED + column in position.legal():
        return text + " is in a line: it is kept"
    if to == column:
        return "a disc is not returned to its own column while another has room"
    return _drop(position, to)


def _power_up(position, column, power, second):
    reason = _drop(position, column)
    if reason:
        return reason
    if power > _BOMB:
        return "there is no such power disc"
    name = _POWERS[power]
    if power and not position.powers[position.turn] >> power - 1 & 1:
        return "seat " + str(position.turn) + " has used its " + name + " already"
    if not position.seconds(column, power):
        return "the " + name + " has no second part here"
    if not second:
        return "the " + name + " has a second part: the column of the disc " + (
            "that it pops" if power == _BOMB else "that follows")
    return _power_up_second(position, column, power, second - 1)


def _power_up_second(position, column, power, second):
    text = "column " + str(second + 1)
    if second >= position.variant.columns:
        return "there is no " + text
    if power == _BOMB:
        return "the bottom disc of " + text + " is not the opponent's: a bomb can't pop it"
    if position.heights[second] + (second == column) >= position.variant.rows:
        return text + " is full"
    return "a disc in " + text + " would make a line: not after a wall"
