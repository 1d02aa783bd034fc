"""Known values. A sample here; all of it by `litfour bench engine --solve`."""

from pathlib import Path

import pytest

from host_tools.solver import native
from host_tools.solver.solved import SETS, read_eight_plies, read_set, sign

DATA = Path(__file__).resolve().parents[1] / "data" / "solved"


@pytest.fixture(scope="module")
def exact():
    return native.Solver(bucket_bits=20)


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L2_R2", "L1_R1"])
def test_exact_scores(exact, name):
    for moves, score in read_set(DATA, name)[::1 if name[1] != "2" else 4]:
        assert exact.score(native.key_of(moves)[0]) == score, moves


def test_sets_are_whole():
    assert [len(read_set(DATA, name)) for name in SETS] == [500, 500, 500, 500, 500, 200]
    values = [value for _, value in read_eight_plies(DATA)]
    assert (values.count(1), values.count(0), values.count(-1)) == (44_473, 6_449, 16_635)


def test_eight_plies(exact):
    for key, value in read_eight_plies(DATA)[5::6000]:
        assert exact.score(key, exact=False) == value, hex(key)


@pytest.mark.parametrize("name", SETS)
def test_what_the_board_says_is_right(name):
    """The decision within the board's budget: never a wrong value, and proved wherever the set is easy enough."""
    solver, proved = native.Solver(), 0
    positions = read_set(DATA, name)[::5]
    for moves, score in positions:
        decision = solver.decide(native.key_of(moves)[0], budget=20_000)
        if decision.value != native.UNKNOWN:
            assert decision.value == sign(score), moves
        proved += decision.source != native.UNPROVED
    assert proved >= {"L3_R1": 1, "L2_R1": 1, "L2_R2": 0.8, "L1_R1": 0.9}.get(name, 0) * len(positions)


def test_distances_that_it_found_are_right():
    """`plies` is the true distance: the exact score says with which disc the game ends."""
    solver, seen = native.Solver(), 0
    for moves, score in read_set(DATA, "L3_R1") + read_set(DATA, "L2_R1"):
        decision = solver.decide(native.key_of(moves)[0])
        if not decision.plies or decision.value == native.UNKNOWN:
            continue
        seen += 1
        discs = len(moves) // 2 if score > 0 else (len(moves) + 1) // 2
        assert decision.plies == 2 * (22 - abs(score) - discs) - (1 if score > 0 else 0), moves
    assert seen > 300
