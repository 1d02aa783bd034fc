"""What the search of engine/games_kernel thinks of lines, threats and the rest, as numbers."""

from litfour.engine import games_kernel as K

ALONE = (0, 1, 4, 14)                # a line's worth by the discs of one side alone, as in engine/board
FIVE = (0, 0, 3, 7, 14)              # the same where five make a line
BLOCKED = (0, 0, 2, 10)              # PopOut: and with a disc of the other side, as a pop can undo a block
OPEN = (0, 1, 6, 14)                 # no gravity
MISERE = (0, 2, 6, 16)               # avoid four: so much worse
STOCK = (0, 3, 12, 30, 60)           # Pop 10: by a side's discs in a line ...
REACH = (8, 1, 0)                    # ... and, in eighths, by the line's lowest row
SINGLE = {K.CELL: 8, K.POP10: 40, K.POWER: 100}       # weight words: see rate() and look_cell()

# the deepest frame; half words for the root's moves, and for those of all frames
DEPTHS = {K.AVOID: 42, K.CELL: 24, K.POP: 24, K.POP10: 24, K.POWER: 28}
ROOT_MOVES = {K.AVOID: 16, K.CELL: 48, K.POP: 20, K.POP10: 52, K.POWER: 168}
LISTED_MOVES = {K.AVOID: 360, K.CELL: 300, K.POP: 400, K.POP10: 600, K.POWER: 640}


def parts(variant):
    """How many kinds of lines are told apart."""
    return 3 if variant.kind == K.POP10 else 1


def part(variant, line):
    """The kind of a line: in Pop 10 its lowest row, all from the third on alike."""
    return min(2, min(row for _, row in line)) if variant.kind == K.POP10 else 0


def worth(variant, which, own, other):
    """A line's worth for side 0, which has `own` discs in it; `which`: its kind."""
    kind, connect = variant.kind, variant.connect
    if kind == K.POP10:
        return (STOCK[own] - STOCK[other]) * REACH[which] // 8
    if own < other:
        return -worth(variant, which, other, own)
    if own == other or own >= connect:
        return 0
    if other:
        return BLOCKED[max(0, own + 4 - connect)] if kind == K.POP and other == 1 else 0
    if connect == 5:
        return FIVE[own]
    own = max(0, own + 4 - connect)
    return -MISERE[own] if kind == K.AVOID else OPEN[own] if kind == K.CELL else ALONE[own]


def threat(variant, row):
    """A threat's worth for its side, on top of its line's; rows count from 0."""
    if variant.kind == K.POP10:
        return 0
    found = 12 + 2 * (variant.rows - row)
    return -found if variant.kind == K.AVOID else found


def lay(variant, words, halves):
    """Writes all tables of the heuristic into the blocks of engine/games_block."""
    connect, rows = variant.connect, variant.rows
    for which in range(parts(variant)):
        at = words[K.DELTA] + 128 * which
        for state in range(64):
            own, other = state >> 3, state & 7
            if own + other < connect:
                now = worth(variant, which, own, other)
                halves[at + state] = K.BIAS + worth(variant, which, own + 1, other) - now
                halves[at + 64 + state] = K.BIAS - worth(variant, which, own, other + 1) + now
    for side in range(2):
        for cell in range(words[K.CELLS]):
            halves[words[K.BONUS] + side * words[K.CELLS] + cell] = K.BIAS + threat(variant, cell % rows)
        for state in range(64 if variant.kind == K.CELL else 0):
            own, other = (state >> 3, state & 7) if side == 0 else (state & 7, state >> 3)
            if not own or not other:
                halves[words[K.WEIGHT] + 64 * side + state] = (1, 4, 64)[min(own, 2)] + (0, 3, 20)[min(other, 2)]
    words[K.WORTH] = SINGLE.get(variant.kind, 0)
