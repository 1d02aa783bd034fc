"""A game and its series, without light or time: play, take back, go forward, rematch; and its bytes for the journal."""

from litfour.engine.levels import LEVELS
from litfour.rules.match import Match
from litfour.rules.position import ONGOING, Position
from litfour.rules.variants import VARIANTS

VERSION = 1
_HEAD = 10


class Session:
    """`position` is what lies on the board, `future` the moves taken back (the next one last)."""

    def __init__(self, settings, match=None):
        self.settings = settings
        self.match = match or Match(VARIANTS[settings.variant].seats, settings.starter)
        self.future = []
        self.position = Position(VARIANTS[settings.variant], self.match.starter)

    def is_cpu(self, seat):
        return self.settings.cpus >> (seat - 1) & 1 == 1

    def play(self, column):
        """Drops a disc; moves that were taken back are gone. IllegalMove where the rules forbid it."""
        self.position.play(column)
        self.future = []
        self.match.finish(self.position.result)

    def back(self):
        """Takes one move back; False when there is none. A finished game gives its point back."""
        if not self.position.moves:
            return False
        self.match.reopen(self.position.result)
        self.future.append(self.position.undo())
        return True

    def forward(self):
        """Plays a move again that was taken back; False when there is none."""
        if not self.future:
            return False
        self.position.play(self.future.pop())
        self.match.finish(self.position.result)
        return True

    def back_to_choice(self):
        """Takes back to a person's last choice (one move where only CPUs play). False, unchanged, if there is none."""
        back = 0
        while self.back():
            back += 1
            if not self.is_cpu(self.position.turn) or self.settings.cpus == 3:
                return True
        for _ in range(back):
            self.forward()
        return False

    def cut(self):
        """The moves taken back are given up."""
        self.future = []

    def rematch(self):
        """The next game of the series: the other seat starts."""
        self.match.next_game()
        self.future = []
        self.position = Position(self.position.variant, self.match.starter)

    @property
    def unfinished(self):
        return self.position.result == ONGOING and bool(self.position.moves or self.future)

    def pack(self):
        """The whole session in at most 400 bytes: a head, the score as 16-bit numbers, then all moves."""
        settings = self.settings
        moves = self.position.moves
        head = bytes((VERSION, settings.variant, settings.cpus, settings.level, settings.starter,
                      self.match.starter, self.position.first, len(moves), len(self.future), self.match.seats))
        score = b"".join(min(points, 65535).to_bytes(2, "little") for points in self.match.score)
        return head + score + bytes(moves) + bytes(reversed(self.future))


def unpack(data, settings):
    """The session of `data`, with the game fields of `settings` set to its own. ValueError when it makes no sense."""
    if data is None or len(data) < _HEAD or data[0] != VERSION or data[1] >= len(VARIANTS) or data[2] > 3:
        raise ValueError("no session of this version")
    own = settings.copy()
    own.variant, own.cpus, own.level, own.starter = data[1], data[2], data[3], data[4]
    seats = VARIANTS[own.variant].seats
    played, taken_back = data[7], data[8]
    start = _HEAD + 2 * (seats + 1)
    if data[9] != seats or len(data) != start + played + taken_back or data[3] >= len(LEVELS):
        raise ValueError("a session of another shape")
    if not (1 <= data[4] <= seats and 1 <= data[5] <= seats):
        raise ValueError("a session with a seat that is not there")
    match = Match(seats, data[5])
    session = Session(own, match)
    session.position = Position(VARIANTS[own.variant], data[6])
    for column in data[start:]:
        session.position.play(column)           # IllegalMove is a ValueError
    for _ in range(taken_back):
        session.future.append(session.position.undo())
    for k in range(seats + 1):
        match.score[k] = int.from_bytes(data[_HEAD + 2 * k:_HEAD + 2 * k + 2], "little")
    return session
