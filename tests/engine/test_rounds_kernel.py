"""The rounds' machine code on an emulated Cortex-M0+ core, and the host's library, against the plain source; rounds
by the thousand against the rules."""

from array import array

import pytest

from host_tools import kernelc
from litfour.app.chance import Random
from litfour.engine import rounds, rounds_kernel
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.rounds import RoundSearch
from tests.engine.machine import Machine, compiled_code
from tests.engine.test_rounds import check_rounds, random_position

STACK_LIMIT = 600
CYCLES_A_NODE = 7500            # on average; the levels count on it, see RoundSearch.share
CYCLES_A_STEP = 375000 - 25000  # 3 ms at 125 MHz, less what the rest of a step takes


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    return Machine(compiled_code(kernelc.ENGINE / "rounds_kernel_m0.py", tmp_path_factory.mktemp("mpy")))


@pytest.fixture(scope="module")
def library():
    return kernelc.host_functions(kernelc.ENGINE / "rounds_kernel.py")["run"]


def searches(runs, position, seat, nodes, slices):
    """A search on each of the runs, slice by slice; all must agree in all they leave behind. One of them."""
    found = [RoundSearch(array("i", bytes(TABLE_BYTES)), Random(5), run) for run in runs]
    for search in found:
        search.start(position, nodes, 42, 2, seat)
    turn = 0
    while not found[0].done:
        for search in found:
            search.step(slices[turn % len(slices)])
        turn += 1
    for search in found[1:]:
        assert (search.moves, search.values, search.nodes) == (found[0].moves, found[0].values, found[0].nodes)
        assert search._words == found[0]._words and search._halves == found[0]._halves
        assert search._table == found[0]._table, position.moves
    return found[0]


def positions(chance, count):
    found = []
    while len(found) < count:
        position = random_position(chance, chance.below(22))
        if position:
            found.append(position)
    return found


def test_all_forms_agree_in_every_word(machine, library):
    chance = Random(3)
    nodes = 0
    for position in positions(chance, 6):
        for seat in (1, 2, 3):
            nodes += searches((rounds_kernel.run, machine.run, library), position, seat, 250, (1, 97, 40, 0)).nodes
    assert nodes > 2000


def test_longer_searches_fill_the_tree(machine, library):
    chance = Random(9)
    position = positions(chance, 1)[0]
    search = searches((machine.run, library), position, position.order[1], 3000, (1000,))
    assert search.nodes == 3000 and search._words[rounds_kernel.USED] > 100


def test_the_tree_never_overflows(library):
    search = RoundSearch(array("i", bytes(TABLE_BYTES)), Random(5), library)
    search.start(positions(Random(4), 1)[0], 400000, 42, 0, 2)
    while not search.step(50000):
        pass
    assert search._words[rounds_kernel.USED] == rounds_kernel.FULL
    assert 0 <= search.values[0] <= rounds_kernel.SHARE


def test_thousands_of_rounds_are_those_of_the_rules(library):
    ends = check_rounds(library, 4000)
    print(ends)
    assert min(ends[end] for end in ("won", "missed", "on")) > 100, ends


def test_speed_and_size(machine):
    """Cycles a node and a step; see engine/rounds.SLICE."""
    chance = Random(12)
    machine.stack = total = nodes = worst = 0
    for position in positions(chance, 3):
        search = RoundSearch(array("i", bytes(TABLE_BYTES)), Random(5), machine.run)
        search.start(position, 1200, 42, 0, position.order[2])
        while not search.done:
            machine.cycles = 0
            search.step(rounds.SLICE)
            total += machine.cycles
            worst = max(worst, machine.cycles)
        nodes += search.nodes
    print(f"\n{total / nodes:.0f} cycles a node, {125e6 * nodes / total:,.0f} nodes a second at 125 MHz, longest step "
          f"{worst / 125:.0f} us, {machine.stack} bytes of stack")
    assert total / nodes < CYCLES_A_NODE and worst < CYCLES_A_STEP and machine.stack < STACK_LIMIT
