"""From the bytes on the flash back to settings and session. Whatever lies there, something sensible loads. Loaded when
the board starts, and dropped."""

from litfour.app import session as sessions
from litfour.app import settings as S
from litfour.engine.levels import LEVELS
from litfour.rules.match import Match
from litfour.rules.variants import VARIANTS, fits


def allows(settings, name, value):
    """True where a field of settings may have the value, given the variant."""
    variant = VARIANTS[settings.variant]
    if name == "starter":
        return 1 <= value <= variant.seats
    if name == "rule":
        return value < max(1, len(variant.rules))
    if name == "cpus":
        return value < 1 << variant.seats
    if name == "people":
        return value in (0, 3, 4) and (not value or variant.seats == 2)
    if name == "help":
        return value < 1 << 2 * variant.seats
    return value < {"variant": len(VARIANTS), "level": len(LEVELS) + 1, "clock": len(S.CLOCKS), "match": len(S.TARGETS),
                    "takeback": 2, "palette": 5, "texture": 2, "night": 2, "brightness": len(S.BRIGHTNESS)}.get(name, 3)


def load_settings(settings, data, panel):
    """Takes over what `data` (or None) says, field by field; returns the names of fields that were repaired."""
    if data is None:
        return ()
    if len(data) != 1 + len(S.FIELDS) or data[0] != S.VERSION:
        return S.FIELDS
    repaired = []
    for k, name in enumerate(S.FIELDS):
        value = data[k + 1]
        if allows(settings, name, value) and (name != "variant" or fits(VARIANTS[value], panel)):
            setattr(settings, name, value)
        else:
            repaired.append(name)
    return tuple(repaired)


def load_session(data, settings, more=None):
    """The session of `data` (and of `more`, for a very long game), with the game fields of `settings` set to its own.
    ValueError when it makes no sense."""
    if data is None or len(data) < sessions.HEAD or data[0] != sessions.VERSION:
        raise ValueError("no session of this version")
    own = settings.copy()
    for k, name in enumerate(S.GAME_FIELDS):
        if not allows(own, name, data[k + 1]):
            raise ValueError("a session with a " + name + " that is not there")
        setattr(own, name, data[k + 1])
    at = 1 + len(S.GAME_FIELDS)
    starter, first, seats, buddy, streak, undos = data[at:at + 6]
    if seats != VARIANTS[own.variant].seats or not 1 <= starter <= seats:
        raise ValueError("a session with a seat that is not there")
    if buddy > len(LEVELS) - 2 or not 126 < streak < 130:
        raise ValueError("a session with a buddy that is not there")
    numbers = [int.from_bytes(data[k:k + 2], "little") for k in range(at + 6, len(data) - 1, 2)]
    match = Match(seats, starter, 0, own.people)
    session = sessions.Session(own, match, numbers[0])
    session.position = session.fresh(first, numbers[0])
    session.buddy, session.streak = buddy, streak - 128
    session.before = (session.buddy, session.streak)
    session.undos = [0, undos & 3, undos >> 2 & 3, undos >> 4 & 3]
    start = sessions.HEAD + 2 * len(match.score)
    match.score = numbers[3:3 + len(match.score)]
    if own.people:
        order = list(data[start:start + own.people])
        if sorted(order) != list(range(1, own.people + 1)):
            raise ValueError("a session with a person that is not there")
        match.sitting, match.queue = [0] + order[:seats], order[seats:]
    _replay(session, data[start + own.people:], numbers[1], numbers[2], more)
    return session


def _replay(session, moves, played, taken_back, more):
    """Plays the moves of a journal: `played` that lie on the board, and those taken back. Of a game that is too long
    for one file the last move may be missing."""
    position = session.position
    size = position.MOVE_BYTES
    room = (sessions.SESSION_BYTES - sessions.HEAD - 2 * len(session.match.score) - session.settings.people) // size
    if len(moves) != size * min(room, played + taken_back):
        raise ValueError("a session of another length")
    if played > room:
        moves = moves + (more or b"")[:size * (played - room)]
    for k in range(0, len(moves), size):
        position.play(int.from_bytes(moves[k:k + size], "little"))          # IllegalMove is a ValueError
    for _ in range(taken_back):
        session.future.append(position.undo())


def lost(store, name, data):
    """True where nothing (`data` is None) could be loaded although there is something under that name."""
    return data is None and name in getattr(store, "damaged", "")


def load(store, panel):
    """(settings, session, names of what was broken) as the store has them; session None where there is none."""
    settings = S.Settings()
    data = store.load("settings")
    repaired = list(load_settings(settings, data, panel))
    if lost(store, "settings", data):
        repaired.append("settings")
    data = store.load("session")
    session = None
    if lost(store, "session", data):
        repaired.append("session")
    if data is not None:
        try:
            session = load_session(data, settings, store.load("more"))
        except (ValueError, IndexError):
            repaired.append("session")
    if session and not fits(session.position.variant, panel):
        session = None
    return settings, session, repaired
