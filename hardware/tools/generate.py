"""python -m hardware.tools.generate NAME [sch|pcb]: writes the KiCad sources of "control", "row7" or "row9".

The schematic needs KiCad's symbol files; the board needs KiCad's Python (run it with /usr/bin/python3).
"""

import importlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "firmware"), str(ROOT / "host_tools" / "shims")]

HARDWARE = ROOT / "hardware"


def folder_of(name):
    """Folder of a board's sources."""
    return HARDWARE / ("control" if name == "control" else "panel")


def schematic(name, folder):
    """Writes the schematic of board `name` into `folder`."""
    sheets = importlib.import_module("hardware.tools.schematic")
    if name == "control":
        design = importlib.import_module("hardware.control.design")
        sheet = sheets.Sheet(design.NAME, design.TITLE, design.REVISION)
        design.draw(sheet)
        importlib.import_module("hardware.control.footprint").write(folder)
    else:
        row = importlib.import_module("hardware.panel.row")
        sheet = sheets.Sheet(name, f"Litfour row board, {row.columns_of(name)} pixels", row.REVISION)
        row.draw(sheet, row.columns_of(name))
    sheet.save(folder)


def main(name, what, folder=None, pitch=None):
    """Writes the schematic or the board; `pitch` in mm for a row board."""
    folder = pathlib.Path(folder) if folder else folder_of(name)
    if what == "sch":
        schematic(name, folder)
    elif name == "control":
        importlib.import_module("hardware.control.layout").build(folder)
    else:
        row = importlib.import_module("hardware.panel.row_layout")
        row.build(name, folder, float(pitch) if pitch else row.PITCH)


if __name__ == "__main__":
    main(*sys.argv[1:])
