"""Tunes as data: pairs of pitch index (see hw/buzzer) and length in 10 ms; pitch 0 is a rest."""

REFUSED = bytes((3, 6, 0, 3, 3, 6))
WON = bytes((13, 10, 17, 10, 20, 10, 25, 30))
DRAWN = bytes((13, 15, 12, 15, 13, 15, 12, 30))
DROPS = tuple(bytes((8 + 2 * column, 5)) for column in range(9))      # by column of the panel
