"""`litfour puzzles build | verify | show`: the puzzles on the flash. firmware/litfour/app/puzzles.py has the format."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from zlib import crc32

from litfour.app import puzzles as board
from litfour.app.puzzle import PERSON
from litfour.app.settings import Settings
from litfour.rules.notation import board_rows, moves_text

PUZZLES = Path(__file__).resolve().parent.parent / "firmware" / "data" / "puzzles"
COUNT = 110
LARGEST = 4096              # a block of the board's flash
LENGTHS = (2, 3, 4)


def number(text):
    """A number from 1 on, given on the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def add_arguments(parser):
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="find puzzles and write the file (two minutes)")
    build.add_argument("--count", type=number, default=COUNT, metavar="N", help=f"of each length (default {COUNT})")
    build.add_argument("--seed", type=int, default=1, help="another one gives other puzzles (default 1)")
    verify = actions.add_parser("verify", help="prove every puzzle again; fails on the first that is none")
    show = actions.add_parser("show", help="what the file holds; with a length and a number, one puzzle")
    show.add_argument("length", nargs="?", type=int, choices=LENGTHS, help="own moves to win in")
    show.add_argument("number", nargs="?", type=number, default=1, help="from 1; beyond the last one mirrored")
    show.add_argument("--key", action="store_true", help="also give the key move away")
    for action in (build, verify, show):
        action.add_argument("--file", type=Path, default=PUZZLES, metavar="FILE", help="default: firmware/data/puzzles")


def run(args):
    """Exit code: 0 done, 1 a puzzle that is none, 2 no file or a bad one."""
    try:
        return {"build": _build, "verify": _verify, "show": _show}[args.action](args)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"litfour puzzles: {error}", file=sys.stderr)
        return 2


# ---- the file

def pack(puzzles):
    """The file's bytes of {length: [Puzzle]}. ValueError where they do not fit."""
    body = b"".join(_record(puzzle) for length in LENGTHS for puzzle in puzzles[length])
    head = board.MAGIC + bytes([board.VERSION, board.RECORD])
    head += b"".join(len(puzzles[length]).to_bytes(2, "little") for length in LENGTHS)
    data = head + crc32(head + body).to_bytes(4, "little") + body
    if len(data) > LARGEST:
        raise ValueError(f"{len(data)} bytes of puzzles, more than {LARGEST}")
    return data


def _record(puzzle):
    if len(puzzle.moves) > board.MOST_MOVES:
        raise ValueError(f"a puzzle after {len(puzzle.moves)} moves, more than {board.MOST_MOVES}")
    bits = len(puzzle.moves)
    for place, column in enumerate([puzzle.key, *puzzle.moves]):
        bits |= column << 5 + 3 * place
    return bits.to_bytes(board.RECORD, "little")


def opened(path):
    """The board's own reader of the file. ValueError with its words where something is wrong with it."""
    reader = board.Puzzles(str(path))
    if reader.fault:
        raise ValueError(f"{path}: {reader.fault}")
    return reader


def puzzles_in(path):
    """{length: [Puzzle]} of all puzzles of the file."""
    reader = opened(path)
    return {length: [reader.pick(k, level) for k in range(reader.counts[level])]
            for level, length in enumerate(LENGTHS)}


# ---- the commands

def _build(args):
    from host_tools.puzzle_maker import Maker
    began = time.monotonic()
    maker = Maker(args.seed, args.count, say=lambda text: print(text, file=sys.stderr, flush=True))
    data = pack(maker.run())
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.write_bytes(data)
    print(f"{maker.games} games in {time.monotonic() - began:.0f} s")
    return _tell(args.file)


def _verify(args):
    from host_tools.puzzle_check import faults_of_all, new_referee
    referee = new_referee()
    faults = faults_of_all(puzzles_in(args.file), referee)
    for fault in faults:
        print(fault)
    if faults:
        return 1
    print(_tell_proof(referee))
    return _tell(args.file)


def _tell_proof(referee):
    return (f"every puzzle holds: by trying everything, by the solver's scores, "
            f"{'by the oracle' if referee.has_oracle else 'without the oracle, which is not installed'}, and at the "
            f"board, in {referee.replies} answers to every line of own moves")


def _tell(path):
    puzzles = puzzles_in(path)
    print(f"{path}: {path.stat().st_size} bytes, {sum(map(len, puzzles.values()))} puzzles")
    for length in LENGTHS:
        discs = Counter(len(puzzle.moves) for puzzle in puzzles[length])
        keys = Counter(puzzle.key + 1 for puzzle in puzzles[length])
        print(f"{len(puzzles[length])} in {length} moves; discs on the board: "
              + " ".join(f"{count}:{discs[count]}" for count in sorted(discs)) + "; key columns: "
              + " ".join(f"{key}:{keys[key]}" for key in sorted(keys)))
    return 0


def _show(args):
    if args.length is None:
        return _tell(args.file)
    puzzle = opened(args.file).pick(args.number - 1, args.length - LENGTHS[0])
    position = puzzle.session(Settings()).position
    print("\n".join(board_rows(position)) + "\n1234567\n")
    print(f"{PERSON} is to move and wins in {args.length} own moves. So far: {moves_text(position)}")
    if args.key:
        print(f"key: {puzzle.key + 1}")
    return 0
