"""The round loop of the search for simultaneous play: three sides choose in secret, their discs drop in order.

Sides 0, 1, 2 are the seats in the order of the round that is to be chosen for; the next rounds begin with side 2, then
1, then 0 again. A node is one round: every side's column is chosen, the discs drop, until one side has its four.

A tree keeps for every side and column how often it was chosen there and what share of the wins that was worth. Each
side goes by its own nine numbers alone, so that what the others pick stays hidden from it (decoupled UCT). Sometimes
another side than the thinking one plays by rule instead, as people do: take a win, block, else anywhere that lifts
nobody to a fourth. Who reckons with perfect others relies on their blocks. Where the tree ends the position is
weighed: threats, the lower and the nearer its side's turn the better, and pairs, as a share for each side.

Every line keeps one half word: (4 * side + 4 + discs) << 7 | XOR of its empty cells while only one side is in it,
1 << 7 | XOR while it is empty, 0 once two sides are. Where three discs lie, the XOR is the missing cell: a threat,
kept as a bit of the side. (What a filled cell keeps is not asked for.)

Nothing negative is stored, because 32-bit loads are zero-extended on 64-bit MicroPython.
Source: Kocsis and Szepesvari 2006 (UCT); Tak, Lanctot and Winands 2014 (games of simultaneous moves).
"""

import micropython
from micropython import const

# Words of the block `w`.
NODES = const(0)
RANDOM = const(1)
FIRST = const(2)            # the side that drops first in the present round
NODE = const(3)             # of the tree, OUT beyond it
LEVEL = const(4)            # rounds since the root, in the tree
QUEUED = const(5)           # discs that are to drop before the next round
USED = const(6)             # nodes of the tree
COLUMNS = const(7)
ROWS = const(8)
SIDE = const(9)             # the thinking one
ALLOWED = const(10)         # its columns at the root, a bit each
DEPTH = const(11)           # levels of the tree that are allowed, up to LEVELS
BY_RULE = const(12)         # how often another side plays by rule, of 32768
# From here on: where things lie in the half words `h`. First what a round changes, in one piece:
STATE = const(13)           # of the lines
THREAT = const(14)          # by cell: a bit for each side, and LANDING
HEIGHT = const(15)
PAIRS = const(16)           # by side: its lines with two discs
SIZE = const(17)            # of STATE .. PAIRS together: a number, no place
# and what stays or is made anew:
QUEUE = const(18)           # cell | side << 7 of each disc
OPEN = const(19)            # columns that are not full
PATH = const(20)            # by level: node, columns of sides 0, 1, 2 as c0 | c1 << 4 | c2 << 8
WINS = const(21)            # by side: a column where its disc would win now, else NONE
CHOICE = const(22)          # by side
SHARES = const(23)          # by side: what the position that has been reached is worth
RESULT = const(24)          # by column: the thinking side's count and share at the root
RATE = const(25)            # by count: how much a new result weighs, of 4096
BONUS = const(26)           # by count: what a column is worth for being tried rarely
POWER = const(27)           # 64 * 2 ** (n / 16)
INVERSE = const(28)         # SHARE / n
WORTH = const(29)           # by place in the coming round: of a pair, of a threat on the lowest cell, the next, higher
WORDS = const(30)

LEVELS = const(6)
NONE = const(15)            # no column
LANDING = const(8)          # the cell is the lowest empty one of its column
OUT = const(1023)
TREE = const(512)           # the tree's first word in the table `t`; before it the root's state
NODE_SIZE = const(28)       # words: 9 for each side, share << 13 | count; then the key
TREE_NODES = const(786)
FULL = const(674)           # nodes beyond which none is added: they are found by open addressing
SHARE = const(60000)        # of a certain win
COUNT = const(8191)
TRUSTED = const(30)         # a column must have been chosen so often before what follows gets a node
TABLED = const(127)         # the last entry of RATE, BONUS and INVERSE
WEIGHT = const(158)         # the most that a position can be worth to a side, in sixteenths of a doubling
BASE = const(40)            # and what it is worth without anything


