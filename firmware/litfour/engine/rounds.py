"""The search for simultaneous play, with the outward face of engine/search.Search: a column for one of three seats,
chosen before anyone's choice is known.

It is given the board, the order, the seat and a source of random numbers. What can be seen at once is settled here: a
certain win is taken, and what can be blocked is blocked. See rounds_kernel for the rest.
"""

from array import array

from litfour.engine import rounds_kernel as K
from litfour.engine.blocks import laid

SEATS = 3
EXPLORE = 40000             # of 60000: how much the second try of a column is worth
BY_RULE = 8192              # of 32768
# By place in the coming round: a pair; a threat on the lowest empty cell of a column, on the next above, higher. In
# sixteenths of a doubling of the chance; fitted to games of this CPU with itself.
WORTH = (3, 0, 12, 8, 3, 11, 21, 8, 3, 12, 31, 8)
SLICE = 40                  # nodes a step, so that none takes 3 ms on the board
POINT = 100                 # of the values: one of a level's margin


def node_loop():
    """rounds_kernel.run: its machine code where that runs, on the board; else the source as this Python has it."""
    try:
        from litfour.engine.rounds_kernel_m0 import run as machine_code
        return machine_code
    except (ImportError, SyntaxError, AttributeError):       # no assembler for this machine
        from litfour.engine.rounds_kernel import run as plain
        return plain


