"""Builds the enclosure with OpenSCAD and checks it: `enclosure.py params | stl | check | pictures | laser | all`.

params.json is the source of every dimension; OpenSCAD reads params.scad, which is written from it. The parts come out
where they stand in the assembled thing (for the checks) and, in build/hardware/enclosure/, as they are printed.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parent.parent / "build" / "hardware" / "enclosure"

# part: (which seams cut it along x, along z, print rotation in degrees about x and y, colour for the pictures).
PARTS = {
    "front": ("front", "front", (90, 0), "#2b4a8b"),
    "diffuser": ("front", "front", (90, 0), "#f4f4f0"),
    "grid": ("front", "front", (90, 0), "#e8e8e8"),
    "carrier": ("back", "back", (-90, 0), "#8a8f98"),
    "chute": ("front", "back", (-90, 0), "#c9b27c"),
    "mouth": ("back", None, (180, 0), "#2b4a8b"),
    "beam_bar": ("back", None, (90, 0), "#777777"),
    "beam_cover": ("back", None, (-90, 0), "#444444"),
    "base": ("front", None, (0, 0), "#3c3f46"),
    "tray": ("front", None, (0, 90), "#c9b27c"),
    "deck": ("front", None, (0, 0), "#2b4a8b"),
    "switch_plate": ("back", None, (0, 0), "#777777"),
    "hood": ("front", None, (180, 0), "#55606e"),
}
# In the assembly, but not printed as they are.
LOOSE = {"caps": "#d94f3d", "row_boards": "#1f6b3a", "control_board": "#1f6b3a", "rail_board": "#1f6b3a"}
PRINTED_ALONE = ("cap_column", "cap_menu", "cap_undo", "disc", "coupon", "boot_stick")
FREE = ("disc_path", "light_path", "beam_path", "cable_path", "boot_path")      # spaces that must stay empty


def load_params():
    return json.loads((HERE / "params.json").read_text())


def scad_value(value):
    return json.dumps(value)


def params_scad(params):
    """The text of params.scad: common values as variables, those of a build as functions of its name."""
    lines = ["// Written by enclosure.py from params.json: change that."]
    lines += [f"{name} = {scad_value(value)};" for name, value in params["common"].items()]
    names = list(params["builds"])
    for field in next(iter(params["builds"].values())):
        choice = " : ".join(f"b == \"{name}\" ? {scad_value(params['builds'][name][field])}" for name in names)
        lines.append(f"function p_{field}(b) = {choice} : undef;")
    lines += [f"{'m_' + name if name in ('columns', 'rows', 'board') else name} = {scad_value(value)};"
              for name, value in params["mini"].items()]
    return "\n".join(lines) + "\n"


def pieces(params, build):
    """(part, i, j) of every piece of a build's box."""
    record = params["builds"][build]
    for part, (x_seams, z_seams, _, _) in PARTS.items():
        across = len(record[x_seams + "_cut"]) + 1
        high = len(record[z_seams + "_row_cut"]) + 1 if z_seams else 1
        yield from ((part, i, j) for j in range(high) for i in range(across))


def openscad(target, **values):
    """Runs OpenSCAD on litfour.scad or mini.scad; RuntimeError with what it said if it warns or fails."""
    define = [word for name, value in values.items() for word in ("-D", f"{name}={scad_value(value)}")]
    source = HERE / ("litfour.scad" if "build" in values else "mini.scad")
    target.parent.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(["openscad", "-o", str(target), *define, str(source)], capture_output=True, text=True)
    said = [line for line in result.stderr.splitlines() if "WARNING" in line or "ERROR" in line]
    if result.returncode or said:
        raise RuntimeError(f"{target.name}: " + ("\n".join(said) or result.stderr[-500:]))
    return target


def jobs(params, builds, out=OUT):
    """(file, what OpenSCAD is told) of everything that is drawn for these builds."""
    for build in builds:
        if build == "mini":
            from mini_parts import MINI
            yield from ((out / "placed" / f"mini-{part}.stl", {"part": part}) for part in MINI)
            continue
        for part, i, j in pieces(params, build):
            yield out / "placed" / f"{build}-{part}-{i}{j}.stl", {"build": build, "part": part, "i": i, "j": j}
        for part in (*LOOSE, *FREE):
            yield out / "placed" / f"{build}-{part}.stl", {"build": build, "part": part}
    if set(builds) & set(params["builds"]):
        for part in PRINTED_ALONE:
            yield out / "placed" / f"{part}.stl", {"build": "classic", "part": part}


def make_stl(params, builds, out=OUT, only=None, workers=1, changed=()):
    """All parts of `builds` (or only those named), with the common parameters in `changed` set otherwise."""
    work = [(target, values | dict(changed)) for target, values in jobs(params, builds, out)
            if not only or values["part"] in only]
    with ThreadPoolExecutor(workers) as pool:
        for target in pool.map(lambda job: openscad(job[0], **job[1]), work):
            print(target.name, flush=True)


def changes(words, common):
    """{"wall": 3.0} from ["wall=3"]; SystemExit for what is no common parameter or no number."""
    changed = {}
    for word in words:
        name, _, value = word.partition("=")
        if not isinstance(common.get(name), (int, float)):
            raise SystemExit(f"--set {word}: {name!r} is no number in params.json's common part")
        try:
            changed[name] = float(value)
        except ValueError:
            raise SystemExit(f"--set {word}: {value!r} is no number") from None
    return changed


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("params", "stl", "check", "pictures", "laser", "all"))
    parser.add_argument("--build", action="append", choices=("mini", "classic", "slider", "party"))
    parser.add_argument("--part", action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=MM",
                        help="another value for a common parameter, for parts in build/hardware/enclosure-changed only")
    args = parser.parse_args(argv)
    params = load_params()
    changed = changes(args.set, params["common"])
    out = OUT.with_name("enclosure-changed") if changed else OUT
    builds = args.build or ["mini", *params["builds"]]
    if (HERE / "params.scad").read_text() != params_scad(params):
        (HERE / "params.scad").write_text(params_scad(params))
    if args.step in ("stl", "all"):
        make_stl(params, builds, out, args.part, args.jobs, changed)
    if args.step in ("laser", "all") and not changed:
        import laser
        laser.make([build for build in builds if build != "mini"], OUT)
    if args.step in ("check", "all"):
        import inspect_parts
        inspect_parts.check(builds, out, keep=not changed)
    if args.step in ("pictures", "all") and not changed:
        import views
        views.make(params, builds, OUT)


if __name__ == "__main__":
    sys.exit(main())
