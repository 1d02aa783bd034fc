"""Hands that aim before they place: any cell without gravity, any peg in 3-D."""

from litfour.app.hands import MORE, REFUSED, UNUSED, DropHand
from litfour.rules.position import SWAPPED
from litfour.view.palette import WHITE


class CellHand(DropHand):
    """A column aims at its next free cell, from the bottom; held, or MENU, places. Where the second seat may swap the
    colours, MENU without an aim asks, and MENU again swaps."""

    LONG = True
    _aim = -1
    _swap = False

    def begin(self, position):
        self.position = position
        self._aim = -1
        self._swap = False
        self._free = position.legal()       # ascending
        mask = 0
        for move in self._free:
            if move != SWAPPED:
                mask |= 1 << self._column(move)
        return mask

    def _column(self, move):
        """Of the game's width, where a move is aimed at from."""
        return move // self.position.variant.rows

    @property
    def busy(self):
        return self._aim >= 0 or self._swap

    def column(self, column):
        """Aims at the free cell above the aim in this column, or at its lowest."""
        first = -1
        for move in self._free:
            if move != SWAPPED and self._column(move) == column:
                if self._aim < move and self._column(self._aim) == column and self._aim >= 0:
                    first = move
                    break
                if first < 0:
                    first = move
        if first < 0:
            return REFUSED
        self._aim = first
        self._swap = False
        return MORE

    def hold(self, column):
        return self._aim if self._aim >= 0 else self.column(column)

    def menu(self):
        if self._aim >= 0:
            return self._aim
        if self._swap:
            return SWAPPED
        if SWAPPED in self._free:
            self._swap = True
            return MORE
        return UNUSED

    def undo(self):
        if not self.busy:
            return False
        self._aim = -1
        self._swap = False
        return True

    def timeout(self, random):
        return self._aim if self._aim >= 0 else self._free[random.below(len(self._free))]

    def draw(self, scene, n, mask):
        scene.turn(n, mask)
        if self._aim >= 0:
            scene.frame.put(self._pixel(scene), scene.seats[scene.seat] if n & 8 else WHITE, 255 if n & 8 else 60)
        elif self._swap and n & 8:
            for cell in range(len(scene.cells)):
                if scene.cells[cell]:
                    scene.frame.put(scene.places[cell], scene.seats[3 - scene.cells[cell]])

    def _pixel(self, scene):
        return scene.places[self._aim]


class PegHand(CellHand):
    """Columns 1-4 and 6-9 are the pegs' x, and the same one again goes to the next y; 5 is dead."""

    def begin(self, position):
        mask = super().begin(position)
        return mask | mask << 5

    def _column(self, move):
        return move & 3

    def column(self, column):
        if column == 4 or not 0 <= column < 9:
            return REFUSED
        return super().column(column if column < 4 else column - 5)

    def _pixel(self, scene):
        return scene.places[4 * self._aim + self.position.heights[self._aim]]
