"""The independent oracle of the book builder: PyPI `bitbully` with `bitbully-databases` (AGPL; only ever run here)."""

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
_agent = None


def _board(moves):
    """The oracle's board after these 0-based columns. RuntimeError if bitbully is not installed."""
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
    return board


def best_moves(moves, every=True):
    """(value, columns) after these 0-based columns: 1, 0 or -1 for the side to move, and every column that is best by
    distance (the fastest win, any draw, the longest loss), or only the most central of them (much faster)."""
    board = _board(moves)
    if every:
        scores = _agent.score_all_moves(board)
        best = max(scores.values())
        columns = sorted(column for column, score in scores.items() if score == best)
    else:
        best = _agent.mtdf(board)
        legal = board.legal_moves()
        columns = [next(column for column in CENTRE_FIRST
                        if column in legal and _agent.score_move(board, column) == best)]
    return (best > 0) - (best < 0), columns


def score(moves):
    """The exact score after these moves, in the data sets' scale: 0 a draw, else the winner's discs left plus one."""
    board = _board(moves)
    return _agent.mtdf(board)
