"""The display over fake PIO and DMA: busy times, order of shutting down. Immunity 4, 8, 30."""

import pytest

from litfour.hw.encode import Encoder
from litfour.hw.matrix import LATCH_US, Matrix
from litfour.hw.wiring import SK6812, Wiring, WiringError, gamma_table, wiring_named
from litfour.ports import panel_named
from tests.hw.board import Board


def display_on(board, name="7x6"):
    record = wiring_named(name)
    return Matrix(record.panel_record(), record, board.rp2, board.pin, board.time)


def test_wire_carries_what_the_encoder_says(board):
    record = wiring_named("9x6+rail")
    display, twin = display_on(board, "9x6+rail"), Encoder(record.panel_record(), record)
    assert board.wire == []
    for i in range(40):
        frame = bytes((7 * i + 5 * k) & 255 for k in range(record.panel_record().size))
        assert display.show(frame)
        assert display.milliamps == twin.encode(frame, 255)
        assert board.wire[i] == tuple(twin.words)
        board.advance_us(5000)
    assert len(board.wire) == 40


def test_brightness_reaches_the_encoder(board):
    display = display_on(board)
    display.brightness = 40
    display.show(b"\xff" * 3 + bytes(123))
    assert board.wire[0] == (0x01010100 * gamma_table()[40], *[0] * 41)


def test_busy_until_sent_and_latched(board):
    display, frame = display_on(board), bytes(126)
    assert not display.busy() and display.show(frame) and not display.show(frame)
    wire_us = 42 * 24 * 1.2
    board.advance_us(wire_us + LATCH_US - 2)
    assert not display.show(frame) and len(board.wire) == 1
    board.advance_us(3)
    assert display.show(frame) and len(board.wire) == 2


@pytest.mark.parametrize("pause_s", [1, 300, 600, 1073, 1075, 86_400])
@pytest.mark.parametrize("start_s", [0, 1073, 536])
def test_long_pauses_do_not_block(pause_s, start_s):
    """time.ticks_us wraps every 1073 s and its differences are valid for half of that."""
    board = Board(ms=1000 * start_s)
    display = display_on(board)
    assert display.show(bytes(126))
    board.advance_us(pause_s * 1_000_000)
    assert display.show(bytes(126))


def test_machine_and_pin(board):
    record = Wiring("w", "7x6", timing=SK6812)
    Matrix(record.panel_record(), record, board.rp2, board.pin, board.time)
    machine = board.machines[4]
    options, ticks = machine.program
    assert ticks == (3, 3, 6) and machine.options["freq"] == 10_000_000 and machine.running
    assert options["pull_thresh"] == 24 and options["autopull"]
    assert machine.options["sideset_base"].number == 22
    assert board.pins[22] == (board.pin.OUT, None, 0)


def test_off_darkens_and_stops_dma_first(board):
    display = display_on(board)
    display.show(b"\xff" * 126)                 # still on its way
    display.off()
    assert board.channels[0].closed and not board.channels[0].running
    assert board.puts == [0] * 42 and display.milliamps == 0
    assert not display.show(bytes(126))
    display.off()
    display.close()
    display.close()
    assert not board.machines[4].running
    assert set(board.puts) == {0}


def test_another_panel_is_refused(board):
    with pytest.raises(WiringError):
        Matrix(panel_named("9x9"), wiring_named("7x6"), board.rp2, board.pin, board.time)
    assert board.channels == [] and board.machines == {}
