"""A game and its series, without light or time: play, take back, go forward, rematch; and its bytes for the journal."""

from litfour.app.settings import GAME_FIELDS, HEAD_START, LOSER, RANDOM, TARGETS
from litfour.engine.levels import LEVELS
from litfour.rules.match import Match
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, VARIANTS, Variant

VERSION = 3
SESSION_BYTES = 400                         # what a slot of the store holds
HEAD = 1 + len(GAME_FIELDS) + 12            # bytes before the score
FREE = 3                                    # takebacks that a seat has where they are its help
BUDDY = len(LEVELS)                         # the level that follows the person's results
_BUDDY_STEP = 2                             # results the same way that move it


class Session:
    """`position` is what lies on the board, `future` the moves taken back (the next one last). deal: the seed of a
    shuffled filling, 0 .. 65535."""

    def __init__(self, settings, match=None, deal=0):
        variant = VARIANTS[settings.variant]
        self.settings = settings
        self.match = match or Match(variant.seats, settings.starter, 0, settings.people)
        self.match.target = TARGETS[settings.match]
        self.future = []
        self.buddy = 1
        self.streak = 0                     # the person's results the same way, wins positive
        self.undos = [0] * 4                # takebacks used in this game, by seat
        self.before = (1, 0)               # buddy and streak before the last result
        self.position = self.fresh(self.match.starter, deal)

    def fresh(self, first, deal):
        """A new position, with the discs that seats have as a head start, in the middle column."""
        settings = self.settings
        variant = VARIANTS[settings.variant]
        discs = ""
        for seat in range(1, variant.seats + 1):
            if settings.help_of(seat) == HEAD_START:
                discs += str(seat)
        if discs and variant.kind == DROP and not variant.prefilled:
            variant = Variant(variant.name, variant.columns, variant.rows, variant.connect,
                              prefilled=((variant.columns // 2, discs),))
        return new_position(variant, first, settings.rule, deal)

    def is_cpu(self, seat):
        return self.settings.cpus >> (seat - 1) & 1 == 1

    @property
    def only_cpus(self):
        return self.settings.cpus == (1 << self.match.seats) - 1

    @property
    def level(self):
        """How the CPU plays now."""
        return LEVELS[self.buddy if self.settings.level == BUDDY else self.settings.level]

    def play(self, move):
        """Plays a move; moves that were taken back are gone. IllegalMove where the rules forbid it."""
        self.position.play(move)
        self.future = []
        self._finish()

    def _finish(self):
        result = self.position.result
        self.match.finish(result)
        if result != ONGOING and self.settings.cpus:
            self.before = (self.buddy, self.streak)
            self._follow(0 if result == DRAW else -1 if self.is_cpu(result) else 1)

    def _follow(self, way):
        """The Buddy follows the person: two results the same way, and it plays one level stronger or weaker."""
        self.streak = self.streak + way if self.streak * way > 0 else way
        if abs(self.streak) == _BUDDY_STEP:
            self.buddy = min(max(self.buddy + way, 0), BUDDY - 2)      # it never errs at the top level: not a buddy
            self.streak = 0

    def back(self):
        """Takes one move back; False when there is none. A finished game gives its point back."""
        if not self.position.moves:
            return False
        if self.position.result != ONGOING:
            self.match.reopen(self.position.result)
            self.buddy, self.streak = self.before
        self.future.append(self.position.undo())
        return True

    def forward(self):
        """Plays a move again that was taken back; False when there is none."""
        if not self.future:
            return False
        self.position.play(self.future.pop())
        self._finish()
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
        self.match.next_game(result, starter)
        self.future = []
        self.undos = [0] * 4
        self.before = (self.buddy, self.streak)
        self.position = self.fresh(self.match.starter, random.below(1 << 15))

    def snapshots(self, count):
        """The cells before each of the last `count` moves and after them, oldest first. The position stays as it is."""
        position = self.position
        moves = []          # type: ignore[var-annotated]
        cells = [bytearray(position.cells)]
        while position.moves and len(moves) < count:
            moves.append(position.undo())
            cells.insert(0, bytearray(position.cells))
        for move in reversed(moves):
            position.play(move)
        return cells

    @property
    def unfinished(self):
        return self.position.result == ONGOING and bool(self.position.moves or self.future)

    def _room(self):
        """How many moves fit behind the head."""
        match = self.match
        people = len(match.sitting) - 1 + len(match.queue) if match.queue else 0
        return (SESSION_BYTES - HEAD - 2 * len(match.score) - people) // self.position.MOVE_BYTES

    def _packed(self, moves):
        return b"".join(move.to_bytes(self.position.MOVE_BYTES, "little") for move in moves)

    def pack(self):
        """The session in at most 400 bytes: version, the game's settings, starter, first, seats, buddy, streak + 128,
        takebacks used (two bits a seat); as 16-bit numbers deal, moves, moves taken back and the score; who sits and
        waits where people take turns; then the moves. Of a game that is too long for that, which only pops can make,
        the redo is left out, and the last moves are those of more()."""
        position, match = self.position, self.match
        room = self._room()
        undos = self.undos[1] | self.undos[2] << 2 | self.undos[3] << 4
        head = bytes([VERSION] + [getattr(self.settings, name) for name in GAME_FIELDS]
                     + [match.starter, position.first, match.seats, self.buddy, self.streak + 128, undos])
        left = max(0, room - len(position.moves))
        future = self.future[len(self.future) - left:] if left < len(self.future) else self.future
        for number in [position.deal, len(position.moves), len(future)] + match.score:
            head += min(number, 65535).to_bytes(2, "little")
        if match.queue:
            head += bytes(match.sitting[1:] + match.queue)
        return head + self._packed(position.moves[:room]) + self._packed(reversed(future))

    def more(self):
        """The moves that do not fit into pack(), as bytes; b"" of all games but the longest."""
        return self._packed(self.position.moves[self._room():])
