"""The search for the games of engine/games_kernel, with the outward face of engine/search.Search."""

from litfour.engine import games_kernel as K

SURE_LOSS = K.FLIP - K.SURE
# By kind: nodes a step, so that none takes 3 ms on the board, and how many nodes the time of 64 in drop games buys.
SPEED = {K.AVOID: (100, 43), K.CELL: (36, 20), K.POP: (34, 23), K.POP10: (19, 10), K.POWER: (50, 22)}
TWO_PLIES = 32000                    # nodes that show of every move whether the next one loses


def node_loop(kind):
    """games_kernel.run: the machine code for one kind of game where that runs, on the board; else the source as this
    Python has it."""
    try:
        if kind == K.AVOID:
            from litfour.engine import games_kernel_m0_avoid as loop
        elif kind == K.CELL:
            from litfour.engine import games_kernel_m0_cell as loop
        elif kind == K.POP:
            from litfour.engine import games_kernel_m0_pop as loop
        elif kind == K.POP10:
            from litfour.engine import games_kernel_m0_pop10 as loop
        else:
            from litfour.engine import games_kernel_m0_power as loop
    except (SyntaxError, AttributeError):       # no assembler for this machine
        from litfour.engine import games_kernel as loop
    return loop.run


class GameSearch:
    """`table`: see engine/search. `random.below(n)` gives ints 0 .. n - 1. run: the node loop; by default the one for
    here. PASSING: modules of this package that only start() needs, or of which it holds what it needs."""

    PASSING = ("games_block", "games_kernel_m0_avoid", "games_kernel_m0_cell", "games_kernel_m0_pop",
               "games_kernel_m0_pop10", "games_kernel_m0_power")

    def __init__(self, table, random, run=None):
        self._table = table
        self._random = random
        self._variant = None
        self._data = self._words = self._halves = None      # of the variant's Block
        self._given = self._run = run
        self.done = True
        self.depth = 0               # the last finished depth
        self.count = 0               # of the root's moves
        self.slice = 0               # nodes that a step may take on the board
        self._share = 0
        self._compared = 0           # how many of the moves the last depth has values of
        self._at = 0                 # where the root's moves lie in the block
        self._whole = 0              # a depth that no game outlasts
        self._limit = self._max_depth = self._margin = 0

    # ---- what it found

    @property
    def nodes(self):
        return self._words[K.NODES] if self._data else 0

    @property
    def moves(self):
        """The root's legal moves, best first after each finished depth."""
        return [self._halves[self._at + k] for k in range(self.count)]

    @property
    def values(self):
        """The moves' values, see games_kernel: true for the best and those within the margin, else upper bounds."""
        return [self._value(k) for k in range(self.count)]

    def _value(self, k):
        return self._halves[self._words[K.VALUES] + k]

    @property
    def best(self):
        """The best move found so far, -1 before start."""
        return self._halves[self._at] if self.count else -1

    @property
    def proved(self):
        """True when the best value is a proved win or loss, or the whole game was searched."""
        return self.outcome is not None

    @property
    def outcome(self):
        """1, 0, -1 for the side to move where that is proved, else None."""
        if not self._compared:
            return None
        best = self._value(0)
        if best > K.SURE:
            return 1
        if best < SURE_LOSS:
            return -1
        return 0 if self.depth >= self._whole else None

    def choose(self, margin):
        """One of the moves that are as good as the best; never one that loses for sure where another does not.
        Allocates nothing."""
        count = 1
        if self._compared and margin:           # values below the margin may be bounds, and with none all of them
            least = self._value(0)
            if SURE_LOSS <= least <= K.SURE:
                least = max(least - margin + 1, SURE_LOSS)
            while count < self._compared and self._value(count) >= least:
                count += 1
        return self._halves[self._at + self._random.below(count)]

    # ---- searching

    def prepare(self, variant):
        """Lays the blocks for a variant out, which takes 0.1 s on the board; start() does it where it was not done."""
        self.slice, self._share = SPEED[variant.kind]
        if self._variant is not variant:
            self.release()                               # the old blocks go first
            self._run = self._given or node_loop(variant.kind)
            self._take(self._block(variant))

    def _block(self, variant):
        """The Block of a variant. Its module is needed when a search begins, not while it lasts."""
        from litfour.engine.games_block import Block
        return Block(variant, self._random, self._run, self._table, self._data)

    def _take(self, block):
        self._variant = block.variant
        self._data = block.data
        self._words, self._halves = block.words, block.halves

    def share(self, nodes):
        """As many nodes of the prepared game as take the time of `nodes` nodes of a drop game."""
        return nodes * self._share >> 6

    def start(self, position, nodes, depth, margin=0):
        """Begins to search `position` (not over), up to `nodes` nodes or `depth` plies. Allocates."""
        self.prepare(position.variant)
        block = self._block(position.variant)
        words, halves = block.words, block.halves
        self.clear_table()
        block.load(position)
        for k in range(words[K.KILLER], words[K.UNDO]):
            halves[k] = K.NONE
        moves = block.moves()
        for k in range(len(moves) - 1, 0, -1):
            other = self._random.below(k + 1)
            moves[k], moves[other] = moves[other], moves[k]
        self._at = words[K.MOVES]
        self.count = len(moves)
        for k in range(self.count):
            halves[self._at + k] = moves[k]
            halves[words[K.VALUES] + k] = K.DRAW
        self._whole = block.longest_game(position)
        self._limit = max(nodes, TWO_PLIES) if margin >= K.FLIP else nodes
        if position.variant.kind in (K.CELL, K.POWER):
            depth = (depth + 1) >> 1                     # forced replies cost none; a ply may be two discs
        self._max_depth = min(depth, self._whole, words[K.UNDO] - words[K.KILLER] - 2)
        self._margin = margin
        self.depth = self._compared = 0
        self.done = nodes <= 0
        if not self.done:
            self._open_depth()

    def clear_table(self):
        """Forgets what is in the table, which holds what was found before. Allocates nothing."""
        self._command(K.CLEAR)

    def _command(self, number):
        words = self._words
        words[K.COMMAND] = number
        self._run(words, self._halves, self._table, 0)
        words[K.COMMAND] = K.SEARCH

    def _open_depth(self):
        """Lays the root frame for the next depth. The position is the root's again after a finished one."""
        words = self._words
        halves = self._halves
        frame = words[K.FRAMES]
        words[K.FRAME] = frame
        words[K.STATE] = K.NEXT
        halves[frame + K.ALPHA] = 1
        halves[frame + K.BETA] = K.FLIP - 1
        halves[frame + K.BEST] = 0
        halves[frame + K.DEPTH] = self.depth + 1
        halves[frame + K.IDX] = 0
        halves[frame + K.COUNT] = self.count
        halves[frame + K.MARGIN] = self._margin
        halves[frame + K.FORCED] = 0
        halves[frame + K.AGAIN] = 0
        halves[frame + K.LIST_AT] = self._at

    def step(self, nodes):
        """Searches up to `nodes` more nodes; True once done. Allocates nothing."""
        if self.done:
            return True
        words = self._words
        left = self._limit - words[K.NODES]
        if self._run(words, self._halves, self._table, nodes if nodes < left else left):
            self._sort(self.count)
            self.depth += 1
            best = self._value(0)
            if self.depth >= self._max_depth or best > K.SURE or best < SURE_LOSS:
                self.done = True
            else:
                self._open_depth()
        if words[K.NODES] >= self._limit and not self.done:
            self.done = True
            self._sort(self._halves[words[K.FRAMES] + K.IDX] - 1)
        return self.done

    def _sort(self, count):
        """Takes the values of the root's first `count` moves at the present depth over."""
        if count <= 0:
            return
        words, halves = self._words, self._halves
        words[K.ARG0] = count
        self._command(K.SORT)
        self._compared = count
        if count < self.count and self._value(0) < SURE_LOSS:       # all of them lose: rather one not looked at
            halves[self._at + count], halves[self._at] = halves[self._at], halves[self._at + count]
            halves[words[K.VALUES] + count] = self._value(0)
            halves[words[K.VALUES]] = K.DRAW
            self._compared = 1

    def cancel(self):
        """Stops for good; the best move so far stays readable."""
        self.done = True

    def forget(self):
        """As if nothing had ever been searched."""
        self.done = True
        self.count = self.depth = self._compared = 0
        if self._data:
            self._words[K.NODES] = 0

    def release(self):
        """Gives the blocks of the last variant back."""
        self.forget()
        self._run = self._given
        self._variant = self._data = self._words = self._halves = None
