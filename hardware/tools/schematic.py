"""Writes a flat KiCad 9 schematic from a list of parts: the same bytes for the same design.

A design is a list of dicts: ref, key (of bom/parts.csv), at (x, y in mm), pins (number -> net, None: not connected),
and optionally unit, rot, value, dnp, in_bom. Nets in POWER get KiCad's power symbols, all others a label at each pin.
"""

import csv
import json
import os
import pathlib
import uuid

from hardware.tools.sexp import Sym, child, children, dump, parse

SYMBOLS = pathlib.Path(os.environ.get("KICAD9_SYMBOL_DIR", "/usr/share/kicad/symbols"))
PARTS_CSV = pathlib.Path(__file__).parents[1] / "bom" / "parts.csv"
POWER = {"GND": "power:GND", "+5V": "power:+5V", "+3V3": "power:+3V3"}
# checks that KiCad leaves out unless it is told otherwise
SILENT_DRC = ("footprint_filters_mismatch", "footprint_type_mismatch", "missing_courtyard", "npth_inside_courtyard",
              "pth_inside_courtyard")
SILENT_ERC = ("four_way_junction", "label_multiple_wires", "single_global_label", "simulation_model_issue",
              "footprint_filter")
_SPACE = uuid.UUID("5b0f3c1e-2f7e-4c7e-9a53-6c1d1a2b7c10")
_S = Sym


