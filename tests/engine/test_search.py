"""The search: tactics, exactness on small boards, determinism, resumability, and the state the kernel leaves behind."""

from array import array

from litfour.app.chance import Random
from litfour.engine import kernels as K
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.board import LINE_WORTH, Board, node_loop
from litfour.engine.search import Search
from litfour.rules.lines import lines_of
from litfour.rules.notation import replay
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, PEG, VARIANTS, Variant, variant_named
from tests.engine.brute_force import value
from tests.engine.plain_search import PlainSearch
from tests.portable import ON_MICROPYTHON

HEAD_START = Variant("head start", 7, 6, prefilled=((3, "2"),))
GAMES = [variant for variant in VARIANTS if variant.kind in (DROP, PEG)]


def new_search(seed=1):
    return Search(array("i", bytes(TABLE_BYTES)), Random(seed))


def position_after(moves, variant="standard"):
    position = new_position(variant if isinstance(variant, Variant) else variant_named(variant))
    replay(position, moves)
    return position


def searched(moves, variant="standard", nodes=4000, depth=42, search=None, slice_nodes=250):
    search = search or new_search()
    search.start(position_after(moves, variant), nodes, depth)
    while not search.step(slice_nodes):
        pass
    return search


def random_position(variant, plies, chance, first=1, rule=0):
    """A position that is not over, after `plies` random moves (None where the game ended before)."""
    position = new_position(variant, first, rule)
    for _ in range(plies):
        moves = position.legal()
        position.play(moves[chance.below(len(moves))])
        if position.result != ONGOING:
            return None
    return position


def test_an_immediate_win_is_taken():
    for moves, best in (("1 2 1 2 1 2", 0), ("4 1 5 1 6 1", (2, 6)), ("1 7 1 7 1 7", 0), ("1 1 2 2 3 3", 3),
                        ("7 7 6 6 5 5", 3)):
        search = searched(moves)
        assert search.best == best or search.best in (best if isinstance(best, tuple) else ()), (moves, search.best)
        assert search.proved and search.values[0] == K.WIN - len(moves.split()) - 1


def test_a_threat_is_blocked_in_every_column():
    for column in range(1, 8):
        other = column % 7 + 1
        moves = " ".join((str(column) + " " + str(other) + " ") * 3).replace("  ", " ")
        assert searched(" ".join([str(column), str(other)] * 2 + [str(column)])).best == column - 1, moves


def test_a_win_in_two_is_found_by_every_depth_above_two():
    # discs on 3 and 4 of an empty row: 2 or 5 makes an open three
    for depth in (3, 5):
        search = searched("3 3 4 4", depth=depth)
        assert search.best in (1, 4) and search.proved and search.values[0] == K.WIN - 7


def test_a_lost_position_still_gets_a_move():
    search = searched("3 1 4 1 5")
    assert search.best in (1, 5) and search.proved and search.values[0] < K.DRAW


def exact(search):
    best = search.values[0]
    return 1 if best > K.SURE else -1 if best < 2 * K.DRAW - K.SURE else 0


def test_small_boards_are_solved_as_by_brute_force():
    boards = [Variant("4x4", 4, 4), Variant("5x4", 5, 4), Variant("4x5 three", 4, 5, 3)]
    boards.append(Variant("slider", 6, 4, prefilled=((0, "1212"), (5, "2121"))))
    chance = Random(7)
    compared = 0
    for variant in boards:
        memory = {}
        search = new_search()
        taken = (5 if ON_MICROPYTHON else 8) + sum(len(discs) for _, discs in variant.prefilled)
        for _ in range(8 if ON_MICROPYTHON else 40):
            position = random_position(variant, variant.columns * variant.rows - taken - chance.below(4), chance)
            if position is None or len(position.legal()) < 2:
                continue
            search.start(position, 10000000, 81)
            while not search.step(5000):
                pass
            forced = len(search.moves) == 1         # a forced reply is not searched
            before = value(position, memory)
            assert forced or search.proved and exact(search) == before, (variant.name, position.moves)
            seat = position.turn
            position.play(search.best)
            after = -value(position, memory) if position.result == ONGOING else int(position.result == seat)
            assert after == before, ("the best move does not keep the value", position.moves)
            compared += not forced
    assert compared > (2 if ON_MICROPYTHON else 40), compared


def test_equal_input_gives_equal_nodes_and_moves_however_it_is_sliced():
    for variant, moves in (("standard", "445"), ("9x7", "5 5 5"), ("5-in-a-row", "5 5 6")):
        runs = [searched(moves, variant, 3000, slice_nodes=nodes) for nodes in (7, 60, 5000)]
        assert len({(run.nodes, tuple(run.moves), tuple(run.values), run.depth) for run in runs}) == 1
        assert runs[0].nodes == 3000


def test_no_step_searches_more_nodes_than_allowed():
    search = new_search()
    search.start(position_after("4"), 1000, 42)
    seen = 0
    while not search.step(60):
        assert 0 <= search.nodes - seen <= 60
        seen = search.nodes
    assert search.nodes == 1000


