"""Pop 10: the board is filled, then own bottom discs are popped; those out of a line are kept, the tenth wins."""

from litfour.rules import geometry
from litfour.rules.position import DRAW, KEEP, ONGOING, PASS, POPPED, RETURNED, SLIDE
from litfour.rules.slides import Sliding

KEEPS = 10          # kept discs that win
QUIET = 60          # turns without a kept disc that end the game


class PopTen(Sliding):
    """Moves: column while `filling`; then POPPED + column for a disc that is kept, or RETURNED + 8 * column + to.

    `kept`: discs by seat (index 0 unused). `quiet`: turns since the last one with a kept disc, passed ones too; -1 in
    the middle of a turn that has kept one. rule 1: the board is filled by `deal`, and the first seat pops.
    Passing is no move, the board does it; only one seat ever has to, as the bottom row is never empty.
    """

    def __init__(self, variant, first=1, rule=0, deal=0):
        super().__init__(variant, first, rule, deal)
        self.kept = [0] * (variant.seats + 1)
        self.filling = True
        self.quiet = 0
        self._before = []           # of each pop: quiet << 2 | seat
        if rule:
            for number, seat in enumerate(shuffled(self.room, deal)):
                self._put(number % variant.columns, seat)
            self._begin_pops()

    def _begin_pops(self):
        self.filling = False
        self._pass_if_needed()
        self._note(self._state())

    # ---- what may be played

    def allows(self, move):
        return move in self.legal()

    def _returns(self, column):
        """Columns that take the disc popped out of `column`: its own only where no other has room."""
        rows = self.variant.rows
        return [to for to in range(self.variant.columns) if to != column and self.heights[to] < rows] or [column]

    def _line_cells(self):
        """The discs of the seat to move that lie in its lines, as a board."""
        return geometry.line_cells(self.boards[self.turn], self.variant.rows, self.variant.connect)

    def _in_line(self, column, lines):
        return lines & geometry.bit(column, 0, self.variant.rows) != 0

    def _own_bottoms(self):
        return [column for column in range(self.variant.columns) if self.cell(column, 0) == self.turn]

    def legal(self):
        if self.filling:
            low = min(self.heights)
            return [column for column in range(self.variant.columns) if self.heights[column] == low]
        keeps, returns = [], []
        if self.result == ONGOING:
            lines = self._line_cells()
            for column in self._own_bottoms():
                if self._in_line(column, lines):
                    keeps.append(POPPED + column)
                else:
                    returns += [RETURNED + 8 * column + to for to in self._returns(column)]
        return keeps + returns

    # ---- moves

    def _apply(self, move):
        seat = self.turn
        if self.filling:
            self._drop(move, seat)
            self._next()
            if not self.room:
                self._begin_pops()
            return
        self._before.append(self.quiet << 2 | seat)
        if move < RETURNED:
            self.changes.append((KEEP, move - POPPED, 0, seat))
            self._slide(move - POPPED)
            self.kept[seat] += 1
            self.quiet = -1
            if self.kept[seat] == KEEPS:
                self.result = seat
            elif not self._own_bottoms():
                self._end_turn()
        else:
            column, to = divmod(move - RETURNED, 8)
            self.changes.append((SLIDE, column, 0, seat))
            self._slide(column)
            self._drop(to, seat)
            self._end_turn()
        if self._note(self._state()) == 3 or self.quiet >= QUIET:
            self._count_kept()

    def _end_turn(self):
        self.quiet += 1
        self._next()
        self._pass_if_needed()

    def _pass_if_needed(self):
        if not self._own_bottoms():
            self.changes.append((PASS, 0, 0, self.turn))
            self.quiet += 1
            self._next()

    def _count_kept(self):
        if self.result == ONGOING:
            one, two = self.kept[1:]
            self.result = DRAW if one == two else 1 if one > two else 2

    def _revert(self, move):
        if move < POPPED:
            self._lift(move)
            self.turn = (self.first - 1 + len(self.moves)) % 2 + 1
            self.filling, self.quiet, self._seen = True, 0, []
            return
        self._forget()
        before = self._before.pop()
        self.turn, self.quiet = before & 3, before >> 2
        if move < RETURNED:
            self.kept[self.turn] -= 1
            self._unslide(move - POPPED, self.turn)
        else:
            column, to = divmod(move - RETURNED, 8)
            self._lift(to)
            self._unslide(column, self.turn)

    # ---- what it is told apart by

    def winning_cells(self):
        """Always empty: kept discs win, no line does."""
        return []

    def _state(self):
        """What comes again in a repetition: cells and the side to move. Kept discs are those that the board misses."""
        return super().key() << 1 | self.turn - 1

    def key(self):
        return self._state() << 6 | (63 if self.filling else self.quiet + 1)


def shuffled(count, deal):
    """`count` seats, as many 1 as 2, in an order drawn by `deal` (0 .. 65535).

    A linear congruential generator of full period, 75 x + 74 mod 65537, deals with the upper bits of its state; the
    first values, in which neighbouring deals are alike, are skipped."""
    seats = [1 + number % 2 for number in range(count)]
    state = deal
    for number in range(-4, count - 1):
        state = (state * 75 + 74) % 65537
        if number >= 0:
            other = number + (state * (count - number) >> 16)
            seats[number], seats[other] = seats[other], seats[number]
    return seats
