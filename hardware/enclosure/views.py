"""Pictures of the assembled thing and of its parts pulled apart, from the pieces that enclosure.py made."""

import subprocess
import tempfile
from pathlib import Path

from enclosure import LOOSE, PARTS
from mini_parts import MINI
from PIL import Image, ImageChops

PICTURES = Path(__file__).resolve().parent.parent / "pictures"
SIZE = "1600,1300"
KEPT = (880, 720)

# Where a part goes in the exploded view, in mm: (x, y, z), and how far its pieces move apart along x and z.
APART = {
    "front": (0, -150, 0), "diffuser": (0, -110, 0), "grid": (0, -70, 0), "row_boards": (0, -10, 0),
    "carrier": (0, 40, 0), "chute": (0, 90, 0), "beam_bar": (0, 130, 0), "beam_cover": (0, 170, 0),
    "mouth": (0, 60, 70), "tray": (0, -30, -110), "base": (0, -30, -240), "switch_plate": (0, -170, -140),
    "caps": (0, -170, -95), "control_board": (0, -30, -180), "rail_board": (0, -170, -70),
    "deck": (0, -170, -50), "hood": (0, -260, -20),
    "mini_hood": (0, 0, 110), "mini_caps": (0, 0, 75), "mini_top": (0, 0, 50), "mini_diffuser": (0, 0, 35),
    "mini_grid": (0, 0, 20), "mini_module": (0, 0, 5), "mini_base": (0, 0, -30),
}
SPREAD = 12
GAME = (3, 3, 2, 4, 3, 4, 4, 2, 1, 5, 2, 2, 5, 3)      # columns of the moves that the pictures show
# Steps of the guides: title, what is there already, what comes now and from where (x, y, z in mm), camera.
STEPS = {
    "classic": (
        ("shell", (), {"front": (0, 0, 0), "diffuser": (0, 60, 0)}, (65, 208)),
        ("grid", ("front", "diffuser"), {"grid": (0, 70, 0)}, (65, 208)),
        ("boards", (), {"carrier": (0, 0, 0), "row_boards": (0, -60, 0)}, (68, 28)),
        ("carrier", ("front", "diffuser", "grid"), {"row_boards": (0, 60, 0), "carrier": (0, 60, 0)}, (65, 208)),
        ("chutes", ("front", "carrier"), {"chute": (0, 60, 0), "beam_bar": (0, 90, 0), "beam_cover": (0, 120, 0),
                                          "mouth": (0, 40, 50)}, (65, 208)),
        ("base", (), {"base": (0, 0, 0), "control_board": (0, 0, 70)}, (50, 28)),
        ("tray", ("base", "control_board"), {"tray": (0, 0, 70)}, (55, 28)),
        ("tower", ("base", "tray"), {"front": (0, 0, 70), "diffuser": (0, 0, 70), "grid": (0, 0, 70),
                                     "carrier": (0, 0, 70), "chute": (0, 0, 70),
                                     "beam_bar": (0, 0, 70), "beam_cover": (0, 0, 70), "mouth": (0, 0, 70)}, (68, 28)),
        ("deck", ("base", "tray", "control_board"), {"switch_plate": (0, 0, 10), "caps": (0, 0, 50),
                                                     "rail_board": (0, 0, 85), "deck": (0, 0, 120)}, (55, 28)),
        ("hood", ("base", "tray", "front", "diffuser", "carrier", "chute", "mouth", "deck", "caps"),
         {"hood": (0, -70, 30)}, (65, 28)),
    ),
    "mini": (
        ("module", ("mini_base",), {"mini_module": (0, 0, 30), "mini_grid": (0, 0, 50),
                                    "mini_diffuser": (0, 0, 65)}, (50, 20)),
        ("top", ("mini_base", "mini_diffuser"), {"mini_top": (0, 0, 45), "mini_caps": (0, 0, 75)}, (50, 20)),
        ("hood", ("mini_base", "mini_diffuser", "mini_top", "mini_caps"), {"mini_hood": (0, 0, 50)}, (50, 20)),
    ),
}
# camera: rotation about x and z; the view is fitted to the thing
VIEWS = {"assembled": (68, 28), "back": (68, 208), "exploded": (70, 38)}


def placed(out, build):
    """(path, part, i, j, colour) of what stands in the assembled thing."""
    colours = {part: record[3] for part, record in PARTS.items()} | LOOSE
    colours |= {part: record[1] for part, record in MINI.items() if record[2] != "twin"}
    for path in sorted((out / "placed").glob(f"{build}-*.stl")):
        name = path.stem[len(build) + 1:]
        part, _, number = name.rpartition("-")
        if not number.isdigit():
            part, number = name, "00"
        if part in colours:
            yield path, part, int(number[0]), int(number[1]), colours[part]


