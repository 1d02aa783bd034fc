"""The small drawings of the guides: chain, section through a chute, order of testing, soldering, a button's legs."""

import json
from pathlib import Path

from hardware.guides.builds import BUILDS
from hardware.guides.svg import Svg
from litfour.hw.wiring import chain_map, wiring_named

PARAMS = Path(__file__).resolve().parents[1] / "enclosure" / "params.json"
INK, RED, BLUE, GREEN, GREY, COPPER = "#222222", "#d02020", "#2b4a8b", "#2f9e54", "#8a8f98", "#c98b3a"


def arrow(svg, a, b, colour=INK, width=2.0):
    """A straight line with a head at `b`."""
    (x0, y0), (x1, y1) = a, b
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    svg.line([a, (x1 - 6 * ux, y1 - 6 * uy)], colour, width)
    sides = [(x1 - 10 * ux - 4 * k * uy, y1 - 10 * uy + 4 * k * ux) for k in (1, -1)]
    svg.polygon([b, *sides], colour)


def chain(board):
    """The way of the data through a panel, with the number of each pixel in the chain: seen from the front."""
    wiring = wiring_named(board)
    panel = wiring.panel_record()
    order = chain_map(wiring)
    cell, left, top = 56, 180, 40
    svg = Svg(left + panel.columns * cell + 60, top + panel.rows * cell + 60)
    svg.text(20, 26, f"{board}, seen from the front: the chain begins at the lower left", 15, weight="bold")
    place = {}
    for row in range(panel.rows):
        y = top + (panel.rows - 1 - row) * cell
        svg.rect(left - 4, y + 12, panel.columns * cell + 8, cell - 24, "#e3efe6", GREEN, 4)
        svg.text(left - 24, y + 34, f"row {row + 1}" + (", turned round" if row % 2 else ""), 11, anchor="end")
        for column in range(panel.columns):
            number = order[row * panel.columns + column]
            x = left + (column + 0.5) * cell
            place[number] = (x, y + cell / 2)
    for number in range(panel.cells - 1):
        (x0, y0), (x1, y1) = place[number], place[number + 1]
        if y0 == y1:
            step = 14 if x1 > x0 else -14
            arrow(svg, (x0 + step, y0), (x1 - step, y1), BLUE, 1.6)
        else:
            side = 40 if x0 > left + panel.columns * cell / 2 else -40
            svg.line([(x0, y0), (x0 + side, y0), (x1 + side, y1)], BLUE, 1.6)
            arrow(svg, (x1 + side, y1), (x1 + (14 if side > 0 else -14), y1), BLUE, 1.6)
    for number, (x, y) in place.items():
        svg.rect(x - 12, y - 12, 24, 24, "#ffffff", INK, 3)
        svg.text(x, y + 4, str(number), 10, anchor="middle")
    x, y = place[0]
    arrow(svg, (x - 90, y + 34), (x - 14, y + 8), GREEN, 3)
    svg.text(x - 96, y + 46, "DIN, 5 V and GND from the control board (J2)", 11, GREEN)
    return svg.render()


def chute():
    """Section through a chute and the tray, from the side, to scale."""
    p = json.loads(PARAMS.read_text())["common"]
    scale = 4.0
    svg = Svg(680, 500)
    svg.text(20, 26, "A chute from the side: a disc let go half inside falls 30 mm to the beam", 14, weight="bold")
    y_carrier = p["front_t"] + p["grid_h"] + p["pcb_t"] + p["pcb_gap"]
    depth = {"front": (0, p["front_t"]), "grid": (p["front_t"], p["front_t"] + p["grid_h"])}
    left, top = 130, 90

    def x(y):
        return left + y * scale

    def box(y0, y1, z0, z1, fill):
        svg.rect(x(y0), top + z0 * scale, (y1 - y0) * scale, (z1 - z0) * scale, fill, "#444", stroke_width=0.6)

    mouth, beam = p["mouth_t"], p["disc_max"] / 2 + p["fall"]
    box(*depth["front"], mouth, 95, "#2b4a8b")
    box(*depth["grid"], mouth + 5, 95, "#f2f2f2")
    box(depth["grid"][1], depth["grid"][1] + p["pcb_t"], mouth + 12, 36, "#1f6b3a")
    box(y_carrier, y_carrier + p["carrier_t"], mouth, 95, "#8a8f98")
    chute0 = y_carrier + p["carrier_t"]
    chute1 = chute0 + p["chute_d"]
    box(chute1, chute1 + p["rear_t"], mouth, 95, "#c9b27c")
    box(y_carrier - 10, chute0, 0, mouth, "#2b4a8b")
    box(chute1, chute1 + p["rear_t"] + 2.4, 0, mouth, "#2b4a8b")
    middle = (chute0 + chute1) / 2
    for z, fill, words in ((0, "#d8402c", "let go here"), (p["fall"], "#f0b0a4", "30 mm lower: at the beam")):
        svg.rect(x(middle - p["disc_t"] / 2), top + (z - p["disc_max"] / 2) * scale, p["disc_t"] * scale,
                 p["disc_max"] * scale, fill, "#702010", 4)
        svg.text(x(chute1) + 60, top + z * scale + 4, words, 12)
        arrow(svg, (x(chute1) + 56, top + z * scale), (x(middle) + 12, top + z * scale), INK, 1.2)
    svg.line([(x(y_carrier - 4), top + beam * scale), (x(chute1 + p["rear_t"] + 6), top + beam * scale)], RED, 2,
             stroke_dasharray="5 4")
    svg.circle(x(y_carrier - 3), top + beam * scale, 9, "#d0d8ff", "#444")
    svg.rect(x(chute1 + p["rear_t"] + 2), top + beam * scale - 13, 22, 26, "#333", "#000")
    svg.text(x(y_carrier) - 30, top + beam * scale + 4, "emitter", 12, anchor="end")
    svg.text(x(chute1 + p["rear_t"]) + 40, top + beam * scale + 4, "receiver", 12)
    line = x(0) - 30
    svg.line([(line, top), (line, top + beam * scale)], INK, 1)
    svg.text(line - 6, top + beam * scale / 2, f"{beam:g} mm", 12, anchor="end")
    svg.text(line - 6, top + beam * scale / 2 + 15, "mouth to beam", 10, anchor="end")
    svg.text(20, 486, f"Pushed in to its rim a disc hangs {p['disc_max']} mm deep, {beam - p['disc_max']:g} mm "
             "above the beam. Drawn back, it was no move.", 12)
    return svg.render()


