"""Puzzles at the table: chosen in the menu, judged, taken back, solved, counted; and the game before is never lost."""

from litfour.app.puzzle import FAILED, ON_THE_WAY, SOLVED
from litfour.app.puzzles import Puzzles
from tests.scenarios.table import Table

FILE = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/firmware/data/puzzles"


def opened(level=1, moves="4 4", **chosen):
    """A table with an unfinished game behind the first puzzle of a level (1 .. 3)."""
    table = Table(**chosen).play(moves)
    return table.hold_menu().page("puzzle").column(level).settle()


def state(table):
    return table.app.puzzle.state(table.app.session.position)


def best(table):
    """The panel's column."""
    return table.app.puzzle.hint(table.app.session.position) + 1 + table.app.scene.left


def solve(table):
    while state(table) == ON_THE_WAY:
        table.column(best(table)).settle()
    return table


def fail(table):
    """Plays the key's wrong neighbours until the puzzle is over."""
    for _ in range(6):
        if table.state == "over":
            return table
        position, puzzle = table.app.session.position, table.app.puzzle
        wrong = [move for move in position.legal() if move != puzzle.hint(position)]
        table.column(wrong[0] + 1).settle()
    raise AssertionError("the puzzle does not end")


def counters(table):
    data = table.sim.store.load("puzzles")
    return [data[0] + 256 * data[1], data[2] + 256 * data[3], data[4] + 256 * data[5]] if data else [0, 0, 0]


def test_a_puzzle_lies_on_the_board_and_waits_for_the_person():
    for level in (1, 2, 3):
        table = opened(level)
        puzzle = Puzzles(FILE).pick(0, level - 1)
        assert table.app.puzzle.moves == puzzle.moves and table.app.puzzle.length == level + 1
        assert table.state == "turn" and table.app.session.position.turn == 1
        discs = table.discs()
        cells = table.app.session.position.cells
        for column, row in discs:
            assert cells[6 * (column - 1) + row - 1] == discs[column, row]
        assert len(discs) >= len(puzzle.moves) - 7          # the top row lies under the cue


def test_the_key_and_all_best_moves_solve_it_and_the_next_press_brings_the_next_one():
    for level in (1, 2, 3):
        table = solve(opened(level))
        assert state(table) == SOLVED and table.state == "over"
        table.wait(2000)
        expected = [0, 0, 0]
        expected[level - 1] = 1
        assert counters(table) == expected
        table.column(4).settle()
        assert table.app.puzzle.moves == Puzzles(FILE).pick(1, level - 1).moves and table.state == "turn"


def test_a_wrong_move_gets_a_violet_mark_and_the_same_puzzle_comes_again():
    table = opened(1)
    key, start = best(table), list(table.app.puzzle.moves)
    wrong = [move + 1 for move in table.app.session.position.legal() if move + 1 != key]
    table.column(wrong[0])
    table.sim.run_until(lambda app: table.state == "think" or table.state == "turn")
    table.wait(100)
    assert table.light(1, 6)[2] > 100 and state(table) == FAILED        # violet
    fail(table).wait(2000)
    assert state(table) == FAILED and counters(table) == [0, 0, 0]
    table.column(4).settle()
    assert table.app.session.position.moves == start and state(table) == ON_THE_WAY and table.state == "turn"


def test_the_end_of_a_failed_puzzle_does_not_look_like_a_draw_or_a_win():
    """Where the opponent has no four either: the puzzle just ran out of moves."""
    for number in range(20):
        table = Table().play("4 4")
        table.sim.store.save("puzzles", bytes((number, 0)) * 3)
        fail(table.hold_menu().page("puzzle").column(1).settle())
        if table.app.session.position.result == 0:
            break
    table.wait(700)
    heights = table.app.session.position.heights
    marks = [table.light(column + 1, 6) for column in range(7) if heights[column] < 6]
    assert table.app.session.position.result == 0
    assert marks and all(red > 0 and blue > 0 and green < red for red, green, blue in marks)


def test_a_move_is_taken_back_to_the_last_own_choice_and_a_solved_puzzle_counts_once():
    table = opened(2)
    start = list(table.app.session.position.moves)
    table.column(best(table)).settle().undo()
    assert table.app.session.position.moves == start and table.state == "rewound"
    table.menu()
    solve(table).wait(2000)
    table.undo()
    assert state(table) == ON_THE_WAY
    table.menu()
    solve(table).wait(2000)
    assert counters(table) == [0, 1, 0]


