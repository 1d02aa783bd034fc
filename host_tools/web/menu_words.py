"""The menu's page in words, for people who read or hear the page beside the board's picture of it."""

from litfour.app.menu import HAND, HELP, NAMES, PUZZLE
from litfour.app.settings import CLOCKS, TARGETS
from litfour.engine.levels import LEVELS
from litfour.rules.variants import VARIANTS

_HELPS = ("none", "coached", "free takebacks", "a disc ahead")
_SEATS = ("red", "yellow", "blue")
_WORDS = {
    "rematch": ("rematch: the next seat", "rematch: the loser", "rematch: by chance"),
    "coach": ("off", "on request", "always"), "takeback": ("takebacks allowed", "takebacks forbidden"),
    "sound": ("off", "soft", "loud"), "palette": ("usual", "protan", "deutan", "tritan", "dark room"),
    "texture": ("texture off", "texture on"), "night": ("night off", "night on"),
}
_PRESS = {"hint": "show the best move", "toddler": "start", "new": "a new game"}


def words(menu):
    """(name of the page, [[column, what it offers, chosen or not]]) of a firmware Menu. Columns count from 0."""
    name = NAMES[menu.page]
    if name in _PRESS:
        return name, [[0, _PRESS[name], False]]
    if menu.page == PUZZLE:
        return name, [[k, "win in " + str(k + 2) + " moves", False] for k in range(3)]
    if menu.page == HAND:
        return name, [[k, _SEATS[k] + (": the computer" if menu.cpus >> k & 1 else ": a person"), False]
                      for k in range(3) if menu._mask >> k & 1]
    if menu.page == HELP:
        return name, [[k, _SEATS[k] + ": " + _HELPS[menu.settings.help_of(k + 1)], False]
                      for k in range(3) if menu._mask >> k & 1]
    found = []
    for column, option in enumerate(menu._columns()):
        if option:
            field, values = option
            now = getattr(menu.settings, field)
            chosen = now in values
            found.append([column, _value(field, now if chosen else values[0], menu.settings), chosen])
    return name, found


def _value(field, value, settings):
    """A value of a setting in words."""
    variant = VARIANTS[settings.variant]
    if field == "variant":
        return VARIANTS[value].name
    if field == "rule":
        return variant.rules[value]
    if field == "level":
        return LEVELS[value].name if value < len(LEVELS) else "buddy"
    if field == "cpus":
        people = [_SEATS[k] for k in range(variant.seats) if not value >> k & 1]
        return "people: " + " and ".join(people) if people else "computers only"
    if field == "starter":
        return _SEATS[value - 1] + " starts"
    if field == "clock":
        return str(CLOCKS[value]) + " s a move" if CLOCKS[value] else "none"
    if field == "match":
        return "first to " + str(TARGETS[value]) if TARGETS[value] else "no end"
    if field == "people":
        return str(value) + " people take turns" if value else "two people"
    return _WORDS[field][value]
