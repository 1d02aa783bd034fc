"""The coach: hints in two deliberate gestures, threats, a quiet sign, and the walk through a finished game."""

from litfour.view.palette import GREEN, VIOLET
from tests.scenarios.table import Table

THREE_IN_A_ROW = (3, 3, 4, 4, 5)            # red threatens 2 and 6; yellow is to move
RED_WINS = (1, 2, 1, 2, 1, 2, 1)


def opened(*columns, **chosen):
    chosen.setdefault("players", "two")
    table = Table(**chosen)
    table.sim.press(0)
    return table.column(*columns).settle()


def shown(table, colour, ms=5000):
    """Cells that show a hue within a time, by (column, row) from 1."""
    cells = set()
    end = table.sim.ms + ms
    while table.sim.ms < end:
        table.sim.turn()
        for column in range(1, 8):
            for row in range(1, 7):
                light = table.light(column, row)
                if max(light) > 40 and all(abs(light[k] * max(colour) - colour[k] * max(light)) < 16 * max(colour)
                                           for k in range(3)):
                    cells.add((column, row))
    return cells


def hint(table, column=4):
    return table.hold_menu().page("hint").column(column)


def test_a_hint_takes_two_deliberate_gestures_and_is_no_move():
    table = hint(opened(3, 3, 4, 4, 5, 6))
    assert table.state == "turn" and table.moves == "3 3 4 4 5 6"
    assert shown(table, GREEN) == {(2, 1)}, "the win, proved"
    table.column(2).settle()
    assert table.state == "over"


def test_a_guess_is_shown_in_another_light():
    table = hint(opened(4, 4, 3))
    assert len(shown(table, VIOLET)) == 1 and not shown(table, GREEN, 600)


def test_a_hint_goes_with_the_move():
    table = hint(opened(4, 4, 3)).wait(2500).column(7).settle()
    assert not shown(table, VIOLET, 1500) and table.app.coach is None


def test_with_the_coach_off_nobody_gets_a_hint():
    table = opened(4, 4, 3).hold_menu().page("coach").column(1).hold_menu()
    hint(table)
    assert table.state == "turn" and table.app.coach is None and not shown(table, VIOLET, 1500)


def always(*columns, **chosen):
    table = opened(**chosen).hold_menu().page("coach").column(3).hold_menu()
    return table.column(*columns).settle()


def test_always_the_open_threats_of_both_sides_are_marked():
    table = always(*THREE_IN_A_ROW).wait(100)
    assert 0 < max(table.light(2, 1)) < 100 and table.shines(2, 1, 1) and table.shines(6, 1, 1)
    assert table.dark(1, 1) and table.dark(7, 1)
    opened_only = opened(*THREE_IN_A_ROW).wait(100)
    assert opened_only.dark(2, 1)


def test_hidden_choices_are_not_judged():
    """In simultaneous play the coach knows nothing, also where nothing was searched yet: no CPU plays."""
    table = always(panel="9x9", variant="simultaneous", players="three")
    for round_number in (1, 2):
        for column in (4, 5, 6):
            table.column(column).menu().settle().wait(600)
        assert table.state == "round" and len(table.app.session.position.moves) == round_number
        table.column(1)                     # on to the next one


def test_a_seat_may_have_the_coach_as_its_help():
    table = Table(players="two").hold_menu().page("help").column(2).hold_menu().column(*THREE_IN_A_ROW).settle()
    assert table.wait(100).shines(6, 1, 1), "yellow is warned"
    table.column(1).settle().wait(100)
    assert table.dark(6, 1), "red is not"


def test_a_move_that_gives_a_win_away_gets_a_quiet_sign():
    table = always(3, 3, 4, 4, 5, 6).wait(3000)
    table.sim.press(6)                      # red had a win at 2
    table.sim.run_until(lambda app: table.state == "turn")
    assert (1, 6) in shown(table, VIOLET, 1500)
    table = always(3, 3, 4, 4, 5, 6).wait(3000)
    table.sim.press(1)
    table.settle()
    assert (1, 6) not in shown(table, VIOLET, 1000)


def test_a_finished_game_is_walked_through_with_the_best_move_marked():
    table = opened(*RED_WINS).undo().wait(4000)
    assert table.state == "rewound" and shown(table, GREEN, 500) == {(1, 4)}
    table.undo().undo().wait(5000)
    assert shown(table, GREEN, 800) or shown(table, VIOLET, 800)
    table.hold_undo().hold_undo().hold_undo()
    assert table.state == "over" and table.app.coach is None


def test_the_coach_stops_for_the_menu_and_begins_again():
    table = always(4, 4).wait(200).hold_menu()
    assert table.app.coach is None
    table.hold_menu().wait(100)
    assert table.app.coach is not None and table.state == "turn"


def test_against_the_cpu_the_coach_and_the_cpu_take_turns():
    table = always(players="solo", level="easy")
    for _ in range(4):
        legal = table.app.session.position.legal()
        if table.state == "turn":
            table.column(legal[0] + 1).settle().wait(500)
    assert len(table.moves.split()) >= 6


def test_the_coach_works_in_every_game():
    for variant in ("popout", "avoid-four", "3d", "five", "simultaneous"):
        table = Table("9x9", players="two", variant=variant)
        table.sim.press(0)
        table.settle().hold_menu().page("coach").column(3).hold_menu().settle()
        hint(table).wait(3000)
        assert table.state in ("turn", "round") and table.app.repaired == [], variant
