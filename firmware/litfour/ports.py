"""The seam: what the game asks of the world, in words. This module imports nothing and does nothing.

Fakes (host_tools/fakes.py) and drivers (litfour/hw) offer these faces; one contract test runs over both.

    Display   brightness: int 0..255, scale of every pixel.
              milliamps: int, estimated current of the frame shown last, after limiting.
              show(frame) -> bool: sends one frame and returns True; False if the last one is still being sent.
    Inputs    poll(now) -> int: the next event code, oldest first, or 0 when there is none. Never blocks.
              time: int, the true time in ms (see Clock) of the event that poll returned last.
              held: int, bit SOURCE set while that debounced input is active.
    Clock     ms() -> int: milliseconds 0 .. 2**30 - 1 that wrap; compare with elapsed() only.
    Store     load(name) -> bytes or None: the last data saved whole under that name (1 to 8 letters), else None.
              damaged: text that has the name of what was found unusable last, "" if nothing was. Optional.
              save(name, data) -> bool: atomic; True once `data` (at most 400 bytes) will be loaded, False if it could
              not be written (the old data is then kept). May take 60 ms: only at quiet moments.
    Sound     volume: int, 0 (silent) .. 255.
              play(tune): starts a tune (bytes, pairs of pitch index and length in 10 ms) in place of a running one.
              update(now): goes on with it; never blocks. stop(): silence.
    Watchdog  feed(): puts the reset off.

A frame is one bytearray of Panel.size bytes: red, green, blue (0..255, perceptual, before gamma) of every cell,
row by row from the bottom left, then of every rail pixel from the left.
"""

# Event codes: a kind plus a source. Sources are bit numbers of Inputs.held.
NONE = 0
DOWN = 32        # a button was pressed
UP = 64          # it was released
PASS = 96        # a disc went through the beam of a column (source: the column)
STUCK = 128      # a button or beam has been active for too long; it is ignored until FREED
FREED = 160
KIND_MASK = 224
SOURCE_MASK = 31

MAX_COLUMNS = 9
BEAM = 9         # source of the beam of column 0; columns are sources 0..8, beams 9..17
MENU = 18
UNDO = 19
SOURCES = 20

_TICKS_MASK = (1 << 30) - 1
_TICKS_HALF = 1 << 29


def elapsed(later, earlier):
    """Milliseconds from `earlier` to `later`, right across the wrap for spans below 6 days (negative if swapped)."""
    span = (later - earlier) & _TICKS_MASK
    if span >= _TICKS_HALF:
        span = span - _TICKS_HALF - _TICKS_HALF     # in two steps: 1 << 30 is no small int on the board
    return span


def after(now, span):
    """The tick `span` milliseconds (0 .. 2**29 - 1) after `now`."""
    tick = now - _TICKS_HALF + span                 # every step stays a small int on the board
    return tick - _TICKS_HALF if tick >= _TICKS_HALF else tick + _TICKS_HALF


class Panel:
    """The light matrix that was built: columns, rows, and rail=True for one more pixel at each column."""

    def __init__(self, name, columns, rows, rail=False):
        self.name = name
        self.columns = columns
        self.rows = rows
        self.rail = rail
        self.cells = columns * rows
        self.pixels = self.cells + (columns if rail else 0)
        self.size = 3 * self.pixels


def panel_named(name, rail=False):
    """The panel called '7x6', '8x8', '9x6' or '9x9'. ValueError for any other name."""
    if name not in ("7x6", "8x8", "9x6", "9x9"):
        raise ValueError("unknown panel " + repr(name) + ": 7x6, 8x8, 9x6 or 9x9")
    return Panel(name, int(name[0]), int(name[2]), rail)
