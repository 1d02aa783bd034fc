"""A search by the words of engine/kernels and search, from the rules alone: no lines kept, no table, no windows."""

from litfour.engine import kernels as K
from litfour.engine.board import LINE_WORTH
from litfour.rules.lines import lines_of


class PlainSearch:
    """value(position, depth) for the side to move, on the kernel's scale. bonus(side, column, row): of a threat."""

    def __init__(self, variant, bonus):
        self.lines = lines_of(variant)
        self.connect = variant.connect
        self.bonus = bonus

    def static(self, position):
        """All lines of one side alone, seen by the side to move."""
        score = 0
        for line in self.lines:
            seats = [position.cell(column, row) for column, row in line]
            for seat in (1, 2):
                discs = seats.count(seat)
                if discs and discs + seats.count(0) == self.connect:
                    worth = LINE_WORTH[max(0, discs + 4 - self.connect)]
                    if discs == self.connect - 1:
                        worth += self.bonus(int(seat != position.first), *line[seats.index(0)])
                    score += worth if seat == position.turn else -worth
        return K.DRAW + min(max(score, -K.MARGIN_MAX), K.MARGIN_MAX)

    def wins(self, position, seat, column, row):
        """Would a disc of that seat there complete a line?"""
        for line in self.lines:
            if (column, row) in line:
                others = [position.cell(*cell) for cell in line if cell != (column, row)]
                if others.count(seat) == self.connect - 1:
                    return True
        return False

    def moves(self, position):
        """(moves that do not lose at once, forced): none where all lose."""
        rows, other = position.variant.rows, 3 - position.turn
        safe, blocks = [], []
        for column in position.legal():
            row = position.heights[column]
            loses = row + 1 < rows and self.wins(position, other, column, row + 1)
            if self.wins(position, other, column, row):
                blocks.append(None if loses else column)
            elif not loses:
                safe.append(column)
        if blocks:
            return ([] if len(blocks) > 1 or blocks[0] is None else blocks), True
        return safe, False

    def value(self, position, depth):
        discs = position.variant.columns * position.variant.rows - position.room
        if not position.room:
            return K.DRAW
        moves, forced = self.moves(position)
        if depth == 0 and not forced:
            return self.static(position)
        if not moves:
            return K.FLIP - K.WIN + discs + 2
        best = 0
        for column in moves:
            best = max(best, self.after(position, column, depth - 1 if depth and not forced else depth))
        return best

    def after(self, position, column, depth):
        """What a move is worth for who plays it; it does not end the game."""
        position.play(column)
        value = K.DRAW if position.result else K.FLIP - self.value(position, depth)
        position.undo()
        return value
