"""python3 -m hardware.tools.derive: geometry.json and copper.json out of the .kicad_pcb files. Needs KiCad's Python."""

import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]
HARDWARE = ROOT / "hardware"
BOARDS = {"control": HARDWARE / "control", "row7": HARDWARE / "panel", "row9": HARDWARE / "panel"}
AMPS = 3.0              # what every power path is judged by: the most that a USB-C supply without PD gives
PATHS = {               # board -> (name, net, layer, from pad, to pads, share of the current)
    "control": (("one of two pairs of USB pins to fuse", "/VBUS", "F.Cu", ("J1", "A4"), (("F1", "1"),), 0.5),
                ("fuse to MOSFET", "/FUSED", "F.Cu", ("F1", "2"), (("Q1", "3"),), 1),
                ("MOSFET to panel", "+5V", "F.Cu", ("Q1", "2"), (("J2", "1"), ("J3", "1"), ("J4", "1")), 1),
                ("ground, bottom half", "GND", "B.Cu", ("J2", "3"), (("J1", "A12"),), 0.5)),
    "row7": (("end to end", "+5V", "F.Cu", ("J1", "1"), (("J2", "1"),), 1),
             ("ground", "GND", "B.Cu", ("J1", "3"), (("J2", "3"),), 1)),
}
PATHS["row9"] = PATHS["row7"]


def sha256(path):
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _mm(point):
    return [round(point.x / 1e6, 3), round(point.y / 1e6, 3)]


def geometry(board, path):
    """Outline, holes, pixels, connectors of one board in mm, from its rear left corner."""
    parts = {f.GetReference(): f for f in board.GetFootprints()}
    box = board.GetBoardEdgesBoundingBox()
    names = ("J", "SW", "BZ", "U1", "D", "TP")
    places = {ref: {"at": _mm(p.GetPosition()), "degrees": p.GetOrientationDegrees(), "back": bool(p.IsFlipped()),
                    "value": p.GetValue()}
              for ref, p in sorted(parts.items()) if ref.startswith(names)}
    holes = [{"at": _mm(p.GetPosition()), "diameter": 3.2} for ref, p in sorted(parts.items()) if ref.startswith("H")]
    return {"source": path.name, "sha256": sha256(path), "width": round(box.GetWidth() / 1e6 - 0.1, 2),
            "height": round(box.GetHeight() / 1e6 - 0.1, 2), "thickness": 1.6, "holes": holes, "parts": places}


def _pad(board, ref, number):
    pads = board.FindFootprintByReference(ref).Pads()
    return next(p for p in pads if p.GetNumber() == number)


def _joined(poly, one, other, shrink):
    """True if both pads still touch one piece of `poly` once that is made smaller by `shrink` on each side."""
    import pcbnew
    small = pcbnew.SHAPE_POLY_SET(poly)
    small.Inflate(-pcbnew.FromMM(shrink), pcbnew.CORNER_STRATEGY_CHAMFER_ALL_CORNERS, 2000)
    for i in range(small.OutlineCount()):
        piece = small.UnitSet(i) if hasattr(small, "UnitSet") else None
        if piece is None:
            piece = pcbnew.SHAPE_POLY_SET()
            piece.AddOutline(small.Outline(i))
            for k in range(small.HoleCount(i)):
                piece.AddHole(small.Hole(i, k))
        reach = [pcbnew.FromMM(shrink + 0.3) + min(p.GetSize().x, p.GetSize().y) // 2 for p in (one, other)]
        if all(piece.Collide(p.GetPosition(), r) for p, r in zip((one, other), reach)):
            return True
    return False


def narrowest(board, net, layer, start, ends):
    """mm: the widest bar that fits all along the poured copper of `net` between two pads, the worst of `ends`."""
    import pcbnew
    poly = pcbnew.SHAPE_POLY_SET()
    number = board.GetLayerID(layer)
    for zone in board.Zones():
        if not zone.GetIsRuleArea() and zone.GetNetname() == net and zone.IsOnLayer(number):
            poly.Append(zone.GetFilledPolysList(number))
    poly.Simplify()         # holes as holes: a filled zone hides them behind slits
    widths = []
    for end in ends:
        low, high = 0.05, 12.0
        for _ in range(9):
            middle = (low + high) / 2
            if _joined(poly, _pad(board, *start), _pad(board, *end), middle):
                low = middle
            else:
                high = middle
        widths.append(2 * low)
    return min(widths)


def main():
    """Writes the three files."""
    import pcbnew

    from hardware.tools.ipc2221 import rise_kelvin, width_mm
    copper, shapes = {}, {}
    for name, folder in BOARDS.items():
        path = folder / (name + ".kicad_pcb")
        board = pcbnew.LoadBoard(str(path))
        shapes[name] = geometry(board, path)
        rows = []
        for title, net, layer, start, ends, share in PATHS[name]:
            width = round(narrowest(board, net, layer, start, ends), 2)
            rows.append({"path": title, "net": net.lstrip("/"), "layer": layer, "amps": AMPS * share,
                         "narrowest_mm": width, "rise_k": round(rise_kelvin(AMPS * share, width), 1)})
        copper[name] = {"sha256": sha256(path), "paths": rows}
    rules = {"amps": AMPS, "copper_um": 35, "least_mm_for_10_k": round(width_mm(AMPS, 10), 2),
             "least_mm_for_20_k": round(width_mm(AMPS, 20), 2), "boards": copper}
    (HARDWARE / "control" / "geometry.json").write_text(json.dumps(shapes["control"], indent=1) + "\n")
    rows = {name: shapes[name] for name in ("row7", "row9")}
    (HARDWARE / "panel" / "geometry.json").write_text(json.dumps(rows, indent=1) + "\n")
    (HARDWARE / "power" / "copper.json").write_text(json.dumps(rules, indent=1) + "\n")


if __name__ == "__main__":
    main()
