"""Draws the one footprint that KiCad's library lacks in a usable form: GCT USB4085 with print only inside the board.

Hole positions are those of the maker's drawing: two rows of eight at 0.85 mm, 1.35 mm apart, four shell slots.
Origin at pin A1; the plug enters from +y; the board's edge is at y = 6.1.
"""

import pathlib
import uuid

from hardware.tools.sexp import Sym, dump

NAME = "USB_C_Receptacle_GCT_USB4085_edge"
EDGE = 6.1
_SPACE = uuid.UUID("0d9f7a52-54f1-4b1b-8a0f-6f3a52a1c9de")
_S = Sym


def _id(*words):
    return [_S("uuid"), str(uuid.uuid5(_SPACE, "/".join(map(str, words))))]


def _pad(number, shape, x, y, size, drill):
    hole = [_S("drill"), drill[0]] if drill[0] == drill[1] else [_S("drill"), _S("oval"), drill[0], drill[1]]
    return [_S("pad"), number, _S("thru_hole"), _S(shape), [_S("at"), x, y], [_S("size"), size[0], size[1]], hole,
            [_S("layers"), "*.Cu", "*.Mask"], [_S("remove_unused_layers"), _S("no")], _id("pad", number, x, y)]


def _line(layer, width, ax, ay, bx, by):
    return [_S("fp_line"), [_S("start"), ax, ay], [_S("end"), bx, by],
            [_S("stroke"), [_S("width"), width], [_S("type"), _S("solid")]], [_S("layer"), layer],
            _id("line", layer, ax, ay, bx, by)]


def _frame(layer, width, left, top, right, bottom):
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [_line(layer, width, *one, *other) for one, other in zip(corners, corners[1:] + corners[:1])]


def _field(name, text, y, layer, hide):
    node = [_S("property"), name, text, [_S("at"), 2.975, y, 0.0], [_S("layer"), layer], _id("field", name)]
    if hide:
        node.insert(5, [_S("hide"), _S("yes")])
    return node + [[_S("effects"), [_S("font"), [_S("size"), 1.0, 1.0], [_S("thickness"), 0.15]]]]


def write(folder):
    """Writes litfour.pretty/USB_C_Receptacle_GCT_USB4085_edge.kicad_mod below `folder`."""
    pads = []
    for i in range(8):
        for row, order, y in (("A", (1, 4, 5, 6, 7, 8, 9, 12), 0.0), ("B", (12, 9, 8, 7, 6, 5, 4, 1), 1.35)):
            pads.append(_pad(f"{row}{order[i]}", "circle", round(0.85 * i, 2), y, (0.7, 0.7), (0.4, 0.4)))
    for x in (-1.35, 7.3):
        pads.append(_pad("S1", "oval", x, 0.98, (0.9, 2.4), (0.6, 2.1)))
        pads.append(_pad("S1", "oval", x, 4.36, (0.9, 1.7), (0.6, 1.4)))
    node = [_S("footprint"), NAME, [_S("version"), 20241229], [_S("generator"), "litfour"],
            [_S("generator_version"), "9.0"], [_S("layer"), "F.Cu"],
            [_S("descr"), "USB-C receptacle GCT USB4085, through-hole, board edge at y = 6.1"],
            _field("Reference", "REF**", -1.6, "F.SilkS", False), _field("Value", NAME, 9.6, "F.Fab", True),
            _field("Datasheet", "", 0.0, "F.Fab", True), _field("Description", "", 0.0, "F.Fab", True),
            [_S("attr"), _S("through_hole")]]
    node += [_line("F.SilkS", 0.12, -1.2, -0.7, 7.15, -0.7), _line("F.SilkS", 0.12, -1.62, 5.4, -1.62, 5.75),
             _line("F.SilkS", 0.12, 7.57, 5.4, 7.57, 5.75)]
    node += _frame("F.Fab", 0.1, -1.5, -0.56, 7.45, 8.61) + _frame("F.CrtYd", 0.05, -2.35, -1.1, 8.3, 9.15)
    node += pads + [[_S("embedded_fonts"), _S("no")]]
    library = pathlib.Path(folder) / "litfour.pretty"
    library.mkdir(exist_ok=True)
    (library / (NAME + ".kicad_mod")).write_text(dump(node) + "\n", encoding="utf-8")
