"""The node loop for the games that are more than dropping discs: avoid four, no gravity, PopOut, Pop 10, Power Up.

Alpha-beta with a transposition table over explicit frames, so that it can stop after any node. Everything a move does
is made of put and take, one disc at one cell, which keep up to date: each line's half word, (discs of side 0 * 8 +
discs of side 1) << 7 | XOR of its empty cells; how many lines each side has complete; at which cells one more disc
would complete a line (threats); the score; and a Zobrist key. Side 0 is the seat that moved first in the game.

Values are ints from 0 (lost) over DRAW to 2 * DRAW for the side to move; WIN - n is a win with the n-th move from the
root. The move after a move may be the same side's: after a disc that is kept (Pop 10), and for the second part of a
power disc, which here is a move of its own (SECOND + column), while at the root both parts are one move. A position
that comes again within the search counts as a draw at once, one of the game before the root when it is the third.

Nothing negative is stored, because 32-bit loads are zero-extended on 64-bit MicroPython; what one function finds out
for another lies in w[FOUND], because calls between viper functions return objects.
Sources: Knuth and Moore 1975; Zobrist 1970; wins are kept relative to their node in the table, as in chess programs.
"""

import micropython
from micropython import const

DRAW = const(16384)
WIN = const(24576)                  # minus the number of moves from the root to the win
SURE = const(24000)                 # a value above is a proved win, below FLIP - SURE a proved loss
FLIP = const(32768)
SCORE_BIAS = const(1 << 20)
BIAS = const(2048)                  # of the changes of the score in the tables
NONE = const(127)                   # no move

# Kinds of game as in rules/variants.py, moves as in rules/position.py.
AVOID = const(1)
CELL = const(2)
POP = const(4)
POP10 = const(5)
POWER = const(6)
POPPED = const(16)
RETURNED = const(32)
SWAPPED = const(63)
SECOND = const(112)
ANVIL = const(1)
WALL = const(2)
TWICE = const(3)
BOMB = const(4)
KEEPS = const(10)
QUIET = const(60)

# Words of the block `w`. COMMAND says what run() does, with ARG0 and ARG1 where it needs them. The first 32 are those
# that matter for speed: machine code reaches them with one instruction.
COMMAND = const(0)
FOUND = const(1)
ROWS = const(2)
CELLS = const(3)
NEAR = const(4)                     # one less than the discs of a line
INCIDENT = const(5)                 # offset into the half words `h`, which begin with CELLS + 1 numbers: where a cell's
LINE = const(6)                     # lines begin here, each its number + 128 * its part of DELTA. LINE: their states
THREAT = const(7)                   # how many lines, by side and cell
DISC = const(8)                     # 0 or 1 + side, by cell
HEIGHT = const(9)
DELTA = const(10)                   # change of the score, for the mover, with one more disc: by part, side and state
BONUS = const(11)                   # and with a threat at a cell: by side
ORDER = const(12)                   # columns that are played (no gravity: cells), the best first
ORDERED = const(13)                 # how many these are
MOVES_END = const(14)
UNDO = const(15)
PATH = const(16)                    # offset into the words: the keys of the positions on the path to here
ZOBRIST = const(17)                 # the same: a random number for each side and cell, then for what else matters; KEY1
#                                     takes the one behind it
KIND = const(18)                    # of the game
SIDE = const(19)                    # from here to RESULT: of the position
PLY = const(20)                     # moves since the root
SCORE = const(21)                   # for side 0
KEY0 = const(22)
KEY1 = const(23)
ROOM = const(24)                    # empty cells
LINES = const(25)                   # complete ones, by side
THREATS = const(27)                 # by side
PENDING = const(29)                 # the power disc whose second part is to be played
POWERS = const(30)                  # bits left, side 1's from bit 4 on
FILLING = const(31)
KEPT = const(32)                    # by side
IDLE = const(34)                    # Pop 10: 1 + the turns since the last one with a kept disc, 0 within it
RESULT = const(35)                  # 0 while it goes on, 1 + the side that has won, 3 a draw
STATE = const(36)                   # of the search: ENTER ...
FRAME = const(37)
NODES = const(38)
VALUE = const(39)
ARG0 = const(40)
ARG1 = const(41)
RULE = const(42)
PAST = const(43)                    # how many positions before the root are known
SWAP = const(44)                    # no gravity: colours may be swapped after the first disc
WEIGHT = const(45)                  # no gravity: how good a cell is for a side, by the states of its lines
KILLER = const(46)
ROOT = const(47)                    # values of the root's moves at the present depth
FRAMES = const(48)
MOVES = const(49)                   # the frames' moves, one list after another
LAST = const(50)                    # the last frame
VALUES = const(52)                  # the same at the last depth, sorted
WORTH = const(51)                   # weights of the heuristic, see rate()
FIXED = const(60)                   # where the tables of the words begin
ENTRIES = const(11264)              # of the table, two words each; the rest of it is for `w` and `h`

SEARCH = const(0)                   # commands
CLEAR = const(1)
SET = const(2)
MAKE = const(3)
UNMAKE = const(4)
LIST = const(5)
SORT = const(6)
RATE = const(7)

