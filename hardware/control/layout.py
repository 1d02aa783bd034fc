"""Places and routes the control board. Origin: rear left corner, y towards the front; the rear edge has the sockets."""

import pcbnew

from hardware.tools.board import Board
from hardware.tools.router import Router
from hardware.tools.silk import place_references

WIDTH, HEIGHT = 100, 90
HOLES = ((4, 4), (96, 4), (4, 86), (96, 86))
PLACES = {
    "J1": (17, 6.1, 180), "SW1": (29, 3, 180), "SW2": (38.75, 2.9, 0), "U1": (60, 3.2, 0),
    "R1": (21, 9, 0), "R2": (21, 12.2, 0), "R3": (31.5, 9, 0), "R4": (31.5, 12.2, 0), "C1": (83, 53.2, 0),
    "F1": (9, 13.5, 0), "D1": (20, 16.5, 0), "C2": (36.5, 17, 0), "Q1": (20, 27.5, 90),
    "C3": (24, 20.6, 0), "R5": (24, 23.8, 0), "C4": (24, 27, 0), "R6": (24, 30.2, 0),
    "C5": (13.6, 37, 0), "R7": (12, 44.7, 0), "D2": (13.5, 48.9, 0), "D3": (33.2, 33.7, 180), "C6": (37, 34, 0),
    "J2": (4.6, 22, 270), "J3": (4.6, 34, 270), "J4": (4.6, 44, 270), "J8": (4.6, 55.4, 270), "RN3": (10.8, 52.9, 270),
    "U2": (44.5, 25, 0), "C7": (44.5, 45, 0),
    "R13": (32.5, 38.6, 0), "R14": (32.5, 41.7, 0), "R11": (32.5, 44.8, 0),
    "R12": (32.5, 47.9, 0),
    "U5": (15, 52.9, 0), "C24": (19.5, 47.9, 0), "R29": (26, 51.1, 0), "R30": (26, 54.2, 0), "R31": (26, 57.3, 0),
    "C22": (26, 60.4, 0), "C23": (37, 58.5, 0), "Q2": (14.5, 65, 0),
    "U3": (15.5, 76.3, 90), "U4": (35.5, 76.3, 90), "C8": (23, 64.3, 0), "C9": (35.5, 64.3, 0),
    "RN2": (10.96, 79.15, 0), "J7": (13.5, 84.1, 0), "R28": (44, 80, 0), "C10": (47, 85, 0),
    "J5": (62, 84.1, 0), "RN1": (59.46, 79.4, 0),
    "BZ1": (86.2, 14.6, 0),
    "R24": (81.8, 23.6, 0), "R25": (81.8, 26.8, 0), "R26": (81.8, 30, 0), "R27": (81.8, 33.2, 0),
    "C20": (82, 36.6, 0), "C21": (89.6, 36.6, 0), "R8": (81.7, 40.4, 0), "R9": (81.7, 43.6, 0), "R10": (81.7, 46.8, 0),
    "J6": (94.3, 42, 270),
    "TP1": (43, 13.5, 0), "TP2": (46.5, 13.5, 0), "TP3": (50, 13.5, 0), "TP4": (53.5, 13.5, 0), "TP5": (43, 18.5, 0),
    "TP6": (46.5, 18.5, 0), "TP7": (50, 18.5, 0), "TP8": (48, 60, 0), "TP9": (52, 60, 0),
}
for _i in range(9):
    PLACES[f"R{15 + _i}"] = (58.2 + 3.12 * _i, 68, 90)
    PLACES[f"C{11 + _i}"] = (58.2 + 3.12 * _i, 76.6, 90)

POURS = {       # net -> polygons on the top layer; these carry the panel's current
    "VBUS": [(11.3, 4.0), (16.75, 4.0), (16.75, 10.5), (12.4, 12.4), (12.4, 15.4), (7.0, 15.4),
             (7.0, 10.0), (11.3, 8.0)],
    "FUSED": [(12.9, 13.2), (37.8, 13.7), (37.8, 18.4), (26.5, 19.0), (26.5, 25.2), (22.6, 25.2), (22.6, 23.5),
              (18.0, 23.5), (18.0, 18.0), (12.9, 17.4)],
    "+5V": [(2.2, 19.4), (15.0, 19.4), (17.4, 23.9), (22.2, 23.9), (22.2, 26.0), (18.3, 26.2), (18.3, 30.4),
            (25.0, 32.0), (25.0, 36.0), (18.0, 34.6), (15.4, 35.2), (15.4, 44.0), (10.9, 47.0), (2.2, 47.0)],
}
RESERVED = (    # (x, y, x, y, layer): kept free for the ground's pour beside pads that tracks would fence in
    (60, 32.9, 66, 34.5, 1), (60, 45.6, 66, 47.2, 1), (60, 20.2, 66, 21.8, 1), (47, 29.3, 52.1, 30.9, 1),
    (47, 36.9, 52.1, 38.5, 1),
)
WIDTHS = {"VSYS": 0.8, "+3V3": 0.5, "+5V": 0.6, "FUSED": 0.5, "SINK": 0.5, "3V3B": 0.4, "VBUS": 0.6}
SIGNAL = 0.3
SOLID = {"J1": ("A1", "A12", "B1", "B12"), "J2": ("3",), "J3": ("2",), "J4": ("2",)}
NOTES = (       # text, x, y, size, angle, justify (-1 left, 1 right)
    ("LITFOUR", 91.5, 61.5, 2, 0, 0), ("control-a", 91.5, 64.7, 1.4, 0, 0), ("CERN-OHL-P-2.0", 91.5, 67.3, 0.8, 0, 0),
    ("OFF", 23.2, 6.6, 0.8, 0, 0), ("ON", 31.2, 6.6, 0.8, 0, 0), ("RESET", 42.5, 8.9, 0.8, 0, -1),
    ("+5V", 8, 22, 0.8, 0, -1), ("DATA", 8, 24.5, 0.8, 0, -1), ("GND", 8, 27, 0.8, 0, -1),
    ("+5V", 8, 34, 0.8, 0, -1), ("GND", 8, 36.5, 0.8, 0, -1), ("+5V", 8, 44, 0.8, 0, -1), ("GND", 8, 46.5, 0.8, 0, -1),
    ("BEAMS OUT 1...9 VSYS", 8.35, 66, 0.8, 270, 0), ("BEAMS IN 1 ... 9, 3V3, GND", 26, 89, 0.8, 0, 0),
    ("COLUMNS 1 ... 9, GND", 73, 89, 0.8, 0, 0), ("MENU UNDO GND", 99, 46, 0.8, 270, 0),
)


