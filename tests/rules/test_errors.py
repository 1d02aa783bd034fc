"""What is refused, and the reason given: each names the move's number and why, and leaves the game as it was."""

from litfour.rules.notation import MoveError, move_text, moves_text, read_move, replay
from litfour.rules.position import IllegalMove
from litfour.rules.start import new_position
from litfour.rules.variants import VARIANTS, variant_named
from tests.portable import raises

FILLED = "4 3 7 5 1 6 2 3 5 4 7 6 1 2 6 5 2 7 3 1 4 2 1 7 4 3 6 5 7 1 2 3 6 4 5 4 5 1 7 2 6 3 "
IN_LINE = "4 7 6 3 2 5 1 7 4 2 6 1 3 5 2 5 3 1 7 6 4 3 4 6 7 2 5 1 3 1 5 7 6 2 4 2 5 1 6 7 4 3 "
# variant, rule, legal moves, the next one, the reason
REFUSED = (
    ("popout", 0, "4", "4p", "the bottom disc of column 4 is seat 1's"),
    ("popout", 0, "4", "5p", "column 5 is empty, nothing to pop"),
    ("popout", 0, "", "8p", "there is no column 8"),
    ("popout", 0, "", "0p", "there is no column 0"),
    ("popout", 0, "", "8", "there is no column 8"),
    ("popout", 0, "4 4 4 4 4 4", "4", "column 4 is full"),
    ("popout", 0, "", "p4", "'p4' is no move: 4 drops, 4p pops"),
    ("popout", 0, "4 5", "4p5", "'4p5' is no move: 4 drops, 4p pops"),
    ("popout", 0, "1 2 1 2 1 2 1", "1p", "the game is over"),
    ("popout-5", 0, "", "1p", "the discs of column 1 lie there from the start and are never popped"),
    ("popout-5", 0, "2", "9p", "the discs of column 9 lie there from the start and are never popped"),
    ("popout-5", 0, "", "9", "column 9 is filled from the start"),
    ("standard", 0, "4", "4p", "'4p' is no column"),
    ("avoid-four", 0, "", "swap", "'swap' is no column"),
    ("no-gravity", 0, "4.3", "4.3", "cell 4.3 is taken"),
    ("no-gravity", 0, "", "8.1", "there is no column 8"),
    ("no-gravity", 0, "", "4.7", "there is no row 7"),
    ("no-gravity", 0, "", "4", "'4' is no cell (column.row)"),
    ("no-gravity", 0, "", "4.3.2", "'4.3.2' is no cell (column.row)"),
    ("no-gravity", 0, "", "4.", "'4.' is no cell (column.row)"),
    ("no-gravity", 0, "4.3", "swap", "colours are not swapped in this game"),
    ("no-gravity", 1, "", "swap", "colours may be swapped in place of the second disc only"),
    ("no-gravity", 1, "4.3 swap", "swap", "colours may be swapped in place of the second disc only"),
    ("3d", 0, "2.3 2.3 2.3 2.3", "2.3", "peg 2.3 is full"),
    ("3d", 0, "", "5.1", "there is no x 5"),
    ("3d", 0, "", "1.0", "there is no y 0"),
    ("3d", 0, "", "7", "'7' is no peg (x.y)"),
    ("simultaneous", 0, "", "4/4", "'4/4' is no round (one column a seat, as 4/4/7)"),
    ("simultaneous", 0, "", "4/4/10", "there is no column 10"),
    ("simultaneous", 0, "", "4", "'4' is no round (one column a seat, as 4/4/7)"),
    ("simultaneous", 0, "5/5/5 5/5/5 5/5/5", "4/5/4", "seat 2: column 5 is full"),
    ("simultaneous", 0, "1/2/3 1/2/3 1/2/3 1/2/3", "4/5/6", "the game is over"),
    ("pop-10", 0, "4", "4", "column 4 has its disc in this row already"),
    ("pop-10", 0, "4", "4p", "no pops before the board is full"),
    ("pop-10", 0, FILLED, "4", "the board has been filled: a turn is a pop now"),
    ("pop-10", 0, FILLED, "3p", "the bottom disc of column 3 is seat 2's"),
    ("pop-10", 0, FILLED, "2p", "the disc of column 2 is in no line: it is returned to a column"),
    ("pop-10", 0, FILLED, "2p3", "column 3 is full"),
    ("pop-10", 0, FILLED, "2p8", "there is no column 8"),
    ("pop-10", 0, IN_LINE, "2p2", "the disc of column 2 is in a line: it is kept"),
    ("pop-10", 0, IN_LINE + "2p 1p", "6p6", "a disc is not returned to its own column while another has room"),
    ("pop-10", 0, FILLED, "2x", "'2x' is no move: 4 fills, 4p keeps, 4p2 returns to column 2"),
    ("power-up", 0, "4a 4", "5a", "seat 1 has used its anvil already"),
    ("power-up", 0, "4w5 7", "4w5", "seat 1 has used its wall already"),
    ("power-up", 0, "4x5 7", "4x5", "seat 1 has used its times two already"),
    ("power-up", 0, "4 7 4b7 1", "4b1", "seat 1 has used its bomb already"),
    ("power-up", 0, "4 4 4 4 4 4", "4a", "column 4 is full"),
    ("power-up", 0, "", "4w", "the wall has a second part: the column of the disc that follows"),
    ("power-up", 0, "", "4x", "the times two has a second part: the column of the disc that follows"),
    ("power-up", 0, "7", "4b", "the bomb has a second part: the column of the disc that it pops"),
    ("power-up", 0, "7", "4b4", "the bottom disc of column 4 is not the opponent's: a bomb can't pop it"),
    ("power-up", 0, "7", "4b6", "the bottom disc of column 6 is not the opponent's: a bomb can't pop it"),
    ("power-up", 0, "", "4b4", "the bomb has no second part here"),
    ("power-up", 0, "", "4a5", "the anvil has no second part here"),
    ("power-up", 0, "1 7 1 7 1 7", "1x2", "the times two has no second part here"),
    ("power-up", 0, "1 7 1 7 1 7", "2w1", "a disc in column 1 would make a line: not after a wall"),
    ("power-up", 0, "1 2 1 1 1 1", "1w1", "column 1 is full"),
    ("power-up", 0, "", "4w8", "there is no column 8"),
    ("power-up", 0, "", "4y5", "'4y5' is no move: 4 drops, 4a 4w5 4x5 4b2 are power discs"),
    ("power-up", 0, "", "a", "'a' is no move: 4 drops, 4a 4w5 4x5 4b2 are power discs"),
)


