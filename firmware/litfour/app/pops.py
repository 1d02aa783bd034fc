"""The hand of PopOut, which drops discs and pops those of the bottom row."""

from litfour.app.hands import MORE, REFUSED, UNUSED, DropHand, columns_of
from litfour.rules.position import POPPED
from litfour.view.effects import mark_bottom


class PopHand(DropHand):
    """A column drops; held, it pops. MENU makes the columns pop, and drop again."""

    LONG = True
    _popping = False

    def begin(self, position):
        self.position = position
        legal = position.legal()
        self._drops = columns_of(legal, 0)
        self._pops = columns_of(legal, POPPED)
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
            mark_bottom(scene, self._pops << scene.left, n)
        else:
            scene.turn(n, mask)
