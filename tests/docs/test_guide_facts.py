"""What the guides claim about games, menu, levels and layers, against the code and in the simulator."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from host_tools.play import perform, smallest_panel
from host_tools.script import parse
from host_tools.simulator import Simulator, chosen_settings
from litfour.app.menu import NAMES
from litfour.engine.levels import LEVELS
from litfour.ports import panel_named
from litfour.rules.variants import VARIANTS
from litfour.view import colours
from tests.conftest import ROOT
from tests.docs.guide_blocks import GUIDE
from tests.test_layers import ALLOWED

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLE = re.compile(r"\*\*An example:\*\* (.+?)\. The board notes `(.+?)`")
GIVES = re.compile(r"<!-- gives: (.+?) = (\w+) (\d+) -->")


def text_of(name):
    return (GUIDE / f"{name}.md").read_text()


def sections(text):
    """{heading of the second order: its text}"""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


GAMES = sections(text_of("games"))


def included(name):
    """The part of README.md that a page shows."""
    start = re.search(r':start-after: "(.+)"', text_of(name))[1]
    return (ROOT / "README.md").read_text().split(start)[1].split("<!-- end -->")[0]


def rows(table):
    """First cells of a table's rows, without its head."""
    return [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("|")][2:]


# ---- games

def test_every_variant_has_a_section_and_nothing_else_has():
    assert set(GAMES) == {variant.name for variant in VARIANTS}


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_the_section_of_a_variant_shows_its_picture_and_an_example(name):
    assert f"](../variants/{name}.png)" in GAMES[name] and (ROOT / "docs" / "variants" / f"{name}.png").exists()
    assert len(EXAMPLE.findall(GAMES[name].replace("\n", " "))) == 1


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_the_example_of_a_variant_plays_what_it_says(name):
    presses, moves = EXAMPLE.search(GAMES[name].replace("\n", " ")).groups()
    assert played(name, presses.split(", ")) == moves


def played(name, gestures):
    """The moves that the board notes of gestures between people, in the notation of the game."""
    seats = next(variant.seats for variant in VARIANTS if variant.name == name)
    panel = smallest_panel(name)
    settings = chosen_settings(panel_named(panel), name, players="three" if seats == 3 else "two")
    simulator = Simulator(panel, settings=settings)
    simulator.press(0)
    for gesture in gestures:
        simulator.run_until(lambda app: simulator.state in ("turn", "over"))
        perform(simulator, parse([gesture])[0])
    simulator.run(1500)
    return simulator.describe()["moves"]


def test_an_example_that_is_wrong_is_seen():
    assert played("standard", ["press 4", "press 4"]) == "4 4" and played("standard", ["press 4", "press undo"]) == ""


def test_rules_with_a_setting_are_told():
    for variant in VARIANTS:
        if variant.rules and variant.name != "popout-5":        # as popout
            assert "rule" in GAMES[variant.name], variant.name


# ---- menu, levels, lights

def test_the_pages_of_the_menu_are_those_of_the_firmware_in_its_order():
    assert rows(included("menu")) == list(NAMES)


@pytest.mark.parametrize(("page", "example"), [(name, match) for name in ("menu", "levels")
                                               for match in GIVES.findall(text_of(name))])
def test_the_ways_through_the_menu_lead_where_they_say(page, example):
    presses, field, value = example
    simulator = Simulator("7x6")
    simulator.run(40)
    for gesture in presses.split(", "):
        perform(simulator, parse([gesture])[0])
    simulator.run(200)
    if field == "puzzle":
        assert simulator.app.puzzle.length == int(value)
    else:
        assert getattr(simulator.app.settings, field) == int(value)


def test_every_level_has_its_row_at_its_column():
    table = re.findall(r"^\| (\d) \| ([^|]+) \|", text_of("levels"), re.MULTILINE)
    assert table == [(str(k + 1), level.name) for k, level in enumerate(LEVELS)] + [(str(len(LEVELS) + 1), "the Buddy")]


def test_the_palettes_are_the_columns_that_the_guide_names():
    row = next(line for line in included("menu").splitlines() if line.startswith("| colours"))
    named = re.search(r"1-5 palettes \((.+?)\), 6 texture, 7 night", row)[1].split(", ")
    assert len(named) == len(colours._COLOURS) == 5 and named[colours.DARK] == "dark room"
    assert 'column 2 to 4' in text_of("lights")
    for text in ("page \"colours\", columns 2 to 4", "page \"colours\", column 5", "page \"colours\", column 6",
                 "page \"colours\", column 7"):
        assert text in text_of("table")


def test_gestures_and_lights_are_the_tables_of_the_readme():
    assert len(rows(included("gestures"))) > 12 and len(rows(included("lights"))) > 15


# ---- the picture of the architecture

def test_the_picture_of_the_layers_is_the_table_of_the_layer_test():
    tree = ElementTree.parse(GUIDE / "architecture.svg").getroot()
    drawn = {(path.get("data-from"), path.get("data-to")) for path in tree.iter(SVG + "path") if path.get("data-from")}
    told = {(layer, other) for layer, allowed in ALLOWED.items() for other in allowed
            if other in ALLOWED and other != layer}
    assert drawn == told
    boxes = {box.get("id") for box in tree.iter(SVG + "g")}
    assert boxes == set(ALLOWED) | {"host_tools"}
    told_in_words = tree.find(SVG + "desc").text
    for layer in ALLOWED:
        others = sorted(other for one, other in told if one == layer)
        words = re.search(rf"\b{layer} may import ([^;]*)", told_in_words)
        assert sorted(words[1].split(", ") if words else []) == others
