"""Perfect play on 7x6: the resumable solver around the node loop in engine/solver_kernel (source: firmware/kernel).

Solver.start(columns) sets a position up and decides it at once where it can (a win, a forced block, lost, one safe
move, a position of the book); else step(nodes) until it returns True. The search asks at most BUDGET nodes: "do I
win?", then "do I hold?", and with up to REFINEMENT of the nodes left it looks for the quickest win or the longest
resistance. The mirrored twin of a position gets the mirrored answer. Everything is a function of the position (and of
`pick` where the book lists several moves), the same on every machine: host_tools/solver walks all games of it.
"""

from array import array

BUDGET = 100000
REFINEMENT = 4000
TABLE_BYTES = 98304

# Words of the block; firmware/kernel/solver.c names them and says what they mean.
LEFT = 0
STATE = 1
PLY = 2
THETA = 3
LIMIT = 4
AT_LIMIT = 5
CLAIM = 6
MARK_A = 7
MARK_B = 8
FRAME = 9
FIRST = 11
BLOCK_WORDS = 893            # FIRST and 42 frames, one a ply
RUNNING = 0
NO = 1
YES = 2
START = 3

CELLS_A = 0x07EFDFBF        # six cells a column, columns 0-3; the seventh bit of each is a guard
CELLS_B = 0x000FDFBF        # columns 4-6
BOTTOM_A = 0x00204081
BOTTOM_B = 0x00004081
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


class BadPosition(ValueError):
    """The columns given to start() are no game that goes on: a full column, a column off the board, or it is over."""


def threats(a, b, free_a, free_b):
    """(lane a, lane b) of the free cells that complete four of the discs a, b. Every step stays a small int."""
    x1 = (a >> 7) | ((b & 0x7F) << 21)
    x2 = (a >> 14) | ((b & 0x3FFF) << 14)
    x3 = (a >> 21) | (b << 7)
    t0, t1, t2, t3 = x1 & x2 & x3, a & x2 & x3, a & x1 & x3, a & x1 & x2
    d1, d2, d3 = x1 >> 1, x2 >> 2, x3 >> 3
    t0 |= d1 & d2 & d3
    t1 |= (a & d2 & d3) << 1
    t2 |= (a & d1 & d3) << 2
    t3 |= (a & d1 & d2) << 3
    d0, d1, d2 = a >> 3, x1 >> 2, x2 >> 1
    t0 |= (d1 & d2 & x3) << 3
    t1 |= (d0 & d2 & x3) << 2
    t2 |= (d0 & d1 & x3) << 1
    t3 |= d0 & d1 & d2
    up_a, up_b = a & (a << 1) & (a << 2), b & (b << 1) & (b << 2)
    found_a = (up_a << 1) | t0 | ((t1 & 0x1FFFFF) << 7) | ((t2 & 0x3FFF) << 14) | ((t3 & 0x7F) << 21)
    found_b = (up_b << 1) | (t1 >> 21) | (t2 >> 14) | (t3 >> 7)
    return found_a & free_a, found_b & free_b


def line(a, b):
    """True if the discs hold four in a line."""
    x1 = (a >> 7) | ((b & 0x7F) << 21)
    x2 = (a >> 14) | ((b & 0x3FFF) << 14)
    x3 = (a >> 21) | (b << 7)
    up_a, up_b = a & (a >> 1), b & (b >> 1)
    return bool((a & x1 & x2 & x3) | (a & (x1 >> 1) & (x2 >> 2) & (x3 >> 3)) | ((a >> 3) & (x1 >> 2) & (x2 >> 1) & x3)
                | (up_a & (up_a >> 2)) | (up_b & (up_b >> 2)))


def column_of(a, b):
    """The most central column with a bit in these lanes, or -1."""
    for column in CENTRE_FIRST:
        if (a >> (7 * column) if column < 4 else b >> (7 * column - 28)) & 127:
            return column
    return -1


def _many(a, b):
    return (a and b) or a & (a - 1) or b & (b - 1)


def board_kernel():
    """The board's machine code, or None where it cannot run (CPython, the unix port)."""
    try:
        from litfour.engine.solver_kernel import run
    except (SyntaxError, AttributeError):       # no assembler for this machine
        return None
    return run


