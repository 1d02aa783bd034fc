"""The tables in the guides: between `<!-- NAME -->` and `<!-- end -->` stands what this module says."""

import re

from hardware.guides import breadboard, builds, mechanical, pinout

BLOCK = re.compile(r"<!-- (?!end)([a-z ]+) -->\n(.*?)<!-- end -->", re.S)


def pins():
    """Every used pin of the Pico: GPIO, pin of the header, what for."""
    lines = ["| GPIO | pin | for |", "|---|---|---|"]
    lines += [f"| GP{gpio} | {pinout.HEADER[gpio]} | {what} |" for gpio, (what, _) in sorted(pinout.uses().items())]
    return "\n".join(lines) + "\n"


def signals():
    """The Mini's button wires: from which pin of the Pico, to which hole."""
    names = [f"column {k + 1}" for k in range(8)] + ["MENU", "UNDO"]
    lines = ["| button | GPIO | pin of the Pico | hole there | hole at the button |", "|---|---|---|---|---|"]
    for k, name in enumerate(names):
        gpio = breadboard.button_gpio(k)
        start, end = next((a, b) for a, b, _ in breadboard.wires() if a == breadboard.gpio_hole(gpio))
        lines.append(f"| {name} | GP{gpio} | {pinout.HEADER[gpio]} | {start[3]}{start[2]} | {end[3]}{end[2]} |")
    return "\n".join(lines) + "\n"


TABLES = {
    "builds": builds.builds_table,
    "brightness": builds.brightness_table,
    "pins": pins,
    "signals mini": signals,
    "electronics": mechanical.electronics,
    "buy mini": lambda: mechanical.table(mechanical.MINI),
    **{f"buy {name}": (lambda name=name: mechanical.table(mechanical.counts(name)))
       for name in ("classic", "slider", "party")},
}


def fill(text):
    """`text` with every block written anew. KeyError for a block of unknown name."""
    return BLOCK.sub(lambda block: f"<!-- {block[1]} -->\n{TABLES[block[1]]()}<!-- end -->", text)
