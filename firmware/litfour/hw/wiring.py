"""How the chain of pixels runs through a built panel, as records. For set-up only: may be dropped afterwards.

The chain enters the grid at `origin` (two letters: b or t, then l or r), fills one row after the other (axis "rows")
or one column after the other ("columns"); serpentine chains turn round at each end. A 3 x 2 panel, chain numbers:

    bl rows       bl rows serpentine   tl columns       br columns serpentine
    3 4 5         5 4 3                0 2 4            4 3 0
    0 1 2         0 1 2                1 3 5            5 2 1

`skip` lists chain numbers that stay dark: sacrificial pixels ahead of the first cell, the unused ones of a larger
module. Rail pixels follow the last cell in the chain, from the left (rail 1) or from the right (rail -1).
"""

from litfour.ports import panel_named

WS2812B = (10000000, 3, 4, 5)       # Hz; ticks high always, high for a 1, low always: 300/900 and 700/500 ns
SK6812 = (10000000, 3, 3, 6)        # 300/900 and 600/600 ns
WS2811_SLOW = (5000000, 3, 3, 7)    # 600/2000 and 1200/1400 ns


class WiringError(ValueError):
    """A wiring record that cannot be built."""


class Wiring:
    """One build: panel, chain, timing and current.

    `boards` names the board revisions it may be used on; `channel_ma` is the calibrated current in mA of one pixel's
    red, green and blue at 255, `idle_ua` a dark pixel's in uA, `budget_ma` what the whole panel may draw.
    """

    def __init__(self, name, panel, order="GRB", origin="bl", axis="rows", serpentine=False, skip=(), rail=0,
                 timing=WS2812B, channel_ma=(16, 16, 16), idle_ua=1000, budget_ma=450,
                 boards=("breadboard", "control-a")):
        self.name = name
        self.panel = panel
        self.order = order
        self.origin = origin
        self.axis = axis
        self.serpentine = serpentine
        self.skip = skip
        self.rail = rail
        self.timing = timing
        self.channel_ma = channel_ma
        self.idle_ua = idle_ua
        self.budget_ma = budget_ma
        self.boards = boards

    def panel_record(self):
        """The Panel of ports.py. ValueError for an unknown panel name."""
        return panel_named(self.panel, self.rail != 0)


def module_skip(columns, rows, width, height):
    """Skip list for a columns x rows game in the bl corner of a width x height module (bl, rows, no serpentine)."""
    return tuple(i for i in range(width * height) if i % width >= columns or i // width >= rows)


def wiring_named(name):
    """One of the builds of hardware/: "7x6", "8x8", "9x6", "9x9", each also with "+rail", and "7x6-on-8x8"; after it,
    where the chain runs otherwise, words as hw/chain.py has them."""
    if " " in name:
        from litfour.hw import chain  # only then: it costs memory
        return chain.wiring_of(name)
    panel = name[:3]
    if name == "7x6-on-8x8":
        return Wiring(name, panel, skip=module_skip(7, 6, 8, 8))
    if name == "8x8" or name == "8x8+rail":         # bought modules run row by row
        return Wiring(name, panel, rail=1 if len(name) > 3 else 0)
    if name in ("7x6", "7x6+rail", "9x6", "9x6+rail", "9x9", "9x9+rail"):
        return Wiring(name, panel, serpentine=True, rail=1 if len(name) > 3 else 0)
    raise WiringError("unknown wiring " + repr(name) + ": 7x6, 8x8, 9x6, 9x9, each also +rail, or 7x6-on-8x8")


def check(wiring, panel):
    """Raises WiringError (or, for the panel's name, ValueError) with the first thing that is wrong for `panel`."""
    own = wiring.panel_record()
    _demand(own.name == panel.name, "panel", own.name, panel.name)
    _demand(own.rail == panel.rail, "rail", wiring.rail, "1 or -1" if panel.rail else "0")
    _demand(len(wiring.order) == 3 and set(wiring.order) == set("RGB"), "order", wiring.order, "a mix of R, G, B")
    _demand(wiring.origin in ("bl", "br", "tl", "tr"), "origin", wiring.origin, "bl, br, tl or tr")
    _demand(wiring.axis in ("rows", "columns"), "axis", wiring.axis, "rows or columns")
    _demand(wiring.rail in (0, 1, -1), "rail", wiring.rail, "0 (none), 1 (from the left) or -1 (from the right)")
    skip = wiring.skip
    _demand(len(set(skip)) == len(skip) and all(0 <= i < 255 for i in skip), "skip", skip, "different numbers 0..254")
    _demand(panel.pixels + len(skip) <= 255, "skip", skip, f"at most {255 - panel.pixels} pixels")
    hertz, high, one, low = wiring.timing
    _demand(hertz > 0 and all(1 <= ticks <= 16 for ticks in (high, one, low)), "timing", wiring.timing,
            "hertz, then three lengths of 1..16 ticks")
    _demand(len(wiring.channel_ma) == 3 and all(1 <= ma <= 100 for ma in wiring.channel_ma), "channel_ma",
            wiring.channel_ma, "three currents of 1..100 mA")
    _demand(0 <= wiring.idle_ua <= 5000, "idle_ua", wiring.idle_ua, "0..5000 uA")
    idle_ma = -(-chain_length(wiring) * wiring.idle_ua // 1000)
    _demand(idle_ma + 10 <= wiring.budget_ma <= 8000, "budget_ma", wiring.budget_ma,
            f"{idle_ma + 10} (the dark chain takes {idle_ma}) to 8000 mA")


def _demand(good, field, value, wanted):
    if not good:
        raise WiringError(f"wiring field {field} is {value!r}; it must be {wanted}")


def _places(wiring, count):
    """The first `count` chain numbers that are not skipped."""
    return [i for i in range(count + len(wiring.skip)) if i not in wiring.skip][:count]


def chain_length(wiring):
    """Number of pixels to send: up to the last used one, or the last skipped one, which must be sent dark."""
    last = _places(wiring, wiring.panel_record().pixels)[-1]
    return max(last, max(wiring.skip) if wiring.skip else 0) + 1


def chain_map(wiring):
    """bytearray: chain number of each cell (row by row from the bottom left), then of each rail pixel from the left."""
    panel = wiring.panel_record()
    columns, rows = panel.columns, panel.rows
    places = _places(wiring, panel.pixels)
    chain = bytearray(panel.pixels)
    by_rows = wiring.axis == "rows"
    along, across = (columns, rows) if by_rows else (rows, columns)
    for place in range(panel.cells):
        line, step = divmod(place, along)
        if wiring.serpentine and line & 1:
            step = along - 1 - step
        column, row = (step, line) if by_rows else (line, step)
        if wiring.origin[0] == "t":
            row = rows - 1 - row
        if wiring.origin[1] == "r":
            column = columns - 1 - column
        chain[row * columns + column] = places[place]
    for i in range(panel.pixels - panel.cells):
        column = i if wiring.rail == 1 else columns - 1 - i
        chain[panel.cells + column] = places[panel.cells + i]
    return chain


def gamma_table():
    """bytearray: light 0..255 for a perceived level 0..255, about level ** 2.26; whole numbers, the same everywhere.

    Only 0 is dark: the dimmest levels keep a glow of 1, so that a low brightness does not swallow colours.
    """
    table = bytearray(256)
    for level in range(1, 256):
        table[level] = max(1, level * level * (level + 510) // 195075)      # at most 255 * 255 * 765: a small int
    return table
