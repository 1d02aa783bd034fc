"""What the power simulations assume: builds, supplies, resistances; and the loads, by the firmware's own limiter."""

from functools import cache

from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import chain_length, chain_map, wiring_named
from litfour.view.palette import SEATS

# The 3 A figure is what keeps the last pixel of a 9x9 above its least voltage with the worst cable and supply.
# Budget in mA that the wiring record should have for each advertisement of the supply; None: the record's own.
SUPPLIES = {"0.5 A": None, "1.5 A": 1350, "3 A": 2000}
FUSE_FOR = {"0.5 A": "fuse_110", "1.5 A": "fuse_250", "3 A": "fuse_400"}
BUILDS = {                  # board of wiring.py, rows of the panel, fed rows (0 is the first), length of cables in m
    "mini": ("8x8", 8, (0,)),
    "classic": ("7x6+rail", 7, (0, 3, 6)),
    "slider": ("9x6+rail", 7, (0, 3, 6)),
    "party": ("9x9+rail", 10, (0, 5, 9)),
}
# The supply each build is meant for, and the largest its fuse is sized for.
MEANT_FOR = {"mini": "0.5 A", "classic": "1.5 A", "slider": "1.5 A", "party": "3 A"}

# Ohm; (typical, worst). Worst stands for the end of life or the limit of a standard.
RESISTANCES = {
    "cable": (0.10, 0.25),          # USB cable, both wires: the USB-C limit is 0.75 V at 3 A
    "fuse_110": (0.14, 0.27), "fuse_250": (0.036, 0.07), "fuse_400": (0.02, 0.05),      # mean of Rmin, Rmax; R1max
    "mosfet": (0.0083, 0.016),      # at a gate voltage of -4.5 V: typical; 12.3 milliohm x 1.3 when warm
    "board": (0.004, 0.006),        # pours of the control board, +5 V and ground, 1 oz
    "contact": (0.010, 0.020),      # one JST XH contact, new; after use
    "wire": (0.053, 0.056),         # 0.33 mm2 (AWG 22), per metre
    "row_plus": (0.0017, 0.0028),   # one pitch of a row board's +5 V: 33.3 x 10 mm; x 6 mm; 0.5 milliohm a square
    "row_ground": (0.0009, 0.0014), # 33.3 x 18 mm; x 12 mm
    "module_row": (0.005, 0.015),   # one row of a bought 8 x 8 module: an assumption, no maker says
}
SUPPLY_VOLTS = (5.0, 4.75)          # nominal; the least a USB supply may give
ROW_CABLE, FEED_CABLE = 0.08, (0.4, 0.5, 0.6)       # m
# mA of the control board at 5 V: Pico 30, carrier and emitters 16, receivers 8, logic 2, lamp 1.4.
CONTROL_MA = {"mini": 32, "beams": 57, "buttons": 33}
PIXEL_LEAST_VOLTS = 3.7             # WS2812B-V5; older ones 3.5
FUSES = {   # hold A at 23 C, trip A, Rmin, Rmax, R1max, slowest trip in s at five times hold, W when tripped
    "fuse_110": (1.10, 2.2, 0.10, 0.18, 0.27, 6.6, 0.7), "fuse_250": (2.5, 5.0, 0.025, 0.048, 0.07, 10.3, 1.2),
    "fuse_400": (4.0, 8.0, 0.010, 0.030, 0.05, 12.7, 2.5),
}


def _pixel_ma(encoder, wiring):
    """mA of each pixel along the chain for what `encoder` holds."""
    shifts = {"RGB"[i]: 24 - 8 * wiring.order.index("RGB"[i]) for i in range(3)}
    return [sum((word >> shifts[c] & 255) * wiring.channel_ma[i] / 255 for i, c in enumerate("RGB"))
            + wiring.idle_ua / 1000 for word in encoder.words]


@cache
def loads(build, supply, case):
    """mA of every pixel along the chain. `case`: dark; typical (half the cells taken, medium brightness); white; far
    (as many white pixels at the chain's end as the budget lets shine fully: the worst for the last pixel)."""
    wiring = wiring_named(BUILDS[build][0])
    wiring.budget_ma = SUPPLIES[supply] or wiring.budget_ma
    panel = wiring.panel_record()
    encoder = Encoder(panel, wiring)
    frame = bytearray(panel.size)
    encoder.ramp = RAMP_FRAMES
    brightness = 255
    if case == "typical":
        brightness = 128
        for cell in range(panel.cells // 2):
            frame[3 * cell:3 * cell + 3] = bytes(SEATS[1 + cell % 2])
    elif case == "white":
        frame = bytearray(b"\xff" * panel.size)
    elif case == "far":
        pixels = chain_length(wiring)
        count = int((wiring.budget_ma - pixels * wiring.idle_ua / 1000) // sum(wiring.channel_ma))
        places = chain_map(wiring)
        for cell in range(panel.pixels):
            if places[cell] >= pixels - count:
                frame[3 * cell:3 * cell + 3] = b"\xff\xff\xff"
    total = encoder.encode(frame, brightness)
    each = _pixel_ma(encoder, wiring)
    if sum(each) > total + 0.01 or total > wiring.budget_ma:
        raise AssertionError(f"{build} {supply} {case}: the encoder says {total} mA, its words {sum(each):.1f}")
    return each
