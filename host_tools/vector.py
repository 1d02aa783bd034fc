"""The board as a clean vector picture (SVG): the same cells, rail and buttons as render.py's, with words for who can't
see it."""

from xml.sax.saxutils import escape

from host_tools.board_picture import Layout
from host_tools.render import PictureError, exposed, to_srgb
from litfour.ports import MENU, UNDO
from litfour.view.palette import BLUE, GREEN, RED, VIOLET, WHITE, YELLOW

PITCH = 100             # units of the picture from cell to cell
_SMOKED = (20, 21, 27)  # an unlit diffuser
_DARK = 24              # the brightest part of what counts as unlit
_DIM = 110              # and as dim
_WORDS = {"red": RED, "yellow": YELLOW, "blue": BLUE, "green": GREEN, "violet": VIOLET, "white": WHITE,
          "orange": (255, 120, 0), "cyan": (0, 200, 200)}


def picture(shown, words, width=None):
    """The text of an SVG file of what a board shows (staging.Shown). words: what it is, for title and description.
    width: of the picture, in pixels; without it, as wide as its place. PictureError for a frame of another panel."""
    panel = shown.panel
    if len(shown.frame) != panel.size:
        raise PictureError(f"a frame of {len(shown.frame)} bytes; {panel.name} has {panel.size}")
    layout = Layout(panel, PITCH)
    left, top, right, low = (round(value) for value in layout.body)
    box = (right - left + 20, low - top + 20)
    size = f' width="{width}" height="{round(width * box[1] / box[0])}"' if width else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 10} {top - 10} {box[0]} {box[1]}"{size} role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{escape(shown.title)}</title>',
        f'<desc id="desc">{escape(words + " " + lights_in_words(panel, shown.frame))}</desc>',
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{low - top}" rx="{PITCH * 0.28:.0f}" '
        'fill="#1a2a6a" stroke="#4a66c0" stroke-width="5"/>',
        *_lights(layout, shown),
        *_buttons(layout, shown.held),
        "</svg>"]
    return "\n".join(parts) + "\n"


def colours(frame, brightness):
    """[(red, green, blue)] of every pixel as it is to be painted: its light on the smoked diffuser."""
    light = to_srgb(exposed(frame, brightness)).T
    return [tuple(max(int(part), base) for part, base in zip(pixel, _SMOKED)) for pixel in light]


def _lights(layout, shown):
    cells = layout.panel.cells
    for k, ((x, y, radius), colour) in enumerate(zip(layout.lights(), colours(shown.frame, shown.brightness))):
        part = "cell" if k < cells else "rail"
        column, row = k % layout.panel.columns + 1, k // layout.panel.columns + 1
        name = f"{part}-{column}" + (f"-{row}" if part == "cell" else "")
        rim = ' stroke="#0c1434" stroke-width="6"' if part == "cell" else ""
        yield f'<circle id="{name}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#{bytes(colour).hex()}"{rim}/>'


def _buttons(layout, held):
    for source in [*range(layout.panel.columns), UNDO, MENU]:
        x, y, radius = layout.button(source)
        fill = {MENU: "#5aa080", UNDO: "#b87440"}.get(source, "#b4b6be")
        if held >> source & 1:
            fill = {MENU: "#2d5040", UNDO: "#5c3a20"}.get(source, "#5a5b5f")
        yield (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="#0c1434" '
               'stroke-width="3"/>')
        yield _label(source, x, y, radius)


def _label(source, x, y, radius):
    """The number on a column's button; the names of the others beside them, towards the middle."""
    word, fill, anchor, size = str(source + 1), "#20232c", "middle", radius * 1.0
    if source in (MENU, UNDO):
        word, fill, size = ("MENU", "UNDO")[source == UNDO], "#b4bede", radius * 0.8
        anchor, x = ("start", x + radius * 1.4) if source == UNDO else ("end", x - radius * 1.4)
    return (f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-family="sans-serif" font-size="{size:.0f}" '
            f'text-anchor="{anchor}" fill="{fill}">{word}</text>')


def lights_in_words(panel, frame):
    """What is lit, row by row from the top: 'Row 1: 4 red, 5 dim yellow.'"""
    told = []
    for row in range(panel.rows - 1, -1, -1):
        lit = _line(panel, frame, row * panel.columns)
        if lit:
            told.append(f"Row {row + 1}: {lit}.")
    rail = _line(panel, frame, panel.cells) if panel.rail else ""
    return " ".join(told + ([f"Rail: {rail}."] if rail else [])) or "All is dark."


def _line(panel, frame, start):
    words = [(k + 1, _word(frame[3 * (start + k):3 * (start + k) + 3])) for k in range(panel.columns)]
    return ", ".join(f"{column} {word}" for column, word in words if word)


def _word(light):
    """The name of a pixel's colour; "" where it is dark."""
    top = max(light)
    if top < _DARK:
        return ""
    scaled = [part * 255 / top for part in light]
    name = min(_WORDS, key=lambda word: sum((part - other * 255 / max(_WORDS[word])) ** 2
                                            for part, other in zip(scaled, _WORDS[word])))
    return name if top >= _DIM else f"dim {name}"
