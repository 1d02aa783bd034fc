"""Pictures of the lit board as it stands on a table: frames of ports.py go in, Pillow images come out.

Light adds up in linear space: the room's light on everything, each pixel's own diffuser, and its glow on what is
around it. A glow is a Gaussian and all cells sit on one grid, so a whole panel's glow is two small matrix products.
"""

import math
from pathlib import Path

import numpy as np
from PIL import Image

from host_tools.board_picture import Layout, paint
from litfour.ports import SOURCES

CAMERA_BRIGHTNESS = 110     # the display's scale that the camera is set for: the firmware's middle step
_ADAPTION = 0.4             # eyes and cameras follow most of a change of brightness
_LUT_SIZE = 8192
_GLOWS = ((0.46, 0.80), (1.5, 0.08))    # (sigma in cells, strength) of the near and the wide glow
_RAIL_SIGMA, _RAIL_STRENGTH = 0.18, 0.3
_HAZE = 0.02                # part of the glow that the lens spreads over everything


class PictureError(ValueError):
    """A picture can't be made or written there."""


def _linear(srgb):
    return np.power(np.asarray(srgb, np.float32) / 255, 2.2)


def exposed(frame, brightness):
    """The light of every pixel of a frame as the camera gets it at a display brightness: linear, [3, pixels]."""
    exposure = (max(brightness, 1) / CAMERA_BRIGHTNESS) ** _ADAPTION
    return _linear(np.frombuffer(bytes(frame), np.uint8)).reshape(-1, 3).T * np.float32(exposure)


def to_srgb(light):
    """Linear light as bytes 0 .. 255 of a picture."""
    return (np.power(np.clip(light, 0, 1), 1 / 2.2) * 255 + 0.5).astype(np.uint8)


def _gaussian(size, centres, sigma):
    """[size, centres]: what a light at each centre (in pixels) gives at each pixel of a line."""
    offsets = np.arange(size, dtype=np.float32)[:, None] + 0.5 - np.asarray(centres, np.float32)[None, :]
    return np.exp(-offsets * offsets / np.float32(2 * sigma * sigma))


