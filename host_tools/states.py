"""Every look of the board by name: what `litfour render --state` draws, and what `litfour gallery` puts on its sheets.

A state is presses in the simulator, never a painted picture: what is done before the moves, the moves, what is done
after them. Gestures are those of script.py, a `;` between two, and `jam 5` (that column's beam, or menu, stays
blocked), `power` (the plug is pulled and put in again), `page level` (the menu is opened at that page), `hand` (the CPU
plays on for the seat to move), `film` (an animation begins here, not with the first gesture after the moves), and bare
columns: a disc in each, waited for until it lies and the CPU has answered.
"""

from typing import NamedTuple

from litfour.app.menu import NAMES as PAGES
from litfour.rules.variants import VARIANTS

WAKE = "press 1"            # the waking press is never a move
DRAWN = ("1 2 1 2 2 1 2 1 1 2 1 2 3 4 3 4 4 3 4 3 3 4 3 4 5 6 5 6 6 5 6 5 5 6 5 6 7 7 7 7 7 7")
_WON = "1 2 1 2 1 2 1"


class State(NamedTuple):
    """title: in a few words. shows: the app's state (app.STATE_NAMES, or "draw") that it must end in. moves: of its
    game, unless others are given; None where it has no game. before, then: gestures before the moves and after them.
    settings: by name, see staging.settings_for; `variant` among them is the default. caught: the last move is looked at
    while it is made. light: no game at all, but this (level, brightness) of the first pixel, as hw/first.py gives it.
    """

    title: str
    shows: str = "turn"
    moves: str | None = None
    then: str = ""
    before: str = WAKE
    settings: dict = {}
    caught: bool = False
    light: tuple = ()


# in the order of the sheet
_NAMED = {
    "attract": State("nobody plays", "attract", before="", then="wait 2500"),
    "waiting": State("a game waits after a power cut", "attract", "4 4 3 5", "power; wait 1600"),
    "turn": State("red is to move", "turn", "4 4 3 3", "wait 1500"),
    "fall": State("a disc falls", "fall", "4 4 3 3 5", "wait 160", caught=True),
    "think": State("the CPU thinks", "think", "4", "hand; wait 200"),
    "refused": State("refused: nothing to take back", "turn", "", "press undo; wait 60"),
    "full": State("refused: full", "turn", "4 4 4 4 4 4", "press 4; wait 60"),
    "rewound": State("a position taken back", "rewound", "4 4 3 5", "press undo; wait 240"),
    "jam": State("a beam is blocked", "turn", "4 4 3", "jam 5; wait 700"),
    "stuck": State("MENU is stuck", "turn", "4 4 3", "jam menu; wait 700"),
    "stray": State("a disc at the wrong time", "turn", "4", "press beam5; wait 1200", caught=True),
    "clock": State("the clock is low", "turn", "4 4 3", "wait 7000", settings={"clock": 10}),
    "won": State("won", "over", _WON, "wait 1200"),
    "drawn": State("a draw", "draw", DRAWN, "wait 500"),
    "match": State("the match is won", "over", _WON, "wait 700", settings={"match": 3},
                   before=f"press 1; {_WON}; wait 1700; press 4; 7 1 7 1 6 1 6 1; wait 1700; press 4"),
    "score": State("the score", "turn", "4", "press menu; wait 100",
                   before="press 1; " + "; ".join([f"{_WON}; wait 1700; press 4"] * 3)),
    "hint": State("a hint: proved", "turn", "3 3 4 4 5 6", "page hint; press 4; wait 4000"),
    "guess": State("a hint: a guess", "turn", "4 4", "page hint; press 4; wait 5500"),
    "threats": State("threats (coach: always)", "turn", "3 3 4 4 5", "page coach; press 3; hold menu; wait 2000"),
    "menu": State("the menu", "menu", before="", then="hold menu; wait 100"),
    "puzzle": State("a puzzle", "turn", before="", then="page puzzle; press 1; wait 900"),
    "brightness": State("the brightness", "turn", "4 4 3", "hold menu+undo; wait 100"),
    "night": State("night", "turn", "4 4 3", "wait 900", settings={"night": 1}),
    "dimmed": State("dimmed: nobody touched it", "turn", "4 4 3", "wait 119000; film; wait 1400"),
    "toddler": State("for the smallest", "toddler", before="page toddler; press 1",
                     then="press 2; wait 250; press 4; wait 200; press 6; wait 100"),
    "safe-mode": State("safe mode (a fault: dark)", "", light=(120, 24)),
    "fault": State("a fault: dark", "", light=(0, 24)),
}

# What is special about each game: a moment of it, with its own light.
EXAMPLES = {
    "standard": State("standard", "turn", "4 4 3 5 5 3 3 4 4 5 2 1", "wait 1100"),
    "8x7": State("8x7", "turn", "4 5 5 4 4 4 5 5 3 6 3 6 6 3 2 7", "wait 900"),
    "9x7": State("9x7", "turn", "5 5 5 5 4 6 4 6 6 4 3 7 7 7 3 3", "wait 900"),
    "five": State("five", "turn", "5 5 4 6 6 4 3 7 4 4 7 6", "wait 900"),
    "5-in-a-row": State("5-in-a-row: the sliders", "turn", "5 4 6 3 5 5 6 6 4 4", "wait 900"),
    "8x8": State("8x8", "turn", "4 5 4 4 5 5 3 3 6 6 6 5 4 3 7", "wait 900"),
    "popout": State("popout: what may be popped", "turn", "4 4 3 5 5 3 2 6 3 4", "press menu; wait 900"),
    "popout-5": State("popout-5: a column slides", "fall", "5 4 5 6 5 4 6 6 4 4",
                      "press menu; wait 900; press 5; wait 100"),
    "avoid-four": State("avoid-four: the line lost", "over", "4 3 1 3 4 2 2 3 1 4 3 7 5 5 1 5 7 5", "wait 1200"),
    "no-gravity": State("no-gravity: aiming", "turn", "4.3 3.4 5.3 3.2 4.5 2.5 5.1 6.5", "press 5; press 5; press 5; "
                        "wait 1050"),
    "3d": State("3d: four layers, and the aim", "turn", "1.1 4.2 4.1 4.1 1.4 1.4 1.1 2.3 4.3 3.2 4.4 3.1 1.4 4.1 "
                "2.3 1.4 4.1 2.1", "press 2; press 2; wait 1050"),
    "simultaneous": State("simultaneous: a round", "round", "5/4/6 5/5/4 6/5/4 4/6/7", "wait 1150"),
    "pop-10": State("pop-10: what may be popped", "turn", "5p 5p 5p 5p", "wait 900", settings={"rule": "shuffled"}),
    "power-up": State("power-up: the bomb is chosen", "turn", "4 4 3 5 5 3 3 4", "press menu; press menu; press menu; "
                      "press menu; wait 300"),
}


def _pages():
    """menu:PAGE for every page, from the board at rest. The page of rules is there in games that have some only."""
    return {f"menu:{page}": State(f"the menu: {page}", "menu", before=f"page {page}", then="wait 100",
                                  settings={"variant": "popout"} if page == "rule" else {}) for page in PAGES}


def states():
    """{name: State} of all that can be asked for by name."""
    return {**_NAMED, **_pages()}


def sheet_states():
    """Those that the sheet of states shows: every look, but one page of the menu only."""
    return {name: state for name, state in _NAMED.items() if name not in ("fault", "brightness")}


def example(variant):
    """The State that shows what is special about a game."""
    state = EXAMPLES[variant]
    return state._replace(settings={"variant": variant, **state.settings})


def example_names():
    return [variant.name for variant in VARIANTS]
