"""The CPU player: a level's way of choosing a move, as a resumable object."""

from litfour.engine.kernels import FLIP
from litfour.rules.variants import DROP, PEG, ROUND

SOLVER_SLICE = 250      # nodes a step: under 3 ms on the board; the searches know their own

# What a search lies in on the board: let go with it.
SEARCH_MODULES = ("engine.search", "engine.games", "engine.rounds")


def _name_for(kind):
    """Which of SEARCH_MODULES searches games of a kind."""
    return "engine.search" if kind in (DROP, PEG) else "engine.rounds" if kind == ROUND else "engine.games"


def _class_named(name):
    """The class itself: its module is loaded when it is wanted."""
    if name == "engine.search":
        from litfour.engine.search import Search
        return Search
    if name == "engine.rounds":
        from litfour.engine.rounds import RoundSearch
        return RoundSearch
    from litfour.engine.games import GameSearch
    return GameSearch


class Player:
    """`move` is the chosen move, -1 until step() has returned True.

    `search` is what plays the present game: engine/search, or for the games that are more than dropping discs another
    of the same face. It is loaded when such a game is prepared and let go by release(), as where the solver does
    without it (then it is None); forget(name) takes a module out of memory.

    `make_solver(table)` gives what plays the standard board perfectly (see engine/solver), made when it is first
    wanted; None where there is none: then the level Perfect only searches longer than Hard.
    """

    def __init__(self, table, random, make_solver=None, forget=None):
        self.search = None
        self.solver = None
        self.move = -1
        self._make_solver = make_solver
        self._forget = forget
        self._table = table
        self._random = random
        self._name = ""         # which of SEARCH_MODULES `search` is
        self._level = None
        self._solving = False
        self._blundered = False
        self._margin = 0

    @property
    def has_perfect(self):
        return self._make_solver is not None

    def prepare(self, variant, level):
        """Does what takes long and is needed once for a game: some 0.1 s on the board."""
        solves = self._solves(variant, level)
        if solves and self.solver is None:
            self.solver = self._make_solver(self._table)
        if solves:
            self._drop_search()
            return
        self._drop_solver()
        name = _name_for(variant.kind)
        if self.search is None or self._name != name:
            self._drop_search()
            self._name = name
            self.search = _class_named(name)(self._table, self._random)
        self.search.prepare(variant)
        if self._forget:
            self._forget("litfour.rules.lines")

    def _drop_search(self):
        if self.search:
            self.search = None
            if self._forget:
                self._forget("litfour." + self._name)

    def _drop_solver(self):
        if self.solver:
            self.solver = None
            if self._forget:
                self._forget("litfour.app.perfect")
                self._forget("litfour.engine.book")

    def _solves(self, variant, level):
        return level.perfect and self._make_solver is not None and variant.name == "standard" and \
            not variant.prefilled

    def start(self, position, level, seat=0):
        """Begins to think about `position` (not over). Allocates; takes some 10 ms on the board. seat: for which one,
        where several choose at once."""
        self.prepare(position.variant, level)
        self._level = level
        self.move = -1
        self._solving = self._solves(position.variant, level)
        if self._solving:
            self.solver.start(position.moves, self._random.below(5040))
        else:
            self._start_search(position, level, seat)

    def _start_search(self, position, level, seat):
        search = self.search
        blunder = not self._blundered and self._random.below(100) < level.blunder
        self._blundered = blunder            # never twice in a row: a threat is not overlooked for good
        self._margin = level.margin
        if blunder and not level.careful:
            legal = position.legal()
            if position.variant.kind == ROUND:
                legal = [column for column in range(9) if position.heights[column] < 9]
            self.move = legal[self._random.below(len(legal))]
            search.forget()
            return
        nodes, depth = search.share(level.nodes), level.depth
        if blunder:                          # two plies show what wins or loses at once; of the rest any move will do
            depth, self._margin = 2, FLIP
        if position.variant.kind == ROUND:
            search.start(position, nodes, depth, self._margin, seat)
        else:
            search.start(position, nodes, depth, self._margin)
        if self._forget and self._name == "engine.games":
            for name in search.PASSING:
                self._forget("litfour.engine." + name)

    def step(self, nodes=0):
        """Thinks on for up to `nodes` nodes (0: a slice of under 3 ms); True once `move` is set. Allocates nothing."""
        if self.move >= 0:
            return True
        if self._level is None:          # nothing was started, or it was cancelled
            return False
        if self._solving:
            if self.solver.step(nodes or SOLVER_SLICE):
                self.move = self.solver.best
        elif self.search.step(nodes or self.search.slice):
            self.move = self.search.choose(self._margin)
        return self.move >= 0

    def release(self):
        """Gives the search of the last game back, before another family of games is played."""
        self.cancel()
        self._drop_search()
        self._drop_solver()

    def cancel(self):
        """Stops thinking; `move` stays -1 until the next start."""
        if self.search:
            self.search.cancel()
        if self.solver:
            self.solver.cancel()
        self._level = None
        self.move = -1

    # ---- what it found out

    @property
    def nodes(self):
        return self.solver.nodes if self._solving else self.search.nodes if self.search else 0

    @property
    def proved(self):
        """True when the move is known not to give anything away."""
        return self.solver.proved if self._solving else self.search is not None and self.search.proved

    @property
    def fault(self):
        """What is wrong with Perfect's book, in words; "" if nothing. Perfect then only searches, and may err."""
        return self.solver.fault if self.solver else ""

    @property
    def value(self):
        """1, 0 or -1 for the side to move where it is proved, else None."""
        if self._solving:
            return self.solver.value
        return self.search.outcome if self.search else None

    @property
    def source(self):
        """Where the move comes from: "instant", "book" or "search"."""
        if self._solving:
            return self.solver.source
        return "search" if self.search and self.search.nodes else "instant"
