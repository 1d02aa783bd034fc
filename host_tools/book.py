"""`litfour book build | verify | info`: the book of Perfect, built and proved by walking all games that can arise."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from host_tools.solver import native
from host_tools.solver.bookfile import BookError, pack, unpack
from host_tools.solver.walk import Cluster, Walk, ply_of

BOOK = native.ROOT / "firmware" / "data" / "book"
VARIETY = (7, 5)    # CPU first, second: up to this ply the book lists every move that is best by distance
SIDES = ("first", "second")


def positive(text):
    """A number of things, 1 or more, given on the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def natural(text):
    """A number of things, 0 or more, given on the command line."""
    return 0 if text == "0" else positive(text)


def add_arguments(parser):
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text in (("build", "walk, ask the oracle, write the book (an hour on two cores)"),
                       ("verify", "walk again with the book; fails on the first gap"),
                       ("info", "what the book holds")):
        action = actions.add_parser(name, help=text, description=text)
        action.add_argument("--book", type=Path, default=BOOK, metavar="FILE", help="default: firmware/data/book")
        if name == "info":
            continue
        action.add_argument("--side", choices=SIDES, help="walk this side only (verify)" if name == "verify"
                            else "walk this side only; writes no book until both are done")
        action.add_argument("--last-ply", type=int, default=42, metavar="N", help="stop after this ply (a trial)")
        action.add_argument("--scheduler", metavar="ADDRESS", help="a dask scheduler, as tcp://host:8786")
        action.add_argument("--workers", type=positive, metavar="N", help="processes of the local cluster")
        action.add_argument("--state", type=Path, default=Path("walk"), metavar="FOLDER",
                            help="keeps the walk, so that it can be stopped and goes on (default: walk)")


def run(args):
    """Exit code: 0 done, 1 a gap or an error in the walk, 2 no book or a bad one, 3 stopped before the end."""
    try:
        if args.action == "info":
            return _info(args.book)
        given = None
        if args.action == "verify":
            given, budget = unpack(args.book.read_bytes())
            if budget != native.BUDGET:
                raise BookError(f"the book is for {budget} nodes a move, the solver for {native.BUDGET}")
        return _walk(args, given)
    except (BookError, OSError, RuntimeError) as error:
        print(f"litfour book: {error}", file=sys.stderr)
        return 2


def _info(path):
    data = path.read_bytes()
    entries, budget = unpack(data)
    print(f"{path}: {len(data)} bytes, {len(entries)} positions, for {budget} nodes a move and a table of "
          f"{native.TABLE_BYTES} bytes")
    plies = Counter(ply_of(key) for key in entries)
    several = Counter(ply_of(key) for key, (_, mask) in entries.items() if mask & (mask - 1))
    for side, name in enumerate(SIDES):
        values = Counter(value for key, (value, _) in entries.items() if ply_of(key) % 2 == side)
        print(f"CPU {name}: {sum(values.values())} positions: {values[1]} won, {values[0]} drawn, {values[-1]} lost")
    for ply in sorted(plies):
        print(f"  ply {ply:2}: {plies[ply]:5} positions, {several[ply]:4} with several moves")
    return 0


def _walk(args, given):
    entries, finished, hardest = {}, True, []
    with Cluster(args.scheduler, args.workers) as pool:
        for side, name in enumerate(SIDES):
            if args.side not in (None, name):
                finished = finished and given is not None
                continue
            print(f"CPU {name}:")
            walk = Walk(side, pool, variety=VARIETY[side], book=given, folder=args.state,
                        say=lambda text: print(f"  {text}", flush=True))
            walk.run(args.last_ply)
            entries.update(walk.entries)
            hardest += walk.hardest
            finished = finished and not len(walk.keys)
            if not _proof(walk, name):
                return 1
    if given is not None:
        unused = set(given) - set(entries)
        if finished and args.side is None and unused:
            print(f"{len(unused)} positions of the book cannot arise")
            return 1
    elif finished:
        args.book.parent.mkdir(parents=True, exist_ok=True)
        args.book.write_bytes(pack(entries))
        write_hardest(args.state / "hardest.txt", hardest)
        return _info(args.book)
    return 0 if finished else 3


def write_hardest(path, hardest):
    """Writes the 50 positions that were solved with the most nodes: moves (columns from 1) and nodes, a line each."""
    worst = sorted(hardest, reverse=True)[:50]
    path.write_text("".join(
        f"{''.join(str(column + 1) for column in native.moves_to(key))} {nodes}\n" for nodes, key in worst))


def _proof(walk, name):
    """Prints what a walk has shown; False if it met a fault."""
    counts = walk.counts
    for fault in walk.faults[:10]:
        print(f"  {fault}")
    if walk.faults:
        return False
    print(f"CPU {name}: {counts['positions']} positions: {counts['instant']} decided at once, {counts['search']} "
          f"solved (the largest with {counts['largest']} nodes, the mean with "
          f"{counts['nodes'] / max(1, counts['search'] + counts['book']):.0f}), {counts['book']} in the book; "
          + ("closed" if not len(walk.keys) else "not closed") + f" at ply {counts['ply']}; no move gives a win or a "
          "draw away")
    return True
