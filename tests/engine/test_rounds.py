"""Simultaneous play: certain wins, blocks, drop order, full columns, rounds as the rules have them; nothing is peeped
at."""

from array import array

from litfour.app.chance import Random
from litfour.engine import rounds_kernel as K
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.rounds import RoundSearch
from litfour.rules.geometry import has_line
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import variant_named
from tests.portable import ON_MICROPYTHON

VARIANT = variant_named("simultaneous")
NODES = 400


def new_search(seed=1):
    return RoundSearch(array("i", bytes(TABLE_BYTES)), Random(seed))


def pictured(columns, order=(1, 2, 3)):
    """A position from {column (from 1): seats from the bottom, as text}."""
    position = new_position(VARIANT)
    for column, seats in columns.items():
        for seat in seats:
            position._drop(column - 1, int(seat))
    position.order, position.turn = order, order[0]
    assert not any(has_line(board, 9, 4) for board in position.boards), "the picture holds a four"
    return position


def searched(position, seat, nodes=NODES, seed=1, depth=42, search=None, slice_nodes=100):
    search = search or new_search(seed)
    search.start(position, nodes, depth, 0, seat)
    while not search.step(slice_nodes):
        pass
    return search


def random_position(chance, rounds):
    """A position that is not over after so many random rounds, None where the game ended before."""
    position = new_position(VARIANT, 1 + chance.below(3))
    for _ in range(rounds):
        columns = position.choices()
        position.play(sum(columns[chance.below(len(columns))] << 4 * k for k in range(3)))
        if position.result != ONGOING:
            return None
    return position


# ---- certain wins

def test_the_first_to_drop_takes_any_win():
    for seat in (1, 2, 3):
        order = (seat, seat % 3 + 1, (seat + 1) % 3 + 1)
        me, other, last = (str(each) for each in order)
        for columns, best in (({1: me, 2: me, 3: me}, 4), ({5: me * 3, 9: other * 3}, 5),
                              ({3: me, 4: other + me, 5: last + other + me, 6: other + last + last}, 6)):
            search = searched(pictured(columns, order), seat)
            assert search.moves == [best - 1] and search.best == search.choose(0) == best - 1
            assert search.proved and search.outcome == 1 and search.nodes == 0 and search.done


STACKED_TWICE = {1: "22", 2: "22", 3: "22"}             # columns 4, rows 1 and 2
STACKED_THRICE = {1: "333", 2: "333", 3: "333", 9: "1122"}


def test_a_later_one_wins_for_sure_only_where_it_may_land_higher():
    assert searched(pictured(STACKED_TWICE, (1, 2, 3)), 2).outcome == 1
    assert searched(pictured(STACKED_TWICE, (1, 2, 3)), 2).best == 3
    # the third to drop may land two higher
    assert not searched(pictured(STACKED_TWICE, (3, 1, 2)), 2).proved
    assert searched(pictured(STACKED_THRICE, (1, 2, 3)), 3).outcome == 1
    assert searched(pictured(STACKED_THRICE, (1, 2, 3)), 3).best == 3


def test_a_win_that_an_earlier_drop_can_spoil_is_not_certain():
    position = pictured({1: "2", 2: "2", 3: "2", 9: "1"}, (1, 2, 3))
    search = searched(position, 2)
    assert not search.proved and len(search.moves) == 9
    # the first would win before
    both = dict(STACKED_TWICE)
    both[9] = "111"
    assert not searched(pictured(both, (1, 2, 3)), 2).proved
    # and in column 4 it wins only once the first has lifted it
    assert not searched(pictured({1: "32", 2: "32", 3: "32"}, (1, 2, 3)), 2).proved


def test_a_win_that_a_full_column_would_cost_is_not_certain():
    # one cell is left in column 4: there seat 2 completes the uppermost row
    position = pictured({1: "131313132", 2: "313131312", 3: "131313132", 4: "13131312"}, (1, 2, 3))
    search = searched(position, 2)
    assert not search.proved
    assert searched(position, 1).best == 3              # who drops before takes the place


# ---- blocks

def test_whoever_drops_before_blocks():
    for order, seat in (((1, 2, 3), 2), ((3, 1, 2), 3), ((2, 1, 3), 1)):
        for column in range(1, 10):
            danger = order[order.index(seat) + 1]
            position = pictured({column: str(danger) * 3}, order)
            search = searched(position, seat)
            assert search.best == search.choose(0) == column - 1, (order, column, search.moves)


