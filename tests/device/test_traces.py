"""Sensor traces on the pins of the emulated Pico, in a running game: what is saved is the discs that were dropped."""

import pytest

from host_tools import traces
from host_tools.saves import files_of, saved_in
from host_tools.simulator import chosen_settings
from litfour.app.restore import load_session
from litfour.app.settings import Settings
from litfour.ports import UNDO, panel_named
from litfour.rules.notation import moves_text

SETTLED_MS = 1600           # a fall, and the save behind it


@pytest.fixture(scope="module")
def board(emulator, firmware):
    """A board for two people in a game of no moves; beams are fitted to every build, as buttons are."""
    from host_tools.emulator import Pico
    settings = chosen_settings(panel_named("7x6"), "standard", players="two", starter=1)
    with Pico(emulator, {**firmware, **files_of(settings=settings.pack())}) as pico:
        pico.start()
        pico.run(1000)
        pico.press(0)
        pico.run(1000)
        yield pico
        assert pico.resets == [(0, "power")] and "crash.txt" not in pico.files()


def saved_moves(pico):
    """The moves of the session saved last, as text; None before the first save."""
    data = saved_in(pico.files(), "session")
    return None if data is None else moves_text(load_session(data, Settings()).position)


@pytest.fixture
def moves(board):
    """moves(edges) -> the moves that a trace adds to the game, as text."""
    def play(edges):
        before = saved_moves(board) or ""
        traces.drive(board, edges)
        board.run(SETTLED_MS)
        now = saved_moves(board) or ""
        assert now.startswith(before)
        return now[len(before):].strip()
    return play


def test_a_wobbling_disc_is_one_move(moves):
    assert moves(traces.wobble(1, 3, at=10.3)) == "4"


def test_noise_is_no_move(moves):
    assert moves(traces.noise(2, ms=600, spikes=60)) == ""


@pytest.mark.parametrize("hertz, active", [(100, 2.0), (120, 2.0), (120, 3.95)])
def test_a_lamp_is_no_move(moves, hertz, active):
    assert moves(traces.flicker(4, hertz, active, ms=500)) == ""


def test_a_disc_that_bounces_back_out_is_one_move(moves):
    assert moves(traces.bounce(1, at=5.7)) == "2"


def test_a_jam_is_no_move_and_is_over_when_it_is_pulled_out(moves):
    assert moves(traces.jam(2, ms=600.0)) == ""
    assert moves(traces.passage(2, at=0.4)) == "3"


def test_two_discs_in_two_columns_are_a_move_and_one_that_undo_ignores(board, moves):
    assert moves(traces.two_discs(5, 6)) == "6"
    board.press(UNDO)
    board.run(200)
    assert moves(traces.passage(6)) == "7", "UNDO took nothing back"


def test_two_discs_after_each_other_are_two_moves(moves):
    assert moves(traces.two_discs(5, 6, apart=1300.0)) == "6 7"
