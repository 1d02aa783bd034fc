"""Random games of every variant, played on the firmware's positions and on the reference games side by side.

    python -m tests.rules.agree --games 20000 --variant all [--processes 2] [--seed 1]

plays so many games of each variant, shared among its settings, says how they ended, and stops at the first difference
with the moves that lead there. The tests play some hundreds a variant the same way.

Every second game is shy: moves that win, or keep a disc, are mostly taken back and others tried, so that games go on to
full boards and repetitions. Variants without a name, on small boards, come to those sooner still.
"""

from litfour.rules.notation import move_text, read_move
from litfour.rules.position import CRUSH, DRAW, FALL, KEEP, MISS, ONGOING, PASS, PLACE, SLIDE, SWAP
from litfour.rules.reasons import why_not
from litfour.rules.start import new_position
from litfour.rules.variants import CELL, PEG, POP, POP10, POWER, ROUND, VARIANTS, Variant, variant_named
from tests.rules.chance import Chance
from tests.rules.reference_cells import CellsReference
from tests.rules.reference_drop import DropReference
from tests.rules.reference_pegs import PegsReference
from tests.rules.reference_pop10 import PopTenReference
from tests.rules.reference_popout import PopOutReference
from tests.rules.reference_powerup import PowerUpReference
from tests.rules.reference_rounds import RoundsReference

SMALL = (
    Variant("4x4", 4, 4),
    Variant("popout 4x4", 4, 4, kind=POP, rules=("popper", "opponent", "draw")),
    Variant("popout 3x3", 3, 3, 3, kind=POP, rules=("popper", "opponent", "draw")),
    Variant("popout 5x4", 5, 4, kind=POP, rules=("popper", "opponent", "draw")),
)
# every variant with each of its settings
GAMES = [(variant.name, rule) for variant in VARIANTS + SMALL for rule in range(len(variant.rules) or 1)]


def reference_of(name, rule=0, first=1, filling=None):
    """The reference game, put together from the rules' table. filling: the shuffled rows of pop-10."""
    if name.startswith("popout"):
        columns, rows, connect, sliders = {"popout": (7, 6, 4, None), "popout-5": (9, 6, 5, 1), "popout 4x4":
                                           (4, 4, 4, None), "popout 3x3": (3, 3, 3, None), "popout 5x4":
                                           (5, 4, 4, None)}[name]
        return PopOutReference(columns, rows, connect, first, sliders, ("popper", "opponent", "draw")[rule])
    if name == "no-gravity":
        return CellsReference(first, swap=rule == 1)
    if name == "3d":
        return PegsReference(first)
    if name == "simultaneous":
        return RoundsReference(first)
    if name == "pop-10":
        return PopTenReference(first, filling)
    if name == "power-up":
        return PowerUpReference(first)
    if name == "five":
        return DropReference(9, 6, 5, first)
    if name == "5-in-a-row":
        return DropReference(9, 6, 5, first, sliders=(1, 2)[rule])
    columns, rows = {"standard": (7, 6), "avoid-four": (7, 6), "8x7": (8, 7), "9x7": (9, 7), "8x8": (8, 8),
                     "4x4": (4, 4)}[name]
    return DropReference(columns, rows, 4, first, a_line_loses=name == "avoid-four")


def game_named(name):
    for variant in SMALL:
        if variant.name == name:
            return variant
    return variant_named(name)


class Disagreement(AssertionError):
    """The two games differ; the text says where, after which moves."""


class Pair:
    """A game of both kinds in step. check() compares all that can be seen; play() and undo() go on in both."""

    def __init__(self, name, rule=0, first=1, deal=0):
        self.variant = game_named(name)
        self.position = new_position(self.variant, first, rule, deal)
        filling = None
        if self.variant.kind == POP10 and rule:
            filling = [[self.position.cell(column, row) for column in range(7)] for row in range(6)]
        self.reference = reference_of(name, rule, first, filling)
        self.setting = (name, rule, first, deal)
        self.tokens = []

    def _same(self, what, ours, theirs):
        if ours != theirs:
            moves = " ".join(self.tokens)
            raise Disagreement(f"{self.setting} after '{moves}': {what}: {ours}, the reference says {theirs}")

    def check(self):
        position, reference = self.position, self.reference
        columns = [bytes(column) for column in zip(*reference.grid)]
        self._same("cells", bytes(position.cells), b"".join(columns))
        heights = [reference.rows - column.count(b"\0") for column in columns]
        self._same("heights", position.heights, heights)
        self._same("room", position.room, reference.rows * reference.columns - sum(heights))
        self._same("result", {ONGOING: None, DRAW: "draw"}.get(position.result, position.result), reference.result)
        self._same("winning cells", position.winning_cells(), reference.winning)
        if reference.result is None:
            self._same("turn", position.turn, reference.turn)
        extra = reference.extra()
        for name in extra:
            self._same(name, getattr(position, name), extra[name])

    def check_moves(self, codes=()):
        """Legal moves in both, ascending; why_not gives None for them, and only for those of `codes` that are legal."""
        position = self.position
        legal = position.legal()
        self._same("ascending", legal, sorted(legal))
        self._same("too large for the journal", [move for move in legal if move >> 8 * position.MOVE_BYTES], [])
        self._same("legal", sorted(move_text(move, self.variant) for move in legal), sorted(self.reference.legal()))
        for move in legal:
            self._same(f"why_not {move}", why_not(position, move), None)
        legal = set(legal)
        for code in codes:
            self._same(f"{code} is legal", why_not(position, code) is None, code in legal)

    def check_choices(self):
        """What each seat may choose, where naming all rounds takes too long."""
        self._same("choices", self.position.choices(), self.reference.choices())

    def play(self, token):
        move = read_move(token, self.variant)
        self._same(f"the text of {move}", move_text(move, self.variant), token)
        before = bytes(self.position.cells)
        self.reference.play(token)
        self.tokens.append(token)
        self.position.play(move)
        self._same("what the changes make", shown(before, self.position), bytes(self.position.cells))

    def undo(self):
        move = self.position.undo()
        self._same("the move taken back", move_text(move, self.variant), self.tokens.pop())
        self.reference.undo()
        self._same("turn", self.position.turn, self.reference.turn)


