"""Exact values by trying everything, for small boards: the search must agree."""


def value(position, memory):
    """1, 0, -1 for the side to move. `memory` is a dict of one variant."""
    key = (position.key(), position.turn)
    if key not in memory:
        best = -1
        for column in position.legal():
            seat = position.turn
            position.play(column)
            if position.result == seat:
                score = 1
            elif position.result:
                score = 0
            else:
                score = -value(position, memory)
            position.undo()
            best = max(best, score)
        memory[key] = best
    return memory[key]
