"""What was played on this board, in at most 400 bytes under the name "stats". Loaded when a game ends, and dropped.

    byte 0, 1  VERSION; number of masks
    2, 3       the person's wins against the CPU in a row, until now; 4, 5: the longest such streak
    6, 7       the streak before the last game that was counted; bit 15: that game made the longest one longer
    8, 9       deal of that game, which tells it from others; 10: its variant (NOBODY: none); 11: its column << 4 | slot
    12 ...     a mask for each variant. Bit k, a column: games of one person against the CPU at level k were counted;
               bit PEOPLE: games between people
    then       for every bit, in this order, counts of 12 bits: won, drawn, lost by the person; of PEOPLE: games
So games that nobody plays take no room, and all of 14 variants at 5 levels fit. Numbers are little-endian.
"""

from litfour.rules.position import DRAW, ONGOING

VERSION, HEAD, PEOPLE, NOBODY = 1, 12, 7, 255
MOST = 4095                 # a count that has come here stays: that many, or more
LONGEST = 32767             # of a streak
MAX_BYTES = 400             # what a slot of the store holds
EMPTY = b"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\x00"


def record(store, session, step=1):
    """Counts the finished game of `session`, once however often it is called; an unfinished one it leaves alone.
    step -1: that game is taken back, before or after its last move is. Saves (up to 60 ms: a quiet moment).

    Returns "" or what to tell: "stats" (they were broken and begin anew), "stats full", "stats not saved"."""
    old = store.load("stats")
    told = "" if old is None and "stats" not in getattr(store, "damaged", "") or old and whole(old) else "stats"
    stats = Stats(EMPTY if told or not old else old)
    column, slot = judged(session)
    if step < 0 or column >= 0:
        stats.take_back(session.position.deal)
    if step > 0 and column >= 0:
        stats.count(session.settings.variant, column, slot, session.position.deal)
    data = stats.pack()
    if len(data) > MAX_BYTES:
        return "stats full"
    if data != (old or EMPTY) and not store.save("stats", data):
        return "stats not saved"
    return told


def judged(session):
    """(column, slot) under which the game of a session counts; (-1, 0) while it goes on or if only CPUs played."""
    result = session.position.result
    people = [seat for seat in range(1, session.match.seats + 1) if not session.is_cpu(seat)]
    if result == ONGOING or not people:
        return -1, 0
    if len(people) > 1:
        return PEOPLE, 0
    return session.settings.level, 1 if result == DRAW else 0 if result == people[0] else 2


def digits(masks):
    """Hexadecimal digits of the counts that masks stand for."""
    total = 0
    for mask in masks:
        total += 3 * (mask >> PEOPLE)
        mask &= (1 << PEOPLE) - 1
        while mask:
            mask &= mask - 1
            total += 9
    return total


def whole(data):
    """True where these bytes are statistics of this version and make sense."""
    if len(data) < HEAD or data[0] != VERSION or len(data) < HEAD + data[1]:
        return False
    masks, last, column, slot = data[HEAD:HEAD + data[1]], data[10], data[11] >> 4, data[11] & 15
    known = last == NOBODY or last < len(masks) and masks[last] >> column & 1 and slot < (1 if column == PEOPLE else 3)
    return bool(known) and len(data) == HEAD + len(masks) + (digits(masks) + 1) // 2


class Stats:
    """The bytes taken apart: the head's numbers, masks, and all counts as text of hexadecimal digits."""

    def __init__(self, data):
        self.streak, self.longest, self.before, self.deal = (
            int.from_bytes(data[k:k + 2], "little") for k in range(2, 10, 2))
        self.last, self.place = data[10], data[11]
        self.masks = bytearray(data[HEAD:HEAD + data[1]])
        self.text = data[HEAD + data[1]:].hex()[:digits(self.masks)]

    def pack(self):
        head = bytes([VERSION, len(self.masks)])
        for number in (self.streak, self.longest, self.before, self.deal):
            head += number.to_bytes(2, "little")
        counts = bytes.fromhex(self.text + "0" * (len(self.text) & 1))
        return head + bytes([self.last, self.place]) + self.masks + counts

    def count(self, variant, column, slot, deal):
        self._add(variant, column, slot, 1)
        self.before, self.deal, self.last, self.place = self.streak, deal, variant, column << 4 | slot
        if column != PEOPLE:
            self.streak = min(self.streak + 1, LONGEST) if slot == 0 else 0
            if self.streak > self.longest:
                self.longest = self.streak
                self.before |= 1 << 15

    def take_back(self, deal):
        """The last game that was counted, if that is the one of this deal."""
        if self.last != NOBODY and self.deal == deal:
            self._add(self.last, self.place >> 4, self.place & 15, -1)
            self.streak = self.before & LONGEST
            self.longest = max(0, self.longest - (self.before >> 15))
            self.last = NOBODY

    def _add(self, variant, column, slot, step):
        masks, text = self.masks, self.text
        masks.extend(bytes(max(0, variant + 1 - len(masks))))
        at = digits(masks[:variant]) + digits((masks[variant] & (1 << column) - 1,))
        if not masks[variant] >> column & 1:
            masks[variant] |= 1 << column
            text = text[:at] + ("000" if column == PEOPLE else "000000000") + text[at:]
        at += 3 * slot
        number = int(text[at:at + 3], 16)
        if number < MOST:
            number = max(0, number + step)
        self.text = text[:at] + f"{number:03x}" + text[at + 3:]
