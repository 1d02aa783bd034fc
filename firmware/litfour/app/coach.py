"""The coach: the best move, what a move gave away, and threats that are open. Loaded when it is wanted.

It thinks with the CPU's own search while the person does, every root move with its true value. What is proved is told
from what is only the best guess by its light.
"""

from litfour.engine.kernels import DRAW, SURE
from litfour.engine.levels import Level
from litfour.rules.position import POPPED, RETURNED, SWAPPED
from litfour.rules.variants import AVOID, CELL, DROP, PEG, POP, POP10, POWER, ROUND
from litfour.view.palette import GREEN, VIOLET, breath

NODES = 40000           # of the search: about two seconds on the board
_MARGIN = 2 * DRAW - 1  # every move's value is a true one
_COACH = Level("coach", NODES, 42, _MARGIN, 0, True)


class Coach:
    """begin() with every position; step() from the loop. best: the move found so far, -1 for none; proved: whether it
    is known not to give anything away. show_best, show_threats: what draw() lays over the board."""

    def __init__(self, player):
        self.player = player
        self.show_best = False
        self.show_threats = False
        self.done = True
        self.best = -1
        self.proved = False
        self._position = None
        self._spot = -1             # the best move's cell
        self._threats = []          # type: ignore[var-annotated] # (cell, seat) of discs that would win at once

    def begin(self, position, show_best, show_threats):
        """Looks at a position that is not over. Allocates."""
        self._position = position
        self.show_best, self.show_threats = show_best, show_threats
        self.best = self._spot = -1
        self.proved = False
        self._threats = _threats(position) if show_threats else []
        self.done = position.variant.kind == ROUND          # hidden choices: there is no best one to tell
        if not self.done:
            self.player.start(position, _COACH)

    def tell(self, position, move):
        """Shows a move that is known to be the best without thinking; -1: there is none."""
        self._position = position
        self.show_best = self.proved = True
        self.best = move
        self._spot = _spot(position, move) if move >= 0 else -1

    def step(self):
        """Thinks on for a slice. Allocates nothing."""
        if not self.done and self.player.step():
            self.done = True
            self.best = self.player.search.best
            self.proved = self.player.proved
            self._spot = _spot(self._position, self.best)

    def gave_away(self, move):
        """True where it is known that a move turns a won game or an open one into less, or misses a win at once.

        The search leaves moves out that do not win at once where others do, and those that lose at once."""
        search = self.player.search
        if self.best < 0 or not search.values:      # it thinks still, or does not in this game
            return False
        best = search.values[0]
        if move not in search.moves:
            return best >= 2 * DRAW - SURE
        value = search.values[search.moves.index(move)]
        return best > SURE >= value or best >= 2 * DRAW - SURE > value

    def draw(self, scene, n):
        """Over the board: threats dim, in their colour; the best move green and steady where it is proved, else violet
        and breathing."""
        if self.show_threats:
            for cell, seat in self._threats:
                scene.frame.put(scene.places[cell], scene.seats[seat], 26 + breath(n, 96) * 30 // 255)
        if self.show_best and self._spot >= 0:
            if self.proved:
                scene.frame.put(scene.places[self._spot], GREEN)
            else:
                scene.frame.put(scene.places[self._spot], VIOLET, 60 + breath(n, 40) * 195 // 255)


def _spot(position, move):
    """The cell that shows a move: where its disc lands, or the disc that is popped."""
    kind, rows = position.variant.kind, position.variant.rows
    if kind == CELL:
        return move if move != SWAPPED else -1
    if kind == PEG:
        return rows * move + position.heights[move]
    if kind == POWER:
        column = move & 15
        return rows * column + (0 if move >> 4 & 7 == 1 else position.heights[column])
    if kind in (POP, POP10) and move >= POPPED:
        return rows * (move - POPPED if move < RETURNED else move - RETURNED >> 3)
    return rows * move + position.heights[move]


def _threats(position):
    """(cell, seat) of all cells where a disc of that seat could land now and would complete a line of its own."""
    found = []          # type: ignore[var-annotated]
    variant = position.variant
    if variant.kind not in (DROP, AVOID, PEG, POP, POWER):
        return found
    for column in range(variant.columns):
        row = position.heights[column]
        if row < variant.rows:
            for seat in (1, 2):
                if completes(position, column, row, seat):
                    found.append((variant.rows * column + row, seat))
    return found


def completes(position, column, row, seat):
    """True where a disc of `seat` in an empty cell would complete a line."""
    variant, cells = position.variant, position.cells
    if variant.kind == PEG:
        from litfour.rules.pegs import lines_through
        for _, line in lines_through(column, row):
            if sum(cells[variant.rows * peg + layer] != seat for peg, layer in line) == 1:
                return True
        return False
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for way in (1, -1):
            at, high = column + way * right, row + way * up
            while 0 <= at < variant.columns and 0 <= high < variant.rows and cells[variant.rows * at + high] == seat:
                run += 1
                at += way * right
                high += way * up
        if run >= variant.connect:
            return True
    return False
