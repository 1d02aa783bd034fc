"""The CPU player: a level's way of choosing a move, as a resumable object."""

from litfour.engine import kernels as K
from litfour.engine.search import Search
from litfour.rules.variants import DROP, PEG, ROUND

SEARCH_SLICE = 160      # nodes a step: under 3 ms on the board; the other searches know their own, `slice`
SOLVER_SLICE = 250


def _search_for(kind):
    """The class that searches games of a kind: the modules of families other than drops are loaded when wanted."""
    if kind in (DROP, PEG):
        return Search
    if kind == ROUND:
        from litfour.engine.rounds import RoundSearch
        return RoundSearch
    from litfour.engine.games import GameSearch
    return GameSearch


class Player:
    """`move` is the chosen move, -1 until step() has returned True.

    `search` is what plays the present game: engine/search, or for the games that are more than dropping discs another
    of the same face, which is loaded when such a game is prepared and let go by release().

    `make_solver(table)` gives what plays the standard board perfectly (see engine/solver), made when it is first
    wanted; None where there is none: then the level Perfect only searches longer than Hard.
    """

    def __init__(self, table, random, make_solver=None):
        self.search = self._plain = Search(table, random)
        self.solver = None
        self.move = -1
        self._make_solver = make_solver
        self._table = table
        self._random = random
        self._level = None
        self._solving = False
        self._spent = 0         # nodes of a solver that found no proof
        self._blundered = False

    @property
    def has_perfect(self):
        return self._make_solver is not None

    def prepare(self, variant, level):
        """Does what takes long and is needed once for a game: some 0.1 s on the board."""
        solves = self._solves(variant, level)
        if solves and self.solver is None:
            self.solver = self._make_solver(self._table)
        family = _search_for(variant.kind)
        if type(self.search) is not family:
            self.search.release()
            self.search = self._plain if family is Search else family(self._table, self._random)
        if solves and level.perfect:
            self.search.release()
        else:
            self.search.prepare(variant)

    def _solves(self, variant, level):
        return (level.perfect or level.solve) and self._make_solver is not None and variant.name == "standard"

    def start(self, position, level, seat=0):
        """Begins to think about `position` (not over). Allocates; takes some 10 ms on the board. seat: for which one,
        where several choose at once."""
        self.prepare(position.variant, level)
        self._level = level
        self.move = -1
        self._spent = 0
        self._solving = self._solves(position.variant, level)
        if not (self._solving and level.perfect):
            self._start_search(position, level, seat)
        if self._solving:
            self.solver.start(position.moves, self._random.below(5040), level.solve)

    def _start_search(self, position, level, seat):
        search = self.search
        blunder = not self._blundered and self._random.below(100) < level.blunder
        self._blundered = blunder            # never twice in a row: a threat is not overlooked for good
        self._margin = level.margin
        if blunder and not level.careful:
            legal = position.legal()
            self.move = legal[self._random.below(len(legal))]
            search.forget()
        elif search is self._plain:
            search.start(position, level.nodes, level.depth, level.margin)
            if blunder:
                self.move = search.moves[self._random.below(len(search.moves))]
                search.forget()
        elif position.variant.kind == ROUND:
            search.start(position, level.nodes, level.depth, level.margin, seat)
        elif blunder:                        # two plies show what wins or loses at once; of the rest any move will do
            self._margin = K.FLIP
            search.start(position, search.share(level.nodes), 2, K.FLIP)
        else:
            search.start(position, search.share(level.nodes), level.depth, level.margin)
        if search.done:
            self._solving = False            # a win, a forced reply: nothing to ask the solver

    def step(self, nodes=0):
        """Thinks on for up to `nodes` nodes (0: a slice of under 3 ms); True once `move` is set. Allocates nothing."""
        if self.move >= 0:
            return True
        if self._level is None:          # nothing was started, or it was cancelled
            return False
        if self._solving:
            if self.solver.step(nodes or SOLVER_SLICE):
                if self.solver.proved or self._level.perfect:
                    self.move = self.solver.best
                else:
                    self._solving = False
                    self._spent = self.solver.nodes
                    self.search.clear_table()            # the solver has used it
        elif self.search.step(nodes or (SEARCH_SLICE if self.search is self._plain else self.search.slice)):
            self.move = self._choose()
        return self.move >= 0

    def _choose(self):
        """One of the moves that are as good as the best. Values within the margin are true ones, others are bounds."""
        search = self.search
        if search is not self._plain:
            return search.choose(self._margin)
        values = search.values
        best = values[0]
        count = 1
        if search.depth and not search.proved:
            while count < len(values) and values[count] > best - self._level.margin:
                count += 1
        return search.moves[self._random.below(count)]

    def release(self):
        """Gives the blocks of the last game back, and the search of a family of its own with all that refers to its
        modules, before another family of games is played."""
        self.cancel()
        self.search.release()
        self.search = self._plain

    def cancel(self):
        """Stops thinking; `move` stays -1 until the next start."""
        self.search.cancel()
        if self.solver:
            self.solver.cancel()
        self._level = None
        self.move = -1

    # ---- what it found out

    @property
    def nodes(self):
        return self.solver.nodes if self._solving else self.search.nodes + self._spent

    @property
    def proved(self):
        """True when the move is known not to give anything away."""
        return self.solver.proved if self._solving else self.search.proved

    @property
    def fault(self):
        """What is wrong with Perfect's book, in words; "" if nothing. Perfect then only searches, and may err."""
        return self.solver.fault if self.solver else ""

    @property
    def value(self):
        """1, 0 or -1 for the side to move where it is proved, else None."""
        if self._solving:
            return self.solver.value
        search = self.search
        if search is not self._plain:
            return search.outcome
        if not search.proved or not search.values:
            return None
        best = search.values[0]
        return 1 if best > K.SURE else -1 if best < 2 * K.DRAW - K.SURE else 0

    @property
    def source(self):
        """Where the move comes from: "instant", "book" or "search"."""
        if self._solving:
            return self.solver.source
        return "search" if self.search.nodes else "instant"
