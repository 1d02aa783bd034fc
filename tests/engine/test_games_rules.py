"""engine/games_kernel plays by the rules: its moves, results and turns are those of the rules' classes, a loaded block
is the one that moves lead to, and taking a move back leaves the block as it was."""

from litfour.app.chance import Random
from litfour.engine import games_kernel as K
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import POP10
from tests.engine.games_help import GAMES, kernel_result, new_block, pick, random_start, snapshot
from tests.portable import ON_MICROPYTHON

PLIES = 120                 # of a game that does not end


def follow(variant, games, tried, chance, run=None):
    """Random games: at every position the moves are compared, and `tried` of them played by both. How many moves."""
    block, count = new_block(variant, run), 0
    for _ in range(games):
        position = random_start(variant, chance)
        while position.result == ONGOING and len(position.moves) < PLIES:
            block.load(position)
            moves = sorted(block.moves())
            assert moves == position.legal(), (variant.name, position.moves)
            before = snapshot(block)
            for _ in range(tried):
                compare(block, position, pick(chance, moves), before)
                count += 1
            position.play(pick(chance, moves))
    return count


def compare(block, position, move, before):
    """Plays one move with both and takes it back."""
    words = block.words
    block.ask(K.MAKE, move)
    result, side, after = words[K.RESULT], words[K.SIDE], snapshot(block)
    assert words[K.PENDING] == 0
    block.ask(K.UNMAKE)
    assert snapshot(block) == before, (position.variant.name, position.moves, move)
    position.play(move)
    where = (position.variant.name, position.moves)
    if result != kernel_result(position):
        # a position's third time is not the kernel's to see in one move: the search does, see test_games_search
        assert result == 0 and repeated(position), where
    elif position.result == ONGOING:
        assert side == int(position.turn != position.first), where
        block.load(position)
        assert snapshot(block) == after, where
    position.undo()
    block.load(position)


def repeated(position):
    """True where the present position has been there twice before."""
    last, moves, times = state_key(position), list(position.moves), 0
    while position.moves:
        position.undo()
        times += state_key(position) == last
    for move in moves:
        position.play(move)
    return times >= 2


def test_moves_results_and_blocks_are_those_of_the_rules():
    chance = Random(11)
    for variant in GAMES:
        count = follow(variant, 4 if ON_MICROPYTHON else 12, 3, chance)
        assert count > (50 if ON_MICROPYTHON else 150), (variant.name, count)


def test_the_source_itself_plays_by_the_rules():
    """The other test runs the kernel in C where it can; this one its source, as the twin of that and of the board's."""
    chance = Random(12)
    for variant in GAMES:
        assert follow(variant, 1, 1, chance, K.run) > 4


def check_lines(block, position):
    """Line states, threats and complete lines against the board."""
    from litfour.rules.lines import lines_of
    words, halves, variant = block.words, block.halves, position.variant
    cells, near, threats = words[K.CELLS], variant.connect - 1, [0] * (2 * words[K.CELLS])
    complete = [0, 0]
    for number, line in enumerate(lines_of(variant)):
        counts, empty = [0, 0], 0
        for column, row in line:
            seat = position.cell(column, row)
            if seat:
                counts[int(seat != position.first)] += 1
            else:
                empty ^= column * variant.rows + row
        assert halves[words[K.LINE] + number] == (counts[0] * 8 + counts[1]) << 7 | empty
        for side in range(2):
            complete[side] += counts[side] == near + 1
            if counts[side] == near and not counts[1 - side]:
                threats[side * cells + empty] += 1
    assert [halves[words[K.THREAT] + k] for k in range(2 * cells)] == threats
    assert [words[K.THREATS], words[K.THREATS + 1]] == [sum(threats[:cells]), sum(threats[cells:])]
    assert [words[K.LINES], words[K.LINES + 1]] == complete


def test_lines_and_threats_agree_with_a_recount():
    chance = Random(13)
    for variant in GAMES:
        block = new_block(variant)
        for plies in (0, 6, 13, 25, 50):
            position = random_start(variant, chance)
            for _ in range(plies):
                if position.result == ONGOING:
                    position.play(pick(chance, position.legal()))
            block.load(position)
            check_lines(block, position)


def state_key(position):
    """The rules' key without Pop 10's count of quiet turns."""
    return position.key() >> (6 if position.variant.kind == POP10 else 0)


def test_keys_are_equal_where_the_rules_keys_are():
    """Over many short games from one start, and back again by taking moves back."""
    chance = Random(14)
    for variant in GAMES:
        block, by_state, by_key, again = new_block(variant), {}, {}, 0
        for _ in range(3 if ON_MICROPYTHON else 12):
            position = new_position(variant, 1, 0)
            for _ in range(60 if variant.kind == POP10 else 14):
                if position.result == ONGOING:
                    position.play(pick(chance, position.legal()[:4]))
                block.load(position)
                state, key = state_key(position), (block.words[K.KEY0], block.words[K.KEY1])
                again += state in by_state
                assert by_state.setdefault(state, key) == key and by_key.setdefault(key, state) == state
        assert again and len(by_state) > 20, variant.name
