"""The encoder's plain twin: chain order, colours, gamma, and the limit that nothing gets around. Immunity 7, 8."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import Wiring, WiringError, gamma_table, wiring_named
from litfour.ports import panel_named


def steady(record):
    """An encoder past its start-up ramp."""
    encoder = Encoder(record.panel_record(), record)
    encoder.ramp = RAMP_FRAMES
    return encoder


def drawn_ma(encoder, record):
    """The current of the words, counted afresh from what the wire carries."""
    wire = encoder.wire_bytes()
    milliamps = dict(zip("RGB", record.channel_ma, strict=True))
    channels = sum(value * milliamps[record.order[i % 3]] for i, value in enumerate(wire)) / 255
    return channels + len(encoder.words) * record.idle_ua / 1000


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_colour_order(order):
    encoder = steady(Wiring("w", "7x6", order=order))
    frame = bytearray(126)
    frame[0:3] = bytes((255, 128, 60))
    encoder.encode(frame, 255)
    lights = {"R": 255, "G": gamma_table()[128], "B": gamma_table()[60]}
    assert encoder.wire_bytes() == bytes(lights[colour] for colour in order) + bytes(123)
    assert encoder.words[0] & 255 == 0          # left aligned for the shift register


def test_dark_frame_takes_idle_current_and_clears_the_last():
    encoder = steady(wiring_named("9x9+rail"))
    encoder.encode(b"\x10" * 270, 255)
    assert encoder.encode(bytes(270), 255) == 90
    assert encoder.wire_bytes() == bytes(270)
    assert steady(Wiring("w", "7x6", idle_ua=600)).encode(bytes(126), 255) == 26       # 25.2


def test_skipped_pixels_stay_dark():
    encoder = steady(wiring_named("7x6-on-8x8"))
    encoder.encode(b"\xff" * 126, 60)
    wire = encoder.wire_bytes()
    lit = {i for i in range(64) if any(wire[3 * i:3 * i + 3])}
    assert lit == {8 * row + column for row in range(6) for column in range(7)}


def test_gamma_is_monotone_and_only_zero_is_dark():
    table = gamma_table()
    assert (table[0], table[1], table[255]) == (0, 1, 255)
    assert all(a <= b for a, b in zip(table[1:], table[2:], strict=False))
    assert 50 <= table[128] <= 58               # 255 * (128/255) ** 2.2 is 56


WIRINGS = [wiring_named("7x6"), wiring_named("9x9+rail"), wiring_named("7x6-on-8x8"),
           Wiring("dear", "9x6", order="BGR", channel_ma=(20, 12, 30), budget_ma=200),
           Wiring("rich", "7x6", budget_ma=8000, channel_ma=(100, 100, 100))]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(WIRINGS), st.data())
def test_no_frame_exceeds_the_budget(record, data):
    encoder = steady(record)
    fill = data.draw(st.sampled_from([0, 20, 128, 255]))
    some = data.draw(st.binary(max_size=encoder.size))
    frame = bytes(some) + bytes([fill]) * (encoder.size - len(some))
    told = encoder.encode(frame, data.draw(st.integers(0, 255)))
    assert drawn_ma(encoder, record) <= told <= record.budget_ma
    assert told - drawn_ma(encoder, record) < 2 + len(encoder.words) / 1000             # and it is no mere guess


@pytest.mark.parametrize("record", WIRINGS, ids=lambda record: record.name)
def test_full_white_uses_the_budget_well(record):
    told = steady(record).encode(b"\xff" * record.panel_record().size, 255)
    full = record.panel_record().pixels * sum(record.channel_ma)
    assert told >= min(0.9 * record.budget_ma, 0.95 * full)


@settings(max_examples=40, deadline=None)
@given(st.binary(min_size=126, max_size=126), st.integers(0, 254))
def test_brightness_is_monotone_below_the_limit(frame, brightness):
    encoder = steady(Wiring("w", "7x6", budget_ma=8000))
    low = encoder.encode(frame, brightness), encoder.wire_bytes()
    high = encoder.encode(frame, brightness + 1), encoder.wire_bytes()
    assert low[0] <= high[0]
    assert all(a <= b for a, b in zip(low[1], high[1], strict=True))


def test_limit_dims_all_alike():
    record = wiring_named("7x6")
    encoder, free = steady(record), steady(Wiring("w", "7x6", serpentine=True, budget_ma=8000))
    frame = bytes((200, 255, 120)) * 42
    encoder.encode(frame, 255)
    free.encode(frame, 255)
    ratios = {round(a / b, 1) for a, b in zip(encoder.wire_bytes(), free.wire_bytes(), strict=True)}
    assert len(ratios) == 1 and ratios.pop() < 1


def test_brightness_out_of_range_is_clamped():
    encoder = steady(wiring_named("7x6"))
    frame = b"\x30" * 126
    assert encoder.encode(frame, 1000) == encoder.encode(frame, 255)
    assert encoder.encode(frame, -5) == encoder.encode(bytes(126), 255)


def test_first_frames_ramp_up():
    record = wiring_named("7x6")
    encoder = Encoder(record.panel_record(), record)
    steps = [encoder.encode(b"\xff" * 126, 255) for _ in range(RAMP_FRAMES + 3)]
    assert steps == sorted(steps)
    assert steps[0] <= 42 + 408 / RAMP_FRAMES + 1
    assert all(b - a <= 2 * 408 / RAMP_FRAMES for a, b in zip(steps, steps[1:], strict=False))
    assert steps[-1] == steps[RAMP_FRAMES - 1] > 420


def test_wrong_frames_and_panels_are_refused():
    record = wiring_named("7x6")
    with pytest.raises(ValueError, match="size"):
        steady(record).encode(bytes(125), 255)
    with pytest.raises(WiringError, match="panel"):
        Encoder(panel_named("8x8"), record)