ENTER = const(0)                    # states
NEXT = const(1)
RETURN = const(2)
DECIDED = const(3)

EXACT = const(1)                    # what the table knows of a value
LOWER = const(2)
UPPER = const(3)

ALPHA = const(0)                    # half words of a frame
BETA = const(1)
BEST = const(2)
BEST_MOVE = const(3)
DEPTH = const(4)
IDX = const(5)
COUNT = const(6)
ALPHA0 = const(7)
MARGIN = const(8)
FORCED = const(9)                   # its moves cost no depth
CUT = const(10)                     # not all moves are listed: no proof of a loss
MOVE = const(11)
LIST_AT = const(12)
AGAIN = const(13)                   # 1: the move is searched less deep, 2: it is searched again in full
TAINT = const(14)                   # the first position on the path that the value depends on, by a repetition
FRAME_SIZE = const(15)

# Zobrist numbers behind the discs': side to move, pending (1 ..), power discs left, discs kept by each side
Z_SIDE = const(0)
Z_PENDING = const(1)
Z_POWER = const(6)
Z_KEPT = const(14)
Z_COUNT = const(35)


# ---- one disc

@micropython.viper
def toggle(w: ptr32, number: int):                                                      # noqa: F821
    """Mixes a Zobrist number into the key."""
    number += w[ZOBRIST]
    w[KEY0] = w[KEY0] ^ w[number]
    w[KEY1] = w[KEY1] ^ w[number + 1]


@micropython.viper
def put(w: ptr32, h: ptr16, cell: int, side: int):                                      # noqa: F821
    """A disc of `side` comes to an empty cell."""
    cells = w[CELLS]
    shift = 3 - (side << 1) - side                  # of the counts in a line's state: side 0's lie above
    own_near = w[NEAR] << shift
    other_near = w[NEAR] << (3 - shift)
    own = side * cells
    other = cells - own
    line = w[LINE]
    delta = w[DELTA] + (side << 6)
    i = w[INCIDENT] + h[cell]
    end = w[INCIDENT] + h[cell + 1]
    gain = 0
    h[w[DISC] + cell] = side + 1
    while i < end:
        number = h[i] & 127
        part = h[i] - number
        x = h[line + number]
        state = x >> 7
        gain += h[delta + part + state] - BIAS
        if state == other_near:
            h[w[THREAT] + other + cell] -= 1
            w[THREATS + 1 - side] -= 1
            gain += h[w[BONUS] + other + cell] - BIAS
        elif state == own_near:
            h[w[THREAT] + own + cell] -= 1
            w[THREATS + side] -= 1
            gain -= h[w[BONUS] + own + cell] - BIAS
        x = (x ^ cell) + (128 << shift)
        h[line + number] = x
        state = x >> 7
        if state == own_near:
            x = own + (x & 127)
            h[w[THREAT] + x] += 1
            w[THREATS + side] += 1
            gain += h[w[BONUS] + x] - BIAS
        elif state == own_near + (1 << shift):
            w[LINES + side] += 1
        i += 1
    w[SCORE] += gain if side == 0 else 0 - gain
    toggle(w, own + cell)


@micropython.viper
def take(w: ptr32, h: ptr16, cell: int, side: int):                                     # noqa: F821
    """The disc of `side` at a cell goes: put() backwards."""
    cells = w[CELLS]
    shift = 3 - (side << 1) - side
    own_near = w[NEAR] << shift
    other_near = w[NEAR] << (3 - shift)
    own = side * cells
    other = cells - own
    line = w[LINE]
    delta = w[DELTA] + (side << 6)
    i = w[INCIDENT] + h[cell]
    end = w[INCIDENT] + h[cell + 1]
    gain = 0
    h[w[DISC] + cell] = 0
    while i < end:
        number = h[i] & 127
        part = h[i] - number
        x = h[line + number]
        state = x >> 7
        if state == own_near:
            at = own + (x & 127)
            h[w[THREAT] + at] -= 1
            w[THREATS + side] -= 1
            gain += h[w[BONUS] + at] - BIAS
        elif state == own_near + (1 << shift):
            w[LINES + side] -= 1
        x = (x - (128 << shift)) ^ cell
        h[line + number] = x
        state = x >> 7
        if state == other_near:
            h[w[THREAT] + other + cell] += 1
            w[THREATS + 1 - side] += 1
            gain += h[w[BONUS] + other + cell] - BIAS
        elif state == own_near:
            h[w[THREAT] + own + cell] += 1
            w[THREATS + side] += 1
            gain -= h[w[BONUS] + own + cell] - BIAS
        gain += h[delta + part + state] - BIAS
        i += 1
    w[SCORE] -= gain if side == 0 else 0 - gain
    toggle(w, own + cell)


@micropython.viper
def place(w: ptr32, h: ptr16, cell: int, disc: int):                                    # noqa: F821
    """Makes a cell hold `disc`: 0, or 1 + side."""
    old = h[w[DISC] + cell]
    if old != disc:
        if old:
            take(w, h, cell, old - 1)
        if disc:
            put(w, h, cell, disc - 1)


# ---- columns

