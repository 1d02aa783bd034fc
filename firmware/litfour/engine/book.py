"""The book of Perfect: the positions that its search cannot solve in time, read from flash by seeking.

The file (host_tools/solver/bookfile.py writes it): a header, an index, then records of 6 bytes in six sections, for the
first player to move a win, a draw, a loss, then the same for the second. A position's key has 49 bits: column by column
from the right edge, seven bits each, the discs of the side to move under one bit more. A record is the key's lower 41
bits and the set of the best columns (7 bits), big-endian, so that sorted bytes are sorted keys. For each section the
index says for each value of the upper 8 bits how many of the section's records are below or at it (2 bytes each).

Header, little-endian, from byte: 0 "LF4B", 4 version, 5 columns, 6 rows, 7 connect, 8 budget of nodes, 12 bytes of the
solver's table, 16 the six counts, 40 CRC-32 of all from byte 48 on, 44 CRC-32 of the 44 bytes before, 48 the index.
"""

MAGIC = b"LF4B"
VERSION = 1
HEADER = 48
INDEX = 3072            # six sections, 256 values, 2 bytes
RECORD = 6
LOW_BITS = 41


def number(data, at):
    """Four bytes, little-endian."""
    return int.from_bytes(data[at:at + 4], "little")


class Book:
    """The book in the file `path`, for a solver of this node budget and table size; `crc32` as of binascii.

    `fault` says in words what is wrong with it, and is "" if nothing is; a book with a fault finds nothing.
    """

    def __init__(self, path, crc32, budget=100000, table=98304):
        self._path = path
        self._crc32 = crc32
        self._starts = []
        self._record = bytearray(RECORD)
        self.count = 0
        self.value = None           # of the position found last, for the side to move
        self._sum = 0
        try:
            with open(path, "rb") as file:
                self.fault = self._read_header(file.read(HEADER), budget, table) or self._length(file)
        except OSError:
            self.fault = "no book"

    def _read_header(self, header, budget, table):
        if len(header) < HEADER or header[:4] != MAGIC:
            return "not a book"
        if self._crc32(header[:44]) != number(header, 44):
            return "damaged book"
        if header[4] != VERSION or header[5:8] != b"\x07\x06\x04":
            return "book of another version or board"
        if number(header, 8) != budget or number(header, 12) != table:
            return "book for another search"
        for section in range(6):
            self._starts.append(self.count)
            self.count += number(header, 16 + 4 * section)
        self._starts.append(self.count)
        self._sum = number(header, 40)
        return ""

    def _length(self, file):
        file.seek(0, 2)
        return "" if file.tell() == HEADER + INDEX + RECORD * self.count else "torn book"

    def check(self, feed=None):
        """Reads the whole file (some 100 ms) and returns `fault`. `feed`, if given, is called every 1,024 bytes."""
        if not self.fault:
            total, buffer = 0, bytearray(1024)
            with open(self._path, "rb") as file:
                file.seek(HEADER)
                while True:
                    count = file.readinto(buffer)
                    if not count:
                        break
                    total = self._crc32(memoryview(buffer)[:count], total)
                    if feed:
                        feed()
            if total != self._sum:
                self.fault = "damaged book"
        return self.fault

    def find(self, codes, ply, pick=0):
        """A best column of the position with these seven codes (left to right, canonical), or -1 if it is not listed.

        Sets `value`. `pick`: any number; chooses among several. A file that cannot be read any more is a fault.
        """
        if self.fault:
            return -1
        key = 0
        for column in range(6, -1, -1):
            key = key << 7 | codes[column]
        high = key >> LOW_BITS
        wanted = ((key & ((1 << LOW_BITS) - 1)) << 7).to_bytes(RECORD, "big")
        try:
            with open(self._path, "rb") as file:
                for section in range(3 * (ply & 1), 3 * (ply & 1) + 3):
                    columns = self._search(file, wanted, *self._range(file, section, high))
                    if columns:
                        self.value = 1 - section % 3
                        return _one_of(columns, pick)
        except OSError:
            self.fault = "book cannot be read"
        return -1

    def _range(self, file, section, high):
        """The records of a section whose keys have these upper bits: first, and first after them."""
        start = self._starts[section]
        file.seek(HEADER + 512 * section + 2 * high - 2)
        ends = file.read(4)
        if len(ends) != 4:
            raise OSError
        below = ends[0] | ends[1] << 8 if high else 0
        return start + below, start + (ends[2] | ends[3] << 8)

    def _search(self, file, wanted, low, high):
        """The columns of a record among low .. high - 1, or 0. A record is above `wanted` by its columns only."""
        record = self._record
        while low < high:
            middle = (low + high) // 2
            file.seek(HEADER + INDEX + RECORD * middle)
            if file.readinto(record) != RECORD:
                raise OSError
            columns = record[5] & 127
            record[5] &= 128
            if record == wanted:
                return columns
            if record < wanted:
                low = middle + 1
            else:
                high = middle
        return 0


def _one_of(columns, pick):
    listed = [column for column in range(7) if columns >> column & 1]
    return listed[pick % len(listed)]
