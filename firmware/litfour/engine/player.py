"""The CPU player: a level's way of choosing a move, as a resumable object."""

from litfour.engine import kernels as K
from litfour.engine.search import Search


class Player:
    """`move` is the chosen column, -1 until step() has returned True."""

    def __init__(self, table, random):
        self.search = Search(table, random)
        self._random = random
        self._level = None
        self._blundered = False
        self.move = -1

    def start(self, position, level):
        """Begins to think about `position` (not over). Allocates; takes some 10 ms on the board."""
        self._level = level
        self.move = -1
        search = self.search
        blunder = not self._blundered and self._random.below(100) < level.blunder
        self._blundered = blunder            # never twice in a row: a threat is not overlooked for good
        if blunder and not level.careful:
            legal = position.legal()
            self.move = legal[self._random.below(len(legal))]
            search.cancel()
            return
        search.start(position, level.nodes, level.depth, level.margin)
        if blunder:
            search.cancel()
            self.move = search.moves[self._random.below(len(search.moves))]

    def step(self, nodes):
        """Thinks on for up to `nodes` nodes; True once `move` is set. Allocates nothing."""
        if self.move < 0 and self.search.step(nodes):
            self.move = self._choose()
        return self.move >= 0

    def _choose(self):
        """One of the moves that are as good as the best. Values within the margin are true ones, others are bounds."""
        search = self.search
        values = search.values
        best = values[0]
        count = 1
        if search.depth and not search.proved:
            while count < len(values) and values[count] > best - self._level.margin:
                count += 1
        return search.moves[self._random.below(count)]

    def cancel(self):
        """Stops thinking; `move` stays -1."""
        self.search.cancel()
        self.move = -1

    @property
    def proved(self):
        return self.search.proved

    @property
    def value(self):
        """The best move's value on the scale of kernels.py, from the view of the side to move."""
        return self.search.values[0] if self.search.values else K.DRAW
