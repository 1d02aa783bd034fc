from litfour.rules.notation import MoveError, board_rows, moves_text, replay, result_text, tokens
from litfour.rules.position import DRAW, ONGOING, Position
from litfour.rules.variants import variant_named
from tests.portable import raises


def test_spaces_are_optional_where_all_moves_are_single_digits():
    assert tokens("4 4 5") == tokens("445") == tokens(" 4,4, 5 ") == ["4", "4", "5"]
    assert tokens("") == [] and tokens("7") == ["7"]


def test_replay_and_back_to_text():
    position = Position(variant_named("standard"))
    replay(position, "4453")
    assert moves_text(position) == "4 4 5 3"
    assert board_rows(position) == ["......."] * 4 + ["...2...", "..211.."]


def test_the_first_bad_move_is_named_with_its_reason():
    for text, at, why in (("4 9", 2, "no column 9"), ("0", 1, "no column 0"), ("4444444", 7, "full"), ("4 x", 2, "'x'"),
                          ("4 -1", 2, "no column"), ("12121213", 8, "over"), ("4 4.5", 2, "'4.5'"),
                          ("04", 1, "'04'"), ("4 +4", 2, "'+4'"), ("4 0_4", 2, "'0_4'"), ("00", 1, "'00'")):
        error = raises(MoveError, replay, Position(variant_named("standard")), text)
        assert error.at == at and why in str(error) and "move " + str(at) in str(error)


def test_results_as_text():
    assert [result_text(result) for result in (ONGOING, 1, 2, DRAW)] == [None, "1", "2", "draw"]
