"""Every variant at the table: its gestures, stage by stage, its light, and taking back before it counts."""

from litfour.rules.variants import VARIANTS, variant_named
from tests.scenarios.table import Table


def table_of(variant, panel="9x9", players=None, **chosen):
    """A table at the first turn of a game between people."""
    seats = variant_named(variant).seats
    table = Table(panel, players or ("three" if seats == 3 else "two"), variant=variant, **chosen)
    table.sim.press(0)
    return table


def brightest(table, ms=600):
    """The most that each cell of the panel shows within a time, by (column, row) from 1."""
    most = {}
    end = table.sim.ms + ms
    while table.sim.ms < end:
        table.sim.turn()
        for column in range(1, table.sim.panel.columns + 1):
            for row in range(1, table.sim.panel.rows + 1):
                most[column, row] = max(most.get((column, row), 0), max(table.light(column, row)))
    return most


# ---- avoid four

def test_avoid_four_the_line_loses():
    table = table_of("avoid-four", "7x6").column(1, 2, 1, 2, 1, 2, 1).settle()
    assert table.state == "over" and table.score == [0, 0, 1]
    table.wait(300)
    assert table.light(1, 1) != table.light(2, 1), "the line that lost is shown"


# ---- PopOut

def test_popout_a_short_press_drops_and_a_long_one_pops():
    table = table_of("popout", "7x6").column(4, 5).settle()
    table.sim.hold(3)
    table.settle()
    assert table.moves == "4 5 4p"


def test_popout_a_short_press_counts_on_its_release():
    table = table_of("popout", "7x6")
    table.sim.inputs.press(3, table.sim.clock.ms())
    table.wait(400)
    assert table.state == "turn", "it may still become a long one"
    table.sim.inputs.release(3, table.sim.clock.ms())
    table.wait(50)
    assert table.state == "fall"


def test_popout_menu_makes_the_columns_pop_and_undo_makes_them_drop_again():
    table = table_of("popout", "7x6").column(4, 5).settle()
    table.menu().undo()
    table.column(3).settle()
    assert table.moves == "4 5 3" and table.state == "turn"
    table.menu().column(5).settle()
    assert table.moves == "4 5 3 5p"


def test_popout_marks_what_can_be_popped():
    table = table_of("popout", "7x6").column(4, 5, 4).settle().menu()
    looks = table.looks(700)
    white = {column for frame in looks for column in range(7) if min(frame[3 * column:3 * column + 3]) > 150}
    assert white == {4}, "yellow's only disc of the bottom row is in column 5"


def test_popout_refuses_the_other_sides_disc_and_an_empty_column():
    table = table_of("popout", "7x6").column(4, 5).settle()
    for column in (5, 1):
        table.sim.hold(column - 1)
        assert table.state == "turn" and table.moves == "4 5"


def test_popout_without_a_disc_to_pop_menu_shows_the_score():
    table = table_of("popout", "7x6").menu().wait(100)
    assert not table.discs() and table.state == "turn"


def test_popout_the_column_slides_down():
    table = table_of("popout", "7x6").column(4, 4, 4, 5).settle()
    table.sim.inputs.press(3, table.sim.clock.ms())
    table.sim.run_until(lambda app: table.state == "fall")
    looks = len({bytes(frame) for frame in table.looks(300)})
    assert looks > 5, "it moves"
    table.sim.inputs.release(3, table.sim.clock.ms())
    table.settle().wait(100)
    assert table.discs() == {(4, 1): 2, (4, 2): 1, (5, 1): 2}


def test_popout_with_sliders_does_not_pop_them():
    table = table_of("popout-5", "9x6")
    for column in (1, 9):
        table.sim.hold(column - 1)
        assert table.state == "turn" and table.moves == ""


def test_a_pop_taken_back_and_redone():
    table = table_of("popout", "7x6").column(4, 5).settle()
    table.sim.hold(3)
    table.settle().undo()
    assert table.state == "rewound" and table.moves == "4 5" and table.wait(200).discs() == {(4, 1): 1, (5, 1): 2}
    table.hold_undo().wait(100)
    assert table.moves == "4 5 4p" and table.discs() == {(5, 1): 2}