def lit(params, build):
    """.scad lines of shining cells: a game under way, so that the picture shows what the thing is for."""
    if build == "mini":
        return []
    common, record = params["common"], params["builds"][build]
    heights, lines = [0] * record["columns"], []
    for ply, column in enumerate(GAME):
        x = (column + 0.5) * common["pitch"]
        z = common["passage"] + common["wall"] + common["top_margin"] + (heights[column] + 0.5) * common["pitch"]
        heights[column] += 1
        lines.append(f'color("{("#ff4030", "#ffd820")[ply % 2]}") translate([{x}, 1.7, {z}]) rotate([90, 0, 0]) '
                     f'cylinder(d={common["hole_d"] - 0.4}, h=0.2, $fn=48);')
    return lines


def scene(params, out, build, view):
    """The .scad text of a view; the hood is left out where it would hide the buttons."""
    lines = lit(params, build) if view == "assembled" else []
    for path, part, i, j, colour in placed(out, build):
        if view != "exploded" and part in ("hood", "mini_hood"):
            continue
        x, y, z = APART[part] if view == "exploded" else (0, 0, 0)
        if view == "exploded" and part not in LOOSE:
            x, z = x + SPREAD * i, z + SPREAD * j
        alpha = 0.55 if part in ("diffuser", "mini_diffuser") and view == "exploded" else 1
        lines.append(f'color("{colour}", {alpha}) translate([{x}, {y}, {z}]) import("{path}");')
    return "\n".join(lines) + "\n"


def step_scene(out, build, there, coming):
    """What is there in grey, what comes now in its colour and moved off."""
    lines = []
    for path, part, _, _, colour in placed(out, build):
        if part in coming:
            x, y, z = coming[part]
            lines.append(f'color("{colour}") translate([{x}, {y}, {z}]) import("{path}");')
        elif part in there:
            lines.append(f'color("#c4c6ca") import("{path}");')
    return "\n".join(lines) + "\n"


def make_steps(build, out):
    for number, (title, there, coming, rotation) in enumerate(STEPS.get(build, ()), 1):
        render(step_scene(out, build, there, coming), PICTURES / f"{build}-step{number}-{title}.png", rotation)


def render(text, target, rotation):
    """Writes a PNG; openscad needs a screen, xvfb-run gives it one."""
    with tempfile.TemporaryDirectory() as folder:
        source, raw = Path(folder) / "view.scad", Path(folder) / "view.png"
        source.write_text(text)
        camera = f"0,0,0,{rotation[0]},0,{rotation[1]},500"
        subprocess.run(["xvfb-run", "-a", "openscad", "-o", str(raw), f"--imgsize={SIZE}", f"--camera={camera}",
                        "--viewall", "--autocenter", "--projection=p", "--colorscheme=Tomorrow", str(source)],
                       check=True, capture_output=True)
        picture = Image.open(raw).convert("RGB")
        ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
        left, top, right, bottom = ImageChops.difference(picture, ground).getbbox()
        picture = picture.crop((max(left - 20, 0), max(top - 20, 0), right + 20, bottom + 20))
        picture.thumbnail(KEPT, Image.LANCZOS)
        picture.quantize(96).save(target, optimize=True)


def laser_scene(out, build):
    """The laser-cut sheets as they stand."""
    colours = {"front": "#2b4a8b", "deck": "#2b4a8b", "diffuser": "#f4f4f0", "cheek": "#b58a55"}
    return "\n".join(f'color("{colours.get(path.stem.partition("-")[2], "#d9b98a")}") import("{path}");'
                     for path in sorted((out / "laser").glob(f"{build}-*.stl"))) + "\n"


def make(params, builds, out):
    """All pictures of these builds; RuntimeError or CalledProcessError where a tool is missing."""
    PICTURES.mkdir(exist_ok=True)
    if "classic" in builds:
        render(laser_scene(out, "classic"), PICTURES / "classic-laser.png", VIEWS["assembled"])
    for build in builds:
        for view, rotation in VIEWS.items():
            if build != "classic" and view == "back":
                continue
            target = PICTURES / f"{build}-{view}.png"
            render(scene(params, out, build, view), target, (50, 20) if build == "mini" else rotation)
            print(target.name, target.stat().st_size // 1024, "KB", flush=True)
        make_steps(build, out)
