"""The node loop of the heuristic alpha-beta search, for any drop game whose lines are lists of cells, pegs included.

A cell is column * (rows + 1) + row: above each column lies one cell more, which is no cell, but has a mark. Every line
keeps one half word: (discs of side 0 * 8 + discs of side 1) << 7 | XOR of its empty cells. A disc changes the 3 to 16
lines through its cell and nothing else; where a line lacks one disc and holds none of the other side, the XOR is the
missing cell, and that cell counts as a threat. The score is the sum of the lines' worth, kept up to date. So one
routine serves every size and connect length, and a node needs no board at all.

Values are ints from 0 (lost) over DRAW to 2 * DRAW, for the side to move; WIN - n is a win with the n-th disc on the
board: no value depends on where the search began. Nothing negative is stored, because 32-bit loads are zero-extended
on 64-bit MicroPython.

Sources: alpha-beta with transposition table, null windows and iterative deepening (Knuth and Moore 1975; Zobrist 1970;
Marsland and Campbell 1982). Only moves that do not lose at once are tried; a forced reply costs no depth. The last two
plies are weighed without making their moves: a disc never lowers the score of its side, so that a move that leaves it
too low for alpha needs no reply. This is the source of kernels_m0.py, see host_tools/kernelc.py.
"""

import micropython
from micropython import const

DRAW = const(16384)
WIN = const(24576)                  # minus the number of discs on the board at the win
SURE = const(24000)                 # a value above is a proved win, below 2 * DRAW - SURE a proved loss
MARGIN_MAX = const(4000)            # the heuristic stays within DRAW +- this
FLIP = const(32768)                 # FLIP - value: the same for the other side
NONE = const(127)                   # no cell
MARK = const(32768)                 # in the threats, of the cells above the columns
COUNTS = const(32767)               # the rest of such a half word: how many lines
BIAS = const(2048)                  # of the numbers in DELTA
MAKES_THREAT = const(4096)          # in DELTA: the disc is the last but one of its line
LOUD = const(4096)                  # in a gain: a threat that can be carried out at once
ENTRIES = const(11264)              # of the table, two words each, in pairs: the deeper one, the latest one; the
#                                     rest of it is for `w` and `h`

# Words of the block `w`. From FIRST on offsets into the half words `h`, constant for one board.
STATE = const(0)
FRAME = const(1)
SIDE = const(2)
PLY = const(3)
SCORE = const(4)                    # on the scale of values, for the side to move
KEY0 = const(5)
KEY1 = const(6)
NODES = const(7)
OPEN_COLUMNS = const(8)
CELLS = const(9)                    # with those above the columns
FULL = const(10)                    # discs on a full board
LAST_FRAME = const(11)
FRAME_SIZE = const(12)
NEAR = const(13)                    # the line state with connect - 1 discs of side 1 alone
FIRST = const(14)
LINE = const(14)
THREAT = const(15)                  # by side and cell
DELTA = const(16)                   # 64 a side, by line state: what a disc of that side changes, see BIAS
BONUS = const(17)                   # worth of a threat, by side and cell
HEIGHT = const(18)                  # the cell that a disc would fall into; first of the OPEN_COLUMNS, from the centre
COLUMN = const(19)                  # by cell: where in `h` its column's HEIGHT is
GAINS = const(20)                   # of the moves that were sorted last
ROOT = const(21)                    # values of the root's moves
FRAMES = const(22)
ZOBRIST = const(23)                 # two words for each side and cell

ENTER = const(0)                    # a node seen for the first time
NEXT = const(1)                     # its next move, if there is one
BACK = const(2)                     # a child's value has come: take its move back
WEIGH = const(3)                    # compare the value with what there was
DONE = const(4)                     # the node is decided

