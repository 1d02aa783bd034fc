"""From debounced events to gestures. Pure: times come with the events.

A column acts on its press; while `columns_long` is set, on its release, or as held at LONG_MS. MENU and UNDO act on
release when short, at LONG_MS when held. Both pressed within
CHORD_MS are a chord: it suppresses their single gestures and fires at LONG_MS, and again every LONG_MS while held.
"""

from litfour.ports import DOWN, FREED, KIND_MASK, MAX_COLUMNS, MENU, PASS, SOURCE_MASK, STUCK, UNDO, after, elapsed

LONG_MS = 600
CHORD_MS = 150

NOTHING = 0
COLUMN = 1              # COLUMN + k for column k of the panel, 0 .. 8
TAP_MENU = 16
HOLD_MENU = 17
TAP_UNDO = 18
HOLD_UNDO = 19
CHORD = 20
HOLD_COLUMN = 21        # HOLD_COLUMN + k
DISC = 100              # DISC + k: a disc fell through the column's beam
JAMMED = 32             # JAMMED + source: ignored from now on
CLEARED = 64            # CLEARED + source

_IDLE = 0
_PRESSED = 1
_FIRED = 2              # its gesture is spent; wait for the release


class Gestures:
    """feed() takes one event, update() looks at the time; both return one gesture code."""

    def __init__(self):
        self._state = [_IDLE, _IDLE]        # of MENU and UNDO
        self._since = [0, 0]
        self._chord = False
        self._chord_since = 0
        self.columns_long = False           # set by the app: columns have a long meaning
        self._column = -1                   # the column that is pressed and may become long
        self._column_since = 0

    def feed(self, event, time):
        kind = event & KIND_MASK
        source = event & SOURCE_MASK
        if kind == STUCK:
            self._column = -1
            if source >= MENU:
                self._state[source - MENU] = _IDLE
                self._chord = False
            return JAMMED + source
        if kind == FREED:
            return CLEARED + source
        if source in (MENU, UNDO):
            return self._press(source - MENU, time) if kind == DOWN else self._release(source - MENU, time)
        if source < MAX_COLUMNS:
            return self._press_column(kind, source, time)
        return NOTHING

    def _press_column(self, kind, column, time):
        if kind == PASS:
            return DISC + column
        if kind == DOWN and not self.columns_long:
            return COLUMN + column
        if kind == DOWN:
            if self._column < 0:            # of two at once the first counts
                self._column = column
                self._column_since = time
        elif column == self._column:
            self._column = -1
            return (HOLD_COLUMN if elapsed(time, self._column_since) >= LONG_MS else COLUMN) + column
        return NOTHING

    def _press(self, button, time):
        self._state[button] = _PRESSED
        self._since[button] = time
        other = 1 - button
        if self._state[other] == _PRESSED and elapsed(time, self._since[other]) <= CHORD_MS:
            self._state[button] = self._state[other] = _FIRED
            self._chord = True
            self._chord_since = time
        return NOTHING

    def _release(self, button, time):
        was = self._state[button]
        self._state[button] = _IDLE
        chord, self._chord = self._chord, False
        if chord and elapsed(time, self._chord_since) >= LONG_MS:
            return CHORD
        if was != _PRESSED:
            return NOTHING
        # a loop that was late sees the release first: the true times decide
        return (HOLD_MENU if elapsed(time, self._since[button]) >= LONG_MS else TAP_MENU) + 2 * button

    def update(self, now):
        if self._column >= 0 and elapsed(now, self._column_since) >= LONG_MS:
            column, self._column = self._column, -1
            return HOLD_COLUMN + column
        if self._chord and elapsed(now, self._chord_since) >= LONG_MS:
            self._chord_since = after(self._chord_since, LONG_MS)
            return CHORD
        for button in range(2):
            if self._state[button] == _PRESSED and elapsed(now, self._since[button]) >= LONG_MS:
                self._state[button] = _FIRED
                return HOLD_MENU + 2 * button
        return NOTHING
