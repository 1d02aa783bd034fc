"""The circuit of the control board, control-a: parts and nets, laid out on the sheet by function.

Pins come from the firmware's table (firmware/litfour/hw/pins.py); the test reads the sheet that this writes, not this.
"""

from litfour.hw import pins

NAME, TITLE, REVISION = "control", "Litfour control board", "control-a"
HEADER = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
          16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
COLUMNS = range(1, 10)
FUSE = "fuse_400"       # the largest; tools/bom.py has each build's own


def gpio_nets():
    """dict: GPIO -> net name."""
    nets = {gpio: f"COL{i + 1}" for i, gpio in enumerate(pins.COLUMN_PINS)}
    nets.update({gpio: f"BEAM{i + 1}" for i, gpio in enumerate(pins.BEAM_PINS)})
    nets.update({gpio: f"STRAP{i}" for i, gpio in enumerate(pins.STRAP_PINS)})
    nets.update({pins.MENU_PIN: "MENU", pins.UNDO_PIN: "UNDO", pins.BUZZER_PIN: "BUZZER", pins.PANEL_PIN: "PANEL",
                 pins.SENSE_PIN: "SENSE"})
    return nets


def _pico():
    nets = {str(number): None for number in range(1, 41)}
    nets.update({str(number): "GND" for number in (3, 8, 13, 18, 23, 28, 38)})
    nets.update({"36": "+3V3", "39": "VSYS", "30": "RUN"})
    nets.update({str(HEADER[gpio]): net for gpio, net in gpio_nets().items()})
    return nets


def _supply(add):
    add("J1", "usb_c", (40, 60), {"S1": "GND", "A1": "GND", "A12": "GND", "B1": "GND", "B12": "GND", "A4": "VBUS",
        "A9": "VBUS", "B4": "VBUS", "B9": "VBUS", "A5": "CC1", "B5": "CC2", "A6": None, "A7": None, "B6": None,
        "B7": None, "A8": None, "B8": None})
    add("R1", "r_5k1", (76, 58), {"1": "CC1", "2": "GND"})
    add("R2", "r_5k1", (92, 58), {"1": "CC2", "2": "GND"})
    add("R3", "r_100k", (76, 84), {"1": "CC1", "2": "SENSE"})
    add("R4", "r_100k", (92, 84), {"1": "CC2", "2": "SENSE"})
    add("C1", "c_100n", (108, 84), {"1": "SENSE", "2": "GND"})
    add("F1", FUSE, (110, 58), {"1": "VBUS", "2": "FUSED"})
    add("D1", "tvs", (126, 58), {"1": "FUSED", "2": "GND"}, rot=270)
    add("C2", "c_10u", (138, 58), {"1": "FUSED", "2": "GND"})
    add("Q1", "pfet", (165, 58), {"1": "GATE", "2": "+5V", "3": "FUSED"})
    add("C3", "c_1u", (126, 84), {"1": "FUSED", "2": "GATE"})
    add("C4", "c_100n", (140, 84), {"1": "+5V", "2": "GATE"})
    add("R5", "r_4m7", (154, 86), {"1": "FUSED", "2": "GATE"})
    add("R6", "r_330k", (168, 86), {"1": "GATE", "2": "SWITCH"})
    add("SW1", "slide", (190, 86), {"1": "GND", "2": "SWITCH", "3": "FUSED"})
    add("C5", "c_1000u", (182, 58), {"1": "+5V", "2": "GND"})
    add("R7", "r_2k2", (200, 55), {"1": "+5V", "2": "LIT"})
    add("D2", "led_green", (216, 58), {"1": "GND", "2": "LIT"}, rot=90)
    add("D3", "schottky", (216, 86), {"1": "VSYS", "2": "+5V"}, rot=180)
    add("C6", "c_10u", (232, 86), {"1": "VSYS", "2": "GND"})


