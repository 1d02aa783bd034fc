"""A puzzle on the board: win in N own moves, against the longest resistance. Loaded when one is played, and dropped."""

from litfour.app.proof import Prover
from litfour.app.session import Session
from litfour.engine.levels import Level
from litfour.rules.match import Match
from litfour.rules.position import ONGOING
from litfour.view.palette import VIOLET, breath

ON_THE_WAY, SOLVED, FAILED = range(3)
PERSON = 1              # the seat that is to win


class Puzzle:
    """`length`: own moves to win in. `moves`: the columns that lead to the position. `key`: the column of the first own
    move, the only one that wins in time. `first`: the seat that starts, so that PERSON is to move at the end."""

    def __init__(self, length, moves, key):
        self.length = length
        self.moves = moves
        self.key = key
        self.first = 1 + len(moves) % 2
        self.last = len(moves) + 2 * length - 1     # discs on the board when the last own move has been made
        self.before = None                          # the game that was set aside for it
        self.counted = False                        # it was solved, and the next one is due
        self.warned = False                         # that it was failed
        self._failed = None                         # the moves up to an own one that gave the win away

    def session(self, settings):
        """The puzzle as a game: settings are a copy that the caller gives away; its game fields are set here."""
        for name in ("variant", "rule", "clock", "match", "people", "help"):
            setattr(settings, name, 0)
        settings.cpus = 2
        settings.starter = self.first
        session = Session(settings, Match(2, self.first))
        for move in self.moves:
            session.play(move)
        return session

    def may_go_back(self, position):
        """True while there is an own move to take back."""
        return len(position.moves) > len(self.moves)

    def left(self, position):
        """Own moves that are left."""
        return (self.last - len(position.moves) + 1) // 2

    def hint(self, position):
        """A column that still wins in time, for the person to move; -1 where there is none."""
        if len(position.moves) == len(self.moves):
            return self.key
        mine = position.boards[PERSON]
        columns = Prover().keys(mine, mine | position.boards[3 - PERSON], self.left(position))
        return columns[0] if columns else -1

    def state(self, position):
        """ON_THE_WAY, SOLVED or FAILED. Taken back to its start, the puzzle is as new."""
        moves = position.moves
        if position.result == PERSON and len(moves) <= self.last:
            return SOLVED
        if position.result != ONGOING or len(moves) >= self.last or self._has_failed(moves):
            return FAILED
        start = len(self.moves)
        return FAILED if len(moves) > start and moves[start] != self.key else ON_THE_WAY

    def done(self, position):
        """True where nothing more is to be played: solved, lost, or all own moves made without a win."""
        return position.result != ONGOING or len(position.moves) >= self.last

    def draw(self, scene, n):
        """It ended without a win or a loss: columns wait for another try. Allocates nothing."""
        scene.board(n)
        scene.cues(-1, VIOLET, 20 + breath(n, 96) * 90 // 255, n)

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
    """Stands in for the Player (engine/player) while a puzzle is on the board. As long as the person still wins in
    time, it holds out as long as it can; it finds out when the win was given away, tells the puzzle, and leaves the
    answers to the Player from then on."""

    level = Level("puzzle", 4000, 42, 2, 0, True)       # some 0.2 s on the board

    def __init__(self, player, puzzle):
        self.player = player
        self.move = -1
        self._puzzle = puzzle
        self._reply = -1

    def __getattr__(self, name):
        return getattr(self.player, name)

    def start(self, position, level=None, seat=0):
        """Begins to think about `position`, where the person has moved; the level is the puzzles' own. Allocates."""
        puzzle = self._puzzle
        self.move = self._reply = -1
        self.player.cancel()
        if puzzle.state(position) == ON_THE_WAY:
            mine = position.boards[3 - PERSON]
            first = len(position.moves) == len(puzzle.moves) + 1        # then it was the key, and the win is sure
            replies = Prover().defences(mine, mine | position.boards[PERSON], puzzle.left(position), first)
            if replies:
                self._reply = replies[0]
                return
            puzzle.failed_with(list(position.moves))
        self.player.start(position, self.level)

    def step(self, nodes=0):
        """As Player.step()."""
        if self._reply >= 0:
            self.move = self._reply
        elif self.player.step(nodes):
            self.move = self.player.move
        return self.move >= 0

    def cancel(self):
        self.player.cancel()
        self.move = self._reply = -1
