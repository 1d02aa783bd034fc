"""The guides: their links, pictures, commands, pin numbers and quoted texts are those of the project as it is."""

import ast
import csv
import importlib.util
import re
import sys
import types
from unittest.mock import patch

import pytest

from hardware.guides import (
    breadboard,
    builds,
    cards,
    control_picture,
    draw,
    harness,
    mechanical,
    pinout,
    sketches,
    tables,
)
from host_tools.__main__ import COMMANDS
from host_tools.deploy import MINIMUM
from host_tools.emulator import EmulatorError, Pico, find_uf2
from litfour.app.settings import BRIGHTNESS
from litfour.hw import kernels, pins
from litfour.hw.debounce import PASS_MS
from litfour.hw.wiring import chain_map, wiring_named
from litfour.rules.variants import fits, variant_named
from tests.conftest import ROOT

HARDWARE = ROOT / "hardware"
GUIDES = HARDWARE / "guides"
DOCUMENTS = [HARDWARE / "README.md", HARDWARE / "enclosure" / "README.md", *sorted(GUIDES.glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.S)


def documents():
    return pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def code(text):
    """Every piece of code in a guide."""
    lines = [line.strip() for block, inline in CODE.findall(text) for line in (block or inline).splitlines()]
    return [line for line in lines if line]


def bringup():
    """The script for the board, loaded with stand-ins for MicroPython's modules."""
    spec = importlib.util.spec_from_file_location("guides_bringup", GUIDES / "bringup.py")
    module = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {name: types.ModuleType(name) for name in ("machine", "neopixel")}):
        spec.loader.exec_module(module)
    return module


def constant(path, name):
    """The value that a module of the firmware gives a name; it cannot be imported here."""
    return next(ast.literal_eval(node.value) for node in ast.parse(path.read_text()).body
                if isinstance(node, ast.Assign) and node.targets[0].id == name)


# ---- links, pictures, what is generated


@documents()
def test_every_link_and_picture_is_there(path):
    missing = [target for target in LINK.findall(path.read_text())
               if "://" not in target and not (path.parent / target.split("#")[0]).exists()]
    assert not missing


def test_every_picture_is_shown_somewhere_and_every_guide_is_reached():
    pages = [*HARDWARE.rglob("*.md"), *ROOT.glob("*.md")]
    shown = {(path.parent / target).resolve() for path in pages for target in LINK.findall(path.read_text())}
    assert not {path.resolve() for path in (HARDWARE / "pictures").iterdir()} - shown
    assert not {path.resolve() for path in DOCUMENTS[1:]} - shown


def test_drawings_and_cards_are_current():
    stale = [name for name, text in draw.drawings().items() if (HARDWARE / name).read_text() != text]
    assert not stale, "make guides"


@documents()
def test_tables_are_current(path):
    assert path.read_text() == tables.fill(path.read_text()), "make guides"


def test_wireviz_drew_the_cables_that_the_circuit_has():
    for name, connector_names in (("light", ("J2", "J3", "J4")), ("buttons", ("J5", "J6")), ("beams", ("J7", "J8"))):
        picture = (HARDWARE / "pictures" / f"harness-{name}.svg").read_text()
        for connector in connector_names:
            for number, net in enumerate(harness.connectors()[connector], 1):
                assert re.search(rf"{connector}:{number}:{re.escape(net)}[< ]", picture), (connector, net)


# ---- commands


@documents()
def test_commands_exist(path):
    makefiles = (ROOT / "Makefile").read_text() + (HARDWARE / "enclosure.mk").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefiles, re.M))
    for line in code(path.read_text()):
        if line.startswith("make "):
            assert line.split()[1] in targets, line
        if "litfour " in line and line.startswith(".venv"):
            assert line.split()[1] in COMMANDS, line
        for file in re.findall(r"(?<!build/)\b(?:hardware|firmware)/[\w./-]+", line):
            assert (ROOT / file).exists(), line


@documents()
def test_the_tools_options_are_named_rightly(path):
    for line in code(path.read_text()):
        if "ENCLOSURE_ARGS" in line:
            assert re.search(r'"--build (mini|classic|slider|party)( --set disc_max=28)?"', line), line
        for name in re.findall(r"f\.write\('([^']+)'\)", line):
            wiring_named(name)
        for count in re.findall(r'"pixels = (\d+)"', line):
            assert int(count) in {7, 42, 54, 64, 81}, line


