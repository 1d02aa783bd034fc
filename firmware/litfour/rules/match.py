"""A series of games: who starts the next one, and the score."""

from litfour.rules.position import DRAW, ONGOING


class Match:
    """`score` has wins by seat (index 0: draws); `starter` is the seat that starts the current game."""

    def __init__(self, seats=2, starter=1):
        self.seats = seats
        self.starter = starter
        self.score = [0] * (seats + 1)

    def _slot(self, result):
        return 0 if result == DRAW else result

    def finish(self, result):
        """Counts a finished game."""
        if result != ONGOING:
            self.score[self._slot(result)] += 1

    def reopen(self, result):
        """A finished game goes on: its point is taken back."""
        if result != ONGOING and self.score[self._slot(result)]:
            self.score[self._slot(result)] -= 1

    def next_game(self):
        """The other seat starts the rematch."""
        self.starter = self.starter % self.seats + 1
