"""Facts of the rules' table: lines, sequences of moves, and games whose end is known."""

from litfour.rules.lines import lines_of
from litfour.rules.notation import move_text, replay, result_text
from litfour.rules.position import FALL, MISS, PASS, SLIDE, SWAP, SWAPPED
from litfour.rules.start import new_position
from litfour.rules.variants import VARIANTS, variant_named
from tests.portable import ON_MICROPYTHON
from tests.rules.agree import Pair
from tests.rules.chance import Chance
from tests.rules.reference_pegs import cube_lines
from tests.rules.sequences import TABLE, sequences

LINES = {"standard": 69, "8x7": 107, "9x7": 126, "8x8": 130, "five": 68, "5-in-a-row": 68, "popout": 69,
         "popout-5": 68, "avoid-four": 69, "no-gravity": 69, "3d": 76, "simultaneous": 180, "pop-10": 69,
         "power-up": 69}
# as long as a few seconds go; longer ones: tests/rules/sequences.py
LENGTHS = {"standard": 7, "five": 6, "5-in-a-row": 6, "popout": 6, "popout-5": 5, "no-gravity": 4, "3d": 4}
# variant, rule, moves, result, winning cells
GAMES = (
    ("popout", 0, "4 5 4p 5p 4 5 4p 5p", "draw", []),
    ("popout", 0, "5 4 6 7 3 7 4 4p", "1", [(2, 0), (3, 0), (4, 0), (5, 0)]),
    ("popout", 0, "4 4 4 6 6 3 2 2 3 5 5 5 4p", "1", [(2, 1), (3, 1), (4, 1), (5, 1)]),
    ("popout", 1, "4 4 4 6 6 3 2 2 3 5 5 5 4p", "2", [(2, 0), (3, 0), (4, 0), (5, 0)]),
    ("popout", 2, "4 4 4 6 6 3 2 2 3 5 5 5 4p", "draw", []),
    ("popout-5", 0, "2 2 3 3 4 4 5", "1", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
    ("avoid-four", 0, "1 2 1 2 1 2 1", "2", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("avoid-four", 0, "1 1 2 2 3 3 5 5 6 6 7 7 4", "2", [(column, 0) for column in range(7)]),
    ("five", 0, "1 1 2 2 3 3 4 4 5", "1", [(column, 0) for column in range(5)]),
    ("5-in-a-row", 1, "2 2 3 3 4 4 5", None, []),
    ("no-gravity", 0, "1.1 7.1 2.2 7.2 3.3 6.6 4.4", "1", [(0, 0), (1, 1), (2, 2), (3, 3)]),
    ("3d", 0, "1.1 2.2 2.2 3.3 3.3 4.4 3.3 4.4 4.4 1.2 4.4", "1", [(0, 0), (5, 1), (10, 2), (15, 3)]),
    ("3d", 0, "1.1 2.1 1.1 2.1 1.1 2.1 1.1", "1", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("simultaneous", 0, "1/2/3 1/2/3 1/2/3 1/2/3", "1", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("power-up", 0, "1 4 2 4 3 7 4a", "1", [(0, 0), (1, 0), (2, 0), (3, 0)]),
    ("power-up", 0, "1 7 1 7 1 7 1w", "1", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("power-up", 0, "1 7 1 7 1x1", "1", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("power-up", 0, "1 7 1 7 1 7 1b", "1", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("power-up", 0, "4 6 3 3 6 2 3 5 5 6 4 1b3", "1", [(2, 1), (3, 1), (4, 1), (5, 1)]),
    ("power-up", 0, "1 7 7 6 5 4 6 5 5 7 4 1b5", "2", [(3, 0), (4, 0), (5, 0), (6, 0)]),
    # a column of alternating discs turns round twice: nobody kept a disc
    ("pop-10", 0, "4 3 7 5 1 6 2 3 5 4 7 6 1 2 6 5 2 7 3 1 4 2 1 7 4 3 6 5 7 1 2 3 6 4 5 4 5 1 7 2 6 3 "
     "2p2 2p2 2p2 2p2", "draw", []),
    ("pop-10", 0, "7 6 4 3 2 1 5 1 4 6 7 5 3 2 4 2 7 1 3 5 6 1 6 4 5 3 7 2 6 7 5 1 2 4 3 2 5 4 6 1 3 7 "
     "7p 4p7 6p 6p 3p4 5p 4p5 5p 5p 1p 1p 1p 1p 1p 1p", "2", []),
)
A_PASS = ("4 7 6 3 2 5 1 7 4 2 6 1 3 5 2 5 3 1 7 6 4 3 4 6 7 2 5 1 3 1 5 7 6 2 4 2 5 1 6 7 4 3 "
          "2p 1p 6p2 5p1 6p5 1p 5p1 4p 4p 4p 4p 4p 4p 2p5 2p6 7p6")


def test_every_game_has_its_number_of_lines():
    assert set(LINES) == {variant.name for variant in VARIANTS}
    for variant in VARIANTS:
        lines = lines_of(variant)
        assert len(lines) == LINES[variant.name] == len({frozenset(line) for line in lines}), variant.name
        for line in lines:
            assert len(set(line)) == variant.connect
            for column, row in line:
                assert 0 <= column < variant.columns and 0 <= row < variant.rows


def test_the_lines_of_the_cube_are_those_found_by_walking_it():
    ours = {frozenset((peg % 4, peg // 4, layer) for peg, layer in line) for line in lines_of(variant_named("3d"))}
    assert ours == {frozenset(line) for line in cube_lines()}


def test_the_number_of_move_sequences():
    for name in TABLE:
        for length in range(1, 3 if ON_MICROPYTHON else LENGTHS[name] + 1):
            assert sequences(new_position(variant_named(name)), length) == TABLE[name][length - 1], (name, length)


def test_games_whose_end_is_known():
    """Each also by the reference, so that both ways of playing are held to the fact and not to each other."""
    for name, rule, moves, result, cells in GAMES:
        pair = Pair(name, rule)
        for token in moves.split():
            assert pair.reference.result is None, (name, moves)
            pair.play(token)
            pair.check()
        ours = pair.position
        assert (result_text(ours.result), ours.winning_cells()) == (result, cells), (name, rule, moves)
        theirs = pair.reference.result
        assert (str(theirs) if theirs else None, pair.reference.winning) == (result, cells), (name, rule, moves)


def test_a_draw_by_repetition_is_taken_back_with_its_count():
    position = new_position(variant_named("popout"))
    replay(position, "4 5 4p 5p 4 5 4p")
    assert result_text(position.result) is None
    for _ in range(3):
        replay(position, "5p")
        assert result_text(position.result) == "draw" and position.legal() == []
        position.undo()
    position.undo()
    replay(position, "1 2 1p")
    assert result_text(position.result) is None
    replay(position, "2p")
    assert result_text(position.result) == "draw", "one disc of each for the third time"


def test_a_mirrored_position_is_not_the_same():
    position = new_position(variant_named("popout"))
    replay(position, "3 4 3p 4p 5 4 5p")
    replay(position, "1 5 1p")
    assert result_text(position.result) is None, "twice 4 alone, once with 3 and once with 5 popped beside it"


def test_a_full_board_ends_popout_not():
    position = new_position(variant_named("popout"))
    replay(position, "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7")
    assert position.room == 0 and result_text(position.result) is None
    assert position.legal() == [16 + column for column in (0, 2, 4, 6)]


def test_pop_10_passes_by_itself_and_the_pass_is_no_move():
    pair = Pair("pop-10")
    for token in A_PASS.split():
        pair.play(token)
        pair.check()
    position = pair.position
    assert [change[0] for change in position.changes] == [SLIDE, FALL, PASS]
    popper, passed = position.turn, 3 - position.turn
    assert position.changes[-1] == (PASS, 0, 0, passed) and passed not in [position.cell(at, 0) for at in range(7)]
    assert len(position.moves) == len(A_PASS.split()) and position.quiet == 4, "a passed turn is a quiet one"
    pair.undo()
    pair.check()
    assert position.turn == popper and position.quiet == 2, "who has popped goes on after the pass"


def test_sixty_turns_without_a_kept_disc_end_pop_10():
    """Shuffled games in which both seats avoid keeping discs and ends by repetition."""
    for deal, kept, result in ((1374, [0, 0, 0], "draw"), (134, [0, 2, 2], "draw"), (687, [0, 1, 0], 1),
                               (1651, [0, 1, 2], 2)):
        pair, chance = Pair("pop-10", 1, 1, deal), Chance(deal)
        turns = 0
        while pair.reference.result is None:
            tokens = [move_text(move, pair.variant) for move in pair.position.legal()]
            returns = [token for token in tokens if not token.endswith("p")] or tokens
            pair.play(chance.pick(returns))
            for _ in range(20):
                if pair.reference.result is not None and pair.position.quiet < 60:
                    pair.undo()
                    pair.play(chance.pick(returns))
            pair.check()
            turns = 0 if pair.tokens[-1].endswith("p") else turns + 1
        assert (pair.position.kept, pair.reference.result) == (kept, result), deal
        assert pair.position.quiet == 60 and turns >= 60
        if deal == 1374:
            assert len(pair.tokens) == 60, "not one turn more"
        pair.undo()
        pair.check()


def test_shuffled_fillings_are_full_fair_and_many():
    variant, seen, ones = variant_named("pop-10"), set(), [0] * 42
    deals = list(range(0, 65536, 4096 if ON_MICROPYTHON else 64)) + [1, 2, 3, 65535]
    for deal in deals:
        position = new_position(variant, 1, 1, deal)
        assert position.room == 0 and not position.filling and position.moves == []
        assert [position.cells.count(bytes([seat])) for seat in (1, 2)] == [21, 21]
        assert bytes(new_position(variant, 1, 1, deal).cells) == bytes(position.cells), "a deal is always the same"
        seen.add(bytes(position.cells))
        for cell in range(42):
            ones[cell] += position.cells[cell] == 1
    assert len(seen) == len(deals)
    if not ON_MICROPYTHON:
        assert 0.42 * len(deals) < min(ones) and max(ones) < 0.58 * len(deals), ones


def test_swapping_changes_the_first_disc_and_the_first_seat_goes_on():
    position = new_position(variant_named("no-gravity"), 1, 1)
    assert SWAPPED not in position.legal()
    replay(position, "4.3")
    assert position.legal()[-1] == SWAPPED
    replay(position, "swap")
    assert position.changes == [(SWAP, 0, 0, 2)]
    assert position.cell(3, 2) == 2 and position.turn == 1 and SWAPPED not in position.legal()
    replay(position, "1.1 4.4 1.2 4.5 1.4 4.6")
    assert result_text(position.result) == "2" and position.winning_cells() == [(3, 2), (3, 3), (3, 4), (3, 5)]
    for _ in range(7):
        position.undo()
    assert position.cell(3, 2) == 1 and position.turn == 2


def test_the_drop_order_of_simultaneous_play():
    position = new_position(variant_named("simultaneous"))
    orders = []
    for _ in range(4):
        orders.append(position.order)
        replay(position, "1/4/7" if len(orders) % 2 else "2/5/8")
    assert orders == [(1, 2, 3), (3, 1, 2), (2, 3, 1), (1, 2, 3)]
    assert new_position(variant_named("simultaneous"), 2).order == (2, 3, 1)
    assert new_position(variant_named("simultaneous"), 3).order == (3, 1, 2)


def test_a_round_drops_in_order_stops_at_the_win_and_misses_what_has_no_room():
    position = new_position(variant_named("simultaneous"))
    replay(position, "5/5/5")
    assert position.changes == [(FALL, 4, 0, 1), (FALL, 4, 1, 2), (FALL, 4, 2, 3)]
    replay(position, "5/5/5 5/5/1")
    assert position.heights[4] == 8 and position.order == (1, 2, 3)
    replay(position, "5/5/5")
    assert position.changes == [(FALL, 4, 8, 1), (MISS, 4, 0, 2), (MISS, 4, 0, 3)] and position.order == (3, 1, 2)
    position.undo()
    assert position.heights[4] == 8 and position.order == (1, 2, 3) and position.turn == 1
    position = new_position(variant_named("simultaneous"))
    replay(position, "1/2/3 1/2/3 1/2/3")
    replay(position, "1/2/3")
    assert position.changes == [(FALL, 0, 3, 1)] and position.result == 1, "later discs do not fall"


def test_keys_differ_where_the_future_does():
    def keys(name, rule, *texts):
        found = []
        for text in texts:
            position = new_position(variant_named(name), 1, rule)
            replay(position, text)
            found.append(position.key())
        return len(set(found))

    assert keys("standard", 0, "4 5 3", "3 5 4", "3 4 5") == 2
    assert keys("popout", 0, "", "4 5 4p 5p", "4 5") == 2
    assert keys("no-gravity", 0, "1.1 2.2", "2.2 1.1", "") == 3
    assert keys("no-gravity", 1, "1.1", "1.1 swap") == 2
    assert keys("power-up", 0, "4", "4a", "4w5") == 3
    assert keys("power-up", 0, "4 4a 1 2", "1 4a 2a 2") == 2
    assert keys("simultaneous", 0, "1/2/3 4/5/6", "4/5/6 1/2/3", "1/2/3") == 2
    assert keys("3d", 0, "1.1 2.2 3.3", "3.3 2.2 1.1") == 1
