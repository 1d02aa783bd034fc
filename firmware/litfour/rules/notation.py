"""Moves and boards as text: columns from 1, separated by spaces; where all are single digits spaces may be left out."""

from litfour.rules.position import DRAW, ONGOING, IllegalMove


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
        if not is_number(token):
            raise MoveError(at, repr(token) + " is no column")
        try:
            position.play(int(token) - 1)
        except IllegalMove as error:
            raise MoveError(at, str(error)) from None


def move_text(column):
    return str(column + 1)


def moves_text(moves):
    return " ".join(move_text(column) for column in moves)


def board_rows(position):
    """The board from the top row down: '.' for an empty cell, else the seat."""
    variant = position.variant
    return ["".join(".123"[position.cell(column, row)] for column in range(variant.columns))
            for row in range(variant.rows - 1, -1, -1)]


def result_text(result):
    """None, '1', '2', '3' or 'draw'."""
    if result == ONGOING:
        return None
    return "draw" if result == DRAW else str(result)
