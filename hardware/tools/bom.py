"""python -m hardware.tools.bom [--check]: BOMs of the boards and of the four builds, out of the schematics and tables.

bom/parts.csv says what each part is, bom/extras.csv what a build needs beside its boards. No prices: none are kept,
because no price list with a date can be read here.
"""

import csv
import io
import pathlib
import sys

from hardware.tools import netlist

HARDWARE = pathlib.Path(__file__).parents[1]
BOM = HARDWARE / "bom"
BOARDS = {"control": "control/control.kicad_sch", "row7": "panel/row7.kicad_sch", "row9": "panel/row9.kicad_sch"}
BUILDS = {          # build -> (boards with quantity, fuse)
    "mini": ({}, "fuse_110"), "classic": ({"control": 1, "row7": 6}, "fuse_250"),
    "slider": ({"control": 1, "row9": 6}, "fuse_250"), "party": ({"control": 1, "row9": 9}, "fuse_400"),
}
COLUMNS = ("quantity", "part", "description", "value", "manufacturer", "mpn", "second_manufacturer", "second_mpn",
           "warning", "option", "references")


def catalogue():
    """dict: key -> row of parts.csv."""
    with open(BOM / "parts.csv", encoding="utf-8", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


def board_parts(name):
    """dict: part key -> references of one board, out of its schematic; parts that are not fitted are left out."""
    found = {}
    for part in netlist.read(HARDWARE / BOARDS[name]).values():
        if part.in_bom and not part.dnp:
            found.setdefault(part.fields["Part"], []).append(part.ref)
    return {key: sorted(refs, key=_natural) for key, refs in sorted(found.items())}


def _natural(ref):
    return ref.rstrip("0123456789"), int("0" + ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _row(parts, key, quantity, option, references):
    part = parts[key]
    return {"quantity": quantity, "part": key, "option": option, "references": references,
            **{name: part[name] for name in COLUMNS[2:9]}}


def board_bom(name):
    """Rows of one board's BOM."""
    parts = catalogue()
    return [_row(parts, key, len(refs), "", " ".join(refs)) for key, refs in board_parts(name).items()]


def build_bom(build):
    """Rows of one build's BOM: boards times their quantity, the build's own fuse, extras."""
    parts, (boards, fuse) = catalogue(), BUILDS[build]
    rows = []
    for board, count in boards.items():
        for key, refs in board_parts(board).items():
            key = fuse if key.startswith("fuse_") else key
            where = f"{board} x {count}: " if count > 1 else f"{board}: "
            rows.append(_row(parts, key, count * len(refs), "", where + " ".join(refs)))
    with open(BOM / "extras.csv", encoding="utf-8", newline="") as file:
        for extra in csv.DictReader(file):
            if int(extra[build]):
                rows.append(_row(parts, extra["key"], int(extra[build]), extra["option"], extra["use"]))
    return rows


def files():
    """dict: path -> text of every generated BOM."""
    made = {f"{name}-board.csv": board_bom(name) for name in BOARDS}
    made.update({f"{build}.csv": build_bom(build) for build in BUILDS})
    texts = {}
    for name, rows in made.items():
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        texts[BOM / name] = out.getvalue()
    return texts


def main(check):
    """Writes the files, or tells which are not current; returns their number."""
    stale = 0
    for path, text in files().items():
        if check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"not current: {path.relative_to(HARDWARE)}")
                stale += 1
        else:
            path.write_text(text, encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
