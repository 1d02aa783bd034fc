"""The menu ring: pages, options in light, leaving exactly back, new games."""

from litfour.app.menu import HINT, NAMES
from litfour.rules.variants import VARIANTS
from tests.scenarios.table import Table

WITHOUT_RULES = [0] + list(range(2, len(NAMES)))     # numbers of the pages; the standard game has no rule to choose


def page(table):
    return table.app.menu.page


def test_the_ring_from_attract_starts_at_game_and_returns_there():
    table = Table().hold_menu()
    assert table.state == "menu" and page(table) == 0
    seen = [page(table)]
    for _ in WITHOUT_RULES:
        table.menu()
        seen.append(page(table))
    assert seen == WITHOUT_RULES + [0]


def test_leaving_without_a_change_goes_exactly_back():
    table = Table().hold_menu().hold_menu()
    assert table.state == "attract"
    table = Table().play("4 4 5").settle().hold_menu()
    assert page(table) == HINT, "in play the ring starts at the pages that concern a running game"
    table.menu().hold_menu()
    assert table.state == "turn" and table.moves == "4 4 5"
    table = Table().play("1 2 1 2 1 2 1").settle().hold_menu().hold_menu()
    assert table.state == "over" and table.score == [0, 1, 0]
    table = Table().play("4 4").settle().undo().hold_menu().hold_menu()
    assert table.state == "rewound" and table.moves == "4"


def test_the_menu_stops_the_thinking_cpu_which_then_begins_again():
    table = Table(players="solo", level="hard").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    table.hold_menu().wait(6000)
    assert table.state == "menu" and table.moves == "4"
    table.hold_menu()
    assert table.state == "think"
    assert len(table.settle().moves.split()) == 2


def test_the_menu_while_a_disc_falls():
    table = Table().play("4")
    table.sim.inputs.press(18, table.sim.clock.ms())
    table.wait(700)
    assert table.state == "menu"
    table.sim.inputs.release(18, table.sim.clock.ms())
    table.wait(50).hold_menu()
    assert table.state == "turn" and table.moves == "4"


def test_a_changed_game_page_starts_the_new_game():
    table = Table("9x9").play("4 4").settle().hold_menu().page("game").column(2)
    assert table.app.menu.settings.variant == 3
    table.hold_menu()
    assert table.state == "turn" and table.sim.describe()["variant"] == "five" and table.moves == ""


def test_the_same_column_again_goes_through_the_alternatives():
    table = Table("9x9").hold_menu()
    names = []
    for column in (1, 1, 1, 1, 1, 2, 2, 2):
        table.column(column)
        names.append(VARIANTS[table.app.menu.settings.variant].name)
    assert names == ["8x7", "9x7", "8x8", "standard", "8x7", "five", "5-in-a-row", "five"]


def test_what_does_not_fit_the_panel_is_dark_and_refused():
    table = Table("7x6").hold_menu().wait(100)
    assert not table.dark(1, 1) and table.dark(2, 1)
    table.column(1, 2)
    assert table.app.menu.settings.variant == 0
    assert Table("9x6").hold_menu().column(2).app.menu.settings.variant == 3


def test_options_are_dim_and_the_chosen_one_bright_and_two_high():
    table = Table(level="medium").hold_menu().page("level").wait(100)
    assert [max(table.light(column, 1)) for column in (1, 2, 3)] == [table.light(1, 1)[0], 219, table.light(3, 1)[0]]
    assert max(table.light(1, 1)) < 60 and max(table.light(3, 1)) < 60 and table.dark(4, 1)
    assert table.light(2, 2) == table.light(2, 1)
    table.column(3).wait(100)
    assert table.light(3, 2) == table.light(3, 1) != table.light(2, 1)


def test_undo_goes_to_the_next_option():
    table = Table(level="easy").hold_menu().page("level")
    levels = []
    for _ in range(5):
        table.undo()
        levels.append(table.app.menu.settings.level)
    assert levels == [1, 2, 4, 0, 1], "behind the last comes the Buddy; without a solver there is no perfect"


