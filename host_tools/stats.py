"""`litfour stats`: what was played on a board, from its own statistics."""

import json
import sys
from dataclasses import dataclass, field

from host_tools.board import BoardError
from host_tools.visit import STORE, UPDATE, add_port, visiting
from litfour.app import stats as layout
from litfour.engine.levels import LEVELS
from litfour.rules.variants import VARIANTS

QUESTION = "This clears all statistics of the board for good. Go on? [y/N] "


class StatsError(Exception):
    """The bytes of the board make no sense to this program; the text says why."""


@dataclass
class Statistics:
    """solo: (variant, level) -> [won, drawn, lost] by the person; people: variant -> games; both by index."""

    solo: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    people: dict[int, int] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0

    @property
    def games(self):
        return sum(sum(row) for row in self.solo.values()) + sum(self.people.values())


def add_arguments(parser):
    add_port(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--clear", action="store_true", help="then begin anew; asks first")
    parser.add_argument("--yes", action="store_true", help="with --clear: do not ask")


def run(args) -> int:
    """Exit code: 0 done, 1 the board or its statistics are not right, or not cleared, 2 no such board."""
    try:
        if args.clear and not args.yes and not confirmed():
            print("litfour stats: nothing was cleared", file=sys.stderr)
            return 1
        with visiting(args.port) as board:
            board.use(STORE)
            data = board.ask("_store.load('stats')")
            if args.clear:
                clear(board)
        return report(data, args)
    except BoardError as error:
        print(f"litfour stats: {error}", file=sys.stderr)
        return error.code


def report(data, args):
    """Prints what the board had; after --clear it does not matter that it made no sense."""
    try:
        stats = decoded(data)
    except StatsError as error:
        print(f"litfour stats: {error}", file=sys.stderr)
        if not args.clear:
            return 1
        stats = Statistics()
    print(json.dumps(as_data(stats), indent=1) if args.json else "\n".join(table(stats)))
    if args.clear:
        print("cleared; these were the statistics until now", file=sys.stderr)
    return 0


def confirmed():
    """Asks at the terminal; BoardError where nobody can answer."""
    if not sys.stdin.isatty():
        raise BoardError("--clear asks first; where nobody can answer add --yes", 2)
    return input(QUESTION).strip().lower() in ("y", "yes")


def clear(board):
    board.use("from litfour.app.stats import EMPTY")
    if not board.ask("_store.save('stats', EMPTY)"):
        raise BoardError("the flash of the board does not take the empty statistics; nothing was cleared")


def decoded(data) -> Statistics:
    """The statistics of a board's bytes (None: none yet). StatsError where they are of another version or broken."""
    if data is None:
        return Statistics()
    if data[:1] and data[0] != layout.VERSION:
        raise StatsError(f"the board keeps statistics of version {data[0]}, this program knows version "
                         f"{layout.VERSION}: {UPDATE}, or use the program of its version")
    if not layout.whole(data):
        raise StatsError("the statistics of the board are damaged; with its next game it begins them anew")
    packed = layout.Stats(data)
    found = Statistics(streak=packed.streak, longest=packed.longest)
    numbers = (int(packed.text[at:at + 3], 16) for at in range(0, len(packed.text), 3))
    for variant, mask in enumerate(packed.masks):
        for level in range(layout.PEOPLE):
            if mask >> level & 1:
                found.solo[variant, level] = [next(numbers) for _ in range(3)]
        if mask >> layout.PEOPLE:
            found.people[variant] = next(numbers)
    return found


def as_data(stats):
    """The statistics for json.dumps; rows without a game are left out."""
    solo = [{"variant": variant_name(variant), "level": level_name(level), "won": row[0], "drawn": row[1],
             "lost": row[2]} for (variant, level), row in stats.solo.items() if sum(row)]
    people = [{"variant": variant_name(variant), "games": games} for variant, games in stats.people.items() if games]
    return {"games": stats.games, "solo": solo, "people": people,
            "streak": {"longest": stats.longest, "now": stats.streak}}


def table(stats):
    """Lines of text."""
    if not stats.games:
        return ["no game has been counted yet"]
    lines = []
    solo = [(variant_name(variant), level_name(level), str(sum(row)), *map(count, row), str(100 * row[0] // sum(row)))
            for (variant, level), row in stats.solo.items() if sum(row)]
    if solo:
        lines += aligned([("against the CPU", "level", "games", "won", "drawn", "lost", "won %"), *solo], 2)
        lines += ["", f"longest streak of wins against the CPU: {stats.longest}, now: {stats.streak}", ""]
    people = [(variant_name(variant), count(games)) for variant, games in stats.people.items() if games]
    if people:
        lines += [*aligned([("between people", "games"), *people], 1), ""]
    return [*lines, f"games in all: {stats.games}"]


def aligned(rows, words):
    """Rows as lines: the first `words` columns to the left, numbers to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) if k < words else cell.rjust(width)
                      for k, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip() for row in rows]


def count(number):
    return f"{number}+" if number == layout.MOST else str(number)


def variant_name(index):
    return VARIANTS[index].name if index < len(VARIANTS) else f"game {index}"


def level_name(index):
    names = [*(level.name for level in LEVELS), "buddy"]
    return names[index] if index < len(names) else f"level {index}"
