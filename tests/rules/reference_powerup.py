"""Power Up from the rules' text: one disc a turn, four of them special."""

from tests.rules.reference import Reference

LETTERS = "awxb"        # anvil, wall, times two, bomb


class PowerUpReference(Reference):

    def __init__(self, first=1):
        super().__init__(7, 6, 4, first)
        self.left = [[], list(LETTERS), list(LETTERS)]

    def extra(self):
        return {"powers": [sum(1 << LETTERS.index(letter) for letter in left) for left in self.left]}

    # ---- legal moves

    def legal(self):
        if self.result is not None:
            return []
        tokens = []
        for column in self.open_columns():
            tokens.append(str(column + 1))
            for letter in self.left[self.turn]:
                second = self.second_parts(column, letter)
                tokens += [str(column + 1) + letter + part for part in second]
        return tokens

    def second_parts(self, column, letter):
        """What may stand behind the letter: columns, or nothing where nothing may or can follow."""
        if letter == "a":
            return [""]
        seat = self.turn
        row = self.drop(column, seat)
        parts = []
        if not self.through(column, row):
            if letter == "b":
                parts = [str(other + 1) for other in range(7) if self.grid[0][other] == 3 - seat]
            else:
                parts = [str(other + 1) for other in self.open_columns()
                         if letter == "x" or not self.would_make_line(other, seat)]
        self.grid[row][column] = 0
        return parts or [""]

    def would_make_line(self, column, seat):
        row = self.drop(column, seat)
        made = bool(self.through(column, row))
        self.grid[row][column] = 0
        return made

    # ---- moves

    def _play(self, token):
        seat = self.turn
        self.turn = 3 - seat
        column, letter, second = int(token[0]) - 1, token[1:2], token[2:]
        if letter:
            self.left[seat].remove(letter)
        if letter == "a":
            for row in range(6):
                self.grid[row][column] = 0
        self.land(column, seat)
        if self.result is None and second and letter == "b":
            self.pop(int(second) - 1)
            self.after_bomb(int(second) - 1, seat)
        elif self.result is None and second:
            self.land(int(second) - 1, seat)
        if self.result is None and self.full():
            self.end("draw")

    def land(self, column, seat):
        lines = self.through(column, self.drop(column, seat))
        if lines:
            self.end(seat, lines)

    def after_bomb(self, column, bomber):
        """Lines as in PopOut, the bomber counts as the popper: lines of both are the popper's."""
        for seat in (bomber, 3 - bomber):
            lines = self.through_column(column, seat)
            if lines and self.result is None:
                self.end(seat, lines)
