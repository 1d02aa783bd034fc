"""The pin table, one for every build: a GPIO's number is also the source's number of ports.py and its sample bit.

Inputs are active low with the chip's pull-ups, so a pin that is not fitted rests inactive. Board revisions are told by
three straps: open reads 1, strapped to ground reads 0, the first pin is bit 0.
"""

from litfour.ports import BEAM, MAX_COLUMNS, MENU, UNDO

COLUMN_PINS = range(0, 9)
BEAM_PINS = range(9, 18)
MENU_PIN = 18
UNDO_PIN = 19
BUZZER_PIN = 20                 # PWM, to the piezo
STRAP_PINS = (21, 27, 28)
PANEL_PIN = 22                  # WS2812 chain through a 74AHCT125: panel, then rail
SENSE_PIN = 26                  # ADC0: CC line or supply
SAMPLER_MACHINE = 0             # PIO state machines, one in each PIO block; nothing else here uses PIO.
PANEL_MACHINE = 4

# Strap number -> name of the board revision.
REVISIONS = {7: "breadboard", 6: "control-a"}


class BoardError(ValueError):
    """The straps name no known board revision, or not the one that a wiring was written for."""


def sources(columns, buttons=True, beams=False):
    """Mask of the fitted sources: `columns` (1..9) buttons and/or beams, and always MENU and UNDO."""
    if not 1 <= columns <= MAX_COLUMNS:
        raise BoardError("columns must be 1..9, not " + str(columns))
    low = (1 << columns) - 1
    return (low if buttons else 0) | (low << BEAM if beams else 0) | 1 << MENU | 1 << UNDO


def read_straps(pin):
    """Number 0..7 that the revision straps show. `pin` is machine.Pin."""
    number = 0
    for bit, gpio in enumerate(STRAP_PINS):
        number |= pin(gpio, pin.IN, pin.PULL_UP).value() << bit
    return number


def check_board(wiring, pin):
    """Name of the board revision. BoardError if the straps are unknown or `wiring` was written for other boards."""
    number = read_straps(pin)
    name = REVISIONS.get(number)
    if name is None:
        raise BoardError(f"unknown board: the revision straps read {number}, known are {sorted(REVISIONS)}")
    if name not in wiring.boards:
        raise BoardError("wiring {!r} is for board {}, but the straps say {!r}".format(
            wiring.name, " or ".join(wiring.boards), name))
    return name
