"""Simultaneous play from the rules' text: three seats on 9 x 9, all choices revealed, then dropped in order."""

from tests.rules.reference import Reference


class RoundsReference(Reference):

    def __init__(self, first=1):
        super().__init__(9, 9, 4, first)
        self.order = {1: [1, 2, 3], 2: [2, 3, 1], 3: [3, 1, 2]}[first]

    def extra(self):
        return {"order": tuple(self.order)}

    def choices(self):
        return self.open_columns() if self.result is None else []

    def legal(self):
        names = [str(column + 1) for column in self.choices()]
        return [one + "/" + two + "/" + three for one in names for two in names for three in names]

    def pick(self, chance):
        names = [str(column + 1) for column in self.choices()]
        return "/".join(chance.pick(names) for _ in range(3))

    def _play(self, token):
        choice = [None] + [int(part) - 1 for part in token.split("/")]
        for seat in self.order:
            if choice[seat] not in self.open_columns():
                continue                                    # it filled up before this drop: the disc is missed
            lines = self.through(choice[seat], self.drop(choice[seat], seat))
            if lines:
                self.end(seat, lines)
                break                                       # later discs do not fall
            if self.full():
                self.end("draw")
                break
        last = self.order.pop()
        self.order.insert(0, last)                          # the last becomes first
        self.turn = last
