"""Which games combine: names such as popout+5-in-a-row on the command line, and why others can't be one game.

docs/variants.md has the same as a table; a test holds the two together.
"""

import argparse

from litfour.rules.variants import VARIANTS

SPEED = "speed"
_TOGETHER = {frozenset(("popout", "5-in-a-row")): "popout-5"}

# Why a game can't be combined with another one.
REASONS = {
    "8x7": "it is a size of the board: only one size can be played at a time",
    "9x7": "it is a size of the board: only one size can be played at a time",
    "8x8": "it is a size of the board: only one size can be played at a time",
    "five": "its board has no sliders to keep and no rule for pops: popout goes with 5-in-a-row",
    "5-in-a-row": "its sliders need five in a row and falling discs: it goes with popout only",
    "popout": "pops go with the standard game and with 5-in-a-row only",
    "popout-5": "it is PopOut and 5-in-a-Row already",
    "avoid-four": "where a line loses, the other games' ways to win have no meaning",
    "no-gravity": "nothing falls, so nothing can be popped, stacked or thrown",
    "3d": "its lines go through layers that the flat games do not have",
    "simultaneous": "three seats choose at once: the other games' turns are for two",
    "pop-10": "lines are collected, not won: there is no result to combine",
    "power-up": "its power discs are made for the standard board and four in a row",
}


def variant_argument(text):
    """The variant's name of a command line's word: a name, or names joined by '+'. For argparse."""
    names = [name for name in text.lower().split("+") if name]
    known = [variant.name for variant in VARIANTS]
    for name in names:
        if name not in known + [SPEED]:
            raise argparse.ArgumentTypeError(f"unknown variant {name!r}: {', '.join(known)}")
    if SPEED in names:
        raise argparse.ArgumentTypeError("speed is a clock on any game: --clock SECONDS")
    games = frozenset(names) - {"standard"}
    if len(games) < 2:
        return next(iter(games), "standard")
    if games in _TOGETHER:
        return _TOGETHER[games]
    one, other = sorted(games, key=known.index)[:2]
    reason = REASONS[other if one == "standard" else one]
    raise argparse.ArgumentTypeError(f"{one} and {other} can't be combined: {one}: {reason}")


def table():
    """The table of docs/variants.md: what each game goes with."""
    yield "| game | goes with | not with the others, because |"
    yield "|---|---|---|"
    for variant in VARIANTS:
        partners = [f"{next(iter(pair - {variant.name}))} (as `{name}`)" for pair, name in _TOGETHER.items()
                    if variant.name in pair]
        always = ["a move clock", "matches" if variant.seats == 2 else "matches of three seats"]
        yield (f"| `{variant.name}` | {', '.join(always + partners)} | "
               f"{REASONS.get(variant.name, 'it is what the others change')} |")

