"""A game and its series, without light or time: play, take back, go forward, rematch; and its bytes for the journal."""

from litfour.app.settings import GAME_FIELDS, LOSER, RANDOM, TARGETS
from litfour.rules.match import Match
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import VARIANTS

VERSION = 2
SESSION_BYTES = 400                         # what a slot of the store holds
HEAD = 1 + len(GAME_FIELDS) + 9             # bytes before the score


class Session:
    """`position` is what lies on the board, `future` the moves taken back (the next one last). deal: the seed of a
    shuffled filling, 0 .. 65535."""

    def __init__(self, settings, match=None, deal=0):
        variant = VARIANTS[settings.variant]
        self.settings = settings
        self.match = match or Match(variant.seats, settings.starter)
        self.match.target = TARGETS[settings.match]
        self.future = []
        self.position = new_position(variant, self.match.starter, settings.rule, deal)

    def is_cpu(self, seat):
        return self.settings.cpus >> (seat - 1) & 1 == 1

    @property
    def only_cpus(self):
        return self.settings.cpus == (1 << self.match.seats) - 1

    def play(self, move):
        """Plays a move; moves that were taken back are gone. IllegalMove where the rules forbid it."""
        self.position.play(move)
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
        """Takes back to a person's last choice (one move where only CPUs play, one round of simultaneous play). False,
        unchanged, if there is none."""
        back = 0
        while self.back():
            back += 1
            if self.match.seats > 2 or not self.is_cpu(self.position.turn) or self.only_cpus:
                return True
        for _ in range(back):
            self.forward()
        return False

    def cut(self):
        """The moves taken back are given up."""
        self.future = []

    def rematch(self, random):
        """The next game of the series; who starts it is a setting."""
        rule, result = self.settings.rematch, self.position.result
        starter = 0
        if rule == RANDOM:
            starter = 1 + random.below(self.match.seats)
        elif rule == LOSER and result not in (ONGOING, DRAW):
            starter = result % self.match.seats + 1         # of three seats the one behind the winner
        self.match.next_game(starter)
        self.future = []
        position = self.position
        self.position = new_position(position.variant, self.match.starter, position.rule, random.below(1 << 15))

    @property
    def unfinished(self):
        return self.position.result == ONGOING and bool(self.position.moves or self.future)

    def pack(self):
        """The whole session in at most 400 bytes: version, the game's settings, starter, first and number of seats; as
        16-bit numbers deal, moves, moves taken back and the score; then all moves. (Of a game that is too long for
        that, which only pops can make, the redo goes first, and then no move can be saved.)"""
        position, match = self.position, self.match
        size = position.MOVE_BYTES
        score = [min(points, 65535) for points in match.score]
        head = bytes([VERSION] + [getattr(self.settings, name) for name in GAME_FIELDS]
                     + [match.starter, position.first, match.seats])
        future = self.future
        room = (SESSION_BYTES - HEAD - 2 * len(score)) // size - len(position.moves)
        if room < len(future):
            future = future[len(future) - max(0, room):]
        tail = b""
        for number in [position.deal, len(position.moves), len(future)] + score:
            tail += number.to_bytes(2, "little")
        for move in position.moves + list(reversed(future)):
            tail += move.to_bytes(size, "little")
        return head + tail