# ---- no gravity

def test_no_gravity_aims_before_it_places():
    table = table_of("no-gravity", "7x6")
    table.sim.press(2)
    table.sim.press(2)
    assert table.state == "turn" and table.moves == ""
    most = brightest(table)
    assert most[3, 2] > 200 and most[3, 1] < 60
    table.menu().settle()
    assert table.moves == "3.2" and table.wait(100).discs() == {(3, 2): 1}


def test_no_gravity_holding_a_column_places_and_undo_cancels():
    table = table_of("no-gravity", "7x6")
    table.sim.press(4)
    table.undo()
    assert table.state == "turn" and brightest(table)[5, 1] < 60, "no aim"
    table.sim.press(4)
    table.sim.hold(4)
    table.settle()
    assert table.moves == "5.1"


def test_no_gravity_the_aim_skips_discs_and_starts_again_at_the_bottom():
    table = table_of("no-gravity", "7x6")
    for _ in range(3):                     # 1.1, 1.2, 1.3
        table.sim.press(0)
        table.menu().settle()
    for _ in range(4):                     # rows 4, 5, 6, and 4 again
        table.sim.press(0)
    table.menu().settle()
    assert table.moves == "1.1 1.2 1.3 1.4"


def test_no_gravity_the_second_seat_may_swap_and_think_again():
    table = table_of("no-gravity", "7x6", rule="swap")
    table.sim.press(3)
    table.menu().settle()
    table.menu().undo()
    assert table.moves == "4.1" and table.state == "turn"
    table.menu().menu().settle()
    assert table.moves == "4.1 swap" and table.wait(200).discs() == {(4, 1): 2}


# ---- 3-D

def drop_peg(table, x, y):
    for _ in range(y):
        table.sim.press(x - 1)
    return table.menu().settle()


def test_3d_columns_choose_x_and_again_y():
    table = table_of("3d")
    drop_peg(table, 2, 3)
    assert table.moves == "2.3" and table.wait(200).shines(2, 3, 1), "the lowest layer is the lower left quadrant"
    drop_peg(table, 2, 3)
    assert table.wait(700).shines(7, 3, 2), "the second is at its right"


def test_3d_buttons_6_to_9_equal_1_to_4_and_5_is_dead():
    table = table_of("3d")
    table.sim.press(4)
    assert table.state == "turn" and not table.app.hand.busy
    table.sim.press(5)
    table.menu().settle()
    assert table.moves == "1.1"


def test_3d_a_line_through_all_layers_runs_through_the_quadrants():
    table = table_of("3d")
    for _ in range(3):
        drop_peg(table, 1, 1)
        drop_peg(table, 2, 1)
    drop_peg(table, 1, 1)
    assert table.state == "over" and table.score == [0, 1, 0]
    cells = ((1, 1), (6, 1), (1, 6), (6, 6))
    first = [max(light) for light in (table.light(*cell) for cell in cells)]
    seen = set()
    for _ in range(60):
        table.wait(40)
        levels = [max(table.light(*cell)) for cell in cells]
        seen.add(levels.index(max(levels)) if max(levels) > 240 else -1)
    assert {0, 1, 2, 3} <= seen and min(first) > 60, "one after the other they are the brightest"


# ---- Pop 10

def fill(table):
    """Fills the board row by row."""
    for _ in range(6):
        for column in range(1, 8):
            table.column(column)
    return table.settle()


def test_pop_10_fills_row_by_row():
    table = table_of("pop-10", "7x6").column(3).settle()
    table.column(3)
    assert table.moves == "3" and table.state == "turn", "the row is not full yet"
    fill(table_of("pop-10", "7x6"))


def popping(table):
    """Pops what is kept until a disc has to be returned; (kept discs by seat, column of that disc)."""
    position = table.app.session.position
    while max(position.legal()) < 32:
        table.column(position.legal()[0] - 15).settle()
    return max(position.legal()) - 32 >> 3


