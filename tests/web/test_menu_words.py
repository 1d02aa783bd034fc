"""The menu in words: every page, and every column that its picture offers."""

import pytest

from host_tools.web.menu_words import words
from litfour.app.menu import NAMES, Menu
from litfour.app.settings import Settings
from litfour.ports import panel_named
from litfour.rules.variants import VARIANTS, fits


@pytest.mark.parametrize("variant", [record.name for record in VARIANTS])
def test_every_column_that_the_picture_offers_has_words(variant):
    settings = Settings()
    settings.variant = [record.name for record in VARIANTS].index(variant)
    settings.settle()
    menu = Menu(settings, settings.cpus, panel_named("9x9"), True, False)
    seen = set()
    while menu.page not in seen:
        seen.add(menu.page)
        name, options = words(menu)
        assert name == NAMES[menu.page]
        mask = sum(1 << column for column, _, _ in options)
        assert mask == menu._mask, name
        for column, text, chosen in options:
            assert text and isinstance(text, str)
            if name not in ("hand", "help", "puzzle"):
                assert chosen == bool(menu._chosen >> column & 1), (name, text)
        menu.next()
    rules = VARIANTS[settings.variant].rules
    assert len(seen) == len(NAMES) - (not rules)


def test_words_follow_a_choice():
    menu = Menu(Settings(), 2, panel_named("9x9"), True, False)
    assert words(menu)[1][0] == [0, "standard", True]
    menu.choose(0)                          # the same column again: its next kind
    assert words(menu)[1][0] == [0, "8x7", True]
    assert not words(menu)[1][2][2]
    small = Menu(Settings(), 2, panel_named("7x6"), False, False)
    assert all(fits(record, panel_named("7x6")) for record in VARIANTS
               if record.name in [text for _, text, _ in words(small)[1]])
    while NAMES[small.page] != "level":
        small.next()
    assert [text for _, text, _ in words(small)[1]] == ["easy", "medium", "hard", "buddy"]
