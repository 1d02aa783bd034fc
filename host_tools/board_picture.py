"""The board as an object, unlit: where everything is, and its picture in the room's light."""

import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from litfour.ports import MAX_COLUMNS, MENU, UNDO

# All in cells (33.33 mm): a disc's hole is 29 mm wide, a column button 16 mm.
HOLE = 0.435
RAIL_LIGHT = 0.11
BUTTON = 0.24
CONTROL = 0.27
_TABLE = 0.55               # table around the board
_BORDER = 0.32              # frame around the cells
_RAIL_DOWN, _BUTTON_DOWN, _CONTROL_DOWN, _END_DOWN = 0.34, 0.50, 1.18, 1.66     # below the cells, without a rail
_RAIL_ROOM = 0.28           # what a rail takes

_OVERSAMPLED = 3

_WOOD = (74, 50, 34)
_BODY_HIGH = (34, 50, 112)
_BODY_LOW = (18, 27, 70)
_RIM = (52, 72, 150)
_SMOKED = (20, 21, 27)
_CAP = (176, 178, 186)
_MENU_CAP = (70, 128, 96)
_UNDO_CAP = (150, 92, 50)


def width_in_cells(panel):
    """How wide a picture of the panel is, with the table around it."""
    return panel.columns + 2 * (_BORDER + _TABLE)


class Layout:
    """Places in image pixels. xs, ys: centres of columns from the left and of rows from the bottom."""

    def __init__(self, panel, pitch):
        self.panel = panel
        self.pitch = pitch
        edge = _TABLE + _BORDER
        extra = _RAIL_ROOM if panel.rail else 0
        bottom = edge + panel.rows
        self.xs = [pitch * (edge + k + 0.5) for k in range(panel.columns)]
        self.ys = [pitch * (bottom - k - 0.5) for k in range(panel.rows)]
        self.rail_y = pitch * (bottom + _RAIL_DOWN)
        self.button_y = pitch * (bottom + _BUTTON_DOWN + extra)
        self.control_y = pitch * (bottom + _CONTROL_DOWN + extra)
        right, low = edge + panel.columns + _BORDER, bottom + _END_DOWN + extra
        self.body = [pitch * value for value in (_TABLE, _TABLE, right, low)]
        self.size = round(pitch * (right + _TABLE)), round(pitch * (low + _TABLE))

    def lights(self):
        """(x, y, radius) of every pixel, in the order of a frame."""
        holes = [(x, y, HOLE * self.pitch) for y in self.ys for x in self.xs]
        rail = [(x, self.rail_y, RAIL_LIGHT * self.pitch) for x in self.xs]
        return holes + rail if self.panel.rail else holes

    def button(self, source):
        """(x, y, radius) of an input's button; None where there is none (a beam, a column the panel lacks)."""
        if source < min(MAX_COLUMNS, self.panel.columns):
            return self.xs[source], self.button_y, BUTTON * self.pitch
        if source in (MENU, UNDO):
            x = self.xs[-1] if source == MENU else self.xs[0]
            return x, self.control_y, CONTROL * self.pitch
        return None


def paint(layout):
    """The unlit board as bytes, [height, width, 3]: drawn larger, then reduced."""
    scale = _OVERSAMPLED
    picture = _table(layout.size[0] * scale, layout.size[1] * scale)
    body = [round(value * scale) for value in layout.body]
    pitch = layout.pitch * scale
    _shadow(picture, body, pitch)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(body, pitch * 0.28, fill=_RIM)
    inner = [body[0] + pitch * 0.05, body[1] + pitch * 0.05, body[2] - pitch * 0.05, body[3] - pitch * 0.05]
    _shaded(picture, inner, pitch * 0.24)
    for x, y, radius in layout.lights():
        _hole(draw, x * scale, y * scale, radius * scale)
    for source in [*range(layout.panel.columns), UNDO, MENU]:
        _button(draw, source, *(value * scale for value in layout.button(source)))
    return np.asarray(picture.reduce(scale))


def _table(width, height):
    """Dark wood with a quiet grain; the same each time."""
    random = np.random.default_rng(4)
    lines = np.cumsum(random.normal(0, 1, height))
    lines = (lines - np.convolve(lines, np.ones(61) / 61, "same")) * 0.7
    waves = 4 * np.sin(np.arange(height) / height * 40)
    grain = np.clip(lines + waves, -9, 9)[:, None]
    vignette = np.hypot(*np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))) * 12
    wood = np.asarray(_WOOD)[None, None, :] + (grain - vignette)[:, :, None]
    return Image.fromarray(np.clip(wood, 0, 255).astype(np.uint8))


def _shadow(picture, body, pitch):
    mask = Image.new("L", (picture.width // 8, picture.height // 8))
    box = [value / 8 for value in body]
    drop = pitch / 8 * 0.12
    ImageDraw.Draw(mask).rounded_rectangle([box[0], box[1] + drop, box[2], box[3] + 2 * drop], pitch / 28, fill=190)
    mask = mask.filter(ImageFilter.GaussianBlur(pitch / 8 * 0.16)).resize(picture.size, Image.Resampling.BILINEAR)
    picture.paste((8, 5, 4), mask=mask)


def _shaded(picture, box, radius):
    """The front of the frame, a little lighter towards the top."""
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, fill=255)
    ramp = Image.linear_gradient("L").resize(picture.size)
    front = Image.composite(Image.new("RGB", picture.size, _BODY_LOW), Image.new("RGB", picture.size, _BODY_HIGH), ramp)
    picture.paste(front, mask=mask)


def _disc(draw, x, y, radius, colour):
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


def _hole(draw, x, y, radius):
    """A bevelled rim, then the smoked diffuser with a reflection of the room along its lower edge."""
    _disc(draw, x, y + radius * 0.03, radius * 1.10, (58, 76, 146))
    _disc(draw, x, y - radius * 0.02, radius * 1.08, (13, 19, 48))
    _disc(draw, x, y, radius, _SMOKED)
    _disc(draw, x, y + radius * 0.05, radius * 0.93, (27, 28, 35))
    _disc(draw, x, y - radius * 0.03, radius * 0.92, (22, 23, 29))


def _button(draw, source, x, y, radius):
    cap = {MENU: _MENU_CAP, UNDO: _UNDO_CAP}.get(source, _CAP)
    label = {MENU: "MENU", UNDO: "UNDO"}.get(source, str(source + 1))
    _disc(draw, x, y + radius * 0.10, radius * 1.18, (9, 12, 30))
    _disc(draw, x, y, radius, tuple(part * 5 // 8 for part in cap))
    for k in range(12):
        part = k / 11
        _disc(draw, x, y - radius * 0.05 * part, radius * (0.94 - 0.16 * part),
              tuple(round(value * (0.80 + 0.2 * math.sqrt(part))) for value in cap))
    if source < MENU:
        font = ImageFont.load_default(radius * 0.95)
        draw.text((x, y - radius * 0.04), label, fill=(40, 42, 52), font=font, anchor="mm")
    else:
        font = ImageFont.load_default(radius * 0.62)
        side = 1 if source == UNDO else -1
        draw.text((x + side * radius * 1.5, y), label, fill=(150, 160, 205), font=font,
                  anchor="lm" if side > 0 else "rm")
