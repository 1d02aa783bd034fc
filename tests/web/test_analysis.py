"""What the page is told of each move's worth: against the rules, and against the solver."""

import random

import pytest

from host_tools import perfect
from host_tools.web import analysis
from host_tools.web.analysis import Analysis
from litfour.app.chance import Random
from litfour.rules.notation import moves_text, read_move, replay
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import POP10, POWER, ROUND, VARIANTS, variant_named

TWO_SEATS = [variant for variant in VARIANTS if variant.kind != ROUND]


def finished(given, position):
    """All that an Analysis finds out: {move: [outcome, plies, exact, guess]}."""
    given.look_at(position)
    for _ in range(200000):
        if not given.step():
            break
    told = given.told()
    assert told["done"]
    return {move: rest for move, *rest in told["moves"]}


def played(variant, moves, **more):
    position = new_position(variant_named(variant), **more)
    replay(position, moves)
    return position


def random_position(variant, chance, plies):
    position = new_position(variant)
    for _ in range(plies):
        legal = position.legal()
        if legal:
            position.play(chance.choice(legal))
    return position if position.result == ONGOING else random_position(variant, chance, plies)


def wins_at_once(position):
    """The moves after which the seat to move has won."""
    seat, found = position.turn, []
    for move in position.legal():
        position.play(move)
        if position.result == seat:
            found.append(move)
        position.undo()
    return found


def forced(position, seat, plies):
    """True where `seat` can win within so many plies, whatever the other does."""
    if position.result != ONGOING or not plies:
        return position.result == seat
    mine = position.turn == seat
    for move in position.legal():
        position.play(move)
        wins = forced(position, seat, plies - 1)
        position.undo()
        if wins == mine:
            return mine
    return not mine


LENGTHS = [
    ("popout", "6 3 1 2 6p 3p 5 1 6 4 5p 4 4 2"), ("popout", "4 4 7 5 6 6 6 5 7p 2 6p 2 4 6 2 5"),
    ("popout", "4 1 2 7 6 7p 2 6 2p 2 4 5 1 5p 2 7 6 3 4p 7p 3 6 3"), ("9x7", "5 5 4"),
    ("3d", "1.1 1.1 1.2 1.2 1.1 2.2 2.1 1.1 1.2 2.4 2.4 1.3 3.2 2.4 3.2 2.3 2.1 1.3 4.1 1.2 2.1 3.2"),
    ("no-gravity", "3.2 1.3 4.5 4.6 5.6 7.5 4.3 1.4 2.5 6.5 4.4 3.6 7.4 1.5 5.2 2.6 2.4 7.3 1.6 7.6 6.2 2.2 2.3 1.1 "
     "5.3 3.1 6.6 3.5"),
]


@pytest.mark.parametrize(("name", "text"), LENGTHS, ids=[f"{name}-{len(text)}" for name, text in LENGTHS])
def test_short_lengths_are_those_of_the_rules(name, text, monkeypatch):
    """What is told to win or lose in a few plies does so with any play; where that is exact, not sooner."""
    monkeypatch.setattr(analysis, "SEARCHED", (1500,))
    position = played(name, text)
    seat, looked_at = position.turn, 0
    for token, (outcome, plies, exact, _) in finished(Analysis(Random(1)), position).items():
        if not outcome or plies > 4:
            continue
        winner = seat if outcome > 0 else 3 - seat
        position.play(read_move(token, position.variant))
        assert forced(position, winner, plies - 1)
        assert not exact or plies == 1 or not forced(position, winner, plies - 2)
        position.undo()
        looked_at += 1
    assert looked_at


@pytest.mark.parametrize("variant", TWO_SEATS, ids=lambda variant: variant.name)
def test_wins_and_losses_at_once_are_what_the_rules_say(variant, monkeypatch):
    monkeypatch.setattr(analysis, "SEARCHED", (150,))
    chance = random.Random(3)
    for plies in (6, 11):
        position = random_position(variant, chance, plies)
        before = moves_text(position)
        winning = wins_at_once(position)
        found = finished(Analysis(Random(1)), position)
        assert moves_text(position) == before
        assert len(found) == len(position.legal())
        for token, (outcome, length, exact, guess) in found.items():
            move = read_move(token, variant)
            counts = variant.kind not in (POP10, POWER)         # the others give no lengths
            if counts:
                assert (outcome == 1 and length == 1) == (move in winning)
            elif move in winning:
                assert outcome == 1
            assert outcome is None or guess is None
            assert length or not exact
            seat = position.turn
            position.play(move)
            if position.result == ONGOING and position.turn != seat and wins_at_once(position):
                assert outcome == -1 and (not counts or (length, exact) == (2, True))
            elif counts and outcome == -1:
                assert length != 2 or position.result != ONGOING
            position.undo()


