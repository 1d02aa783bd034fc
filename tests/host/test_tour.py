"""Every game after every other in one power-up: what one leaves in the table and the blocks does not harm the next.
With the kernels as Python runs them, which complains of a number that is out of range."""

import itertools

from litfour.app.menu import NAMES
from litfour.rules.variants import VARIANTS
from tests.scenarios.table import Table


def chosen(table, column):
    """Chooses a column of the menu's page "game" and lets two CPUs play it; its name."""
    table.hold_menu()
    while NAMES[table.app.menu.page] != "game":
        table.menu()
    table.sim.press(column - 1)
    table.hold_menu().wait(400)
    return table.app.session.position.variant.name


def test_every_game_after_every_other():
    table = Table("9x9", players="watch", level="easy")
    table.sim.press(0)
    seen = {chosen(table, column) for column in (1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 8)}
    for first, second in itertools.combinations((1, 3, 6, 7, 9), 2):        # each search, most of its forms
        seen.add(chosen(table, first))
        seen.add(chosen(table, second))
    assert seen == {variant.name for variant in VARIANTS}
    assert table.app.repaired == []
