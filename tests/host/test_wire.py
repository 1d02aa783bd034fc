"""What the WS2812 wire carries, as a picture."""

import pytest

from host_tools.emulator.wire import Chain, chain_of


def wire(*colours):
    """Bytes of pixels given as (red, green, blue), in the order GRB."""
    return bytes(level for red, green, blue in colours for level in (green, red, blue))


def test_rows_go_back_and_forth_from_the_bottom_left():
    chain = Chain(3, 2)
    data = wire((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 7, 8))
    assert chain.colours(data) == [(1, 0, 0), (2, 0, 0), (3, 0, 0), (6, 7, 8), (5, 0, 0), (4, 0, 0)]


def test_a_module_runs_row_by_row_and_a_rail_follows():
    chain = Chain(2, 2, rail=True, order="RGB", serpentine=False)
    assert chain.pixels == 6
    data = bytes(range(18))
    assert chain.colours(data) == [tuple(data[at:at + 3]) for at in range(0, 18, 3)]


def test_the_builds():
    assert chain_of("7x6") == Chain(7, 6, serpentine=True)
    assert chain_of("8x8") == Chain(8, 8, serpentine=False)
    assert chain_of("9x6", rail=True).pixels == 63


def test_letters_name_hue_and_brightness_from_the_top():
    data = wire((200, 0, 0), (0, 3, 0), (90, 90, 0), (0, 0, 0), (0, 0, 255), (20, 20, 20))
    assert Chain(3, 2).lines(data, colour=False) == [" W B .", " R g Y"]


def test_colour_blocks_show_the_level_that_eyes_see():
    lines = Chain(1, 1).lines(wire((255, 0, 55)), colour=True)
    assert lines == ["\x1b[48;2;255;0;129m  \x1b[0m"]


def test_a_short_frame_is_an_error():
    with pytest.raises(ValueError, match="carried 5 pixels, the panel has 6"):
        Chain(3, 2).colours(bytes(15))
