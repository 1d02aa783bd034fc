"""How a person's presses become a move. The hand of the plain drop games; others are loaded with their games.

A hand is told of every new position by begin(). column, hold and menu return a move code, or one of the answers below;
columns are the game's, from 0 at its left edge, and may lie outside.
"""

REFUSED = -1
MORE = -2               # the press was a part of a move: show it
UNUSED = -3               # it means nothing here


def columns_of(moves, base=0):
    """Bits of the columns of all moves base .. base + 8."""
    mask = 0
    for move in moves:
        if base <= move < base + 9:
            mask |= 1 << move - base
    return mask


class DropHand:
    """Press a column, and the disc falls."""

    LONG = False        # True: a column held has a meaning of its own, so that a short press acts on its release

    def __init__(self):
        self.position = None

    def begin(self, position):
        """Forgets what was begun. Returns the bit mask of columns that may be chosen, of the game's width."""
        self.position = position
        return columns_of(position.legal())

    @property
    def busy(self):
        """True while a part of a move is chosen."""
        return False

    def seat(self, cpus):
        """The seat that chooses next."""
        return self.position.turn

    def column(self, column):
        return column if self.position.allows(column) else REFUSED

    def hold(self, column):
        return self.column(column)

    def chosen(self, seat, move):
        """What a CPU's choice for a seat means: like a press."""
        return move

    def menu(self):
        return UNUSED

    def undo(self):
        """Takes the part of a move back; False where there is none."""
        return False

    def status(self, scene, n):
        """Draws what a seat has besides its discs (kept discs, powers left); False where there is no such thing."""
        return False

    def timeout(self, random):
        """The move that the board makes when a person's time is over: a random legal one."""
        legal = self.position.legal()
        return legal[random.below(len(legal))]

    def draw(self, scene, n, mask):
        """Frame n of the person's turn; mask: bits of panel columns that show the cue (the clock drains it)."""
        scene.turn(n, mask)
