"""What each question looks like in light. Pure: a question, milliseconds since it was asked, a frame to draw into.

While the wiring is not known every pixel of the chain is drawn by its number; later the panel by columns and rows.
"""

from litfour.ports import BEAM, MENU
from litfour.view.palette import BLUE, GREEN, RED, WHITE, YELLOW

BLINK_MS = 250
FILL_MS = 30            # from one pixel of a walk to the next
NOTE_MS = 250
SCALE = (1, 3, 5, 6, 8, 10, 12, 13)     # pitches of hw/buzzer: C5 to C6
LEVELS = (32, 64, 96, 128, 160, 192, 224, 255)
LEVEL_MS = 400
PAUSE_MS = 1000         # dark, between two scales or ramps
DIM = 120
PURE = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
STEPS = ("pixels", "inputs", "buzzer", "light")

# The result, 7 columns by 5 rows from the top.
GOOD = ("......#", ".....##", "#...##.", "##.##..", ".###...")
BAD = ("##...##", ".##.##.", "..###..", ".##.##.", "##...##")


class Canvas:
    """Draws by columns and rows of `panel` into buf (see ports.py); outside of the panel nothing happens."""

    def __init__(self, panel):
        self.panel = panel
        self.buf = bytearray(panel.size)

    def pixel(self, number, colour, level=255):
        for i in range(3):
            self.buf[3 * number + i] = colour[i] * level // 255

    def cell(self, column, row, colour, level=255):
        if 0 <= column < self.panel.columns and 0 <= row < self.panel.rows:
            self.pixel(row * self.panel.columns + column, colour, level)

    def column(self, column, colour, rows=9, level=255):
        for row in range(min(rows, self.panel.rows)):
            self.cell(column, row, colour, level)
        if rows == 9 and self.panel.rail:
            self.pixel(self.panel.cells + column, colour, level)

    def flood(self, colour, level=255):
        self.buf[:] = bytes([part * level // 255 for part in colour]) * self.panel.pixels


def draw(canvas, ask, ms, cells):
    """Draws `ask` as it looks `ms` after it was asked. `cells`: cell of each chain number, for a walk."""
    canvas.flood((0, 0, 0))
    PICTURES[ask.kind](canvas, ask, ms, cells)


def draw_told(canvas, source, good):
    """How a press that was asked for was understood: its place in green, or all in red."""
    if not good:
        canvas.flood(RED, DIM)
    else:
        canvas.column(source if source < BEAM else source - BEAM if source < MENU else
                      0 if source > MENU else canvas.panel.columns - 1, GREEN)


def blinking(ms):
    return ms // BLINK_MS % 2 == 0


def draw_colour(canvas, ask, ms, cells):
    """All pixels in what the first, second or third byte on the wire makes."""
    canvas.flood(PURE[("red", "green", "blue")[ask.value]])


def draw_column(canvas, ask, ms, cells):
    """One pixel, steady."""
    canvas.pixel(ask.value, WHITE)


def draw_row(canvas, ask, ms, cells):
    """The same, blinking."""
    if blinking(ms):
        canvas.pixel(ask.value, WHITE)


def draw_sweep(canvas, ask, ms, cells):
    """All dim; a brighter pixel for each button that came."""
    canvas.flood(WHITE, DIM)
    for number in range(ask.count):
        canvas.pixel(number, WHITE)


def draw_walk(canvas, ask, ms, cells):
    """Pixel after pixel along the chain, until all are lit."""
    left = ms // FILL_MS + 1
    for cell in cells:
        if cell < canvas.panel.pixels and left > 0:
            canvas.pixel(cell, PURE[ask.value])
            left -= 1


def draw_where(canvas, ask, ms, cells):
    """The column that looked wrong, blinking: in which row?"""
    if blinking(ms):
        canvas.column(ask.value[0], PURE[ask.value[1]])


def draw_press(canvas, ask, ms, cells):
    """A button: its column's two lowest cells and rail. A beam: a disc that falls. MENU and UNDO: the corner that they
    lie at, blinking, UNDO left and MENU right."""
    panel, source = canvas.panel, ask.value
    level = 255 if not ask.again or blinking(ms) else DIM
    if source < BEAM:
        canvas.column(source, WHITE, 2, level)
        if panel.rail:
            canvas.pixel(panel.cells + source, WHITE, level)
    elif source < MENU:
        canvas.cell(source - BEAM, panel.rows - 1 - ms // 100 % panel.rows, BLUE, level)
    elif blinking(ms):
        for column in range(2):
            column = panel.columns - 1 - column if source == MENU else column
            canvas.column(column, GREEN if source == MENU else YELLOW, 2)


def draw_hear(canvas, ask, ms, cells):
    """A bar that grows with each note of the scale."""
    note = ms % (len(SCALE) * NOTE_MS + PAUSE_MS) // NOTE_MS
    for k in range(min(note + 1, len(SCALE)) if note < len(SCALE) else 0):
        canvas.column(k * canvas.panel.columns // len(SCALE), BLUE, 1 + k * canvas.panel.rows // len(SCALE))


def level_at(ms):
    """Brightness of the ramp, 0 in its pause."""
    step = ms % (len(LEVELS) * LEVEL_MS + PAUSE_MS) // LEVEL_MS
    return LEVELS[step] if step < len(LEVELS) else 0


def draw_ramp(canvas, ask, ms, cells):
    """All white; the display's brightness does the rest."""
    if level_at(ms):
        canvas.flood((255, 255, 255))


def draw_card(canvas, ask, ms, cells):
    """A green tick or a red cross, and in the bottom row, from the left, the steps."""
    panel, card = canvas.panel, ask.extra
    glyph, colour = (GOOD, GREEN) if card["pass"] else (BAD, RED)
    left = (panel.columns - 7) // 2
    for k in range(5):
        for column in range(7):
            if glyph[k][column] == "#":
                canvas.cell(left + column, 5 - k, colour)
    for k in range(len(STEPS)):
        canvas.cell(left + 2 * k, 0, GREEN if card[STEPS[k]]["pass"] else RED)


PICTURES = {"colour": draw_colour, "column": draw_column, "row": draw_row, "sweep": draw_sweep, "walk": draw_walk,
            "where": draw_where, "press": draw_press, "hear": draw_hear, "ramp": draw_ramp, "card": draw_card}