def _net_names(board):
    """Plain name -> KiCad's name (labels get a leading slash)."""
    names = {str(name): str(name) for name in board.board.GetNetsByName()}
    return {name.lstrip("/"): name for name in names if name and not name.startswith("unconnected")}


def route(board, names):
    """Runs the router over all nets but the ground, which is poured."""
    router = Router(WIDTH, HEIGHT)
    for x, y, half_w, half_h, net, layers in board.pads():
        router.add_pad(x, y, half_w, half_h, net, layers)
    for x, y in HOLES:
        router.close(x, y, 3.8)
    for polygon in board.keep_outs():
        router.close_area(polygon)
    for left, top, right, bottom, layer in RESERVED:
        router.add_area(names["GND"], layer, [(left, top), (right, top), (right, bottom), (left, bottom)])
    for net, polygon in POURS.items():
        router.add_area(names[net], 0, polygon)
    router.route({name: WIDTHS.get(plain, SIGNAL) for plain, name in names.items() if plain != "GND"})
    for kind, net, *rest in router.segments():
        if kind == "via":
            board.via(net, *rest[0])
        else:
            layer, one, other, width = rest
            board.track(net, (one, other), width, (pcbnew.F_Cu, pcbnew.B_Cu)[layer])
    _stubs(board, router)
    return router


def _stubs(board, router):
    """Short pieces from pads that lie off the grid to the first point of their track."""
    ends = {}
    for net, paths in router.tracks.items():
        for path in paths:
            for layer, cell in (path[0], path[-1]):
                ends.setdefault((net, cell), layer)
    for x, y, _w, _h, net, _layers in list(board.pads()):
        cell = router.cell(x, y) if net else None
        point = router.point(cell) if net else None
        if (net, cell) in ends and max(abs(point[0] - x), abs(point[1] - y)) > 0.001:
            board.track(net, ((x, y), point), router.widths[net], (pcbnew.F_Cu, pcbnew.B_Cu)[ends[net, cell]])


def stitch(board, router, names, step=6.0):
    """Ground vias on a coarse grid wherever both layers are free."""
    fixed, soft = router._walls(names["GND"], 0.7)
    for i in range(1, int(WIDTH / step)):
        for k in range(1, int(HEIGHT / step)):
            cell = router.cell(i * step, k * step)
            if not any(fixed[layer][cell] or cell in soft[layer] for layer in (0, 1)) and not any(
                    abs(i * step - x) < w + 0.9 and abs(k * step - y) < h + 0.9 for x, y, w, h, _n, _l in router.pads):
                board.via(names["GND"], i * step, k * step)


def build(folder):
    """Writes control.kicad_pcb into `folder`."""
    board = Board(folder, "control", WIDTH, HEIGHT)
    board.place(PLACES)
    board.parts["J1"].SetLocalClearance(pcbnew.FromMM(0.15))     # its pads are that close
    for i, (x, y) in enumerate(HOLES):
        board.hole(i + 1, x, y)
    names = _net_names(board)
    router = route(board, names)
    stitch(board, router, names)
    for ref, pads in SOLID.items():
        board.solid(ref, pads)
    edge = [(0.5, 0.5), (WIDTH - 0.5, 0.5), (WIDTH - 0.5, HEIGHT - 0.5), (0.5, HEIGHT - 0.5)]
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        board.pour(names["GND"], layer, edge, clearance=0.25, spoke=0.6)
    for net, polygon in POURS.items():
        board.pour(names[net], pcbnew.F_Cu, polygon, priority=2, solid=True, clearance=0.2)
    for text, x, y, size, angle, justify in NOTES:
        board.text(text, x, y, size, angle=angle, justify=justify)
    place_references(board)
    board.save()