def catalogue():
    """dict: key -> row of bom/parts.csv."""
    with open(PARTS_CSV, encoding="utf-8", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


def _effects(size=1.27, *justify, hide=False):
    node = [_S("effects"), [_S("font"), [_S("size"), size, size]]]
    if justify:
        node.append([_S("justify")] + [_S(word) for word in justify])
    if hide:
        node.append([_S("hide"), _S("yes")])
    return node


class _Library:
    """Symbols of KiCad's own libraries, with `extends` resolved."""

    def __init__(self):
        self._files = {}
        self.used = {}

    def symbol(self, lib_id):
        if lib_id not in self.used:
            lib, name = lib_id.split(":")
            if lib not in self._files:
                text = (SYMBOLS / (lib + ".kicad_sym")).read_text(encoding="utf-8")
                self._files[lib] = {s[1]: s for s in children(parse(text), "symbol")}
            self.used[lib_id] = self._flat(self._files[lib], name, lib_id)
        return self.used[lib_id]

    def _flat(self, library, name, lib_id):
        symbol = library[name]
        extends = child(symbol, "extends")
        if extends is None:
            return [symbol[0], lib_id] + symbol[2:]
        base = library[extends[1]]
        own = {p[1]: p for p in children(symbol, "property")}
        flat = [_S("symbol"), lib_id]
        for part in base[2:]:
            if isinstance(part, list) and part[0] == "property":
                flat.append(own.pop(part[1], part))
            elif isinstance(part, list) and part[0] == "symbol":
                flat.append([_S("symbol"), part[1].replace(extends[1], name, 1)] + part[2:])
            else:
                flat.append(part)
        last = max(i for i, part in enumerate(flat) if isinstance(part, list) and part[0] == "property")
        flat[last + 1:last + 1] = list(own.values())
        return flat


def _pins(symbol, unit):
    """(number, name, x, y up, angle, type) of the pins of one unit."""
    found = []
    for part in children(symbol, "symbol"):
        if int(part[1].rsplit("_", 2)[1]) in (0, unit):
            for pin in children(part, "pin"):
                x, y, angle = [float(v) for v in child(pin, "at")[1:]]
                found.append((child(pin, "number")[1], child(pin, "name")[1], x, y, int(angle), pin[1]))
    return found


class Sheet:
    """One sheet called `name`; `paper` is KiCad's paper word."""

    def __init__(self, name, title, revision, paper="A3"):
        self.name, self.title, self.revision, self.paper = name, title, revision, paper
        self.library = _Library()
        self.parts = catalogue()
        self.items = []
        self.root = self._id("root")
        self._power = 0
        self._prints = set()

    def _id(self, *words):
        return str(uuid.uuid5(_SPACE, "/".join([self.name] + [str(word) for word in words])))

    def _symbol(self, lib_id, ref, value, x, y, unit=1, rot=0, fields=(), ref_at=None, value_at=None, dnp=False,
                in_bom=True):
        symbol = self.library.symbol(lib_id)
        power = lib_id.startswith("power:")
        yes = {True: _S("yes"), False: _S("no")}
        node = [_S("symbol"), [_S("lib_id"), lib_id], [_S("at"), float(x), float(y), rot], [_S("unit"), unit],
                [_S("exclude_from_sim"), _S("no")], [_S("in_bom"), yes[in_bom and not power]],
                [_S("on_board"), _S("yes")], [_S("dnp"), yes[dnp]], [_S("uuid"), self._id("sym", ref, unit)]]
        for key, text, at in (("Reference", ref, ref_at), ("Value", value, value_at)):
            hide = at is None
            at = at or (x, y)
            node.append([_S("property"), key, text, [_S("at"), float(at[0]), float(at[1]), 0],
                         _effects(1.27, *at[2:], hide=hide)])
        for key, text in fields:
            node.append([_S("property"), key, text, [_S("at"), float(x), float(y), 0], _effects(hide=True)])
        for number in sorted({pin[0] for pin in _pins(symbol, unit)}):
            node.append([_S("pin"), number, [_S("uuid"), self._id("pin", ref, unit, number)]])
        node.append([_S("instances"), [_S("project"), self.name, [_S("path"), "/" + self.root,
                    [_S("reference"), ref], [_S("unit"), unit]]]])
        self.items.append(node)

    def wire(self, ax, ay, bx, by):
        """A wire between two points (mm)."""
        self.items.append([_S("wire"), [_S("pts"), [_S("xy"), float(ax), float(ay)], [_S("xy"), float(bx), float(by)]],
                           [_S("stroke"), [_S("width"), 0], [_S("type"), _S("default")]],
                           [_S("uuid"), self._id("wire", ax, ay, bx, by)]])

    def _end(self, net, x, y, dx, dy):
        """A power symbol or label at the end of a pin's wire that leaves in direction (dx, dy)."""
        if net in POWER:
            self._power += 1
            up = net != "GND"
            rot = ({-1: 90, 1: 270} if up else {-1: 270, 1: 90})[dx] if dx else (0 if (dy > 0) != up else 180)
            side = () if not dx else (("right",) if dx < 0 else ("left",))
            self._symbol(POWER[net], f"#PWR{self._power:03d}", net, x, y, rot=rot,
                         value_at=(x + dx * 4.2, y + dy * 4.2) + side)
            return
        turn = {(-1, 0): 180, (1, 0): 0, (0, 1): 270, (0, -1): 90}[dx, dy]
        just = ("right", "bottom") if turn in (180, 270) else ("left", "bottom")
        self.items.append([_S("label"), net, [_S("at"), float(x), float(y), turn], _effects(1.27, *just),
                           [_S("uuid"), self._id("label", net, x, y)]])

    def add(self, ref, key, at, pins, unit=1, rot=0, value=None, dnp=False, in_bom=True):
        """Places one part (or one unit of it) with a stub and a net name at each pin. KeyError: a pin has no entry."""
        row = self.parts[key]
        x, y = (round(v / 2.54) * 2.54 for v in at)
        symbol = self.library.symbol(row["symbol"])
        self._prints.add(row["footprint"])
        fields = [("Footprint", row["footprint"]), ("Datasheet", "~")]
        if row["mpn"]:
            fields += [("MPN", row["mpn"]), ("Manufacturer", row["manufacturer"]), ("MPN2", row["second_mpn"]),
                       ("Manufacturer2", row["second_manufacturer"]), ("Substitute", row["warning"]), ("Part", key)]
        turned = []
        for number, _name, px, py, angle, kind in _pins(symbol, unit):
            for _ in range(rot // 90):
                px, py = -py, px
            turned.append((number, round(x + px, 2), round(y - py, 2), (angle + rot) % 360, kind))
        top, bottom = min(t[2] for t in turned), max(t[2] for t in turned)
        left, right = min(t[1] for t in turned), max(t[1] for t in turned)
        flat = top == bottom
        ref_at = (x, top - 3.81) if flat else (right + 2.54, top + 1.27, "left")
        value_at = (x, bottom + 3.81) if flat else (right + 2.54, top + 3.81, "left")
        if right - left > 6:
            ref_at, value_at = (left + 1.27, top - 5.08), (left + 1.27, bottom + 5.08)
        if key.startswith("rn_"):
            ref_at, value_at = (right + 2, top + 2.5, "left"), (right + 2, top + 5, "left")
        if key.startswith("xh") or key in ("testpoint", "piezo"):
            ref_at, value_at = (x + 2.54, top - 1.9, "left"), (x + 2.54, top + 0.6, "left")
        self._symbol(row["symbol"], ref, value or row["value"], x, y, unit, rot, fields, ref_at, value_at, dnp,
                     in_bom and bool(row["mpn"]))
        seen = set()
        for number, px, py, angle, kind in turned:
            dx, dy = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}[angle]
            net = pins[number]
            if (px, py) in seen:
                continue
            seen.add((px, py))
            if net is None:
                if kind != "no_connect":
                    self.items.append([_S("no_connect"), [_S("at"), px, py], [_S("uuid"), self._id("nc", px, py)]])
                continue
            reach = 12.7 if net in POWER and key.startswith("xh") else 2.54      # past the labels above and below
            ex, ey = round(px + reach * dx, 2), round(py + reach * dy, 2)
            self.wire(px, py, ex, ey)
            self._end(net, ex, ey, dx, dy)

    def flag(self, number, net, x, y):
        """A PWR_FLAG on `net`."""
        x, y = (round(v / 2.54) * 2.54 for v in (x, y))
        self._symbol("power:PWR_FLAG", f"#FLG{number:02d}", "PWR_FLAG", x, y, value_at=(x, y - 4))
        self.wire(x, y, x, y + 5.08)
        self._end(net, x, y + 5.08, 0, 1)

    def box(self, title, left, top, right, bottom, notes=()):
        """A dashed frame with a title and small lines of notes at its foot."""
        self.items.append([_S("rectangle"), [_S("start"), float(left), float(top)], [_S("end"), float(right),
                          float(bottom)], [_S("stroke"), [_S("width"), 0.2], [_S("type"), _S("dash")]],
                          [_S("fill"), [_S("type"), _S("none")]], [_S("uuid"), self._id("box", title)]])
        self.text(title, left + 1.5, top + 3.5, 2.0)
        for i, note in enumerate(notes):
            self.text(note, left + 1.5, bottom - 2.2 * (len(notes) - i) + 1, 1.3)

    def text(self, text, x, y, size=1.5):
        """A remark."""
        self.items.append([_S("text"), text, [_S("exclude_from_sim"), _S("no")], [_S("at"), float(x), float(y), 0],
                           _effects(size, "left", "bottom"), [_S("uuid"), self._id("text", text, x, y)]])

    def save(self, folder, rules=None):
        """Writes NAME.kicad_sch, NAME.kicad_pro and the library tables into `folder`."""
        folder = pathlib.Path(folder)
        sheet = [_S("kicad_sch"), [_S("version"), 20250114], [_S("generator"), "litfour"],
                 [_S("generator_version"), "9.0"], [_S("uuid"), self.root], [_S("paper"), self.paper],
                 [_S("title_block"), [_S("title"), self.title], [_S("rev"), self.revision],
                  [_S("comment"), 1, "CERN-OHL-P-2.0"]],
                 [_S("lib_symbols")] + list(self.library.used.values())] + self.items
        sheet += [[_S("sheet_instances"), [_S("path"), "/", [_S("page"), "1"]]], [_S("embedded_fonts"), _S("no")]]
        (folder / (self.name + ".kicad_sch")).write_text(dump(sheet) + "\n", encoding="utf-8")
        (folder / (self.name + ".kicad_pro")).write_text(json.dumps(self._project(rules or {}), indent=2) + "\n")
        libraries = {lib_id.split(":")[0] for lib_id in self.library.used}
        prints = {name.split(":")[0] for name in self._prints} | {"MountingHole"}
        for table, names, variable, ending in (("sym", libraries, "SYMBOL", ".kicad_sym"),
                                               ("fp", prints, "FOOTPRINT", ".pretty")):
            homes = {n: "${KIPRJMOD}" if n == "litfour" else f"${{KICAD9_{variable}_DIR}}" for n in sorted(names)}
            lines = [f'  (lib (name "{n}")(type "KiCad")(uri "{home}/{n}{ending}")(options "")(descr ""))\n'
                     for n, home in homes.items()]
            path = folder / (table + "-lib-table")
            path.write_text(f"({table}_lib_table\n  (version 7)\n" + "".join(lines) + ")\n")

    def _project(self, rules):
        design = {"min_clearance": 0.15, "min_track_width": 0.2, "min_via_diameter": 0.6, "min_hole_to_hole": 0.25,
                  "min_through_hole_diameter": 0.3, "min_resolved_spokes": 1,
                  "min_copper_edge_clearance": 0.3, "min_via_annular_width": 0.13}
        design.update(rules)
        severities = dict.fromkeys(SILENT_DRC, "warning")
        return {"meta": {"filename": self.name + ".kicad_pro", "version": 3},
                "board": {"design_settings": {"rules": design, "rule_severities": severities}},
                "erc": {"rule_severities": dict.fromkeys(SILENT_ERC, "warning")},
                "net_settings": {"classes": [{"name": "Default", "clearance": 0.15, "track_width": 0.3,
                                              "via_diameter": 0.8, "via_drill": 0.4}], "meta": {"version": 4}},
                "sheets": [[self.root, "Root"]]}
