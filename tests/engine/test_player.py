"""The CPU's levels: wins and blocks are never missed above Easy, moves are legal, games differ."""

from array import array

from litfour.app.chance import Random
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.levels import LEVELS, Level, level_named
from litfour.engine.player import Player
from litfour.rules.notation import replay
from litfour.rules.position import ONGOING, Position
from litfour.rules.start import new_position
from litfour.rules.variants import ROUND, VARIANTS, variant_named
from tests.portable import ON_MICROPYTHON, raises


def new_player(seed=1):
    return Player(array("i", bytes(TABLE_BYTES)), Random(seed))


def answer(player, position, level):
    player.start(position, level)
    while not player.step(60):
        pass
    return player.move


def winning_columns(position, seat):
    """Columns where a disc of `seat` would complete a line at once."""
    found = []
    for column in position.legal():
        probe = Position(position.variant, position.first)
        for move in position.moves:
            probe.play(move)
        if probe.turn != seat:              # give the move to `seat`
            probe.turn = seat
        probe.play(column)
        if probe.result == seat:
            found.append(column)
    return found


def test_every_level_and_variant_answers_legally():
    player = new_player()
    chance = Random(2)
    for variant in VARIANTS:
        for level in LEVELS[:2] if variant.kind != ROUND else ():
            for plies in (0, 1, 5):
                position = new_position(variant)
                while plies and position.result == ONGOING:
                    moves = position.legal()
                    position.play(moves[chance.below(len(moves))])
                    plies -= 1
                assert answer(player, position, Level("quick", 300, level.depth, level.margin, level.blunder,
                                                      level.careful)) in position.legal()


def test_medium_and_hard_always_take_a_win_and_block_one():
    chance = Random(5)
    player = new_player()
    wins = blocks = 0
    for _ in range(20 if ON_MICROPYTHON else 400):
        position = Position(VARIANTS[0])
        for _ in range(6 + chance.below(24)):
            moves = position.legal()
            if position.result == ONGOING:
                position.play(moves[chance.below(len(moves))])
        if position.result != ONGOING:
            continue
        own = winning_columns(position, position.turn)
        theirs = winning_columns(position, 3 - position.turn)
        for level in ("medium", "hard") if own or theirs else ():
            player.prepare(position.variant, level_named(level))
            player.search._random = player._random = Random(chance.below(1000))
            move = answer(player, position, level_named(level))
            if own:
                assert move in own, (level, position.moves)
                wins += 1
            else:
                assert move in theirs, (level, position.moves)
                blocks += 1
    assert wins and blocks


def test_easy_never_blunders_twice_in_a_row():
    player = new_player(3)
    level = level_named("easy")
    position = Position(VARIANTS[0])
    blunders = []
    for _ in range(60):
        player.start(position, level)
        blunders.append(player._blundered)
        player.cancel()
    assert 5 < sum(blunders) < 30
    assert not any(a and b for a, b in zip(blunders, blunders[1:]))


def test_equal_moves_vary_with_the_random_source_and_repeat_with_the_seed():
    for level in ("easy", "medium", "hard"):
        def play(seed, level=level):
            position = Position(VARIANTS[0])
            replay(position, "4 4 3 5")
            return answer(new_player(seed), position, level_named(level))
        seeds = range(3 if ON_MICROPYTHON and level == "hard" else 12)
        if level != "hard":
            assert len({play(seed) for seed in seeds}) > 1, level
        assert play(5) == play(5)


def test_the_opening_is_not_always_the_same_game():
    games = set()
    for seed in range(2 if ON_MICROPYTHON else 6):
        player = new_player(seed)
        position = Position(VARIANTS[0])
        while len(position.moves) < 12 and position.result == ONGOING:
            position.play(answer(player, position, level_named("medium")))
        games.add(tuple(position.moves))
    assert len(games) > (1 if ON_MICROPYTHON else 3)


def test_a_cancelled_player_has_no_move_until_it_is_started_again():
    player = new_player()
    assert not player.step() and player.move == -1
    position = Position(VARIANTS[0])
    replay(position, "4 4 3 5")
    for level in ("easy", "medium", "hard"):
        player.start(position, level_named(level))
        player.step(20)
        player.cancel()
        assert not player.step(20) and not player.step(20) and player.move == -1
    assert answer(player, position, level_named("medium")) in position.legal()


def test_unknown_levels_are_named():
    assert "medium" in str(raises(ValueError, level_named, "impossible"))
    assert variant_named("standard") is VARIANTS[0]
