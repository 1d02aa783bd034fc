"""PopOut from the rules' text, with or without the sliders of 5-in-a-Row."""

from tests.rules.reference_drop import DropReference


class PopOutReference(DropReference):
    """both: who wins by a pop that makes lines of both: "popper", "opponent" or "draw"."""

    def __init__(self, columns, rows, connect, first=1, sliders=None, both="popper"):
        super().__init__(columns, rows, connect, first, sliders)
        self.sliders = sliders
        self.both = both
        self.seen = (self.what_counts(),)

    def what_counts(self):
        return (self.turn, tuple(tuple(row) for row in self.grid))

    def legal(self):
        if self.result is not None:
            return []
        never = (0, self.columns - 1) if self.sliders else ()
        pops = [str(column + 1) + "p" for column in range(self.columns)
                if self.grid[0][column] == self.turn and column not in never]
        return super().legal() + pops

    def _play(self, token):
        seat = self.turn
        if token.endswith("p"):
            column = int(token[:-1]) - 1
            self.pop(column)
            self.after_pop(column, seat)
        else:
            column = int(token) - 1
            lines = self.through(column, self.drop(column, seat))
            if lines:
                self.end(seat, lines)
        self.turn = 3 - seat
        self.seen += (self.what_counts(),)
        if self.result is None and self.seen.count(self.seen[-1]) == 3:
            self.end("draw")

    def after_pop(self, column, popper):
        other = 3 - popper
        own_lines, other_lines = self.through_column(column, popper), self.through_column(column, other)
        if own_lines and other_lines:
            if self.both == "draw":
                self.end("draw")
                return
            winner = popper if self.both == "popper" else other
        elif own_lines:
            winner = popper
        elif other_lines:
            winner = other
        else:
            return
        self.end(winner, own_lines if winner == popper else other_lines)
