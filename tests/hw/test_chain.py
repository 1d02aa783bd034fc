"""Wirings in words: all that they can say is the walk of that chain; nonsense is refused. Immunity 7, 27."""

from itertools import product

import pytest

from litfour.hw import chain, wiring
from tests.hw.test_wiring import AXES, NAMES, ORIGINS, walk


@pytest.mark.parametrize(("name", "origin", "axis", "turns"), list(product(NAMES[:-1], ORIGINS, AXES, ("yes", "no"))))
def test_words_are_the_walk_of_the_chain(name, origin, axis, turns):
    record = wiring.wiring_named(f"{name} origin={origin} axis={axis} serpentine={turns} order=BRG lead=2")
    panel = record.panel_record()
    cells = walk(panel, origin, axis, turns == "yes") + list(range(panel.cells, panel.pixels))
    assert [wiring.chain_map(record)[cell] for cell in cells] == list(range(2, panel.pixels + 2))
    assert record.order == "BRG" and wiring.chain_length(record) == panel.pixels + 2


@pytest.mark.parametrize(("origin", "axis", "turns", "lead"), list(product(ORIGINS, AXES, ("yes", "no"), (0, 1))))
def test_a_turned_module_shows_the_game_in_its_corner(origin, axis, turns, lead):
    words = f"7x6-on-8x8 origin={origin} axis={axis} serpentine={turns}" + (f" lead={lead}" if lead else "")
    record = wiring.wiring_named(words)
    game = wiring.chain_map(record)
    for number, cell in enumerate(walk(wiring.panel_named("8x8"), origin, axis, turns == "yes")):
        if cell % 8 < 7 and cell // 8 < 6:
            assert game[cell // 8 * 7 + cell % 8] == number + lead
    assert wiring.chain_length(record) == 64 + lead


@pytest.mark.parametrize(("name", "fields"), [
    ("7x6", {"origin": "tr", "axis": "columns", "serpentine": False, "order": "RGB", "lead": 1}),
    ("9x9+rail", {"rail": -1}), ("8x8", {"serpentine": True}), ("7x6-on-8x8", {"origin": "br", "axis": "columns",
                                                                               "serpentine": True}), ("9x6", {})])
def test_what_is_written_is_read_back(name, fields):
    built = chain.turned(name, fields)
    read = wiring.wiring_named(built.name)
    assert read.__dict__ == built.__dict__
    assert chain.words_of(name, {"origin": "bl", "axis": "rows", "order": "GRB", "lead": 0}) == name


@pytest.mark.parametrize(("text", "told"), [
    ("7x6 origin=lb", "can't say 'origin=lb'"), ("7x6 serpentine=maybe", "serpentine=no|yes"),
    ("7x6 rail=1", "no rail"),
    ("9x6+rail rail=0", "can't say 'rail=0'"), ("7x6 order=GGB", "wiring field order"), ("7x6 lead=9", "lead=9"),
    ("7x6 axis=rows axis=rows", "axis twice"), ("7x6 junk", "can't say 'junk'"), ("7x7 axis=rows", "unknown wiring"),
    (" ", "without a name"), ("7x6-on-8x8 origin=xx", "can't say"), ("7x6 order=", "wiring field order"),
    ("7x6 budget_ma=8000", "can't say 'budget_ma=8000'")])
def test_nonsense_is_refused(text, told):
    with pytest.raises(wiring.WiringError) as caught:
        wiring.wiring_named(text)
    assert told in str(caught.value)
