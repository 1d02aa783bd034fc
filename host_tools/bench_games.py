"""`litfour bench games`: what each game costs on the emulated Pico: the time of a move, the longest step, nodes a
second, and the memory and flash that it takes besides what all games share. Positions come from games of two CPUs."""

import statistics
import sys
import tempfile

from host_tools.accelerate import accelerated
from host_tools.bench_rounds import Cpu
from host_tools.book import positive
from litfour.engine.levels import LEVELS
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import ROUND, VARIANTS, variant_named

NAMES = [variant.name for variant in VARIANTS]
COLUMNS = ("ms a move, median", "worst", "longest step, ms", "set-up, ms", "nodes a second", "nodes", "depth",
           "heap, KB", "flash, KB")
PLAYER = "medium"               # the level that plays the games that give the positions

# Set-up is both what a new game needs and the beginning of a search. Nothing may be allocated between its steps.
_SCRIPT = """
import gc, micropython, sys, time
table = bytearray(98304)
from litfour.game import Player, Random, forget, level_named, new_position, variant_named
from litfour.app.family import effects, make_hand
seen = set()
def drop(name):
    if name in sys.modules:
        seen.add(name)
    forget(name)
def measure(name, level, games):
    variant, level = variant_named(name), level_named(level)
    gc.collect()
    before, shared = gc.mem_free(), set(sys.modules)
    player = Player(table, Random(9), None, drop)
    hand, pictures = make_hand(variant.kind), effects(variant.kind)
    for moves in games:
        began = time.ticks_us()
        player.prepare(variant, level)
        position = new_position(variant)
        for move in moves:
            position.play(move)
        player.start(position, level, position.turn)
        setup = time.ticks_diff(time.ticks_us(), began)
        gc.collect()
        longest = took = 0
        done = player.move >= 0
        micropython.heap_lock()
        while not done:
            began = time.ticks_us()
            done = player.step()
            last = time.ticks_diff(time.ticks_us(), began)
            longest = max(longest, last)
            took += last
        micropython.heap_unlock()
        print('move', player.nodes, player.search.depth, took, longest, setup)
    position = None
    gc.collect()
    print('heap', before - gc.mem_free())
    print('files', *(set(sys.modules) | seen) - shared)
"""


def add_arguments(parser):
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython for the emulated Pico (default: as litfour emulate)")
    parser.add_argument("--variant", nargs="+", default=NAMES, choices=NAMES)
    parser.add_argument("--positions", type=positive, default=6, help="of each game (default 6)")
    parser.add_argument("--level", default="hard", choices=[level.name for level in LEVELS])


def sample(name, count):
    """`count` positions of a game, as lists of moves, spread over whole games of the CPU with itself."""
    variant, seed = variant_named(name), 0
    found: list = []
    with accelerated():
        while len(found) < count:
            seed += 1
            cpu, position, moves = Cpu(PLAYER, seed), new_position(variant), []
            while position.result == ONGOING:
                moves.append(list(position.moves))
                if variant.kind == ROUND:
                    position.play(sum(cpu.choose(position, seat + 1) << 4 * seat for seat in range(3)))
                else:
                    position.play(cpu.choose(position, position.turn))
            found += [moves[(2 * k + 1) * len(moves) // 8] for k in range(4)][:count - len(found)]
    return found


def run(args):
    """Exit code: 0, 2 if there is no emulated Pico."""
    from host_tools.emulator import EmulatorError
    try:
        for line in lines(args):
            print(line, flush=True)
    except EmulatorError as error:
        print(f"litfour bench: {error}", file=sys.stderr)
        return 2
    return 0


def lines(args):
    """The table as Markdown, game by game."""
    from host_tools import image
    from host_tools.emulator import Pico, find_uf2

    uf2 = find_uf2(args.uf2)
    with tempfile.TemporaryDirectory() as folder:
        files = {path: file.data for path, file in image.build(folder).items() if path != "main.py"}
    yield f"| {args.level}, 125 MHz | " + " | ".join(COLUMNS) + " |"
    yield "|---" * (1 + len(COLUMNS)) + "|"
    for name in args.variant:
        with Pico(uf2, files=files) as pico:
            pico.start()
            pico.run(100)
            pico.raw_repl()
            result = pico.exec(_SCRIPT + f"measure('{name}', '{args.level}', {sample(name, args.positions)})",
                               ms=120_000)
        if result.err:
            raise RuntimeError(result.err)
        yield _row(name, result.out.splitlines(), files)


def _row(name, told, files):
    moves = [tuple(map(int, line.split()[1:])) for line in told if line.startswith("move")]
    heap = next(int(line.split()[1]) for line in told if line.startswith("heap"))
    loaded = next(line.split()[1:] for line in told if line.startswith("files"))
    flash = sum(len(data) for path, data in files.items() if path.removesuffix(".mpy").replace("/", ".") in loaded)
    nodes, depths, took, longest, setup = zip(*moves)
    thought = sum(nodes) * 1e6 / sum(took) if sum(took) else 0
    return "| " + " | ".join((
        name, f"{statistics.median(took) / 1000:.0f}", f"{max(took) / 1000:.0f}", f"{max(longest) / 1000:.2f}",
        f"{max(setup) / 1000:.0f}", f"{thought:,.0f}", f"{max(nodes):,}", f"{min(depths)}-{max(depths)}",
        f"{heap / 1024:.1f}", f"{flash / 1024:.1f}")) + " |"
