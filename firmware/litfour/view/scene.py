"""From a state of the table session and a frame number to light. Nothing here changes the game or allocates.

Every drawing method takes `n`, the number of frames since its state began; the same n gives the same frame.
"""

from litfour.rules.variants import PEG
from litfour.view import palette
from litfour.view.frame import Frame
from litfour.view.palette import SEATS, breath, share, texture

CUE_PERIOD = 64         # frames of the turn cue's breath
_GRID = 40              # level of what divides the layers of 3-D
FALL_GRAVITY = 11       # 256ths of a row that a falling disc gains a frame, each frame (twice that is its acceleration)


class Scene:
    """Draws into `frame`. A game stands with its columns centred on the panel, on the bottom row; of 3-D the four
    layers are quadrants. What is drawn is a copy of the position's cells, which a move's changes bring forward step by
    step."""

    def __init__(self, panel):
        self.panel = panel
        self.frame = Frame(panel)
        self.seats = SEATS              # colours by seat
        self.textured = True            # seats differ by texture too
        self.position = None
        self.left = 0
        self.seat = 1                   # who acts
        self.open = 0                   # bit mask of panel columns that may be chosen: the cue
        self.cells = bytearray()                # seat or 0 of each cell of the game, as shown
        self.places = bytearray()               # its pixel
        self._winning = bytearray()

    def take(self, position, choices):
        """Takes a position over, after every change of it, but still shows the board as before; choices: bit mask of
        the columns that may be chosen, of the game's width. Allocates."""
        if self.position is None or self.position.variant is not position.variant:
            self._lay(position.variant)
        self.position = position
        self.open = choices << self.left
        self.seat = position.turn
        for i in range(len(self.cells)):
            self._winning[i] = 0
        for number, (column, row) in enumerate(position.winning_cells(), 1):
            self._winning[column * position.variant.rows + row] = number

    def show(self, position, choices=0):
        """Takes a position over and shows it at once. Allocates."""
        self.take(position, choices)
        self.settle()

    def settle(self):
        """Shows the board as it is now."""
        cells, now = self.cells, self.position.cells
        for i in range(len(cells)):
            cells[i] = now[i]

    def _lay(self, variant):
        rows, across = variant.rows, self.panel.columns
        self.left = (across - variant.width) // 2
        count = variant.columns * rows
        self.cells = bytearray(count)
        self._winning = bytearray(count)
        self.places = bytearray(count)
        for cell in range(count):
            column, row = cell // rows, cell % rows
            if variant.kind == PEG:     # the lowest layer lower left, then lower right, upper left, upper right
                self.places[cell] = (column // 4 + row // 2 * 5) * across + self.left + column % 4 + row % 2 * 5
            else:
                self.places[cell] = row * across + self.left + column

    # ---- the board

    def board(self, n, level=255):
        """All discs, dimmed by level."""
        frame, cells, places = self.frame, self.cells, self.places
        frame.clear()
        if self.position.variant.kind == PEG:           # between the layers
            for k in range(9):
                frame.set(self.left + 4, k, palette.WHITE, _GRID)
                frame.set(self.left + k, 4, palette.WHITE, _GRID)
        second = third = level
        if self.textured:
            second = texture(2, n) * level >> 8
            third = texture(3, n) * level >> 8
        for cell in range(len(cells)):
            seat = cells[cell]
            if seat:
                frame.put(places[cell], self.seats[seat], level if seat == 1 else second if seat == 2 else third)

    def cue(self, column, colour, level, n):
        """One mark above a column of the panel: on the rail, else in the top row; over a disc it alternates slowly."""
        if self.panel.rail:
            self.frame.set_rail(column, colour, min(255, 2 * level))     # small lights
        elif not self.frame.lit(column, self.panel.rows - 1) or n & 32:
            self.frame.set(column, self.panel.rows - 1, colour, level)

    def cues(self, mask, colour, level, n):
        """The same mark above all columns of a bit mask."""
        for column in range(self.panel.columns):
            if mask >> column & 1:
                self.cue(column, colour, level, n)

    def turn(self, n, mask):
        """Your turn: columns that may be chosen breathe in the colour to move. mask: which of them show it now."""
        self.board(n)
        self.cues(self.open & mask, self.seats[self.seat], 20 + breath(n, CUE_PERIOD) * 70 // 255, n)

    def rewound(self, n):
        """Taken back: like your turn, but the marks blink in pairs."""
        self.board(n, 150)
        if not n & 20:              # on in frames 0-3 and 8-11 of 32
            self.cues(self.open, self.seats[self.seat], 120, n)

    def think(self, n):
        """The CPU thinks: one mark in its colour walks to and fro."""
        self.board(n)
        columns = self.panel.columns
        step = (n >> 2) % (2 * columns - 2)
        column = step if step < columns else 2 * columns - 2 - step
        self.cue(column, self.seats[self.seat], 200, n)

    def refused(self, column, n):
        """Over any board: the column that was refused (-1: all, at the top) flickers white."""
        if n >> 2 & 1:
            return
        top = self.panel.rows - 1
        for k in range(self.panel.columns):
            if column < 0 or k == column:
                self.frame.set(k, top, palette.WHITE, 160)
                self.frame.set_rail(k, palette.WHITE, 160)
        for row in range(top):
            if column >= 0 and not self.frame.lit(column, row):
                self.frame.set(column, row, palette.WHITE, 70)

    def jammed(self, column, n):
        """Over any frame: a stuck button or blocked beam; its column's ends blink in turn, slowly."""
        row = 0 if n & 16 else self.panel.rows - 1
        self.frame.set(column, row, palette.WHITE, 160)
        self.frame.set_rail(column, palette.WHITE, 160 if n & 16 else 20)

    def stray(self, column, n):
        """Over any frame: a disc fell there while nobody might move; the free cells of its column glow and fade."""
        level = 30 + breath(n, 48) * 60 // 255
        for row in range(self.panel.rows):
            if not self.frame.lit(column, row):
                self.frame.set(column, row, palette.WHITE, level)
        self.frame.set_rail(column, palette.WHITE, level)

    def jammed_control(self, n):
        """Over any frame: MENU or UNDO is stuck; the bottom corners blink in turn, slowly."""
        self.frame.set(0 if n & 16 else self.panel.columns - 1, 0, palette.WHITE, 160)

    # ---- a falling disc

    def fall_frames(self, row):
        """Frames until a disc that enters above the panel lies in `row`."""
        depth = (self.panel.rows - row) * 256
        n = 0
        while FALL_GRAVITY * n * n < depth:
            n += 1
        return n + 1

    def fall(self, n, column, row, seat):
        """The disc of `seat` on its way to (column, row) of the game; its light is shared between two cells."""
        self.board(n)
        height = self.panel.rows * 256 - FALL_GRAVITY * n * n
        if height < row * 256:
            height = row * 256
        self.between(self.left + column, height, self.seats[seat])

    def between(self, column, height, colour):
        """A disc at a height of 256ths of a row, in a column of the panel."""
        at, part = height >> 8, height & 255
        self.frame.set(column, at, colour, share(255 - part))
        if part:
            self.frame.set(column, at + 1, colour, share(part))

    # ---- the end

    def won(self, n):
        """The winning discs pulse, the others are dim. In 3-D a light runs along the line, through the layers."""
        frame, cells, places = self.frame, self.cells, self.places
        frame.clear()
        pulse = 96 + breath(n, 24) * 159 // 255
        at = 0
        if self.position.variant.kind == PEG:
            pulse = 110
            at = (n >> 3) % 5 + 1
        for cell in range(len(cells)):
            if cells[cell]:
                level = 52
                if self._winning[cell]:
                    level = 255 if self._winning[cell] == at else pulse
                frame.put(places[cell], self.seats[cells[cell]], level)

    def drawn(self, n):
        """A draw: a bright band climbs through the dim board, row by row, between two white edges of the rail."""
        frame, cells, places = self.frame, self.cells, self.places
        frame.clear()
        columns = self.panel.columns
        band = (n >> 2) % (self.position.variant.height + 4)
        for cell in range(len(cells)):
            if cells[cell]:
                frame.put(places[cell], self.seats[cells[cell]], 200 if places[cell] // columns == band else 64)
        for column in range(columns):
            frame.set_rail(column, palette.DRAW, 60)

    def celebrate(self, n):
        """Over a won board: the match is won; sparks of the winner's colour run around the panel's edge."""
        panel = self.panel
        around = 2 * (panel.columns + panel.rows) - 4
        colour = self.seats[self.position.result]
        for k in range(0, around, 5):
            at = (k + (n >> 2)) % around
            side = panel.columns - 1
            if at <= side:
                self.frame.set(at, 0, colour)
            elif at < side + panel.rows:
                self.frame.set(side, at - side, colour)
            elif at < 2 * side + panel.rows:
                self.frame.set(2 * side + panel.rows - 1 - at, panel.rows - 1, colour)
            else:
                self.frame.set(0, around - at, colour)
        for column in range(panel.columns):
            self.frame.set_rail(column, colour, breath(n + 4 * column, 24))

    def score(self, n, score, sitting):
        """Wins as bars, from the left: of two the first and the last column but one with draws white between, of more
        people evenly spaced. sitting: the person at each seat; who waits is white. Beyond the panel's height a bright
        pixel stands for five, and the rest stands beside it. (30 and more: full.)"""
        frame = self.frame
        frame.clear()
        columns = self.panel.columns
        for column in range(columns):
            frame.set(column, 0, palette.WHITE, 14)
        people = len(score) - 1
        edge = 1 if people < 4 else 0
        for person in range(1, people + 1):
            colour = palette.WHITE
            for seat in range(1, len(sitting)):
                if sitting[seat] == person:
                    colour = self.seats[seat]
            column = edge + (person - 1) * (columns - 1 - 2 * edge) // (people - 1)
            beside = column - 1 if edge and person < people else column + 1
            self._bar(column, beside, score[person], colour)
        if people == 2:
            self._bar(columns // 2, columns // 2 - 1, score[0], palette.DRAW)

    def _bar(self, column, beside, points, colour):
        rows = self.panel.rows
        fives = 0
        if points > rows:
            fives = min(points // 5, rows)
            points = points - 5 * fives if fives < rows else 0
            for row in range(fives):
                self.frame.set(column, row, colour)
            column = beside
        for row in range(points):
            self.frame.set(column, row, colour, 120)

    # ---- outside a game

    def attract(self, n):
        """Discs rain: each column drops one now and then, in the two colours in turn."""
        frame, panel = self.frame, self.panel
        frame.clear()
        period = 72
        for column in range(panel.columns):
            t = n + column * 29
            age = t % period
            seat = 1 + (t // period + column) % 2
            height = panel.rows * 256 - 6 * age * age
            if age < 40:
                if height < 0:
                    height = 0
                level = 255 if age < 30 else (40 - age) * 25
                at, part = height >> 8, height & 255
                frame.set(column, at, self.seats[seat], share(255 - part) * level >> 8)
                if part:
                    frame.set(column, at + 1, self.seats[seat], share(part) * level >> 8)
            frame.set_rail(column, self.seats[seat], 30)

    def resume(self, n):
        """An unfinished game waits: its position breathes."""
        self.board(0, 40 + breath(n, 96) * 140 // 255)

    def brightness(self, step, steps):
        """Over any frame: the bottom row shows the brightness step."""
        for column in range(self.panel.columns):
            self.frame.set(column, 0, palette.WHITE, 220 if column * steps < (step + 1) * self.panel.columns else 10)
