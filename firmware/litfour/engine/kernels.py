"""The node loop of the heuristic alpha-beta search, for any board whose lines are lists of cells.

Every line keeps one half word: (discs of side 0 * 8 + discs of side 1) << 7 | XOR of its empty cells. A disc changes
the 4 to 13 lines through its cell and nothing else; where a line lacks one disc and holds none of the other side, the
XOR is the missing cell, and that cell counts as a threat. The score is the sum of the lines' worth, kept up to date.
So one routine serves every size and connect length, and a node needs no board at all.

Values are ints from 0 (lost) over DRAW to 2 * DRAW; WIN - n is a win with the n-th disc on the board: no value depends
on where the search began. Nothing negative is stored, because 32-bit loads are zero-extended on 64-bit MicroPython.

Source: alpha-beta with transposition table and iterative deepening (Knuth and Moore 1975; Zobrist 1970); only moves
that do not lose at once are tried, and a forced reply costs no depth.
"""

import micropython
from micropython import const

DRAW = const(16384)
WIN = const(24576)                  # minus the number of discs on the board at the win
SURE = const(24000)                 # a value above is a proved win, below 2 * DRAW - SURE a proved loss
SCORE_BIAS = const(1 << 20)
MARGIN_MAX = const(4000)            # the heuristic stays within DRAW +- this

# Words of the block `w`. From FIRST on: offsets into the half words `h`, all constant for one board.
STATE, FRAME, SIDE, PLY, SCORE, KEY0, KEY1, NODES, VALUE = 0, 1, 2, 3, 4, 5, 6, 7, 8
OPEN_COLUMNS, ROWS, CELLS, FULL, LAST_FRAME = 9, 10, 11, 12, 13
FIRST, INCIDENT, LINE, THREAT, DELTA, BONUS, ORDER = 14, 15, 16, 17, 18, 19, 20
HEIGHT, KILLER, ROOT, FRAMES = 21, 22, 23, 24
NEAR = 25                           # the line state with connect - 1 discs of one side alone
ZOBRIST = 26                        # two words for each side and cell
ENTER, NEXT = 0, 1                  # values of STATE; also 2: a child's value has come back, 3: the frame is decided

# Half words of a frame.
ALPHA, BETA, BEST, BEST_COLUMN, DEPTH, IDX, COUNT, CELL = 0, 1, 2, 3, 4, 5, 6, 7
MARGIN, ALPHA0, BLOCK, MOVES = 8, 9, 10, 11
FRAME_SIZE = 20

_DRAW = const(16384)
_FLIP = const(32768)
_WIN = const(24576)
_SCORE_BIAS = const(1 << 20)
_SIZE = const(20)