def shown(cells, position):
    """Cells after all `changes` of a position, one after the other, and what each of them must look like."""
    rows = position.variant.rows
    columns = [list(cells[at:at + rows]) for at in range(0, len(cells), rows)]
    for kind, column, row, seat in position.changes:
        lane = columns[column]
        if kind in (FALL, PLACE):
            assert lane[row] == 0 and (kind == PLACE or 0 not in lane[:row])
            lane[row] = seat
        elif kind in (SLIDE, KEEP):
            assert lane[0] == seat and row == 0
            columns[column] = lane[1:] + [0]
        elif kind == CRUSH:
            columns[column] = [seat] + [0] * (rows - 1)
        elif kind == SWAP:
            columns = [[0 if not disc else 3 - disc for disc in lane] for lane in columns]
        else:
            assert kind == PASS or kind == MISS and 0 not in lane
    return bytes(disc for lane in columns for disc in lane)


def some_codes(variant, chance):
    """Move codes, most of them illegal, of the shape that the variant's moves have."""
    if variant.kind == ROUND:
        return [chance.below(10) | chance.below(10) << 4 | chance.below(12) << 8 for _ in range(4)]
    if variant.kind == POWER:
        return [chance.below(9) | chance.below(6) << 4 | chance.below(10) << 7 for _ in range(4)]
    top = {CELL: 70, PEG: 20, POP: 30, POP10: 100}.get(variant.kind, 18)
    return [chance.below(top) - 2 for _ in range(3)]


def play_game(name, rule, number):
    """One random game, checked at every step, and taken back to the start; its length, result, and whether a pass
    or a missed disc was among it. Odd numbers are shy games."""
    chance = Chance(number * 7919 + len(name))
    chance.below(2)
    pair = Pair(name, rule, 1 + number // 2 % game_named(name).seats, number % 65536)
    special = check_all(pair, chance)
    while pair.reference.result is None:
        pair.play(pair.reference.pick(chance))
        for _ in range(0 if number % 2 == 0 else 30 if pair.variant.kind == POP10 else 4):
            if not rash(pair):
                break
            pair.undo()
            pair.check()
            pair.play(pair.reference.pick(chance))
        special |= check_all(pair, chance)
    plies, result = len(pair.tokens), pair.reference.result
    while pair.tokens:
        pair.undo()
        pair.check()
    return plies, result, special


def rash(pair):
    """True where the last move has won the game, or in pop-10 has ended it or kept a disc."""
    if pair.variant.kind == POP10:
        return pair.reference.result is not None or any(change[0] == KEEP for change in pair.position.changes)
    return pair.reference.result in (1, 2, 3)


def check_all(pair, chance):
    """Everything, where it is cheap; the rounds of three seats and the probes of power discs at some of the steps."""
    pair.check()
    kind = pair.variant.kind
    if kind == ROUND:
        pair.check_choices()
    if kind not in (ROUND, POWER) or chance.below(4) == 0 or pair.reference.result is not None:
        if kind != ROUND or chance.below(8) == 0 or pair.reference.result is not None:
            pair.check_moves(some_codes(pair.variant, chance))
    elif kind == POWER:
        legal = pair.position.legal()
        pair._same("legal", sorted(move_text(move, pair.variant) for move in legal), sorted(pair.reference.legal()))
    return any(change[0] in (PASS, MISS) for change in pair.position.changes)


def summary(name, rule, games):
    """One line of figures for games played: [(plies, result, special), ...]."""
    lengths = [game[0] for game in games]
    ends = {result: sum(1 for game in games if game[1] == result) for result in (1, 2, 3, "draw")}
    setting = game_named(name).rules
    won = " ".join(str(ends[seat]) for seat in range(1, game_named(name).seats + 1))
    return (f"{name:12} {setting[rule] if setting else '':9} {len(games):6} games agree, {sum(lengths):8} moves "
            f"({min(lengths)}-{max(lengths)} a game); won {won}; drawn {ends['draw']}; "
            f"with a pass or miss {sum(1 for game in games if game[2])}")


def _job(job):
    return play_game(*job)


def main():
    import argparse
    import multiprocessing
    import sys
    import time
    parser = argparse.ArgumentParser(prog="python -m tests.rules.agree", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20000, help="of each variant (default 20000)")
    parser.add_argument("--variant", nargs="+", default=["all"], choices=["all"] + sorted({name for name, _ in GAMES}))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (default 0)")
    args = parser.parse_args()
    wanted = [game for game in GAMES if game[0] in args.variant or "all" in args.variant]
    with multiprocessing.Pool(args.processes) as pool:
        for name, rule in wanted:
            began = time.monotonic()
            count = -(-args.games // (len(game_named(name).rules) or 1))
            jobs = [(name, rule, args.seed + number) for number in range(count)]
            games = []
            for game in pool.imap(_job, jobs, chunksize=max(1, min(50, count // 8))):
                games.append(game)
                if len(games) * 10 // count > (len(games) - 1) * 10 // count:
                    print(f"{name}: {len(games)} of {count}", file=sys.stderr, flush=True)
            print(summary(name, rule, games), f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
