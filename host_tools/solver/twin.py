"""The node loop of firmware/kernel/solver.c in plain Python, for tests: same block, same table, same node counts.

Slow and simple: recursive, 49-bit boards, the table a list of buckets. It keeps its own table between questions of one
search, as the kernel does, and answers only whole questions (it must be given all the nodes in one slice).
"""

from litfour.engine import solver as device

BOTTOM = device.BOTTOM_A | device.BOTTOM_B << 28
CELLS = BOTTOM * 63
EVEN, ODD = BOTTOM * 42, BOTTOM * 21
HASH = 0x9E3779B1
WEIGHT = (0, 2, 4, 6, 5, 3, 1)


class OutOfNodes(Exception):
    """The slice is spent."""


def threats(discs, everyone):
    """Empty cells that complete four of `discs`."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (6, 7, 8):
        for up in (True, False):
            one, two, three = ((discs << k * step if up else discs >> k * step) for k in (1, 2, 3))
            back = discs >> step if up else discs << step
            found |= one & two & (three | back)
    return found & CELLS & ~everyone


def line(discs):
    """True if `discs` hold four in a line."""
    return any(discs & discs >> step & discs >> 2 * step & discs >> 3 * step for step in (1, 6, 7, 8))


def bits(cells):
    """The cells of a board, one at a time, columns from the left."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


class Twin:
    """run(block, table) of the kernel; `table` is not used but for its being there."""

    def __init__(self):
        self.buckets = {}

    def run(self, block, table):
        """See solver.c. The slice must be large enough for the whole question, else RUNNING and an end of it."""
        self.block, self.left = block, block[device.LEFT]
        if block[device.STATE] == device.START:
            self.buckets = {}
        me, everyone, threat = (block[i] | block[i + 1] << 28
                                for i in range(device.FIRST, device.FIRST + 6, 2))
        self.theta = block[device.THETA]
        self.root = block[device.PLY]
        try:
            answer = self.search(me, everyone, threat, self.root)
        except OutOfNodes:
            block[device.LEFT] = 0
            return device.RUNNING
        block[device.LEFT] = self.left
        block[device.STATE] = device.NO + answer
        return device.NO + answer

    def mark(self, ply, cells):
        """Notes the column of these cells as the one tried last at the root."""
        if ply == self.root:
            column = next(c for c in range(7) if cells >> 7 * c & 127)
            self.block[device.MARK_A] = 64 << 7 * column if column < 4 else 0
            self.block[device.MARK_B] = 64 << 7 * column - 28 if column > 3 else 0

    def search(self, me, everyone, threat, ply):
        """Does the first player reach theta? 1 or 0."""
        if self.left == 0:
            raise OutOfNodes
        self.left -= 1
        if ply >= self.block[device.LIMIT]:
            return self.block[device.AT_LIMIT]
        can = everyone + BOTTOM & CELLS
        to = (can & threat or can) & ~(threat >> 1)
        if self.claimed(me, everyone, can, to, ply):
            return 0
        wanted = 1 - (ply & 1)
        opponent = everyone ^ me
        for x in list(bits(to)):
            known = self.probe(opponent + everyone + BOTTOM + x)
            if known == wanted:
                self.mark(ply, x)
                return self.store(me, everyone, wanted, 0)
            if known is not None:
                to ^= x
        moves = []
        for x in bits(to):
            made = threats(me | x, everyone | x)
            after = can + x & CELLS
            must = after & made
            if must & (must - 1) or not (must or after) & ~(made >> 1):
                self.mark(ply, x)
                return self.store(me, everyone, wanted, 0)
            later = made & ~after & (EVEN if ply & 1 else ODD)
            column = next(c for c in range(7) if x >> 7 * c & 127)
            moves.append((8 * (bin(made).count("1") + bin(later).count("1")) + WEIGHT[column], x, made))
        answer = 1 - wanted
        for _, x, made in sorted(moves, reverse=True):
            self.mark(ply, x)
            answer = self.search(opponent, everyone | x, made, ply + 1)
            if answer == wanted:
                break
        return self.store(me, everyone, answer, (42 - ply) >> 1)

    def claimed(self, me, everyone, can, to, ply):
        """True if the second player needs only to answer above each move (it can make all columns even at once)."""
        claim, even = self.block[device.CLAIM], can & EVEN
        if not claim or (even & ~to if ply & 1 else even) or even & (even - 1):
            return False
        first, second = (everyone ^ me, me) if ply & 1 else (me, everyone ^ me)
        if line(first | ODD & ~everyone) or (claim == 2 and not line(second | EVEN & ~everyone)):
            return False
        if ply & 1:
            self.mark(ply, even)
        return True

    @staticmethod
    def place(key):
        """(bucket, the rest of the key: 32 bits, and 4 bits)."""
        a, b = key & 0xFFFFFFF, key >> 28
        rest = (a | b >> 13 << 28) & 0xFFFFFFFF
        return (rest * HASH & 0xFFFFFFFF) >> 19 ^ (b ^ b >> 13) & 8191, rest, b >> 17

    def probe(self, key):
        """The stored answer to the question, or None."""
        index, rest, top = self.place(key)
        for kept, kept_top, answer, theta, _ in self.buckets.get(index, ()):
            if kept == rest:
                if kept_top != top:
                    return None
                return answer if (theta >= self.theta if answer else theta <= self.theta) else None
        return None

    def store(self, me, everyone, answer, depth):
        """Keeps an answer; the deeper of the two entries stays. Returns it."""
        index, rest, top = self.place(me + everyone + BOTTOM)
        bucket = self.buckets.setdefault(index, [(0, 0, 0, 0, 0), (0, 0, 0, 0, 0)])
        entry = (rest, top, answer, self.theta, depth)
        if depth < bucket[0][4]:
            bucket[1] = entry
        elif bucket[0][0] != rest:
            bucket[:] = [entry, bucket[0]]
        else:
            bucket[0] = entry
        return answer