def _controller(add):
    add("U1", "pico", (75, 165), _pico())
    add("SW2", "tact_angled", (120, 120), {"1": "RUN", "2": "GND"})
    add("R8", "r_1k", (116, 145), {"1": "STRAP0", "2": "GND"})
    add("R9", "r_1k", (130, 145), {"1": "STRAP1", "2": "GND"}, dnp=True, in_bom=False)
    add("R10", "r_1k", (144, 145), {"1": "STRAP2", "2": "GND"}, dnp=True, in_bom=False)


def _outputs(add):
    add("U2", "driver", (190, 120), {"1": "GND", "2": "PANEL", "3": "DATA"}, unit=1)
    add("U2", "driver", (190, 150), {"4": "GND", "5": "BUZZER", "6": "TONE"}, unit=2)
    add("U2", "driver", (190, 178), {"10": "+5V", "9": "GND", "8": None}, unit=3)
    add("U2", "driver", (190, 206), {"13": "+5V", "12": "GND", "11": None}, unit=4)
    add("U2", "driver", (222, 200), {"14": "+5V", "7": "GND"}, unit=5)
    add("C7", "c_100n", (244, 196), {"1": "+5V", "2": "GND"})
    add("R11", "r_47k", (168, 128), {"1": "PANEL", "2": "GND"})
    add("R12", "r_47k", (168, 158), {"1": "BUZZER", "2": "GND"})
    add("R13", "r_330", (212, 128), {"1": "DATA", "2": "LED_DIN"})
    add("J2", "xh3", (240, 120), {"1": "+5V", "2": "LED_DIN", "3": "GND"}, value="PANEL")
    add("J3", "xh2", (240, 138), {"1": "+5V", "2": "GND"}, value="FEED 2")
    add("J4", "xh2", (240, 156), {"1": "+5V", "2": "GND"}, value="FEED 3")
    add("R14", "r_330", (212, 156), {"1": "TONE", "2": "PIEZO"})
    add("BZ1", "piezo", (232, 172), {"1": "PIEZO", "2": "GND"})


def _buttons(add):
    names = [f"BTN{i}" for i in COLUMNS]
    add("RN1", "rn_10k", (292, 44), {"1": "+3V3", **{str(i + 1): f"BTN{i}" for i in COLUMNS}})
    for i in COLUMNS:
        x = 276 + 12.7 * (i - 1)
        add(f"R{14 + i}", "r_1k", (x, 84), {"1": f"BTN{i}", "2": f"COL{i}"})
        add(f"C{10 + i}", "c_100n", (x, 108), {"1": f"BTN{i}", "2": "GND"})
    add("J5", "xh10", (375, 46), {**{str(i + 1): name for i, name in enumerate(names)}, "10": "GND"}, value="COLUMNS")
    for k, name in enumerate(("MENU", "UNDO")):
        x = 276 + 44 * k
        add(f"R{24 + k}", "r_10k", (x, 134), {"1": "+3V3", "2": f"BTN_{name}"})
        add(f"R{26 + k}", "r_1k", (x + 13, 134), {"1": f"BTN_{name}", "2": name})
        add(f"C{20 + k}", "c_100n", (x + 26, 134), {"1": f"BTN_{name}", "2": "GND"})
    add("J6", "xh3", (380, 134), {"1": "BTN_MENU", "2": "BTN_UNDO", "3": "GND"}, value="MENU UNDO")


