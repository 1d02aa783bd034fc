"""The very code that the board runs, on an emulated Cortex-M0+ core, against the host's build of the same source."""

import random

import pytest

from host_tools.solver import kernel, native
from litfour.engine import solver as device
from litfour.engine.solver import TABLE_BYTES, Solver
from tests.solver.machine import CODE, RAM, Machine, code_of, compiled
from tests.solver.positions import random_games


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    return Machine(code_of(compiled(tmp_path_factory.mktemp("mpy"))))


def test_committed_words_are_those_of_the_source():
    assert kernel.MODULE.read_text() == kernel.module_text(kernel.build())


def test_the_mpy_holds_these_words(machine):
    code = kernel.build()
    assert bytes(machine.board.sram[CODE - RAM + 8:CODE - RAM + 8 + len(code)]) == code


def test_machine_code_agrees_node_for_node(machine):
    """Random positions of all plies, some in the middle of the budget, in odd slices; tables equal word for word."""
    host, rng = native.Solver(), random.Random(2)
    table, other = bytearray(TABLE_BYTES), bytearray(TABLE_BYTES)
    chip = Solver(table, run=machine.run, budget=400, refinement=100)
    desk = Solver(other, run=host.run, budget=400, refinement=100)
    nodes = searched = 0
    machine.cycles = 0
    for moves in random_games(100, 21, 0, 41):
        slice_nodes = rng.choice((97, 250, 1000))
        done = (chip.start(moves), desk.start(moves))
        while not all(done):
            done = (chip.step(slice_nodes), desk.step(slice_nodes))
            assert chip.nodes == desk.nodes
        assert (chip.best, chip.value, chip.plies, chip.proved) == (desk.best, desk.value, desk.plies, desk.proved)
        if chip.source == "search":
            assert table == other
            searched += 1
        nodes += chip.nodes
    print(f"\n{searched} searches, {nodes} nodes, {machine.cycles / nodes:.0f} cycles a node with clearing the table, "
          f"{machine.stack} bytes of stack")
    assert searched > 30
    assert machine.stack < 400


def test_speed_of_the_code(machine):
    """A search long enough that the clearing of the table does not count."""
    chip = Solver(bytearray(TABLE_BYTES), run=machine.run, budget=8000)
    chip.start(bytes(int(c) - 1 for c in "444444656665655"))
    chip.step(1)
    machine.cycles = 0
    while not chip.step(250):
        pass
    each = machine.cycles / (chip.nodes - 1)
    print(f"\n{each:.0f} cycles a node, {125e6 / each:.0f} nodes a second at 125 MHz, {200e6 / each:.0f} at 200 MHz")
    assert each < 800


def test_edges(machine):
    """No nodes at all, one node, the full board's last plies, an answer at the limit."""
    host = native.Solver()
    for moves in (b"", bytes([3] * 6), *random_games(12, 22, 36, 41)):
        blocks = []
        for run in (machine.run, host.run):
            solver = Solver(bytearray(TABLE_BYTES), run=run, budget=40)
            done = solver.start(moves)
            if not done:
                block = solver._block
                block[device.LEFT] = 0
                assert run(block, solver._table) == device.RUNNING and block[device.LEFT] == 0
            while not done:
                done = solver.step(1)
            blocks.append((bytes(solver._block), solver.best, solver.nodes))
        assert blocks[0] == blocks[1], list(moves)
