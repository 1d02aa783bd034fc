"""What the page is told of a board, and what it may ask: the same code in the page and in `litfour play --web`.

`board` is anything with `app`, the firmware's App: litfour_web.Table in the page, host_tools.simulator.Simulator. Both
also have restart(), a power cut: the App anew on the same Store; a display that keeps its `frame`; and
make_solver(table, deep) -> engine/solver.Solver, or None.
"""

from litfour.app.app import FALL, STATE_NAMES, THINK
from litfour.rules.notation import board_rows, moves_text, result_text
from litfour.rules.variants import ROUND

SLICES = 1000           # that the analysis goes on after somebody has asked for it


class Teller:
    """Tells the page what has changed on a board, and answers its questions."""

    def __init__(self, board):
        self.board = board
        self._told = None
        self.analysis = None        # while somebody wants one
        self.current = None
        self._slices = 0

    def news(self):
        """The state to show (see describe) if it is another one than at the last call, else None. To be called after
        each turn of the board's loop, or after a few of them."""
        app = self.board.app
        position = app.session.position
        menu = app.menu
        page = menu and (menu.page, menu.cpus, menu.settings.pack())
        now = (app.state, len(position.moves), position.result, position.turn, id(position), app.dimmed, page)
        if now == self._told:
            return None
        self._told = now
        return describe(app)

    def ask(self, name, given):
        """The answer to one of QUESTIONS: plain data. {"error": why} for what can't be answered."""
        if name not in QUESTIONS:
            return {"error": "no question " + repr(name)}
        try:
            return QUESTIONS[name](self, given)
        except ValueError as error:
            return {"error": str(error)}

    def work(self):
        """A slice of what was asked for and takes long, where the board's own search and a falling disc leave time for
        it: to be called after turns of the board's loop. True while there is more to do now."""
        if not self._slices or self.board.app.state == FALL or thinks(self.board.app):
            return False
        self._slices -= 1
        return self.analysis.step()

    def scores(self):
        """See the question of that name."""
        app = self.board.app
        if self.analysis is None:
            from host_tools.web.analysis import Analysis
            from litfour.app.chance import Random
            self.analysis = Analysis(Random(1), self.board.make_solver)
        self.analysis.look_at(app.session.position)
        self._slices = SLICES
        return self.analysis.told()

    def milliamps(self):
        """See current.Current.of."""
        app = self.board.app
        if self.current is None:
            from host_tools.web.current import Current
            self.current = Current(app.panel)
        frame = app.display.frame
        return self.current.of(frame, app.display.brightness) if frame else None


def thinks(app):
    """True while the CPU or the coach searches; not while the move found only waits to be seen coming."""
    return bool(app.coach and not app.coach.done or app.state == THINK and app.player.move < 0)


def search(app):
    """What the board's search found: [nodes, depth (0: none finished), proved or not, at work now or not, source: see
    engine/player]; None where that would tell of hidden choices."""
    player = app.player
    if app.session.position.variant.kind == ROUND:
        return None
    return [player.nodes, getattr(player.search, "depth", 0), bool(player.proved), thinks(app), player.source]


def game(teller, _):
    """The game as text to copy, see game_text.py."""
    from host_tools.web.game_text import text_of
    return text_of(teller.board.app.session)


def paste(teller, text):
    """Lays the game of a text (see game_text.py) into the board's Store and restarts it: the board offers it as after a
    power cut. [the game before, as text; whether the pasted one was over, and stands one move before its end]."""
    from host_tools.web import game_text
    app = teller.board.app
    if not isinstance(text, str):
        raise ValueError("a game is a text")
    before = app.puzzle.before if app.puzzle else app.session
    session = game_text.session_of(text, before, app.panel, app.random.below(1 << 15))
    for name, data in game_text.records(session, app.settings):
        if not app.store.save(name, data):
            raise ValueError("the board could not save it: " + name)
    teller.board.restart()
    return [game_text.text_of(before), bool(session.future)]


# name: function(the Teller, what the page gives along: text, number, list or None) -> plain data. ValueError: refused.
QUESTIONS = {
    "search": lambda teller, _: search(teller.board.app),
    # the current of the frame shown (see Teller.milliamps), and the search
    "figures": lambda teller, _: [teller.milliamps(), search(teller.board.app)],
    # what each move is worth, see analysis.Analysis.told; to be asked again and again while it is wanted
    "scores": lambda teller, _: teller.scores(),
    "game": game,
    "paste": paste,
}


def describe(app):
    """The state that the page shows, as plain data. Choices that are hidden on the board stay hidden."""
    session = app.session
    position = session.position
    return {
        "state": STATE_NAMES[app.state],
        "variant": position.variant.name,
        "left": app.scene.left,
        "turn": position.turn,
        "cpu": bool(session.is_cpu(position.turn)),
        "level": session.level.name,
        "result": result_text(position.result),
        "board": board_rows(position),
        "score": session.match.score[1:],
        "moves": moves_text(position),
        "offered": bool(session.unfinished),
        "nodes": app.player.nodes,
        "depth": getattr(app.player.search, "depth", 0),
        "menu": menu_words(app.menu) if app.menu else None,
    }


def menu_words(menu):
    """See menu_words.py, which is loaded where somebody opens the menu."""
    from host_tools.web.menu_words import words
    return words(menu)
