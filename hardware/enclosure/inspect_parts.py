"""Checks the parts that enclosure.py made (needs trimesh and manifold3d) and writes report.json beside the sources."""

import hashlib
import itertools
import json
import math
from pathlib import Path

import laser
import numpy as np
import trimesh
from enclosure import LOOSE, PARTS, PRINTED_ALONE
from mini_parts import MINI

HERE = Path(__file__).resolve().parent
SOURCES = ("params.json", "params.scad", "slabs.scad", "common.scad", "tower.scad", "base.scad", "controls.scad",
           "extras.scad", "mini.scad", "laser.scad", "litfour.scad", "enclosure.py", "mini_parts.py", "laser.py",
           "inspect_parts.py")
SAMPLES = 1500              # rays a piece for the wall thickness
LONG = ("pieces", "laser", "assembled_parts")       # not printed
PLA = 1.24                  # g/cm3
LASER_T = 3                 # mm; the diffuser is thinner, so the area is a little too small


def sources_digest():
    """SHA-256 over all sources, so that a test sees when a build's record is older than they are."""
    digest = hashlib.sha256()
    for name in sorted(SOURCES):
        digest.update(name.encode() + b"\0" + (HERE / name).read_bytes() + b"\0")
    return digest.hexdigest()


def demand_fresh(paths, laser_too=False):
    """RuntimeError for parts that are older than the drawings: a report must not tell of what is no longer drawn.

    With `laser_too`, laser.scad counts as one of them.
    """
    drawings = [HERE / name for name in SOURCES if name.endswith((".scad", ".json"))]
    newest = max(path.stat().st_mtime for path in drawings if laser_too or path.name != "laser.scad")
    stale = [path.name for path in paths if path.stat().st_mtime < newest]
    if stale:
        raise RuntimeError(f"older than the drawings, make them again: {', '.join(stale[:5])} ...")


def thinnest(mesh, seed=4):
    """Smallest wall in mm: from points on the surface straight inwards to an opposite face (slanted ones left out)."""
    points, faces = trimesh.sample.sample_surface(mesh, SAMPLES, seed=seed)
    normals = mesh.face_normals[faces]
    triangles = mesh.triangles
    a, e1, e2 = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    best = math.inf
    for p, n in zip(points, normals, strict=True):
        d = -n
        facing = mesh.face_normals @ d > 0.95
        h = np.cross(d, e2[facing])
        det = np.einsum("ij,ij->i", e1[facing], h)
        s = p - a[facing]
        u = np.einsum("ij,ij->i", s, h) / det
        q = np.cross(s, e1[facing])
        v = q @ d / det
        t = np.einsum("ij,ij->i", e2[facing], q) / det
        hit = t[(u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-3)]
        if len(hit):
            best = min(best, hit.min())
    return best


def printed(mesh, rotation):
    """The mesh as it lies on the bed, in the corner of it."""
    turned = mesh.copy()
    for angle, axis in zip(rotation, ((1, 0, 0), (0, 1, 0)), strict=True):
        turned.apply_transform(trimesh.transformations.rotation_matrix(math.radians(angle), axis))
    turned.apply_translation(-turned.bounds[0])
    return turned


def resting(mesh):
    """Area in mm2 that lies on the bed."""
    low = mesh.triangles_center[:, 2] < 0.01
    return float(mesh.area_faces[low & (mesh.face_normals[:, 2] < -0.99)].sum())


def describe(mesh, rotation):
    flat = printed(mesh, rotation)
    return flat, {
        "watertight": bool(mesh.is_watertight and mesh.is_winding_consistent),
        "bodies": len(mesh.split(only_watertight=False)),
        "volume_cm3": round(float(mesh.volume) / 1000, 2),
        "extents_mm": [round(float(x), 2) for x in flat.extents],
        "on_bed_cm2": round(resting(flat) / 100, 2),
        "thinnest_mm": round(float(thinnest(mesh)), 2),
    }


def overlaps(meshes):
    """{"a x b": mm3} of every two pieces that share volume."""
    found = {}
    for (a, first), (b, second) in itertools.combinations(meshes.items(), 2):
        if (first.bounds[0] < second.bounds[1]).all() and (second.bounds[0] < first.bounds[1]).all():
            volume = trimesh.boolean.intersection([first, second], engine="manifold", check_volume=False).volume
            if volume > 0.001:
                found[f"{a} x {b}"] = round(float(volume), 3)
    return found


def load(folder, prefix):
    return {path.stem[len(prefix):]: trimesh.load(path) for path in sorted(folder.glob(prefix + "*.stl"))}


def print_rotation(name, part, build):
    """Degrees about x and y that lay a piece on the bed."""
    if build == "mini":
        return MINI[part][0]
    return (0, -90) if name == "tray-00" else PARTS[part][2]       # the left tray stands on its end wall


