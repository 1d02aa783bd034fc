"""The Mini on breadboards: parts and wires as data, the drawing from them, and what is connected with what.

A hole is (board, side, column, row): board "A" (63 columns) or "B" (17), side "low" (rows a-e, towards the player) or
"high" (rows f-j); holes of one board, side and column are connected. Rails of board A are "A+" and "A-".
"""

from hardware.guides.pinout import HEADER
from hardware.guides.svg import Svg
from litfour.hw import pins

FIRST, STEP, BUTTONS = 24, 4, 10        # breadboard column of the first button's middle; the same as params.json's
RED, BLACK, GREEN, VIOLET = "#d02020", "#202020", "#2f9e54", "#8a5fc0"
BUTTON_WIRES = ("#8a4b14", "#e07b00", "#d8b400", "#4c9a2a", "#2f6fc0", "#9a3fb0", "#777777", "#d06a90",
                "#2a9a9a", "#5a6a20")
CHIP = 2                                # column of board B where the 74AHCT125's pin 1 sits


def pico_hole(number, row):
    """The strip of pin 1..40: USB to the left, pins 1-20 on the low side."""
    return ("A", "low", number, row) if number <= 20 else ("A", "high", 41 - number, row)


def chip_hole(number, row):
    return ("B", "low", CHIP + number - 1, row) if number <= 7 else ("B", "high", CHIP + 14 - number, row)


def button_legs(k):
    """The four legs of button k, in turn round it; opposite ones of the two contacts lie diagonally."""
    n = FIRST + STEP * k
    return (("A", "low", n - 1, "e"), ("A", "low", n + 1, "e"), ("A", "high", n + 1, "f"), ("A", "high", n - 1, "f"))


def button_gpio(k):
    return (list(pins.COLUMN_PINS[:8]) + [pins.MENU_PIN, pins.UNDO_PIN])[k]


def gpio_hole(gpio, row=None):
    number = HEADER[gpio]
    return pico_hole(number, row or ("a" if number <= 20 else "j"))


def wires():
    """(from, to, colour) of every jumper; "module +", "module -", "module DIN" are the LED module's pads."""
    table = [(pico_hole(38, "j"), "A-", BLACK)]
    for k in range(BUTTONS):
        low, _, ground, _ = button_legs(k)
        table.append((gpio_hole(button_gpio(k)), (*low[:3], "a" if k < 8 else "d"), BUTTON_WIRES[k]))
        table.append(((*ground[:3], "j"), "A-", BLACK))
    table += [
        (gpio_hole(pins.PANEL_PIN), chip_hole(2, "a"), GREEN),
        (gpio_hole(pins.BUZZER_PIN), ("B", "high", 14, "j"), VIOLET),
        ("A+", chip_hole(14, "j"), RED), ("A-", chip_hole(7, "a"), BLACK),
        (chip_hole(1, "d"), chip_hole(4, "d"), BLACK), (chip_hole(4, "b"), chip_hole(5, "b"), BLACK),
        (chip_hole(5, "d"), chip_hole(7, "d"), BLACK),
        (chip_hole(14, "i"), chip_hole(13, "i"), RED), (chip_hole(13, "h"), chip_hole(12, "h"), RED),
        (chip_hole(12, "g"), chip_hole(10, "g"), RED), (chip_hole(10, "h"), chip_hole(9, "h"), RED),
        (chip_hole(9, "g"), ("B", "high", 10, "g"), RED), (chip_hole(7, "b"), ("B", "low", 10, "b"), BLACK),
        (("B", "low", 10, "d"), ("B", "high", 16, "j"), BLACK),
        (("B", "high", 10, "i"), "module +", RED), (("B", "low", 10, "a"), "module -", BLACK),
        (("B", "low", 14, "a"), "module DIN", GREEN),
    ]
    return table


# Two-legged parts: (name, one leg, other leg); the fuse belongs to the last step, the others to board B's
PARTS = (
    ("330 ohm", chip_hole(3, "c"), ("B", "low", 14, "c")),
    ("1000 uF", ("B", "high", 10, "h"), ("B", "low", 10, "c")),
    ("100 nF", ("B", "high", 10, "f"), ("B", "low", 10, "e")),
    ("47 k", chip_hole(2, "b"), chip_hole(1, "b")),
    ("piezo", ("B", "high", 14, "g"), ("B", "high", 16, "g")),
    ("fuse", pico_hole(40, "j"), "A+"),
)


def strip(hole):
    """What a hole or pad belongs to."""
    return hole if isinstance(hole, str) else hole[:3]


