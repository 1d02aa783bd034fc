"""From a state of the table session and a frame number to light. Nothing here changes the game or allocates.

Every drawing method takes `n`, the number of frames since its state began; the same n gives the same frame.
"""

from litfour.view import glyphs, palette
from litfour.view.frame import Frame
from litfour.view.palette import SEATS, breath, share, texture

CUE_PERIOD = 64         # frames of the turn cue's breath
FALL_GRAVITY = 11       # 256ths of a row that a falling disc gains a frame, each frame (twice that is its acceleration)


class Scene:
    """Draws into `frame`. `position` is shown with its columns centred on the panel, from the bottom row."""

    def __init__(self, panel):
        self.panel = panel
        self.frame = Frame(panel)
        self.position = None
        self.left = 0
        self._winning = bytearray(panel.cells)        # 1 for winning cells, [column * rows + row] of the game

    def show(self, position):
        """Takes a position over, after every change of it. Allocates."""
        self.position = position
        self.left = (self.panel.columns - position.variant.columns) // 2
        for i in range(len(self._winning)):
            self._winning[i] = 0
        for column, row in position.winning_cells():
            self._winning[column * position.variant.rows + row] = 1

    # ---- the board

    def board(self, n, level=255, hidden=-1):
        """All discs, dimmed by level, without the cell `hidden`."""
        frame, position = self.frame, self.position
        frame.clear()
        rows = position.variant.rows
        cells = position.cells
        second = texture(2, n) * level >> 8
        third = texture(3, n) * level >> 8
        for cell in range(len(cells)):
            seat = cells[cell]
            if seat and cell != hidden:
                shine = level if seat == 1 else second if seat == 2 else third
                frame.set(self.left + cell // rows, cell % rows, SEATS[seat], shine)

    def cue(self, column, colour, level, n):
        """One mark above a column of the panel: on the rail, else in the top row; over a disc it alternates slowly."""
        if self.panel.rail:
            self.frame.set_rail(column, colour, min(255, 2 * level))     # small lights
        elif not self.frame.lit(column, self.panel.rows - 1) or n & 32:
            self.frame.set(column, self.panel.rows - 1, colour, level)

    def turn(self, n):
        """Your turn: columns that take a disc breathe in the colour to move."""
        self.board(n)
        position = self.position
        level = 20 + breath(n, CUE_PERIOD) * 70 // 255
        for column in range(position.variant.columns):
            if position.heights[column] < position.variant.rows:
                self.cue(self.left + column, SEATS[position.turn], level, n)

    def rewound(self, n):
        """Taken back: like your turn, but the marks blink in pairs."""
        self.board(n, 150)
        if n & 20:                  # on in frames 0-3 and 8-11 of 32
            return
        position = self.position
        for column in range(position.variant.columns):
            if position.heights[column] < position.variant.rows:
                self.cue(self.left + column, SEATS[position.turn], 120, n)

    def think(self, n):
        """The CPU thinks: one mark in its colour walks to and fro."""
        self.board(n)
        columns = self.panel.columns
        step = (n >> 2) % (2 * columns - 2)
        column = step if step < columns else 2 * columns - 2 - step
        self.cue(column, SEATS[self.position.turn], 200, n)

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
        self.board(n, hidden=column * self.position.variant.rows + row)
        height = self.panel.rows * 256 - FALL_GRAVITY * n * n
        if height < row * 256:
            height = row * 256
        at, part = height >> 8, height & 255
        self.frame.set(self.left + column, at, SEATS[seat], share(255 - part))
        if part:
            self.frame.set(self.left + column, at + 1, SEATS[seat], share(part))

    # ---- the end

    def won(self, n):
        """The winning discs pulse, the others are dim."""
        frame, position = self.frame, self.position
        frame.clear()
        rows = position.variant.rows
        cells = position.cells
        pulse = 96 + breath(n, 24) * 159 // 255
        for cell in range(len(cells)):
            if cells[cell]:
                frame.set(self.left + cell // rows, cell % rows, SEATS[cells[cell]],
                          pulse if self._winning[cell] else 52)

    def drawn(self, n):
        """A draw: a bright band climbs through the dim board, row by row, between two white edges of the rail."""
        frame, position = self.frame, self.position
        frame.clear()
        rows = position.variant.rows
        cells = position.cells
        band = (n >> 2) % (rows + 4)
        for cell in range(len(cells)):
            row = cell % rows
            if cells[cell]:
                frame.set(self.left + cell // rows, row, SEATS[cells[cell]], 200 if row == band else 64)
        for column in range(self.panel.columns):
            frame.set_rail(column, palette.DRAW, 60)

    def score(self, n, score):
        """Wins as bars: red left, yellow right, draws white between. Beyond the panel's height a bright pixel stands
        for five, and the rest stands beside it. (30 and more: full.)"""
        frame = self.frame
        frame.clear()
        columns = self.panel.columns
        for column in range(columns):
            frame.set(column, 0, palette.WHITE, 14)
        self._bar(1, 0, score[1], SEATS[1])
        self._bar(columns - 2, columns - 1, score[2], SEATS[2])
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
                frame.set(column, at, SEATS[seat], share(255 - part) * level >> 8)
                if part:
                    frame.set(column, at + 1, SEATS[seat], share(part) * level >> 8)
            frame.set_rail(column, SEATS[seat], 30)

    def resume(self, n):
        """An unfinished game waits: its position breathes."""
        self.board(0, 40 + breath(n, 96) * 140 // 255)

    def page(self, n, glyph, colour, right, options, chosen, height):
        """A menu page: its glyph, and in the bottom row the options (bit mask of columns), the chosen one bright."""
        frame, panel = self.frame, self.panel
        frame.clear()
        glyphs.draw(frame, glyph, colour, right)
        for column in range(panel.columns):
            if options >> column & 1:
                frame.set(column, 0, palette.WHITE, 70)
                frame.set_rail(column, palette.WHITE, 70)
                if column == chosen:
                    frame.set_rail(column, palette.GREEN)
                    for row in range(height):
                        frame.set(column, row, palette.GREEN)

    def brightness(self, step, steps):
        """Over any frame: the bottom row shows the brightness step."""
        for column in range(self.panel.columns):
            self.frame.set(column, 0, palette.WHITE, 220 if column * steps < (step + 1) * self.panel.columns else 10)
