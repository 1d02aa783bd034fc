"""One search in four forms: C for the board, C for the host, the board's Python around it, plain Python. All agree."""

import random

import pytest

from host_tools.solver import native, twin
from host_tools.solver.twin import Twin
from litfour.engine import solver as device
from litfour.engine.solver import TABLE_BYTES, BadPosition, Solver
from tests.solver.positions import BOTTOM, CELLS, random_games


def think(solver, moves, slice_nodes):
    """(nodes, best, plies, value, proved) of a whole search in slices."""
    done = solver.start(moves)
    while not done:
        done = solver.step(slice_nodes)
    return solver.nodes, solver.best, solver.plies, solver.value, solver.proved


def expected(decision, flipped):
    column = 6 - decision.column if flipped else decision.column
    value = None if decision.value == native.UNKNOWN else decision.value
    return decision.nodes, column, decision.plies, value, decision.source != native.UNPROVED


def test_slices_and_whole_decisions_agree():
    """engine/solver.py in slices against host.c's decide(), which the walk uses: thousands of positions."""
    kernel, rng = native.Solver(), random.Random(1)
    solver = Solver(bytearray(TABLE_BYTES), run=kernel.run, budget=3000, refinement=500)
    kinds = set()
    for moves in random_games(4000, 11, 0, 41):
        key, flipped = native.key_of(moves)
        decision = kernel.decide(key, 3000, 500)
        assert think(solver, moves, rng.choice((1, 7, 250, 5000))) == expected(decision, flipped), list(moves)
        kinds.add((decision.source, decision.value))
    assert len(kinds) == 7


def test_plain_twin_agrees_node_for_node():
    kernel, plain = native.Solver(), Twin()
    solver = Solver(bytearray(TABLE_BYTES), run=plain.run)
    nodes = 0
    for moves in random_games(1500, 12, 16, 41):
        key, flipped = native.key_of(moves)
        decision = kernel.decide(key)
        if decision.nodes > 2000 or decision.source == native.UNPROVED:
            continue
        nodes += decision.nodes
        assert think(solver, moves, 10 ** 9) == expected(decision, flipped), list(moves)
    assert nodes > 10_000


def test_mirrored_positions_get_mirrored_moves():
    kernel = native.Solver()
    solver = Solver(bytearray(TABLE_BYTES), run=kernel.run, budget=2000)
    for moves in random_games(300, 13, 8, 30):
        nodes, best, *rest = think(solver, moves, 250)
        mirror_nodes, mirror_best, *mirror_rest = think(solver, bytes(6 - column for column in moves), 250)
        assert (mirror_nodes, mirror_rest) == (nodes, rest)
        assert mirror_best == 6 - best or native.key_of(moves)[0] == native.mirrored(native.key_of(moves)[0])


def test_threats_and_lines_on_any_board():
    """The lanes of engine/solver.py against single cells; any discs in columns of any heights, reachable or not."""
    rng = random.Random(14)
    for _ in range(3000):
        everyone = sum((1 << rng.randint(0, 6)) - 1 << 7 * column for column in range(7))
        discs = everyone & (rng.getrandbits(49) | rng.getrandbits(49) * rng.randint(0, 1))
        free = CELLS & ~everyone
        a, b = device.threats(discs & 0xFFFFFFF, discs >> 28, free & 0xFFFFFFF, free >> 28)
        assert a | b << 28 == twin.threats(discs, everyone)
        assert device.line(discs & 0xFFFFFFF, discs >> 28) == twin.line(discs)
        if not twin.line(discs):
            assert a | b << 28 == sum(cell for cell in twin.bits(free) if twin.line(discs | cell))


def test_every_intermediate_value_is_a_small_int_on_the_board():
    """MicroPython on the RP2040 has 31-bit small ints: the root's threats must not allocate bigger ones."""
    class Checked(int):
        pass

    def watch(name):
        plain = getattr(int, name)

        def checked(self, other):
            result = plain(self, other)
            assert -2 ** 30 <= result < 2 ** 30, name
            return Checked(result)
        return checked

    for name in ("__and__", "__or__", "__lshift__", "__rshift__", "__rand__", "__ror__"):
        setattr(Checked, name, watch(name))
    rng = random.Random(15)
    for _ in range(500):
        discs = rng.getrandbits(49) & CELLS
        a, b = Checked(discs & 0xFFFFFFF), Checked(discs >> 28)
        device.threats(a, b, Checked(device.CELLS_A), Checked(device.CELLS_B))
        device.line(a, b)


def test_budget_is_kept_and_said():
    solver = Solver(bytearray(TABLE_BYTES), run=native.Solver().run, budget=500)
    nodes, best, plies, value, proved = think(solver, bytes([3, 3, 3, 3, 3]), 64)
    assert (nodes, value, proved, plies) == (500, None, False, 0) and 0 <= best < 7
    assert solver.source == "search"


def test_cancel_in_the_middle():
    solver = Solver(bytearray(TABLE_BYTES), run=native.Solver().run)
    solver.start(b"\3\3\3\3")
    assert not solver.step(100)
    solver.cancel()
    assert solver.step(100) and solver.best == -1 and solver.value is None and not solver.proved
    assert think(solver, bytes([0, 1, 0, 1, 0]), 100)[1] == 0 and solver.source == "instant"


@pytest.mark.parametrize("moves", [b"\3" * 7, b"\7", bytes([0, 1, 0, 1, 0, 1, 0])])
def test_bad_positions(moves):
    with pytest.raises(BadPosition):
        Solver(bytearray(TABLE_BYTES), run=native.Solver().run).start(moves)


def test_bad_table_and_no_kernel():
    with pytest.raises(ValueError, match="98304"):
        Solver(bytearray(100), run=native.Solver().run)
    with pytest.raises(ValueError, match="board only"):
        Solver(bytearray(TABLE_BYTES))


def test_positions_are_laid_and_found_again():
    for moves in random_games(300, 16, 0, 41):
        key, _ = native.key_of(moves)
        assert native.key_of(native.moves_to(key))[0] == key
    with pytest.raises(ValueError, match="column 1"):
        native.key_of([0] * 7)
    assert native.key_of([])[0] == BOTTOM