@micropython.viper
def drop(w: ptr32, h: ptr16, column: int, side: int):                                   # noqa: F821
    row = h[w[HEIGHT] + column]
    h[w[HEIGHT] + column] = row + 1
    w[ROOM] -= 1
    put(w, h, column * w[ROWS] + row, side)


@micropython.viper
def lift(w: ptr32, h: ptr16, column: int):                                              # noqa: F821
    """Takes the top disc of a column away."""
    row = h[w[HEIGHT] + column] - 1
    h[w[HEIGHT] + column] = row
    w[ROOM] += 1
    place(w, h, column * w[ROWS] + row, 0)


@micropython.viper
def slide(w: ptr32, h: ptr16, column: int):                                             # noqa: F821
    """The bottom disc leaves, the others slide down; only cells that change hands are touched."""
    height = h[w[HEIGHT] + column] - 1
    h[w[HEIGHT] + column] = height
    w[ROOM] += 1
    cell = column * w[ROWS]
    top = cell + height
    while cell < top:
        place(w, h, cell, h[w[DISC] + cell + 1])
        cell += 1
    place(w, h, top, 0)


@micropython.viper
def unslide(w: ptr32, h: ptr16, column: int, disc: int):                                # noqa: F821
    """A disc comes back under a column."""
    height = h[w[HEIGHT] + column]
    h[w[HEIGHT] + column] = height + 1
    w[ROOM] -= 1
    bottom = column * w[ROWS]
    cell = bottom + height
    while cell > bottom:
        place(w, h, cell, h[w[DISC] + cell - 1])
        cell -= 1
    place(w, h, bottom, disc)


@micropython.viper
def crush(w: ptr32, h: ptr16, column: int, side: int):                                  # noqa: F821
    """An anvil: the column's discs leave, it lies on row 0. w[FOUND], for unmake(): height << 8 | whose discs."""
    height = h[w[HEIGHT] + column]
    h[w[HEIGHT] + column] = 1
    w[ROOM] += height - 1
    bottom = column * w[ROWS]
    gone = height << 8
    while height:
        height -= 1
        gone = gone | ((h[w[DISC] + bottom + height] - 1) << height)
        place(w, h, bottom + height, 0)
    put(w, h, bottom, side)
    w[FOUND] = gone


@micropython.viper
def uncrush(w: ptr32, h: ptr16, column: int, gone: int):                                # noqa: F821
    height = gone >> 8
    h[w[HEIGHT] + column] = height
    w[ROOM] -= height - 1
    bottom = column * w[ROWS]
    place(w, h, bottom, 0)
    while height:
        height -= 1
        put(w, h, bottom + height, (gone >> height) & 1)


@micropython.viper
def bottoms(w: ptr32, h: ptr16, side: int):                                             # noqa: F821
    """w[FOUND]: how many discs of `side` can be popped."""
    k = 0
    count = 0
    while k < w[ORDERED]:
        if h[w[DISC] + h[w[ORDER] + k] * w[ROWS]] == side + 1:
            count += 1
        k += 1
    w[FOUND] = count


@micropython.viper
def in_line(w: ptr32, h: ptr16, cell: int, side: int):                                  # noqa: F821
    """w[FOUND]: 1 where the cell lies in a complete line of `side`, else 0."""
    full = (w[NEAR] + 1) << (3 - (side << 1) - side)
    i = w[INCIDENT] + h[cell]
    end = w[INCIDENT] + h[cell + 1]
    w[FOUND] = 0
    while i < end:
        if h[w[LINE] + (h[i] & 127)] >> 7 == full:
            w[FOUND] = 1
            i = end
        i += 1


# ---- moves

@micropython.viper
def judge(w: ptr32, side: int):                                                         # noqa: F821
    """The result after `side` has changed the board; lines of both count by the rule, see rules/slides.py."""
    if w[LINES + side]:
        w[RESULT] = side + 1
        if w[LINES + 1 - side]:
            if w[RULE] == 2:
                w[RESULT] = 3
            elif w[RULE] == 1:
                w[RESULT] = 2 - side
    elif w[LINES + 1 - side]:
        w[RESULT] = 2 - side
    if w[KIND] == AVOID:
        if w[RESULT]:
            w[RESULT] = 3 - w[RESULT]
    if w[RESULT] == 0:
        if w[ROOM] == 0:
            if w[KIND] != POP:
                w[RESULT] = 3


@micropython.viper
def count_kept(w: ptr32):                                                               # noqa: F821
    """The game ends, more kept discs win."""
    w[RESULT] = 3
    if w[KEPT] > w[KEPT + 1]:
        w[RESULT] = 1
    elif w[KEPT] < w[KEPT + 1]:
        w[RESULT] = 2


@micropython.viper
def end_turn(w: ptr32, h: ptr16, side: int):                                            # noqa: F821
    """Pop 10: the turn of `side` is over without a kept disc, or it can't go on; who can't pop is passed over."""
    w[IDLE] += 1
    w[SIDE] = 1 - side
    bottoms(w, h, 1 - side)
    if w[FOUND] == 0:
        w[IDLE] += 1
        w[SIDE] = side


