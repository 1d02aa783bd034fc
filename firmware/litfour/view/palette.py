"""Colours as data: red, green, blue, 0..255, perceptual (the display applies gamma)."""

OFF = (0, 0, 0)
RED = (255, 24, 8)
YELLOW = (255, 190, 0)
BLUE = (40, 90, 255)
WHITE = (210, 210, 190)
GREEN = (30, 220, 90)
VIOLET = (210, 40, 200)

SEATS = (OFF, RED, YELLOW, BLUE)      # by seat; 0 is an empty cell. Other palettes: colours.py
DRAW = WHITE


def breath(n, period):
    """A level 0..255 that rises and falls evenly once in `period` frames."""
    phase = n % period * 510 // period
    return phase if phase < 256 else 510 - phase


def share(part):
    """Level of a cell with part / 255 of a disc that lies between two: together they look as bright as one."""
    return 255 - ((255 - part) * (255 - part) >> 8) if part else 0


def double_blink(n):
    """A level for two short blinks every 64 frames (2 s)."""
    phase = n & 63
    return 255 if phase < 5 or 10 <= phase < 15 else 110


def texture(seat, n):
    """Level of a seat's discs in frame n, so that seats differ without colour: steady, breathing, double blink."""
    if seat == 2:
        return 140 + breath(n, 72) * 115 // 255
    if seat == 3:
        return double_blink(n)
    return 255
