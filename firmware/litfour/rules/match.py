"""A series of games: who starts the next one, and the score."""

from litfour.rules.position import DRAW, ONGOING


class Match:
    """`score` has wins by seat (index 0: draws); `starter` is the seat that starts the current game; the match ends
    with the `target`-th win of a seat (0: never)."""

    def __init__(self, seats=2, starter=1, target=0):
        self.seats = seats
        self.starter = starter
        self.target = target
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

    @property
    def winner(self):
        """The seat that has won the match, 0 while it goes on."""
        for seat in range(1, self.seats + 1):
            if self.target and self.score[seat] >= self.target:
                return seat
        return 0

    def next_game(self, starter=0):
        """The next seat starts the rematch, or the one given; after the end of a match the score begins anew."""
        if self.winner:
            self.score = [0] * (self.seats + 1)
        self.starter = starter or self.starter % self.seats + 1
