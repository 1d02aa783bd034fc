"""A source of random numbers that is the same on every Python and allocates nothing.

Three small generators combined (Wichmann and Hill, Applied Statistics 31, 1982), so that no product exceeds the
board's 31-bit small ints.
"""


class Random:
    """below(n) is an int 0 .. n - 1, for n up to 2**15."""

    def __init__(self, seed):
        seed = int(seed) & 0x3FFFFFFF
        self._x = seed % 30268 + 1
        self._y = seed // 30268 % 30306 + 1
        self._z = seed % 30322 + 1
        for _ in range(8):
            self.below(2)

    def below(self, n):
        self._x = self._x * 171 % 30269
        self._y = self._y * 172 % 30307
        self._z = self._z * 170 % 30323
        return (self._x + self._y + self._z) % n
