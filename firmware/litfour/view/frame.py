"""The one buffer that everything is drawn into. Drawing allocates nothing."""

FRAME_MS = 32       # a frame's time; view time is counted in frames since a state began


class Frame:
    """`buf` is in the layout of ports.py for `panel`: cells row by row from the bottom left, then the rail."""

    def __init__(self, panel):
        self.panel = panel
        self.buf = bytearray(panel.size)

    def clear(self):
        buf = self.buf
        for i in range(len(buf)):
            buf[i] = 0

    def set(self, column, row, colour, level=255):
        """Sets one cell; outside the panel nothing happens. level 0..255 dims the colour."""
        panel = self.panel
        if 0 <= column < panel.columns and 0 <= row < panel.rows:
            self._put(3 * (row * panel.columns + column), colour, level)

    def put(self, pixel, colour, level=255):
        """Sets a pixel by its number: row * columns + column."""
        self._put(3 * pixel, colour, level)

    def set_rail(self, column, colour, level=255):
        panel = self.panel
        if panel.rail and 0 <= column < panel.columns:
            self._put(3 * (panel.cells + column), colour, level)

    def _put(self, i, colour, level):
        buf = self.buf
        buf[i] = colour[0] * level >> 8
        buf[i + 1] = colour[1] * level >> 8
        buf[i + 2] = colour[2] * level >> 8

    def lit(self, column, row):
        """True where the cell is not dark."""
        i = 3 * (row * self.panel.columns + column)
        buf = self.buf
        return buf[i] or buf[i + 1] or buf[i + 2]
