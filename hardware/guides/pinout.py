"""The Pico's pins in colours, from the firmware's pin table."""

from hardware.guides.svg import Svg
from litfour.hw import pins

# GPIO -> pin of the Pico's header; what the other pins are.
HEADER = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
          16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
FIXED = {3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 38: "GND", 33: "AGND", 30: "RUN",
         35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
COLOURS = {"column": "#e8b400", "beam": "#3f8fd2", "menu": "#d94f3d", "sound": "#8a5fc0", "panel": "#2f9e54",
           "strap": "#8a8f98", "sense": "#d77fb3", "ground": "#222222", "power": "#b02020", "other": "#d8d8d8"}
LEGEND = (("column", "column button"), ("beam", "beam of a column"), ("menu", "MENU and UNDO"),
          ("panel", "light chain"), ("sound", "piezo"), ("strap", "revision straps"), ("sense", "supply sense"),
          ("power", "supply"), ("ground", "ground"))


def uses():
    """GPIO -> (what it does, kind)."""
    table = {gpio: (f"column {k + 1}", "column") for k, gpio in enumerate(pins.COLUMN_PINS)}
    table |= {gpio: (f"beam {k + 1}", "beam") for k, gpio in enumerate(pins.BEAM_PINS)}
    table |= {gpio: (f"strap {k}", "strap") for k, gpio in enumerate(pins.STRAP_PINS)}
    table |= {pins.MENU_PIN: ("MENU", "menu"), pins.UNDO_PIN: ("UNDO", "menu"), pins.BUZZER_PIN: ("piezo", "sound"),
              pins.PANEL_PIN: ("light data", "panel"), pins.SENSE_PIN: ("sense", "sense")}
    return table


def header():
    """Pin 1..40 -> (label at the pin, what it does, kind)."""
    table = {number: (name, name if name in ("GND", "VSYS", "VBUS", "3V3", "RUN") else "",
                      "ground" if "GND" in name else "power" if name in ("VSYS", "VBUS", "3V3") else "other")
             for number, name in FIXED.items()}
    for gpio, number in HEADER.items():
        what, kind = uses()[gpio]
        table[number] = (f"GP{gpio}", what, kind)
    return table


def draw():
    """The drawing, USB upwards, seen from above."""
    svg = Svg(640, 700)
    svg.text(320, 28, "Raspberry Pi Pico from above, USB at the top", 16, anchor="middle", weight="bold")
    svg.rect(250, 50, 140, 540, "#1f6b3a", "#0f3a1e", 8)
    svg.rect(292, 40, 56, 34, "#c8ccd0", "#666", 3)
    svg.text(320, 62, "USB", 12, anchor="middle")
    svg.rect(302, 110, 22, 16, "#f4f4f4", "#888", 3)
    svg.text(332, 123, "BOOTSEL", 9, "#fff")
    svg.rect(292, 270, 56, 56, "#222", "#000", 2)
    svg.text(320, 302, "RP2040", 10, "#fff", "middle")
    for number, (name, what, kind) in header().items():
        left = number <= 20
        row = number - 1 if left else 40 - number
        x, y = (262 if left else 378), 84 + row * 25.4
        colour = COLOURS[kind]
        svg.circle(x, y, 7, "#e0c060", "#7a6a20")
        svg.text(x + (12 if left else -12), y + 4, str(number), 9, "#fff", "start" if left else "end")
        box = 140 if left else 396
        svg.rect(box, y - 10, 104, 20, colour, "#444", 4)
        ink = "#222" if kind in ("column", "other", "sense") else "#fff"
        svg.text(box + 52, y + 4, name, 11, ink, "middle", "bold")
        if what and what != name:
            svg.text(132 if left else 508, y + 4, what, 12, anchor="end" if left else "start")
    for k, (kind, words) in enumerate(LEGEND):
        x, y = 40 + k % 3 * 200, 622 + k // 3 * 24
        svg.rect(x, y - 11, 16, 14, COLOURS[kind], "#444", 3)
        svg.text(x + 24, y + 1, words, 12)
    return svg.render()