# Half words of a frame. `h` itself begins with CELLS + 1 numbers: where a cell's list of lines begins in it.
ALPHA = const(0)
BETA = const(1)
BEST = const(2)
BEST_MOVE = const(3)
DEPTH = const(4)
IDX = const(5)
COUNT = const(6)
MARGIN = const(7)                   # of the root: moves so close to the best get their true value
ALPHA0 = const(8)
BLOCK = const(9)                    # 1: the move is forced
OLD_SCORE = const(10)
WIDE = const(11)                    # 1: the next move gets the whole window, 0: a null window
SORT_AT = const(12)                 # the moves from here on are sorted when it is their turn; NONE: not at all
MOVES = const(13)                   # cells


@micropython.viper
def worth(w: ptr32, h: ptr16, cell: int, side: int) -> int:                             # noqa: F821
    """What a disc there would change, for its side; with LOUD if a threat can then be carried out at once."""
    lane = w[CELLS] * side
    delta = w[DELTA] + (side << 6)
    i = h[cell]
    end = h[cell + 1]
    gain = (i - end) * BIAS
    loud = 0
    while i < end:
        x = h[h[i]]
        d = h[delta + (x >> 7)]
        gain += d
        if d >= MAKES_THREAT:
            x = (x & 127) ^ cell
            gain += h[w[BONUS] + lane + x] - MAKES_THREAT
            if x == cell + 1 or h[h[w[COLUMN] + x]] == x:
                loud = LOUD
        i += 1
    i = w[CELLS] - lane + cell
    k = h[w[THREAT] + i]
    if k:
        gain += k * h[w[BONUS] + i]         # the other side's threat is gone
    if h[w[THREAT] + lane + cell + 1] & COUNTS:
        loud = LOUD
    return gain + loud


@micropython.viper
def put(w: ptr32, h: ptr16, cell: int, side: int) -> int:                               # noqa: F821
    """Lets a disc fall into that cell; what it changes, for its side."""
    lane = w[CELLS] * side
    delta = w[DELTA] + (side << 6)
    add = 1024 - side * 896
    i = h[cell]
    end = h[cell + 1]
    gain = (i - end) * BIAS
    while i < end:
        k = h[i]
        x = h[k]
        d = h[delta + (x >> 7)]
        gain += d
        x = (x ^ cell) + add
        h[k] = x
        if d >= MAKES_THREAT:
            x = (x & 127) + lane
            h[w[THREAT] + x] += 1
            gain += h[w[BONUS] + x] - MAKES_THREAT
        i += 1
    i = w[CELLS] - lane + cell
    k = h[w[THREAT] + i]
    if k:
        gain += k * h[w[BONUS] + i]
    h[h[w[COLUMN] + cell]] = cell + 1
    return gain


@micropython.viper
def take(w: ptr32, h: ptr16, cell: int, side: int):                                     # noqa: F821
    """Takes it away again."""
    add = 1024 - side * 896
    near = w[NEAR] << (3 - 3 * side)
    i = h[cell]
    end = h[cell + 1]
    while i < end:
        k = h[i]
        x = h[k]
        h[k] = (x - add) ^ cell
        if (x >> 7) == near:
            h[w[THREAT] + w[CELLS] * side + (x & 127)] -= 1
        i += 1
    h[h[w[COLUMN] + cell]] = cell


@micropython.viper
def list_moves(w: ptr32, h: ptr16, f: int, threat: int) -> int:                         # noqa: F821
    """Lists the moves that do not lose at once in frame `f`; how many. threat: the other side's threats."""
    moves = f + MOVES
    at = moves
    block = 0
    k = w[HEIGHT]
    end = k + w[OPEN_COLUMNS]
    while k < end:
        cell = h[k]
        k += 1
        x = h[threat + cell]
        if x == 0:
            if h[threat + cell + 1] & COUNTS == 0:
                h[at] = cell
                at += 1
        elif x < MARK:
            if block or h[threat + cell + 1] & COUNTS:
                return 0                    # two to stop, or the block opens the next
            block = cell + 1
    if block:
        h[moves] = block - 1
        h[f + BLOCK] = 1
        return 1
    h[f + BLOCK] = 0
    return at - moves