STAGES = (
    ("1  Power, no Pico", (("supply", RED), ("board", GREEN)), "5 V where it belongs?"),
    ("2  Pico, no pixels", (("USB", BLUE), ("Pico", GREEN)), "straps, buttons, beams"),
    ("3  One row", (("USB", BLUE), ("Pico", GREEN), ("row 1", COPPER)), "colours, order, direction"),
    ("4  All", (("supply", RED), ("Pico", GREEN), ("all rows", COPPER)), "current, heat, a game"),
)


def stages():
    """The order of testing: never more than one new thing at a time."""
    svg = Svg(900, 250)
    svg.text(20, 28, "Order of testing: one new thing at a time", 16, weight="bold")
    for k, (title, blocks, words) in enumerate(STAGES):
        x = 20 + k * 220
        svg.rect(x, 44, 204, 186, "#fafafa", GREY, 8)
        svg.text(x + 102, 66, title, 13, anchor="middle", weight="bold")
        for j, (name, colour) in enumerate(blocks):
            y = 82 + j * 38
            svg.rect(x + 52, y, 100, 26, colour, INK, 5)
            svg.text(x + 102, y + 17, name, 12, "#fff", "middle", "bold")
            if j:
                arrow(svg, (x + 102, y - 12), (x + 102, y), INK, 1.5)
        svg.text(x + 102, 218, words, 11, anchor="middle")
    return svg.render()


def solder():
    """A good joint beside the usual bad ones."""
    svg = Svg(760, 220)
    svg.text(20, 26, "A joint: shiny, like a small volcano, and the wire can be seen in it", 15, weight="bold")
    kinds = (("good", [(30, 0), (10, -34), (-10, -34), (-30, 0)], "#2f9e54"),
             ("too little: more solder", [(14, 0), (7, -8), (-7, -8), (-14, 0)], RED),
             ("a ball: heat the pad too", [(16, -6), (26, -24), (12, -44), (-12, -44), (-26, -24), (-16, -6)], RED),
             ("a bridge: draw it off", [(112, 0), (88, -20), (-10, -24), (-30, 0)], RED))
    for k, (words, shape, colour) in enumerate(kinds):
        x, y = 90 + k * 175, 150
        svg.rect(x - 70, y, 150, 14, "#1f6b3a")
        for pad in ((0, 80) if k == 3 else (0,)):
            svg.rect(x + pad - 28, y - 4, 56, 4, COPPER)
        svg.polygon([(x + dx, y - 4 + dy) for dx, dy in shape], "#c9ced6", "#777")
        for pad in ((0, 80) if k == 3 else (0,)):
            svg.rect(x + pad - 4, y - 56, 8, 80, "#b0b4ba", "#666")
        svg.text(x, 200, words, 12, colour, "middle", "bold")
    return svg.render()


def button():
    """Which legs of a push-button belong together, and why the diagonal always works."""
    svg = Svg(560, 260)
    svg.text(20, 26, "Two contacts with two legs each: take two legs across", 13, weight="bold")
    svg.rect(200, 70, 150, 150, "#444", "#111", 8)
    svg.circle(275, 145, 42, "#e8b400", "#222")
    legs = {(180, 100): "signal (GPIO)", (370, 190): "ground", (370, 100): "", (180, 190): ""}
    for (x, y), words in legs.items():
        svg.line([(x, y), (x + (20 if x < 275 else -20), y)], "#999", 8)
        svg.circle(x, y, 8, RED if words else "#ccc", INK)
        if words:
            side, anchor = (-16, "end") if x < 275 else (16, "start")
            svg.text(x + side, y + 5, words, 13, anchor=anchor, weight="bold")
    svg.line([(180, 100), (370, 190)], RED, 2, stroke_dasharray="6 5")
    return svg.render()


def pictures():
    """File name -> text."""
    boards = {name: build.boards[0] for name, build in BUILDS.items()}
    return {f"{name}-chain.svg": chain(board) for name, board in boards.items() if name != "mini"} | {
        "chute.svg": chute(), "stages.svg": stages(), "solder.svg": solder(), "button.svg": button()}
