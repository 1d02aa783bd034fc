"""What the page is told of a board, and what it may ask: the same code in the page and in `litfour play --web`.

`board` is anything with `app`, the firmware's App: litfour_web.Table in the page, host_tools.simulator.Simulator. Both
also have restart(), a power cut: the App anew on the same Store.
"""

from litfour.app.app import STATE_NAMES
from litfour.rules.notation import board_rows, moves_text, result_text


class Teller:
    """Tells the page what has changed on a board, and answers its questions."""

    def __init__(self, board):
        self.board = board
        self._told = None

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
            return QUESTIONS[name](self.board, given)
        except ValueError as error:
            return {"error": str(error)}


def search(board, _):
    """What the search found: [nodes, depth (0: none finished), proved or not]."""
    player = board.app.player
    return [player.nodes, getattr(player.search, "depth", 0), bool(player.proved)]


# name: function(board, what the page gives along: text, number, list or None) -> plain data. ValueError: a refusal.
QUESTIONS = {"search": search}


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
