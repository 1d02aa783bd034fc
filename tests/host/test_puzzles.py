"""The puzzles: what proves them is itself held to plain play and to the solver, it refuses what is none, and a sample
of the committed file is proved again (all of it by `litfour puzzles verify`)."""

import random
import re
from collections import Counter

import pytest

from host_tools import image, puzzles
from host_tools.__main__ import main
from host_tools.puzzle_check import Referee, faults_of_all, new_referee
from host_tools.puzzle_maker import APART, PLIES, Maker, differing, game, puzzle_at
from host_tools.puzzle_proof import Prover, cell_in, cells_of
from host_tools.solver import native
from litfour.app.puzzle import Puzzle
from litfour.app.puzzles import HEADER, RECORD
from litfour.rules.position import Position
from litfour.rules.variants import VARIANTS
from tests.solver.positions import random_games


@pytest.fixture(scope="module")
def committed():
    return puzzles.puzzles_in(puzzles.PUZZLES)


@pytest.fixture(scope="module")
def referee():
    return new_referee()


@pytest.fixture(scope="module")
def plain_referee():
    return Referee(native.Solver(bucket_bits=20))


# ---- the proof by trying everything

def wins_by_plain_play(position, n):
    """Does the side to move win with its n-th move or earlier? By the rules alone."""
    seat = position.turn
    for move in position.legal():
        position.play(move)
        won = position.result == seat or n > 1 and not position.result and all(
            [answered(position, reply, n - 1) for reply in position.legal()])
        position.undo()
        if won:
            return True
    return False


def answered(position, reply, n):
    position.play(reply)
    won = not position.result and wins_by_plain_play(position, n)
    position.undo()
    return won


@pytest.mark.parametrize("length, count", [(1, 300), (2, 300), (3, 25)])
def test_the_proof_agrees_with_plain_play(length, count):
    seen = Counter()
    for moves in random_games(count, length, 8, 40):
        position = Position(VARIANTS[0])
        for move in moves:
            position.play(move)
        expected = wins_by_plain_play(position, length)
        seen[expected] += 1
        assert Prover().wins(*cells_of(moves), length) == expected, moves
    assert min(seen[True], seen[False]) >= count // 12, seen


def test_the_proof_agrees_with_the_solvers_scores():
    exact, player, seen, prover = native.Solver(bucket_bits=20), native.Solver(), Counter(), Prover()
    for number in range(60):
        for moves, mine, everyone in game(random.Random(number), player):
            if len(moves) < 16:
                continue
            score = exact.score(native.key_of(moves)[0])
            won = 22 - score - len(moves) // 2 if score > 0 else 0
            lost = 22 + score - (len(moves) + 1) // 2 if score < 0 else 0
            assert prover.distance(mine, everyone, 4) == (won if won <= 4 else 0), moves
            assert prover.resistance(mine, everyone, 4) == (lost if lost <= 4 else 0), moves
            seen[won, lost] += 1
    assert all(seen[n, 0] >= 8 and seen[0, n] >= 8 for n in range(1, 5)), seen


def test_the_defence_is_the_longest_by_the_solvers_scores():
    exact, player, prover, seen = native.Solver(bucket_bits=20), native.Solver(), Prover(), Counter()
    for number in range(40, 90):
        for moves, mine, everyone in game(random.Random(number), player):
            replies = prover.defences(mine, everyone, 3)
            lost = prover.resistance(mine, everyone, 3)
            assert bool(replies) == bool(lost)
            if len(moves) < 12 or not replies:
                continue
            scores = {column: exact.score(native.key_of([*moves, column])[0]) for column in range(7)
                      if cell_in(everyone, column)}
            longest = [column for column in scores if scores[column] == min(scores.values())]
            assert set(replies) <= set(longest), moves
            assert lost == 22 - min(scores.values()) - (len(moves) + 1) // 2
            seen[lost] += 1
    assert all(seen[n] >= 8 for n in range(1, 4)), seen


def test_games_that_are_none_are_refused():
    for moves in ([3] * 7, [7], [-1], [0, 1, 0, 1, 0, 1, 0, 1]):
        with pytest.raises(ValueError, match="move"):
            cells_of(moves)


# ---- what the referee refuses

def test_the_referee_knows_a_puzzle_from_what_is_none(committed, plain_referee):
    good = committed[3][0]
    assert plain_referee.faults(good) == []
    other = next(column for column in range(7) if column != good.key)
    for bad, why in (
            (Puzzle(3, good.moves, other), "win in time"),
            (Puzzle(2, good.moves, good.key), "not won in 2"),
            (Puzzle(4, good.moves, good.key), "won in 3 moves, not in 4"),
            (Puzzle(3, good.moves[:-1], good.key), "won in"),
            (Puzzle(3, [6] * 7, good.key), "full"),
            (Puzzle(2, [3, 3, 4, 4], 5), r"\[3, 6\]"),          # two ways to an open row of three
            (Puzzle(2, [], 3), "not won in 2")):
        faults = plain_referee.faults(bad)
        assert len(faults) == 1 and re.search(why, faults[0]), (bad.moves, faults)


def test_a_win_with_a_second_winning_move_is_no_puzzle(plain_referee):
    """Another move wins as well, only later: the key is the only one in time, and still it is refused."""
    rng, seen, player = random.Random(4), 0, native.Solver()
    while seen < 5:
        moves = random_games(1, rng.random(), 14, 26)[0]
        mine, everyone = cells_of(moves)
        puzzle = puzzle_at(moves, mine, everyone, player)
        if puzzle is None:
            continue
        exact = plain_referee._exact
        winners = [column for column in range(7)
                   if not everyone >> 7 * column + 5 & 1
                   and exact.score(native.key_of([*moves, column])[0], exact=False) < 0]
        assert puzzle.key in winners
        faults = plain_referee.faults(puzzle)
        if len(winners) > 1:
            assert faults and "wins too" in faults[0]
            seen += 1
        else:
            assert faults == []


