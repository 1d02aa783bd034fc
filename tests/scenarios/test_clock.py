"""Speed play: the draining bar, time-outs as the rules say, and the pause when nobody is there."""

from tests.scenarios.table import Table


def timed(seconds, variant="standard", **chosen):
    chosen.setdefault("players", "two")
    table = Table("9x9" if variant in ("3d", "simultaneous") else "7x6", variant=variant, clock=seconds, **chosen)
    table.sim.press(0)
    return table


def lit_cues(table):
    """How many columns show the bar within half a second."""
    most = {}
    for _ in range(125):
        table.sim.turn()
        for column in range(1, table.sim.panel.columns + 1):
            most[column] = max(most.get(column, 0), max(table.light(column, table.sim.panel.rows)))
    return sum(level > 10 for level in most.values())


def test_without_a_clock_nobody_is_hurried():
    table = timed(0).wait(600000)
    assert table.state == "turn" and table.moves == ""


def test_the_bar_drains_and_blinks_at_the_end():
    table = timed(15)
    counts = [lit_cues(table)]
    for _ in range(5):
        table.wait(2000)
        counts.append(lit_cues(table))
    assert counts == sorted(counts, reverse=True) and counts[0] == 7 and 0 < counts[-1] < 4
    tops = {tuple(max(table.light(column, 6)) > 10 for column in range(1, 8))
            for _ in range(100) if not table.wait(8).sim.ms < 0}
    assert any(not any(top) for top in tops) and any(any(top) for top in tops), "it blinks"


def test_at_its_end_a_random_legal_disc_is_dropped():
    table = timed(3).wait(2800)
    assert table.moves == ""
    table.wait(400).settle()
    assert len(table.moves.split()) == 1 and table.state == "turn"


def test_two_time_outs_in_a_row_pause_the_board_and_a_press_goes_on():
    table = timed(3).wait(9000)
    assert table.state == "attract" and len(table.moves.split()) == 2
    table.wait(60000)
    assert len(table.moves.split()) == 2
    table.sim.press(3)
    assert table.state == "turn" and len(table.moves.split()) == 2, "the waking press is no move"
    table.wait(2500)
    assert table.state == "turn", "the clock is full again"


def test_a_move_between_two_time_outs_is_no_pause():
    table = timed(3).wait(3100).settle()
    table.column(4).settle().wait(3100).settle()
    assert table.state == "turn" and len(table.moves.split()) == 3


def test_the_menu_stops_the_clock_and_does_not_refill_it():
    table = timed(5).wait(3500).hold_menu().wait(60000)
    assert table.state == "menu" and table.moves == ""
    table.hold_menu().wait(300)
    assert table.state == "turn"
    table.wait(2200).settle()
    assert len(table.moves.split()) == 1


def test_the_cpu_has_no_clock_and_a_person_against_it_has():
    table = timed(3, players="solo", level="easy").wait(3100).settle()
    assert len(table.moves.split()) == 2, "a time-out, and the CPU's answer"


def test_the_aimed_cell_is_played_when_the_time_is_over():
    table = timed(3, "no-gravity")
    table.sim.press(4)
    table.sim.press(4)
    table.wait(3100).settle()
    assert table.moves == "5.2"


def test_popout_never_pops_by_the_clock():
    for seed in range(6):
        table = timed(3, "popout", seed=seed).column(4, 5).settle()
        table.menu().wait(3100).settle()
        assert "p" not in table.moves and len(table.moves.split()) == 3


def test_power_up_never_spends_a_power_by_the_clock():
    table = timed(3, "power-up").menu().wait(3100).settle()
    assert table.sim.describe()["powers"] == ["awxb", "awxb"] and len(table.moves.split()) == 1


def test_pop_10_pops_a_random_disc_by_the_clock():
    table = timed(3, "pop-10", rule="shuffled").wait(3100).settle()
    assert len(table.moves.split()) == 1 and "p" in table.moves


def test_simultaneous_the_clock_takes_the_leftmost_open_column_whatever_was_selected():
    table = timed(3, "simultaneous", players="three")
    table.sim.press(6)
    table.wait(3100)
    assert table.app.scene.seat == 2 and table.moves == ""
    table.sim.press(4)
    table.menu()
    table.sim.press(5)
    table.menu().settle()
    assert table.moves == "1/5/6"


def test_only_the_clock_and_its_combinations_with_every_variant():
    from litfour.rules.variants import VARIANTS
    for variant in VARIANTS:
        table = Table("9x9", "three" if variant.seats == 3 else "two", variant=variant.name, clock=3)
        table.sim.press(0)
        table.sim.run_until(lambda app, table=table: len(app.session.position.moves) > 0, 20000)
        assert table.settle().app.repaired == []
