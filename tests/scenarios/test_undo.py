"""Taking back, going forward, overruling: every cell of the gesture table that this slice has."""

from litfour.app import tunes
from tests.scenarios.table import Table


def test_two_players_take_back_one_disc():
    table = Table().play("4 4 5").settle().undo()
    assert table.state == "rewound" and table.moves == "4 4"
    table.undo().undo()
    assert table.moves == "" and table.state == "rewound"
    seen = len(table.sim.sound.tunes)
    table.undo()
    assert table.moves == "" and table.sim.sound.tunes[seen:] == [tunes.REFUSED]


def test_solo_takes_back_to_your_last_choice():
    table = Table(players="solo").play("4").settle()
    assert len(table.moves.split()) == 2
    table.undo()
    assert table.moves == "" and table.state == "rewound"


def test_undo_with_nothing_played_is_refused():
    table = Table(players="solo").play("").undo()
    assert table.state == "turn" and table.sim.sound.tunes[-1] == tunes.REFUSED


def test_undo_stops_the_thinking_cpu_and_gives_your_disc_back():
    table = Table(players="solo", level="hard").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    table.wait(300).undo()
    assert table.state == "rewound" and table.moves == ""
    table.wait(5000)
    assert table.moves == "", "the stopped search plays nothing"
    table.column(3).settle()
    assert table.moves.split()[0] == "3" and len(table.moves.split()) == 2


def test_undo_while_a_disc_falls():
    table = Table(players="solo").play("4")
    assert table.state == "fall"
    table.undo()
    assert table.state == "rewound" and table.moves == ""


def test_redo_goes_forward_one_by_one_and_ends_where_it_was():
    table = Table().play("4 4 5").settle().undo().undo()
    table.hold_undo()
    assert table.moves == "4 4" and table.state == "rewound"
    table.hold_undo()
    assert table.moves == "4 4 5" and table.state == "turn"
    table.hold_undo()
    assert table.moves == "4 4 5" and table.sim.sound.tunes[-1] == tunes.REFUSED


def test_a_new_move_cuts_what_was_taken_back():
    table = Table().play("4 4 5").settle().undo().undo().column(1).settle()
    assert table.moves == "4 1" and table.state == "turn"
    table.hold_undo()
    assert table.moves == "4 1"


def test_menu_goes_on_from_here_and_the_cpu_moves():
    table = Table(players="solo").play("4").settle()
    table.undo().hold_undo()
    assert table.state == "rewound" and table.moves == "4"
    table.menu()
    assert table.state == "think"
    table.settle()
    assert table.state == "turn" and len(table.moves.split()) == 2


def test_overruling_the_cpu():
    table = Table(players="solo").play("4").settle()
    own = table.moves.split()[1]
    other = "1" if own != "1" else "2"
    table.undo().hold_undo().column(int(other)).settle()
    assert table.moves == "4 " + other and table.state == "turn" and table.app.session.position.turn == 1


def test_a_finished_game_taken_back_gives_its_point_back():
    table = Table().play("1 2 1 2 1 2 1").settle()
    assert table.score == [0, 1, 0]
    table.undo()
    assert table.state == "rewound" and table.score == [0, 0, 0]
    table.hold_undo()
    assert table.state == "over" and table.score == [0, 1, 0]
    table.undo().column(7).settle()
    assert table.state == "turn" and table.score == [0, 0, 0]


def test_the_rewound_board_shows_the_colour_to_move_in_its_own_way():
    table = Table(rail=True).play("4 4").settle()
    turn = table.looks(2400)
    rewound = table.undo().looks(2400)
    assert not [frame for frame in rewound if frame in turn]
    assert not [frame for frame in rewound if max(frame[:126]) > 160], "the discs are dimmed"


def test_the_marks_of_a_rewound_board_blink_in_pairs():
    table = Table(rail=True).play("4 4").settle().undo()
    lit = []
    for n in range(64):
        table.app.scene.rewound(n)
        i = 3 * table.sim.panel.cells
        lit.append(max(table.app.scene.frame.buf[i:i + 3]) > 0)
    starts = [n for n in range(1, 64) if lit[n] and not lit[n - 1]]
    gaps = [late - early for early, late in zip(starts, starts[1:])]
    assert len(set(gaps)) == 2 and 2 * min(gaps) < max(gaps) + min(gaps), gaps


def test_undo_in_a_game_of_two_cpus_takes_one_disc_back():
    table = Table(players="watch").column(1)
    table.sim.run_until(lambda app: len(app.session.position.moves) == 3 and table.state == "think")
    table.undo()
    assert table.state == "rewound" and len(table.moves.split()) == 2


def test_taking_back_puts_the_score_away():
    table = Table().play("4 4").settle().menu().undo().wait(100)
    assert table.discs() == {(4, 1): 1}


def test_the_cpu_is_overruled_by_an_aim_too():
    """UNDO, hold UNDO once, and a column aims for the CPU's colour: the CPU must not take the turn over."""
    table = Table(variant="no-gravity", players="solo").play("4").menu().settle()
    assert len(table.moves.split()) == 2
    table.undo().wait(100).hold_undo().wait(100)
    assert table.state == "rewound" and len(table.moves.split()) == 1
    table.column(7).wait(1000)
    assert table.state == "turn" and len(table.moves.split()) == 1, "it waits while somebody aims"
    table.undo().wait(100)
    assert table.state == "rewound"
    table.column(7).menu().wait(3000)
    assert table.moves.split()[1] == "7.1"
    table.settle()
    assert table.state == "turn" and len(table.moves.split()) == 2
