"""Series of games: who starts the next one, the end of a match, three seats, and seats handed over."""

from tests.scenarios.table import Table

RED_WINS = (1, 2, 1, 2, 1, 2, 1)


def win(table, columns=RED_WINS):
    table.column(*columns)
    return table.settle()


def again(table):
    """Past the moment in which columns rest, the rematch."""
    return table.wait(1700).column(4)


def opened(**chosen):
    table = Table(players="two", **chosen)
    table.sim.press(0)
    return table


def test_the_rematch_is_started_by_the_other_seat_by_the_loser_or_by_chance():
    table = again(win(opened()))
    assert table.app.session.position.first == 2
    table = opened()
    table.hold_menu().page("starter").column(6).hold_menu()
    table = again(win(table))
    assert table.app.session.position.first == 2, "the loser"
    table = again(win(table, (1, 2, 1, 2, 1, 2, 1)))
    assert table.app.session.position.first == 1, "yellow has won, red lost"
    table = opened(seed=3)
    table.hold_menu().page("starter").column(7).hold_menu()
    firsts = set()
    for _ in range(8):
        table = again(win(table))
        firsts.add(table.app.session.position.first)
    assert firsts == {1, 2}


def test_first_to_three_ends_in_a_celebration_and_then_begins_anew():
    table = opened(match=3)
    for points in (1, 2, 3):
        first = table.app.session.position.first
        win(table, RED_WINS if first == 1 else (7, 1, 7, 1, 6, 1, 6, 1))
        assert table.score == [0, points, 0]
        edge = [frame for frame in table.looks(1500) if any(frame[3 * (6 * 7 - 1):])]
        assert bool(edge) == (points == 3), "sparks around the edge only when the match is won"
        again(table)
    assert table.score == [0, 0, 0] and table.state == "turn"


def test_a_won_match_that_is_taken_back_is_not_won():
    table = opened(match=3)
    for _ in range(3):
        first = table.app.session.position.first
        win(table, RED_WINS if first == 1 else (7, 1, 7, 1, 6, 1, 6, 1))
        if table.score[1] < 3:
            again(table)
    assert table.app.session.match.winner == 1
    table.undo()
    assert table.app.session.match.winner == 0 and table.score == [0, 2, 0]


def test_three_seats_have_three_bars():
    table = Table("9x9", "three", variant="simultaneous")
    table.app.session.match.score = [1, 2, 3, 4]
    table.sim.press(0)
    table.menu().wait(100)
    assert table.shines(2, 2, 1) and table.dark(2, 3)
    assert table.shines(5, 3, 2) and table.dark(5, 4)
    assert table.shines(8, 4, 3) and table.dark(8, 5)


def test_a_seat_is_handed_to_the_cpu_in_mid_game_and_taken_back():
    table = opened(level="easy").play("4 4").settle()
    table.hold_menu().page("hand").column(1).hold_menu()
    assert table.state == "think" and table.moves == "4 4", "the game goes on"
    table.settle()
    assert len(table.moves.split()) == 3 and table.state == "turn"
    table.column(2).settle()
    assert len(table.moves.split()) == 5, "the CPU goes on playing red"
    table.hold_menu().page("hand").column(1).hold_menu()
    table.column(3).settle()
    assert len(table.moves.split()) == 6 and table.state == "turn"


def test_all_seats_handed_to_the_cpu_play_by_themselves():
    table = opened(level="easy").play("4").settle()
    table.hold_menu().page("hand").column(1).column(2).hold_menu()
    table.sim.run_until(lambda app: table.state == "over", 200000)
    assert table.app.session.settings.cpus == 3


def test_the_seats_handed_over_stay_so_after_a_power_cut():
    table = opened(level="easy").play("4 4").settle()
    table.hold_menu().page("hand").column(1).hold_menu()
    table.settle().wait(300)
    again_on = Table(store=table.sim.store)
    assert again_on.app.session.settings.cpus == 1 and again_on.app.settings.cpus == 1


def test_two_people_play_simultaneously_with_a_cpu_in_the_third_seat():
    table = Table("9x9", players="two", variant="standard").hold_menu().page("game")
    table.sim.press(8)
    table.hold_menu()
    assert table.app.session.settings.cpus == 4
