"""Finds puzzles: positions of played games where the side to move wins by force, with one move only.

A game is played as people do: wins are taken, threats blocked, and else it is sometimes the solver's move and sometimes
any that does not lose at once. Of each game at most one position is taken, the same ones for the same seed.
"""

import random
from collections import Counter

from host_tools.puzzle_check import Referee
from host_tools.puzzle_proof import Prover, cell_in, each, playable, sensible, winning
from host_tools.solver import native
from litfour.app.puzzle import Puzzle

LENGTHS = (2, 3, 4)
PLIES = range(8, 29)        # discs on the board
SENSIBLE = 4                # moves that do not lose at once: there is something to choose
APART = 8                   # cells in which two puzzles of one length differ at least, also in the mirror
GLANCE, LOOK = (1500, 200), (5000, 2000)      # nodes of the solver (and of these for the distance): to play, to find
_CENTRE = (1, 2, 3, 4, 3, 2, 1)


def game(rng, solver):
    """Yields (moves so far, mine, everyone) of one game, after each move that does not end it."""
    moves: list[int] = []
    mine = everyone = 0
    skill = rng.choice((0.2, 0.5, 0.8))
    while len(moves) < PLIES[-1]:
        column = _any_move(rng, solver, skill, moves, mine, everyone)
        cell = cell_in(everyone, column)
        if not cell or winning(mine, everyone) & cell:
            return
        moves.append(column)
        mine, everyone = everyone ^ mine, everyone | cell
        yield tuple(moves), mine, everyone


def _any_move(rng, solver, skill, moves, mine, everyone):
    can = playable(everyone)
    good = winning(mine, everyone) & can or sensible(everyone ^ mine, everyone, can) or can
    columns = [column for column in range(7) if good >> 7 * column & 127]
    if len(columns) > 1 and len(moves) > 2 and rng.random() < skill:
        key, flipped = native.key_of(moves)
        column = solver.decide(key, *GLANCE).column
        return 6 - column if flipped else column
    return rng.choices(columns, [_CENTRE[column] for column in columns])[0]


def puzzle_at(moves, mine, everyone, solver):
    """The Puzzle of a position that looks like one, else None. The proof is the referee's business."""
    can, theirs = playable(everyone), everyone ^ mine
    if winning(mine, everyone) & can or winning(theirs, everyone) & can:
        return None                             # over at once, or a block that is forced
    choice = sensible(theirs, everyone, can)
    if choice.bit_count() < SENSIBLE:
        return None
    decision = solver.decide(native.key_of(moves)[0], *LOOK)
    length = (decision.plies + 1) // 2
    if decision.value != 1 or length not in LENGTHS:
        return None
    keys = Prover().keys(mine, everyone, length)
    if len(keys) != 1 or _is_plain(mine, everyone, choice, keys[0]):
        return None
    return Puzzle(length, list(moves), keys[0])


def _is_plain(mine, everyone, choice, key):
    """The key is the only move that threatens anything: one need not think to find it."""
    threatening = [cell for cell in each(choice)
                   if winning(mine | cell, everyone | cell) & playable(everyone | cell)]
    return threatening == [cell_in(everyone, key)]


class Maker:
    """Takes puzzles until there are `count` of each length. say: told of progress, in words."""

    def __init__(self, seed, count, say=None):
        self.seed = seed
        self.count = count
        self.say = say or (lambda text: None)
        self.games = 0
        self.taken: dict[int, list[Puzzle]] = {length: [] for length in LENGTHS}
        self._of_ply: Counter[tuple[int, int]] = Counter()
        self._most = -(-3 * count // (2 * len(PLIES)))      # of one length with that many discs
        self._shapes: dict[int, list[tuple[int, int]]] = {length: [] for length in LENGTHS}
        self._solver = native.Solver()
        self._referee = Referee(exact=native.Solver(bucket_bits=20))

    def run(self):
        """{length: [Puzzle]}, each list shuffled."""
        while any(len(puzzles) < self.count for puzzles in self.taken.values()):
            self.games += 1
            self._from_game(random.Random(f"{self.seed}/{self.games}"))
        for length, puzzles in self.taken.items():
            random.Random(f"{self.seed}/{length}").shuffle(puzzles)
        return self.taken

    def _from_game(self, rng):
        for moves, mine, everyone in game(rng, self._solver):
            if not any(self._has_room(length, len(moves)) for length in LENGTHS):
                continue
            puzzle = puzzle_at(moves, mine, everyone, self._solver)
            if puzzle and self._is_wanted(puzzle, mine, everyone) and not self._referee.faults(puzzle):
                self._take(puzzle, mine, everyone)
                return

    def _is_wanted(self, puzzle, mine, everyone):
        return self._has_room(puzzle.length, len(puzzle.moves)) and all(
            differing(shape, (mine, everyone ^ mine)) >= APART for shape in self._shapes[puzzle.length])

    def _has_room(self, length, ply):
        """May there be one more of this length with that many discs?"""
        return ply in PLIES and len(self.taken[length]) < self.count and self._of_ply[length, ply] < self._most

    def _take(self, puzzle, mine, everyone):
        self._of_ply[puzzle.length, len(puzzle.moves)] += 1
        self._shapes[puzzle.length].append((mine, everyone ^ mine))
        self.taken[puzzle.length].append(puzzle)
        total = sum(map(len, self.taken.values()))
        if total % 25 == 0:
            self.say(f"{total} of {len(LENGTHS) * self.count} puzzles, from {self.games} games")


def differing(one, other):
    """In how many cells two boards (discs of the one to move, of the other side) differ, as they are or mirrored."""
    return min(_cells(one, other), _cells(one, tuple(map(native.mirrored, other))))


def _cells(one, other):
    return (one[0] ^ other[0] | one[1] ^ other[1]).bit_count()