@micropython.viper
def run(w: ptr32, h: ptr16, t: ptr32, nodes: int) -> int:                               # noqa: F821, C901
    """Goes on with the search in block `w`, half words `h`, table `t` (8192 * 3 words) for up to `nodes` nodes.

    Returns 1 when the root frame is finished (its BEST, BEST_COLUMN and the ROOT values are then set), else 0.
    `nodes` below 0: only forgets the table. An entry whose second word is 0 holds nothing.
    """
    if nodes < 0:
        i = 0
        while i < 12288:
            t[2 * i + 1] = 0
            i += 1
        return 0
    state = w[0]
    f = w[1]
    side = w[2]
    ply = w[3]
    score = w[4]
    key0 = w[5]
    key1 = w[6]
    visited = w[7]
    value = w[8]
    columns = w[9]
    rows = w[10]
    cells = w[11]
    incident = w[15]
    line = w[16]
    threat = w[17]
    order = w[20]
    height = w[21]
    root = w[24]
    finished = 0
    while True:
        if state == 0:                      # ENTER: a node seen for the first time
            if nodes == 0:
                break
            nodes -= 1
            visited += 1
            own = threat + side * cells
            opp = threat + cells - side * cells
            moves = f + 11
            count = 0
            blocks = 0
            block = 0
            k = 0
            value = 0
            while k < columns:
                col = h[order + k]
                k += 1
                row = h[height + col]
                if row < rows:
                    cell = col * rows + row
                    if h[own + cell]:
                        value = _WIN - ply - 1
                        k = columns
                    else:
                        safe = 1
                        if row + 1 < rows:
                            if h[opp + cell + 1]:
                                safe = 0
                        if h[opp + cell]:
                            blocks += 1
                            block = safe
                            h[moves + 8] = col
                        elif safe:
                            h[moves + count] = col
                            count += 1
            depth = h[f + 4]
            if value == 0:
                if ply == w[12]:
                    value = _DRAW
                elif blocks:
                    if blocks > 1 or block == 0:
                        value = _FLIP - _WIN + ply + 2
                    else:
                        h[moves] = h[moves + 8]
                        count = 1
                elif count == 0:
                    value = _FLIP - _WIN + ply + 2
                if value == 0:
                    if depth == 0 or f == w[13]:
                        if blocks == 0 or f == w[13]:
                            value = score - _SCORE_BIAS
                            if side:
                                value = 0 - value
                            value += _DRAW
                            if value > 20384:
                                value = 20384
                            elif value < 12384:
                                value = 12384
            if value == 0:                  # an inner node: look into the table, then try the moves
                alpha = h[f]
                beta = h[f + 1]
                i = ((((key0 & 16383) * 3) >> 2) << 1)
                first = 15
                if t[i] == key1:
                    entry = t[i + 1]
                    if entry:
                        first = entry >> 23
                        if ((entry >> 17) & 63) >= depth:
                            value = entry & 32767
                            bound = (entry >> 15) & 3
                            if bound == 2:
                                if value < beta:
                                    value = 0
                            elif bound == 3:
                                if value > alpha:
                                    value = 0
                if value == 0:
                    # the table's move first, then the one that cut off a sister node, then from the centre outwards
                    k = 0
                    while k < 2:
                        want = first
                        if k == 0:
                            want = h[w[22] + ply]
                        k += 1
                        i = 0
                        while i < count:
                            if h[moves + i] == want:
                                while i > 0:
                                    h[moves + i] = h[moves + i - 1]
                                    i -= 1
                                h[moves] = want
                                i = count
                            i += 1
                    h[f + 9] = alpha
                    h[f + 2] = 0
                    h[f + 3] = h[moves]
                    h[f + 5] = 0
                    h[f + 6] = count
                    h[f + 8] = 0
                    h[f + 10] = blocks
                    state = 1
            if value:
                state = 2
        elif state == 1:                    # NEXT: play the next move of this frame, or finish it
            i = h[f + 5]
            if i < h[f + 6]:
                h[f + 5] = i + 1
                col = h[f + 11 + i]
                row = h[height + col]
                h[height + col] = row + 1
                cell = col * rows + row
                h[f + 7] = cell
                add = 1024
                near = w[25] << 3
                if side:
                    add = 128
                    near = w[25]
                delta = w[18] + (side << 6)
                mine = threat + side * cells
                bonus = w[19] + side * cells
                i = h[cell]
                end = h[cell + 1]
                gain = 0
                while i < end:
                    k = line + h[incident + i]
                    x = h[k]
                    gain += h[delta + (x >> 7)] - 2048
                    x = (x ^ cell) + add
                    h[k] = x
                    if (x >> 7) == near:
                        x = x & 127
                        h[mine + x] = h[mine + x] + 1
                        gain += h[bonus + x]
                    i += 1
                if side:
                    score -= gain
                else:
                    score += gain
                i = 26 + ((side * cells + cell) << 1)
                key0 = key0 ^ w[i]
                key1 = key1 ^ w[i + 1]
                side = 1 - side
                ply += 1
                h[f + _SIZE] = _FLIP - h[f + 1]
                h[f + _SIZE + 1] = _FLIP - h[f]
                depth = h[f + 4]
                if depth:
                    if h[f + 10] == 0:
                        depth -= 1
                f += _SIZE
                h[f + 4] = depth
                state = 0
            else:
                value = h[f + 2]
                state = 3
        elif state == 2:                    # RETURN: `value` is the child's; take its move back and weigh it
            f -= _SIZE
            cell = h[f + 7]
            col = h[f + 10 + h[f + 5]]
            h[height + col] = h[height + col] - 1
            side = 1 - side
            ply -= 1
            i = 26 + ((side * cells + cell) << 1)
            key0 = key0 ^ w[i]
            key1 = key1 ^ w[i + 1]
            add = 1024
            near = w[25] << 3
            if side:
                add = 128
                near = w[25]
            delta = w[18] + (side << 6)
            mine = threat + side * cells
            bonus = w[19] + side * cells
            i = h[cell]
            end = h[cell + 1]
            gain = 0
            while i < end:
                k = line + h[incident + i]
                x = h[k]
                if (x >> 7) == near:
                    gain += h[bonus + (x & 127)]
                    h[mine + (x & 127)] = h[mine + (x & 127)] - 1
                x = (x - add) ^ cell
                h[k] = x
                gain += h[delta + (x >> 7)] - 2048
                i += 1
            if side:
                score += gain
            else:
                score -= gain
            value = _FLIP - value
            if f == root:
                h[w[23] + col] = value
            state = 1
            if value > h[f + 2]:
                h[f + 2] = value
                h[f + 3] = col
                alpha = value - h[f + 8]
                if alpha > h[f]:
                    h[f] = alpha
                    if alpha >= h[f + 1]:
                        h[w[22] + ply] = col
                        state = 3
        else:                               # 3: the frame is decided; remember it
            if f == root:
                finished = 1
                break
            value = h[f + 2]
            bound = 1
            if value >= h[f + 1]:
                bound = 2
            elif value <= h[f + 9]:
                bound = 3
            i = ((((key0 & 16383) * 3) >> 2) << 1)
            t[i] = key1
            t[i + 1] = value | (bound << 15) | (h[f + 4] << 17) | (h[f + 3] << 23)
            state = 2
    w[0] = state
    w[1] = f
    w[2] = side
    w[3] = ply
    w[4] = score
    w[5] = key0
    w[6] = key1
    w[7] = visited
    w[8] = value
    return finished
