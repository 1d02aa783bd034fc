"""Perfect on the emulated Pico: the same nodes and moves as on the host, its speed, no allocation, short steps."""

import pytest

from host_tools.emulator import Pico
from host_tools.solver import native

POSITIONS = [       # forced, won, drawn; first and second; up to the full budget
    "5554224333234511764415115", "52753311433677442422121", "1233722555341451114725221333",
    "452744454551221575", "745434435", "444444656665655", "6566755564242",
]
SCRIPT = """
import gc, micropython, time
table = bytearray(98304)
gc.collect(); before = gc.mem_free()
from litfour.engine.solver import Solver
gc.collect(); print('code', before - gc.mem_free())
solver = Solver(table)
gc.collect(); print('memory', before - gc.mem_free())
def think(moves):
    longest = 0
    began = time.ticks_us()
    done = solver.start(bytes(int(c) - 1 for c in moves))
    start = time.ticks_diff(time.ticks_us(), began)
    micropython.heap_lock()
    try:
        while not done:
            at = time.ticks_us()
            done = solver.step(250)
            longest = max(longest, time.ticks_diff(time.ticks_us(), at))
    finally:
        micropython.heap_unlock()
    took = time.ticks_diff(time.ticks_us(), began)
    print('solved', solver.nodes, solver.best, solver.value, solver.plies, start, longest, took)
"""


@pytest.fixture(scope="module")
def board(emulator, firmware):
    """A board in raw REPL with the firmware's engine, without main.py."""
    files = {path: file.data for path, file in firmware.items() if path != "main.py"}
    with Pico(emulator, files=files) as pico:
        pico.start()
        pico.run(100)
        pico.raw_repl()
        yield pico


def run(pico, source):
    """Runs `source`; what it printed, line by line in words."""
    result = pico.exec(source, ms=600_000)
    assert not result.err, result.err
    return [line.split() for line in result.out.strip().splitlines()]


def test_same_as_on_the_host_and_fast(board):
    solver = native.Solver()
    lines = run(board, SCRIPT + "".join(f"think('{moves}')\n" for moves in POSITIONS))
    memory = {line[0]: int(line[1]) for line in lines[:2]}
    print("\nmemory of the solver:", memory)
    assert memory["memory"] < 16_000
    total = took = 0
    for moves, line in zip(POSITIONS, lines[2:], strict=True):
        key, flipped = native.key_of([int(character) - 1 for character in moves])
        expected = solver.decide(key)
        nodes, best, value, plies, start, longest, time_us = (None if w == "None" else int(w) for w in line[1:])
        column = 6 - expected.column if flipped else expected.column
        assert (nodes, best, plies) == (expected.nodes, column, expected.plies), moves
        assert (native.UNKNOWN if value is None else value) == expected.value
        print(f"{moves}: {nodes} nodes, set up in {start} us, longest step {longest} us, {time_us / 1000:.1f} ms")
        assert longest <= 3000 + 800        # the first step clears the table
        total, took = total + nodes, took + time_us - start
    print(f"{1e6 * total / took:.0f} nodes a second in slices of 250, {125 * took / total:.0f} cycles a node")
    assert 1e6 * total / took > 65_000
