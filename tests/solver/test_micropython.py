"""engine/solver.py under real MicroPython (unix port) around the plain twin: the same moves after the same nodes."""

import subprocess
import sys
from pathlib import Path

from host_tools.solver import native
from tests.solver.positions import random_games

ROOT = native.ROOT
SCRIPT = """
import sys
sys.path[:0] = ["firmware", "."]
from host_tools.solver.twin import Twin
from litfour.engine.solver import Solver, TABLE_BYTES, board_kernel
assert board_kernel() is None
solver = Solver(bytearray(TABLE_BYTES), run=Twin().run)
for moves in %r:
    done = solver.start(moves)
    while not done:
        done = solver.step(1000000)
    print(solver.nodes, solver.best, solver.value, solver.plies, solver.proved)
"""


def test_same_under_micropython():
    kernel, games, expected = native.Solver(), [], []
    for moves in random_games(300, 41, 12, 41):
        key, flipped = native.key_of(moves)
        decision = kernel.decide(key)
        if decision.nodes < 400:
            games.append(moves)
            value = None if decision.value == native.UNKNOWN else decision.value
            column = 6 - decision.column if flipped else decision.column
            expected.append(f"{decision.nodes} {column} {value} {decision.plies} True")
    done = subprocess.run([Path(sys.executable).with_name("micropython"), "-X", "heapsize=4M", "-c", SCRIPT % games],
                          cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == expected and len(games) > 150
