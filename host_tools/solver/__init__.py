"""The board's solver on the host: the same C source built for this machine, the walk of Perfect's games, the book."""
