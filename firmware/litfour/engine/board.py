"""The blocks of words that the kernel works on, laid out once for a variant."""

from array import array

from litfour.engine import kernels as K
from litfour.rules.geometry import all_lines

LINE_WORTH = (0, 1, 4, 14, 40)        # by the number of discs of one side alone in a line
MAX_DEPTH = 42                        # frames below the root


def _line_value(own, other, connect):
    """A line's worth for side 0 (own), scaled so that one disc short of a line is worth the same in every game."""
    if own and other or own == other:
        return 0
    discs = own or other
    worth = LINE_WORTH[max(0, discs + 4 - connect)] if discs < connect else 0
    return worth if own else -worth


def _delta_table(connect):
    """How the score changes, from the mover's view, with one more disc: [side * 64 + state] + 2048."""
    table = array("H", bytes(256))
    for state in range(64):
        own, other = state >> 3, state & 7
        if own + other < connect:
            now = _line_value(own, other, connect)
            table[state] = 2048 + _line_value(own + 1, other, connect) - now
            table[64 + state] = 2048 - _line_value(own, other + 1, connect) + now
    return table


def node_loop():
    """kernels.run: its machine code where that runs, on the board, which then does without the source; else the source
    as this Python has it."""
    try:
        from litfour.engine.kernels_m0 import run as machine_code
        return machine_code
    except (SyntaxError, AttributeError):       # no assembler for this machine
        from litfour.engine.kernels import run as plain
        return plain


class Board:
    """`words` and `halves` for kernels.run; loads positions into them. A few kilobytes, kept for one variant."""

    def __init__(self, variant, random, run):
        self._run = run
        self.variant = variant
        columns, rows, connect = variant.columns, variant.rows, variant.connect
        cells = columns * rows
        lines = all_lines(columns, rows, connect)
        sizes = (cells + 1, sum(len(line) for line in lines), len(lines), 2 * cells + 2, 128, 2 * cells,
                 columns, columns, cells + 1, columns, K.FRAME_SIZE * (MAX_DEPTH + 2))
        words = self.words = array("i", bytes(4 * (K.ZOBRIST + 4 * cells)))
        at = 0
        for name, size in zip(range(K.FIRST, K.FIRST + len(sizes)), sizes):
            words[name] = at
            at += size
        halves = self.halves = array("H", bytes(2 * at))
        words[K.ROWS], words[K.CELLS], words[K.NEAR] = rows, cells, connect - 1
        words[K.LAST_FRAME] = words[K.FRAMES] + K.FRAME_SIZE * MAX_DEPTH
        self._lay_lines(lines)
        table = _delta_table(connect)
        for state in range(128):
            halves[words[K.DELTA] + state] = table[state]
        self._lay_bonus(cells, rows)
        filled = [column for column, _ in variant.prefilled]
        centre = [(abs(2 * column - columns + 1), column) for column in range(columns) if column not in filled]
        centre.sort()                       # the column is part of the key: MicroPython's sort is not stable
        words[K.OPEN_COLUMNS] = len(centre)
        for k, (_, column) in enumerate(centre):
            halves[words[K.ORDER] + k] = column
        for k in range(4 * cells):
            words[K.ZOBRIST + k] = random.below(1 << 15) << 15 | random.below(1 << 15)
        self._empty = array("H", halves[words[K.LINE]:words[K.LINE] + len(lines)])

    def _lay_lines(self, lines):
        words, halves, rows = self.words, self.halves, self.variant.rows
        through = [[] for _ in range(words[K.CELLS])]     # type: ignore[var-annotated]
        for number, line in enumerate(lines):
            empty = 0
            for column, row in line:
                through[column * rows + row].append(number)
                empty ^= column * rows + row
            halves[words[K.LINE] + number] = empty
        at = words[K.INCIDENT]
        for cell, numbers in enumerate(through):
            halves[cell] = at - words[K.INCIDENT]
            for number in numbers:
                halves[at] = number
                at += 1
        halves[words[K.CELLS]] = at - words[K.INCIDENT]

    def _lay_bonus(self, cells, rows):
        """A threat is worth more where it decides the end of the game: on odd rows for the side that moves first, on
        even rows for the other (rows from 1; Allis 1988), and more the lower it lies."""
        for side in range(2):
            for cell in range(cells):
                row = cell % rows
                worth = 12 + 2 * (rows - row)
                if row % 2 == side and row:
                    worth += 30
                self.halves[self.words[K.BONUS] + side * cells + cell] = worth

    def load(self, position, table):
        """Sets the block to `position`. Side 0 of the kernel is the seat that moved first."""
        words, halves = self.words, self.halves
        cells, line, threat = words[K.CELLS], words[K.LINE], words[K.THREAT]
        for k in range(len(self._empty)):
            halves[line + k] = self._empty[k]
        for k in range(2 * cells):
            halves[threat + k] = 0
        for column in range(self.variant.columns):
            halves[words[K.HEIGHT] + column] = 0
        words[K.SCORE], words[K.KEY0], words[K.KEY1], words[K.PLY], words[K.NODES] = K.SCORE_BIAS, 1, 2, 0, 0
        words[K.FULL] = cells
        for column, discs in self.variant.prefilled:
            for row in range(len(discs)):
                self._put(column, 0 if position.cell(column, row) == position.first else 1, table)
        for k, column in enumerate(position.moves):
            self._put(column, k & 1, table)
        words[K.SIDE] = len(position.moves) & 1

    def _put(self, column, side, table):
        """Plays one disc through the kernel's own move: a root frame with one move and no node to visit."""
        words, halves = self.words, self.halves
        frame = words[K.FRAMES]
        halves[frame + K.IDX], halves[frame + K.COUNT], halves[frame + K.MOVES] = 0, 1, column
        words[K.FRAME], words[K.STATE], words[K.SIDE] = frame, K.NEXT, side
        self._run(words, halves, table, 0)
