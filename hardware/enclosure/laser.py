"""The laser-cut alternative: every sheet as SVG and DXF, and placed as a solid for the check."""

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHEETS = ("front", "diffuser", "grid_upright", "grid_level", "skirt", "carrier", "spacer", "rear", "cheek", "floor",
          "face", "deck", "tray", "lip", "ramp", "panel", "switches")


def export(target, build, sheet, flat=True):
    """RuntimeError with OpenSCAD's words if a sheet does not come out."""
    target.parent.mkdir(parents=True, exist_ok=True)
    values = {"build": f'"{build}"', "sheet": f'"{sheet}"', "flat": "true" if flat else "false"}
    define = [word for name, value in values.items() for word in ("-D", f"{name}={value}")]
    result = subprocess.run(["openscad", "-o", str(target), *define, str(HERE / "laser.scad")], capture_output=True,
                            text=True)
    if result.returncode or "WARNING" in result.stderr:
        raise RuntimeError(f"{target.name}: {result.stderr[-600:]}")
    return target


def size_of(svg):
    """(width, height) in mm of an SVG that OpenSCAD wrote."""
    width, height = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', svg.read_text()).groups()
    return float(width), float(height)


def make(builds, out):
    for build in builds:
        for sheet in SHEETS:
            export(out / build / "laser" / f"{sheet}.svg", build, sheet)
            export(out / build / "laser" / f"{sheet}.dxf", build, sheet)
            export(out / "laser" / f"{build}-{sheet}.stl", build, sheet, flat=False)
            width, height = size_of(out / build / "laser" / f"{sheet}.svg")
            print(build, sheet, f"{width:.0f} x {height:.0f} mm", flush=True)