@micropython.viper
def make_pop10(w: ptr32, h: ptr16, move: int, side: int):                               # noqa: F821
    if w[FILLING]:
        drop(w, h, move, side)
        w[SIDE] = 1 - side
        if w[ROOM] == 0:
            w[FILLING] = 0
            end_turn(w, h, side)
            w[IDLE] -= 1
        return
    if move < RETURNED:
        slide(w, h, move - POPPED)
        kept = w[KEPT + side]
        toggle(w, (w[CELLS] << 1) + Z_KEPT + side * KEEPS + kept)
        w[KEPT + side] = kept + 1
        w[IDLE] = 0
        if kept + 1 == KEEPS:
            w[RESULT] = side + 1
            return
        bottoms(w, h, side)
        if w[FOUND] == 0:
            end_turn(w, h, side)
    else:
        slide(w, h, (move - RETURNED) >> 3)
        drop(w, h, (move - RETURNED) & 7, side)
        end_turn(w, h, side)
    if w[IDLE] > QUIET:
        count_kept(w)


@micropython.viper
def seconds(w: ptr32, h: ptr16, side: int, power: int, at: int):                        # noqa: F821
    """Lists the second parts of a power disc at h[at]; w[FOUND]: how many."""
    count = 0
    k = 0
    while k < w[ORDERED]:
        column = h[w[ORDER] + k]
        k += 1
        row = h[w[HEIGHT] + column]
        cell = column * w[ROWS] + row
        fits = 0
        if power == BOMB:
            if h[w[DISC] + cell - row] == 2 - side:
                fits = 1
        elif row < w[ROWS]:
            if power == TWICE or h[w[THREAT] + side * w[CELLS] + cell] == 0:
                fits = 1
        if fits:
            h[at + count] = SECOND + column
            count += 1
    w[FOUND] = count


@micropython.viper
def make_second(w: ptr32, h: ptr16, power: int, column: int, side: int):                # noqa: F821
    if power == BOMB:
        slide(w, h, column)
    else:
        drop(w, h, column, side)
    judge(w, side)


@micropython.viper
def make_power(w: ptr32, h: ptr16, move: int, side: int, undo: int):                    # noqa: F821
    w[SIDE] = 1 - side
    if w[PENDING]:
        toggle(w, (w[CELLS] << 1) + Z_PENDING + w[PENDING])
        make_second(w, h, w[PENDING], move - SECOND, side)
        w[PENDING] = 0
        return
    power = (move >> 4) & 7
    if power:
        bit = (side << 2) + power - 1
        w[POWERS] -= 1 << bit
        toggle(w, (w[CELLS] << 1) + Z_POWER + bit)
    if power == ANVIL:
        crush(w, h, move & 15, side)
        h[undo + 3] = w[FOUND]
    else:
        drop(w, h, move & 15, side)
    judge(w, side)
    if power > ANVIL:
        if w[LINES + side] == 0:
            seconds(w, h, side, power, w[MOVES_END])
            if w[FOUND]:
                w[RESULT] = 0
                if move >> 7:
                    make_second(w, h, power, (move >> 7) - 1, side)
                else:
                    w[PENDING] = power
                    w[SIDE] = side
                    toggle(w, (w[CELLS] << 1) + Z_PENDING + power)


@micropython.viper
def make(w: ptr32, h: ptr16, move: int):                                                # noqa: F821
    """Plays a legal move."""
    side = w[SIDE]
    kind = w[KIND]
    undo = w[UNDO] + (w[PLY] << 2)
    h[undo] = move
    h[undo + 1] = side | (w[PENDING] << 1) | (w[FILLING] << 4)
    h[undo + 2] = w[IDLE]
    at = w[PATH] + (w[PLY] << 1)
    w[at] = w[KEY0]
    w[at + 1] = w[KEY1]
    w[PLY] += 1
    if kind == POP10:
        make_pop10(w, h, move, side)
    elif kind == POWER:
        make_power(w, h, move, side, undo)
    else:
        w[SIDE] = 1 - side
        if kind == CELL:
            if move == SWAPPED:
                cell = 0
                while h[w[DISC] + cell] == 0:
                    cell += 1
                h[undo + 3] = cell
                place(w, h, cell, side + 1)
            else:
                w[ROOM] -= 1
                put(w, h, move, side)
        elif move >= POPPED:
            slide(w, h, move - POPPED)
        else:
            drop(w, h, move, side)
        judge(w, side)
    if w[SIDE] != side:
        toggle(w, w[CELLS] << 1)