def test_the_same_puzzle_twice_or_mirrored_is_told(committed, plain_referee):
    one, two = committed[2][:2]
    mirror = Puzzle(2, [6 - move for move in one.moves], 6 - one.key)
    assert faults_of_all({2: [one, two]}, plain_referee) == []
    assert faults_of_all({2: [one, two, mirror]}, plain_referee) == [
        "puzzle 3 in 2 moves: the same as puzzle 1 in 2 moves"]


# ---- the committed file

def test_a_sample_of_the_committed_puzzles_holds(committed, referee):
    sample = {length: listed[length::30] for length, listed in committed.items()}
    assert sum(map(len, sample.values())) >= 9
    assert faults_of_all(sample, referee) == []
    assert referee.replies > 100


def test_the_committed_file_is_small_and_has_hundreds_of_different_puzzles(committed):
    assert puzzles.PUZZLES.stat().st_size <= puzzles.LARGEST
    for length, listed in committed.items():
        assert len(listed) == puzzles.COUNT and all(puzzle.length == length for puzzle in listed)
        plies = Counter(len(puzzle.moves) for puzzle in listed)
        assert set(plies) <= set(PLIES) and len(plies) >= 17 and max(plies.values()) <= 8
        assert set(Counter(puzzle.key for puzzle in listed)) == set(range(7))
        shapes = [(mine, everyone ^ mine) for mine, everyone in (cells_of(puzzle.moves) for puzzle in listed)]
        for k, shape in enumerate(shapes):
            assert all(differing(shape, other) >= APART for other in shapes[:k])


def test_it_lies_on_the_board_beside_the_book(tmp_path):
    (tmp_path / "data").mkdir()
    for name in ("book", "puzzles", "other"):
        (tmp_path / "data" / name).write_bytes(name.encode())
    files = image.build(tmp_path / "out", tmp_path)
    assert {path: file.data for path, file in files.items()} == {"litfour/book": b"book", "litfour/puzzles": b"puzzles"}


def test_the_file_comes_back_as_it_was_packed(committed, tmp_path):
    data = puzzles.pack(committed)
    assert data == puzzles.PUZZLES.read_bytes() and len(data) == HEADER + RECORD * 3 * puzzles.COUNT


def test_what_does_not_fit_is_refused(committed):
    with pytest.raises(ValueError, match="more than 4096"):
        puzzles.pack({length: 2 * listed for length, listed in committed.items()})
    with pytest.raises(ValueError, match="after 30 moves"):
        puzzles.pack({2: [Puzzle(2, [0] * 30, 0)], 3: [], 4: []})


# ---- making them

def test_a_seed_gives_the_same_puzzles_again():
    made = [puzzles.pack(Maker(seed, 1).run()) for seed in (5, 5, 6)]
    assert made[0] == made[1] != made[2] and len(made[0]) == HEADER + 3 * RECORD


# ---- the command

def test_build_verify_and_show(tmp_path, capsys):
    path = tmp_path / "some" / "puzzles"
    assert main(["puzzles", "build", "--count", "1", "--seed", "3", "--file", str(path)]) == 0
    assert f"{path}: {HEADER + 3 * RECORD} bytes, 3 puzzles" in capsys.readouterr().out
    assert main(["puzzles", "verify", "--file", str(path)]) == 0
    out = capsys.readouterr().out
    assert "every puzzle holds" in out and "1 in 4 moves" in out
    assert main(["puzzles", "show", "3", "1", "--key", "--file", str(path)]) == 0
    out = capsys.readouterr().out
    puzzle = puzzles.puzzles_in(path)[3][0]
    assert "1 is to move and wins in 3 own moves" in out and f"key: {puzzle.key + 1}" in out
    assert " ".join(str(move + 1) for move in puzzle.moves) in out
    assert main(["puzzles", "show", "3", "2", "--key", "--file", str(path)]) == 0
    assert f"key: {7 - puzzle.key}" in capsys.readouterr().out                      # the mirror


def test_verify_names_a_puzzle_that_is_none(tmp_path, capsys, committed):
    path = tmp_path / "puzzles"
    good = {length: listed[:2] for length, listed in committed.items()}
    wrong = Puzzle(3, good[3][1].moves, (good[3][1].key + 1) % 7)
    path.write_bytes(puzzles.pack({**good, 3: [good[3][0], wrong]}))
    assert main(["puzzles", "verify", "--file", str(path)]) == 1
    assert "puzzle 2 in 3 moves: the columns that win in time" in capsys.readouterr().out


@pytest.mark.parametrize("action", [["verify"], ["show"], ["show", "2"]])
def test_without_a_good_file_the_command_says_why(tmp_path, capsys, action):
    path = tmp_path / "puzzles"
    assert main(["puzzles", *action, "--file", str(path)]) == 2
    assert "no puzzles" in capsys.readouterr().err
    path.write_bytes(puzzles.PUZZLES.read_bytes()[:-1])
    assert main(["puzzles", *action, "--file", str(path)]) == 2
    assert "damaged puzzles" in capsys.readouterr().err


def test_bad_arguments_are_refused(capsys):
    for words in (["build", "--count", "0"], ["show", "5"], ["show", "2", "0"]):
        with pytest.raises(SystemExit):
            main(["puzzles", *words])
    assert "whole number from 1 on" in capsys.readouterr().err