@micropython.viper
def sort(w: ptr32, h: ptr16, f: int, side: int):                                        # noqa: F821
    """Sorts the moves of frame `f` from SORT_AT on: threats first, then what gains most."""
    start = h[f + SORT_AT]
    count = h[f + COUNT]
    moves = f + MOVES
    gains = w[GAINS]
    k = start
    while k < count:
        cell = h[moves + k]
        gain = int(worth(w, h, cell, side))
        i = k
        while i > start and h[gains + i - 1] < gain:
            h[gains + i] = h[gains + i - 1]
            h[moves + i] = h[moves + i - 1]
            i -= 1
        h[gains + i] = gain
        h[moves + i] = cell
        k += 1


@micropython.viper
def bring_forward(h: ptr16, f: int, cell: int) -> int:                                  # noqa: F821
    """Makes `cell` the first of the moves of frame `f`; 1 if it was among them."""
    first = f + MOVES
    i = first
    end = i + h[f + COUNT]
    while i < end:
        if h[i] == cell:
            while i > first:
                h[i] = h[i - 1]
                i -= 1
            h[first] = cell
            return 1
        i += 1
    return 0


@micropython.viper
def limited(value: int) -> int:
    """A heuristic value within its bounds."""
    if value > DRAW + MARGIN_MAX:
        return DRAW + MARGIN_MAX
    if value < DRAW - MARGIN_MAX:
        return DRAW - MARGIN_MAX
    return value


@micropython.viper
def recall(t: ptr32, key0: int, key1: int) -> int:                                      # noqa: F821
    """What the table holds of a position, 0 if nothing: value | bound << 15 | depth << 17 | move << 23, where bound is
    1 for an exact value, 2 for at least, 3 for at most."""
    i = (((key0 & 8191) * 11) >> 4) << 2
    if t[i] != key1:
        i += 2
        if t[i] != key1:
            return 0
    return t[i + 1]


@micropython.viper
def remember(t: ptr32, key0: int, key1: int, entry: int):                               # noqa: F821
    i = (((key0 & 8191) * 11) >> 4) << 2
    if t[i] != key1:
        if ((t[i + 1] >> 17) & 63) > ((entry >> 17) & 63):
            i += 2                          # what was searched deeper stays
    t[i] = key1
    t[i + 1] = entry


