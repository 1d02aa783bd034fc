"""Wiring maps: every origin, axis, turn, rail and skip list. Immunity 7, 27."""

from itertools import product

import pytest

from litfour.hw import pins, wiring
from litfour.ports import panel_named
from tests.hw.board import Board

ORIGINS, AXES = ("bl", "br", "tl", "tr"), ("rows", "columns")
NAMES = [name + rail for name in ("7x6", "8x8", "9x6", "9x9") for rail in ("", "+rail")] + ["7x6-on-8x8"]


def walk(panel, origin, axis, serpentine):
    """Cells in chain order, by walking as the chain does: a cursor with a direction."""
    columns = list(range(panel.columns))
    rows = list(range(panel.rows))
    if origin[1] == "r":
        columns.reverse()
    if origin[0] == "t":
        rows.reverse()
    outer, inner = (rows, columns) if axis == "rows" else (columns, rows)
    cells = []
    for a in outer:
        for b in inner:
            row, column = (a, b) if axis == "rows" else (b, a)
            cells.append(row * panel.columns + column)
        if serpentine:
            inner = inner[::-1]
    return cells


@pytest.mark.parametrize(("panel", "origin", "axis", "serpentine", "rail"),
                         list(product(("7x6", "8x8", "9x6", "9x9"), ORIGINS, AXES, (False, True), (0, 1, -1))))
def test_map_is_the_walk_of_the_chain(panel, origin, axis, serpentine, rail):
    record = panel_named(panel, rail != 0)
    skip = (0, 5, record.pixels + 2)            # a sacrificial one, one amid the panel, one after all
    chain = wiring.chain_map(wiring.Wiring("w", panel, origin=origin, axis=axis, serpentine=serpentine, rail=rail,
                                           skip=skip))
    rail_cells = list(range(record.cells, record.pixels))
    order = walk(record, origin, axis, serpentine) + (rail_cells if rail == 1 else rail_cells[::-1])
    places = [i for i in range(record.pixels + 3) if i not in skip]
    assert [chain[cell] for cell in order] == places[:record.pixels]
    assert len(set(chain)) == record.pixels


# 7 x 6, from the top left by columns, turning round at each end; the rail from the right:
#
#   0  11  12  23  24  35  36
#   1  10  13  22  25  34  37
#   2   9  14  21  26  33  38
#   3   8  15  20  27  32  39
#   4   7  16  19  28  31  40
#   5   6  17  18  29  30  41
#  48  47  46  45  44  43  42   (rail)
def test_known_picture_of_a_turning_chain():
    chain = wiring.chain_map(wiring.Wiring("w", "7x6", origin="tl", axis="columns", serpentine=True, rail=-1))
    assert list(chain[:7]) == [5, 6, 17, 18, 29, 30, 41]
    assert list(chain[35:42]) == [0, 11, 12, 23, 24, 35, 36]
    assert list(chain[42:]) == [48, 47, 46, 45, 44, 43, 42]


# 7 x 6 in the bottom left corner of an 8 x 8 module (8 chain numbers a row; '.' stays dark):
#
#    .   .   .   .   .   .   .   .      rows 7 and 6: 56..63, 48..55
#   40  41  42  43  44  45  46   .
#    ...
#    8   9  10  11  12  13  14   .
#    0   1   2   3   4   5   6   .
def test_smaller_game_on_a_bought_module():
    record = wiring.wiring_named("7x6-on-8x8")
    chain = wiring.chain_map(record)
    assert [list(chain[7 * row:7 * row + 7]) for row in range(6)] == [
        list(range(8 * row, 8 * row + 7)) for row in range(6)]
    assert wiring.chain_length(record) == 64    # the unused ones are sent dark


@pytest.mark.parametrize("name", NAMES)
def test_named_wirings_can_be_built(name):
    record = wiring.wiring_named(name)
    panel = record.panel_record()
    wiring.check(record, panel)
    assert (record.name, panel.name, panel.rail) == (name, name[:3], name.endswith("+rail"))


