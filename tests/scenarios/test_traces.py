"""Sensor traces on the simulated board: each gives exactly the right moves."""

import json

import pytest

from host_tools import traces
from host_tools.__main__ import main
from litfour.ports import BEAM
from tests.scenarios.table import Table


def opened(**chosen):
    table = Table(players="two", **chosen)
    table.sim.press(0)
    return table.settle()


def played(table, edges):
    traces.play(table.sim, edges)
    return table.settle()


def jams(table, edges):
    """Plays a trace; the jams shown in the meantime, one after the other."""
    shown = []

    def look(sim):
        if not shown or shown[-1] != sim.app.jammed:
            shown.append(sim.app.jammed)

    table.sim.on_turn = look
    played(table, edges)
    return shown


@pytest.mark.parametrize("seed", range(8))
def test_noise_is_no_move(seed):
    table = played(opened(), traces.noise(seed, ms=2000, spikes=200))
    assert (table.moves, table.state, table.app.stray, table.app.jammed) == ("", "turn", -1, 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_wobbling_disc_is_one_move(seed):
    table = played(opened(), traces.wobble(seed, 3))
    assert table.moves == "4" and table.app.stray == -1
    assert played(table, traces.wobble(seed + 100, 3)).moves == "4 4"


def test_a_disc_that_bounces_back_out_is_one_move():
    table = played(opened(), traces.bounce(1))
    assert table.moves == "2" and table.app.stray == -1


@pytest.mark.parametrize("hertz, active", [(100, 2.0), (120, 2.0), (100, 4.0), (120, 4.0), (100, 4.9)])
def test_a_lamp_is_no_move(hertz, active):
    table = played(opened(), traces.flicker(4, hertz, active, ms=2000))
    assert (table.moves, table.app.stray, table.app.jammed) == ("", -1, 0)


@pytest.mark.parametrize("hertz, active", [(100, 6.5), (120, 4.5)])
def test_a_brighter_lamp_is_shown_as_a_jam_and_is_no_move(hertz, active):
    table = opened()
    shown = jams(table, traces.flicker(4, hertz, active, ms=2000))
    assert shown == [0, 1 << BEAM + 4, 0] and (table.moves, table.app.stray) == ("", -1)


def test_two_discs_in_two_columns_are_a_move_and_a_disc_to_be_counted():
    table = opened()
    traces.play(table.sim, traces.two_discs(2, 5))
    table.settle()
    assert table.moves == "3" and table.app.stray == 5
    assert table.menu().settle().moves == "3 6"


def test_two_discs_one_after_the_other_are_two_moves():
    table = played(opened(), traces.two_discs(2, 5, apart=1500))
    assert table.moves == "3 6" and table.app.stray == -1


def test_a_jam_is_no_move_and_the_game_goes_on_when_it_is_gone():
    table = opened()
    assert jams(table, traces.jam(2, ms=1000)) == [0, 1 << BEAM + 2, 0]
    assert table.moves == "" and table.state == "turn"
    assert played(table, traces.passage(2)).moves == "3"


def test_a_game_of_all_of_them():
    """An evening's bad luck in one trace, across the wrap of the board's clock."""
    table = opened(start_ms=(1 << 30) - 2500)
    whole = traces.merged(
        traces.noise(1, ms=9000, spikes=300, columns=3), traces.flicker(6, 100, 2.0, ms=9000),
        traces.wobble(1, 3, at=1000.0), traces.bounce(3, at=3000.0), traces.jam(4, at=5000.0),
        traces.passage(5, at=7000.0))
    assert played(table, whole).moves == "4 4 6"


# ---- litfour play --trace

def run(tmp_path, trace, *options):
    path = tmp_path / "evening.trace"
    path.write_text(trace)
    return main(["play", "--headless", "--players", "two", "--trace", str(path), *options])


def test_play_takes_a_trace(tmp_path, capsys):
    trace = "100 1 1\n160 1 0\n1000 beam4 1\n1031 beam4 0\n2500 beam4 1\n2503.5 beam4 0\n3000 beam5 1\n3400 beam5 0\n"
    assert run(tmp_path, trace + "4000 beam2 1\n4031.5 beam2 0\n5000 menu 1\n5060 menu 0\n") == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["final"] and last["moves"] == "4 2"


def test_the_trace_follows_the_script(tmp_path, capsys):
    script = tmp_path / "script"
    script.write_text("press 1\npress 7\nwait 1000\n")
    assert run(tmp_path, "0 beam4 1\n31 beam4 0\n", "--script", str(script)) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["moves"] == "7 4"


def test_bad_traces_are_told(tmp_path, capsys):
    for trace, said in (("1 2\n", "line 1"), ("0 beam8 1\n", "the panel has 7 columns")):
        assert run(tmp_path, trace) == 2
        captured = capsys.readouterr()
        assert said in captured.err and captured.out == ""
    assert main(["play", "--headless", "--trace", str(tmp_path / "none")]) == 2
    assert "can't read" in capsys.readouterr().err
    assert main(["play", "--trace", str(tmp_path / "evening.trace")]) == 2
    assert "--headless" in capsys.readouterr().err