def check_build(build, out):
    """The record of one build in the report; writes its pieces as they are printed."""
    meshes = load(out / "placed", build + "-")
    spaces = {name: meshes.pop(name) for name in list(meshes) if name.endswith("_path")}
    pieces = {}
    for name, mesh in meshes.items():
        part = name.rsplit("-", 1)[0] if name.rsplit("-", 1)[-1].isdigit() else name
        if part in LOOSE or part in MINI and MINI[part][2] == "shown":
            continue
        flat, pieces[name] = describe(mesh, print_rotation(name, part, build))
        flat.export(folder(out / build) / f"{name}.stl")
    twins = [part for part, record in MINI.items() if record[2] == "twin"]
    assembled = {name: mesh for name, mesh in meshes.items() if name not in twins}
    box = np.array([mesh.bounds for name, mesh in assembled.items() if "hood" not in name])
    volume = sum(piece["volume_cm3"] for piece in pieces.values())
    record = {"sensitivity_mm3": sensitivity(assembled, spaces), "free_spaces": sorted(spaces)} if spaces else {}
    if (out / "laser" / f"{build}-front.stl").exists():
        record["laser"] = check_laser(build, out)
    return record | {
        "assembled_mm": [round(float(x), 1) for x in box[:, 1].max(0) - box[:, 0].min(0)],
        "volume_cm3": round(volume, 1),
        "solid_weight_g": round(volume * PLA),
        "assembled_parts": sorted(assembled),
        "overlaps_mm3": overlaps(assembled),
        "blocked_mm3": blocked(spaces, assembled),
        "pieces": pieces,
    }


def blocked(spaces, meshes):
    """{"space x piece": mm3} of what stands in the way of discs, beams and light (which may meet the diffuser)."""
    found = {}
    for name, space in spaces.items():
        for other, mesh in meshes.items():
            if name == "light_path" and other.startswith("diffuser"):
                continue
            volume = trimesh.boolean.intersection([space, mesh], engine="manifold", check_volume=False).volume
            if volume > 0.001:
                found[f"{name} x {other}"] = round(float(volume), 3)
    return found


def sensitivity(meshes, spaces):
    """mm3 that the checks find when something is wrong on purpose: a check that finds nothing here is worthless."""
    grid = dict(meshes)
    first = next(name for name in meshes if name.startswith("grid"))
    grid[first] = moved(meshes[first], (0, 1, 0))
    late = {"disc_path": moved(spaces["disc_path"], (1.5, 0, 0)), "beam_path": moved(spaces["beam_path"], (2, 0, 0))}
    found = blocked(late, meshes)
    return {
        "grid 1 mm too far back": round(sum(overlaps(grid).values()), 1),
        "discs 1.5 mm to the right": round(sum(v for k, v in found.items() if k.startswith("disc_path")), 1),
        "beams 2 mm to the right": round(sum(v for k, v in found.items() if k.startswith("beam_path")), 1),
    }


def moved(mesh, by):
    copy = mesh.copy()
    copy.apply_translation(by)
    return copy


def check_laser(build, out):
    """The same checks for the laser-cut sheets as they stand."""
    sheets = load(out / "laser", build + "-")
    return {
        "sheets": {name: laser.size_of(out / build / "laser" / f"{name}.svg") for name in sheets},
        "watertight": all(mesh.is_watertight for mesh in sheets.values()),
        "overlaps_mm3": overlaps(sheets),
        "cut_sheet_cm2": round(sum(mesh.volume for mesh in sheets.values()) / LASER_T / 100),
    }


def folder(path):
    path.mkdir(parents=True, exist_ok=True)
    return path


def check(builds, out, keep=True):
    """Measures these builds and prints the result; with `keep` it goes into report.json."""
    for build in builds:
        demand_fresh((out / "placed").glob(f"{build}*.stl"))
        demand_fresh((out / "laser").glob(f"{build}*.stl"), laser_too=True)
    path = HERE / "report.json"
    report = json.loads(path.read_text()) if path.exists() else {"builds": {}}
    report.pop("sources", None)
    for build in builds:
        report["builds"][build] = check_build(build, out) | {"sources": sources_digest()}
        print(build, {k: v for k, v in report["builds"][build].items() if k not in LONG}, flush=True)
    report.setdefault("small_parts", {})
    if set(builds) != {"mini"}:
        report["small_parts_sources"] = sources_digest()
    for part in PRINTED_ALONE if set(builds) != {"mini"} else ():
        flat, report["small_parts"][part] = describe(trimesh.load(out / "placed" / f"{part}.stl"), (0, 0))
        flat.export(out / f"{part}.stl")
    if keep:
        path.write_text(json.dumps(report, indent=1, sort_keys=True) + "\n")