@micropython.viper
def run(w: ptr32, h: ptr16, t: ptr32, nodes: int) -> int:                               # noqa: F821, C901
    """Goes on with the search in block `w`, half words `h`, table `t` for up to `nodes` nodes, at least one; a node
    whose move is made counts twice and one with moves to sort more, so that equal slices take about equal times.

    Returns 1 when the root frame is finished (its BEST, BEST_MOVE and the ROOT values are then set), else 0.
    `nodes` below 0: only forgets the table. An entry whose second word is 0 holds nothing.
    """
    if nodes < 0:
        i = 1
        while i < 2 * ENTRIES:
            t[i] = 0
            i += 2
        return 0
    state = w[STATE]
    f = w[FRAME]
    side = w[SIDE]
    ply = w[PLY]
    score = w[SCORE]
    key0 = w[KEY0]
    key1 = w[KEY1]
    left = nodes
    visited = 0
    value = 0
    cell = 0
    finished = 0
    while True:
        if state == ENTER:
            if left < 1:
                break
            left -= 2
            visited += 1
            count = int(list_moves(w, h, f, w[THREAT] + w[CELLS] * (1 - side)))
            state = BACK
            if ply == w[FULL]:
                value = DRAW
            elif count == 0:
                value = FLIP - WIN + ply + 2
            elif f == w[LAST_FRAME]:
                value = int(limited(score))
            else:
                value = 0
                first = NONE
                depth = h[f + DEPTH]
                alpha = h[f + ALPHA]
                if depth > 1:
                    entry = int(recall(t, key0, key1))
                    if entry:
                        first = entry >> 23
                        if ((entry >> 17) & 63) >= depth:
                            value = entry & 32767
                            bound = (entry >> 15) & 3
                            if (bound == 2 and value < h[f + BETA]) or (bound == 3 and value > alpha):
                                value = 0
                if value == 0:
                    h[f + COUNT] = count
                    h[f + SORT_AT] = NONE
                    if depth > 1 and count > 1:
                        left -= count >> 1
                        h[f + SORT_AT] = int(bring_forward(h, f, first))
                    h[f + BEST] = 0
                    h[f + IDX] = 0
                    h[f + MARGIN] = 0
                    h[f + ALPHA0] = alpha
                    h[f + OLD_SCORE] = score
                    h[f + WIDE] = 1
                    state = NEXT
        if state == NEXT:
            k = h[f + IDX]
            if k == h[f + COUNT]:
                state = DONE
            else:
                if k == h[f + SORT_AT]:
                    sort(w, h, f, side)
                cell = h[f + MOVES + k]
                h[f + IDX] = k + 1
                alpha = h[f + ALPHA]
                depth = h[f + DEPTH]
                if depth and h[f + BLOCK] == 0:
                    depth -= 1
                state = ENTER
                if depth < 2:               # what is left to search; the last two plies may need no making of moves
                    if left < 1:
                        h[f + IDX] = k
                        state = NEXT
                        break
                    gain = h[w[GAINS] + k] if depth and h[f + SORT_AT] <= k else int(worth(w, h, cell, side))
                    value = score + gain
                    if gain < LOUD and (depth == 0 or value <= alpha):
                        left -= 1
                        visited += 1
                        state = WEIGH
                        if depth and h[f + SORT_AT] <= k:
                            h[f + IDX] = h[f + COUNT]       # the others gain less
                        value = int(limited(value))
                        if ply + 1 == w[FULL]:
                            value = DRAW
                if state == ENTER:
                    score = FLIP - score - int(put(w, h, cell, side))
                    i = ZOBRIST + ((side * w[CELLS] + cell) << 1)
                    key0 = key0 ^ w[i]
                    key1 = key1 ^ w[i + 1]
                    side = 1 - side
                    ply += 1
                    beta = h[f + BETA]
                    if h[f + WIDE] == 0:
                        beta = alpha + 1
                    f += w[FRAME_SIZE]
                    h[f + ALPHA] = FLIP - beta
                    h[f + BETA] = FLIP - alpha
                    h[f + DEPTH] = depth
        elif state == BACK:
            f -= w[FRAME_SIZE]
            cell = h[f + MOVES - 1 + h[f + IDX]]
            side = 1 - side
            ply -= 1
            i = ZOBRIST + ((side * w[CELLS] + cell) << 1)
            key0 = key0 ^ w[i]
            key1 = key1 ^ w[i + 1]
            take(w, h, cell, side)
            score = h[f + OLD_SCORE]
            value = FLIP - value
            state = WEIGH
            if h[f + WIDE] == 0 and value > h[f + ALPHA] and value < h[f + BETA]:
                h[f + WIDE] = 1             # better than expected: once more, for its true value
                h[f + IDX] -= 1
                state = NEXT
        if state == WEIGH:
            state = NEXT
            if f == w[FRAMES]:
                h[w[ROOT] + h[f + IDX] - 1] = value
            h[f + WIDE] = 0
            if value > h[f + BEST]:
                h[f + BEST] = value
                h[f + BEST_MOVE] = cell
                alpha = value - h[f + MARGIN]
                if alpha > h[f + ALPHA]:
                    h[f + ALPHA] = alpha
                    if alpha >= h[f + BETA]:
                        state = DONE
        if state == DONE:
            if f == w[FRAMES]:
                finished = 1
                break
            value = h[f + BEST]
            depth = h[f + DEPTH]
            if depth > 1:
                bound = 1
                if value >= h[f + BETA]:
                    bound = 2
                elif value <= h[f + ALPHA0]:
                    bound = 3
                remember(t, key0, key1, value | (bound << 15) | (depth << 17) | (h[f + BEST_MOVE] << 23))
            state = BACK
    w[STATE] = state
    w[FRAME] = f
    w[SIDE] = side
    w[PLY] = ply
    w[SCORE] = score
    w[KEY0] = key0
    w[KEY1] = key1
    w[NODES] += visited
    return finished
