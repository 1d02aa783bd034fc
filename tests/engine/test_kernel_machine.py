"""The machine code of the search that the board runs, on an emulated Cortex-M0+ core, and the host's library, against
the plain source: the same nodes, values, moves, blocks and tables."""

from array import array

import pytest

from host_tools import kernelc
from litfour.app.chance import Random
from litfour.engine import kernels
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.search import Search
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, PEG, VARIANTS, variant_named
from tests.engine.machine import Machine, compiled_code

GAMES = [variant for variant in VARIANTS if variant.kind in (DROP, PEG)]
STACK_LIMIT = 600


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    return Machine(compiled_code(kernelc.ENGINE / "kernels_m0.py", tmp_path_factory.mktemp("mpy")))


@pytest.fixture(scope="module")
def library():
    return kernelc.host_functions(kernelc.ENGINE / "kernels.py")["run"]


def positions(variant, chance, plies):
    """Positions that leave something to search, after so many random moves."""
    found = []
    probe = Search(array("i", bytes(TABLE_BYTES)), Random(5))
    while len(found) < len(plies):
        position = new_position(variant, 1 + chance.below(2), chance.below(len(variant.rules) or 1))
        for _ in range(plies[len(found)]):
            moves = position.legal()
            if moves:
                position.play(moves[chance.below(len(moves))])
        if position.result == ONGOING:
            probe.start(position, 1, 1)
            if not probe.done:
                found.append(position)
    return found


def searches(runs, position, nodes, depth, slices):
    """A search on each of the runs, slice by slice; all must agree in all they leave behind. One of them."""
    found = [Search(array("i", bytes(TABLE_BYTES)), Random(5), run) for run in runs]
    for search in found:
        search.start(position, nodes, depth, 2)
    turn = 0
    while not found[0].done:
        for search in found:
            search.step(slices[turn % len(slices)])
        turn += 1
        for search in found[1:]:
            assert search.done == found[0].done and search.nodes == found[0].nodes, position.moves
    for search in found[1:]:
        assert (search.moves, search.values, search.depth) == (found[0].moves, found[0].values, found[0].depth)
        assert search._board.words == found[0]._board.words and search._board.halves == found[0]._board.halves
        assert search._table == found[0]._table, position.moves
    return found[0]


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_all_forms_agree_node_for_node(machine, library, variant):
    chance = Random(len(variant.name) + variant.columns)
    room = variant.columns * variant.rows - sum(len(discs) for _, discs in variant.prefilled)
    nodes = depths = 0
    for position in positions(variant, chance, (1, 8, 13, room // 2)):
        search = searches((kernels.run, machine.run, library), position, 300, 42, (1, 97, 40, 250))
        nodes += search.nodes
        depths += search.depth
    assert nodes > 600 and depths > 4


def test_edges(machine, library):
    """The last plies of a board, no nodes at all, one node at a time."""
    chance = Random(8)
    proved = 0
    for name, plies in (("standard", (34, 39, 40)), ("5-in-a-row", (36, 39)), ("3d", (40, 52))):
        for position in positions(variant_named(name), chance, plies):
            proved += searches((kernels.run, machine.run, library), position, 120, 42, (1, 0, 40)).proved
    assert proved > 3


def test_longer_searches(machine, library):
    """Deep enough that entries of the table are replaced."""
    chance = Random(9)
    for name in ("standard", "8x8", "3d"):
        for position in positions(variant_named(name), chance, (4,)):
            assert searches((machine.run, library), position, 2500, 42, (1000,)).nodes == 2500


def test_speed_and_size(machine):
    """Cycles a node; the board may take 3 ms a step, see engine/player.py."""
    print()
    for name, most in (("standard", 1500), ("9x7", 1700), ("3d", 2300)):
        position = new_position(variant_named(name))
        for column in (3, 3, 2):
            position.play(column)
        search = Search(array("i", bytes(TABLE_BYTES)), Random(5), machine.run)
        search.start(position, 4000, 42, 2)
        machine.cycles = 0
        while not search.step(1000):
            pass
        each = machine.cycles / search.nodes
        print(f"{name}: {each:.0f} cycles a node, {125e6 / each:,.0f} nodes a second at 125 MHz")
        assert each < most
    print(f"{machine.stack} bytes of stack")
    assert machine.stack < STACK_LIMIT
