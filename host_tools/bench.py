"""`litfour bench`: figures, printed; nothing here passes or fails."""

import importlib

PARTS = {
    "engine": ("host_tools.bench_engine", "Perfect's solver: nodes a second everywhere, sets of known positions"),
    "levels": ("host_tools.bench_levels", "the levels against each other: the ladder"),
    "games": ("host_tools.bench_games", "each game on the emulated Pico: time of a move, steps, heap, flash"),
    "solve": ("host_tools.bench_solve", "games with published values, by the levels' searches with many nodes"),
    "board": ("host_tools.bench_board", "the whole board on the emulated Pico: light, loop, memory, the CPU's time"),
}


def add_arguments(parser):
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    for name, (module, text) in PARTS.items():
        importlib.import_module(module).add_arguments(parts.add_parser(name, help=text, description=text))


def run(args):
    return importlib.import_module(PARTS[args.part][0]).run(args)
