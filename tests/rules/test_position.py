"""The standard game and its siblings: facts, edges, and random games against the reference."""

from litfour.rules.geometry import bit, has_line, line_cells
from litfour.rules.lines import lines_of
from litfour.rules.position import DRAW, ONGOING, IllegalMove, Position
from litfour.rules.variants import AVOID, DROP, VARIANTS, fits, variant_named
from tests.portable import ON_MICROPYTHON, raises

DROPS = tuple(variant for variant in VARIANTS if variant.kind in (DROP, AVOID))

# Distinct positions by ply on 7x6; OEIS A212693.
POSITIONS = (7, 49, 238, 1120, 4263, 16422, 54859, 184275)
LAST_CELL_WINS = ("2 5 7 3 5 6 5 6 2 3 4 4 5 4 6 7 3 2 7 1 1 "
                  "2 3 3 4 7 2 6 7 1 6 3 7 2 6 5 1 5 1 1 4 4")
DRAWN_GAME = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7"


def played(text, variant="standard", first=1):
    position = Position(variant_named(variant), first)
    for token in text.split():
        position.play(int(token) - 1)
    return position


def test_the_number_of_distinct_positions():
    depth = 4 if ON_MICROPYTHON else 7
    layer = {0: ()}
    for plies in range(1, depth + 1):
        following = {}
        for moves in layer.values():
            position = Position(variant_named("standard"))
            for column in moves:
                position.play(column)
            for column in position.legal():
                position.play(column)
                following[position.key()] = tuple(position.moves)
                position.undo()
        layer = following
        assert len(layer) == POSITIONS[plies - 1], plies


def board_of(cells, rows):
    board = 0
    for column, row in cells:
        board |= bit(column, row, rows)
    return board


def test_every_line_wins_and_a_line_short_of_one_disc_does_not():
    for variant in DROPS:
        for line in lines_of(variant):
            board = board_of(line, variant.rows)
            assert has_line(board, variant.rows, variant.connect), (variant.name, line)
            assert line_cells(board, variant.rows, variant.connect) == board
            for missing in line:
                rest = board_of([cell for cell in line if cell != missing], variant.rows)
                assert not has_line(rest, variant.rows, variant.connect), (variant.name, line, missing)


def test_no_line_wraps_from_one_column_into_the_next():
    for column in range(6):
        for top in range(1, 4):
            cells = [(column, 5 - k) for k in range(top)] + [(column + 1, k) for k in range(4 - top)]
            assert not has_line(board_of(cells, 6), 6, 4), cells


def test_a_full_column_is_refused_and_the_turn_stays():
    position = played("4 4 4 4 4 4")
    turn = position.turn
    error = raises(IllegalMove, position.play, 3)
    assert "column 4 is full" in str(error)
    assert position.turn == turn and len(position.moves) == 6
    for column in range(7):
        position = played(" ".join([str(column + 1)] * 6))
        assert position.legal() == [other for other in range(7) if other != column]


def test_columns_that_do_not_exist_are_refused():
    for column in (-1, 7, 99):
        assert "no column" in str(raises(IllegalMove, Position(variant_named("standard")).play, column))


def test_nothing_is_played_after_the_end():
    position = played("1 2 1 2 1 2 1")
    assert position.result == 1 and position.legal() == []
    assert "over" in str(raises(IllegalMove, position.play, 3))
    position.undo()
    assert position.result == ONGOING and position.turn == 1


def test_42_discs_without_a_line_are_a_draw():
    position = played(DRAWN_GAME)
    assert len(position.moves) == 42 and position.result == DRAW and position.winning_cells() == []
    position.undo()
    assert position.result == ONGOING and position.legal() == [6]


def test_a_line_with_the_42nd_disc_wins():
    position = played(LAST_CELL_WINS)
    assert len(position.moves) == 42 and position.result == 2
    assert position.winning_cells() == [(0, 2), (0, 5), (1, 3), (1, 5), (2, 4), (2, 5), (3, 5), (4, 5)]


def test_two_lines_by_one_disc_are_one_win_with_all_cells():
    position = played("1 1 2 2 3 3 5 5 6 6 7 7 4")
    assert position.result == 1
    assert position.winning_cells() == [(column, 0) for column in range(7)]
    cross = played("4 1 4 1 4 2 1 7 2 7 3 6 4")
    assert cross.result == 1 and set(cross.winning_cells()) == {(3, row) for row in range(4)}


def test_five_in_a_row_needs_five():
    position = played("1 1 2 2 3 3 4", "five")
    assert position.result == ONGOING
    position = played("1 1 2 2 3 3 4 4 5", "five")
    assert position.result == 1 and len(position.winning_cells()) == 5


def test_slider_columns_are_full_and_their_discs_count():
    position = Position(variant_named("5-in-a-row"))
    assert [position.cell(0, row) for row in range(6)] == [1, 2, 1, 2, 1, 2]
    assert [position.cell(8, row) for row in range(6)] == [2, 1, 2, 1, 2, 1]
    assert position.legal() == list(range(1, 8)) and position.room == 42
    assert "filled from the start" in str(raises(IllegalMove, position.play, 0))
    assert "filled from the start" in str(raises(IllegalMove, position.play, 8))
    position = played("2 2 3 3 4 4 5", "5-in-a-row")
    assert position.result == 1 and position.winning_cells() == [(column, 0) for column in range(5)]


def test_the_other_seat_may_start():
    position = played("4", first=2)
    assert position.cell(3, 0) == 2 and position.turn == 1
    raises(ValueError, Position, variant_named("standard"), 3)


def test_nothing_to_take_back():
    raises(ValueError, Position(variant_named("standard")).undo)


def test_unknown_variants_are_named():
    assert "standard" in str(raises(ValueError, variant_named, "chess"))


def test_where_variants_fit():
    from litfour.ports import panel_named
    names = {panel: [variant.name for variant in VARIANTS if fits(variant, panel_named(panel))]
             for panel in ("7x6", "8x8", "9x6", "9x9")}
    small = ["popout", "avoid-four", "no-gravity", "pop-10", "power-up"]
    assert names["7x6"] == ["standard"] + small
    assert names["8x8"] == ["standard", "8x7", "8x8"] + small
    assert names["9x6"] == ["standard", "five", "5-in-a-row", "popout", "popout-5"] + small[1:]
    assert names["9x9"] == [variant.name for variant in VARIANTS]
