"""`litfour bench solve`: the searches of the levels, given many nodes, on games whose value is published.

Sources: John Tromp's table of board sizes (tromp.github.io/c4/c4.html), as extended by Christophe Steininger
(github.com/ChristopheSteininger/c4); Steele and Larremore, "Misere Connect Four is Solved" (arXiv 2410.05551); for
PopOut from the centre the solution that rules/popout.py's game is known for (a win within 21 plies).
"""

import time
from array import array

from host_tools.accelerate import compiled_run
from host_tools.book import positive
from litfour.app.chance import Random
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.games import GameSearch
from litfour.engine.search import Search
from litfour.rules.notation import replay
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, DROP, Variant, variant_named

STEP_NODES = 1_000_000
WORDS = {1: "first", 0: "draw", -1: "second", None: "not found"}


def board(columns, rows, kind=DROP):
    return Variant(f"{'avoid four ' if kind == AVOID else ''}{columns}x{rows}", columns, rows, kind=kind)


# game, moves that were played, who wins: 1 the first player, -1 the second, 0 nobody
PUBLISHED = (
    (board(4, 4), "", 0), (board(5, 4), "", 0), (board(6, 4), "", -1), (board(7, 4), "", 0), (board(4, 5), "", 0),
    (board(5, 5), "", 0), (board(4, 6), "", 0), (board(5, 6), "", 0), (board(6, 5), "", 0),
    (variant_named("standard"), "", 1), (variant_named("8x7"), "", 1),
    (variant_named("avoid-four"), "", -1), (variant_named("popout"), "4", 1),
)


def add_arguments(parser):
    parser.add_argument("--nodes", type=positive, default=300_000_000, help="at most, a game (default 300 million)")


def solve(variant, moves, nodes):
    """(1, 0 or -1 for the first player, None where it was not found; nodes searched)."""
    table, chance = array("i", bytes(TABLE_BYTES)), Random(1)
    search = Search(table, chance, compiled_run("kernels")) if variant.kind == DROP else \
        GameSearch(table, chance, compiled_run("games_kernel"))
    position = new_position(variant)
    replay(position, moves)
    assert position.result == ONGOING
    search.start(position, nodes, 81)
    while not search.step(STEP_NODES):
        pass
    value = search.outcome
    return (value if value is None or position.turn == 1 else -value), search.nodes


def run(args):
    """Exit code: 0, 1 where what was found is not what is published."""
    wrong = 0
    print("| game | moves | published | found | nodes | seconds |")
    print("|---|---|---|---|---|---|")
    for variant, moves, published in PUBLISHED:
        began = time.perf_counter()
        value, nodes = solve(variant, moves, args.nodes)
        wrong += value not in (None, published)
        print(f"| {variant.name} | {moves} | {WORDS[published]} | {WORDS[value]} | {nodes:,} | "
              f"{time.perf_counter() - began:.0f} |", flush=True)
    return 1 if wrong else 0
