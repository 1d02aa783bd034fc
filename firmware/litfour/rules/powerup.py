"""Power Up: each seat has four power discs, each dropped once in place of a plain one."""

from litfour.rules.position import CRUSH, SLIDE
from litfour.rules.slides import Sliding

ANVIL, WALL, TWICE, BOMB = range(1, 5)


class PowerUp(Sliding):
    """Moves: column | power << 4 | second << 7; second is 1 + the column of the disc that follows a wall or times two,
    or that a bomb pops; 0 where none may follow. `powers`: what a seat has left, bit power - 1 (index 0 unused).

    Power discs are discs of their seat. Lines of both after a bomb: the bomber, as popper, wins.
    """

    MOVE_BYTES = 2

    def __init__(self, variant, first=1, rule=0, deal=0):
        super().__init__(variant, first, rule, deal)
        self.powers = [0] + [15] * variant.seats
        self._crushed = []          # of each anvil the discs it crushed, from the bottom, two bits each above a 1

    # ---- what may be played

    def seconds(self, column, power):
        """Columns of the second part after a power disc in `column`, which has room; none where none may follow."""
        seat = self.turn
        found = []
        self._put(column, seat)
        if power > ANVIL and not self.has_line(seat):
            for second in range(self.variant.columns):
                if power == BOMB:
                    if self.cell(second, 0) == 3 - seat:
                        found.append(second)
                elif self.heights[second] < self.variant.rows:
                    if power == TWICE or not self._makes_line(second, seat):
                        found.append(second)
        self._lift(column)
        return found

    def _makes_line(self, column, seat):
        self._put(column, seat)
        made = self.has_line(seat)
        self._lift(column)
        return made

    def allows(self, move):
        column, power, second = move & 15, move >> 4 & 7, move >> 7
        if not super().allows(column) or power > BOMB or power and not self.powers[self.turn] >> power - 1 & 1:
            return False
        return second - 1 in (self.seconds(column, power) or [-1])

    def legal(self):
        moves = []
        for column in super().legal():
            moves.append(column)
            for power in range(ANVIL, BOMB + 1):
                if self.powers[self.turn] >> power - 1 & 1:
                    moves += [column | power << 4 | second + 1 << 7 for second in self.seconds(column, power) or [-1]]
        return sorted(moves)

    # ---- moves

    def _apply(self, move):
        seat, column, power, second = self.turn, move & 15, move >> 4 & 7, move >> 7
        self._next()
        if power:
            self.powers[seat] ^= 1 << power - 1
        if power == ANVIL:
            self.changes.append((CRUSH, column, 0, seat))
            self._crush(column)
            self._put(column, seat)
        else:
            self._drop(column, seat)
        if second and power == BOMB:
            self.changes.append((SLIDE, second - 1, 0, 3 - seat))
            self._slide(second - 1)
            self._judge_pop(seat)
            return
        if second:
            self._drop(second - 1, seat)
        self._judge(seat)

    def _crush(self, column):
        discs = 1
        while self.heights[column]:
            discs = discs << 2 | self.cell(column, self.heights[column] - 1)
            self._lift(column)
        self._crushed.append(discs)

    def _revert(self, move):
        column, power, second = move & 15, move >> 4 & 7, move >> 7
        seat = self.turn = 3 - self.turn
        if power:
            self.powers[seat] |= 1 << power - 1
        if second and power == BOMB:
            self._unslide(second - 1, 3 - seat)
        elif second:
            self._lift(second - 1)
        self._lift(column)
        if power == ANVIL:
            discs = self._crushed.pop()
            while discs > 1:
                self._put(column, discs & 3)
                discs >>= 2

    def key(self):
        """The discs, the powers left and the side to move, which does not follow from the number of discs."""
        return ((super().key() << 4 | self.powers[1]) << 4 | self.powers[2]) << 1 | self.turn - 1