def test_pop_10_a_disc_is_popped_and_returned_elsewhere():
    table = table_of("pop-10", "7x6", rule="shuffled")
    column = popping(table)
    position = table.app.session.position
    before = len(position.moves)
    table.column(column + 1)
    assert table.app.hand.busy and len(position.moves) == before
    table.undo()
    assert not table.app.hand.busy and len(position.moves) == before
    to = max(position.legal()) - 32 & 7
    table.column(column + 1).column(to + 1).settle()
    assert len(position.moves) == before + 1 and table.moves.endswith(f"{column + 1}p{to + 1}")


def test_pop_10_the_kept_discs_are_shown_by_menu():
    table = table_of("pop-10", "7x6", rule="shuffled")
    position = table.app.session.position
    for _ in range(40):
        if any(16 <= move < 32 for move in position.legal()):
            table.column(next(move for move in position.legal() if 16 <= move < 32) - 15).settle()
            break
        move = position.legal()[0]
        table.column((move - 32 >> 3) + 1).column((move - 32 & 7) + 1).settle()
    assert sum(position.kept[1:]) == 1
    table.menu().wait(60)
    bright = [cell for cell in ((1, 1), (7, 1), (1, 2), (7, 2)) if max(table.light(*cell)) > 200]
    assert bright == [(1, 1) if position.kept[1] else (7, 1)]


# ---- Power Up

def tool(table, times):
    for _ in range(times):
        table.menu()
    return table


def test_power_up_menu_goes_through_the_tools_and_back_to_plain():
    table = table_of("power-up", "7x6")
    shapes = set()
    for _ in range(4):
        table.menu().wait(60)
        shapes.add(tuple(max(table.light(column, row)) > 100 for column in range(1, 8) for row in range(2, 7)))
    assert len(shapes) == 4
    table.menu().wait(60)
    assert table.shines(2, 2, 1) and table.shines(6, 2, 2), "what both have left"
    table.menu().column(4).settle()
    assert table.moves == "4"


def test_power_up_the_anvil_clears_its_column():
    table = table_of("power-up", "7x6").column(4, 4, 4, 4).settle()
    tool(table, 1).column(4).settle().wait(100)
    assert table.moves == "4 4 4 4 4a" and table.discs() == {(4, 1): 1}
    tool(table, 0)
    assert table.sim.describe()["powers"] == ["wxb", "awxb"]


def test_power_up_the_wall_asks_for_a_second_column_and_undo_takes_the_first_back():
    table = tool(table_of("power-up", "7x6"), 2).column(4)
    assert table.app.hand.busy and table.moves == ""
    table.undo().column(5).column(2).settle()
    assert table.moves == "5w2" and table.wait(100).discs() == {(5, 1): 1, (2, 1): 1}


def test_power_up_the_bomb_pops_the_others_disc():
    table = table_of("power-up", "7x6").column(4, 5).settle()
    tool(table, 4).column(1).column(4)
    assert table.moves == "4 5", "one's own disc is refused"
    table.column(5).settle()
    assert table.moves == "4 5 1b5" and table.wait(100).discs() == {(4, 1): 1, (1, 1): 1}


def test_power_up_a_used_disc_is_left_out():
    table = tool(table_of("power-up", "7x6"), 1).column(1).settle().column(2).settle()
    tool(table, 1).column(4).column(5).settle()
    assert table.moves == "1a 2 4w5", "after the anvil comes the wall"


# ---- simultaneous play

def choose(table, *columns):
    for column in columns:
        table.sim.press(column - 1)
        table.menu()
    return table


def test_three_choose_in_secret_and_drop_in_order():
    table = choose(table_of("simultaneous"), 5, 5, 3)
    assert table.state == "fall" and table.moves == "5/5/3"
    table.settle()
    assert table.state == "round"
    table.wait(60)
    assert table.shines(5, 1, 1) and table.shines(5, 2, 2) and table.shines(3, 1, 3)


def test_a_choice_shows_no_light():
    frames = []
    for column in (2, 8):
        table = table_of("simultaneous", seed=1)
        table.sim.press(column - 1)
        table.wait(200)
        frames.append(table.looks(1000))
    assert frames[0] == frames[1], "who looks learns nothing"


def test_all_presses_of_a_choice_sound_the_same():
    table = table_of("simultaneous")
    before = len(table.sim.sound.tunes)
    table.sim.press(1)
    table.sim.press(7)
    assert len(set(table.sim.sound.tunes[before:])) == 1 and len(table.sim.sound.tunes) == before + 2


