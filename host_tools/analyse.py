"""`litfour analyse`: replays moves through rules and engine; one game, or a batch of one game a line."""

import json
import sys
from contextlib import contextmanager, nullcontext

from host_tools.accelerate import accelerated
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.levels import LEVELS, level_named
from litfour.engine.player import Player
from litfour.rules.notation import MoveError, board_rows, move_text, moves_text, replay, result_text
from litfour.rules.position import ONGOING, Position
from litfour.rules.variants import VARIANTS, variant_named

STEP_NODES = 5000
BAD_BYTES = "backslashreplace"      # what is no UTF-8 becomes a bad line, and a batch goes on


def add_arguments(parser):
    parser.add_argument("--variant", default="standard", choices=[variant.name for variant in VARIANTS])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--moves", help="columns from 1, as '4 4 5' or '445'; '' is the empty board")
    what.add_argument("--batch", metavar="FILE", help="one game a line ('-': standard input), one JSON object a line")
    parser.add_argument("--level", choices=[level.name for level in LEVELS], help="also give the CPU's move")
    parser.add_argument("--seed", type=int, default=0, help="of the CPU's random choices (default 0)")
    parser.add_argument("--json", action="store_true", help="one JSON object in place of text")


class Analyst:
    """Analyses games of one variant, with a CPU of `level` (None: without). RuntimeError where it can't play here."""

    def __init__(self, variant, level=None, seed=0):
        self.variant = variant_named(variant)
        self.level = level_named(level) if level else None
        self._make_solver = None
        self._told = False
        if self.level and (self.level.perfect or self.level.solve):
            from host_tools import perfect
            missing = perfect.available()
            if not missing:
                self._make_solver = perfect.make_solver
            elif self.level.perfect:
                raise RuntimeError(missing)
            else:
                print(f"litfour analyse: {level} plays without the solver: {missing}", file=sys.stderr)
        self.seed = seed
        self._table = new_table()

    def analyse(self, text):
        """The position after `text` as plain data. MoveError names the first move that can't be played."""
        position = Position(self.variant)
        replay(position, text)
        result = {
            "moves": moves_text(position),
            "board": board_rows(position),
            "turn": position.turn,
            "legal": [move_text(column, self.variant) for column in position.legal()],
            "result": result_text(position.result),
            "winning_cells": [[column + 1, row + 1] for column, row in position.winning_cells()],
        }
        if self.level and position.result == ONGOING:
            result.update(self._think(position))
        return result

    def _think(self, position):
        # a player of its own for each line: the answer depends on the line and the seed alone
        player = Player(self._table, Random(self.seed), self._make_solver)
        player.start(position, self.level)
        while not player.step(STEP_NODES):
            pass
        if player.fault and self.level.perfect and not self._told:
            self._told = True
            print(f"litfour analyse: {player.fault}: perfect only searches, and may err", file=sys.stderr)
        return {"move": move_text(player.move, self.variant), "nodes": player.nodes, "depth": player.search.depth,
                "value": player.value, "proved": player.proved, "source": player.source}


def run(args):
    try:
        analyst = Analyst(args.variant, args.level, args.seed)
    except RuntimeError as error:
        print(f"litfour analyse: the level {args.level} can't play here: {error}", file=sys.stderr)
        return 2
    # compiling the kernel takes seconds, once; it pays where many games are to be searched
    with accelerated() if args.batch and args.level else nullcontext():
        return run_batch(analyst, args.batch) if args.batch else run_one(analyst, args.moves, args.json)


def run_one(analyst, text, as_json):
    try:
        result = analyst.analyse(text)
    except MoveError as error:
        print(f"litfour analyse: {error}", file=sys.stderr)
        return 2
    print(json.dumps(result) if as_json else as_text(result))
    return 0


@contextmanager
def standard_input():
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors=BAD_BYTES)
    yield sys.stdin


def run_batch(analyst, path):
    try:
        lines = standard_input() if path == "-" else open(path, encoding="utf-8-sig", errors=BAD_BYTES)    # noqa: SIM115
    except OSError as error:
        print(f"litfour analyse: can't read {path}: {error.strerror}", file=sys.stderr)
        return 2
    with lines as source:
        for line in source:
            line = line.rstrip("\r\n")
            try:
                result = {**analyst.analyse(line), "moves": line}
            except MoveError as error:
                result = {"moves": line, "error": str(error), "at": error.at}
            print(json.dumps(result))
    return 0


def as_text(result):
    lines = [*result["board"], "".join(str(column + 1) for column in range(len(result["board"][0]))), ""]
    if result["result"] is None:
        lines += [f"to move: {result['turn']}", f"legal: {' '.join(result['legal'])}", "result: none yet"]
    elif result["result"] == "draw":
        lines.append("result: draw")
    else:
        cells = " ".join(f"{column}.{row}" for column, row in result["winning_cells"])
        lines += [f"result: {result['result']} wins", f"winning cells (column.row): {cells}"]
    if "move" in result:
        sure = {1: ", a proved win", 0: ", a proved draw", -1: ", a proved loss"}.get(result["value"], "")
        lines.append(f"CPU's move: {result['move']} (from {result['source']}, {result['nodes']} nodes{sure})")
    return "\n".join(lines)