def test_redo_brings_the_own_move_back_with_its_answer():
    table = opened(3)
    table.column(best(table)).settle()
    moves = list(table.app.session.position.moves)
    table.undo().hold_undo().settle()
    assert table.app.session.position.moves == moves and table.app.session.position.turn == 1


def test_the_game_before_comes_back_with_undo():
    table = opened(1, "4 3 4")
    table.undo().settle()
    assert table.app.puzzle is None and table.moves == "4 3 4" and table.state == "turn"
    table.column(3).settle()
    assert table.moves == "4 3 4 3"


def test_the_game_before_is_the_one_on_the_flash():
    table = opened(1, "4 3 4", keep=True)
    table.column(best(table)).settle().wait(500)
    again = Table(store=table.sim.store)
    again.column(4)
    assert again.moves == "4 3 4" and again.app.puzzle is None


def test_solved_puzzles_are_remembered_over_a_power_cut():
    table = solve(opened(1))
    table.wait(2000)
    again = Table(store=table.sim.store)
    again.column(4).hold_menu().page("puzzle").column(1).settle()
    assert again.app.puzzle.moves == Puzzles(FILE).pick(1, 0).moves


def test_a_hint_shows_the_key_in_green():
    table = opened(3)
    key = best(table)
    table.hold_menu().page("hint").column(1).wait(300)
    row = table.app.session.position.heights[key - 1] + 1
    assert table.light(key, row)[1] > 100 and table.light(key, row)[0] < 60


def test_the_always_coach_says_nothing_in_a_puzzle():
    table = Table().play("4 4")
    table.app.settings.coach = 2
    table.hold_menu().page("puzzle").column(1).wait(3000)
    assert table.app.coach is None


def test_menu_shows_the_moves_that_are_left():
    table = opened(3)
    table.menu().wait(300)
    assert table.app.session.match.score[0] == 4
    lit = [row for row in range(1, 7) if max(table.light(4, row)) > 20]
    assert len(lit) == 4
    table.wait(3000).column(best(table)).settle().wait(100)
    assert table.app.session.match.score[0] == 3


def test_puzzles_count_nothing_in_the_statistics_the_score_or_for_the_buddy():
    table = Table(players="solo", level="easy").play("4")
    table.settle()
    before = list(table.score), table.app.session.buddy
    table.hold_menu().page("puzzle").column(1).settle()
    solve(table).wait(2000)
    assert table.sim.store.load("stats") is None
    table.column(4).settle().undo().settle()
    assert (list(table.score), table.app.session.buddy) == before and table.app.puzzle is None


def test_a_new_game_from_a_puzzle_and_undo_bring_the_game_before_back():
    table = opened(1, "4 3 4")
    table.new_game().settle()
    assert table.app.puzzle is None and table.moves == ""
    table.undo().settle()
    assert table.moves == "4 3 4"


def test_another_game_is_set_aside_with_its_own_hand():
    table = Table(panel="9x9", variant="no-gravity").column(1)
    table.hold_menu().page("puzzle").column(2).settle()
    solve(table).wait(2000)
    assert state(table) == SOLVED
    table.column(4).settle().undo().settle()
    assert table.app.session.position.variant.name == "no-gravity" and table.state == "turn"


def test_a_second_puzzle_from_the_menu_keeps_the_game():
    table = opened(1, "4 3 4")
    table.hold_menu().page("puzzle").column(3).settle()
    assert table.app.puzzle.length == 4
    table.undo().settle()
    assert table.moves == "4 3 4" and table.app.puzzle is None


def test_leaving_the_menu_goes_on_with_the_puzzle_and_hands_no_seat_over():
    table = opened(1)
    moves = list(table.app.session.position.moves)
    table.hold_menu().page("hand").column(1).hold_menu().settle()
    assert table.app.session.position.moves == moves and table.app.session.settings.cpus == 2
    assert table.app.settings.cpus == 0 and table.state == "turn"


def test_without_a_file_of_puzzles_the_page_is_refused_and_the_game_goes_on():
    table = Table().play("4 4")
    table.app.path = "/nowhere/puzzles"
    table.hold_menu().page("puzzle").column(1).wait(50)
    assert table.app.puzzle is None and table.state == "turn" and table.moves == "4 4"
    table.column(3).settle()
    assert table.moves == "4 4 3"
