"""The independent oracle of the book builder: PyPI `bitbully` with `bitbully-databases` (AGPL; only ever run here)."""

_agent = None


def best_moves(moves):
    """(value, columns) after these 0-based columns: 1, 0 or -1 for the side to move, and every column that is best by
    distance: the fastest win, any draw, the longest loss. RuntimeError if bitbully is not installed."""
    global _agent
    try:
        from bitbully import BitBully, Board
    except ImportError as error:
        raise RuntimeError("the book builder needs its oracle: pip install bitbully bitbully-databases") from error
    if _agent is None:
        _agent = BitBully("12-ply-dist")
    board = Board()
    if len(moves) and not board.play([int(column) for column in moves]):
        raise ValueError("the oracle refuses the position")
    scores = _agent.score_all_moves(board)
    best = max(scores.values())
    return (best > 0) - (best < 0), sorted(column for column, score in scores.items() if score == best)


def scores(moves):
    """{column: score} after these moves, in the data sets' scale: 0 a draw, else the winner's discs left plus one."""
    best_moves([])
    from bitbully import Board

    board = Board()
    if len(moves):
        board.play([int(column) for column in moves])
    return _agent.score_all_moves(board)