def test_of_two_dangers_the_one_that_drops_first_is_blocked():
    position = pictured({2: "333", 7: "222"}, (1, 2, 3))
    assert searched(position, 1).best == 6
    assert searched(pictured({2: "333", 7: "222"}, (1, 3, 2)), 1).best == 1


def test_a_block_is_no_use_where_it_lifts_the_danger_to_its_other_win():
    """Seat 2 wins in column 4 on the first row and on the second: only two discs below would help."""
    position = pictured(STACKED_TWICE, (1, 2, 3))
    search = searched(position, 1)
    assert len(search.moves) > 1 and not search.proved


def test_a_threat_of_who_has_dropped_before_is_no_reason_to_block():
    position = pictured({2: "111", 8: "33"}, (1, 2, 3))
    assert len(searched(position, 2).moves) == 9


def test_who_drops_last_and_then_first_makes_a_three():
    """Nobody drops between its two discs: seat 3 has two in column 5 and drops twice running."""
    search = searched(pictured({5: "33", 2: "12", 8: "21"}, (1, 2, 3)), 3, 1500)
    assert search.best == 4, search.moves
    # and who drops before it is well advised to be there first
    assert searched(pictured({5: "33", 2: "12", 8: "21"}, (1, 2, 3)), 2, 1500).best == 4


# ---- rules of the game