def test_the_search_agrees_with_the_solver():
    """Positions from the middle of standard games: equal outcomes; an exact length is the solver's, another is no
    shorter than it."""
    missing = perfect.available()
    if missing:
        pytest.skip(missing)
    chance = random.Random(9)
    deep, plain = Analysis(Random(1), perfect.make_solver), Analysis(Random(1))
    compared = longer = 0
    # first some where the search finds a win that is not the quickest
    known = [played("standard", text) for text in ("6 6 6 4 2 5 7 5 5 6 4 3 5 5 7 7 6 3 6 1 2 2 5",
                                                   "7 1 7 5 3 6 5 5 3 3 1 1 2 1 7 4 1 5 1 3 3 2 3 5 5")]
    for position in known + [random_position(VARIANTS[0], chance, plies) for plies in (24, 26, 28, 30, 32)]:
        solved, searched = finished(deep, position), finished(plain, position)
        for move, (outcome, length, exact, _) in searched.items():
            assert solved[move][0] == outcome, moves_text(position)
            if outcome:
                assert solved[move][2]
                assert length == solved[move][1] if exact else length >= solved[move][1], moves_text(position)
                compared += 1
                longer += length > solved[move][1]
    assert compared > 8 and longer


def test_the_first_move_is_known_from_the_book_and_the_solver(monkeypatch):
    """Source: the published values of the opening, from the edge: loses, loses, draws, wins."""
    missing = perfect.available()
    if missing:
        pytest.skip(missing)
    monkeypatch.setattr(analysis, "SEARCHED", (150, 0))
    found = finished(Analysis(Random(1), perfect.make_solver), played("standard", ""))
    assert [found[str(column)][0] for column in range(1, 8)] == [-1, -1, 0, 1, 0, -1, -1]


def test_a_disc_that_is_kept_leaves_the_turn_where_it_is(monkeypatch):
    """Pop 10: with 3p the tenth disc but one is kept, and 4p, by the same seat, ends the game."""
    monkeypatch.setattr(analysis, "SEARCHED", (150,))
    position = played("pop-10", "4p4 3p3 6p 3p 4p 3p 5p3 1p 2p3 1p4 2p6 4p 6p1 7p5 2p7 7p6 7p 6p1 2p 5p2 7p5 1p2 5p1 "
                      "1p2 6p5 4p2 5p6 7p 5p 5p 6p 3p6 3p7 3p1 1p5 1p3 6p1 6p 4p", rule=1, deal=44702)
    assert finished(Analysis(Random(1)), position)["3p"] == [1, 0, False, None]


def test_a_head_start_is_not_the_solvers_game():
    """Prefilled discs make another game of it, which the search answers."""
    variant = type(VARIANTS[0])("standard", 7, 6, prefilled=((3, "2"),))
    looking = Analysis(Random(1), lambda *_: pytest.fail("the solver was asked"))
    position = new_position(variant)
    replay(position, "1 7 1 7 1 7")
    looking.look_at(position)
    for _ in range(300):
        looking.step()
    assert looking.told()["moves"][0] == ["1", 1, 1, True, None]


def test_secret_choices_are_not_analysed():
    looking = Analysis(Random(1))
    looking.look_at(new_position(variant_named("simultaneous")))
    assert not looking.step()
    with pytest.raises(ValueError, match="not in this game"):
        looking.told()


def test_another_position_is_looked_at_anew_and_the_same_goes_on():
    looking = Analysis(Random(1))
    position = played("standard", "1 7 1 7 1 7")
    looking.look_at(position)
    for _ in range(40):
        looking.step()
    before = looking.told()
    looking.look_at(played("standard", "1 7 1 7 1 7"))
    assert looking.told() == before
    position.play(0)
    looking.look_at(position)
    assert looking.told() == {"moves": [], "done": True}        # it is over
