"""Pop 10 from the rules' text. A passed turn is a turn; a turn with a kept disc is none "without a kept disc"."""

from tests.rules.reference import Reference


class PopTenReference(Reference):
    """grid: a shuffled filling, rows from the bottom; None: the seats fill the board by hand."""

    def __init__(self, first=1, grid=None):
        super().__init__(7, 6, 4, first)
        self.kept = [0, 0, 0]
        self.filling = grid is None
        self.turns_without = 0
        self.kept_this_turn = False
        self.seen = ()
        if grid:
            self.grid = clone_rows(grid)
            self.begin_turn(first)
            self.note()

    def extra(self):
        quiet = -1 if self.kept_this_turn else self.turns_without       # -1: this turn has kept one already
        return {"kept": self.kept, "filling": self.filling, "quiet": quiet}

    # ---- legal moves

    def legal(self):
        if self.result is not None:
            return []
        if self.filling:
            return [str(column + 1) for column in range(7) if self.grid[self.current_row()][column] == 0]
        tokens = []
        for column in range(7):
            if self.grid[0][column] == self.turn:
                if self.through(column, 0):
                    tokens.append(str(column + 1) + "p")
                else:
                    tokens += [str(column + 1) + "p" + str(to + 1) for to in self.return_columns(column)]
        return tokens

    def current_row(self):
        for row in range(6):
            if 0 in self.grid[row]:
                return row

    def return_columns(self, popped):
        """Columns with room after the pop; not its own unless no other has room."""
        with_room = [column for column in range(7) if self.height(column) < 6 or column == popped]
        others = [column for column in with_room if column != popped]
        return others or with_room

    # ---- moves

    def _play(self, token):
        if self.filling:
            self.grid[self.current_row()][int(token) - 1] = self.turn
            self.turn = 3 - self.turn
            if self.full():
                self.filling = False
                self.begin_turn(self.first)
                self.note()
            return
        seat = self.turn
        column, to = token.split("p")
        self.pop(int(column) - 1)
        if to:
            self.drop(int(to) - 1, seat)
            self.finish_turn()
        else:
            self.kept[seat] += 1
            self.kept_this_turn = True
            self.turns_without = 0
            if self.kept[seat] == 10:
                self.end(seat)
            elif seat not in self.grid[0]:
                self.finish_turn()
        self.note()
        if self.result is None and (self.seen.count(self.seen[-1]) == 3 or self.turns_without >= 60):
            one, two = self.kept[1], self.kept[2]
            self.end("draw" if one == two else 1 if one > two else 2)

    def finish_turn(self):
        if not self.kept_this_turn:
            self.turns_without += 1
        self.begin_turn(3 - self.turn)

    def begin_turn(self, seat):
        self.turn = seat
        self.kept_this_turn = False
        if seat not in self.grid[0]:        # no own bottom disc: pass
            self.finish_turn()

    def note(self):
        self.seen += ((self.turn, tuple(self.kept), tuple(tuple(row) for row in self.grid)),)


def clone_rows(grid):
    return [list(row) for row in grid]
