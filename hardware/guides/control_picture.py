"""Where to measure: the control board with its test points, connectors and chips, from the board's own file."""

import math
from pathlib import Path

from hardware.guides.svg import Svg
from hardware.tools import sexp

BOARD = Path(__file__).resolve().parents[1] / "control" / "control.kicad_pcb"
# Net of a test point -> what the meter shows against GND: switch on, no Pico (stage 1); Pico running (stage 2 on).
EXPECTED = {
    "FUSED": ("4.75 to 5.25 V", "the same"),
    "+5V": ("at most 0.1 V below FUSED", "the same"),
    "VSYS": ("0.1 to 0.4 V below +5V", "the same"),
    "+3V3": ("0 V", "3.2 to 3.4 V"),
    "SENSE": ("0.2, 0.46 or 0.84 V", "the same"),
    "DATA": ("0 V", "0 V, a little more in play"),
    "CARRIER": ("about half of VSYS", "about half of VSYS"),
    "GND": ("black probe here", "black probe here"),
}
NAMES = {"J1": "USB-C", "SW1": "switch", "SW2": "reset", "U1": "Pico", "J2": "J2 panel", "J3": "J3 feed",
         "J4": "J4 feed", "J5": "J5 columns", "J6": "J6 M, U", "J7": "J7 receivers", "J8": "J8 emitters",
         "F1": "fuse", "Q1": "Q1", "U2": "74AHCT125", "U3": "74HC14", "U4": "74HC14", "U5": "TLC555", "BZ1": "piezo"}
SCALE, LEFT, TOP = 6, 30, 60


def parts(path=BOARD):
    """[(reference, value, (x0, y0, x1, y1) of its pads in mm)] of every part of the board."""
    found = []
    for footprint in sexp.children(sexp.parse(path.read_text()), "footprint"):
        fields = {field[1]: field[2] for field in sexp.children(footprint, "property")}
        x, y, *turn = (float(value) for value in sexp.child(footprint, "at")[1:])
        angle = math.radians(turn[0] if turn else 0)
        spots = []
        for pad in sexp.children(footprint, "pad"):
            px, py = (float(value) for value in sexp.child(pad, "at")[1:3])
            along, across = math.cos(angle), math.sin(angle)
            spots.append((x + px * along + py * across, y - px * across + py * along))
        xs, ys = zip(*spots, strict=True)
        found.append((fields["Reference"], fields["Value"], (min(xs), min(ys), max(xs), max(ys))))
    return found


def draw(path=BOARD):
    svg = Svg(LEFT + 100 * SCALE + 400, TOP + 90 * SCALE + 40)
    svg.text(20, 28, "Control board from above, its rear edge (USB) at the top: where to measure", 16, weight="bold")
    svg.rect(LEFT, TOP, 100 * SCALE, 90 * SCALE, "#e3efe6", "#1f6b3a", 6, stroke_width=2)
    points = []
    for reference, value, (x0, y0, x1, y1) in sorted(parts(path)):
        x, y = LEFT + (x0 + x1) / 2 * SCALE, TOP + (y0 + y1) / 2 * SCALE
        if reference.startswith("TP"):
            points.append((reference, value, x, y))
            continue
        named = reference in NAMES
        margin = 1.6 if named else 0.6
        svg.rect(LEFT + (x0 - margin) * SCALE, TOP + (y0 - margin) * SCALE, (x1 - x0 + 2 * margin) * SCALE,
                 (y1 - y0 + 2 * margin) * SCALE, "#fff6dd" if reference[0] == "J" else "#ffffff" if named else "none",
                 "#444" if named else "#b8c8bc", 3)
        if named:
            upright = y1 - y0 > x1 - x0 and x1 - x0 < 12
            svg.text(x + (4 if upright else 0), y + 4, NAMES[reference], 11, "#222", "middle", "bold",
                     -90 if upright else None)
    for number, (_, net, x, y) in enumerate(points, 1):
        svg.circle(x, y, 9, "#222222" if net == "GND" else "#d02020", "#fff")
        svg.text(x, y + 4, str(number), 10, "#fff", "middle", "bold")
    _list(svg, points)
    return svg.render()


def _list(svg, points):
    """What each numbered point is and what it must show."""
    x, y = LEFT + 100 * SCALE + 24, TOP + 10
    for number, (reference, net, _, _) in enumerate(points, 1):
        on, running = EXPECTED[net]
        svg.circle(x + 9, y - 4, 9, "#222222" if net == "GND" else "#d02020")
        svg.text(x + 9, y, str(number), 10, "#fff", "middle", "bold")
        svg.text(x + 28, y, f"{net}  ({reference})", 13, weight="bold")
        svg.text(x + 28, y + 17, "switch on, no Pico: " + on, 12)
        if running not in ("the same", on):
            svg.text(x + 28, y + 33, "with the Pico: " + running, 12)
        y += 54
