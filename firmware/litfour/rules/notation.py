"""Moves and boards as text: columns and rows from 1, separated by spaces.

One token a turn. Drop: the column, `4`. Pop: `4p`. Cell: `4.3` (column.row), or `swap`. Peg: `2.3` (x.y). A round of
simultaneous play: one choice a seat in seat order, `4/4/7`. Pop-10: `4p` kept, `4p2` returned to column 2. Power-up:
`4a` anvil, `4w5` wall and a disc in 5, `4x5` times two, `4b2` bomb that pops column 2; the second part is absent where
none was made. Where all tokens are single digits, spaces may be left out (`4453`).
"""

from litfour.rules.position import DRAW, ONGOING, POPPED, RETURNED, SWAPPED
from litfour.rules.variants import CELL, PEG, POP, POP10, POWER, ROUND

POWERS = " awxb"        # letters by the number of the power disc


class MoveError(ValueError):
    """A move in a text is unreadable or illegal. `at` is its number, from 1."""

    def __init__(self, at, why):
        super().__init__("move " + str(at) + ": " + why)
        self.at = at


def tokens(text):
    """The moves of a text, one token each: '4 4 5', '4,4,5' and '445' are the same."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and is_number(words[0]):
        return list(words[0])
    return words


def is_number(token):
    """True for plain digits without a leading zero ('0' itself is one)."""
    for character in token:
        if character not in "0123456789":
            return False
    return token == "0" or token[:1] not in ("", "0")


def replay(position, text):
    """Plays the moves of `text`. MoveError names the first that can't be played; those before it stay played."""
    for at, token in enumerate(tokens(text), 1):
        try:
            position.play(read_move(token, position.variant))
        except ValueError as error:             # IllegalMove is one too
            raise MoveError(at, str(error)) from None


# ---- text to moves

def read_move(token, variant):
    """The move that a token stands for, legal or not. ValueError: what can't be read, or which place is not there."""
    kind = variant.kind
    if kind == CELL and token == "swap":
        return SWAPPED
    if kind == CELL:
        column, row = _numbers(token, ".", 2, "cell (column.row)")
        return _place(column, variant.columns, "column") * variant.rows + _place(row, variant.rows, "row")
    if kind == PEG:
        x, y = _numbers(token, ".", 2, "peg (x.y)")
        return _place(x, 4, "x") + 4 * _place(y, 4, "y")
    if kind == ROUND:
        move = 0
        for k, number in enumerate(_numbers(token, "/", variant.seats, "round (one column a seat, as 4/4/7)")):
            move |= _place(number, variant.columns, "column") << 4 * k
        return move
    if kind in (POP, POP10) and "p" in token:
        return _read_pop(token, variant)
    if kind == POWER:
        for power in range(1, 5):
            if POWERS[power] in token:
                return _read_power(token, power, variant)
    return _column(token, token, variant)


def _column(text, token, variant):
    """A column from 0, out of its part of a token."""
    if not is_number(text):
        raise ValueError(repr(token) + " is no column" if variant.kind < CELL else repr(token) + " is no move: " + {
            POP: "4 drops, 4p pops", POP10: "4 fills, 4p keeps, 4p2 returns to column 2",
            POWER: "4 drops, 4a 4w5 4x5 4b2 are power discs"}[variant.kind])
    return _place(int(text), variant.columns, "column")


def _place(number, count, what):
    if not 1 <= number <= count:
        raise ValueError("there is no " + what + " " + str(number))
    return number - 1


def _numbers(token, separator, count, what):
    parts = token.split(separator)
    for part in parts:
        if len(parts) != count or not is_number(part):
            raise ValueError(repr(token) + " is no " + what)
    return [int(part) for part in parts]


def _read_pop(token, variant):
    first, _, second = token.partition("p")
    column = _column(first, token, variant)
    if not second:
        return POPPED + column
    if variant.kind == POP:
        raise ValueError(repr(token) + " is no move: 4 drops, 4p pops")
    return RETURNED + 8 * column + _column(second, token, variant)


def _read_power(token, power, variant):
    first, _, second = token.partition(POWERS[power])
    column = _column(first, token, variant)
    if not second:
        return column | power << 4
    return column | power << 4 | 1 + _column(second, token, variant) << 7


# ---- moves to text

def move_text(move, variant):
    """A move as its token."""
    kind = variant.kind
    if kind == CELL:
        return "swap" if move == SWAPPED else str(move // variant.rows + 1) + "." + str(move % variant.rows + 1)
    if kind == PEG:
        return str(move % 4 + 1) + "." + str(move // 4 + 1)
    if kind == ROUND:
        return "/".join(str((move >> 4 * k & 15) + 1) for k in range(variant.seats))
    if kind == POWER:
        text = str((move & 15) + 1)
        return text + POWERS[move >> 4 & 7].strip() + (str(move >> 7) if move >> 7 else "")
    if move >= RETURNED:
        return str((move - RETURNED) // 8 + 1) + "p" + str((move - RETURNED) % 8 + 1)
    return str(move - POPPED + 1) + "p" if move >= POPPED else str(move + 1)


def moves_text(position):
    """All moves of a position as text that replay() understands."""
    return " ".join(move_text(move, position.variant) for move in position.moves)


def board_rows(position):
    """The board from the top row down: '.' for an empty cell, else the seat.

    Of 3d the four layers from the lowest, each with y = 4 above, as lists of rows."""
    variant = position.variant
    if variant.kind == PEG:
        return [["".join(".123"[position.cell(x + 4 * y, z)] for x in range(4)) for y in range(3, -1, -1)]
                for z in range(variant.rows)]
    return ["".join(".123"[position.cell(column, row)] for column in range(variant.columns))
            for row in range(variant.rows - 1, -1, -1)]


def result_text(result):
    """None, '1', '2', '3' or 'draw'."""
    if result == ONGOING:
        return None
    return "draw" if result == DRAW else str(result)
