"""Random numbers for tests: the same on both Pythons."""


class Chance:
    """A small generator, so that both Pythons play the same random games."""

    def __init__(self, seed):
        self.state = seed & 0x7FFFFFFF

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % n

    def pick(self, items):
        return items[self.below(len(items))]
