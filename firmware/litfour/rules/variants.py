"""The games as data. Sources: the rules of the standard game and of 5-in-a-Row; see README, Rules."""


class Variant:
    """One game: board size, connect length, seats, and discs that lie there before the first move.

    prefilled: pairs (column, discs from the bottom as text of '1' and '2'); nobody drops into a column that is full.
    """

    def __init__(self, name, columns, rows, connect=4, prefilled=(), seats=2):
        self.name = name
        self.columns = columns
        self.rows = rows
        self.connect = connect
        self.prefilled = prefilled
        self.seats = seats


VARIANTS = (
    Variant("standard", 7, 6),
    Variant("8x7", 8, 7),
    Variant("9x7", 9, 7),
    Variant("five", 9, 6, 5),
    Variant("5-in-a-row", 9, 6, 5, ((0, "121212"), (8, "212121"))),
)


def variant_named(name):
    """The variant of that name. ValueError that lists the names for any other."""
    for variant in VARIANTS:
        if variant.name == name:
            return variant
    raise ValueError("unknown variant " + repr(name) + ": " + ", ".join(variant.name for variant in VARIANTS))


def fits(variant, panel):
    """True where the panel has room for the whole board."""
    return variant.columns <= panel.columns and variant.rows <= panel.rows
