"""The blocks of words that the kernel works on, laid out once for a variant."""

from array import array

from litfour.engine import kernels as K
from litfour.engine.blocks import laid
from litfour.rules.variants import PEG

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
    """How the score changes, from the mover's view, with one more disc: [side * 64 + state], see kernels.DELTA."""
    table = array("H", bytes(256))
    for state in range(64):
        own, other = state >> 3, state & 7
        if own + other < connect:
            now = _line_value(own, other, connect)
            table[state] = K.BIAS + _line_value(own + 1, other, connect) - now
            table[64 + state] = K.BIAS - _line_value(own, other + 1, connect) + now
    table[(connect - 2) << 3] += K.MAKES_THREAT
    table[64 + connect - 2] += K.MAKES_THREAT
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
    """`words` and `halves` for `run`, the node loop; loads positions into them. In the end of the table, kept for one
    variant: a drop game or 3d."""

    def __init__(self, variant, random, run, table):
        self.variant = variant
        self._run = run
        from litfour.rules.lines import lines_of
        columns, rows, connect = variant.columns, variant.rows, variant.connect
        self.stride = rows + 1
        cells = columns * self.stride
        lines = lines_of(variant)
        frame = K.MOVES + columns
        index = cells + 1 + sum(len(line) for line in lines)
        sizes = (len(lines), 2 * cells, 128, 2 * cells, columns, cells, columns, columns, frame * (MAX_DEPTH + 2))
        count = K.ZOBRIST + 4 * cells
        words = self.words = laid(table, 0, count, "i")
        at = index
        for name, size in zip(range(K.FIRST, K.FIRST + len(sizes)), sizes):
            words[name] = at
            at += size
        halves = self.halves = laid(table, count, at, "H")
        words[K.CELLS], words[K.FULL], words[K.NEAR] = cells, columns * rows, connect - 1
        words[K.FRAME_SIZE], words[K.LAST_FRAME] = frame, words[K.FRAMES] + frame * MAX_DEPTH
        self._lay_lines(lines)
        table = _delta_table(connect)
        for state in range(128):
            halves[words[K.DELTA] + state] = table[state]
        self._lay_columns()
        self._lay_bonus()
        for k in range(4 * cells):
            words[K.ZOBRIST + k] = random.below(1 << 15) << 15 | random.below(1 << 15)
        self._empty = array("H", [halves[words[K.LINE] + k] for k in range(len(lines))])

    def _lay_lines(self, lines):
        words, halves, stride = self.words, self.halves, self.stride
        through = [[] for _ in range(words[K.CELLS])]     # type: ignore[var-annotated]
        for number, line in enumerate(lines):
            empty = 0
            for column, row in line:
                through[column * stride + row].append(words[K.LINE] + number)
                empty ^= column * stride + row
            halves[words[K.LINE] + number] = empty
        at = words[K.CELLS] + 1
        for cell, numbers in enumerate(through):
            halves[cell] = at
            for number in numbers:
                halves[at] = number
                at += 1
        halves[words[K.CELLS]] = at

    def _lay_columns(self):
        """Columns to play in from the centre outwards, then those that are filled from the start."""
        words, variant = self.words, self.variant
        filled = [column for column, discs in variant.prefilled if len(discs) == variant.rows]
        order = [(column in filled, self.off_centre(column), column) for column in range(variant.columns)]
        order.sort()                        # the column is part of the key: MicroPython's sort is not stable
        words[K.OPEN_COLUMNS] = variant.columns - len(filled)
        self._height = [0] * variant.columns
        for k, (_, _, column) in enumerate(order):
            self._height[column] = words[K.HEIGHT] + k
            for row in range(self.stride):
                self.halves[words[K.COLUMN] + column * self.stride + row] = words[K.HEIGHT] + k

    def off_centre(self, column):
        """How far from the middle a column or peg lies, in half steps."""
        variant = self.variant
        if variant.kind == PEG:
            return abs(2 * (column % 4) - 3) + abs(2 * (column // 4) - 3)
        return abs(2 * column - variant.columns + 1)

    def _lay_bonus(self):
        """A threat is worth more the lower it lies, and where it decides the end of the game: when all other columns
        are full, the side that moves first gets the rows that have an even number of moves below and elsewhere, the
        other the rest (Allis 1988: the odd rows and the even ones, on 7x6). So it is for any number of columns, rows
        and discs in a line, and for pegs; what lies on row 0 is played long before."""
        words, rows = self.words, self.variant.rows
        elsewhere = (words[K.OPEN_COLUMNS] - 1) * rows
        for _, discs in self.variant.prefilled:
            elsewhere -= len(discs) % rows          # a head start: these are no moves
        for side in range(2):
            for cell in range(words[K.CELLS]):
                row = cell % self.stride
                worth = 12 + 2 * (rows - row)
                if (row + elsewhere) % 2 == side and row:
                    worth += 30
                self.halves[words[K.BONUS] + side * words[K.CELLS] + cell] = worth

    def cell_of(self, column):
        """The kernel's cell that a disc would fall into."""
        return self.halves[self._height[column]]

    def load(self, position, table):
        """Sets the block to `position`. Side 0 of the kernel is the seat that moved first."""
        words, halves = self.words, self.halves
        cells, line, threat = words[K.CELLS], words[K.LINE], words[K.THREAT]
        for k in range(len(self._empty)):
            halves[line + k] = self._empty[k]
        for k in range(2 * cells):
            halves[threat + k] = 0 if (k + 1) % self.stride else K.MARK
        for column in range(self.variant.columns):
            halves[self._height[column]] = column * self.stride
        words[K.SCORE], words[K.KEY0], words[K.KEY1], words[K.PLY], words[K.NODES] = K.DRAW, 1, 2, 0, 0
        side = 0
        for column, discs in self.variant.prefilled:
            for row in range(len(discs)):
                seat = 0 if position.cell(column, row) == position.first else 1
                self._put(column, seat, seat != side, table)
                side = 1 - seat
        for k, column in enumerate(position.moves):
            self._put(column, k & 1, k & 1 != side, table)
            side = 1 - (k & 1)
        words[K.SIDE] = len(position.moves) & 1
        if words[K.SIDE] != side:
            words[K.SCORE] = K.FLIP - words[K.SCORE]

    def _put(self, column, side, turned, table):
        """Plays one disc through the kernel's own move: a root frame with one move and no node to visit. turned: the
        other side has played the last one too."""
        words, halves = self.words, self.halves
        frame = words[K.FRAMES]
        halves[frame + K.IDX], halves[frame + K.COUNT], halves[frame + K.MOVES] = 0, 1, self.cell_of(column)
        halves[frame + K.SORT_AT], halves[frame + K.DEPTH], halves[frame + K.BLOCK] = K.NONE, 3, 0
        words[K.FRAME], words[K.STATE], words[K.SIDE] = frame, K.NEXT, side
        if turned:
            words[K.SCORE] = K.FLIP - words[K.SCORE]
        self._run(words, halves, table, 0)
