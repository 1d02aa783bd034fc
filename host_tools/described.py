"""A position of any variant as plain data, and that data as text: board, turn, legal moves in the notation, result and
winning cells, and what else there is to know: kept discs, power discs left, the order of the coming round."""

from litfour.rules.notation import board_rows, move_text, moves_text, result_text
from litfour.rules.variants import PEG, POP10, POWER, ROUND

POWERS = ("anvil", "wall", "times two", "bomb")


def describe(position):
    """A position as plain data; seats as text, as they are keys of JSON objects."""
    variant = position.variant
    legal = position.choices() if variant.kind == ROUND else position.legal()
    result = {
        "moves": moves_text(position),
        "board": board_rows(position),
        "turn": position.turn,
        "legal": [str(move + 1) if variant.kind == ROUND else move_text(move, variant) for move in legal],
        "result": result_text(position.result),
        "winning_cells": [cell_name(cell, variant) for cell in position.winning_cells()],
    }
    if variant.rules:
        result["rule"] = variant.rules[position.rule]
    if variant.kind == POP10:
        result["stage"] = "fill" if position.filling else "pop"
        result["kept"] = {str(seat): position.kept[seat] for seat in (1, 2)}
    elif variant.kind == POWER:
        result["powers"] = {str(seat): [name for k, name in enumerate(POWERS) if position.powers[seat] >> k & 1]
                            for seat in (1, 2)}
    elif variant.kind == ROUND:
        result["order"] = list(position.order)
    return result


def cell_name(cell, variant):
    """[column, row], of 3d [x, y, z], all from 1."""
    column, row = cell
    return [column % 4 + 1, column // 4 + 1, row + 1] if variant.kind == PEG else [column + 1, row + 1]


def as_text(result):
    lines = [*board_text(result["board"]), ""]
    if "kept" in result:
        lines.append("kept: " + ", ".join(f"seat {seat} {discs}" for seat, discs in result["kept"].items()))
    for seat, names in result.get("powers", {}).items():
        lines.append(f"power discs of seat {seat}: {', '.join(names) or 'none left'}")
    if result["result"] is None:
        lines += to_move(result)
    elif result["result"] == "draw":
        lines.append("result: draw")
    else:
        lines.append(f"result: {result['result']} wins")
        if result["winning_cells"]:
            cells = " ".join(".".join(map(str, cell)) for cell in result["winning_cells"])
            names = "x.y.z" if isinstance(result["board"][0], list) else "column.row"
            lines.append(f"winning cells ({names}): {cells}")
    if "move" in result:
        sure = {1: ", a proved win", 0: ", a proved draw", -1: ", a proved loss"}.get(result["value"], "")
        lines.append(f"CPU's move: {result['move']} (from {result['source']}, {result['nodes']} nodes{sure})")
    return "\n".join(lines)


def board_text(board):
    """The rows above the numbers of the columns; of 3d the four layers, lowest first, y upwards and x to the right."""
    if not isinstance(board[0], list):
        return [*board, "".join(str(column + 1) for column in range(len(board[0])))]
    return [line for z, layer in enumerate(board, 1) for line in (f"layer {z}", *layer)]


def to_move(result):
    if "order" in result:
        turn = f"drop order: {' '.join(map(str, result['order']))}"
        legal = f"legal for each seat: {' '.join(result['legal'])}"
    else:
        stage = {"fill": " (filling the board)", "pop": " (popping)"}.get(result.get("stage"), "")
        turn = f"to move: {result['turn']}{stage}"
        legal = f"legal: {' '.join(result['legal'])}"
    return [turn, legal, "result: none yet"]
