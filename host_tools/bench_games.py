"""`litfour bench games`: what the games of engine/games cost on the emulated Pico: time a move at Hard, longest step,
nodes a second, heap and code. Positions are those of games that two CPUs play here with the same search."""

import statistics
import sys
import tempfile

from host_tools.accelerate import compiled_run
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.games import GameSearch
from litfour.engine.levels import LEVELS, level_named
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, CELL, POP, POP10, POWER, VARIANTS, variant_named

NAMES = [variant.name for variant in VARIANTS if variant.kind in (AVOID, CELL, POP, POP10, POWER)]
COLUMNS = ("ms a move, median", "worst", "longest step, ms", "start, ms", "nodes a second", "nodes", "depth",
           "heap", "of it code")
PLAYED_NODES = 2000             # a move of the games that give the positions

_SCRIPT = """
import gc, micropython, sys, time
table = bytearray(98304)
from litfour.game import Random, forget, new_position, variant_named
def cost(name):
    variant = variant_named(name)
    new_position(variant)
    gc.collect()
    before = gc.mem_free()
    from litfour.engine.games import GameSearch
    search = GameSearch(table, Random(9))
    search.prepare(variant)
    for each in search.PASSING:
        forget('litfour.engine.' + each)
    gc.collect()
    print(name, before - gc.mem_free())
    return search
def think(search, name, moves, nodes):
    position = new_position(variant_named(name))
    for move in moves:
        position.play(move)
    began = time.ticks_us()
    search.start(position, nodes and search.share(nodes), 42, 2)
    setup = time.ticks_diff(time.ticks_us(), began)
    for each in search.PASSING:
        forget('litfour.engine.' + each)
    gc.collect()
    longest = took = 0
    done = search.done
    micropython.heap_lock()
    while not done:
        began = time.ticks_us()
        done = search.step(search.slice)
        last = time.ticks_diff(time.ticks_us(), began)
        longest = max(longest, last)
        took += last
    move = search.choose(2)
    micropython.heap_unlock()
    print(search.nodes, search.depth, took, longest, setup, move)
"""


def add_arguments(parser):
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython for the emulated Pico (default: as litfour emulate)")
    parser.add_argument("--variant", nargs="+", default=NAMES, choices=NAMES)
    parser.add_argument("--positions", type=int, default=6, help="of each game (default 6)")
    parser.add_argument("--level", default="hard", choices=[level.name for level in LEVELS])


def sample(name, count):
    """`count` positions of a game, as lists of moves, spread over whole games of two CPUs."""
    variant, chance, game = variant_named(name), Random(5), 0
    found: list = []
    search = GameSearch(new_table(), chance, compiled_run("games_kernel"))
    while len(found) < count:
        position, moves = new_position(variant, 1, 0), []
        while position.result == ONGOING:
            moves.append(list(position.moves))
            search.start(position, PLAYED_NODES, 42, 30)
            while not search.step(PLAYED_NODES):
                pass
            position.play(search.choose(30))
        found += [moves[(2 * k + 1) * len(moves) // 8] for k in range(4)][:count - len(found)]
        game += 1
    return found


def run(args):
    """Exit code: 0, 2 if there is no emulated Pico."""
    from host_tools.emulator import EmulatorError
    try:
        _measure(args)
    except EmulatorError as error:
        print(f"litfour bench: {error}", file=sys.stderr)
        return 2
    return 0


def _measure(args):
    from host_tools import image
    from host_tools.emulator import Pico, find_uf2

    with tempfile.TemporaryDirectory() as folder:
        files = {path: file.data for path, file in image.build(folder).items() if path != "main.py"}
    print(f"| {args.level}, 125 MHz | " + " | ".join(COLUMNS) + " |")
    print("|---" * (1 + len(COLUMNS)) + "|", flush=True)
    for name in args.variant:
        with Pico(find_uf2(args.uf2), files=files) as pico:
            pico.start()
            pico.run(100)
            pico.raw_repl()
            heap = int(_exec(pico, _SCRIPT + f"search = cost('{name}')").split()[1])
            rows = [tuple(map(int, _exec(pico, f"think(search, '{name}', {moves}, {level_named(args.level).nodes})")
                              .split())) for moves in sample(name, args.positions)]
        _row(name, rows, heap)


def _exec(pico, script):
    result = pico.exec(script, ms=60_000)
    if result.err:
        raise RuntimeError(result.err)
    return result.out


def _row(name, rows, heap):
    from host_tools.kernelc import ENGINE, KNOWN, machine_code
    nodes, depths, took, longest, start, _ = zip(*rows)
    code = len(machine_code(ENGINE / "games_kernel.py", known={KNOWN["games_kernel"][0]: variant_named(name).kind}))
    figures = (f"{statistics.median(took) / 1000:.0f}", f"{max(took) / 1000:.0f}", f"{max(longest) / 1000:.2f}",
               f"{max(start) / 1000:.0f}", f"{1e6 * sum(nodes) / sum(took):,.0f}", f"{max(nodes):,}",
               f"{min(depths)}-{max(depths)}", f"{heap:,}", f"{code:,}")
    print(f"| {name} | " + " | ".join(figures) + " |", flush=True)
