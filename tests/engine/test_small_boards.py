"""The CPU with enough nodes plays small boards without error: each of its moves keeps the value that trying everything
gives (plain_games.py), and what it has proved is that value."""

from array import array

import pytest

from host_tools.accelerate import compiled_run
from litfour.app.chance import Random
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.games import GameSearch
from litfour.engine.search import Search
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, DROP, POP, Variant
from tests.engine.plain_games import POPPED, Board

OTHER = {"1": "2", "2": "1"}
# columns, rows, connect, discs that lie there at least, random games
DROPS = ((4, 4, 4, 0, 40), (5, 4, 4, 7, 10), (4, 5, 3, 0, 15), (5, 5, 4, 11, 10))
AVOIDS = DROPS
FIVES = ((5, 4, 5, 7, 10), (6, 5, 5, 17, 10), (5, 5, 5, 13, 10))
POPS = ((4, 3, 4, 0), (4, 3, 4, 1), (4, 3, 4, 2), (4, 3, 3, 0), (3, 4, 3, 0), (3, 4, 4, 0))      # the last: the rule


def new_search(kind):
    table, chance = array("i", bytes(TABLE_BYTES)), Random(1)
    if kind == DROP:
        return Search(table, chance, compiled_run("kernels"))
    return GameSearch(table, chance, compiled_run("games_kernel"))


def answer(search, position, nodes):
    search.start(position, nodes, 81)
    while not search.step(20000):
        pass
    return search.best


def outcome(position, seat):
    """For a seat, of a game that is over."""
    return 0 if position.result == DRAW else 1 if position.result == seat else -1


def random_opening(variant, chance, plies, rule=0):
    """A position after that many random moves, and the same as a plain state; None, None where the game ended or a
    position came again."""
    position, state = new_position(variant, 1, rule), ("",) * variant.columns
    seen = {state}
    for _ in range(plies):
        moves = position.legal()
        move = moves[chance.below(len(moves))]
        state = played(state, str(position.turn), move)
        position.play(move)
        if position.result != ONGOING or state in seen:
            return None, None
        seen.add(state)
    return position, state


def played(state, seat, move):
    column = move % POPPED
    discs = state[column][1:] if move >= POPPED else state[column] + seat
    return state[:column] + (discs,) + state[column + 1:]


def play_out(board, search, position, state, nodes):
    """Both sides are the CPU, to the end: every move keeps the value. How many moves it had to choose."""
    value, count = board.value(state, str(position.turn)), 0
    while position.result == ONGOING:
        seat = position.turn
        choices = len(position.legal())
        move = answer(search, position, nodes)
        searched = search.nodes > 0                 # a forced reply is not searched
        if searched and choices > 1:
            count += 1
            assert search.outcome == value, (position.variant.name, position.moves, value, search.outcome)
        state = played(state, str(seat), move)
        position.play(move)
        after = outcome(position, seat) if position.result != ONGOING else -board.value(state, OTHER[str(seat)])
        assert after == value, (position.variant.name, position.moves, "had", value, "has", after)
        value = -value
    return count


def check_drops(kind, size, least):
    columns, rows, connect, discs, games = size
    variant = Variant(f"{columns}x{rows}", columns, rows, connect, kind=kind)
    board = Board(columns, rows, connect, losing=kind == AVOID)
    search, chance = new_search(kind), Random(columns + rows)
    count = 0
    values = set()
    for _ in range(games):
        position, state = random_opening(variant, chance, discs + chance.below(4))
        if position:
            values.add(board.value(state, str(position.turn)))
            count += play_out(board, search, position, state, 5_000_000)
    assert count >= least and len(values) > 1, (count, values)


@pytest.mark.parametrize("size", DROPS, ids=str)
def test_four_in_a_row(size):
    check_drops(DROP, size, 10)


@pytest.mark.parametrize("size", FIVES, ids=str)
def test_five_in_a_row(size):
    check_drops(DROP, size, 5)


@pytest.mark.parametrize("size", AVOIDS, ids=str)
def test_avoid_four(size):
    check_drops(AVOID, size, 10)


@pytest.mark.parametrize("size", POPS, ids=str)
def test_popout(size):
    """From positions without a repetition so far: there a win never needs one, and the CPU must take or keep it."""
    columns, rows, connect, rule = size
    variant = Variant("pops", columns, rows, connect, kind=POP, rules=("popper", "opponent", "draw"))
    board = Board(columns, rows, connect, pops=True, both=rule)
    values = board.solve_pops()
    search, chance, found = new_search(POP), Random(columns * rows + rule), {1: 0, 0: 0, -1: 0}
    tried = proved = 0
    while tried < 60:
        position, state = random_opening(variant, chance, chance.below(12), rule)
        if not position:
            continue
        seat = position.turn
        value = values[state, str(seat)]
        move = answer(search, position, 300_000)
        assert search.outcome in (None, value), (position.moves, value, search.outcome)
        proved += search.outcome == value
        _, state, result = board.after(state, str(seat), move)
        after = -values[state, OTHER[str(seat)]] if result is None else result
        assert after == value, (position.moves, move, "had", value, "has", after)
        tried += 1
        found[value] += 1
    assert found[1] > 10 and found[-1] > 5 and proved > 30, (found, proved)
    assert found[0] or 0 not in values.values()