def test_parameters_that_guides_name_exist():
    params = (HARDWARE / "enclosure" / "params.json").read_text()
    for path in (GUIDES / "print.md", GUIDES / "mini.md"):
        for name in re.findall(r"`((?:disc|diffuser|matrix)_[a-z]+)`", path.read_text()):
            assert f'"{name}"' in params, name


# ---- texts that are quoted


def quoted():
    text = (GUIDES / "troubleshooting.md").read_text()
    return re.findall(r"^> (.+)$", text, re.M)


def printed_texts():
    """Constant parts of every string of the firmware and the host tools (implicit concatenation joined)."""
    found = []
    for path in [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "host_tools").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(re.sub(r"\{[^}]*\}", "…", node.value))
    return found


def test_troubleshooting_quotes_what_is_printed():
    texts = printed_texts()
    assert len(quoted()) >= 10
    for line in quoted():
        for piece in (piece.strip() for piece in line.split("…")):
            assert any(piece in text for text in texts), f"nothing prints {piece!r} of {line!r}"


@pytest.mark.parametrize(("name", "quotes"), [("mini.md", ["straps read 7 = breadboard"]),
                                              ("testing.md", ["straps read 6 = control-a"])])
def test_guides_quote_what_the_bringup_script_says(name, quotes):
    text = (GUIDES / name).read_text()
    for quote in quotes:
        assert quote in text
        number, board = re.match(r"straps read (\d) = (.+)", quote).groups()
        assert bringup().REVISIONS[int(number)] == board


# ---- pin numbers and other figures


def test_the_bringup_script_has_the_firmwares_pins():
    script = bringup()
    for name in ("COLUMN_PINS", "BEAM_PINS", "MENU_PIN", "UNDO_PIN", "STRAP_PINS", "PANEL_PIN", "SENSE_PIN",
                 "REVISIONS"):
        assert getattr(script, name) == getattr(pins, name), name


def test_the_pinout_has_all_forty_pins_once():
    assert sorted([*pinout.HEADER.values(), *pinout.FIXED]) == list(range(1, 41))
    assert sorted(pinout.uses()) == sorted(pinout.HEADER), "every GPIO of the header is used, and no other"


@documents()
def test_pin_numbers_in_the_text_are_those_of_the_firmware(path):
    words = {pins.PANEL_PIN: ("data", "DIN"), **{gpio: ("strap",) for gpio in pins.STRAP_PINS}}
    for line in tables.BLOCK.sub("", path.read_text()).splitlines():
        for number in re.findall(r"GP(\d+)", line):
            assert int(number) in words, line
            assert any(word in path.read_text() for word in words[int(number)]), line
    if path.name == "troubleshooting.md":
        assert "GP{}, GP{} and GP{}".format(*pins.STRAP_PINS) in path.read_text()
        assert f"wrong pin (GP{pins.PANEL_PIN})" in path.read_text()


def test_figures_in_the_text():
    beams = (GUIDES / "beams.md").read_text()
    assert f"from {PASS_MS} ms to {kernels.JAM_MS} ms" in beams and f"need {kernels.GAP_MS} ms between" in beams
    testing = (GUIDES / "testing.md").read_text()
    board = constant(ROOT / "firmware" / "litfour" / "root.py", "DEFAULT_BOARD")
    assert f"it takes the Classic, `{board}`" in testing
    wiring = wiring_named("7x6")
    assert f"{wiring.channel_ma[0]} mA for each colour and {wiring.idle_ua // 1000} mA dark" in testing
    for name in ("mini.md", "testing.md"):
        assert "MicroPython {}.{}.".format(*MINIMUM) in (GUIDES / name).read_text()


def test_each_test_point_is_drawn_and_told():
    points = {value for reference, value, _ in control_picture.parts() if reference.startswith("TP")}
    assert points == set(control_picture.EXPECTED)
    testing = (GUIDES / "testing.md").read_text()
    rows = dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", testing, re.M))
    assert set(rows) <= points and len(rows) >= 5
    for net in ("+5V", "VSYS"):
        assert control_picture.EXPECTED[net][0].split(" below")[0] in rows[net]


