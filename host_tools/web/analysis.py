"""What each move of a position is worth: proved by search or solver, else the search's guess. Runs on MicroPython too.

Every legal move is made on a copy of the position and the answer to it searched, in rounds with more nodes each; a move
that is decided is left out of the later rounds. All in slices, so that a page stays alive meanwhile.
"""

from array import array

from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.kernels import DRAW, FLIP, WIN
from litfour.engine.levels import Level
from litfour.engine.player import Player
from litfour.rules.notation import move_text
from litfour.rules.position import DRAW as DRAWN
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, PEG, POP, POP10, POWER, ROUND

SEARCHED = (1000, 12000, 95000, 400000)     # nodes a move in each round, as the levels count them
SOLVED = (0, 60000, 600000, 6000000)        # the solver's; 0: the quick guess of the search comes first
DEEP = 1 << 29                              # nodes for the exact end of the game: all that there are
SOLVER_SLICE = 12000                        # nodes a step: 1 or 2 ms where a page or a desk solves


class Score:
    """What is known of one move, for the seat that makes it.

    outcome: 1 it wins, 0 draws, -1 loses with best play, None not known. plies: moves to the end of the game, this one
    among them, 0 where not known; exact: so many, else at most so many. guess: where the outcome is not known, the
    search's value in its own small units (0 even, 100 is about two open threes), None before there is one."""

    def __init__(self, move):
        self.move = move
        self.outcome = self.guess = None
        self.plies = 0
        self.exact = False

    def told(self, variant):
        """[the move as text, outcome, plies, exact, guess]."""
        return [move_text(self.move, variant), self.outcome, self.plies, self.exact, self.guess]


class Analysis:
    """look_at() a position, step() while it returns True; told() at any time.

    random: as of engine/search. make_solver(table, deep) -> engine/solver.Solver for the standard game, or None."""

    def __init__(self, random, make_solver=None):
        self._table = array("i", bytes(TABLE_BYTES))
        self._searcher = _Searcher(Player(self._table, random))
        self._make_solver = make_solver
        self._solver = None
        self._looked_at = None
        self._position = None
        self._scores = []           # type: ignore[var-annotated]
        self._round = self._at = 0
        self._before = 0            # plies from the position to what is searched
        self._same = False          # the side to move there is the side to move here
        self._now = None            # what searches, None between two moves

    # ---- the position

    def look_at(self, position):
        """Begins with a position; goes on where it is the same as at the last call."""
        key = (position.variant, position.first, position.rule, position.deal, list(position.moves))
        if key == self._looked_at:
            return
        self._looked_at = key
        self._round = self._at = 0
        self._now = None
        self._scores = []
        if position.variant.kind == ROUND or position.result != ONGOING:
            return
        self._position = copy = new_position(position.variant, position.first, position.rule, position.deal)
        for move in position.moves:
            copy.play(move)
        self._scores = [Score(move) for move in copy.legal()]

    def told(self):
        """As plain data: moves, a list of Score.told() in the order of the moves' numbers; done."""
        if self._looked_at is None:
            return {"moves": [], "done": False}
        variant = self._looked_at[0]
        if variant.kind == ROUND:
            raise ValueError("not in this game: all choose at once, in secret")
        return {"moves": [score.told(variant) for score in self._scores], "done": not self._more()}

    def _more(self):
        return bool(self._scores) and self._round < len(SEARCHED)

    # ---- searching

    @property
    def _solves(self):
        variant = self._position.variant
        return self._make_solver and variant.name == "standard" and not variant.prefilled

    def step(self):
        """A slice of some milliseconds; True while there is more to do."""
        if not self._more():
            return False
        if self._now is None:
            self._begin(self._scores[self._at])
        elif self._now.step():
            self._end(self._scores[self._at])
        return self._more()

    def _next(self):
        self._now = None
        self._at += 1
        if self._at == len(self._scores):
            self._at = 0
            self._round += 1

    def _begin(self, score):
        """Makes the move, and after it those that leave no choice, and begins to search what comes then."""
        if score.outcome is not None and (not self._solves or score.outcome == 0 or score.exact):
            self._next()
            return
        position, seat = self._position, self._position.turn
        position.play(score.move)
        count = 1
        looker = None
        while position.result == ONGOING:
            looker = self._looker(position)
            only = looker.start(position, self._round)
            if only < 0:
                break
            position.play(only)
            count += 1
        over, self._same = position.result, position.turn == seat
        for _ in range(count):
            position.undo()
        self._before = count
        self._now = looker
        if over != ONGOING:
            self._decide(score, 0 if over == DRAWN else 1 if over == seat else -1, count, True, True)
            self._next()

    def _looker(self, position):
        if self._round and self._solves:
            if self._solver is None:
                self._solver = _Solving(self._make_solver(bytearray(TABLE_BYTES), True))
            return self._solver
        return self._searcher

    def _end(self, score):
        """Takes over what was found."""
        found, way = self._now, 1 if self._same else -1
        if found.outcome is not None:
            self._decide(score, way * found.outcome, found.plies and self._before + found.plies, found.exact)
        elif score.outcome is None and found.guess is not None:
            score.guess = way * found.guess
        self._next()

    def _decide(self, score, outcome, plies, exact, over=False):
        """over: the game has ended on the board, not in a search."""
        if self._position.variant.kind in (POP10, POWER):
            plies = 0               # the search counts parts of moves there
        if self._position.variant.kind == POP and outcome and plies and plies % 2 == (outcome < 0) and not over:
            plies, exact = plies + 1, False     # it takes a pop that loses at once for the loser's longest defence
        if score.outcome is None or plies:
            score.outcome, score.plies, score.exact = outcome, plies if outcome else 0, exact and plies > 0
            score.guess = None


class _Searcher:
    """One position by the search of its game. start(position, number of the round) returns the only move worth making
    where that is one, else -1; after step() has returned True: outcome, plies and exact as of Score, but for the side
    to move, and guess."""

    def __init__(self, player):
        self._player = player
        self.outcome = self.guess = None
        self.plies = 0
        self.exact = False

    def start(self, position, number):
        player = self._player
        player.start(position, Level("analysis", SEARCHED[number], 42, 0, 0, True))
        variant = position.variant
        # the discs on the board, or the moves since the root: what the search's wins are counted from
        self._base = variant.columns * variant.rows - position.room if variant.kind in (DROP, PEG) else 0
        search = player.search
        return search.moves[0] if search.done and search.outcome is None and not search.nodes else -1

    def step(self):
        if not self._player.step():
            return False
        search = self._player.search
        value = search.values[0]
        self.outcome, self.plies, self.exact = search.outcome, 0, False
        self.guess = value - DRAW if search.depth else None
        if self.outcome:
            self.plies = WIN - (value if self.outcome > 0 else FLIP - value) - self._base
            # a depth shows the wins that come one ply behind it and the losses two behind: no shorter line is left
            self.exact = self.plies <= search.depth + (1 if self.outcome > 0 else 2)
        return True


class _Solving:
    """The same of the standard game, by the solver. The first round asks the book too."""

    exact = True
    guess = None

    def __init__(self, solver):
        self._solver = solver

    @property
    def outcome(self):
        return self._solver.value

    @property
    def plies(self):
        return self._solver.plies

    def start(self, position, number):
        solver = self._solver
        decided = solver.start(position.moves, 0, SOLVED[number] if number > 1 else None)
        return solver.best if decided and solver.value is None else -1

    def step(self):
        return self._solver.step(SOLVER_SLICE)
