"""What is heard: the README's table of states, row by row."""

from litfour.app import tunes
from litfour.hw.buzzer import MAX_PITCH
from litfour.ports import BEAM, STUCK
from litfour.rules.position import FALL
from tests.scenarios.table import Table


def heard_since(table, seen):
    return table.sim.sound.tunes[seen:]


def opened(**chosen):
    table = Table(players="two", **chosen)
    table.sim.press(0)
    return table


def test_the_board_says_that_it_is_awake_and_otherwise_if_a_game_waits():
    table = opened()
    assert table.sim.sound.tunes == [tunes.READY]
    table.column(4).settle().wait(1000)
    again = Table(store=table.sim.store)
    assert again.sim.sound.tunes == [tunes.OFFERED]


def test_a_disc_sounds_by_its_column():
    table = opened()
    for column in range(1, 8):
        seen = len(table.sim.sound.tunes)
        table.column(column).settle()
        assert heard_since(table, seen) == [tunes.DROPS[column - 1]]
    assert len(set(tunes.DROPS)) == 9


def test_a_full_column_a_jam_and_a_disc_at_the_wrong_time_sound_refused():
    table = opened().column(4, 4, 4, 4, 4, 4).settle()
    for happens in (lambda: table.sim.press(3), lambda: table.sim.inputs.event(STUCK | BEAM + 4, table.sim.clock.ms())):
        seen = len(table.sim.sound.tunes)
        happens()
        table.wait(100)
        assert heard_since(table, seen) == [tunes.REFUSED]
    table = opened()
    table.sim.press(3)
    seen = len(table.sim.sound.tunes)
    table.sim.press(BEAM + 4, ms=40)
    assert heard_since(table, seen) == [tunes.REFUSED]


def test_the_clock_ticks_three_times_at_its_end():
    table = opened(clock=10)
    table.wait(table.app.clock_left - 3400)
    assert tunes.TICK not in table.sim.sound.tunes
    counts = []
    for _ in range(3):
        table.wait(1000)
        counts.append(table.sim.sound.tunes.count(tunes.TICK))
    assert counts == [1, 2, 3]
    table.column(4).settle().wait(3000)
    assert table.sim.sound.tunes.count(tunes.TICK) == 3, "a move stops it"


def test_won_drawn_and_a_match_won_have_tunes_of_their_own():
    table = opened().column(1, 2, 1, 2, 1, 2, 1).settle()
    assert table.sim.sound.tunes[-1] == tunes.WON
    table = opened().column(*map(int, "121221211212343443433434565665655656777777")).settle()
    assert table.sim.sound.tunes[-1] == tunes.DRAWN
    table = opened(match=3)
    for game in ("1212121", "71716161", "1212121"):
        table.column(*map(int, game)).settle().wait(1700)
        if table.sim.sound.tunes[-1] != tunes.MATCH:
            table.sim.press(3)
    assert table.sim.sound.tunes[-1] == tunes.MATCH


def test_tunes_are_whole_and_differ():
    named = [getattr(tunes, name) for name in dir(tunes) if name.isupper()]
    named = [value for value in named if isinstance(value, bytes)]
    assert len(set(named)) == len(named) >= 8
    for tune in named + list(tunes.DROPS) + list(tunes.CHANGES):
        pitches, lengths = [tune[k] for k in range(0, len(tune), 2)], [tune[k] for k in range(1, len(tune), 2)]
        assert len(pitches) == len(lengths) and max(pitches) <= MAX_PITCH and 10 * sum(lengths) <= 1600
    assert tunes.CHANGES[FALL] == tunes.DROPS[4]
