"""Puzzles at the table: begin, judge, take back, the next one, leave. Functions of an App, as in seldom.py, in memory
only for the moment in which they are called."""

from litfour.app import app as A
from litfour.app.ondemand import forget


def start(app, level, now):
    """The next puzzle of a level (0 .. 2) is laid on the board; the game before it is set aside and stays the one on
    the flash. Refused where the board has no puzzles."""
    from litfour.app.puzzles import Puzzles
    counters = _counters(app)
    puzzle = (Puzzles(app.path) if app.path else Puzzles()).pick(counters[level], level)
    forget("litfour.app.puzzles")
    if not puzzle:
        if app.state == A.PAGE:
            app.go_on(now)
        app.refuse(-1, now)
        return
    _set_aside(app, puzzle)
    app.session.match.score = [puzzle.length, counters[level], 0]
    app.adopt(app.session)
    app.pending |= A.PREPARE
    app.go_on(now)


def _set_aside(app, puzzle):
    from litfour.app.puzzle import Defender
    app.player.cancel()
    app.pending &= ~(A.MOVE | A.SEARCH | A.REPLAY)
    puzzle.before = app.puzzle.before if app.puzzle else app.session
    app.player = Defender(app.player.player if app.puzzle else app.player, puzzle)
    app.puzzle = puzzle
    app.review = False
    app.session = puzzle.session(app.settings.copy())


def _show_left(app):
    """The score of a puzzle: how many of its level were solved, and between the seats the own moves that are left."""
    app.session.match.score[0] = app.puzzle.left(app.session.position)


def _counters(app):
    """How many puzzles of each level have been solved: the number of the next one."""
    data = app.store.load("puzzles")
    if data is None or len(data) != 6:
        data = bytes(6)
    return [int.from_bytes(data[k:k + 2], "little") for k in (0, 2, 4)]


def count(app, now):
    """After a move in a puzzle: a solved one counts at once, and an own move that gave the win away is told."""
    from litfour.app.puzzle import FAILED, SOLVED
    puzzle, position = app.puzzle, app.session.position
    state = puzzle.state(position)
    if state == SOLVED and not puzzle.counted:
        puzzle.counted = True
        counters = _counters(app)
        level = puzzle.length - 2
        counters[level] = (counters[level] + 1) & 0xFFFF
        app.session.match.score[1] = counters[level]
        told = app.store.save("puzzles", b"".join(counter.to_bytes(2, "little") for counter in counters))
        if not told and "puzzles" not in app.repaired:
            app.repaired.append("puzzles")
            app.refuse(-1, now)
    if state != FAILED:
        puzzle.warned = False
    elif not puzzle.warned:
        puzzle.warned = True
        app.picture.warn(now)
    if app.state == A.OVER and state == FAILED:
        app.refuse(-1, now)
    _show_left(app)


def go_on(app, now):
    """After a solved puzzle the next one of its level, else the same again: False, moves were taken back."""
    puzzle = app.puzzle
    if puzzle.counted:
        start(app, puzzle.length - 2, now)
        return True
    while puzzle.may_go_back(app.session.position):
        app.session.back()
    app.session.cut()
    _show_left(app)
    return False


def undo(app, now):
    """Back to the last own choice; False, moves were taken back. From the puzzle's start back to the game
    before it: True."""
    if app.puzzle.may_go_back(app.session.position):
        app.session.back_to_choice()
        _show_left(app)
        return False
    release(app)
    app.enter(A.ATTRACT, now)           # ends a hint
    app.adopt(app.session)
    app.pending |= A.PREPARE | A.SAVE
    app.go_on(now)
    return True


def release(app):
    """The game that was set aside is the present one again; nothing is shown yet."""
    app.player.cancel()
    app.pending &= ~(A.MOVE | A.SEARCH | A.COUNT | A.REPLAY)
    app.player = app.player.player
    app.session, app.puzzle = app.puzzle.before, None
    forget("litfour.app.puzzle")
    forget("litfour.app.proof")
