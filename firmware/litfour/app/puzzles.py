"""The puzzles on the flash: win in two, three or four own moves. Loaded to pick one, and dropped.

The file (host_tools/puzzles.py writes it): a header of 16 bytes, from byte: 0 "LF4P", 4 version, 5 bytes a puzzle,
6 the three counts (2 bytes each), 12 CRC-32 of the 12 bytes before and all puzzles. Then the puzzles in two moves, in
three, in four, shuffled. A puzzle is one number of 12 bytes: in its lowest 5 bits how many moves lead to it, then three
bits for the key move's column, then three bits a move. All is little-endian; columns count from 0 at the left.
"""

from binascii import crc32

from litfour.app.puzzle import Puzzle

PATH = "litfour/puzzles"        # in the folder of the version that runs: main.py goes there
MAGIC = b"LF4P"
VERSION = 1
HEADER = 16
RECORD = 12
MOST_MOVES = 29         # that lead to a puzzle
SHORTEST = 2            # own moves of the first of three levels


class Puzzles:
    """The puzzles in the file `path`, read one at a time. `fault` says in words what is wrong with it, and is "" if
    nothing is; of a file with a fault there are no puzzles. Opening reads it through once: 4 KB, some milliseconds."""

    def __init__(self, path=PATH):
        self._path = path
        self.counts = [0, 0, 0]
        try:
            with open(path, "rb") as file:
                self.fault = self._check(file)
        except OSError:
            self.fault = "no puzzles"

    def _check(self, file):
        header = file.read(HEADER)
        if len(header) < HEADER or header[:4] != MAGIC:
            return "not a file of puzzles"
        if header[4] != VERSION or header[5] != RECORD:
            return "puzzles of another version"
        total, size, buffer = crc32(header[:12]), 0, bytearray(128)
        while True:
            count = file.readinto(buffer)
            if not count:
                break
            total = crc32(memoryview(buffer)[:count], total)
            size += count
        counts = [int.from_bytes(header[k:k + 2], "little") for k in (6, 8, 10)]
        if total != int.from_bytes(header[12:16], "little") or size != RECORD * sum(counts) or not min(counts):
            return "damaged puzzles"
        self.counts = counts
        return ""

    def pick(self, counter, level):
        """The Puzzle number `counter` (from 0, without end) of a level (0: two own moves, 1: three, 2 and more: four),
        None where there is a fault. All of a level come before one comes again, then as in a mirror."""
        level = min(level, 2)
        if self.fault:
            return None
        around, number = divmod(counter, self.counts[level])
        try:
            with open(self._path, "rb") as file:
                file.seek(HEADER + RECORD * (sum(self.counts[:level]) + number))
                record = file.read(RECORD)
        except OSError:
            record = b""
        if len(record) != RECORD:
            self.fault = "puzzles cannot be read"
            return None
        bits = int.from_bytes(record, "little")
        columns = [bits >> at & 7 for at in range(5, 8 + 3 * (bits & 31), 3)]
        if around & 1:
            columns = [6 - column for column in columns]
        return Puzzle(SHORTEST + level, columns[1:], columns[0])
