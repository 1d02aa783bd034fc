"""A puzzle on the board: win in N own moves, against the longest resistance. Loaded when one is played, and dropped."""

from litfour.app.session import Session
from litfour.engine.kernels import DRAW, SURE, WIN
from litfour.engine.levels import Level
from litfour.rules.match import Match
from litfour.rules.position import ONGOING, Position

ON_THE_WAY, SOLVED, FAILED = range(3)
PERSON = 1              # the seat that is to win

_NODES = 4000           # some 0.3 s on the board; a loss in time takes 1,000 at most


class Puzzle:
    """`length`: own moves to win in. `moves`: the columns that lead to the position. `key`: the column of the first own
    move, the only one that wins in time. `first`: the seat that starts, so that PERSON is to move at the end."""

    def __init__(self, length, moves, key):
        self.length = length
        self.moves = moves
        self.key = key
        self.first = 1 + len(moves) % 2
        self.last = len(moves) + 2 * length - 1     # discs on the board when the last own move has been made
        self._failed = None                         # the moves up to an own one that gave the win away

    def session(self, settings):
        """The puzzle as a game: settings are a copy that the caller gives away; its game fields are set here."""
        settings.variant = settings.rule = settings.clock = settings.match = 0
        settings.cpus = 2
        settings.starter = self.first
        session = Session(settings, Match(2, self.first))
        for move in self.moves:
            session.play(move)
        return session

    def may_go_back(self, position):
        """True while there is an own move to take back."""
        return len(position.moves) > len(self.moves)

    def state(self, position):
        """ON_THE_WAY, SOLVED or FAILED. Taken back to its start, the puzzle is as new."""
        moves = position.moves
        if position.result == PERSON and len(moves) <= self.last:
            return SOLVED
        if position.result != ONGOING or len(moves) >= self.last or self._has_failed(moves):
            return FAILED
        start = len(self.moves)
        return FAILED if len(moves) > start and moves[start] != self.key else ON_THE_WAY

    def failed_with(self, moves):
        """The last of these moves gave the win away."""
        if not self._has_failed(moves):
            self._failed = moves

    def _has_failed(self, moves):
        if not self._failed or len(moves) < len(self._failed):
            return False
        for k in range(len(self._failed)):          # a slice would allocate
            if moves[k] != self._failed[k]:
                return False
        return True


class Defender:
    """Stands in for the Player (engine/player) while a puzzle is on the board: it holds out as long as it can, and
    finds out on the way whether the person still wins in time, which it tells the puzzle before its move is there.

    A move that is forced needs no search; then the position after it is looked into. (What is forced on both sides
    tells nothing; the next own move will.)
    """

    LEVEL = Level("puzzle", _NODES, 42, 2, 0, True)

    def __init__(self, player, puzzle):
        self.player = player
        self.move = -1
        self._puzzle = puzzle
        self._reply = -1        # forced
        self._moves = None      # on the board

    def __getattr__(self, name):
        return getattr(self.player, name)

    def start(self, position, level=None, seat=0):
        """Begins to think about `position`, where the person has moved; the level is the puzzles' own. Allocates."""
        player = self.player
        self.move = self._reply = -1
        self._moves = list(position.moves)
        player.start(position, self.LEVEL)
        search = player.search
        if search.done and len(search.moves) == 1 and search.values[0] == DRAW:
            ahead = Position(position.variant, position.first)
            for move in position.moves:
                ahead.play(move)
            ahead.play(search.moves[0])
            if ahead.result == ONGOING:
                self._reply = search.moves[0]
                player.start(ahead, self.LEVEL)

    def step(self, nodes=0):
        """As Player.step()."""
        if self.move < 0 and self.player.step(nodes):
            if not self._in_time(self.player.search):
                self._puzzle.failed_with(self._moves)
            self.move = self.player.move if self._reply < 0 else self._reply
        return self.move >= 0

    def _in_time(self, search):
        value = search.values[0]
        if self._reply < 0:
            value = 2 * DRAW - value                # as the person sees it
        elif value == DRAW and len(search.moves) == 1:
            return True                             # not known yet
        return value > SURE and WIN - value <= self._puzzle.last

    def cancel(self):
        self.player.cancel()
        self.move = -1
