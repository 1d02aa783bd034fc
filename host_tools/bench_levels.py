"""`litfour bench levels`: the levels play each other; prints the ladder.

Both seats start half of the games. Every game has its own seed, made of the pair and its number: the same call gives
the same table whatever the number of processes.
"""

import itertools
import multiprocessing
import sys
import zlib

from host_tools import bench_rounds, perfect
from host_tools.accelerate import accelerated
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.levels import LEVELS, level_named
from litfour.engine.player import Player
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import VARIANTS, variant_named

STEP_NODES = 100000
TWO_SEATS = [variant.name for variant in VARIANTS if variant.seats == 2]


def add_arguments(parser):
    parser.add_argument("--variant", default="standard", choices=[*TWO_SEATS, bench_rounds.VARIANT, "all"])
    parser.add_argument("--games", type=int, default=200, help="a pair (default 200)")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--levels", nargs="+", default=[level.name for level in LEVELS],
                        choices=[level.name for level in LEVELS])


def run(args):
    levels = list(dict.fromkeys(args.levels))
    names = [name for name in TWO_SEATS if args.variant in (name, "all")]
    missing = perfect.available() if "standard" in names else None
    if missing:
        print(f"litfour bench: the solver can't run here, so perfect is left out: {missing}",
              file=sys.stderr)
        levels = [level for level in levels if level != "perfect"]
    if args.games < 2 or args.processes < 1 or len(levels) < 2:
        print("litfour bench: at least two games, two levels and one process", file=sys.stderr)
        return 2
    pairs = list(itertools.combinations(levels, 2))
    with accelerated():                     # compiled here once; the processes find it in the cache
        pass
    with multiprocessing.Pool(args.processes, _set_up) as pool:
        for name in names:
            jobs = [(name, weaker, stronger, game) for weaker, stronger in pairs for game in range(args.games)]
            results = dict(_with_progress(pool.imap_unordered(_play, jobs, chunksize=2), len(jobs)))
            for line in table(name, pairs, args.games, results):
                print(line, flush=True)
    if args.variant in (bench_rounds.VARIANT, "all"):
        bench_rounds.run(args.games, args.processes, levels)
    return 0


def _with_progress(results, total):
    from rich.console import Console
    from rich.progress import track
    return track(results, "games", total=total, console=Console(stderr=True), transient=True)


def _set_up():
    accelerated().__enter__()               # for the whole life of this process


def _play(job):
    """(job, winner): 0 the weaker level, 1 the stronger, None a draw."""
    variant, weaker, stronger, game = job
    seed = zlib.crc32(repr(job).encode()) >> 2
    levels = [level_named(weaker), level_named(stronger)]
    solver = None if perfect.available() else perfect.make_solver
    players = [Player(new_table(), Random(seed + side), solver) for side in range(2)]
    position = new_position(variant_named(variant))
    while position.result == ONGOING:
        side = (position.turn - 1 + game) % 2           # in every other game the weaker one has seat 1, which starts
        player = players[side]
        player.start(position, levels[side])
        while not player.step(STEP_NODES):
            pass
        position.play(player.move)
    if position.result == DRAW:
        return job, None
    return job, (position.result - 1 + game) % 2


def table(variant, pairs, games, results):
    """The ladder as Markdown lines: of each pair the results of the level named first."""
    yield f"| {variant} | games | won | drawn | lost | lost as first | lost as second |"
    yield "|---|---|---|---|---|---|---|"
    for weaker, stronger in pairs:
        winners = [results[variant, weaker, stronger, game] for game in range(games)]
        lost_first, lost_second = winners[1::2].count(0), winners[0::2].count(0)
        yield (f"| {stronger} against {weaker} | {games} | {winners.count(1)} | {winners.count(None)} | "
               f"{winners.count(0)} | {lost_first} | {lost_second} |")
