"""The circuit of a row board: `columns` pixels in a chain, power in at both ends and in between.

Boards are called "row" and the number of columns: row7 for 7x6, row9 for 9x6 and 9x9.
"""

REVISION = "row-a"
PIXELS_MOST = 12


def columns_of(name):
    """Number of pixels on the board called `name`, 4..12. ValueError for other names."""
    digits = name[3:]
    if name[:3] != "row" or not digits.isdigit() or not 4 <= int(digits) <= PIXELS_MOST:
        raise ValueError(f"{name!r} is no row board: row4 .. row{PIXELS_MOST}")
    return int(digits)


def draw(sheet, columns):
    """Puts the circuit on `sheet` (hardware.tools.schematic.Sheet)."""
    sheet.box("Ends and feeds", 22, 20, 404, 80, (
        "IN and OUT carry power and data; FEED takes power in between. "
        "Turn every second board by 180 degrees: a serpentine.",))
    sheet.add("J1", "xh3", (60, 45), {"1": "+5V", "2": "D0", "3": "GND"}, value="IN")
    sheet.add("J2", "xh3", (120, 45), {"1": "+5V", "2": f"D{columns}", "3": "GND"}, value="OUT")
    sheet.add("J3", "xh2", (180, 45), {"1": "+5V", "2": "GND"}, value="FEED")
    sheet.add("C20", "c_100u", (230, 48), {"1": "+5V", "2": "GND"})
    sheet.flag(1, "+5V", 270, 44)
    sheet.flag(2, "GND", 290, 44)
    sheet.box("Pixels", 22, 84, 404, 240, ("0.1 uF at each pixel.",))
    for i in range(columns):
        x, y = 45 + 60 * (i % 6), 125 + 65 * (i // 6)
        sheet.add(f"D{i + 1}", "pixel", (x, y), {"1": "+5V", "2": f"D{i + 1}", "3": "GND", "4": f"D{i}"})
        sheet.add(f"C{i + 1}", "c_100n_smd", (x + 22, y), {"1": "+5V", "2": "GND"})
