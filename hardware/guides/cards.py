"""One card per build with the gestures and the games, for an A5 sheet (landscape, in mm)."""

from hardware.guides.builds import BUILDS
from hardware.guides.svg import Svg

GESTURES = (
    ("column button, or a disc", "play there; wakes the board; after a game: the next one"),
    ("MENU", "the score; in the menu: next page"),
    ("hold MENU", "into the menu, and out of it"),
    ("UNDO", "take back (against the CPU: to your last choice); in the menu: next option"),
    ("hold UNDO", "forward again"),
    ("MENU and UNDO together", "brightness, at any time"),
    ("MENU while power comes on", "safe mode: the files can be changed"),
)
MENU = (
    ("game", "1 standard (again: larger boards), 2 five and 5-in-a-row"),
    ("players", "1 against the CPU (again: with the other colour), 2 two people, 3 CPU against CPU"),
    ("level", "1 easy, 2 medium, 3 hard"),
    ("starter", "1 red, 2 yellow"),
    ("new", "any column starts the game"),
)
RULES = {
    "standard": ("Standard", "7 x 6: by turns, one disc a turn. Four of your colour in a line, in any direction, win."),
    "8x7": ("Large", "8 x 7: as standard, on a larger board."),
    "9x7": ("Larger", "9 x 7: as standard, on a still larger board."),
    "five": ("Five", "9 x 6: five in a line win."),
    "5-in-a-row": ("5-in-a-Row", "9 x 6, the outer columns are full at the start: five in a line win."),
}
NOTES = (
    "A full column refuses: you hear it, and it is still your turn.",
    "Red shines steadily, yellow breathes.",
    "The winning line blinks. A full board without a line is a draw; any column goes on.",
    "Pull the plug at any time: the game goes on later.",
)
INK, RED, YELLOW, BLUE = "#222222", "#d8402c", "#e8b400", "#2b4a8b"


def _gestures(name):
    """The Mini has no slots for discs."""
    return (("column button", GESTURES[0][1]), *GESTURES[1:]) if name == "mini" else GESTURES


def wrap(words, width):
    """Lines of at most `width` characters."""
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) + 1 > width and lines[-1]:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def draw(name):
    build = BUILDS[name]
    svg = Svg(210, 148, "mm")
    svg.rect(4, 4, 202, 140, "none", "#999", 3, stroke_width=0.4, stroke_dasharray="2 1.5")
    svg.text(11, 16, f"Litfour {build.name}", 8, BLUE, weight="bold")
    tokens = "" if name == "mini" else " The discs are tokens: what shines is the board."
    svg.text(11, 22, "Four in a row, in light." + tokens, 3.4)
    _controls(svg, int(build.boards[-1][0]))
    y = y0 = 62
    svg.text(11, y, "Buttons", 4.4, BLUE, weight="bold")
    y = _table(svg, _gestures(name), 11, y + 5.4, 47, 40)
    svg.text(11, y + 2, "Menu: press a column to choose", 4.4, BLUE, weight="bold")
    _table(svg, MENU, 11, y + 7.4, 16, 58)
    svg.text(124, y0, "Games", 4.4, BLUE, weight="bold")
    y = y0 + 5.4
    for game in build.games:
        title, rule = RULES[game]
        svg.text(124, y, title, 2.9, weight="bold")
        for line in wrap(rule, 36):
            svg.text(146, y, line, 2.9)
            y += 3.7
        y += 1
    y += 3
    svg.text(124, y, "In any game", 4.4, BLUE, weight="bold")
    y += 5.4
    for note in NOTES:
        for line in wrap(note, 50):
            svg.text(124, y, line, 2.9)
            y += 3.7
        y += 0.8
    return svg.render()


def _controls(svg, columns):
    """The buttons as they lie in front of the player."""
    width = 188 / max(columns, 9)
    for k in range(columns):
        x = 11 + width * (k + 0.5)
        svg.circle(x, 34, 6, YELLOW if k % 2 else RED, INK, stroke_width=0.4)
        svg.text(x, 35.6, str(k + 1), 4.4, "#fff", "middle", "bold")
    svg.rect(84, 43, 40, 13, "#eef1f7", BLUE, 2, stroke_width=0.5)
    svg.rect(88, 45.5, 8, 8, RED, INK, 0.5, stroke_width=0.4)
    svg.polygon([(112, 49.5), (119, 45.3), (119, 53.7)], RED, INK)
    svg.text(92, 50.6, "M", 4, "#fff", "middle", "bold")
    svg.text(82, 50.8, "MENU", 4, INK, "end", "bold")
    svg.text(126, 50.8, "UNDO", 4, INK, "start", "bold")


def _table(svg, rows, x, y, indent, width):
    for left, right in rows:
        svg.text(x, y, left, 2.9, weight="bold")
        for line in wrap(right, width):
            svg.text(x + indent + 2, y, line, 2.9)
            y += 3.7
        y += 0.8
    return y
