"""The machine code of the other games' search that the board runs, on an emulated Cortex-M0+ core, and the host's
library, against the plain source: the same nodes, values, moves, blocks and tables."""

from array import array

import pytest

from host_tools import kernelc
from litfour.app.chance import Random
from litfour.engine import games_kernel as K
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.games import GameSearch
from tests.engine.games_help import GAMES, random_position
from tests.engine.machine import Machine, compiled_code

MODULES = {K.AVOID: "avoid", K.CELL: "cell", K.POP: "pop", K.POP10: "pop10", K.POWER: "power"}
STACK_LIMIT = 600


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mpy")
    return {kind: Machine(compiled_code(kernelc.ENGINE / f"games_kernel_m0_{name}.py", folder))
            for kind, name in MODULES.items()}


@pytest.fixture(scope="module")
def library():
    return kernelc.host_functions(kernelc.ENGINE / "games_kernel.py")["run"]


def searches(runs, position, nodes, depth, slices):
    """A search on each of the runs, slice by slice; all must agree in all they leave behind. One of them."""
    found = [GameSearch(array("i", bytes(TABLE_BYTES)), Random(5), run) for run in runs]
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
        assert (search.best, search.moves, search.values, search.depth) == (
            found[0].best, found[0].moves, found[0].values, found[0].depth), position.moves
        assert search._words == found[0]._words and search._halves == found[0]._halves, position.moves
        assert search._table == found[0]._table, position.moves
    return found[0]


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_all_forms_agree_node_for_node(machines, library, variant):
    chance, nodes, depths = Random(len(variant.name)), 0, 0
    for plies in (1, 7, 16, 26) if variant.kind != K.POP10 else (5, 42, 50, 70):
        search = searches((K.run, machines[variant.kind].run, library), random_position(variant, chance, plies), 300,
                          42, (1, 97, 40, 250))
        nodes += search.nodes
        depths += search.depth
    assert nodes > 600 and depths > 3


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_longer_searches(machines, library, variant):
    """Deep enough that entries of the table are replaced and repetitions come up; one node at a time now and then."""
    chance, machine, longest = Random(33), machines[variant.kind], 0
    while longest < 1500:                       # some are decided soon
        position = random_position(variant, chance, 4 if variant.kind != K.POP10 else 43)
        longest = max(longest, searches((machine.run, library), position, 1500, 42, (1, 700, 0, 500)).nodes)
    assert machine.stack < STACK_LIMIT
