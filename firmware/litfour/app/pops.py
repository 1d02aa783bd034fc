"""Hands that pop discs of the bottom row: PopOut and Pop 10."""

from litfour.app.hands import MORE, REFUSED, UNUSED, DropHand
from litfour.rules.position import POPPED, RETURNED
from litfour.view.palette import WHITE


def _mask(moves, base):
    """Bits of the columns of all moves base .. base + 8."""
    mask = 0
    for move in moves:
        if base <= move < base + 9:
            mask |= 1 << move - base
    return mask


def _mark_bottom(scene, mask, n):
    """The discs of the bottom row that may be popped blink, white and in their colour."""
    for column in range(scene.panel.columns):
        if mask >> column & 1 and n & 8:
            scene.frame.set(column, 0, WHITE)


class PopHand(DropHand):
    """A column drops; held, it pops. MENU makes the columns pop, and drop again."""

    LONG = True
    _popping = False

    def begin(self, position):
        self.position = position
        legal = position.legal()
        self._drops = _mask(legal, 0)
        self._pops = _mask(legal, POPPED)
        self._popping = not self._drops and self._pops != 0
        return self._drops

    @property
    def busy(self):
        return self._popping and self._drops != 0

    def column(self, column):
        return self.hold(column) if self._popping else super().column(column)

    def hold(self, column):
        if not 0 <= column < 9 or not self._pops >> column & 1:
            return REFUSED
        return POPPED + column

    def menu(self):
        if not self._pops or not self._drops:
            return UNUSED
        self._popping = not self._popping
        return MORE

    def undo(self):
        if not self.busy:
            return False
        self._popping = False
        return True

    def timeout(self, random):
        """A random drop; a pop where nothing else is legal."""
        legal = self.position.legal()
        drops = [move for move in legal if move < POPPED] or legal
        return drops[random.below(len(drops))]

    def draw(self, scene, n, mask):
        if self._popping:
            scene.board(n)
            scene.cues(mask & self._pops << scene.left, scene.seats[scene.seat], 40, n)
            _mark_bottom(scene, self._pops << scene.left, n)
        else:
            scene.turn(n, mask)


class TenHand(DropHand):
    """Fills by columns; then a column pops, and where the disc is not kept, another column takes it back."""

    _first = -1

    def begin(self, position):
        self.position = position
        self._first = -1
        self._legal = position.legal()
        if position.filling:
            return _mask(self._legal, 0)
        mask = _mask(self._legal, POPPED)
        for move in self._legal:
            if move >= RETURNED:
                mask |= 1 << (move - RETURNED >> 3)
        self._pops = mask
        return mask

    @property
    def busy(self):
        return self._first >= 0

    def column(self, column):
        if not 0 <= column < 7:
            return REFUSED
        if self._first >= 0:
            move = RETURNED + 8 * self._first + column
            return move if move in self._legal else REFUSED
        if self.position.filling:
            return super().column(column)
        if POPPED + column in self._legal:
            return POPPED + column
        if not self._pops >> column & 1:
            return REFUSED
        self._first = column
        return MORE

    def undo(self):
        if self._first < 0:
            return False
        self._first = -1
        return True

    def timeout(self, random):
        """A random disc of one's own, to a random place."""
        if self.position.filling:
            return super().timeout(random)
        chosen = random.below(bin(self._pops).count("1"))
        column = -1
        while chosen >= 0:
            column += 1
            chosen -= self._pops >> column & 1
        moves = [move for move in self._legal
                 if move == POPPED + column or move >= RETURNED and move - RETURNED >> 3 == column]
        return moves[random.below(len(moves))]

    def draw(self, scene, n, mask):
        if self.position.filling:
            scene.turn(n, mask)
            return
        scene.board(n)
        if self._first >= 0:
            for column in range(7):
                if RETURNED + 8 * self._first + column in self._legal:
                    scene.cues(1 << column + scene.left & mask, scene.seats[scene.seat], 110, n)
            scene.frame.set(scene.left + self._first, 0, WHITE, 255 if n & 4 else 40)
        else:
            scene.cues(mask & self._pops << scene.left, scene.seats[scene.seat], 40, n)
            _mark_bottom(scene, self._pops << scene.left, n)

    def status(self, scene, n):
        """Kept discs: one seat's at the left, the other's at the right, five a column; room for ten each."""
        frame = scene.frame
        frame.clear()
        last = scene.panel.columns - 1
        for seat in (1, 2):
            for k in range(10):
                column = k // 5 if seat == 1 else last - k // 5
                frame.set(column, k % 5, scene.seats[seat], 255 if k < self.position.kept[seat] else 24)
        return True