def _beams(add):
    gates = ((1, 2), (3, 4), (5, 6), (9, 8), (11, 10), (13, 12))
    for i in range(12):
        unit, chip = i % 6 + 1, "U3" if i < 6 else "U4"
        source, sink = (f"RX{i + 1}", f"BEAM{i + 1}") if i < 9 else ("GND", None)
        at = (282 + 34 * (i % 3), 168 + 12.7 * (i // 3))
        add(chip, "schmitt", at, {str(gates[i % 6][0]): source, str(gates[i % 6][1]): sink}, unit=unit)
    for k, chip in enumerate(("U3", "U4")):
        add(chip, "schmitt", (276 + 28 * k, 228), {"14": "+3V3", "7": "GND"}, unit=7)
        add(f"C{8 + k}", "c_100n", (288 + 28 * k, 228), {"1": "+3V3", "2": "GND"})
    add("RN2", "rn_470k", (386, 172), {"1": "GND", **{str(i + 1): f"RX{i}" for i in COLUMNS}})
    add("R28", "r_47", (334, 228), {"1": "+3V3", "2": "3V3B"})
    add("C10", "c_10u", (348, 228), {"1": "3V3B", "2": "GND"})
    add("J7", "xh11", (388, 210), {**{str(i): f"RX{i}" for i in COLUMNS}, "10": "3V3B", "11": "GND"}, value="BEAMS IN")


def _carrier(add):
    add("U5", "timer", (60, 262), {"1": "GND", "8": "VSYS", "4": "VSYS", "7": "DIS", "6": "CAP", "2": "CAP",
        "5": "CONT", "3": "CARRIER"})
    add("R29", "r_2k2", (90, 258), {"1": "VSYS", "2": "DIS"})
    add("R30", "r_18k", (102, 258), {"1": "DIS", "2": "CAP"})
    add("C22", "c_1n", (114, 258), {"1": "CAP", "2": "GND"})
    add("C23", "c_100n", (126, 258), {"1": "CONT", "2": "GND"})
    add("C24", "c_100n", (138, 258), {"1": "VSYS", "2": "GND"})
    add("R31", "r_1k", (150, 258), {"1": "CARRIER", "2": "BASE"})
    add("Q2", "npn", (172, 258), {"1": "SINK", "2": "BASE", "3": "GND"})
    add("RN3", "rn_1k", (204, 258), {"1": "SINK", **{str(i + 1): f"TX{i}" for i in COLUMNS}})
    add("J8", "xh10", (240, 258), {**{str(i): f"TX{i}" for i in COLUMNS}, "10": "VSYS"}, value="BEAMS OUT")


TEST_POINTS = ("FUSED", "+5V", "VSYS", "+3V3", "GND", "DATA", "SENSE", "CARRIER", "GND")


def draw(sheet):
    """Puts the whole circuit on `sheet` (hardware.tools.schematic.Sheet)."""
    sheet.box("5 V supply", 22, 14, 252, 105, (
        "R1, R2: one 5.1k at each CC pin asks for 5 V. "
        "R3, R4 average both CC pins: 0.2 V at SENSE: 0.5 A, 0.46 V: 1.5 A, 0.84 V: 3 A.",
        "Q1 with C4, R6: slow switch (inrush). C3 keeps it off while plugging in. "
        "D1: surge, reversed supply. D3: no way back.",
        "F1 by supply: MF-R110 (0.5 A), MF-R250 (1.5 A), MF-R400 (3 A)."))
    sheet.box("Controller", 22, 106, 156, 232, (
        "Straps: open = 1. STRAP2..0 = 110 = 6 = control-a (only R8 fitted).",
        "Pin 33 (AGND) is left open: the Pico joins it to GND itself.",
        "BOOTSEL: the Pico's own button, under a hole of the case."))
    sheet.box("Light and sound, 5 V", 158, 106, 262, 232, ("R11, R12: quiet while no Pico is fitted.",))
    sheet.box("Buttons", 264, 14, 410, 152, (
        "100 nF takes a static discharge, 1k guards the pin, 10k wets the contact.",))
    sheet.box("Beams, receivers", 264, 154, 410, 250, (
        "Receiver low = light = BEAM high = at rest. Unplugged: 470k makes it rest too.",))
    sheet.box("Beams, 38 kHz carrier", 22, 234, 262, 286, ("1.44 / ((2.2k + 2 x 18k) x 1 nF) = 37.7 kHz",))
    for block in (_supply, _controller, _outputs, _buttons, _beams, _carrier):
        block(sheet.add)
    for i, net in enumerate(TEST_POINTS):
        sheet.add(f"TP{i + 1}", "testpoint", (70 + 18 * i, 27), {"1": net}, value=net)
    for i, net in enumerate(("VBUS", "FUSED", "+5V", "VSYS")):
        sheet.flag(i + 1, net, 104 + 13 * i, 190)