@micropython.viper
def unmake(w: ptr32, h: ptr16):                                                         # noqa: F821
    """Takes the last move back."""
    ply = w[PLY] - 1
    w[PLY] = ply
    undo = w[UNDO] + (ply << 2)
    move = h[undo]
    side = h[undo + 1] & 1
    pending = (h[undo + 1] >> 1) & 7
    kind = w[KIND]
    if kind == CELL:
        if move == SWAPPED:
            place(w, h, h[undo + 3], 2 - side)
        else:
            w[ROOM] += 1
            take(w, h, move, side)
    elif kind == POWER:
        power = pending if pending else (move >> 4) & 7
        column = move - SECOND if pending else (move >> 7) - 1
        if column >= 0:
            if power == BOMB:
                unslide(w, h, column, 2 - side)
            else:
                lift(w, h, column)
        if pending == 0:
            if power:
                w[POWERS] += 1 << ((side << 2) + power - 1)
            if power == ANVIL:
                uncrush(w, h, move & 15, h[undo + 3])
            else:
                lift(w, h, move & 15)
    elif move < POPPED:
        lift(w, h, move)
    elif move < RETURNED:
        unslide(w, h, move - POPPED, side + 1)
        if kind == POP10:
            w[KEPT + side] -= 1
    else:
        lift(w, h, (move - RETURNED) & 7)
        unslide(w, h, (move - RETURNED) >> 3, side + 1)
    w[SIDE] = side
    w[PENDING] = pending
    w[FILLING] = h[undo + 1] >> 4
    w[IDLE] = h[undo + 2]
    w[RESULT] = 0
    at = w[PATH] + (ply << 1)
    w[KEY0] = w[at]
    w[KEY1] = w[at + 1]


# ---- which moves there are

@micropython.viper
def list_pop10(w: ptr32, h: ptr16, at: int):                                      # noqa: F821, C901
    """Lists Pop 10's moves at h[at]: fills, or kept discs and then returns. w[FOUND]: how many."""
    side = w[SIDE]
    rows = w[ROWS]
    low = rows
    k = 0
    while k < w[ORDERED]:
        if h[w[HEIGHT] + k] < low:
            low = h[w[HEIGHT] + k]
        k += 1
    count = 0
    returns = 0
    while returns < 2:
        k = 0
        while k < w[ORDERED]:
            column = h[w[ORDER] + k]
            k += 1
            if w[FILLING]:
                if returns == 0:
                    if h[w[HEIGHT] + column] == low:
                        h[at + count] = column
                        count += 1
            elif h[w[DISC] + column * rows] == side + 1:
                in_line(w, h, column * rows, side)
                if w[FOUND]:
                    if returns == 0:
                        h[at + count] = POPPED + column
                        count += 1
                elif returns:
                    i = 0
                    others = count
                    while i < w[ORDERED]:
                        to = h[w[ORDER] + i]
                        i += 1
                        if to != column:
                            if h[w[HEIGHT] + to] < rows:
                                h[at + count] = RETURNED + (column << 3) + to
                                count += 1
                    if count == others:
                        h[at + count] = RETURNED + (column << 3) + column
                        count += 1
        returns += 1
    w[FOUND] = count


@micropython.viper
def list_all(w: ptr32, h: ptr16, at: int):                                        # noqa: F821, C901
    """Lists every move at h[at], of a power disc the first part; w[FOUND]: how many."""
    kind = w[KIND]
    side = w[SIDE]
    rows = w[ROWS]
    count = 0
    k = 0
    if kind == POP10:
        list_pop10(w, h, at)
        return
    if w[PENDING]:
        seconds(w, h, side, w[PENDING], at)
        return
    while k < w[ORDERED]:
        column = h[w[ORDER] + k]
        k += 1
        if kind == CELL:
            if h[w[DISC] + column] == 0:
                h[at + count] = column
                count += 1
        else:
            if h[w[HEIGHT] + column] < rows:
                h[at + count] = column
                count += 1
                if kind == POWER:
                    power = 1
                    while power < 5:
                        if (w[POWERS] >> ((side << 2) + power - 1)) & 1:
                            h[at + count] = column | (power << 4)
                            count += 1
                        power += 1
            if kind == POP:
                if h[w[DISC] + column * rows] == side + 1:
                    h[at + count] = POPPED + column
                    count += 1
    if w[SWAP] and side:
        if w[ROOM] == w[CELLS] - 1:
            h[at + count] = SWAPPED
            count += 1
    w[FOUND] = count


@micropython.viper
def weigh(w: ptr32, h: ptr16, at: int, limit: int):                               # noqa: F821, C901
    """No gravity: lists the `limit` best cells at h[at]; w[FOUND]: how many."""
    weight = w[WEIGHT] + (w[SIDE] << 6)
    worth = w[MOVES_END]
    count = 0
    k = 0
    while k < w[ORDERED]:
        cell = h[w[ORDER] + k]
        k += 1
        if h[w[DISC] + cell] == 0:
            i = w[INCIDENT] + h[cell]
            end = w[INCIDENT] + h[cell + 1]
            sum = 0
            while i < end:
                sum += h[weight + (h[w[LINE] + (h[i] & 127)] >> 7)]
                i += 1
            i = count
            if count == limit:
                i -= 1
                if sum <= h[worth + i]:
                    i = 0 - 1
            else:
                count += 1
            if i >= 0:
                while i > 0 and h[worth + i - 1] < sum:
                    h[worth + i] = h[worth + i - 1]
                    h[at + i] = h[at + i - 1]
                    i -= 1
                h[worth + i] = sum
                h[at + i] = cell
    w[FOUND] = count


