"""Animated GIFs of the board, written without drift: frames are kept as their few bytes and drawn at the end.

One palette serves the whole recording, taken from its own frames; each picture then holds only what has changed.
"""

import struct

import numpy as np
from PIL import GifImagePlugin, Image

from host_tools.board_picture import width_in_cells
from host_tools.render import CAMERA_BRIGHTNESS, PictureError, Renderer, check_path

GIF_WIDTH = 350         # image pixels, about
SHORTEST_MS = 40        # viewers slow down what is faster than this
SMALL_MS = 110          # the same of an animation that shall take few bytes
LONGEST = 4000          # pictures; a longer recording is thinned out evenly
_TRANSPARENT = 255
_SAMPLES = 40
_BITS = 6               # of each channel, in the table from colour to palette index
_BAYER = np.asarray(((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)), np.uint16)
_FINE = (np.arange(256) * ((1 << _BITS) - 1) * 16 // 255).astype(np.uint16)     # room for the dither below a step
UNSEEN = 4              # differences of a channel that are not worth an update
SMALL_UNSEEN = 7        # and where few bytes matter more


def gif_renderer(panel, width=GIF_WIDTH, pitch=None):
    """A renderer whose pictures are `width` pixels wide or a little less, whatever the panel; or of that pitch."""
    return Renderer(panel, int(width / width_in_cells(panel)) if pitch is None else pitch)


class GifRecorder:
    """Records frames of `renderer`'s panel into `path` (*.gif), which is written by close().

    PictureError at once where the path can't be written. As a context manager it closes itself.
    """

    def __init__(self, renderer, path, shortest_ms=SHORTEST_MS, longest=LONGEST, unseen=UNSEEN):
        self.path = check_path(path, ".gif")
        self.renderer = renderer
        self.shortest_ms = shortest_ms
        self.longest = longest
        self.unseen = unseen
        self._shots = []            # [(frame, brightness, held), milliseconds]
        self._closed = False

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.close()

    def add(self, frame, ms, brightness=CAMERA_BRIGHTNESS, held=0):
        """The board showed `frame` for `ms` more milliseconds. A picture lasts shortest_ms or longer."""
        if len(frame) != self.renderer.panel.size:
            raise PictureError(f"a frame of {len(frame)} bytes; {self.renderer.panel.name} has "
                               f"{self.renderer.panel.size}")
        shot = (bytes(frame), brightness, held)
        shots = self._shots
        if shots and (shots[-1][0] == shot or shots[-1][1] < self.shortest_ms):
            more = ms if shots[-1][0] == shot else min(ms, self.shortest_ms - shots[-1][1])
            shots[-1][1] += more
            ms -= more
        if ms > 0:
            shots.append([shot, ms])

    def follow(self, sim):
        """What adds the simulator's present frame for some milliseconds: to be called after each of its turns."""
        return lambda ms: self.add(sim.display.frame, ms, sim.display.brightness, sim.inputs.held)

    def close(self, on_progress=None):
        """Draws and writes the recording; on_progress(done, of) is told how far. Nothing is written without frames."""
        if self._closed:
            return
        self._closed = True
        shots = _thinned(self._shots, self.longest)
        if shots:
            table, palette = _palette(self.renderer, [shot for shot, _ in shots])
            try:
                with self.path.open("wb") as file:
                    _write(file, self.renderer, shots, table, palette, self.unseen, on_progress)
            except OSError as error:
                raise PictureError(f"{self.path}: can't be written: {error.strerror}") from None


def _thinned(shots, longest):
    """At most `longest` shots for the same whole time: each kept one takes over the time of those dropped after it."""
    step = -(-len(shots) // longest)
    return [[shots[k][0], sum(ms for _, ms in shots[k:k + step])] for k in range(0, len(shots), max(step, 1))]


def _palette(renderer, shots):
    """(table from reduced colour to index, 256 colours): 255 colours for the unlit board and what lights change on it.
    """
    dark = renderer.array(bytes(renderer.panel.size))
    different = list(dict.fromkeys(shots))
    chosen = different[::-(-len(different) // _SAMPLES)]
    pixels = [dark.reshape(3, -1)[:, ::7]]
    for shot in chosen:
        picture = renderer.array(*shot)
        pixels.append(picture[:, _differ(picture, dark)][:, ::5])
    flat = np.ascontiguousarray(np.concatenate(pixels, axis=1).T)
    sample = Image.fromarray(flat[None, :, :]).quantize(_TRANSPARENT, Image.Quantize.MEDIANCUT, kmeans=1)
    colours = np.zeros((256, 3), np.uint8)
    found = np.asarray(sample.getpalette(), np.uint8).reshape(-1, 3)[:_TRANSPARENT]
    colours[:len(found)] = found
    return _nearest(colours[:len(found)]), colours


def _nearest(colours):
    """Index of the nearest palette colour for every colour of _BITS bits a channel, flat [red][green][blue]."""
    levels = (np.arange(1 << _BITS) * 255 / ((1 << _BITS) - 1)).astype(np.float32)
    green, blue = np.meshgrid(levels, levels, indexing="ij")
    plane = np.stack([np.zeros_like(green), green, blue], axis=2).reshape(-1, 3)
    palette = colours.astype(np.float32)
    lengths = (palette * palette).sum(axis=1)
    table = []
    for red in levels:
        plane[:, 0] = red
        table.append((lengths - 2 * (plane @ palette.T)).argmin(axis=1))
    return np.concatenate(table).astype(np.uint8)


def _differ(one, other, unseen=UNSEEN):
    """Where two pictures [3, height, width] differ by more than the eye would see, [height, width]."""
    red, green, blue = np.maximum(one, other) - np.minimum(one, other)
    return np.maximum(np.maximum(red, green), blue) > unseen


def _indexed(picture, table):
    """Palette indices of a picture. The dither is the same in every frame, so what stands still stays equal."""
    _, height, width = picture.shape
    dither = np.tile(_BAYER, (height // 4 + 1, width // 4 + 1))[:height, :width]
    red, green, blue = (_FINE[picture] + dither) >> 4
    return table[(red.astype(np.uint32) << 2 * _BITS) | (green << _BITS) | blue]


def _write(file, renderer, shots, table, palette, unseen, on_progress):
    width, height = renderer.size
    file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + palette.tobytes())
    file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")      # again and again
    seen = None                     # the true colours of what the viewer sees
    passed = written = 0
    for done, (shot, ms) in enumerate(shots, 1):
        passed += ms
        units = max(1, round(passed / 10) - written)                # from the whole time: rounding never adds up
        written += units
        picture = renderer.array(*shot)
        changed = np.ones(picture.shape[1:], bool) if seen is None else _differ(picture, seen, unseen)
        seen = np.where(changed, picture, 0 if seen is None else seen)
        offset, part = _cut(np.where(changed, _indexed(picture, table), _TRANSPARENT).astype(np.uint8), changed)
        while units > 0:
            _write_picture(file, offset, part, min(units, 65535))
            units -= 65535
        if on_progress:
            on_progress(done, len(shots))
    file.write(b";")


def _cut(picture, changed):
    """(left, top) and the smallest part of a picture that covers all that has changed."""
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return (0, 0), picture[:1, :1]
    return (int(columns[0]), int(rows[0])), picture[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def _write_picture(file, offset, part, units):
    """One image over what is there already, compressed, with the common palette."""
    blocks = GifImagePlugin.getdata(Image.fromarray(part), offset, duration=10 * units, transparency=_TRANSPARENT,
                                    disposal=1)
    for block in blocks:
        file.write(block)
