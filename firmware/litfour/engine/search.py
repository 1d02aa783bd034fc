"""The search as an object: start it, step it, read the best move so far at any time, cancel it by starting anew.

Iterative deepening over kernels.run, two plies more each time: that takes a third fewer nodes than one by one. The
root is handled here: moves that lose at once are left out where others exist, and every root move whose value comes
within `margin` of the best gets its true value, so that the caller can choose among equal moves.
"""

from litfour.engine import kernels as K
from litfour.engine.board import MAX_DEPTH, Board, node_loop

SLICE = 400                          # a step of under 3 ms on the board: some 180 nodes, see kernels.run
SURE_LOSS = K.FLIP - K.SURE
PLIES_MORE = 2                       # from one depth to the next


class Search:
    """`table` is the transposition table, and in its end the block of this search, which is alone in it: TABLE_BYTES
    of bytearray on the board, array('i') of a quarter as many words on the host. `random.below(n)` gives ints
    0 .. n - 1. run: the node loop; by default the one for here."""

    def __init__(self, table, random, run=None):
        self._table = table
        self._random = random
        self._board = None
        self._run = run or node_loop()
        self.moves = []              # root moves worth playing, best first after each finished depth
        self.values = []             # their values after the last finished depth, on the scale of kernels.py
        self.done = True
        self._closing = False        # a depth is finished, its values are not read yet
        self.depth = 0               # the last finished depth
        self._limit = 0
        self._max_depth = self._next = 0

    @property
    def nodes(self):
        return self._board.words[K.NODES] if self._board else 0

    slice = SLICE

    def share(self, nodes):
        """A level's nodes, as this search counts them."""
        return nodes

    @property
    def outcome(self):
        """1, 0, -1 for the side to move where that is proved, else None."""
        if not self.proved:
            return None
        best = self.values[0]
        return 1 if best > K.SURE else -1 if best < SURE_LOSS else 0

    def choose(self, margin):
        """One of the moves that are as good as the best; never one that loses for sure where another does not. Values
        within the margin are true ones, others are bounds. Allocates nothing."""
        values = self.values
        count = 1
        if self.depth and not self.proved:
            least = values[0] - margin
            if least < SURE_LOSS:
                least = SURE_LOSS - 1
            while count < len(values) and values[count] > least:
                count += 1
        return self.moves[self._random.below(count)]

    @property
    def best(self):
        """The best column found so far, -1 before start."""
        return self.moves[0] if self.moves else -1

    @property
    def proved(self):
        """True when the best value is a proved win or loss, or the whole game was searched."""
        if not self.values:
            return False
        value = self.values[0]
        return value > K.SURE or value < 2 * K.DRAW - K.SURE or self.depth >= self._room

    def prepare(self, variant):
        """Lays the blocks for a variant out, which takes 0.1 s on the board; start() does it where it was not done."""
        if self._board is None or self._board.variant is not variant:
            self._board = None                           # the old blocks go first
            self._board = Board(variant, self._random, self._run, self._table)

    def start(self, position, nodes, depth, margin=0):
        """Begins to search `position` (not over), up to `nodes` nodes or `depth` plies. Allocates."""
        self.prepare(position.variant)
        board = self._board
        words = board.words
        self.clear_table()
        board.load(position, self._table)
        self._root_words = (words[K.SIDE], words[K.PLY], words[K.SCORE], words[K.KEY0], words[K.KEY1])
        self._room = position.room
        self.moves = self._root_moves(position)
        self.values = [K.DRAW] * len(self.moves)
        self.depth = 0
        self._closing = False
        self._limit = nodes
        self._max_depth = min(depth, position.room, MAX_DEPTH)
        self._margin = margin
        self.done = self._decided() or nodes <= 0
        if not self.done:
            self._open_depth()

    def clear_table(self):
        """Forgets what is in the table, which holds what was found before. 1 ms on the board; allocates nothing."""
        self._run(self._board.words, self._board.halves, self._table, -1)

    def _root_moves(self, position):
        """Wins, else blocks, else moves that don't lose at once, else all: shuffled, so that ties fall differently."""
        board = self._board
        halves = board.halves
        own = board.words[K.THREAT]
        opp = own + board.words[K.CELLS]
        if board.words[K.SIDE]:
            own, opp = opp, own
        legal, win, block, safe = position.legal(), [], [], []
        saved = 0
        for column in legal:
            cell = board.cell_of(column)
            opens = halves[opp + cell + 1] & K.COUNTS
            if halves[own + cell]:
                win.append(column)
            if halves[opp + cell]:
                block.append(column)
                saved = not opens
            elif not opens:
                safe.append(column)
        self._wins = bool(win)
        self._loses = not win and not (len(block) == 1 and saved or not block and safe)
        moves = win or block or safe or legal
        for k in range(len(moves) - 1, 0, -1):
            other = self._random.below(k + 1)
            moves[k], moves[other] = moves[other], moves[k]
        # from the centre outwards: MicroPython's sort is not stable, so what decides among equals is part of the key
        keyed = [(board.off_centre(moves[k]), k, moves[k]) for k in range(len(moves))]
        keyed.sort()
        return [column for _, _, column in keyed]

    def _decided(self):
        """A win or a loss at once, or no choice: nothing to search."""
        ply = self._board.words[K.PLY]
        if self._wins or self._loses:
            for k in range(len(self.moves)):
                self.values[k] = K.WIN - ply - 1 if self._wins else K.FLIP - K.WIN + ply + 2
            return True
        return len(self.moves) == 1

    def _open_depth(self):
        """Lays the root frame for the next depth. (One value a line: a tuple of three would allocate.)"""
        words = self._board.words
        halves = self._board.halves
        frame = words[K.FRAMES]
        words[K.SIDE], words[K.PLY], words[K.SCORE], words[K.KEY0], words[K.KEY1] = self._root_words
        words[K.FRAME] = frame
        words[K.STATE] = K.NEXT
        halves[frame + K.ALPHA] = 1
        halves[frame + K.BETA] = 2 * K.DRAW - 1
        halves[frame + K.BEST] = 0
        self._next = self.depth + PLIES_MORE
        if self._next > self._max_depth:
            self._next = self._max_depth
        halves[frame + K.DEPTH] = self._next
        halves[frame + K.IDX] = 0
        halves[frame + K.COUNT] = len(self.moves)
        halves[frame + K.MARGIN] = self._margin
        halves[frame + K.BLOCK] = 0
        halves[frame + K.OLD_SCORE] = words[K.SCORE]
        halves[frame + K.WIDE] = 1
        halves[frame + K.SORT_AT] = K.NONE
        for k in range(len(self.moves)):
            halves[frame + K.MOVES + k] = self._board.cell_of(self.moves[k])

    def step(self, nodes):
        """Searches up to `nodes` more nodes; True once done. Allocates nothing."""
        if self.done:
            return True
        words = self._board.words
        left = self._limit - words[K.NODES]
        if self._closing:                   # in a step of its own: it takes 1 ms on the board
            self._closing = False
            self._close_depth()
        else:
            self._closing = self._run(words, self._board.halves, self._table, nodes if nodes < left else left) == 1
        if words[K.NODES] >= self._limit and not self._closing:
            self.done = True
        return self.done

    def _close_depth(self):
        """Takes the finished depth's values over, best first (an insertion sort: stable and without allocation)."""
        halves = self._board.halves
        moves = self.moves
        values = self.values
        root = self._board.words[K.ROOT]
        for k in range(len(moves)):
            column = moves[k]
            value = halves[root + k]
            at = k
            while at and values[at - 1] < value:
                moves[at] = moves[at - 1]
                values[at] = values[at - 1]
                at -= 1
            moves[at] = column
            values[at] = value
        self.depth = self._next
        best = values[0]
        if self.depth >= self._max_depth or best > K.SURE or best < 2 * K.DRAW - K.SURE:
            self.done = True
        else:
            self._open_depth()

    def cancel(self):
        """Stops for good; the best move so far stays readable."""
        self.done = True

    def release(self):
        """Gives the blocks of the last variant back."""
        self.forget()
        self._board = None

    def forget(self):
        """As if nothing had ever been searched."""
        self.done = True
        self.moves = []
        self.values = []
        self.depth = 0
        if self._board:
            self._board.words[K.NODES] = 0
