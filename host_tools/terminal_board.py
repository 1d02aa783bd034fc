"""The lit board as a Textual widget. A character shows two square dots (an upper half block); a cell is a disc of dots.
"""

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

ROUND_PITCH = 5             # dots a cell that a disc needs to look round
LARGEST_PITCH = 16

_BODY = (22, 34, 84)
_DARK = (19, 20, 26)
_LABEL = (176, 186, 226)
_SAMPLES = 4                # a side of a dot, for the soft edges of discs
_KEPT_STRIPS = 4000


def disc_cover(pitch):
    """[pitch, pitch] from 0 to 1: how much of each dot of a cell its disc covers. A dot to the right and below is free
    where that leaves a disc.
    """
    width = pitch - 1 if pitch > 2 else pitch
    fine = (np.arange(width * _SAMPLES) + 0.5) / _SAMPLES - width / 2
    radius = width * (0.5 if width > 3 else 0.7)
    inside = np.hypot(fine[:, None], fine[None, :]) <= radius
    cover = np.zeros((pitch, pitch))
    cover[:width, :width] = inside.reshape(width, _SAMPLES, width, _SAMPLES).mean(axis=(1, 3))
    return cover


def board_dots(panel, frame, pitch):
    """The cells of a frame as dots, [height, width, 3]: a border of one dot above and on the left, an even height."""
    light = np.frombuffer(frame, np.uint8)[:3 * panel.cells].reshape(panel.rows, panel.columns, 3)[::-1]
    cells = np.maximum(light, np.asarray(_DARK, np.uint8)).astype(np.float32)
    cover = np.tile(disc_cover(pitch), (panel.rows, panel.columns))[:, :, None]
    discs = cells.repeat(pitch, axis=0).repeat(pitch, axis=1)
    dots = (discs * cover + np.asarray(_BODY) * (1 - cover) + 0.5).astype(np.uint8)
    height, width, _ = dots.shape
    whole = np.empty(((height + 2) // 2 * 2, width + 1, 3), np.uint8)
    whole[:] = _BODY
    whole[1:1 + height, 1:] = dots
    return whole


def size_for(panel, pitch):
    """(columns, lines) of the terminal that a panel takes with cells of `pitch` dots, with its numbers."""
    return panel.columns * pitch + 1, (panel.rows * pitch + 2) // 2 + 1


def largest_pitch(panel, columns, lines):
    """The largest cells, in dots, with which a panel fits in so much of a terminal; 0 if none do."""
    for pitch in range(LARGEST_PITCH, 0, -1):
        width, height = size_for(panel, pitch)
        if width <= columns and height <= lines:
            return pitch
    return 0


def _style(ink, back, bold=None):
    return Style(color="#{:02x}{:02x}{:02x}".format(*ink), bgcolor="#{:02x}{:02x}{:02x}".format(*back), bold=bold)


def half_blocks(above, below):
    """Segments for two lines of dots [width, 3], equal neighbours together."""
    both = np.concatenate([above, below], axis=1)
    ends = np.flatnonzero((both[1:] != both[:-1]).any(axis=1)) + 1
    segments, start = [], 0
    for end in [*ends.tolist(), len(both)]:
        segments.append(Segment("\N{UPPER HALF BLOCK}" * (end - start), _style(above[start], below[start])))
        start = end
    return segments


class Board(Widget):
    """Shows the simulator's frame, and the column numbers, lit by the rail if there is one. on_column(k): a click."""

    DEFAULT_CSS = "Board { width: auto; height: auto; }"

    def __init__(self, simulator, on_column):
        super().__init__()
        self.panel = simulator.panel
        self.pitch = 0
        self._simulator = simulator
        self._on_column = on_column
        self._frame = None
        self._lines: list = []
        self._strips = {}

    def get_content_width(self, container, viewport):
        return size_for(self.panel, self.pitch)[0]

    def get_content_height(self, container, viewport, width):
        return size_for(self.panel, self.pitch)[1]

    def set_pitch(self, pitch):
        if pitch != self.pitch:
            self.pitch = pitch
            self._frame = None
            self._strips.clear()
            self.update()
            self.refresh(layout=True)

    def update(self):
        """Takes over the frame that the simulator shows now."""
        frame = self._simulator.display.frame
        if frame != self._frame and self.pitch:
            self._frame = frame
            dots = board_dots(self.panel, frame, self.pitch)
            self._lines = [dots[k:k + 2] for k in range(0, len(dots), 2)]
            self.refresh()

    def render_line(self, y):
        if y < len(self._lines):
            return self._strip(self._lines[y])
        return self._numbers() if y == len(self._lines) and self._frame else Strip.blank(self.size.width)

    def _strip(self, pair):
        """Lines repeat from frame to frame: a strip is made once."""
        key = pair.tobytes()
        strip = self._strips.get(key)
        if strip is None:
            if len(self._strips) >= _KEPT_STRIPS:
                self._strips.clear()
            strip = self._strips[key] = Strip(half_blocks(*pair), pair.shape[1])
        return strip

    def _numbers(self):
        rail = self._frame[3 * self.panel.cells:]
        segments = [Segment(" ", _style(_LABEL, _BODY))]
        for column in range(self.panel.columns):
            light = rail[3 * column:3 * column + 3] or _BODY
            back = tuple(max(pair) for pair in zip(light, _BODY))
            ink = (12, 14, 24) if sum(back) > 300 else _LABEL
            text = str(column + 1).center(self.pitch - 1).ljust(self.pitch)
            segments.append(Segment(text, _style(ink, back, bold=True)))
        return Strip(segments, size_for(self.panel, self.pitch)[0])

    def column_at(self, x):
        """The panel's column at a place across the widget; None on the frame."""
        column = (x - 1) // self.pitch if self.pitch else -1
        return column if 0 <= column < self.panel.columns else None

    def on_mouse_down(self, event):
        column = self.column_at(event.x)
        if column is not None:
            self._on_column(column)
