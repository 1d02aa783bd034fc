"""The enclosure: its report is of these sources and says that all is well; it fits the firmware, the boards, the discs.

The parts themselves are made and measured by `make enclosure`; here only its report is read, in seconds.
"""

import hashlib
import importlib.util
import json
import math

import pytest

from hardware.tools import sexp
from litfour.hw.wiring import wiring_named
from tests.conftest import ROOT

HARDWARE = ROOT / "hardware"
ENCLOSURE = HARDWARE / "enclosure"
PARAMS = json.loads((ENCLOSURE / "params.json").read_text())
COMMON, BUILDS, MINI = PARAMS["common"], PARAMS["builds"], PARAMS["mini"]
REPORT = json.loads((ENCLOSURE / "report.json").read_text())
MODULES = ("enclosure.py", "inspect_parts.py", "mini_parts.py", "laser.py")

# Walls are three lines of the nozzle, but these, which carry nothing: mm.
THIN = {"diffuser": 0.95, "mini_diffuser": 0.7, "mini_grid": 0.75, "mini_cap_menu": 0.75, "mini_cap_undo": 0.75,
        "deck": 0.75}                               # the deck: islands in the letters


def module(name):
    """One of the enclosure's scripts; none of them needs its tools when it is loaded, but inspect_parts."""
    spec = importlib.util.spec_from_file_location("hardware_enclosure_" + name, ENCLOSURE / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture(scope="module")
def enclosure():
    return module("enclosure")


@pytest.fixture(scope="module")
def mini_parts():
    return module("mini_parts")


def every_piece():
    return [(build, name) for build, record in REPORT["builds"].items() for name in record["pieces"]]


def part_of(name):
    return name.rsplit("-", 1)[0]


# ---- the report belongs to the sources


def test_the_report_was_made_from_these_sources():
    digest = hashlib.sha256()
    for name in sorted({path.name for path in ENCLOSURE.glob("*.scad")} | {"params.json", *MODULES}):
        digest.update(name.encode() + b"\0" + (ENCLOSURE / name).read_bytes() + b"\0")
    current = digest.hexdigest()
    stale = [build for build, record in REPORT["builds"].items() if record["sources"] != current]
    assert not stale, f"make enclosure: the sources changed since {stale} were checked"
    assert REPORT["small_parts_sources"] == current
    assert set(REPORT["builds"]) == {"mini", *BUILDS}


def test_openscad_reads_what_params_json_says(enclosure):
    assert (ENCLOSURE / "params.scad").read_text() == enclosure.params_scad(PARAMS)


def test_the_report_has_every_piece(enclosure, mini_parts):
    for build in BUILDS:
        wanted = {f"{part}-{i}{j}" for part, i, j in enclosure.pieces(PARAMS, build)}
        assert set(REPORT["builds"][build]["pieces"]) == wanted
    printed = {part for part, record in mini_parts.MINI.items() if record[2] != "shown"}
    assert set(REPORT["builds"]["mini"]["pieces"]) == printed
    assert set(REPORT["small_parts"]) == set(enclosure.PRINTED_ALONE)


# ---- each piece can be printed


@pytest.mark.parametrize(("build", "name"), every_piece(), ids=lambda value: value)
def test_a_piece_is_one_closed_body_that_fits_the_bed(build, name):
    piece = REPORT["builds"][build]["pieces"][name]
    assert piece["watertight"] and piece["bodies"] == 1
    assert max(piece["extents_mm"][:2]) <= COMMON["bed"] and piece["extents_mm"][2] <= COMMON["bed_height"]
    assert piece["thinnest_mm"] >= THIN.get(part_of(name), 3 * COMMON["nozzle"]) - 1e-6
    width, depth, _ = piece["extents_mm"]
    assert 100 * piece["on_bed_cm2"] >= min(0.1 * width * depth, 1000), "it would not stick to the bed"


def test_small_parts_can_be_printed(enclosure):
    for name, piece in REPORT["small_parts"].items():
        assert piece["watertight"] and piece["bodies"] == 1, name
        assert piece["thinnest_mm"] >= (0.4 if name == "coupon" else 3 * COMMON["nozzle"]), name
        assert max(piece["extents_mm"]) <= COMMON["bed"], name


# ---- together


@pytest.mark.parametrize("build", ["mini", *BUILDS])
def test_assembled_parts_share_no_volume(build, enclosure, mini_parts):
    record = REPORT["builds"][build]
    assert record["overlaps_mm3"] == {}
    if build == "mini":
        wanted = {part for part, kind in mini_parts.MINI.items() if kind[2] != "twin"}
    else:
        wanted = {*record["pieces"], *enclosure.LOOSE}          # with the boards and caps
    assert set(record["assembled_parts"]) == wanted


@pytest.mark.parametrize("build", BUILDS)
def test_discs_beams_light_cables_and_boot_stick_have_free_ways(build, enclosure):
    record = REPORT["builds"][build]
    assert set(record["free_spaces"]) == set(enclosure.FREE)
    assert record["blocked_mm3"] == {}
    assert all(volume > 10 for volume in record["sensitivity_mm3"].values()), "the check would not see a fault"
    assert len(record["sensitivity_mm3"]) == 3


@pytest.mark.parametrize("build", BUILDS)
def test_laser_cut_sheets_stand_together(build):
    laser = REPORT["builds"][build]["laser"]
    assert laser["watertight"] and laser["overlaps_mm3"] == {}
    assert set(laser["sheets"]) == set(module("laser").SHEETS)
    assert max(max(size) for size in laser["sheets"].values()) <= 400, "a common laser cuts 400 x 600 mm"


@pytest.mark.parametrize("build", BUILDS)
def test_seams_of_front_and_back_are_staggered_and_clear_of_bolts(build):
    record = BUILDS[build]
    assert not set(record["front_cut"]) & set(record["back_cut"])
    assert not set(record["front_row_cut"]) & set(record["back_row_cut"])
    assert not set(record["bolt_columns"]) & {*record["front_cut"], *record["back_cut"]}
    assert not set(record["bolt_rows"]) & {*record["front_row_cut"], *record["back_row_cut"]}


# ---- the firmware's tables


@pytest.mark.parametrize("build", BUILDS)
def test_a_build_is_a_board_that_the_firmware_knows(build):
    record = BUILDS[build]
    for name in (record["board"], record["board"] + "+rail"):
        panel = wiring_named(name).panel_record()
        assert (panel.columns, panel.rows) == (record["columns"], record["rows"])


def test_the_mini_is_the_module_that_the_firmware_knows():
    panel = wiring_named(MINI["board"]).panel_record()
    assert (panel.columns, panel.rows) == (MINI["columns"], MINI["rows"]) == (8, 8)
    assert wiring_named("7x6-on-8x8").panel_record().name == "7x6"
    assert MINI["matrix_w"] >= 7 * MINI["matrix_pitch"] + COMMON["pixel_size"]


# ---- discs and beams


def test_discs_of_28_to_30_mm_fit_the_chutes_and_the_pitch_is_that_of_30_pixels_a_metre():
    assert COMMON["pitch"] == pytest.approx(1000 / 30, abs=1e-4)
    assert 28 <= COMMON["disc_d"] <= COMMON["disc_max"] <= 30
    width = COMMON["disc_max"] + 1.2
    assert COMMON["pitch"] - width >= 5 * COMMON["nozzle"], "the divider between two chutes"
    assert COMMON["chute_d"] >= COMMON["disc_t"] + 1


def test_a_disc_that_is_drawn_back_never_reached_the_beam():
    """The mouth's rim to the beam: half a disc and the fall; a disc held at its upper rim is still above it."""
    depth = COMMON["disc_max"] / 2 + COMMON["fall"]
    assert COMMON["fall"] == 30
    assert depth - COMMON["disc_max"] >= 10, "held at its very top a disc ends this far above the beam"
    text = (ENCLOSURE / "common.scad").read_text()
    assert "beam_depth = disc_max / 2 + fall;" in text and "z_beam = z_mouth - beam_depth;" in text


def test_the_firmware_counts_a_disc_that_falls_past_the_beam():
    from litfour.hw import kernels
    from litfour.hw.debounce import PASS_MS
    gravity = 9810

    def passage(chord, fall):
        return 1000 * (math.sqrt(2 * (fall + chord) / gravity) - math.sqrt(2 * fall / gravity))

    assert passage(28, COMMON["fall"]) > PASS_MS and passage(30, 0) < kernels.JAM_MS


def test_the_ramp_is_steep_enough_and_the_passage_lets_a_standing_disc_through():
    assert math.tan(math.radians(COMMON["ramp_angle"])) > 0.5, "discs of printed plastic slide from about 0.3 to 0.4"
    depth = COMMON["front_t"] + COMMON["grid_h"] + COMMON["pcb_t"] + COMMON["pcb_gap"] + COMMON["carrier_t"]
    ramp = COMMON["tray_z"] + (depth + COMMON["chute_d"]) * math.tan(math.radians(COMMON["ramp_angle"]))
    assert COMMON["passage"] - ramp >= COMMON["disc_max"] + 1


def test_menu_and_undo_are_recessed_of_other_shape_and_side_by_side():
    text = (ENCLOSURE / "controls.scad").read_text()
    assert "module menu_shape(d) offset(delta = d) square" in text
    assert "module undo_shape(d) offset(delta = d) polygon" in text
    assert "undo_x = menu_x + menu_gap;" in text
    assert 'text("MENU"' in text and 'text("UNDO"' in text
    column = REPORT["small_parts"]["cap_column"]["extents_mm"][2]
    for cap in ("cap_menu", "cap_undo"):
        assert column - REPORT["small_parts"][cap]["extents_mm"][2] >= 2, "lower than the column caps"


# ---- the boards of the electronics


def board(path):
    """(width, height, [(footprint, x, y)], origin at the board's corner) of a .kicad_pcb."""
    tree = sexp.parse(path.read_text())
    corners = [[float(value) for value in sexp.child(line, end)[1:]] for line in sexp.children(tree, "gr_line")
               if sexp.child(line, "layer")[1] == "Edge.Cuts" for end in ("start", "end")]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    parts = []
    for footprint in sexp.children(tree, "footprint"):
        reference = next(field[2] for field in sexp.children(footprint, "property") if field[1] == "Reference")
        x, y, *turn = (float(value) for value in sexp.child(footprint, "at")[1:])
        parts.append((reference, str(footprint[1]), x - left, y - top, turn[0] if turn else 0.0, footprint))
    return width, height, parts


def near(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(sorted(found), sorted(wanted), strict=True):
        assert one == pytest.approx(other, abs=0.05)


@pytest.mark.parametrize("build", BUILDS)
def test_holes_meet_the_pixels_and_posts_meet_the_row_boards_holes(build):
    record = BUILDS[build]
    width, height, parts = board(HARDWARE / "panel" / f"row{record['columns']}.kicad_pcb")
    pitch, over = COMMON["pitch"], COMMON["row_board_over"]
    assert width == pytest.approx(record["columns"] * pitch + 2 * over, abs=0.1)
    assert height == pytest.approx(COMMON["row_board_height"], abs=0.1)
    near([(x, y) for _, name, x, y, _, _ in parts if "WS2812" in name or "SK6812" in name],
         [(over + (column + 0.5) * pitch, height / 2) for column in range(record["columns"])])
    holes = [(x, y) for _, name, x, y, _, _ in parts if "MountingHole" in name]
    near(holes, [(over + border * pitch, height / 2) for border in record["board_hole_borders"]])
    near(holes, [(width - x, height - y) for x, y in holes])       # every second board is turned round


def test_the_row_boards_leave_room_for_the_bolts_between_them():
    for build, record in BUILDS.items():
        _, height, _ = board(HARDWARE / "panel" / f"row{record['columns']}.kicad_pcb")
        assert COMMON["pitch"] - height >= 7.2 + 2, f"{build}: the bolts' bosses pass between the rows"


def test_bosses_meet_the_control_boards_holes():
    width, height, parts = board(HARDWARE / "control" / "control.kicad_pcb")
    assert (width, height) == pytest.approx((COMMON["control_w"], COMMON["control_h"]), abs=0.1)
    inset = COMMON["control_inset"]
    near([(x, y) for _, name, x, y, _, _ in parts if "MountingHole" in name],
         [(x, y) for x in (inset, width - inset) for y in (inset, height - inset)])


@pytest.mark.parametrize(("reference", "room"), [("J1", 4.5), ("SW1", 2.0), ("SW2", 2.0), ("U1", 5.0)])
def test_a_window_in_the_rear_wall_meets_usb_switch_and_reset(reference, room):
    """`room`: mm that the opening must leave on either side of the part's middle."""
    _, _, parts = board(HARDWARE / "control" / "control.kicad_pcb")
    _, _, x, _, turn, footprint = next(part for part in parts if part[0] == reference)
    pads = []
    for pad in sexp.children(footprint, "pad"):
        px, py = (float(value) for value in sexp.child(pad, "at")[1:3])
        angle = math.radians(turn)
        pads.append(x + px * math.cos(angle) + py * math.sin(angle))
    middle = (min(pads) + max(pads)) / 2
    assert any(low + room <= middle <= high - room for low, high in COMMON["control_windows"]), middle


def test_the_report_tells_the_size_of_the_assembled_thing():
    for build, record in BUILDS.items():
        width, depth, height = REPORT["builds"][build]["assembled_mm"]
        tower = record["rows"] * COMMON["pitch"] + 2 * (COMMON["top_margin"] + COMMON["wall"]) + COMMON["mouth_t"]
        assert height == pytest.approx(COMMON["passage"] + tower, abs=0.2)
        assert width < record["columns"] * COMMON["pitch"] + 40 and depth < 200