def nets():
    """List of sets of strips that jumpers connect."""
    groups = []
    for a, b, _ in wires():
        joined = {strip(a), strip(b)}
        rest = []
        for group in groups:
            if group & joined:
                joined |= group
            else:
                rest.append(group)
        groups = [*rest, joined]
    return groups


# ---- the drawing

PITCH = 16
ORIGIN = {"A": (60, 470), "B": (120, 120)}
ROWS = {row: k for k, row in enumerate("jihgf")} | {row: k + 7 for k, row in enumerate("edcba")}
COLUMNS = {"A": 63, "B": 17}
MODULE = (500, 40, 250)                 # left, top, size
PADS = {"module -": (500, 216), "module DIN": (500, 240), "module +": (500, 264)}


def place(hole, rail_near=None):
    """(x, y) of a hole, of the module's pad, or of a rail above board A beside `rail_near`."""
    if hole in PADS:
        return PADS[hole]
    x0, y0 = ORIGIN["A"]
    if hole in ("A+", "A-"):
        return rail_near, y0 - (46 if hole == "A+" else 30)
    board, _, column, row = hole
    x0, y0 = ORIGIN[board]
    return x0 + column * PITCH, y0 + ROWS[row] * PITCH


STEPS = 5               # parts on board A; ground; signals; board B; supply, data and module


def step_of(wire):
    """In which step of the guide a wire is plugged: 2 to 5."""
    a, b, colour = wire
    boards = {end if isinstance(end, str) else end[0] for end in (a, b)}
    if colour in BUTTON_WIRES:
        return 3
    if boards == {"A", "A-"}:
        return 2
    return 4 if boards == {"B"} else 5


def draw(step=STEPS):
    """The drawing up to a step; what is not new is pale."""
    svg = Svg(1120, 760) if step > 3 else Svg(1120, 386, top=374)
    svg.text(30, 28, "Mini: the breadboards from above, the player sits below", 16, weight="bold")
    _board(svg, "A", COLUMNS["A"])
    if step > 3:
        _board(svg, "B", COLUMNS["B"])
        _chip(svg)
    if step > 4:
        _module(svg)
    _pico(svg)
    for k in range(BUTTONS):
        _button(svg, k)
    if step > 3:
        for name, a, b in PARTS:
            if step > 4 or name != "fuse":
                _part(svg, name, place(a), place(b, place(a)[0]))
    for wire in sorted(wires(), key=step_of):
        if step_of(wire) <= step:
            a, b, colour = wire
            _wire(svg, a, b, colour if step_of(wire) == step or step == STEPS else "#c9c9c9", colour in BUTTON_WIRES)
    return svg.render()


def _chip(svg):
    x, y = place(chip_hole(14, "f"))
    svg.rect(x - 6, y + 2, 6 * PITCH + 12, 2 * PITCH - 4, "#333", "#000", 3)
    svg.text(x + 3 * PITCH, y + PITCH + 4, "74AHCT125", 10, "#fff", "middle")
    svg.circle(x + 1, y + 2 * PITCH - 8, 3, "#ddd")


def _board(svg, board, count):
    x0, y0 = ORIGIN[board]
    svg.rect(x0 - 4, y0 - 20, (count + 1) * PITCH + 8, 13 * PITCH, "#f3f1ea", "#aaa", 6)
    svg.rect(x0, y0 + 5 * PITCH - 4, (count + 1) * PITCH, PITCH + 8, "#e2dfd4")
    svg.dots([place((board, "", column, row)) for column in range(1, count + 1) for row in ROWS], 4, "#999")
    for column in range(1, count + 1):
        if column % 5 == 0 or column == 1:
            svg.text(x0 + column * PITCH, y0 + 12 * PITCH - 8, str(column), 9, "#888", "middle")
    for row, k in ROWS.items():
        svg.text(x0 + 2, y0 + k * PITCH + 3, row, 8, "#888")
    if board == "A":
        for name, colour in (("A+", RED), ("A-", BLACK)):
            y = place(name, 0)[1]
            svg.line([(x0, y), (x0 + count * PITCH + 8, y)], colour, 1.5)
            svg.text(x0 - 16, y + 4, name[1], 14, colour, weight="bold")
    svg.text(x0 + count * PITCH / 2, y0 + 13 * PITCH - 6, f"board {board}", 11, "#666", "middle")


def _module(svg):
    left, top, size = MODULE
    svg.rect(left, top, size, size, "#1c1c1c", "#000", 6)
    for row in range(8):
        for column in range(8):
            x, y = left + (column + 0.5) * size / 8, top + size - (row + 0.5) * size / 8
            svg.rect(x - 9, y - 9, 18, 18, "#eee", "#777", 2)
            svg.text(x, y + 4, str(row * 8 + column), 9, "#333", "middle")
    svg.text(left + size / 2, top + size + 18, "8 x 8 module, pixel 0 at the lower left (back of it: DIN, 5V, GND)", 11,
             anchor="middle")
    for name, (x, y) in PADS.items():
        svg.circle(x, y, 5, "#e0c060", "#7a6a20")
        svg.text(x - 9, y - 5, name.split()[1], 10, "#222", "end", "bold")