class RoundSearch:
    """`table`: see engine/search; the blocks lie in its end here too. `random.below(n)` gives ints 0 .. n - 1."""

    def __init__(self, table, random, run=None):
        self._table = table
        self._random = random
        self._run = run or node_loop()
        self._variant = None
        self._words = self._halves = self._lines = None
        self.slice = SLICE
        self.done = True
        self.outcome = None         # 1 where a win is certain, else None
        self._limit = 0
        self._allowed = 0           # the columns that are weighed, a bit each
        self._only = -1             # the column that is chosen without a search

    # ---- what it found

    @property
    def nodes(self):
        """Rounds that were played out."""
        return self._words[K.NODES] if self._words else 0

    @property
    def proved(self):
        return self.outcome is not None

    @property
    def depth(self):
        """1 once there is anything to go by."""
        return int(self.nodes > 0)

    @property
    def moves(self):
        """The columns worth choosing, best first."""
        ranked = [(-self._count(column), column) for column in range(9) if self._allowed >> column & 1]
        ranked.sort()
        return [column for _, column in ranked]

    @property
    def values(self):
        """Of each of `moves` the share of the wins it should bring, 0 .. K.SHARE."""
        return [K.SHARE if self.outcome else self._share(column) for column in self.moves]

    @property
    def best(self):
        """The best column found so far, -1 before start. Allocates nothing."""
        if self._only >= 0 or not self._allowed:
            return self._only
        best, most = -1, -1
        for column in range(9):
            if self._allowed >> column & 1 and self._count(column) > most:
                best, most = column, self._count(column)
        return best

    def choose(self, margin):
        """The best column, or another whose value comes within `margin` of it. Allocates nothing."""
        best = self.best
        if self._only >= 0 or best < 0:
            return best
        least, often = self._share(best) - margin * POINT, self._count(best) >> 2
        count, chosen = 0, best
        for column in range(9):
            if self._allowed >> column & 1 and self._share(column) >= least and \
                    (self._count(column) >= often or margin * POINT >= K.SHARE):
                count += 1
                if not self._random.below(count):
                    chosen = column
        return chosen

    def _count(self, column):
        return self._halves[self._words[K.RESULT] + 2 * column]

    def _share(self, column):
        return self._halves[self._words[K.RESULT] + 2 * column + 1]

    # ---- searching

    def prepare(self, variant):
        """Lays the blocks for a variant out, which takes 0.1 s on the board; start() does it where it was not done."""
        if self._variant is variant:
            return
        self.release()
        columns, rows = variant.columns, variant.rows
        cells = columns * rows
        from litfour.rules.lines import all_lines
        lines = all_lines(columns, rows, variant.connect)
        words = laid(self._table, 0, K.WORDS, "i")
        words[K.COLUMNS], words[K.ROWS] = columns, rows
        words[K.BY_RULE] = BY_RULE
        state = at = cells + 1 + sum(len(line) for line in lines)
        for name, size in ((K.STATE, len(lines)), (K.THREAT, cells), (K.HEIGHT, columns), (K.PAIRS, SEATS),
                           (K.QUEUE, cells), (K.OPEN, columns), (K.PATH, 2 * K.LEVELS), (K.WINS, SEATS),
                           (K.CHOICE, SEATS), (K.SHARES, SEATS), (K.RESULT, 2 * columns), (K.RATE, K.TABLED + 1),
                           (K.BONUS, K.TABLED + 1), (K.POWER, 16), (K.INVERSE, K.TABLED + 1), (K.WORTH, len(WORTH))):
            words[name] = at
            at += size
        words[K.SIZE] = words[K.QUEUE] - state
        halves = laid(self._table, K.WORDS, at, "H")
        self._lines = array("H", bytes(2 * len(lines)))
        self._words, self._halves = words, halves
        self._lay_lines(lines, cells, rows)
        for n in range(K.TABLED + 1):
            halves[words[K.RATE] + n] = 4096 // (n + 1)
            halves[words[K.BONUS] + n] = int(EXPLORE / n ** .5) if n else 64000
            halves[words[K.INVERSE] + n] = int(K.SHARE / (n + .5)) if n else 0
        for n in range(16):
            halves[words[K.POWER] + n] = int(64 * 2 ** (n / 16) + .5)
        for n in range(len(WORTH)):
            halves[words[K.WORTH] + n] = WORTH[n]
        self._variant = variant

    def _lay_lines(self, lines, cells, rows):
        """What lines go through each cell, and the state of the empty ones."""
        through = [[] for _ in range(cells)]      # type: ignore[var-annotated]
        for number, line in enumerate(lines):
            empty = 1 << 7
            for column, row in line:
                through[column * rows + row].append(number)
                empty ^= column * rows + row
            self._lines[number] = empty
        at = cells + 1
        for cell, numbers in enumerate(through):
            self._halves[cell] = at
            for number in numbers:
                self._halves[at] = self._words[K.STATE] + number
                at += 1
        self._halves[cells] = at

    def share(self, nodes):
        """As many nodes as take the time of `nodes` nodes of a drop game."""
        return nodes * 3 >> 5

    def start(self, position, nodes, depth, margin=0, seat=1):
        """Begins to weigh the columns for `seat` in the coming round of `position` (not over): up to `nodes` rounds,
        and `depth` of them one after another. Allocates. (margin: of no use here.)"""
        self.prepare(position.variant)
        order = position.order
        self._load(position, order)
        place = order.index(seat)
        words = self._words
        words[K.SIDE] = place
        words[K.DEPTH] = min(depth, K.LEVELS)
        words[K.RANDOM] = self._random.below(1 << 15) << 15 | self._random.below(1 << 15)
        self._run(words, self._halves, self._table, -1)
        words[K.NODES] = 0
        self._limit = nodes
        self.outcome = None
        self._only = self._certain(position, place)
        if self._only >= 0:
            self.outcome = 1
            self._allowed = 1 << self._only
        else:
            self._allowed = self._worth_weighing(position, place)
            if not self._allowed & self._allowed - 1:        # a single one
                self._only = self.best
        words[K.ALLOWED] = self._allowed
        self.done = self._only >= 0 or nodes <= 0

    def _load(self, position, order):
        words, halves = self._words, self._halves
        rows = self._variant.rows
        for k in range(len(self._lines)):
            halves[words[K.STATE] + k] = self._lines[k]
        for k in range(words[K.THREAT], words[K.QUEUE]):
            halves[k] = 0
        queued = 0
        for column in range(self._variant.columns):
            height = position.heights[column]
            halves[words[K.HEIGHT] + column] = height
            first = column * rows
            for cell in range(first, first + height):
                halves[words[K.QUEUE] + queued] = cell | order.index(position.cells[cell]) << 7
                queued += 1
            if height < rows:
                halves[words[K.THREAT] + first + height] |= K.LANDING
        words[K.QUEUED] = queued
        self._run(words, halves, self._table, 0)

    def _wins(self, side, column, row):
        """True where the disc of a side would complete a line in an empty cell."""
        rows = self._variant.rows
        return row < rows and self._halves[self._words[K.THREAT] + column * rows + row] >> side & 1

    def _certain(self, position, place):
        """A column that wins whatever the others choose, else -1. Each who drops earlier may be in the same column or
        not; and none of them may be able to win."""
        heights = position.heights
        for side in range(place):
            for column in range(self._variant.columns):
                for above in range(side + 1):
                    if self._wins(side, column, heights[column] + above):
                        return -1
        for column in range(self._variant.columns):
            above = 0
            while above <= place and self._wins(place, column, heights[column] + above):
                above += 1
            if above > place:
                return column
        return -1

    def _worth_weighing(self, position, place):
        """The columns to choose from, a bit each: where somebody who drops later would win, blocks and own wins, else
        all that are open. (A win that those before may block is often better kept as a threat: it binds them.)

        A block is a disc in the place of the other's fourth, unless it lifts that one to another win; of the two who
        drop later the first is blocked."""
        heights = position.heights
        wins = blocks = legal = 0
        blocked = SEATS
        for column in range(self._variant.columns):
            row = heights[column]
            if row == self._variant.rows:
                continue
            legal |= 1 << column
            if self._wins(place, column, row):
                wins |= 1 << column
            for side in range(place + 1, min(blocked + 1, SEATS)):
                if self._wins(side, column, row) and not self._wins(side, column, row + 1):
                    if side < blocked:
                        blocked = side
                        blocks = 0
                    blocks |= 1 << column
                    break
        return wins | blocks if blocks else legal

    def step(self, nodes):
        """Plays up to `nodes` more rounds out; True once done. Allocates nothing."""
        if self.done:
            return True
        left = self._limit - self._words[K.NODES]
        self._run(self._words, self._halves, self._table, nodes if nodes < left else left)
        if self._words[K.NODES] >= self._limit:
            self.done = True
        return self.done

    def clear_table(self):
        """The table is made anew at each start."""

    def cancel(self):
        """Stops for good; the best column so far stays readable."""
        self.done = True

    def forget(self):
        """As if nothing had ever been searched."""
        self.done = True
        self.outcome = None
        self._allowed = 0
        self._only = -1
        if self._words:
            self._words[K.NODES] = 0

    def release(self):
        """Gives the blocks of the last variant back."""
        self.forget()
        self._variant = None
        self._words = self._halves = self._lines = None