class Renderer:
    """Draws frames of `panel` with `pitch` image pixels from cell to cell. `size` is the image's, in pixels."""

    def __init__(self, panel, pitch=80):
        if not 16 <= pitch <= 200:
            raise PictureError(f"a pitch of {pitch} pixels; 16 to 200 make sense")
        self.panel = panel
        self.layout = layout = Layout(panel, pitch)
        self.size = layout.size
        scene = paint(layout)
        self._room = _linear(scene.transpose(2, 0, 1))
        self._reflecting = np.clip(self._room * 3.5, 0, 1) + _HAZE
        self._to_srgb = to_srgb(np.arange(_LUT_SIZE) / (_LUT_SIZE - 1))
        self._place_diffusers()
        self._place_glows()

    def _place_diffusers(self):
        """Which image pixels each light fills, and how brightly: fuller in the middle, soft at the rim."""
        layout = self.layout
        where, pixel, shine = [], [], []
        width = self.size[0]
        for k, (x, y, radius) in enumerate(layout.lights()):
            left, top, reach = int(x - radius) - 1, int(y - radius) - 1, 2 * math.ceil(radius) + 3
            ys, xs = np.mgrid[top:top + reach, left:left + reach]
            distance = np.hypot(xs + 0.5 - x, ys + 0.5 - y)
            cover = np.clip(radius - distance + 0.5, 0, 1)
            inside = cover > 0
            fall_off = 1.04 - 0.34 * (distance / radius) ** 3
            where.append((ys * width + xs)[inside])
            pixel.append(np.full(inside.sum(), k))
            shine.append((cover * fall_off)[inside])
        self._where = np.concatenate(where)
        self._pixel = np.concatenate(pixel)
        self._shine = np.concatenate(shine).astype(np.float32)
        self._core = np.clip((self._shine - 0.86) * 0.55, 0, 1)       # a bright centre burns out towards white

    def _place_glows(self):
        """[height, k] and [k, width]: k counts the columns of every kind of glow one after the other."""
        layout, (width, height) = self.layout, self.size
        self._down = [strength * _gaussian(height, layout.ys, sigma * layout.pitch) for sigma, strength in _GLOWS]
        across = [_gaussian(width, layout.xs, sigma * layout.pitch) for sigma, _ in _GLOWS]
        if self.panel.rail:
            near = layout.pitch * _RAIL_SIGMA
            self._down_rail = _RAIL_STRENGTH * _gaussian(height, [layout.rail_y], near)
            across.append(_gaussian(width, layout.xs, near))
        self._across = np.ascontiguousarray(np.concatenate(across, axis=1).T)

    def _glow(self, light):
        """The glow of all lights (linear, [3, pixels]) on every image pixel, [3, height, width].

        By einsum, not matmul: BLAS would spread these small products over threads, which is slower.
        """
        panel = self.panel
        cells = light[:, :panel.cells].reshape(3, panel.rows, panel.columns)
        down = [np.einsum("hr,crk->chk", part, cells) for part in self._down]
        if panel.rail:
            down.append(np.einsum("hr,ck->chk", self._down_rail, light[:, panel.cells:]))
        glow = np.empty((3, self.size[1], self.size[0]), np.float32)
        return np.einsum("chk,kw->chw", np.concatenate(down, axis=2), self._across, out=glow)

    def array(self, frame, brightness=CAMERA_BRIGHTNESS, held=0):
        """image() as an array of bytes, [3, height, width]."""
        if len(frame) != self.panel.size:
            raise PictureError(f"a frame of {len(frame)} bytes; {self.panel.name} has {self.panel.size}")
        light = exposed(frame, brightness)
        scene = self._glow(light)
        scene *= self._reflecting
        scene += self._room
        burnt = (light.max(axis=0)[self._pixel]) * self._core
        for channel in range(3):
            scene[channel].reshape(-1)[self._where] += light[channel][self._pixel] * self._shine + burnt
        scene *= _LUT_SIZE - 1
        np.minimum(scene, _LUT_SIZE - 1, out=scene)
        pixels = self._to_srgb[scene.astype(np.uint16)]
        for source in range(SOURCES):
            if held >> source & 1:
                self._press(pixels, source)
        return pixels

    def _press(self, pixels, source):
        """A finger is on that button: its cap lies lower, in the shade."""
        spot = self.layout.button(source)
        if spot:
            x, y, radius = spot
            box = pixels[:, int(y - radius):math.ceil(y + radius), int(x - radius):math.ceil(x + radius)]
            _, height, width = box.shape
            ys, xs = np.mgrid[:height, :width]
            inside = np.hypot(xs + 0.5 - width / 2, ys + 0.5 - height / 2) < radius * 0.9
            box[:, inside] //= 2

    def image(self, frame, brightness=CAMERA_BRIGHTNESS, held=0):
        """The board showing `frame` (layout of ports.py) at a display brightness; `held` as of Inputs.held."""
        return Image.fromarray(np.ascontiguousarray(self.array(frame, brightness, held).transpose(1, 2, 0)))


def check_path(path, *suffixes):
    """The path as a Path that can be written. PictureError for another suffix or a place that can't be written."""
    path = Path(path)
    if path.suffix.lower() not in suffixes:
        raise PictureError(f"{path}: the name must end in {' or '.join(suffixes)}")
    try:
        new = not path.exists()
        with path.open("ab"):
            pass
        if new:
            path.unlink()
    except OSError as error:
        raise PictureError(f"{path}: can't be written: {error.strerror}") from None
    return path


def snapshot(sim, path, renderer=None):
    """Writes what the simulator's board shows now as a PNG. PictureError where that can't be done."""
    path = check_path(path, ".png")
    renderer = renderer or Renderer(sim.panel)
    renderer.image(sim.display.frame, sim.display.brightness, sim.inputs.held).save(path)