def test_the_far_row_is_asked_for_what_the_simulation_promises():
    import json
    path = HARDWARE / "power" / "results.json"
    decks = json.loads(path.read_text())["decks"]
    least = min(deck["values"]["far"] for name, deck in decks.items()
                if re.match(r"drop-(classic|slider|party)-0\.5A-", name))
    asked = float(re.search(r"at the far row: ([\d.]+) V", (GUIDES / "testing.md").read_text())[1])
    assert 0 <= least - asked < 0.1


def test_brightness_is_as_the_readme_says():
    """0.5 A is enough for each build; at the middle step no full board of discs is scaled."""
    middle = BRIGHTNESS[len(BRIGHTNESS) // 2]
    for board, _, limit, dark, wants, discs, white in builds.brightness_rows():
        assert dark < limit <= 500
        assert 0 < white < discs <= 100
        assert builds.demand(board, 8000, middle)["discs"] <= limit < wants, board


# ---- the Mini's breadboards


def net_of(strip):
    found = [net for net in breadboard.nets() if strip in net]
    return found[0] if found else {strip}


def pico(number):
    return breadboard.strip(breadboard.pico_hole(number, "a"))


def test_each_button_of_the_breadboard_goes_from_its_pin_to_ground():
    ground = net_of("A-")
    assert pico(38) in ground
    wanted = [*pins.COLUMN_PINS[:8], pins.MENU_PIN, pins.UNDO_PIN]
    for k, gpio in enumerate(wanted):
        legs = [breadboard.strip(leg) for leg in breadboard.button_legs(k)]
        signal = net_of(pico(pinout.HEADER[gpio]))
        assert signal & set(legs) == {legs[0]} and ground & set(legs) == {legs[2]}, "two legs across the diagonal"
        assert not signal & ground and len(signal) == 2
    assert len(wanted) == breadboard.BUTTONS


def test_no_two_nets_of_the_breadboard_meet_and_no_hole_is_used_twice():
    pico_strips = {pico(number): number for number in range(1, 41)}
    for net in breadboard.nets():
        numbers = {pico_strips[strip] for strip in net if strip in pico_strips}
        assert len(numbers) <= 1 or numbers <= {3, 8, 13, 18, 23, 28, 38}
    used = [end for a, b, _ in breadboard.wires() for end in (a, b) if isinstance(end, tuple)]
    used += [leg for _, a, b in breadboard.PARTS for leg in (a, b) if isinstance(leg, tuple)]
    used += [leg for k in range(breadboard.BUTTONS) for leg in breadboard.button_legs(k)]
    used += [breadboard.pico_hole(number, "c" if number <= 20 else "h") for number in range(1, 41)]
    used += [breadboard.chip_hole(number, "e" if number <= 7 else "f") for number in range(1, 15)]
    assert not {hole for hole in used if used.count(hole) > 1}
    high, low = set("fghij"), set("abcde")
    assert all(hole[3] in (high if hole[1] == "high" else low) for hole in used)
    assert all(1 <= hole[2] <= breadboard.COLUMNS[hole[0]] for hole in used)


def test_the_chips_side_of_the_breadboard():
    supply, ground = net_of("A+"), net_of("A-")

    def chip(number):
        return breadboard.strip(breadboard.chip_hole(number, "a"))

    assert chip(14) in supply and "module +" in supply and pico(40) not in supply, "only through the fuse"
    assert {chip(1), chip(7), "module -"} <= ground
    assert chip(2) in net_of(pico(pinout.HEADER[pins.PANEL_PIN]))
    for gate in (4, 5):
        assert chip(gate) in ground
    for gate in (9, 10, 12, 13):
        assert chip(gate) in supply, "no input of the 74AHCT125 floats"
    parts = {name: ({*net_of(breadboard.strip(a))}, {*net_of(breadboard.strip(b))}) for name, a, b in breadboard.PARTS}
    assert chip(3) in parts["330 ohm"][0] and "module DIN" in parts["330 ohm"][1]
    assert parts["1000 uF"] == parts["100 nF"] == (supply, ground)
    assert chip(2) in parts["47 k"][0] and parts["47 k"][1] == ground
    assert parts["fuse"] == ({pico(40)}, supply)
    assert pico(pinout.HEADER[pins.BUZZER_PIN]) in parts["piezo"][0] and parts["piezo"][1] == ground
    for strap in pins.STRAP_PINS:
        alone = pico(pinout.HEADER[strap])
        assert net_of(alone) == {alone}, "open: the firmware reads a breadboard"
    assert pins.REVISIONS[7] == "breadboard" and "breadboard" in wiring_named("8x8").boards


def test_the_breadboards_buttons_stand_under_the_caps_of_the_case():
    import json
    mini = json.loads((HARDWARE / "enclosure" / "params.json").read_text())["mini"]
    assert (mini["mini_first"], mini["mini_step"]) == (breadboard.FIRST, breadboard.STEP)
    assert breadboard.button_legs(breadboard.BUTTONS - 1)[1][2] <= breadboard.COLUMNS["A"]


def test_the_module_is_numbered_as_the_firmware_sends():
    assert list(chain_map(wiring_named("8x8"))) == list(range(64)), "row by row from the lower left, as drawn"


# ---- chain, cards, lists


def test_the_rail_begins_on_the_left_as_the_wiring_guide_says():
    assert all(wiring_named(board).rail == 1 for board in ("7x6+rail", "9x6+rail", "9x9+rail"))
    assert "`rail=1` in the firmware's wirings" in (GUIDES / "wiring.md").read_text()


def test_the_chain_drawing_is_the_serpentine_of_the_firmware():
    for board in ("7x6", "9x6", "9x9"):
        wiring = wiring_named(board)
        assert (wiring.origin, wiring.axis, wiring.serpentine) == ("bl", "rows", True)
        assert f">{wiring.panel_record().cells - 1}</text>" in sketches.chain(board)


@pytest.mark.parametrize("name", builds.BUILDS)
def test_a_card_tells_only_games_that_fit_its_panel(name):
    build = builds.BUILDS[name]
    panels = [wiring_named(board).panel_record() for board in build.boards]
    for game in build.games:
        assert any(fits(variant_named(game), panel) for panel in panels)
        assert cards.RULES[game][0] in cards.draw(name)
    text = (GUIDES / "cards" / f"{name}.svg").read_text()
    assert 'width="210mm" height="148mm"' in text
    bottom = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', text)]
    assert max(bottom) < 142, "all lines are on the sheet"


def test_lists_count_what_the_enclosure_needs():
    import json
    params = json.loads((HARDWARE / "enclosure" / "params.json").read_text())
    for name, record in params["builds"].items():
        found = {item: number for item, number, _ in mechanical.counts(name)}
        with open(HARDWARE / "bom" / f"{name}.csv", encoding="utf-8", newline="") as file:
            keys = [int(row["quantity"]) for row in csv.DictReader(file) if row["part"] == "key12"]
        assert keys == [record["columns"] + 2], "column buttons, MENU, UNDO"
        assert found["disc 29 mm, 5 mm thick"] >= record["columns"] * record["rows"]
        assert found["screw M3 x 12, countersunk"] == len(record["bolt_columns"]) * len(record["bolt_rows"])
    assert {item: number for item, number, _ in mechanical.MINI}["push-button 6 x 6 mm, 13 mm high"] == 10


# ---- the bring-up script runs on the Pico


def test_the_bringup_script_on_the_emulated_pico():
    try:
        uf2 = find_uf2()
    except EmulatorError as error:
        pytest.skip(str(error))
    with Pico(uf2, files={"bringup.py": (GUIDES / "bringup.py").read_bytes()}) as board:
        board.start()
        board.raw_repl()
        board.watch(pins.PANEL_PIN)
        said = board.exec("import bringup\nbringup.straps()\nbringup.light(2)").out
        assert "straps read 7 = breadboard" in said
        frames = [frame.data for frame in board.frames(pins.PANEL_PIN)]
        assert frames[:3] == [b"\0\x08\0\0\0\0", b"\x08\0\0\0\0\0", b"\0\0\x08\0\0\0"], "red, green, blue in GRB order"
        for k, gpio in enumerate((0, 8, 9, 17, pins.MENU_PIN)):
            board.press(gpio, ms=40, at=board.now + 300 + 80 * k)
        said = board.exec("bringup.watch(1200)").out
        assert "active at rest: nothing, as it should be" in said
        for name in ("column 1", "column 9", "beam 1", "beam 9", "MENU"):
            assert re.search(rf"{name} active for (3[89]|4[0-3]) ms", said), said
        assert "never seen: column 2" in said
