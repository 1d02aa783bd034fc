"""The heuristic search's speed in each of its forms, for `litfour bench engine`: node for node the same search."""

import subprocess
import tempfile
import time
from array import array

from host_tools.kernelc import ENGINE, ROOT, host_functions
from litfour.app.chance import Random
from litfour.engine import kernels
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.search import Search
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, PEG, VARIANTS, variant_named

DROPS = [variant.name for variant in VARIANTS if variant.kind in (DROP, PEG)]
MOVES = (3, 3, 2)               # played before the search begins: something to think about in every game
NODES, SLOW_NODES, BOARD_NODES = 400_000, 3000, 20_000

_SCRIPT = """
import micropython, time
from array import array
from litfour.app.chance import Random
from litfour.engine.search import Search
from litfour.rules.start import new_position
from litfour.rules.variants import variant_named
def think(name, moves, nodes, slice):
    position = new_position(variant_named(name))
    for move in moves:
        position.play(move)
    search = Search(table, Random(1))
    search.start(position, nodes, 42, 2)
    longest = took = 0
    done = False
    while not done:
        began = time.ticks_us()
        done = search.step(slice or search.slice)
        last = time.ticks_diff(time.ticks_us(), began)
        longest = max(longest, last)
        took += last
    print(name, search.nodes, search.depth, took, longest)
"""
_UNIX = "import sys\nsys.path.insert(0, 'firmware')\n" + _SCRIPT + "table = bytearray(98304)\n"


def speeds(unix):
    """Prints the forms for a computer, on 7x6. unix: the path of MicroPython's unix port, or None."""
    print("nodes a second, the search of all other levels and boards, on 7x6:")
    for name, run, nodes in (("C on this machine", host_functions(ENGINE / "kernels.py")["run"], NODES),
                             ("plain source, CPython", kernels.run, SLOW_NODES)):
        position = new_position(variant_named("standard"))
        for move in MOVES:
            position.play(move)
        search = Search(array("i", bytes(TABLE_BYTES)), Random(1), run)
        search.start(position, nodes, 42, 2)
        began = time.perf_counter()
        while not search.step(1_000_000):
            pass
        print(f"  {name:24} {search.nodes / (time.perf_counter() - began):12,.0f}   ({search.nodes} nodes)")
    if unix:
        script = _UNIX + f"think('standard', {MOVES}, {SLOW_NODES}, {SLOW_NODES})"
        done = subprocess.run([unix, "-c", script], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            print(f"  viper, unix port         failed: {done.stderr.strip().splitlines()[-1]}")
            return
        _, count, _, took, _ = done.stdout.split()
        print(f"  {'viper, unix port':24} {1e6 * int(count) / int(took):12,.0f}   ({count} nodes)")


def on_the_pico(uf2):
    """Prints speed, depth and longest step of the machine code on the emulated Pico at 125 MHz, for every drop game."""
    from host_tools import image
    from host_tools.emulator import Pico

    with tempfile.TemporaryDirectory() as folder:
        files = {path: file.data for path, file in image.build(folder, joined=False).items() if path != "main.py"}
    print(f"  in machine code on the emulated Pico, 125 MHz, {BOARD_NODES:,} nodes in steps as the loop makes them:")
    with Pico(uf2, files=files) as pico:
        pico.start()
        pico.run(100)
        pico.raw_repl()
        pico.exec("table = bytearray(98304)")
        script = _SCRIPT + "".join(f"think('{name}', {MOVES}, {BOARD_NODES}, 0)\n" for name in DROPS)
        result = pico.exec(script, ms=600_000)
    if result.err:
        raise RuntimeError(result.err)
    for line in result.out.split("\n"):
        if line.strip():
            name, nodes, depth, took, longest = line.split()
            cycles = 125 * int(took) / int(nodes)
            print(f"  {name:24} {125e6 / cycles:12,.0f}   {cycles:.0f} cycles a node; depth {depth}; longest step "
                  f"{int(longest) / 1000:.2f} ms; {200e6 / cycles:,.0f} at 200 MHz")
