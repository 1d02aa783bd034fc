"""Places and routes a row board: pixels and their capacitors in front, connectors and the large capacitor behind.

The board is columns x pitch long, so rows of any panel line up with 30-per-metre strips; it looks the same to the
enclosure when turned by 180 degrees. Top copper is +5 V, bottom copper ground; the data line runs above the pixels.
"""

import pcbnew

from hardware.panel.row import REVISION, columns_of
from hardware.tools.board import Board
from hardware.tools.silk import place_references

PITCH = 100 / 3         # mm
SHORTEST_PITCH = 25     # mm; below it, connectors, pixels and the data line get in each other's way
WIDTH = 20
MIDDLE = WIDTH / 2
LANE = 5.9              # y of the data line between pixels: clear of the holes


def holes(columns):
    """Column boundaries (in pitches) with a mounting hole on the centre line; the same from either end."""
    return sorted({1, 3, columns - 3, columns - 1} - {0, 2, columns - 2})


def _pin(board, ref, number):
    pad = next(p for p in board.parts[ref].Pads() if p.GetNumber() == number)
    return pad.GetPosition().x / 1e6, pad.GetPosition().y / 1e6


def _shift(board, ref, number, x, y):
    """Moves `ref` so that its pin `number` lies at (x, y)."""
    px, py = _pin(board, ref, number)
    here = board.parts[ref].GetPosition()
    board.parts[ref].SetPosition(pcbnew.VECTOR2I(here.x + pcbnew.FromMM(x - px), here.y + pcbnew.FromMM(y - py)))


def _data(board, columns, length):
    nets = [f"/D{i}" for i in range(columns + 1)]
    x, y = _pin(board, "J1", "2")
    tx, ty = _pin(board, "D1", "4")
    board.track(nets[0], ((x, y), (x + 2, y), (x + 2 + ty - y, ty), (tx, ty)), 0.3)
    for i in range(1, columns):
        ax, ay = _pin(board, f"D{i}", "2")
        bx, by = _pin(board, f"D{i + 1}", "4")
        rise, fall = ay - LANE, by - LANE
        board.track(nets[i], ((ax, ay), (ax + 1, ay), (ax + 1 + rise, LANE), (bx - 1.5 - fall, LANE), (bx - 1.5, by),
                              (bx, by)), 0.3)
    ax, ay = _pin(board, f"D{columns}", "2")
    x, y = _pin(board, "J2", "2")
    board.track(nets[columns], ((ax, ay), (x - 2 - (y - ay), ay), (x - 2, y), (x, y)), 0.3)


def _grounds(board, columns):
    for i in range(1, columns + 1):
        x, y = _pin(board, f"D{i}", "3")
        board.track("GND", ((x, y), (x - 1.9, y)), 0.6)
        board.via("GND", x - 1.9, y)
        x, y = _pin(board, f"C{i}", "2")
        board.track("GND", ((x, y), (x - 1.8, y)), 0.6)
        board.via("GND", x - 1.8, y)


def build(name, folder, pitch=PITCH):
    """Writes NAME.kicad_pcb into `folder`. ValueError if the pitch (mm) is too short."""
    columns = columns_of(name)
    if pitch < SHORTEST_PITCH:
        raise ValueError(f"a pitch of {pitch} mm is too short, the least is {SHORTEST_PITCH}")
    length = columns * pitch
    board = Board(folder, name, length, WIDTH)
    behind = ("J1", "J2", "J3", "C20")
    where = {"J1": (6, MIDDLE, 90), "J2": (length - 6, MIDDLE, 270), "J3": (2 * pitch, 15, 0),
             "C20": ((columns - 2) * pitch, MIDDLE, 0)}
    for i in range(columns):
        x = (i + 0.5) * pitch
        where[f"D{i + 1}"] = (x, MIDDLE, 180)
        where[f"C{i + 1}"] = (x, MIDDLE + 4.9, 180)
    board.place(where, back=behind)
    _shift(board, "J1", "2", 6, MIDDLE)
    _shift(board, "J2", "2", length - 6, MIDDLE)
    _shift(board, "J3", "1", 2 * pitch - 1.25, 15)
    _shift(board, "C20", "1", (columns - 2) * pitch - 1.25, MIDDLE)
    for i, k in enumerate(holes(columns)):
        board.hole(i + 1, k * pitch, MIDDLE, bare=3.1)
    _data(board, columns, length)
    _grounds(board, columns)
    edge = [(0.5, 0.5), (length - 0.5, 0.5), (length - 0.5, WIDTH - 0.5), (0.5, WIDTH - 0.5)]
    board.pour("+5V", pcbnew.F_Cu, edge, spoke=1.2)
    board.pour("GND", pcbnew.B_Cu, edge, spoke=1.2)
    _texts(board, name, columns, pitch, length)
    place_references(board, 0.9, refs=[ref for ref in board.parts if ref not in behind])
    place_references(board, 1.0, pcbnew.B_SilkS, behind)
    board.save()


def _texts(board, name, columns, pitch, length):
    board.text(f"LITFOUR {name} {REVISION}", 1.5 * pitch, 2.6, 1.2)
    board.text("IN >", 6, 2.2, 1.2)
    board.text("> OUT", length - 6, 2.2, 1.2)
    back = pcbnew.B_SilkS
    for ref, side in (("J1", 1), ("J2", -1)):
        for number, word in (("1", "+5V"), ("2", "DATA"), ("3", "GND")):
            x, y = _pin(board, ref, number)
            board.text(word, x + side * 6.2, y, 0.9, back)
        x, _y = _pin(board, ref, "2")
        board.text("IN" if side == 1 else "OUT", x, 2.2, 1.2, back)
    for number, word, side in (("1", "+5V", -1), ("2", "GND", 1)):
        x, y = _pin(board, "J3", number)
        board.text(word, x + side * 4.2, y, 0.9, back)
    board.text(f"LITFOUR {name} {REVISION}  CERN-OHL-P-2.0", (columns - 1.5) * pitch, 17.5, 1.0, back)