def test_a_choice_may_be_changed_cleared_and_a_locked_one_reopened_blank():
    table = table_of("simultaneous")
    table.sim.press(1)
    table.sim.press(4)
    table.menu()
    assert table.app.scene.seat == 2
    table.sim.press(2)
    table.undo()
    assert table.app.scene.seat == 2, "the first UNDO clears"
    table.undo()
    assert table.app.scene.seat == 1, "the second reopens the one before"
    table.menu()
    assert table.app.scene.seat == 1, "blank: there is nothing to lock"
    choose(table, 9, 8, 7).settle()
    assert table.moves == "9/8/7"


def test_the_next_round_begins_with_a_press_or_by_itself():
    table = choose(table_of("simultaneous"), 1, 2, 3).settle()
    table.sim.press(4)
    assert table.state == "turn" and table.moves == "1/2/3", "the press is no choice"
    choose(table, 1, 2, 3).settle()
    assert table.state == "round"
    table.wait(10200)
    assert table.state == "turn"


def test_the_order_goes_round():
    table = choose(table_of("simultaneous"), 5, 5, 5).settle()
    table.menu()
    choose(table, 5, 5, 5).settle().wait(60)
    assert [table.app.session.position.cell(4, row) for row in range(6)] == [1, 2, 3, 3, 1, 2]


def test_a_round_is_taken_back_as_a_whole():
    table = choose(table_of("simultaneous"), 1, 2, 3).settle()
    table.undo()
    assert table.moves == "" and table.state == "rewound"
    table.hold_undo()
    assert table.moves == "1/2/3"


def test_a_power_cut_forgets_the_choices_and_keeps_the_rounds():
    table = choose(table_of("simultaneous"), 1, 2, 3).settle()
    table.menu()
    table.sim.press(5)
    table.menu().wait(300)
    again = Table("9x9", store=table.sim.store)
    again.sim.press(0)
    assert again.moves == "1/2/3" and again.app.scene.seat == 1 and not again.app.hand.busy


# ---- what all have in common

def first_move(table):
    """Any legal move by buttons."""
    name = table.app.session.position.variant.name
    if name in ("no-gravity", "3d"):
        table.sim.press(1)
        return table.menu()
    if name == "simultaneous":
        return choose(table, 1, 2, 3)
    return table.column(2)


def test_every_variant_survives_a_power_cut_after_its_first_move():
    for variant in VARIANTS:
        for rule in variant.rules or (None,):
            table = first_move(table_of(variant.name, rule=rule))
            if variant.name == "pop-10" and rule == "shuffled":
                continue                    # popping has two stages, see below
            table.settle().wait(300)
            again = Table("9x9", store=table.sim.store)
            assert again.app.repaired == [] and again.state == "attract"
            again.sim.press(0)
            assert again.moves == table.moves != "", variant.name
            assert again.app.session.position.cells == table.app.session.position.cells


def test_the_shuffled_filling_survives_a_power_cut():
    table = table_of("pop-10", rule="shuffled").wait(300)
    again = Table("9x9", store=table.sim.store)
    again.sim.press(0)
    assert again.app.session.position.cells == table.app.session.position.cells


def test_every_variant_takes_its_first_move_back_and_plays_it_again():
    for variant in VARIANTS:
        table = first_move(table_of(variant.name)).settle()
        moves = table.moves
        table.undo()
        assert table.moves == "" and table.state == "rewound", variant.name
        table.hold_undo()
        assert table.moves == moves


def test_variants_stand_centred_on_a_larger_panel_from_the_bottom_row():
    table = table_of("popout", "9x9").column(4).settle().wait(100)
    assert table.moves == "3" and table.shines(4, 1, 1)


def test_every_state_has_the_menu_as_its_way_out():
    for variant in VARIANTS:
        table = table_of(variant.name)
        table.sim.press(1)                   # a part of a move, or a move
        table.hold_menu()
        assert table.state == "menu", variant.name
        table.hold_menu().settle()
        assert table.state in ("turn", "round")
