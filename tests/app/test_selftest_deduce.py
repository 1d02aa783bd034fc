"""Deducing the wiring: every one there is, with dead pixels, with wrong and contradictory answers. Immunity 7."""

from litfour.hw.chain import turned
from litfour.hw.wiring import wiring_named
from litfour.selftest.deduce import COLUMN, NOWHERE, Deduction, candidates, cells_of

BUILDS = ("7x6", "8x8", "9x6+rail", "9x9+rail", "7x6-on-8x8")


class Truth:
    """What a person sees on a panel that is wired like `cells`; columns swapped as {pressed: source}."""

    def __init__(self, panel, cells, dead=(), swapped=None):
        self.panel, self.cells, self.dead, self.swapped = panel, cells, dead, swapped or {}

    def answer(self, number, kind):
        if number in self.dead or number >= len(self.cells) or self.cells[number] == NOWHERE:
            return None
        cell = self.cells[number]
        if cell >= self.panel.cells:
            assert kind == COLUMN, "a rail has no rows"
            return self.column(cell - self.panel.cells)
        return self.column(cell % self.panel.columns) if kind == COLUMN else cell // self.panel.columns

    def column(self, column):
        return self.swapped.get(column, column)


def deduced(panel, all, truth, limit=20):
    deduction = Deduction(panel, all)
    while deduction.state == Deduction.ASKING:
        number, kind = deduction.question
        deduction.take(truth.answer(number, kind))
        assert len(deduction.answers) <= limit
    return deduction


def every(build):
    panel = wiring_named(build).panel_record()
    all = candidates(build)
    return panel, all


def test_every_wiring_of_every_build_is_found():
    for build in BUILDS:
        panel, all = every(build)
        assert len(all) == (64 if panel.rail else 32)
        assert len({bytes(cells) for _, cells in all}) == len(all), "two wirings are the same one"
        for fields, cells in all:
            found = deduced(panel, all, Truth(panel, cells))
            assert (found.state, found.fields) == (Deduction.FOUND, fields)
            assert len(found.answers) <= 9, (build, fields, found.answers)
            assert bytes(cells_of(turned(build, found.fields))) == bytes(cells)


def test_a_dead_pixel_leads_to_other_questions():
    panel, all = every("7x6")
    for fields, cells in all[::5]:
        for dead in range(0, len(cells), 2):
            found = deduced(panel, all, Truth(panel, cells, dead=(dead,)))
            assert (found.state, found.fields) == (Deduction.FOUND, fields), (fields, dead)


def test_a_wrong_answer_is_a_contradiction_or_asked_further_but_never_another_wiring():
    panel, all = every("7x6")
    for _, cells in all[::9]:
        questions = len(deduced(panel, all, Truth(panel, cells)).answers)
        for wrong in range(questions):
            for value in range(panel.rows):
                truth, deduction = Truth(panel, cells), Deduction(panel, all)
                while deduction.state == Deduction.ASKING:
                    number, kind = deduction.question
                    right = truth.answer(number, kind)
                    lie = len(deduction.answers) == wrong and value != right
                    deduction.take(value if lie else right)
                found = deduction.state == Deduction.FOUND
                assert not found or not lied(deduction, cells, panel), (cells, wrong, value)


def lied(deduction, cells, panel):
    """Whether what was found is not what is built."""
    return bytes(cells_of(turned("7x6", deduction.fields))) != bytes(cells)


def test_two_swapped_column_buttons_are_a_contradiction():
    panel, all = every("7x6")
    for first in range(7):
        for second in range(first):
            for fields, cells in all[first::13]:
                swapped = {first: second, second: first}
                found = deduced(panel, all, Truth(panel, cells, swapped=swapped))
                assert found.state in (Deduction.CONTRADICTION, Deduction.AMBIGUOUS) or found.fields == fields


def test_a_panel_of_another_size_is_a_contradiction():
    panel, all = every("7x6")
    for _, cells in every("8x8")[1][::3]:
        other = wiring_named("8x8").panel_record()
        assert deduced(panel, all, Truth(other, cells), limit=100).state != Deduction.FOUND


def test_a_dark_panel_ends_without_a_finding():
    panel, all = every("7x6")
    assert deduced(panel, all, Truth(panel, b""), limit=100).state == Deduction.AMBIGUOUS
