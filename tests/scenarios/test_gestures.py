"""The whole grammar of buttons, cell by cell: rows are states, columns the gestures."""

import pytest

from litfour.app import tunes
from litfour.app.app import DIM_MS
from litfour.ports import BEAM, MENU, UNDO
from tests.scenarios.table import Table

GESTURES = ("column", "column held", "MENU", "hold MENU", "UNDO", "hold UNDO")
COLUMN = 3                  # the column that is pressed, from 1


def perform(table, gesture):
    source = {"M": MENU, "U": UNDO}.get(gesture.split()[-1][0], COLUMN - 1)
    if gesture in ("column held", "hold MENU", "hold UNDO"):
        table.sim.hold(source)
    else:
        table.sim.press(source)


# ---- the states

def attract():
    return Table(players="two")


def offered():
    table = Table(players="two").play("4 5").settle().wait(500)
    return Table(store=table.sim.store)


def turn():
    return Table(players="two").play("4 5 4").settle()


def dimmed():
    return turn().wait(DIM_MS + 1000)


def solo():
    return Table(players="solo", starter=1).play("4").settle()


def page():
    return turn().hold_menu().page("level")


def popout():
    return Table(players="two", variant="popout").play("3 4").settle()


def aim():
    table = Table(players="two", variant="no-gravity").play("")
    table.sim.press(0)
    table.sim.press(COLUMN - 1)
    return table


def second():
    """Power Up: a wall lies in column 1, its second disc is to be chosen."""
    table = Table(players="two", variant="power-up")
    table.sim.press(0)
    table.menu().menu()
    table.sim.press(0)
    assert table.app.hand.busy
    return table


def thinking():
    table = Table(players="solo", level="hard", starter=1).play("4")
    table.sim.run_until(lambda app: table.state == "think")
    return table


def falling():
    table = Table(players="two").play("4")
    assert table.state == "fall"
    return table


def secret():
    table = Table("9x9", players="three", variant="simultaneous")
    table.sim.press(0)
    return table


def chosen():
    table = secret()
    table.sim.press(7)
    return table


def shown_round():
    table = secret()
    for column in (1, 2, 3):
        table.sim.press(column - 1)
        table.menu()
    return table.settle()


def rewound():
    table = turn().undo().undo()
    assert table.state == "rewound"
    return table


def over():
    table = Table(players="two").play("1 2 1 2 1 2 1").settle().wait(1700)
    assert table.state == "over"
    return table


def stray():
    table = Table(players="two").play("4")
    table.sim.press(BEAM + COLUMN - 1, ms=40)
    table.settle()
    assert table.app.stray == COLUMN - 1
    return table


# ---- what a cell says

def opens(table, before):
    assert table.state == "turn" and table.moves == before["moves"]


def wakes(table, before):
    assert table.state == before["state"] and table.moves == before["moves"] and table.app.dimmed == 0


def menu(table, before):
    assert table.state == "menu"
    table.hold_menu()
    back = {"fall": ("turn",), "think": ("think", "turn")}.get(before["state"], (before["state"],))
    table.wait(200)
    assert table.state in back and table.moves == before["moves"], "leave, exactly back"


def leaves(table, before):
    assert table.state == "turn" and table.moves == before["moves"]


def refused(table, before):
    assert before["heard"] == [tunes.REFUSED] and table.moves == before["moves"]


def nothing(table, before):
    assert before["heard"] == [] and table.moves == before["moves"] and table.state == before["state"]
    assert table.app.stray == before["stray"]


def score(table, before):
    assert table.state == before["state"] and table.moves == before["moves"]
    assert table.discs() == ({(2, 1): 1} if before["state"] == "over" else {}), "the bar, and no disc"


def plays(move):
    def check(table, before):
        table.settle()
        assert table.moves == (before["moves"] + " " + move).strip()
    return check


def back_to(moves):
    def check(table, before):
        assert table.moves == moves
    return check


