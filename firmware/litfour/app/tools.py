"""The hand of Power Up: MENU chooses the disc, a column drops it, and some discs ask for a second column."""

from litfour.app.hands import MORE, REFUSED, DropHand
from litfour.view.palette import BLUE, GREEN, VIOLET, WHITE

# A picture of 7 columns and 5 rows for each tool from the anvil on: a byte a row from the top, the left column highest.
_GLYPHS = bytes((0b0111110, 0b0011100, 0b0001000, 0b0011100, 0b0111110,
                 0b1101101, 0b1111111, 0b1011011, 0b1111111, 0b1101101,
                 0b1000011, 0b0100101, 0b0010001, 0b0100100, 0b1000011,
                 0b0001000, 0b0010100, 0b0111110, 0b0111110, 0b0011100))
_COLOURS = (WHITE, WHITE, GREEN, BLUE, VIOLET)
_GLYPH_FRAMES = 30          # that a tool's picture stays
_STATUS = 5                 # behind the last tool: what is left


class PowerHand(DropHand):
    """Tools in the order of the move code: plain disc, anvil, wall, times two, bomb; then what both have left."""

    _tool = 0
    _first = -1
    _fresh = False          # the tool was just chosen: its picture is shown

    def begin(self, position):
        self.position = position
        self._tool = 0
        self._first = -1
        self._fresh = False
        self._legal = position.legal()
        return self._columns()

    def _columns(self):
        """Where the present tool may be used."""
        tool = self._tool % _STATUS
        mask = 0
        for move in self._legal:
            if move >> 4 & 7 == tool:
                mask |= 1 << (move & 15)
        return mask

    @property
    def busy(self):
        return self._first >= 0 or self._tool > 0

    def column(self, column):
        self._fresh = False
        if not 0 <= column < 7:
            return REFUSED
        tool = self._tool % _STATUS
        if self._first >= 0:
            move = self._first | tool << 4 | column + 1 << 7
            return move if move in self._legal else REFUSED
        parts = [move for move in self._legal if move & 127 == column | tool << 4]
        if not parts:
            return REFUSED
        if len(parts) == 1 and not parts[0] >> 7:
            return parts[0]
        self._first = column
        return MORE

    def menu(self):
        if self._first >= 0:
            return REFUSED
        powers = self.position.powers[self.position.turn]
        tool = self._tool + 1
        while tool < _STATUS and not powers >> tool - 1 & 1:
            tool += 1
        self._tool = tool % (_STATUS + 1)
        self._fresh = 0 < tool < _STATUS
        return MORE

    def undo(self):
        self._fresh = False
        if self._first >= 0:
            self._first = -1
            return True
        if self._tool:
            self._tool = 0
            return True
        return False

    def timeout(self, random):
        """A random plain drop."""
        drops = [move for move in self._legal if move < 16]
        return drops[random.below(len(drops))]

    def draw(self, scene, n, mask):
        frame = scene.frame
        if self._tool == _STATUS:
            self.status(scene, n)
        elif self._fresh and n < _GLYPH_FRAMES:
            self._draw_tool(scene)
        else:
            scene.board(n)
            seat = scene.seats[scene.seat]
            if self._first >= 0:
                for column in range(7):
                    if self._first | self._tool << 4 | column + 1 << 7 in self._legal:
                        self._second(scene, column, n, mask)
                frame.put(scene.places[6 * self._first + self.position.heights[self._first]],
                          seat if n & 8 else _COLOURS[self._tool])
            else:
                colour = seat if not self._tool or n & 8 else _COLOURS[self._tool]
                scene.cues(mask & self._columns() << scene.left, colour, 80, n)

    def _draw_tool(self, scene):
        """The tool's picture in rows 2 to 6."""
        scene.frame.clear()
        for k in range(5):
            for column in range(7):
                if _GLYPHS[5 * self._tool - 5 + k] << column & 64:
                    scene.frame.set(scene.left + column, 5 - k, _COLOURS[self._tool])

    def _second(self, scene, column, n, mask):
        """A column that may be the second part: of the bomb the other's bottom disc, else where the disc goes."""
        if self._tool == 4:
            if n & 8:
                scene.frame.set(scene.left + column, 0, WHITE)
        scene.cues(1 << column + scene.left & mask, scene.seats[scene.seat], 110, n)

    def status(self, scene, n):
        """The power discs left: one row a tool, from the top; the first seat at the left, the second at the right."""
        frame = scene.frame
        frame.clear()
        last = scene.panel.columns - 1
        for seat in (1, 2):
            for tool in range(4):
                left = self.position.powers[seat] >> tool & 1
                for k in range(2):
                    frame.set(k if seat == 1 else last - k, 4 - tool, scene.seats[seat] if k else _COLOURS[tool + 1],
                              255 if left else 20)
        return True