@micropython.viper
def look_cell(w: ptr32, h: ptr16, f: int):                                              # noqa: F821
    """No gravity: w[FOUND] is a value where threats decide, else the frame has its moves."""
    side = w[SIDE]
    at = h[f + LIST_AT]
    value = 0
    count = 0
    if w[THREATS + side]:
        value = WIN - w[PLY] - 1
    elif w[THREATS + 1 - side]:
        cell = 0
        threat = w[THREAT] + (1 - side) * w[CELLS]
        while cell < w[CELLS]:
            if h[threat + cell]:
                h[at] = cell
                count += 1
            cell += 1
        if count > 1:
            value = FLIP - WIN + w[PLY] + 2
    elif h[f + DEPTH]:
        if w[SWAP] and side and w[ROOM] == w[CELLS] - 1:
            list_all(w, h, at)
        else:
            weigh(w, h, at, w[WORTH])
            if w[FOUND] < w[ROOM]:
                h[f + CUT] = 1
        count = w[FOUND]
    h[f + COUNT] = count
    w[FOUND] = value


@micropython.viper
def pairs(w: ptr32, h: ptr16, side: int):                                         # noqa: F821, C901
    """w[FOUND]: 1 where `side` has a line that lacks two discs, and both can be dropped now; else 0."""
    rows = w[ROWS]
    want = (w[NEAR] - 1) << (3 - (side << 1) - side)
    k = 0
    w[FOUND] = 0
    while k < w[ORDERED]:
        column = h[w[ORDER] + k]
        k += 1
        row = h[w[HEIGHT] + column]
        if row < rows:
            cell = column * rows + row
            i = w[INCIDENT] + h[cell]
            end = w[INCIDENT] + h[cell + 1]
            while i < end:
                x = h[w[LINE] + (h[i] & 127)]
                i += 1
                if x >> 7 == want:
                    other = (x & 127) ^ cell
                    if other == cell + 1:       # above it, or at the bottom of an empty column
                        w[FOUND] = 1
                        return
                    again = k                   # the pairs with columns before this one were looked at with those
                    while again < w[ORDERED]:
                        column = h[w[ORDER] + again]
                        if other == column * rows + h[w[HEIGHT] + column]:
                            w[FOUND] = 1
                            return
                        again += 1


@micropython.viper
def look(w: ptr32, h: ptr16, f: int):                                             # noqa: F821, C901
    """w[FOUND] is a value where the next discs decide, else the frame has the moves that don't lose at once."""
    kind = w[KIND]
    side = w[SIDE]
    rows = w[ROWS]
    own = w[THREAT] + side * w[CELLS]
    other = w[THREAT] + w[CELLS] - side * w[CELLS]
    at = h[f + LIST_AT]
    value = 0
    count = 0
    blocks = 0
    block = NONE
    k = 0
    while k < w[ORDERED]:
        column = h[w[ORDER] + k]
        k += 1
        row = h[w[HEIGHT] + column]
        if row < rows:
            cell = column * rows + row
            if kind == AVOID:
                if h[own + cell] == 0:
                    h[at + count] = column
                    count += 1
            elif h[own + cell]:
                value = WIN - w[PLY] - 1
                k = w[ORDERED]
            else:
                safe = 1
                if row + 1 < rows:
                    if h[other + cell + 1]:
                        safe = 0
                if h[other + cell]:
                    blocks += 1
                    block = column if safe else NONE
                elif safe:
                    h[at + count] = column
                    count += 1
    if kind == POWER and value == 0:
        if (w[POWERS] >> ((side << 2) + TWICE - 1)) & 1:
            pairs(w, h, side)
            if w[FOUND]:
                value = WIN - w[PLY] - 1
    if value == 0:
        if blocks:                              # a disc elsewhere loses; two can't be blocked by one disc
            count = 0
            if blocks == 1 and block != NONE:
                h[at] = block
                count = 1
        if kind == POP:
            k = 0
            while k < w[ORDERED]:
                column = h[w[ORDER] + k]
                k += 1
                if h[w[DISC] + column * rows] == side + 1:
                    h[at + count] = POPPED + column
                    count += 1
        elif kind == POWER:
            if count == 0:                      # only a power disc may help: lost if all of them do not
                blocks = 1
            elif (w[POWERS] >> (side << 2)) & 15:
                if h[f + DEPTH] < 2:            # not all of them are listed
                    h[f + CUT] = 1
            k = 0 if h[f + DEPTH] or count == 0 else w[ORDERED]
            while k < w[ORDERED]:
                column = h[w[ORDER] + k]
                k += 1
                if h[w[HEIGHT] + column] < rows:
                    power = 1
                    while power < 5:
                        if (w[POWERS] >> ((side << 2) + power - 1)) & 1:
                            # a second disc at the last ply only where it may block: pairs() has seen those that win
                            if blocks or h[f + DEPTH] > 1 or power == ANVIL or power == BOMB:           # noqa: SIM109
                                h[at + count] = column | (power << 4)
                                count += 1
                        power += 1
        if count == 0:
            value = FLIP - WIN + w[PLY] + 2
            if kind == AVOID:
                value -= 1
    h[f + COUNT] = count
    h[f + FORCED] = 1 if count == 1 else 0
    w[FOUND] = value


