"""A game as one line of text, to copy and to paste: "standard: 4 4 5", "popout rule=opponent first=2: 4 4p 5".

Before the colon stand the game's name and what differs from the usual: rule, first (the seat that starts), deal (the
filling of a shuffled pop-10), ahead (the seats that have a disc as a head start). Moves are those of rules/notation.
Without a colon the moves are of the game that is on the board now. Runs on MicroPython too.
"""

from litfour.app.session import Session
from litfour.app.settings import GAME_FIELDS, HEAD_START, NO_HELP
from litfour.rules.match import Match
from litfour.rules.notation import MoveError, is_number, moves_text, read_move, tokens
from litfour.rules.position import ONGOING
from litfour.rules.variants import DROP, POP10, VARIANTS, fits, variant_named

LONGEST = 5000          # characters: longer than any game
_NAMES = ("rule", "first", "deal", "ahead")


def text_of(session):
    """The game of a session, up to the position on the board, as text for session_of()."""
    position, settings = session.position, session.settings
    variant = VARIANTS[settings.variant]
    words = [variant.name]
    if position.rule:
        words.append("rule=" + variant.rules[position.rule])
    if position.first != 1:
        words.append("first=" + str(position.first))
    if variant.kind == POP10 and position.rule:
        words.append("deal=" + str(position.deal))
    seats = [str(seat) for seat in range(1, variant.seats + 1) if settings.help_of(seat) == HEAD_START]
    if seats and _may_have_ahead(variant):
        words.append("ahead=" + "".join(seats))
    return (" ".join(words) + ": " + moves_text(position)).strip()


def session_of(text, now, panel, deal):
    """A Session in which the moves of `text` were played, seats and all else set as in the session `now`. deal: for a
    game whose text has none. ValueError says what is wrong, MoveError in which move.

    A game that is over is laid one move before its end, which can be played forward."""
    if len(text) > LONGEST:
        raise ValueError("this is too long for a game")
    head, colon, moves = text.partition(":")
    if not colon:
        head, moves = text_of(now).partition(":")[0], text
    settings, first, deal = _set_up(head.lower().split(), now.settings.copy(), panel, deal)
    variant = VARIANTS[settings.variant]
    found = tokens(moves.lower())
    if not found:
        raise ValueError("there is no move in it: write for instance 4 4 5")
    session = Session(settings, Match(variant.seats, first, 0, settings.people), deal)
    for at, token in enumerate(found, 1):
        try:
            session.play(read_move(token, variant))
        except ValueError as error:             # IllegalMove is one too
            raise MoveError(at, str(error)) from None
    if session.position.result != ONGOING:
        session.back()
    return session


def records(session, settings):
    """(name, data) to save so that the board offers `session` as after a power cut. settings: the board's, which take
    the game over."""
    settings = settings.copy()
    settings.take(session.settings, GAME_FIELDS)
    found = [("settings", settings.pack())]
    if session.more():
        found.append(("more", session.more()))
    return found + [("session", session.pack())]


def _set_up(words, settings, panel, deal):
    """(settings, first seat, deal) of what stands before the colon. Changes the settings that are given."""
    if not words:
        raise ValueError("before the colon must stand the name of a game")
    variant = variant_named(words[0])
    if not fits(variant, panel):
        raise ValueError(variant.name + " needs " + str(variant.width) + " x " + str(variant.height)
                         + " cells, this panel has " + panel.name)
    settings.variant = VARIANTS.index(variant)
    settings.settle()
    for seat in range(1, variant.seats + 1):
        if settings.help_of(seat) == HEAD_START:
            _help(settings, seat, NO_HELP)
    first = 1
    for word in words[1:]:
        name, _, value = word.partition("=")
        if name not in _NAMES:
            raise ValueError(repr(word) + " is none of rule=, first=, deal=, ahead=")
        if name == "rule":
            settings.rule = _rule(variant, value)
        elif name == "first":
            first = _number(word, value, 1, variant.seats)
        elif name == "deal":
            deal = _number(word, value, 0, 65535)
        else:
            for seat in _seats_ahead(variant, word, value):
                _help(settings, seat, HEAD_START)
    return settings, first, deal


def _rule(variant, name):
    if name not in variant.rules:
        raise ValueError(variant.name + (" has the rules " + ", ".join(variant.rules) if variant.rules else
                                         " has no rules to choose from"))
    return variant.rules.index(name)


def _number(word, value, least, most):
    if not is_number(value) or not least <= int(value) <= most:
        raise ValueError(repr(word) + ": must be " + str(least) + " .. " + str(most))
    return int(value)


def _may_have_ahead(variant):
    return variant.kind == DROP and not variant.prefilled


def _seats_ahead(variant, word, value):
    if not _may_have_ahead(variant):
        raise ValueError(variant.name + " has no disc ahead")
    return [_number(word, digit, 1, variant.seats) for digit in value]


def _help(settings, seat, value):
    settings.help = settings.help & ~(3 << 2 * seat - 2) | value << 2 * seat - 2
