"""Drop sensors: a disc is a press, a disc at the wrong time is shown and asked about, a jam is no move."""

from litfour.ports import BEAM, PASS
from tests.scenarios.table import Table


def drop(table, column, ms=40):
    """A disc falls through the beam of a column (from 1)."""
    table.sim.press(BEAM + column - 1, ms=ms)
    return table


def opened(**chosen):
    chosen.setdefault("players", "two")
    table = Table(**chosen)
    table.sim.press(0)
    return table


def test_a_disc_wakes_the_board_and_the_next_one_is_a_move():
    table = drop(Table(players="two"), 3)
    assert table.state == "turn" and table.moves == ""
    drop(table, 3).settle()
    assert table.moves == "3"


def test_a_disc_while_another_falls_is_shown_and_menu_counts_it():
    table = opened()
    drop(table, 4)
    drop(table, 5)
    assert table.app.stray == 4
    table.settle().wait(300)
    assert table.moves == "4" and max(table.light(5, 3)) > 20, "shown"
    table.menu().settle()
    assert table.moves == "4 5" and table.app.stray == -1


def test_undo_ignores_it():
    table = opened()
    drop(table, 4)
    drop(table, 5)
    table.settle().undo()
    assert table.moves == "4" and table.app.stray == -1 and table.state == "turn"
    table.undo()
    assert table.moves == "", "and then it takes back again"


def test_a_disc_while_the_cpu_thinks_waits_for_the_persons_turn():
    table = opened(players="solo", level="easy")
    drop(table, 4)
    table.sim.run_until(lambda app: table.state == "think")
    drop(table, 2)
    table.menu()                            # nobody may move yet: nothing is counted
    table.settle()
    assert len(table.moves.split()) == 2 and table.app.stray == 1
    table.menu().settle()
    assert table.moves.split()[2] == "2"


def test_two_discs_in_two_columns_at_once():
    table = opened()
    now = table.sim.clock.ms()
    table.sim.inputs.event(PASS | 2, now)
    table.sim.inputs.event(PASS | 5, now)
    table.wait(40).settle()
    assert table.moves == "3" and table.app.stray == 5
    table.menu().settle()
    assert table.moves == "3 6"


def test_a_jam_is_shown_and_is_no_move_and_menu_counts_it():
    table = opened()
    table.sim.inputs.event(128 | BEAM + 3, table.sim.clock.ms())        # STUCK
    table.wait(100)
    assert table.moves == "" and table.app.jammed
    table.menu().settle()
    assert table.moves == "4" and not table.app.jammed


def test_a_jam_ignored_by_undo_is_no_move_either():
    table = opened()
    table.sim.inputs.event(128 | BEAM + 3, table.sim.clock.ms())
    table.wait(100).undo()
    assert table.moves == "" and not table.app.jammed and table.state == "turn"


def test_a_counted_disc_in_a_full_column_is_refused():
    table = opened().column(4, 4, 4, 4, 4).settle()
    drop(table, 4)
    drop(table, 4)
    table.settle().menu().settle()
    assert table.moves == "4 4 4 4 4 4" and table.state == "turn"