@micropython.viper
def rate(w: ptr32):                                                                     # noqa: F821
    """The heuristic: w[FOUND] is the value for the side to move."""
    side = w[SIDE]
    kind = w[KIND]
    value = w[SCORE] - SCORE_BIAS
    if kind == POP10:
        value += (w[KEPT] - w[KEPT + 1]) * w[WORTH]
    elif kind == POWER:
        k = 0
        while k < 4:
            value += (((w[POWERS] >> k) & 1) - ((w[POWERS] >> (k + 4)) & 1)) * w[WORTH]
            k += 1
    if side:
        value = 0 - value
    value += DRAW
    if value > 20384:
        value = 20384
    elif value < 12384:
        value = 12384
    w[FOUND] = value


@micropython.viper
def repeated(w: ptr32, h: ptr16, f: int):                                               # noqa: F821
    """w[FOUND]: 0 where the position is new to the game; 1 where it was on the path from the root, which taints the
    frame, or twice before."""
    key0 = w[KEY0]
    key1 = w[KEY1]
    past = 0
    step = 2 if w[KIND] == POP else 1           # there the sides alternate
    k = w[PLY] - (step << 1)
    at = w[PATH] + (k << 1)
    w[FOUND] = 0
    while k + w[PAST] >= 0:
        if w[at] == key0:
            if w[at + 1] == key1:
                past += 1
                if k >= 0:
                    h[f + TAINT] = k
                    past = 2
                if past == 2:
                    w[FOUND] = 1
                    return
        k -= step
        at -= step << 1


# ---- the search

@micropython.viper
def enter(w: ptr32, h: ptr16, t: ptr32, f: int):                                  # noqa: F821, C901
    """A node seen for the first time: w[FOUND] is its value, or 0 and its frame is ready for its moves."""
    side = w[SIDE]
    ply = w[PLY]
    kind = w[KIND]
    result = w[RESULT]
    h[f + TAINT] = NONE
    if result:
        w[FOUND] = DRAW
        if result == side + 1:
            w[FOUND] = WIN - ply
        elif result < 3:
            w[FOUND] = FLIP - WIN + ply
        return
    if kind == POP or kind == POP10:                    # noqa: SIM109
        repeated(w, h, f)
        if w[FOUND]:
            w[FOUND] = DRAW
            if kind == POP10:
                w[FOUND] = DRAW + (w[KEPT + side] - w[KEPT + 1 - side]) * w[WORTH]
            return
    h[f + FORCED] = 0
    h[f + CUT] = 0
    at = h[f + LIST_AT]
    w[FOUND] = 0
    if kind == CELL:
        look_cell(w, h, f)
        if h[f + COUNT] == 1:
            h[f + FORCED] = 1
    elif kind == POP10 or w[PENDING]:
        if h[f + DEPTH] or w[PENDING]:
            list_all(w, h, at)
            h[f + COUNT] = w[FOUND]
            w[FOUND] = 0
            if w[PENDING]:
                h[f + FORCED] = 1
    else:
        look(w, h, f)
    if w[FOUND]:
        return
    depth = h[f + DEPTH]
    if f == w[LAST] or at >= w[MOVES_END] - 64 or (depth == 0 and h[f + FORCED] == 0):
        rate(w)
        return
    alpha = h[f + ALPHA]
    beta = h[f + BETA]
    key0 = w[KEY0]
    i = (((key0 & 16383) * 11) >> 4) << 1
    first = NONE
    if t[i] == w[KEY1]:
        entry = t[i + 1]
        if entry:
            first = entry >> 23
            value = entry & 32767
            bound = (entry >> 15) & 3
            deep = (entry >> 17) & 63
            if value > SURE:
                value -= ply
                if bound != UPPER:              # proved, whatever the depth
                    deep = 63
            elif value < FLIP - SURE:
                value += ply
                if bound != LOWER:
                    deep = 63
            if deep >= depth:
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    w[FOUND] = value
                    return
    # the table's move first, then the one that cut off a sister node
    count = h[f + COUNT]
    k = 0
    while k < 2:
        want = first
        if k == 0:
            want = h[w[KILLER] + ply]
        k += 1
        i = 0
        while i < count:
            if h[at + i] == want:
                while i > 0:
                    h[at + i] = h[at + i - 1]
                    i -= 1
                h[at] = want
                i = count
            i += 1
    h[f + ALPHA0] = alpha
    h[f + BEST] = 0
    h[f + BEST_MOVE] = h[at]
    h[f + IDX] = 0
    h[f + MARGIN] = 0
    h[f + AGAIN] = 0


@micropython.viper
def store(w: ptr32, h: ptr16, t: ptr32, f: int):                                        # noqa: F821
    """Remembers a decided node, unless its value holds on this path only."""
    value = h[f + BEST]
    if h[f + CUT]:
        if value < 12384:
            value = 12384
            h[f + BEST] = value
    bound = EXACT
    if value >= h[f + BETA]:
        bound = LOWER
    elif value <= h[f + ALPHA0]:
        bound = UPPER
    proved = 0
    if value > SURE:
        value += w[PLY]
        proved = 0 if bound == UPPER else 1
    elif value < FLIP - SURE:
        value -= w[PLY]
        proved = 0 if bound == LOWER else 1
    if proved == 0 and h[f + TAINT] < w[PLY]:
        return
    i = (((w[KEY0] & 16383) * 11) >> 4) << 1
    t[i] = w[KEY1]
    t[i + 1] = value | (bound << 15) | (h[f + DEPTH] << 17) | (h[f + BEST_MOVE] << 23)


