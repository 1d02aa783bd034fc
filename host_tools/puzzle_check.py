"""Holds a puzzle to all that it promises, from scratch: its moves, its win, its only key, what the board makes of it.

Three ways that know nothing of each other: trying everything (puzzle_proof), the solver's exact scores, and, where it
is installed, the oracle (solver/oracle). Then the board plays the defence against every line of own moves.
"""

from host_tools.puzzle_proof import Prover, cell_in, cells_of, playable, winning
from host_tools.solver import native
from litfour.app.puzzle import FAILED, ON_THE_WAY, SOLVED, Defender
from litfour.app.settings import Settings


class NoPlayer:
    """In place of the CPU: what it answers once a puzzle has failed does not matter here."""

    def start(self, position, level):
        pass

    def cancel(self):
        pass


class Referee:
    """exact: a native.Solver. oracle: the module solver.oracle, or None to do without. `replies` counts the answers
    that the board was asked for."""

    def __init__(self, exact, oracle=None):
        self._exact = exact
        self._oracle = oracle
        self.has_oracle = oracle is not None
        self.replies = 0

    def faults(self, puzzle):
        """What is wrong with a puzzle, in words; nothing is [] or the first few faults that were found."""
        try:
            mine, everyone = cells_of(puzzle.moves)
        except ValueError as error:
            return [str(error)]
        return (self._proof(puzzle, mine, everyone) or self._scores(puzzle, mine, everyone)
                or self._oracles_word(puzzle) or self._at_the_board(puzzle))

    @staticmethod
    def _proof(puzzle, mine, everyone):
        prover, length = Prover(), puzzle.length
        found = prover.distance(mine, everyone, length)
        if found != length:
            return [f"won in {found} moves, not in {length}" if found else f"not won in {length} moves"]
        keys = prover.keys(mine, everyone, length)
        if keys != [puzzle.key]:
            return [f"the columns that win in time are {[key + 1 for key in keys]}, not {puzzle.key + 1} alone"]
        if winning(everyone ^ mine, everyone) & playable(everyone):
            return ["a forced block"]
        return []

    def _scores(self, puzzle, mine, everyone):
        """By the exact score: how soon it is won, and that no other move wins at all."""
        ply = len(puzzle.moves)
        score = self._exact.score(native.key_of(puzzle.moves)[0])
        if score != 22 - ply // 2 - puzzle.length:
            return [f"the solver's score is {score}"]
        for column in range(7):
            if column != puzzle.key and cell_in(everyone, column):
                if self._exact.score(native.key_of([*puzzle.moves, column])[0], exact=False) < 0:
                    return [f"column {column + 1} wins too, by the solver"]
        return []

    def _oracles_word(self, puzzle):
        """The same by the oracle."""
        if self._oracle is None:
            return []
        score = self._oracle.score(puzzle.moves)
        if score != 22 - len(puzzle.moves) // 2 - puzzle.length:
            return [f"the oracle's score is {score}"]
        _, everyone = cells_of(puzzle.moves)
        winners = [column for column in range(7) if cell_in(everyone, column)
                   and self._oracle.score([*puzzle.moves, column]) < 0]
        return [] if winners == [puzzle.key] else [f"by the oracle columns {[w + 1 for w in winners]} win"]

    def _at_the_board(self, puzzle):
        position = puzzle.session(Settings()).position
        return self._walk(puzzle, position, Defender(NoPlayer(), puzzle), Prover(), puzzle.length)

    def _walk(self, puzzle, position, defender, prover, left):
        """Every own move in this position with `left` own moves to go, and the board's answer to each."""
        keys = prover.keys(*cells_of(position.moves), left)
        if puzzle.hint(position) not in keys:
            return ["the hint is no key"]
        for column in position.legal():
            position.play(column)
            faults = self._answer(puzzle, position, defender, prover, left - 1, column in keys)
            while len(position.moves) > len(puzzle.moves) + 2 * (puzzle.length - left):
                position.undo()
            if faults:
                return faults
        return []

    def _answer(self, puzzle, position, defender, prover, left, in_time):
        """After an own move; in_time: whether the win still comes in time."""
        where = "after " + "".join(str(move + 1) for move in position.moves[len(puzzle.moves):])
        over = position.result or not left
        if not over:
            defender.start(position)
            self.replies += 1
        state = puzzle.state(position)
        if state != ((SOLVED if over else ON_THE_WAY) if in_time else FAILED):
            return [f"{where}: state {state}, won in time: {in_time}"]
        if over or not in_time:
            return []
        holds = prover.resistance(*cells_of(position.moves), left)
        defender.step()
        position.play(defender.move)
        score = self._exact.score(native.key_of(position.moves)[0])
        if prover.distance(*cells_of(position.moves), left) != holds or score != 22 - len(position.moves) // 2 - holds:
            return [f"{where}: the answer {defender.move + 1} does not hold out as long as it can ({holds})"]
        return self._walk(puzzle, position, defender, prover, left)


def new_referee():
    """With the oracle where it is installed."""
    from host_tools.solver import oracle
    try:
        oracle.score([])
    except RuntimeError:
        oracle = None
    return Referee(native.Solver(bucket_bits=20), oracle)


def faults_of_all(puzzles, referee):
    """What is wrong with {length: [Puzzle]}, in words: each puzzle, and that none is there twice or mirrored."""
    faults: list[str] = []
    seen: dict[int, str] = {}
    for length, listed in puzzles.items():
        for number, puzzle in enumerate(listed, 1):
            name = f"puzzle {number} in {length} moves"
            found = referee.faults(puzzle)
            faults += [f"{name}: {fault}" for fault in found]
            if found:
                continue
            key = native.key_of(puzzle.moves)[0]
            if key in seen:
                faults.append(f"{name}: the same as {seen[key]}")
            seen[key] = name
    return faults
