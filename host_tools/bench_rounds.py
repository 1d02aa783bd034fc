"""A part of `litfour bench levels`: the levels against each other, and against a careful player, in simultaneous play:
three at a board.

Each mix of players sits down in every way round, and every seat drops first in a third of the games. Every game has
its own seed, made of the mix and its number: the same call gives the same table whatever the number of processes.
"""

import multiprocessing
import random
import zlib

from host_tools.accelerate import accelerated
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.rules.lines import all_lines
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import variant_named

VARIANT = "simultaneous"
STEP_NODES = 100000
CAREFUL = "careful"
MIXES = (
    ("hard", "hard", CAREFUL), ("hard", CAREFUL, CAREFUL), ("medium", "medium", CAREFUL), ("easy", "easy", CAREFUL),
    ("hard", "easy", "easy"), ("hard", "hard", "easy"), ("hard", "medium", "medium"), ("hard", "hard", "medium"),
    ("medium", "easy", "easy"), ("medium", "medium", "easy"), ("hard", "medium", "easy"),
)


class Careful:
    """Takes a win, else blocks who drops next of those that could win, else anywhere, the more so near the centre, but
    not where it would lift somebody to a fourth."""

    def __init__(self, chance):
        self._chance = chance
        self._lines: dict[int, list[list[int]]] = {}
        for line in all_lines(9, 9, 4):
            cells = [column * 9 + row for column, row in line]
            for cell in cells:
                self._lines.setdefault(cell, []).append([other for other in cells if other != cell])

    def _wins(self, position, seat, cell):
        return any(all(position.cells[other] == seat for other in line) for line in self._lines[cell])

    def choose(self, position, seat):
        """A column for `seat`."""
        top = {column: column * 9 + position.heights[column] for column in position.choices()}
        place = position.order.index(seat)
        others = position.order[place + 1:] + position.order[:place]
        for who in (seat, *others):
            columns = [column for column, cell in top.items() if self._wins(position, who, cell)]
            if columns:
                return self._chance.choice(columns)
        safe = [column for column, cell in top.items() if cell % 9 == 8
                or not any(self._wins(position, who, cell + 1) for who in others)] or list(top)
        return self._chance.choices(safe, [5 - abs(column - 4) for column in safe])[0]


class Cpu:
    """A level of the firmware's player."""

    def __init__(self, level, seed):
        self._level = level_named(level)
        self._player = Player(new_table(), Random(seed))

    def choose(self, position, seat):
        player = self._player
        player.start(position, self._level, seat)
        while not player.step(STEP_NODES):
            pass
        return player.move


def mixes_of(levels):
    """The mixes in which only these levels, and the careful player, take part."""
    return [mix for mix in MIXES if set(mix) <= {*levels, CAREFUL}]


def run(games, processes, levels):
    """Plays `games` games of each mix of these levels on `processes` processes and prints the table."""
    for line in lines(mixes_of(levels), games, processes):
        print(line, flush=True)


def lines(mixes, games, processes):
    """The table's lines, each as soon as its mix has been played."""
    with accelerated():                     # compiled here once; the processes find it in the cache
        pass
    yield f"| {VARIANT} | games | " + " | ".join(("won", "won by each of the others", "drawn", "won dropping first, "
                                                  "second, third", "rounds")) + " |"
    yield "|---|---|---|---|---|---|---|"
    with multiprocessing.Pool(processes, _set_up) as pool:
        for mix in mixes:
            jobs = [(mix, game) for game in range(games)]
            yield _line(mix, dict(pool.imap_unordered(play, jobs, chunksize=2)))


def _set_up():
    accelerated().__enter__()               # for the whole life of this process


def play(job):
    """(job, (who won: an index into the mix or None, its place in the first round, rounds))."""
    mix, game = job
    seed = zlib.crc32(repr(job).encode()) >> 2
    position = new_position(variant_named(VARIANT), first=game // 3 % 3 + 1)
    seats = [(game + k) % 3 for k in range(3)]          # who of the mix sits where
    players = [Careful(random.Random(seed + who)) if mix[who] == CAREFUL else Cpu(mix[who], seed + who)
               for who in seats]
    order = position.order
    while position.result == ONGOING:
        columns = [player.choose(position, seat) for seat, player in enumerate(players, 1)]
        position.play(columns[0] | columns[1] << 4 | columns[2] << 8)
    rounds = len(position.moves)
    if position.result == DRAW:
        return job, (None, None, rounds)
    return job, (seats[position.result - 1], order.index(position.result), rounds)


def _line(mix, results):
    """The first of a mix, with those of its kind, against the others."""
    games = len(results)
    own = [who for who in range(3) if mix[who] == mix[0]]
    wins = [winner for winner, _, _ in results.values()]
    places = [[place for winner, place, _ in results.values() if winner in own].count(k) for k in range(3)]
    others = ", ".join(f"{mix[who]} {wins.count(who)}" for who in range(3) if who not in own)
    rounds = sum(result[2] for result in results.values()) / games
    name = f"{len(own)} {mix[0]}" + f" against {', '.join(mix[who] for who in range(3) if who not in own)}"
    return (f"| {name} | {games} | {sum(wins.count(who) for who in own)} | {others} | {wins.count(None)} | "
            f"{places[0]}, {places[1]}, {places[2]} | {rounds:.1f} |")
