"""How strong the CPU plays, as data."""


class Level:
    """nodes, depth: the search's limits. margin: moves whose value comes this close to the best are as good.
    blunder: in how many of 100 moves it plays any move instead. careful: even then it takes wins, blocks, and does
    not lose at once. perfect: on the standard board the solver and its book choose, which never err."""

    def __init__(self, name, nodes, depth, margin, blunder, careful, perfect=False):
        self.name = name
        self.nodes = nodes
        self.depth = depth
        self.margin = margin
        self.blunder = blunder
        self.careful = careful
        self.perfect = perfect


LEVELS = (
    Level("easy", 1000, 2, 30, 30, False),
    Level("medium", 12000, 4, 12, 8, True),
    Level("hard", 95000, 42, 2, 0, True),
    Level("perfect", 100000, 42, 2, 0, True, perfect=True),
)


def level_named(name):
    """The level of that name. ValueError that lists the names for any other."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise ValueError("unknown level " + repr(name) + ": " + ", ".join(level.name for level in LEVELS))
