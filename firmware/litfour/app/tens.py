"""The hand of Pop 10."""

from litfour.app.hands import MORE, REFUSED, DropHand, columns_of
from litfour.rules.position import POPPED, RETURNED
from litfour.view.effects import mark_bottom
from litfour.view.palette import WHITE


class TenHand(DropHand):
    """Fills by columns; then a column pops, and where the disc is not kept, another column takes it back."""

    _first = -1

    def begin(self, position):
        self.position = position
        self._first = -1
        self._legal = position.legal()
        if position.filling:
            return columns_of(self._legal, 0)
        mask = columns_of(self._legal, POPPED)
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
            mark_bottom(scene, self._pops << scene.left, n)

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
