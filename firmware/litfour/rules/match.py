"""A series of games: who starts the next one, who sits where, and the score."""

from litfour.rules.position import DRAW, ONGOING


class Match:
    """`score` has wins by person (index 0: draws); `starter` is the seat that starts the current game; the match ends
    with the `target`-th win of a person (0: never). people: 0, or how many take turns at two seats, the winner staying;
    `sitting` is the person at each seat (index 0 unused), `queue` who waits."""

    def __init__(self, seats=2, starter=1, target=0, people=0):
        self.seats = seats
        self.starter = starter
        self.target = target
        self.score = [0] * ((people or seats) + 1)
        self.sitting = list(range(seats + 1))
        self.queue = list(range(seats + 1, people + 1))

    def _slot(self, result):
        return 0 if result == DRAW else self.sitting[result]

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
        """The person who has won the match, 0 while it goes on."""
        for person in range(1, len(self.score)):
            if self.target and self.score[person] >= self.target:
                return person
        return 0

    def next_game(self, result, starter=0):
        """After a game with this result: the next seat starts, or the one given; the loser makes room for the person
        who has waited longest (after a draw both stay). After the end of a match the score begins anew."""
        if self.winner:
            self.score = [0] * len(self.score)
        if self.queue and result not in (ONGOING, DRAW):
            loser = 3 - result
            self.queue.append(self.sitting[loser])
            self.sitting[loser] = self.queue.pop(0)
        self.starter = starter or self.starter % self.seats + 1