def _pico(svg):
    x, y = place(pico_hole(1, "c"))
    x1, y1 = place(pico_hole(21, "h"))
    svg.rect(x - 12, y1 - 8, x1 - x + 24, y - y1 + 16, "#1f6b3a", "#0f3a1e", 5, opacity=0.92)
    svg.rect(x - 24, (y + y1) / 2 - 16, 30, 32, "#c8ccd0", "#666", 3)
    svg.text((x + x1) / 2, (y + y1) / 2 + 5, "Raspberry Pi Pico (USB to the left)", 12, "#fff", "middle")
    for number in range(1, 41):
        px, py = place(pico_hole(number, "c" if number <= 20 else "h"))
        svg.circle(px, py, 3, "#e0c060")
        svg.text(px, py + (-6 if number <= 20 else 11), str(number), 7, "#fff", "middle")


def _button(svg, k):
    legs = [place(leg) for leg in button_legs(k)]
    x, y = (legs[0][0] + legs[1][0]) / 2, (legs[0][1] + legs[2][1]) / 2
    for leg in legs:
        svg.circle(*leg, 3, "#666")
    svg.rect(x - 15, y - 15, 30, 30, "#444", "#111", 3)
    svg.circle(x, y, 9, "#d94f3d" if k >= 8 else "#e8b400", "#222")
    label = ("MENU", "UNDO")[k - 8] if k >= 8 else str(k + 1)
    svg.text(x, y + 29, label, 9 if k >= 8 else 11, "#222", "middle", "bold")


def _part(svg, name, a, b):
    if name != "1000 uF":
        svg.line([a, b], "#777", 3)
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    if name == "1000 uF":
        x += 22                     # it leans to the side, off the small one
        svg.line([a, (x, y - 8)], "#777", 3)
        svg.line([b, (x, y + 8)], "#777", 3)
        svg.circle(x, y, 15, "#30405a", "#111")
        svg.text(x - 4, y - 5, "+", 12, "#fff", "middle")
        svg.text(x, y - 20, name, 10, anchor="middle")
    elif name == "100 nF":
        svg.rect(x - 5, y - 6, 10, 12, "#e0a030", "#805010", 4)
        svg.text(x - 8, y + 22, name, 9, anchor="end")
    elif name == "47 k":
        svg.circle(x, y, 6, "#e6cfa0", "#8a6a30")
        svg.text(x - 14, y + 4, name, 9, anchor="end")
    elif name == "fuse":
        svg.circle(x, y, 9, "#e8c020", "#806000")
        svg.text(x - 14, y - 10, "fuse", 10, anchor="end")
    elif name == "piezo":
        svg.circle(x, y, 38, "#222", "#000")        # 12 mm wide; its stiff pins are 5 mm apart: two holes
        svg.circle(x, y, 4, "#888")
        svg.text(x, y + 22, name, 10, "#fff", "middle")
    else:
        x = a[0] + (b[0] - a[0]) * 0.76
        svg.rect(x - 22, y - 7, 44, 14, "#e6cfa0", "#8a6a30", 5)
        svg.text(x, y + 4, name, 9, "#222", "middle")


def _wire(svg, a, b, colour, signal):
    rail = next((end for end in (a, b) if end in ("A+", "A-")), None)
    if rail:
        other = a if b == rail else b
        x, _ = place(other, 0)
        near = x if not isinstance(other, str) and other[0] == "A" else ORIGIN["A"][0] + (30 if rail == "A+" else 80)
        start, end = place(other), place(rail, near)
        svg.curve(start, end, 0 if other[0] == "A" else (-60 if rail == "A+" else 60), colour)
    elif signal:
        start, end = place(a), place(b)
        low = a[1] == "low"
        gpio = next(k for k in range(BUTTONS) if gpio_hole(button_gpio(k)) == a)
        lane = ORIGIN["A"][1] + (13 * PITCH + 6 if low else -72) + 8 * (gpio % 8)
        svg.line([start, (start[0], lane), (end[0], lane), end], colour, 3)
    else:
        start, end = place(a), place(b)
        svg.curve(start, end, 24 if abs(end[0] - start[0]) > 200 else 10, colour)
    svg.circle(*start, 4, colour)
    svg.circle(*end, 4, colour)