def test_full_columns_are_never_chosen():
    chance = Random(4)
    search = new_search()
    seen = 0
    while seen < (8 if ON_MICROPYTHON else 60):
        position = random_position(chance, 4)
        if position is None:
            continue
        for column in range(9):                         # nearly all full, with nothing that wins
            if chance.below(4):
                while position.heights[column] < 9:
                    position._drop(column, 1 + (position.heights[column] // 2 + column) % 3)
        if not position.choices() or any(has_line(board, 9, 4) for board in position.boards):
            continue
        seen += 1
        for seat in (1, 2, 3):
            searched(position, seat, 40, search=search)
            for margin in (0, 30, 32768):
                assert search.choose(margin) in position.choices()
            assert set(search.moves) <= set(position.choices())


def block_of(search):
    words, halves = search._words, search._halves
    return [halves[k] for k in range(words[K.STATE], words[K.QUEUE])]


def played_by_kernel(search, position):
    """One random round from the root; (columns by seat, the winner's seat or 0, what the kernel then holds)."""
    search.start(position, 1, 1, 0, position.order[1])
    if search.done:
        return None
    words, halves = search._words, search._halves
    words[K.ALLOWED] = 511
    words[K.BY_RULE] = 0
    held = None
    search.step(1)
    columns = [0] * 3
    for side in range(3):
        columns[position.order[side] - 1] = halves[words[K.CHOICE] + side]
    winner = 0
    if words[K.LEVEL] == 0:                             # the play-out has ended: somebody has won
        winner = position.order[max(range(3), key=lambda side: halves[words[K.SHARES] + side])]
    else:
        held = block_of(search)
    return columns, winner, held


def check_rounds(run, positions):
    """Random rounds of the kernel against the rules; how many of each end were seen."""
    chance = Random(2)
    search, fresh = (RoundSearch(array("i", bytes(TABLE_BYTES)), Random(6), run) for _ in range(2))
    ends = {"won": 0, "missed": 0, "on": 0, "full": 0}
    while positions:
        position = random_position(chance, chance.below(27))
        played = played_by_kernel(search, position) if position else None
        if played is None:
            continue
        positions -= 1
        columns, winner, held = played
        start = block_of_root(fresh, position)
        position.play(columns[0] | columns[1] << 4 | columns[2] << 8)
        assert winner == (position.result if position.result not in (ONGOING, DRAW) else 0), position.moves
        ends["missed"] += len(position.changes) < 3 or any(change[0] == 6 for change in position.changes)
        ends["won"] += winner > 0
        if winner:
            assert block_of(search) == start            # set up again
        elif position.result == ONGOING:
            ends["on"] += 1
            seats = position.order
            position.order = seats[1:] + seats[:1]      # the kernel's sides keep the root's order
            compare(block_of_root(fresh, position), held, position)
        else:
            ends["full"] += 1
    return ends


def block_of_root(search, position):
    search.prepare(VARIANT)
    search._load(position, position.order)
    return block_of(search)


def compare(fresh, held, position):
    """All but the threats on filled cells, which nobody asks for."""
    lines = 180
    for k in range(len(fresh)):
        cell = k - lines
        if not 0 <= cell < 81 or not position.cells[cell]:
            assert fresh[k] == held[k], (k, fresh[k], held[k], position.moves)


def test_rounds_are_those_of_the_rules():
    ends = check_rounds(None, 300)
    assert ends["won"] and ends["on"]


def test_the_position_is_set_up_again_after_every_play_out():
    chance = Random(3)
    search = new_search()
    position = random_position(chance, 5)
    search.start(position, 10000, 42, 0, 1)
    before = block_of(search)
    ends = 0
    for _ in range(400):
        search.step(1)
        if search._words[K.LEVEL] == 0:
            ends += 1
            assert block_of(search) == before
    assert ends > 50


# ---- what a search may know and must not touch

class Bare:
    """What a search is given of a position, and nothing else."""

    def __init__(self, position):
        self.variant, self.order = position.variant, position.order
        self.cells, self.heights = bytes(position.cells), tuple(position.heights)


def test_only_board_order_and_seat_are_looked_at():
    """No choice of the round can be reached; the position may not even be written to."""
    chance = Random(5)
    compared = 0
    while compared < 3:
        position = random_position(chance, 6)
        if position is None:
            continue
        compared += 1
        for seat in (1, 2, 3):
            whole, bare = (searched(each, seat, 200) for each in (position, Bare(position)))
            assert (whole.moves, whole.values, whole.nodes) == (bare.moves, bare.values, bare.nodes)


def test_it_is_the_same_whatever_the_others_have_chosen():
    """Three CPUs of one position, in any order of thinking and with others' answers in between."""
    from litfour.engine.levels import level_named
    from litfour.engine.player import Player
    position = pictured({5: "12", 4: "3"}, (3, 1, 2))
    level = level_named("easy")
    chosen = []
    for before in ((), (2,), (3,), (3, 2)):
        others = Player(array("i", bytes(TABLE_BYTES)), Random(40))
        for seat in before:
            think(others, position, level, seat)
        chosen.append(think(Player(array("i", bytes(TABLE_BYTES)), Random(8)), position, level, 1))
    assert len(set(chosen)) == 1 and chosen[0] in position.choices()


def think(player, position, level, seat):
    player.start(position, level, seat)
    while not player.step():
        pass
    return player.move


def test_equal_input_gives_equal_columns_however_it_is_sliced():
    position = pictured({5: "1231", 4: "23"})
    runs = [searched(position, 2, 1000, slice_nodes=nodes) for nodes in (1, 7, 60, 5000)]
    assert len({(run.nodes, tuple(run.moves), tuple(run.values)) for run in runs}) == 1
    assert runs[0].nodes == 1000
    assert searched(position, 2, 1000, seed=2).values != runs[0].values


def test_the_best_so_far_is_there_at_any_time_and_cancel_keeps_it():
    search = new_search()
    assert search.best == -1 and search.nodes == 0 and search.done and not search.moves
    search.start(pictured({5: "12"}), 5000, 42, 0, 1)
    assert search.best in range(9)
    search.step(300)
    best = search.best
    search.cancel()
    assert search.done and search.step(60) and search.best == best and search.nodes == 300
    search.forget()
    assert search.best == -1 and search.nodes == 0 and not search.moves
    search.release()
    assert searched(pictured({5: "12"}), 1, 20, search=search).nodes == 20


def test_a_step_allocates_nothing():
    search = new_search()
    search.start(pictured({5: "12", 6: "3"}), 500, 42, 0, 2)
    if ON_MICROPYTHON:
        import micropython
        micropython.heap_lock()
    try:
        while not search.step(20):
            pass
        column = search.choose(5)
    finally:
        if ON_MICROPYTHON:
            micropython.heap_unlock()
    assert column in range(9)


def test_shares_are_of_one_whole():
    """Where the play-outs were weighed the three sides' shares make one, and the first to drop has an edge."""
    search = searched(pictured({5: "1"}, (1, 2, 3)), 1, 3000)
    assert 0.2 < search.values[0] / K.SHARE < 0.8
    words, halves = search._words, search._halves
    total = sum(halves[words[K.SHARES] + side] for side in range(3))
    assert abs(total - K.SHARE) < K.SHARE // 50