@pytest.mark.parametrize(("fields", "word"), [
    ({"order": "GRX"}, "order"), ({"order": "GG"}, "order"), ({"origin": "lb"}, "origin"), ({"axis": "row"}, "axis"),
    ({"rail": 2}, "rail"), ({"skip": (3, 3)}, "skip"), ({"skip": (-1,)}, "skip"), ({"skip": (255,)}, "skip"),
    ({"skip": tuple(range(214))}, "skip"), ({"timing": (8000000, 0, 4, 5)}, "timing"),
    ({"timing": (8000000, 3, 17, 5)}, "timing"), ({"channel_ma": (16, 16)}, "channel_ma"),
    ({"channel_ma": (16, 16, 0)}, "channel_ma"), ({"idle_ua": -1}, "idle_ua"), ({"budget_ma": 51}, "budget_ma"),
    ({"budget_ma": 8001}, "budget_ma"),
])
def test_bad_fields_are_named(fields, word):
    record = wiring.Wiring("w", "7x6", **fields)
    with pytest.raises(wiring.WiringError, match="wiring field " + word):
        wiring.check(record, panel_named("7x6", bool(record.rail)))


def test_wrong_names():
    with pytest.raises(wiring.WiringError, match="unknown wiring '7x7'"):
        wiring.wiring_named("7x7")
    with pytest.raises(ValueError, match="unknown panel"):
        wiring.Wiring("w", "7x7").panel_record()
    with pytest.raises(wiring.WiringError, match="panel"):
        wiring.check(wiring.wiring_named("8x8"), panel_named("7x6"))
    with pytest.raises(wiring.WiringError, match="rail"):
        wiring.check(wiring.wiring_named("7x6+rail"), panel_named("7x6"))


def test_sources_are_gpio_numbers_and_no_pin_serves_twice():
    used = [*pins.COLUMN_PINS, *pins.BEAM_PINS, pins.MENU_PIN, pins.UNDO_PIN, pins.BUZZER_PIN, *pins.STRAP_PINS,
            pins.PANEL_PIN, pins.SENSE_PIN]
    assert used[:20] == list(range(20))
    assert len(set(used)) == len(used) == 26
    assert not set(used) & {23, 24, 25, 29}     # the Pico's own: power save, VBUS sense, LED, VSYS
    assert pins.SENSE_PIN in (26, 27, 28)       # pins with an ADC


@pytest.mark.parametrize(("columns", "buttons", "beams", "mask"), [
    (7, True, False, 0b11_000000000_001111111), (9, False, True, 0b11_111111111_000000000),
    (9, True, True, 0b11_111111111_111111111), (1, False, True, 0b11_000000001_000000000)])
def test_source_masks(columns, buttons, beams, mask):
    assert pins.sources(columns, buttons, beams) == mask


@pytest.mark.parametrize("columns", [0, 10, -1])
def test_source_mask_of_impossible_boards(columns):
    with pytest.raises(pins.BoardError, match="1..9"):
        pins.sources(columns)


@pytest.mark.parametrize(("strapped", "name"), [((), "breadboard"), ((21,), "control-a")])
def test_straps_name_the_board(board: Board, strapped, name):
    board.press(*strapped)
    assert pins.check_board(wiring.wiring_named("7x6"), board.pin) == name
    assert all(board.pins[gpio] == (board.pin.IN, board.pin.PULL_UP, None) for gpio in pins.STRAP_PINS)


def test_another_board_is_refused(board: Board):
    record = wiring.Wiring("mine", "7x6", boards=("control-a",))
    with pytest.raises(pins.BoardError, match="'mine' is for board control-a, but the straps say 'breadboard'"):
        pins.check_board(record, board.pin)
    board.press(21, 27, 28)
    with pytest.raises(pins.BoardError, match="read 0"):
        pins.check_board(record, board.pin)
