"""The games as data. Sources: the rules of the standard game, its variants and 5-in-a-Row; see README, Rules."""

# kinds of game: each has its class of positions, see start.py
DROP, AVOID, CELL, PEG, POP, POP10, POWER, ROUND = range(8)


class Variant:
    """One game: board size, connect length, seats, and discs that lie there before the first move.

    columns, rows: the game's own grid (3d: 16 pegs, peg = x + 4 * y, 4 high). width, height: its room on the panel.
    prefilled: pairs (column, discs from the bottom as text of '1' and '2'); nobody drops into a column that is full.
    kind: DROP ... ROUND. rules: names of the setting's values, the first is the default; () without a setting.
    """

    # of most games; a record holds only what differs, which halves the memory of all
    connect = 4
    prefilled = ()
    seats = 2
    kind = DROP
    rules = ()
    room = (0, 0)           # width and height where they are not columns and rows

    def __init__(self, name, columns, rows, connect=4, **special):
        self.name = name
        self.columns = columns
        self.rows = rows
        if connect != 4:
            self.connect = connect
        for field, value in special.items():
            setattr(self, field, value)

    @property
    def width(self):
        return self.room[0] or self.columns

    @property
    def height(self):
        return self.room[1] or self.rows


_SLIDERS = ((0, "121212"), (8, "212121"))
_LINES_OF_BOTH = ("popper", "opponent", "draw")         # who wins when a pop makes lines of both

# The index is saved on the board: append only.
VARIANTS = (
    Variant("standard", 7, 6),
    Variant("8x7", 8, 7),
    Variant("9x7", 9, 7),
    Variant("five", 9, 6, 5),
    Variant("5-in-a-row", 9, 6, 5, prefilled=_SLIDERS, rules=("so", "swapped")),
    Variant("8x8", 8, 8),
    Variant("popout", 7, 6, kind=POP, rules=_LINES_OF_BOTH),
    Variant("popout-5", 9, 6, 5, prefilled=_SLIDERS, kind=POP, rules=_LINES_OF_BOTH),
    Variant("avoid-four", 7, 6, kind=AVOID),
    Variant("no-gravity", 7, 6, kind=CELL, rules=("plain", "swap")),
    Variant("3d", 16, 4, kind=PEG, room=(9, 9)),
    Variant("simultaneous", 9, 9, seats=3, kind=ROUND),
    Variant("pop-10", 7, 6, kind=POP10, rules=("by-hand", "shuffled")),
    Variant("power-up", 7, 6, kind=POWER),
)


def variant_named(name):
    """The variant of that name. ValueError that lists the names for any other."""
    for variant in VARIANTS:
        if variant.name == name:
            return variant
    raise ValueError("unknown variant " + repr(name) + ": " + ", ".join(variant.name for variant in VARIANTS))


def fits(variant, panel):
    """True where the panel has room for the whole board."""
    return variant.width <= panel.columns and variant.height <= panel.rows