class Solver:
    """One search at a time over `table` (a bytearray of TABLE_BYTES that nobody else uses meanwhile).

    After step() has returned True: best (column, or -1 after cancel), value (1, 0, -1 for the side to move, None if not
    known), proved (the move is known not to give anything away), source ("instant", "book", "search"), nodes, and
    plies (to the end of the game with best play, 0 if not known). `run` is the kernel; the board's own by default.
    """

    def __init__(self, table, book=None, run=None, budget=BUDGET, refinement=REFINEMENT):
        if len(table) != TABLE_BYTES:
            raise ValueError(f"the solver's table must have {TABLE_BYTES} bytes, not {len(table)}")
        self._run = run or board_kernel()
        if self._run is None:
            raise ValueError("the solver's machine code runs on the board only: give `run`, the kernel built for here")
        self._table = table
        self._book = book
        self._budget = budget
        self._refinement = refinement
        self._block = array("I", bytes(4 * BLOCK_WORDS))
        self._phase = self._left = self._asked = self._ply = self._safe = 0
        self._flipped = self._attacker_first = False
        self.cancel()

    @property
    def fault(self):
        """What is wrong with the book, in words; "" if nothing, or if there is none."""
        return self._book.fault if self._book else ""

    def cancel(self):
        """Forgets the search. best is -1 until the next one is done."""
        self._phase = 0
        self.best = -1
        self.value = None
        self.proved = False
        self.source = ""
        self.nodes = self.plies = 0

    def start(self, moves, pick=0, budget=None):
        """Sets up the position after these 0-based columns (bytes, list or tuple); True if it is decided already.

        pick: any number; chooses among the moves the book lists. budget: nodes, in place of the solver's own and then
        without the book: what weaker levels may look for. BadPosition if no game goes on there.
        """
        self.cancel()
        codes = self._codes(moves)
        self._flipped = False
        for column in range(3):
            if codes[column] != codes[6 - column]:
                self._flipped = codes[6 - column] > codes[column]
                break
        if self._flipped:
            codes.reverse()
        self._lay(codes)
        if not self._instant() and (budget or not self._from_book(codes, pick)):
            self._phase = 1
            self._left = budget or self._budget
            self._block[STATE] = START
            self._ask(self._ply % 2 == 0, 1)
        return self._phase == 0

    def step(self, nodes):
        """Searches at most `nodes` nodes more; True when the move is decided. Allocates nothing."""
        if self._phase == 0:
            return True
        block = self._block
        allowed = nodes if nodes < self._left else self._left
        block[LEFT] = allowed
        state = self._run(block, self._table)
        allowed -= block[LEFT]
        self.nodes += allowed
        self._left -= allowed
        if state != RUNNING:
            self._answered((state == YES) == self._attacker_first)
        elif self._left <= 0:
            if self._phase < 3:
                self._mark()
            self._phase = 0
        return self._phase == 0

    def _codes(self, moves):
        """Seven codes of seven bits: in each column the discs of the side to move under one bit more."""
        heights, mover = [0] * 7, len(moves) & 1
        codes = [0] * 7
        for column in moves:
            if not 0 <= column < 7 or heights[column] == 6:
                raise BadPosition(f"column {column + 1} is full or not on the board")
            if not mover:
                codes[column] |= 1 << heights[column]
            heights[column] += 1
            mover ^= 1
        self._ply = len(moves)
        for column in range(7):
            codes[column] |= 1 << heights[column]
        return codes

    def _lay(self, codes):
        """Puts the position into the root's frame. BadPosition if the game is over."""
        me, everyone = [0, 0], [0, 0]
        for column in range(7):
            top = 1
            while top * 2 <= codes[column]:
                top *= 2
            lane, shift = (0, 7 * column) if column < 4 else (1, 7 * column - 28)
            me[lane] |= (codes[column] - top) << shift
            everyone[lane] |= (top - 1) << shift
        if self._ply == 42 or line(me[0], me[1]) or line(everyone[0] ^ me[0], everyone[1] ^ me[1]):
            raise BadPosition("the game is over")
        block = self._block
        block[FIRST], block[FIRST + 1], block[FIRST + 2], block[FIRST + 3] = me[0], me[1], everyone[0], everyone[1]

    def _instant(self):
        """Decides what needs no search. True if it did; else a safe move is marked, for want of a better one."""
        block = self._block
        me_a, me_b, all_a, all_b = block[FIRST], block[FIRST + 1], block[FIRST + 2], block[FIRST + 3]
        free_a, free_b = CELLS_A & ~all_a, CELLS_B & ~all_b
        can_a, can_b = (all_a + BOTTOM_A) & CELLS_A, (all_b + BOTTOM_B) & CELLS_B
        win_a, win_b = threats(me_a, me_b, can_a, can_b)
        if win_a or win_b:
            return self._decided(win_a, win_b, 1, 1)
        threat_a, threat_b = threats(all_a ^ me_a, all_b ^ me_b, free_a, free_b)
        block[FIRST + 4], block[FIRST + 5] = threat_a, threat_b
        must_a, must_b = can_a & threat_a, can_b & threat_b
        to_a, to_b = (must_a, must_b) if must_a or must_b else (can_a, can_b)
        safe_a, safe_b = to_a & ~(threat_a >> 1), to_b & ~(threat_b >> 1)
        if not (safe_a or safe_b) or _many(must_a, must_b):
            return self._decided(to_a, to_b, -1, 2)
        if not _many(safe_a, safe_b):
            return self._decided(safe_a, safe_b, None, 0)
        self._safe = column = column_of(safe_a, safe_b)
        block[MARK_A] = 127 << (7 * column) if column < 4 else 0
        block[MARK_B] = 127 << (7 * column - 28) if column > 3 else 0
        return False

    def _decided(self, a, b, value, plies):
        self._set_best(column_of(a, b))
        self.value, self.plies, self.proved, self.source = value, plies, True, "instant"
        return True

    def _from_book(self, codes, pick):
        if self._book is None:
            return False
        column = self._book.find(codes, self._ply, pick)
        if column < 0:
            return False
        self._set_best(column)
        self.value, self.proved, self.source = self._book.value, True, "book"
        return True

    def _ask(self, attacker_first, discs_left):
        """The next question: does that side win with `discs_left` discs left, counting one more, or with more?"""
        theta = discs_left if attacker_first else 1 - discs_left
        block = self._block
        block[PLY] = self._ply
        block[FRAME] = FIRST
        block[THETA] = theta + 32
        block[LIMIT] = 41 - 2 * theta if attacker_first else 40 + 2 * theta
        block[AT_LIMIT] = 0 if attacker_first else 1
        block[CLAIM] = 1 if attacker_first else 2 if theta == 0 else 0
        self._attacker_first = attacker_first
        self.source = "search"

    def _answered(self, attacker_wins):
        """Takes the kernel's answer and asks the next question, or ends."""
        i_am_first = self._ply % 2 == 0
        self._block[STATE] = RUNNING
        if self._phase == 1 and not attacker_wins:
            self._phase = 2
            self._ask(not i_am_first, 1)
            return
        if self._phase < 3:
            self._value_found(attacker_wins)
        elif attacker_wins:
            self._distance_found()
        else:
            if self.value < 0:
                self._mark()
            self._next_distance()

    def _value_found(self, attacker_wins):
        self.proved = True
        if self._phase == 2 and not attacker_wins:
            self.value = 0
            self._mark()
            self._phase = 0
            return
        self.value = 1 if self._phase == 1 else -1
        if self.value == 1:
            self._mark()
        else:
            self._set_best(self._safe)
        self._phase = 3
        self._asked = 0
        if self._left > self._refinement:
            self._left = self._refinement
        self._next_distance()

    def _next_distance(self):
        """Asks for the end of the game within two plies more than last time."""
        self._asked += 1
        won = self.value > 0
        mine = self._ply // 2
        left = 21 - (mine if won else self._ply - mine) - self._asked
        if left <= 1:
            self.plies = 2 * self._asked + (1 if won else 2)
            self._phase = 0
        else:
            i_am_first = self._ply % 2 == 0
            self._ask(i_am_first if won else not i_am_first, left)

    def _distance_found(self):
        won = self.value > 0
        self.plies = 2 * self._asked + (1 if won else 2)
        if won:
            self._mark()
        self._phase = 0

    def _mark(self):
        """The move that the kernel tried last at the root."""
        self._set_best(column_of(self._block[MARK_A], self._block[MARK_B]))

    def _set_best(self, column):
        self.best = 6 - column if self._flipped else column