@micropython.viper
def sort(w: ptr32, h: ptr16):                                                           # noqa: F821
    """Sorts those of the root's moves that this depth has looked at, ARG0 of them, the best first; stable. Their values
    go to h[VALUES]."""
    at = h[w[FRAMES] + LIST_AT]
    values = w[VALUES]
    k = 0
    while k < w[ARG0]:
        move = h[at + k]
        value = h[w[ROOT] + k]
        i = k
        while i > 0 and h[values + i - 1] < value:
            h[values + i] = h[values + i - 1]
            h[at + i] = h[at + i - 1]
            i -= 1
        h[values + i] = value
        h[at + i] = move
        k += 1


@micropython.viper
def command(w: ptr32, h: ptr16, t: ptr32):                                              # noqa: F821
    """Everything run() does besides searching."""
    what = w[COMMAND]
    if what == CLEAR:
        k = 1
        while k < 2 * ENTRIES:
            t[k] = 0
            k += 2
    elif what == SET:
        place(w, h, w[ARG0], w[ARG1])
    elif what == MAKE:
        make(w, h, w[ARG0])
    elif what == UNMAKE:
        unmake(w, h)
    elif what == LIST:
        list_all(w, h, w[ARG0])
    elif what == SORT:
        sort(w, h)
    else:
        rate(w)


@micropython.viper
def run(w: ptr32, h: ptr16, t: ptr32, nodes: int) -> int:                         # noqa: F821, C901
    """With COMMAND SEARCH: goes on with the search in block `w`, half words `h`, table `t` (98,304 bytes) for up to
    `nodes` nodes. Returns 1 when the root frame is decided (its BEST and the ROOT values are then set), else 0.

    SET: cell ARG0 holds ARG1. MAKE: plays ARG0. UNMAKE. LIST: all moves at h[ARG0]; FOUND: how many. SORT: the root's
    first ARG0 moves by value. RATE: FOUND is the heuristic value. CLEAR: the table; an entry whose second word is 0
    holds nothing.
    """
    if w[COMMAND]:
        command(w, h, t)
        return 0
    state = w[STATE]
    f = w[FRAME]
    visited = w[NODES]
    value = w[VALUE]
    finished = 0
    while True:
        if state == ENTER:
            if nodes == 0:
                break
            nodes -= 1
            visited += 1
            enter(w, h, t, f)
            value = w[FOUND]
            state = RETURN if value else NEXT
        elif state == NEXT:
            i = h[f + IDX]
            if i < h[f + COUNT]:
                h[f + IDX] = i + 1
                move = h[h[f + LIST_AT] + i]
                h[f + MOVE] = move
                side = w[SIDE]
                make(w, h, move)
                if w[SIDE] == side:
                    h[f + FRAME_SIZE + ALPHA] = h[f + ALPHA]
                    h[f + FRAME_SIZE + BETA] = h[f + BETA]
                else:
                    h[f + FRAME_SIZE + ALPHA] = FLIP - h[f + BETA]
                    h[f + FRAME_SIZE + BETA] = FLIP - h[f + ALPHA]
                depth = h[f + DEPTH]
                if depth:
                    if h[f + FORCED] == 0:
                        depth -= 1
                        if i >= 3 and depth >= 2 and h[f + AGAIN] == 0:
                            if f != w[FRAMES] and depth < w[ROOM]:
                                depth -= 1              # late moves are seldom good: first a shallower look
                                h[f + AGAIN] = 1
                h[f + FRAME_SIZE + DEPTH] = depth
                h[f + FRAME_SIZE + LIST_AT] = h[f + LIST_AT] + h[f + COUNT]
                f += FRAME_SIZE
                state = ENTER
            else:
                state = DECIDED
        elif state == RETURN:               # `value` is the child's; take its move back and weigh it
            f -= FRAME_SIZE
            side = w[SIDE]
            unmake(w, h)
            if w[SIDE] != side:
                value = FLIP - value
            if h[f + FRAME_SIZE + TAINT] < h[f + TAINT]:
                h[f + TAINT] = h[f + FRAME_SIZE + TAINT]
            if f == w[FRAMES]:
                h[w[ROOT] + h[f + IDX] - 1] = value
            state = NEXT
            if h[f + AGAIN] == 1 and value > h[f + ALPHA]:
                h[f + IDX] -= 1
                h[f + AGAIN] = 2
                continue
            h[f + AGAIN] = 0
            if value > h[f + BEST]:
                h[f + BEST] = value
                h[f + BEST_MOVE] = h[f + MOVE]
                alpha = value - h[f + MARGIN]
                if alpha > h[f + ALPHA]:
                    h[f + ALPHA] = alpha
                    if alpha >= h[f + BETA]:
                        h[w[KILLER] + w[PLY]] = h[f + MOVE]
                        state = DECIDED
        else:
            if f == w[FRAMES]:
                finished = 1
                break
            store(w, h, t, f)
            value = h[f + BEST]
            state = RETURN
    w[STATE] = state
    w[FRAME] = f
    w[NODES] = visited
    w[VALUE] = value
    return finished
