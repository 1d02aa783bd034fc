"""The hand of simultaneous play: the seats choose one after the other, in secret; then all discs drop."""

from litfour.app.hands import MORE, REFUSED, UNUSED, DropHand
from litfour.view.palette import breath

_OPEN = 15              # no choice yet


class SecretHand(DropHand):
    """Columns choose without a sign, MENU locks, UNDO clears, and once more reopens the previous person's, blank. CPUs
    choose before anybody else, knowing nothing."""

    def begin(self, position):
        self.position = position
        self._choices = [_OPEN] * 4         # by seat; the locked ones
        self._choice = _OPEN                # of the person to choose, not locked
        self._persons = []                  # who have locked, in order
        self._seat = position.turn
        mask = 0
        for column in range(9):
            if position.heights[column] < 9:
                mask |= 1 << column
        self._mask = mask
        return mask

    def seat(self, cpus):
        """The CPUs' seats first, then the persons'."""
        waiting = self._seat
        for seat in (3, 2, 1):
            if self._choices[seat] == _OPEN and not cpus >> seat - 1 & 1:
                waiting = seat
        for seat in (3, 2, 1):
            if self._choices[seat] == _OPEN and cpus >> seat - 1 & 1:
                waiting = seat
        self._seat = waiting
        return waiting

    @property
    def busy(self):
        return self._choice != _OPEN or len(self._persons) > 0

    def chosen(self, seat, column):
        self._choices[seat] = column
        return self._whole()

    def _whole(self):
        """The move once everybody has chosen, else MORE."""
        choices = self._choices
        if _OPEN in choices[1:]:
            return MORE
        return choices[1] | choices[2] << 4 | choices[3] << 8

    def column(self, column):
        if not 0 <= column < 9 or not self._mask >> column & 1:
            return REFUSED
        self._choice = column
        return MORE

    def menu(self):
        """Locks the choice; without one there is nothing to lock."""
        if self._choice == _OPEN:
            return UNUSED
        self._choices[self._seat] = self._choice
        self._choice = _OPEN
        self._persons.append(self._seat)
        return self._whole()

    def undo(self):
        if self._choice != _OPEN:
            self._choice = _OPEN
        elif self._persons:
            self._choices[self._persons.pop()] = _OPEN
        else:
            return False
        return True

    def timeout(self, random):
        """The leftmost open column, whatever was chosen."""
        self._choice = 0
        while not self._mask >> self._choice & 1:
            self._choice += 1
        return self.menu()

    def draw(self, scene, n, mask):
        """Who chooses breathes; in the middle of the top row the order of the drops: locked seats are bright."""
        scene.turn(n, mask & ~0x38)
        for k in range(3):
            seat = self.position.order[k]
            level = 255 if self._choices[seat] != _OPEN else 30
            if seat == self._seat:
                level = breath(n, 40)
            scene.cue(3 + k, scene.seats[seat], level, n)
