"""The blocks that engine/games_kernel works on, laid out once for a variant, and positions loaded into them."""

from array import array

from litfour.engine import games_kernel as K
from litfour.engine import games_weights as W
from litfour.engine.blocks import laid
from litfour.rules.position import POPPED, RETURNED

PAST = 64                            # positions before the root that are known, where repetitions count
NEVER = 99                           # plies: more than are ever searched
_TEMPORARY = 64                      # half words behind the lists of moves, which the kernel uses meanwhile


class Block:
    """`words` and `halves` for games_kernel.run; some kilobytes in the end of the table, kept for one variant: as
    `data`, so that this module need not stay in memory. A Block is laid out anew, or made of the data of an earlier
    one."""

    def __init__(self, variant, random, run, table, data=None):
        self.variant = variant
        self._run = run
        self._table = table
        if data:
            self.words, self.halves, self._empty, self._past = data
        else:
            self._lay(random)

    @property
    def data(self):
        return self.words, self.halves, self._empty, self._past

    def _lay(self, random):
        from litfour.rules.lines import lines_of
        variant = self.variant
        kind, cells = variant.kind, variant.columns * variant.rows
        lines = lines_of(variant)
        self._past = PAST if kind in (K.POP, K.POP10) else 0
        frames = W.DEPTHS[kind] + 2
        path = K.FIXED + 2 * self._past
        zobrist = path + 2 * frames
        count = zobrist + 2 * cells + K.Z_COUNT
        words = self.words = laid(self._table, 0, count, "i")
        words[K.KIND], words[K.ROWS] = kind, variant.rows
        words[K.CELLS], words[K.NEAR], words[K.PATH], words[K.ZOBRIST] = cells, variant.connect - 1, path, zobrist
        for k in range(zobrist, count):
            words[k] = random.below(1 << 15) << 15 | random.below(1 << 15)
        order = self._order()
        words[K.ORDERED] = len(order)
        at = cells + 1
        for name, size in ((K.INCIDENT, variant.connect * len(lines)), (K.LINE, len(lines)), (K.THREAT, 2 * cells),
                           (K.DISC, cells), (K.HEIGHT, variant.columns), (K.DELTA, 128 * W.parts(variant)),
                           (K.BONUS, 2 * cells), (K.WEIGHT, 128 if kind == K.CELL else 0), (K.ORDER, len(order)),
                           (K.KILLER, frames), (K.UNDO, 4 * frames), (K.ROOT, W.ROOT_MOVES[kind]),
                           (K.VALUES, W.ROOT_MOVES[kind]), (K.FRAMES, K.FRAME_SIZE * frames),
                           (K.MOVES, W.LISTED_MOVES[kind])):
            words[name] = at
            at += size
        words[K.MOVES_END] = at
        words[K.LAST] = words[K.FRAMES] + K.FRAME_SIZE * (frames - 2)
        self.halves = laid(self._table, count, words[K.MOVES_END] + _TEMPORARY, "H")
        self._write(words[K.ORDER], order)
        self._lay_lines(lines)
        W.lay(variant, words, self.halves)

    def _write(self, at, numbers):
        for number in numbers:
            self.halves[at] = number
            at += 1

    def _order(self):
        """Columns that are played, or cells, from the centre outwards."""
        variant = self.variant
        columns, rows = variant.columns, variant.rows
        filled = [column for column, _ in variant.prefilled]
        if variant.kind == K.CELL:
            keyed = [(abs(2 * (cell // rows) - columns + 1) + abs(2 * (cell % rows) - rows + 1), cell)
                     for cell in range(columns * rows)]
        else:
            keyed = [(abs(2 * column - columns + 1), column) for column in range(columns) if column not in filled]
        keyed.sort()                    # MicroPython's sort is not stable: what decides among equals is in the key
        return [place for _, place in keyed]

    def _lay_lines(self, lines):
        words, halves, rows = self.words, self.halves, self.variant.rows
        through = [[] for _ in range(words[K.CELLS])]     # type: ignore[var-annotated]
        for number, line in enumerate(lines):
            empty = 0
            for column, row in line:
                through[column * rows + row].append(number)
                empty ^= column * rows + row
            halves[words[K.LINE] + number] = empty
        at = 0
        for cell, numbers in enumerate(through):
            halves[cell] = at
            self._write(words[K.INCIDENT] + at,
                        [number + 128 * W.part(self.variant, lines[number]) for number in numbers])
            at += len(numbers)
        halves[words[K.CELLS]] = at
        self._empty = array("H", [halves[words[K.LINE] + k] for k in range(len(lines))])

    def ask(self, command, first=0, second=0):
        """Lets the kernel do one command, see games_kernel.run; what it found."""
        words = self.words
        words[K.ARG0], words[K.ARG1], words[K.COMMAND] = first, second, command
        self._run(words, self.halves, self._table, 0)
        words[K.COMMAND] = K.SEARCH
        return words[K.FOUND]

    # ---- positions

    def load(self, position):
        """Sets the blocks to any position of the variant, with what of its past may come again."""
        self._load_board(position)
        if self._past:
            self._load_past(position)
            self._load_board(position)

    def _load_board(self, position):
        words, halves, variant, first = self.words, self.halves, self.variant, position.first
        for k in range(K.SIDE, K.ARG0):
            words[k] = 0
        words[K.SCORE], words[K.KEY0], words[K.KEY1] = K.SCORE_BIAS, 1, 2
        for k in range(words[K.THREAT], words[K.DELTA]):
            halves[k] = 0
        self._write(words[K.LINE], self._empty)
        for cell in range(words[K.CELLS]):
            seat = position.cells[cell]
            if seat:
                self.ask(K.SET, cell, 1 if seat == first else 2)
        if variant.kind != K.CELL:
            self._write(words[K.HEIGHT], position.heights)
        words[K.ROOM] = position.room
        words[K.RULE] = position.rule
        words[K.SWAP] = int(variant.kind == K.CELL and position.rule)
        if position.turn != first:
            words[K.SIDE] = 1
            self._toggle(K.Z_SIDE)
        if variant.kind == K.POP10:
            self._load_kept(position)
        elif variant.kind == K.POWER:
            self._load_powers(position)

    def _toggle(self, number):
        words = self.words
        at = words[K.ZOBRIST] + 2 * words[K.CELLS] + number
        words[K.KEY0] ^= words[at]
        words[K.KEY1] ^= words[at + 1]

    def _load_kept(self, position):
        words = self.words
        words[K.FILLING], words[K.IDLE] = int(position.filling), position.quiet + 1
        for side, seat in enumerate((position.first, 3 - position.first)):
            words[K.KEPT + side] = position.kept[seat]
            for k in range(position.kept[seat]):
                self._toggle(K.Z_KEPT + side * K.KEEPS + k)

    def _load_powers(self, position):
        words = self.words
        words[K.POWERS] = position.powers[position.first] | position.powers[3 - position.first] << 4
        for bit in range(8):
            if not words[K.POWERS] >> bit & 1:
                self._toggle(K.Z_POWER + bit)

    def _load_past(self, position):
        """Walks the game back as far as its positions may come again, and notes their keys."""
        words, moves = self.words, position.moves
        known = 0
        while known < self._past and known < len(moves):
            move = moves[-1 - known]
            if self.variant.kind == K.POP10 and move < RETURNED:
                break
            self._take_back(move)
            known += 1
            at = words[K.PATH] - 2 * known
            words[at], words[at + 1] = words[K.KEY0], words[K.KEY1]
        words[K.PAST] = known

    def _take_back(self, move):
        """A drop, a pop or a pop with its return backwards, on the loaded position: discs, heights, side and key."""
        words, halves, rows = self.words, self.halves, self.variant.rows
        disc, height = words[K.DISC], words[K.HEIGHT]
        mover = 2 - words[K.SIDE]
        if move < POPPED or move >= RETURNED:
            column = move if move < POPPED else move & 7
            halves[height + column] -= 1
            top = column * rows + halves[height + column]
            mover = halves[disc + top]
            self.ask(K.SET, top)
        if move >= POPPED:
            column = move - POPPED if move < RETURNED else move - RETURNED >> 3
            bottom = column * rows
            for cell in range(bottom + halves[height + column], bottom, -1):
                self.ask(K.SET, cell, halves[disc + cell - 1])
            self.ask(K.SET, bottom, mover)
            halves[height + column] += 1
        if words[K.SIDE] != mover - 1:
            words[K.SIDE] = mover - 1
            self._toggle(K.Z_SIDE)

    def longest_game(self, position):
        """How many plies the game can last at most, as far as the search may count on it to see them all."""
        return position.room if self.variant.kind == K.AVOID else NEVER

    def moves(self):
        """All legal moves of the loaded position, as the rules write them."""
        words, halves = self.words, self.halves
        at = words[K.MOVES]
        found = [halves[at + k] for k in range(self.ask(K.LIST, at))]
        if self.variant.kind != K.POWER:
            return found
        whole = []
        for move in found:
            self.ask(K.MAKE, move)
            if words[K.PENDING]:
                for k in range(self.ask(K.LIST, at)):
                    whole.append(move | 1 + halves[at + k] - K.SECOND << 7)
            else:
                whole.append(move)
            self.ask(K.UNMAKE)
        return whole