def test_players_level_and_starter_take_effect():
    table = Table(players="two", level="easy").hold_menu()
    table.page("players").column(1).page("level").column(3).page("starter").column(2).hold_menu()
    assert table.state == "think", "solo, and the CPU's seat starts"
    assert table.app.session.settings.level == 2
    table.settle()
    assert len(table.moves.split()) == 1 and table.app.session.position.first == 2


def test_solo_again_gives_you_the_other_colour():
    table = Table(players="two").hold_menu().page("players").column(1, 1)
    assert table.app.menu.settings.cpus == 1
    table.hold_menu()
    assert table.state == "think" and table.app.session.position.turn == 1


def test_the_new_page_starts_a_game_and_undo_brings_the_old_one_back():
    table = Table().play("4 4 5").settle().new_game()
    assert table.state == "turn" and table.moves == ""
    table.undo()
    assert table.state == "turn" and table.moves == "4 4 5", "kept until the new game's first move"
    table.new_game()
    table.column(1).settle().undo().undo()
    assert table.moves == "", "gone with the first move"


def test_two_new_games_in_a_row_still_keep_the_old_one():
    table = Table().play("4 4 5").settle()
    for _ in range(2):
        table.new_game()
        assert table.moves == ""
    assert table.undo().moves == "4 4 5"


def test_the_old_game_comes_back_with_its_starter_and_settings():
    table = Table("9x9", variant="standard").play("2 3 2 3 2 3 2").settle()
    assert table.score == [0, 1, 0]
    table.hold_menu().page("game").column(2).hold_menu()
    assert table.sim.describe()["variant"] == "five" and table.app.session.position.first == 2
    table.undo()
    assert table.state == "over" and table.app.settings.variant == 0
    table.wait(1600).column(1)
    assert table.app.session.position.first == 2, "the rematch is started by the other seat"


def test_an_unfinished_game_does_not_change_who_starts():
    table = Table().play("4 4 5").settle().new_game()
    assert table.app.session.position.first == 1


def test_the_score_goes_on_in_a_new_game_between_the_same_seats_only():
    table = Table().play("1 2 1 2 1 2 1").settle().new_game()
    assert table.score == [0, 1, 0]
    table.hold_menu().page("players").column(1).hold_menu()
    assert table.score == [0, 0, 0], "other seats, other match"


def test_pages_never_time_out():
    table = Table().hold_menu().wait(600000)
    assert table.state == "menu"


def test_every_page_looks_different_without_colour():
    table = Table("9x9", variant="popout").hold_menu()
    shapes = set()
    for _ in NAMES:
        table.wait(100)
        shapes.add(tuple(max(table.light(column, row)) > 100 for column in range(1, 10) for row in range(3, 7)))
        table.menu()
    assert len(shapes) == len(NAMES) and page(table) == 0


def test_every_game_looks_different_without_colour():
    table = Table("9x9").hold_menu()
    shapes = set()
    for _ in VARIANTS:
        shapes.add(shape(table))
        table.undo()
    assert len(shapes) == len(VARIANTS)


def shape(table):
    """What is bright on the page's five rows, without colour."""
    table.wait(60)
    return tuple(max(table.light(column, row)) > 100 for column in range(1, 8) for row in range(2, 7))


def test_the_players_page_shows_who_plays_without_colour():
    table = Table(players="solo").hold_menu().page("players")
    shapes = set()
    for _ in range(4):
        shapes.add(shape(table))
        table.undo()
    assert len(shapes) == 4


def test_the_level_page_shows_the_level_without_colour():
    table = Table(level="easy").hold_menu().page("level")
    bars = []
    for _ in range(3):
        table.wait(60)
        bars.append(sum(max(table.light(column, 6 if column == 7 else 4 if column > 2 else 3)) > 100
                        for column in (1, 3, 5, 7)))
        table.undo()
    assert bars == [1, 2, 3]
