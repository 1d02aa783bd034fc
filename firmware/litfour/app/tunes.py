"""Tunes as data: pairs of pitch index (see hw/buzzer) and length in 10 ms; pitch 0 is a rest."""

REFUSED = bytes((3, 6, 0, 3, 3, 6))
CLICK = bytes((20, 2))                                                # a part of a move: the same for all
WON = bytes((13, 10, 17, 10, 20, 10, 25, 30))
MATCH = bytes((13, 10, 17, 10, 20, 10, 25, 10, 20, 10, 25, 10, 29, 40))
TICK = bytes((30, 1))                                                 # the clock's last three seconds
READY = bytes((13, 6, 20, 10))                                        # the board is awake
OFFERED = bytes((13, 6, 20, 10, 0, 10, 20, 10))                       # and a game waits
DRAWN = bytes((13, 15, 12, 15, 13, 15, 12, 30))
DROPS = tuple(bytes((8 + 2 * column, 5)) for column in range(9))      # by column of the panel
# By kind of change (rules/position.py, and the reveal of view/effects.py).
CHANGES = (DROPS[4], bytes((15, 4, 10, 6)), bytes((15, 8, 20, 8, 25, 12)), bytes((6, 4, 4, 4, 2, 12)), DROPS[6],
           bytes((13, 8, 20, 8, 13, 8)), REFUSED, bytes((10, 6, 0, 6, 10, 6)),
           bytes((20, 4, 0, 14, 22, 4, 0, 14, 24, 4)))