@micropython.viper
def run(w: ptr32, h: ptr16, t: ptr32, nodes: int) -> int:                               # noqa: F821, C901
    """Drops the queued discs, then goes on for up to `nodes` rounds; returns how many there were (each adds to NODES).
    -1: takes the position for the root instead, and empties the tree. `t`: the tree, 22,520 words."""
    random = w[RANDOM]
    first = w[FIRST]
    node = w[NODE]
    level = w[LEVEL]
    queued = w[QUEUED]
    rows = w[ROWS]
    threat = w[THREAT]
    height = w[HEIGHT]
    pairs = w[PAIRS]
    queue = w[QUEUE]
    opened = w[OPEN]
    path = w[PATH]
    wins = w[WINS]
    choice = w[CHOICE]
    shares = w[SHARES]
    left = nodes
    while True:
        i = 0
        while i < queued:                   # the discs drop
            side = h[queue + i]
            i += 1
            cell = side & 127
            side = side >> 7
            own = side + 1
            k = h[cell]
            end = h[cell + 1]
            while k < end:
                line = h[k]
                k += 1
                x = h[line]
                if x:
                    s = x >> 7
                    if s == 1:
                        h[line] = (x ^ cell) + (own << 9)
                    elif (s >> 2) == own:
                        x = (x ^ cell) + 128
                        h[line] = x
                        if (s & 3) == 1:
                            h[pairs + side] = h[pairs + side] + 1
                        else:
                            h[pairs + side] = h[pairs + side] - 1
                            x = threat + (x & 127)
                            h[x] = h[x] | (1 << side)
                    else:
                        h[line] = 0
                        if (s & 3) == 2:
                            s = pairs - 1 + (s >> 2)
                            h[s] = h[s] - 1
        queued = 0
        if left <= 0:
            break
        left -= 1
        # what is open, and who could win at once
        h[wins] = NONE
        h[wins + 1] = NONE
        h[wins + 2] = NONE
        count = 0
        k = 0
        while k < w[COLUMNS]:
            row = h[height + k]
            if row < rows:
                h[opened + count] = k
                count += 1
                x = h[threat + k * rows + row]
                if x & 1:
                    h[wins] = k
                if x & 2:
                    h[wins + 1] = k
                if x & 4:
                    h[wins + 2] = k
            k += 1
        winner = 3                          # 4: nobody yet, but the position is weighed here
        if h[wins + first] < NONE and level:
            winner = first
        elif count == 0 or node == OUT:
            winner = 4
            x = 0
            base = w[WORTH]
            side = first
            i = 0
            while i < 3:
                i += 1
                s = BASE + h[pairs + side] * h[base]
                j = 0
                while j < count:
                    k = h[opened + j]
                    j += 1
                    row = h[height + k]
                    cell = threat + k * rows + row
                    end = cell + rows - row
                    k = base + 1
                    while cell < end:
                        if (h[cell] >> side) & 1:
                            s += h[k]
                        cell += 1
                        if k < base + 3:
                            k += 1
                if s > WEIGHT:
                    s = WEIGHT
                s = h[w[POWER] + (s & 15)] << (s >> 4)
                h[shares + side] = s
                x += s
                base += 4
                side += 1
                if side > 2:
                    side = 0
            s = 0                           # and their shares of the sum
            while (x >> s) > TABLED:
                s += 1
            x = h[w[INVERSE] + (x >> s)]
            h[shares] = (h[shares] * x) >> s
            h[shares + 1] = (h[shares + 1] * x) >> s
            h[shares + 2] = (h[shares + 2] * x) >> s
        else:
            side = first
            i = 0
            while i < 3:                    # each side chooses
                column = h[wins + side]
                rule = 0
                if side != w[SIDE]:
                    random = (random * 69069 + 12345) & 0x3fffffff
                    if (random >> 15) < w[BY_RULE]:
                        rule = 1
                if rule == 0:
                    base = TREE + node * NODE_SIZE + side * 9
                    best = 0
                    j = 0
                    while j < count:
                        k = h[opened + j]
                        j += 1
                        x = t[base + k]
                        random = (random * 69069 + 12345) & 0x3fffffff
                        s = x & COUNT
                        if s > TABLED:
                            s = TABLED
                        s = (x >> 13) + h[w[BONUS] + s] + (random >> 20)
                        if node == 0 and side == w[SIDE] and ((w[ALLOWED] >> k) & 1) == 0:
                            s = 0
                        if s > best:
                            best = s
                            column = k
                elif column == NONE:        # a block of the next side, else of the one after, else a safe place
                    k = side
                    j = i
                    while j < 2 and column == NONE:
                        j += 1
                        k += 1
                        if k > 2:
                            k = 0
                        column = h[wins + k]
                    j = 0
                    while column == NONE:
                        random = (random * 69069 + 12345) & 0x3fffffff
                        k = h[opened + (((random >> 15) * count) >> 15)]
                        j += 1
                        row = h[height + k] + 1
                        if j > 2 or row >= rows or (h[threat + k * rows + row] & 7 & ~(1 << side)) == 0:
                            column = k
                h[choice + side] = column
                i += 1
                side += 1
                if side > 2:
                    side = 0
            i = 0
            while i < 3:                    # and the discs are about to drop
                k = h[choice + side]
                row = h[height + k]
                if row < rows:
                    cell = k * rows + row
                    if (h[threat + cell] >> side) & 1:
                        winner = side
                        break
                    h[height + k] = row + 1
                    if row + 1 < rows:
                        h[threat + cell + 1] = h[threat + cell + 1] | LANDING
                    h[queue + queued] = cell | (side << 7)
                    queued += 1
                i += 1
                side += 1
                if side > 2:
                    side = 0
            x = h[choice] | (h[choice + 1] << 4) | (h[choice + 2] << 8)
            h[path + 2 * level] = node
            h[path + 2 * level + 1] = x
            level += 1
            if winner == 3:                 # on to the next node of the tree, made where the way there is well trodden
                i = t[TREE + node * NODE_SIZE + h[choice]] & COUNT
                x = ((node << 12) | x) + 1
                node = OUT
                if level < w[DEPTH]:
                    k = ((((x * 40503) >> 4) & 0x7fff) * TREE_NODES) >> 15
                    s = t[TREE + k * NODE_SIZE + 27]
                    while s and s != x:
                        k += 1
                        if k == TREE_NODES:
                            k = 0
                        s = t[TREE + k * NODE_SIZE + 27]
                    if s:
                        node = k
                    elif i >= TRUSTED and w[USED] < FULL:
                        w[USED] = w[USED] + 1
                        k = TREE + k * NODE_SIZE
                        t[k + 27] = x
                        i = 0
                        while i < 27:
                            t[k + i] = 0
                            i += 1
                first = first - 1 if first else 2
        if winner < 3:
            h[shares] = 0
            h[shares + 1] = 0
            h[shares + 2] = 0
            h[shares + winner] = SHARE
        if winner != 3:                     # the result goes back up the tree, and we begin at the root again
            while level:
                level -= 1
                base = TREE + h[path + 2 * level] * NODE_SIZE
                x = h[path + 2 * level + 1]
                side = 0
                while side < 3:
                    i = base + (x & 15)
                    x = x >> 4
                    base += 9
                    s = t[i]
                    k = s & COUNT
                    s = s >> 13
                    j = k
                    if j > TABLED:
                        j = TABLED
                    j = h[w[RATE] + j]
                    end = h[shares + side]
                    if end > s:
                        s += ((end - s) * j) >> 12
                    else:
                        s -= ((s - end) * j) >> 12
                    if k < COUNT:
                        k += 1
                    t[i] = (s << 13) | k
                    side += 1
            i = 0
            while i < w[SIZE]:
                h[w[STATE] + i] = t[i]
                i += 1
            queued = 0
            first = 0
            node = 0
    if nodes < 0:
        i = 0
        while i < w[SIZE]:
            t[i] = h[w[STATE] + i]
            i += 1
        k = 0
        while k < TREE_NODES:
            t[TREE + k * NODE_SIZE + 27] = 0
            k += 1
        k = 0
        while k < 27:
            t[TREE + k] = 0
            k += 1
        t[TREE + 27] = 0x3fffffff           # the root's place is taken, by a key that no other node has
        w[USED] = 1
        first = 0
        node = 0
        level = 0
        left = nodes
    k = 0
    while k < w[COLUMNS]:
        x = t[TREE + 9 * w[SIDE] + k]
        h[w[RESULT] + 2 * k] = x & COUNT
        h[w[RESULT] + 2 * k + 1] = (x >> 13) & 0xffff       # the first time another game's table is still there
        k += 1
    w[RANDOM] = random
    w[FIRST] = first
    w[NODE] = node
    w[LEVEL] = level
    w[QUEUED] = queued
    w[NODES] = w[NODES] + nodes - left
    return nodes - left