def test_each_refusal_names_the_move_and_the_reason():
    for name, rule, moves, bad, reason in REFUSED:
        position = new_position(variant_named(name), 1, rule)
        error = raises(MoveError, replay, position, moves + " " + bad)
        at = len((moves + " " + bad).split())
        assert str(error) == f"move {at}: {reason}" and error.at == at, (name, moves, bad, str(error))
        assert moves_text(position).split() == (moves + " " + bad).split()[:-1], "what came before stays played"


def test_codes_that_no_move_has():
    for name, code, reason in (("3d", 16, "there is no peg 1.5"), ("3d", -1, "there is no peg"),
                               ("no-gravity", 42, "there is no such cell"), ("no-gravity", -1, "no such cell"),
                               ("simultaneous", 1 << 12, "there is no such round"), ("popout", 7, "no column 8"),
                               ("popout", 16 + 7, "no column 8"), ("power-up", 4 | 5 << 4, "no such power disc"),
                               ("power-up", 4 | 3 << 7, "the plain disc has no second part here")):
        position = new_position(variant_named(name))
        assert reason in str(raises(IllegalMove, position.play, code)), (name, code)
        assert position.moves == [] and bytes(position.cells) == bytes(new_position(variant_named(name)).cells)


def test_rules_deals_and_seats_that_are_not_there():
    for variant in VARIANTS:
        for bad in ((0,), (variant.seats + 1,), (1, -1), (1, len(variant.rules) or 1), (1, 0, -1), (1, 0, 65536)):
            raises(ValueError, new_position, variant, *bad)
    assert "5-in-a-row has 2" in str(raises(ValueError, new_position, variant_named("5-in-a-row"), 1, 2))
    assert "0 .. 65535" in str(raises(ValueError, new_position, variant_named("pop-10"), 1, 1, 70000))
    assert "1 .. 3" in str(raises(ValueError, new_position, variant_named("simultaneous"), 4))


def test_every_token_is_its_move():
    for name, tokens in (("popout", "1 7 1p 7p"), ("popout-5", "2 8 2p"), ("no-gravity", "1.1 7.6 4.3 swap"),
                         ("3d", "1.1 4.1 1.4 2.3"), ("simultaneous", "1/1/1 9/9/9 4/4/7"),
                         ("pop-10", "1 7 4p 4p2 7p7 1p7"), ("power-up", "1 4a 4w 4w5 7x7 4b2 4b 1x1")):
        variant = variant_named(name)
        for token in tokens.split():
            assert move_text(read_move(token, variant), variant) == token
    codes = (("popout", "4p", 19), ("no-gravity", "4.3", 20), ("no-gravity", "swap", 63), ("3d", "2.3", 9),
             ("simultaneous", "4/4/7", 3 | 3 << 4 | 6 << 8), ("pop-10", "4p", 19), ("pop-10", "4p2", 32 + 24 + 1),
             ("power-up", "4a", 3 | 1 << 4), ("power-up", "4w5", 3 | 2 << 4 | 5 << 7),
             ("power-up", "4x5", 3 | 3 << 4 | 5 << 7), ("power-up", "4b2", 3 | 4 << 4 | 2 << 7))
    for name, token, code in codes:
        assert read_move(token, variant_named(name)) == code, token
