"""Reads parts and nets out of a flat .kicad_sch as KiCad would, without KiCad: what `make test` can always check.

Covers what the generated sheets use: symbols, turned or mirrored, wires, local labels, power symbols.
The heavy checks compare its answer with kicad-cli's own netlist.
"""

import pathlib

from hardware.tools.sexp import child, children, parse


class Part:
    """One component: ref, value, footprint, fields (dict), dnp, and pins: number -> net name or None."""

    def __init__(self, ref):
        self.ref = ref
        self.value = ""
        self.footprint = ""
        self.fields = {}
        self.dnp = False
        self.in_bom = True
        self.pins = {}
        self.pin_names = {}


def _turn(x, y, angle, mirror):
    """Sheet offset (y down) of a symbol's point (y up), rotated by `angle` degrees counter-clockwise."""
    if mirror == "x":
        y = -y
    if mirror == "y":
        x = -x
    for _ in range(int(angle) // 90 % 4):
        x, y = -y, x
    return x, -y


class _Nets:
    """Union-find over points; a name may hang on any point."""

    def __init__(self):
        self.parent = {}
        self.segments = []

    def find(self, key):
        self.parent.setdefault(key, key)
        while self.parent[key] != key:
            key = self.parent[key]
        return key

    def join(self, one, other):
        self.parent[self.find(one)] = self.find(other)


def _key(x, y):
    return round(x, 2), round(y, 2)


def _on(point, segment):
    (x, y), ((ax, ay), (bx, by)) = point, segment
    inside = min(ax, bx) - 0.001 <= x <= max(ax, bx) + 0.001 and min(ay, by) - 0.001 <= y <= max(ay, by) + 0.001
    return inside and abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 0.001


def _place(symbol, library, nets, parts):
    """Adds one placed symbol: its pins as points, its fields to `parts`. Returns named points of power symbols."""
    props = {p[1]: p[2] for p in children(symbol, "property")}
    at = [float(v) for v in child(symbol, "at")[1:]]
    mirror = child(symbol, "mirror")
    unit = child(symbol, "unit")[1]
    definition = library[child(symbol, "lib_id")[1]]
    pins = [pin for part in children(definition, "symbol") if part[1].rsplit("_", 2)[1] in ("0", unit)
            for pin in children(part, "pin")]
    points = []
    for pin in pins:
        px, py = [float(v) for v in child(pin, "at")[1:3]]
        dx, dy = _turn(px, py, at[2], mirror[1] if mirror else "")
        points.append((child(pin, "number")[1], child(pin, "name")[1], _key(at[0] + dx, at[1] + dy)))
    for _number, _name, point in points:
        nets.find(point)
    if child(definition, "power") is not None:
        return [] if props["Value"] == "PWR_FLAG" else [(props["Value"], point) for _number, _name, point in points]
    part = parts.setdefault(props["Reference"], Part(props["Reference"]))
    part.value, part.footprint = props["Value"], props["Footprint"]
    part.fields = {k: v for k, v in props.items() if k not in ("Reference", "Value", "Footprint", "Description")}
    part.dnp = child(symbol, "dnp")[1] == "yes"
    part.in_bom = child(symbol, "in_bom")[1] == "yes"
    for number, name, point in points:
        part.pins[number] = point
        part.pin_names[number] = name
    return []


def read(path):
    """dict: reference -> Part, out of the sheet at `path`."""
    sheet = parse(pathlib.Path(path).read_text(encoding="utf-8"))
    library = {symbol[1]: symbol for symbol in children(child(sheet, "lib_symbols"), "symbol")}
    nets, parts, names = _Nets(), {}, []
    for wire in children(sheet, "wire"):
        ends = [_key(float(p[1]), float(p[2])) for p in children(child(wire, "pts"), "xy")]
        nets.segments.append((ends[0], ends[1]))
        nets.join(*ends)
    for symbol in children(sheet, "symbol"):
        names += _place(symbol, library, nets, parts)
    for label in children(sheet, "label") + children(sheet, "global_label"):
        at = child(label, "at")
        names.append((label[1], _key(float(at[1]), float(at[2]))))
    for _name, point in names:
        nets.find(point)
    for point in list(nets.parent):
        for segment in nets.segments:
            if _on(point, segment):
                nets.join(point, segment[0])
    by_name = {}
    for name, point in names:
        nets.join(point, by_name.setdefault(name, point))
    named = {nets.find(point): name for name, point in names}
    for part in parts.values():
        part.pins = {number: named.get(nets.find(point)) for number, point in part.pins.items()}
    return parts


def nets_of(parts):
    """dict: net name -> sorted list of (reference, pin), unnamed nets left out."""
    nets = {}
    for part in parts.values():
        for number, net in part.pins.items():
            if net is not None:
                nets.setdefault(net, []).append((part.ref, number))
    return {net: sorted(pins) for net, pins in nets.items()}


def across(parts, ref, net):
    """The net on the other side of the two-pin part `ref`, seen from `net`. ValueError if it doesn't touch `net`."""
    sides = list(parts[ref].pins.values())
    if len(sides) != 2 or net not in sides:
        raise ValueError(f"{ref} is no two-pin part on {net}: {sides}")
    return sides[1] if sides[0] == net else sides[0]