def test_the_best_move_so_far_is_there_at_any_time_and_cancel_keeps_it():
    search = new_search()
    search.start(position_after("4 4"), 100000, 42)
    assert search.best in range(7)
    search.step(300)
    best = search.best
    search.cancel()
    assert search.done and search.step(60) and search.best == best and search.nodes <= 300


def test_one_search_serves_many_positions_and_variants():
    search = new_search()
    chance = Random(13)
    for variant in GAMES:
        for plies in (0, 2, 5):
            position = random_position(variant, plies, chance)
            search.start(position, 500, 42)
            while not search.step(100):
                pass
            assert search.best in position.legal()


def snapshot(board):
    """All that making moves changes."""
    words, halves = board.words, board.halves
    return ([words[k] for k in (K.SCORE, K.KEY0, K.KEY1, K.PLY, K.SIDE)],
            [halves[k] for k in range(words[K.LINE], words[K.DELTA])],
            [halves[k] for k in range(words[K.HEIGHT], words[K.COLUMN])])


def test_the_kernel_leaves_the_board_as_it_found_it():
    """After a finished depth all that makes and takes back moves has cancelled out: compared with a fresh load."""
    chance = Random(3)
    for variant in GAMES:
        search = new_search()
        position = random_position(variant, 8, chance)
        search.start(position, 1000000, 4)
        before = snapshot(search._board)
        while not search.step(50):
            pass
        assert search.depth == 4 or search.proved
        assert snapshot(search._board)[1:] == before[1:]
        search._board.load(position, search._table)
        assert snapshot(search._board) == before


def test_lines_threats_and_score_agree_with_a_recount():
    """Loaded incrementally, each line's counts, each threat and the score equal what the board shows."""
    chance = Random(11)
    table = array("i", bytes(TABLE_BYTES))
    for variant in GAMES + [HEAD_START]:
        board = Board(variant, Random(1), node_loop(), table)
        for plies in (0, 5, 11, 17):
            for first, rule in ((1, 0), (2, len(variant.rules) // 2)):
                position = random_position(variant, plies, chance, first, rule)
                if position is not None:
                    board.load(position, table)
                    check_lines(board, position, lines_of(variant))


def check_lines(board, position, lines):
    words, halves, variant, stride = board.words, board.halves, position.variant, position.variant.rows + 1
    threats = [0] * (2 * words[K.CELLS])
    score = 0
    for number, line in enumerate(lines):
        counts, empty = [0, 0], 0
        for column, row in line:
            seat = position.cell(column, row)
            if seat:
                counts[int(seat != position.first)] += 1
            else:
                empty ^= column * stride + row
        assert halves[words[K.LINE] + number] == (counts[0] * 8 + counts[1]) << 7 | empty
        for side in range(2):
            if counts[side] and not counts[1 - side]:
                worth = LINE_WORTH[max(0, counts[side] + 4 - variant.connect)]
                if counts[side] == variant.connect - 1:
                    threats[side * words[K.CELLS] + empty] += 1
                    worth += halves[words[K.BONUS] + side * words[K.CELLS] + empty]
                score += -worth if side else worth
    assert words[K.SCORE] == K.DRAW + (-score if words[K.SIDE] else score)
    for index, count in enumerate(threats):
        column, row = index % words[K.CELLS] // stride, index % stride
        if row == variant.rows:
            assert halves[words[K.THREAT] + index] == K.MARK
        elif not position.cell(column, row):        # what is filled may keep old threats: nobody asks
            assert halves[words[K.THREAT] + index] == count


def bonus_of(board):
    words, halves = board.words, board.halves
    return lambda side, column, row: halves[words[K.BONUS] + side * words[K.CELLS] + column * board.stride + row]


def test_two_plies_agree_with_a_plain_search():
    """Depth 2 with an endless margin: every root move gets its true value, from the windows' point of view too."""
    chance = Random(17)
    compared = 0
    for variant in GAMES + [HEAD_START]:
        search = new_search()
        for plies in (1, 6, 9) if ON_MICROPYTHON else (1, 4, 6, 8, 9, 12, 15):
            position = random_position(variant, plies, chance, 1 + plies % 2)
            if position is None:
                continue
            search.prepare(variant)
            plain = PlainSearch(variant, bonus_of(search._board))
            for margin in (K.FLIP, 0):
                search.start(position, 1000000, 2, margin)
                if search.done:
                    continue
                while not search.step(1000):
                    pass
                true = [plain.after(position, column, 1) for column in search.moves]
                if margin:
                    assert search.values == true, (variant.name, position.moves)
                    compared += 1
                else:
                    assert search.values[0] == max(true) or max(true) > K.SURE, (variant.name, position.moves)
    assert compared > (4 if ON_MICROPYTHON else 15), compared


def test_a_column_with_a_head_start_is_played_on():
    search = searched("", HEAD_START, 4000)
    assert 3 in search.moves and len(search.moves) == 7
    search = searched("4 1 4 1 4", HEAD_START)
    assert search.best in (0, 3)


def test_values_stay_in_their_range():
    search = searched("4 4 4 4 4 2", nodes=3000)
    for number in search.values:
        assert 0 < number < 2 * K.DRAW
    assert abs(search.values[0] - K.DRAW) <= K.MARGIN_MAX
