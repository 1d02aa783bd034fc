"""`litfour analyse`: replays moves through rules and engine; one game, or a batch of one game a line.

With a level the CPU's move too; in simultaneous play each seat's choice, made without knowing the others'.
"""

import json
import sys
from contextlib import contextmanager, nullcontext

from host_tools.accelerate import accelerated
from host_tools.combinations import variant_argument
from host_tools.described import as_text, describe
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.levels import LEVELS, level_named
from litfour.engine.player import Player
from litfour.rules.notation import MoveError, move_text, replay
from litfour.rules.position import ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import ROUND, VARIANTS, variant_named

STEP_NODES = 5000
BAD_BYTES = "backslashreplace"      # what is no UTF-8 becomes a bad line, and a batch goes on


def add_arguments(parser):
    parser.add_argument("--variant", default="standard", type=variant_argument, metavar="NAME",
                        help=f"{', '.join(variant.name for variant in VARIANTS)}, or popout+5-in-a-row")
    parser.add_argument("--rule", metavar="NAME", help="setting of the variant: " + "; ".join(
        f"{variant.name}: {', '.join(variant.rules)}" for variant in VARIANTS if variant.rules))
    parser.add_argument("--first", type=int, default=1, metavar="SEAT", help="who starts (default 1)")
    parser.add_argument("--deal", type=int, default=0, metavar="N",
                        help="which filling of a shuffled pop-10: 0 .. 65535")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--moves", help="as '4 4 5' or '445'; pop 4p, cell or peg 4.3, round 4/4/7, power discs "
                                        "4a 4w5 4x5 4b2; '' is the beginning")
    what.add_argument("--batch", metavar="FILE", help="one game a line ('-': standard input), one JSON object a line")
    parser.add_argument("--level", choices=[level.name for level in LEVELS], help="also give the CPU's move")
    parser.add_argument("--seed", type=int, default=0, help="of the CPU's random choices (default 0)")
    parser.add_argument("--json", action="store_true", help="one JSON object in place of text")


class AnalystError(Exception):
    """What was asked for can't be done; the text says what and why."""


class Analyst:
    """Analyses games of one variant, with a CPU of `level` (None: without). AnalystError where it can't play here, or
    where rule (a name), first or deal is not one of the variant's."""

    def __init__(self, variant, level=None, seed=0, rule=None, first=1, deal=0):
        self.variant = variant_named(variant)
        self.start = (first, self._rule(rule), deal)
        try:
            new_position(self.variant, *self.start)
        except ValueError as error:
            raise AnalystError(str(error)) from None
        self.level = level_named(level) if level else None
        self.seed = seed
        self._make_solver = None
        self._told = False
        self._table = new_table()
        if self.level:
            self._look_for_cpu()

    def _rule(self, name):
        rules = self.variant.rules
        if name is None or name in rules:
            return rules.index(name) if name else 0
        known = f"has the rules {', '.join(rules)}" if rules else "has no rules to choose from"
        raise AnalystError(f"unknown rule {name!r}: {self.variant.name} {known}")

    def _look_for_cpu(self):
        try:
            Player(self._table, Random(0)).prepare(self.variant, self.level)
        except ImportError as error:
            raise AnalystError(f"no CPU plays {self.variant.name} here: {error}") from None
        if self.level.perfect:
            from host_tools import perfect
            missing = perfect.available()
            if not missing:
                self._make_solver = perfect.make_solver
            else:
                raise AnalystError(f"the level {self.level.name} can't play here: {missing}")

    def analyse(self, text):
        """The position after `text` as plain data. MoveError names the first move that can't be played."""
        position = new_position(self.variant, *self.start)
        replay(position, text)
        result = describe(position)
        if self.level and position.result == ONGOING:
            result.update(self._answer(position))
        return result

    def _answer(self, position):
        """The CPU's move; of a round the choices of all seats, each made without the others', which prove nothing."""
        if self.variant.kind != ROUND:
            return self._think(position)
        answers = [self._think(position, seat) for seat in range(1, self.variant.seats + 1)]
        return {**answers[0], "move": "/".join(answer["move"] for answer in answers),
                "nodes": sum(answer["nodes"] for answer in answers), "value": None, "proved": False}

    def _think(self, position, seat=0):
        # a player of its own for each line: the answer depends on the line and the seed alone
        player = Player(self._table, Random(self.seed + seat), self._make_solver)
        player.start(position, self.level, seat or position.turn)
        while not player.step(STEP_NODES):
            pass
        if player.fault and self.level.perfect and not self._told:
            self._told = True
            print(f"litfour analyse: {player.fault}: perfect only searches, and may err", file=sys.stderr)
        move = str(player.move + 1) if seat else move_text(player.move, self.variant)
        return {"move": move, "nodes": player.nodes, "depth": player.search.depth if player.search else 0,
                "value": player.value, "proved": player.proved, "source": player.source}


def run(args):
    try:
        analyst = Analyst(args.variant, args.level, args.seed, args.rule, args.first, args.deal)
    except AnalystError as error:
        print(f"litfour analyse: {error}", file=sys.stderr)
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