def chooses(table, before):
    assert table.state == "menu" and table.app.menu.settings.level == COLUMN - 1


def next_page(table, before):
    assert table.state == "menu" and table.app.menu.page != before["page"]


def next_option(table, before):
    assert table.state == "menu" and table.app.menu.page == before["page"]
    assert table.app.menu.settings.level != before["level"]


def hand(busy, seat=None):
    def check(table, before):
        assert table.app.hand.busy == busy and table.moves == before["moves"] and table.state == "turn"
        assert seat is None or table.app.scene.seat == seat
    return check


def goes_on(table, before):
    assert table.state == "turn" and table.app.session.future == [] and table.moves == before["moves"]


def rematch(table, before):
    assert table.state == "turn" and table.moves == ""


def ignored(table, before):
    assert table.app.stray == -1 and table.moves == before["moves"]


def counted(table, before):
    table.settle()
    assert table.app.stray == -1 and table.moves == before["moves"] + f" {COLUMN}"


def stops(table, before):
    assert table.moves == "" and table.state in ("rewound", "turn")


ROWS = (
    (attract, opens, opens, opens, menu, wakes, wakes),
    (offered, opens, opens, opens, menu, wakes, wakes),
    (dimmed, plays("3"), plays("3"), score, menu, back_to("4 5"), refused),
    (page, chooses, None, next_page, leaves, next_option, None),
    (turn, plays("3"), plays("3"), score, menu, back_to("4 5"), refused),
    (popout, plays("3"), plays("3p"), hand(True), menu, back_to("3"), refused),
    (aim, hand(True), plays("3.1"), plays("3.1"), menu, hand(False), None),
    (second, plays("1w3"), None, None, menu, hand(True), None),
    (thinking, refused, None, score, menu, stops, None),
    (falling, refused, None, None, menu, stops, None),
    (secret, hand(True, 1), None, hand(False, 1), menu, None, None),
    (chosen, hand(True, 1), None, hand(True, 2), menu, hand(False, 1), None),
    (shown_round, opens, None, opens, menu, back_to(""), None),
    (rewound, plays("3"), plays("3"), goes_on, menu, back_to(""), back_to("4 5")),
    (over, rematch, None, score, menu, back_to("1 2 1 2 1 2"), refused),
    (stray, None, None, counted, menu, ignored, None),
)
CELLS = [(row[0], gesture, check) for row in ROWS for gesture, check in zip(GESTURES, row[1:]) if check]


@pytest.mark.parametrize("state, gesture, check", CELLS, ids=[f"{state.__name__}, {gesture}"
                                                              for state, gesture, _ in CELLS])
def test_cell(state, gesture, check):
    table = state()
    opened = table.app.menu
    before = {"state": table.state, "moves": table.moves, "stray": table.app.stray,
              "page": opened.page if opened else None, "level": opened.settings.level if opened else None}
    seen = len(table.sim.sound.tunes)
    perform(table, gesture)
    before["heard"] = table.sim.sound.tunes[seen:]
    table.wait(60)
    check(table, before)


def test_solo_undo_takes_back_to_your_last_choice():
    table = solo()
    assert len(table.moves.split()) == 2
    table.undo()
    assert table.moves == ""


def test_columns_rest_after_the_end():
    table = Table(players="two").play("1 2 1 2 1 2 1").settle()
    table.wait(600)
    table.sim.press(COLUMN - 1)
    assert table.state == "over" and table.moves.split() == list("1212121")
    table.wait(1500)
    table.sim.press(COLUMN - 1)
    assert table.state == "turn" and table.moves == ""


@pytest.mark.parametrize("state", [row[0] for row in ROWS], ids=lambda state: state.__name__)
def test_both_held_change_the_brightness_in_every_state(state):
    table = state()
    before, moves = table.app.settings.brightness, table.moves
    table.chord()
    assert table.app.settings.brightness == (before + 1) % 5
    assert table.moves == moves or state is thinking
