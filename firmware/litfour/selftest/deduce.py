"""How a chain of pixels really runs, deduced from where single pixels of it are seen. Pure.

Every wiring that a build may have is a candidate. A question is one pixel of the chain and "in which column is it?"
or "in which row?"; the next question is the one whose answers leave the fewest candidates in the worst case. When
one is left, more questions confirm it, until no other wiring could have given these answers even with one wrong press
or with the wires of two column buttons swapped.
"""

from litfour.hw.chain import AXES, ORIGINS, turned
from litfour.hw.wiring import chain_length, chain_map, wiring_named
from litfour.ports import MAX_COLUMNS

COLUMN = 0
ROW = 1
NOWHERE = 255               # of a pixel that is skipped
MOST_LEAD = 1               # sacrificial pixels that are looked for


def candidates(name):
    """[(fields, cells)] of the build `name`: fields for chain.turned(); cells has the cell of each chain number (row *
    columns + column, then the rail's pixels from the left) or NOWHERE."""
    found = []
    usual = wiring_named(name)
    for origin in ORIGINS:
        for axis in AXES:
            for serpentine in (False, True):
                for rail in (1, -1) if usual.rail else (0,):
                    fields = fields_of(origin, axis, serpentine, rail)
                    cells = cells_of(turned(name, fields))
                    for lead in range(MOST_LEAD + 1):
                        led = fields_of(origin, axis, serpentine, rail)
                        led["lead"] = lead
                        found.append((led, bytearray([NOWHERE] * lead) + cells))
    return found


def fields_of(origin, axis, serpentine, rail):
    fields = {"origin": origin, "axis": axis, "serpentine": serpentine}
    if rail:
        fields["rail"] = rail
    return fields


def longest(name):
    """Length of the longest chain among candidates(name)."""
    return chain_length(wiring_named(name)) + MOST_LEAD


def cells_of(wiring):
    """bytearray: the cell of each number of the chain, NOWHERE where it is skipped."""
    cells = bytearray(chain_length(wiring))
    for number in range(len(cells)):
        cells[number] = NOWHERE
    chain = chain_map(wiring)
    for cell in range(len(chain)):
        cells[chain[cell]] = cell
    return cells


class Deduction:
    """take() answers to `question` (number in the chain, COLUMN or ROW) until `state` is no more ASKING. `panel` is the
    build's, `all` its candidates().

    fields: of the wiring that was found, once FOUND.
    """

    ASKING, FOUND, CONTRADICTION, AMBIGUOUS = range(4)

    def __init__(self, panel, all):
        self.panel = panel
        self.all = all
        self.left = all
        self.state = self.ASKING
        self.fields = None
        self.answers = []           # (number, kind, value), value None where nothing was seen
        self.question = self.best_question()

    def best_question(self):
        """(number in the chain, COLUMN or ROW), None if no further one tells anything."""
        if len(self.left) == 1:
            return self.confirmation()
        worst = len(self.left)
        best = None
        for number, kind in self.questions():
            size = self.largest_group(number, kind)
            if size < worst:
                worst = size
                best = number, kind
        return best

    def questions(self):
        """All that were not asked yet."""
        asked = [(number, kind) for number, kind, _ in self.answers]
        longest = max([len(cells) for _, cells in self.all])
        return [(number, kind) for number in range(longest) for kind in (COLUMN, ROW) if (number, kind) not in asked]

    def largest_group(self, number, kind):
        """Candidates that are left in the worst case; a pixel that may not be seen at all tells nothing."""
        sizes = bytearray(MAX_COLUMNS)      # by column or row
        for _, cells in self.left:
            value = self.place(cells, number, kind)
            if value is None:
                return len(self.left)
            sizes[value] += 1
        return max(sizes)

    def place(self, cells, number, kind):
        """Column or row of a chain number; None where a candidate has none (skipped; the row of a rail's pixel)."""
        cell = cells[number] if number < len(cells) else NOWHERE
        panel = self.panel
        if cell == NOWHERE or kind == ROW and cell >= panel.cells:
            return None
        return (cell // panel.columns if kind == ROW else cell % panel.columns) if cell < panel.cells \
            else cell - panel.cells

    def take(self, value):
        """The answer to `question`: column or row from 0, None if the pixel is not seen: that tells nothing, it may be
        dead or sacrificial."""
        number, kind = self.question
        self.answers.append((number, kind, value))
        if value is not None:
            self.left = [each for each in self.left if self.place(each[1], number, kind) == value]
        if not self.left:
            self.state = self.CONTRADICTION
            return
        self.question = self.best_question()
        if self.question is None:
            self.state = self.FOUND if len(self.left) == 1 and not self.excused() else self.AMBIGUOUS
        if self.state == self.FOUND:
            self.fields = self.left[0][0]

    def confirmation(self):
        """The question that refutes the most of the excused candidates, if the answer is the last candidate's."""
        excused = self.excused()
        best = 0
        chosen = None
        for number, kind in self.questions() if excused else ():
            value = self.place(self.left[0][1], number, kind)
            score = 0
            for cells, swap in excused:
                other = self.place(cells, number, kind)
                if value is not None and other != value:
                    score += 1 if swap and kind == COLUMN and swapped(other, swap) == value else 1000
            if score > best:
                best = score
                chosen = number, kind
        return chosen

    def excused(self):
        """[(cells, swap)] of the other candidates that one wrong press explains, or swapped wires of two columns."""
        found = []
        for each in self.all:
            if each is not self.left[0]:
                wrong = []
                for number, kind, value in self.answers:
                    place = self.place(each[1], number, kind)
                    if value is not None and place != value:
                        wrong.append((kind, place, value))
                swap = self.swap_of(each[1], wrong)
                if len(wrong) < 2 or swap:
                    found.append((each[1], swap))
        return found

    def swap_of(self, cells, wrong):
        """The two columns whose swapped buttons explain what is wrong with a candidate, or None."""
        if not wrong or wrong[0][0] == ROW or wrong[0][1] is None:
            return None
        swap = wrong[0][1:]
        for number, kind, value in self.answers:
            place = self.place(cells, number, kind)
            if value is not None and (swapped(place, swap) if kind == COLUMN else place) != value:
                return None
        return swap


def swapped(column, swap):
    return swap[1] if column == swap[0] else swap[0] if column == swap[1] else column
