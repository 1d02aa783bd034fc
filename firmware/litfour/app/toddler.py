"""For the smallest: any press makes light and sound, and nothing can be lost. Loaded when it is chosen."""

from litfour.app.gestures import COLUMN
from litfour.app.tunes import DROPS
from litfour.ports import MAX_COLUMNS
from litfour.view.palette import BLUE, GREEN, RED, VIOLET, YELLOW

_COLOURS = (RED, YELLOW, GREEN, BLUE, VIOLET)
_FRAMES = 60            # that a fountain takes to fade


class Toddler:
    """A fountain of light climbs in the column that is pressed; MENU and UNDO make one in every second column."""

    def __init__(self, panel):
        self.panel = panel
        self._age = [_FRAMES] * panel.columns       # frames since each column was pressed
        self._colour = [0] * panel.columns
        self._next = 0
        self._last = 0

    def press(self, gesture, now):
        """Takes any gesture; returns its tune."""
        columns = self.panel.columns
        self._next += 1
        if COLUMN <= gesture < COLUMN + MAX_COLUMNS:
            column = (gesture - COLUMN) % columns
            self._light(column)
            return DROPS[column]
        for column in range(gesture & 1, columns, 2):
            self._light(column)
        return DROPS[self._next % MAX_COLUMNS]

    def _light(self, column):
        self._age[column] = 0
        self._colour[column] = self._next % len(_COLOURS)

    def draw(self, frame, n):
        """One frame on; n counts the frames."""
        frame.clear()
        step = n - self._last if n > self._last else 1
        self._last = n
        rows = self.panel.rows
        for column in range(self.panel.columns):
            age = self._age[column]
            if age < _FRAMES:
                top = min(rows, 1 + age // 3)
                level = 255 if age < 24 else (_FRAMES - age) * 7
                for row in range(top):
                    colour = _COLOURS[(self._colour[column] + row) % len(_COLOURS)]
                    frame.set(column, row, colour, level if row == top - 1 or age < 24 else level * 2 // 3)
                frame.set_rail(column, _COLOURS[self._colour[column]], level)
                self._age[column] = age + step
            else:
                frame.set(column, 0, _COLOURS[(column + n // 60) % len(_COLOURS)], 12)     # it is awake
