"""From a frame of ports.py to the words on the wire: brightness, gamma, chain order, and the limit on the current."""

from array import array

from litfour.hw.kernels import encode
from micropython import const

RAMP_FRAMES = const(32)
_PIXELS = const(0)                  # words of the kernel's set-up
_SHIFT = const(1)
_CURRENT = const(4)
_BRIGHTNESS = const(7)
_LIMIT = const(8)


class Encoder:
    """Turns frames of `panel` into `words`, the chain's pixels as left-aligned 24-bit words in array('I').

    The estimated current (mA, dark pixels included) of what `words` holds never exceeds the wiring's budget. Of the
    first RAMP_FRAMES frames each may have a 32nd of it more than the one before: a supply meets full light gently.
    WiringError for a wiring that cannot be built or that belongs to another panel.
    """

    def __init__(self, panel, wiring):
        from litfour.hw import wiring as wirings  # not kept: set-up code may be dropped
        wirings.check(wiring, panel)
        length = wirings.chain_length(wiring)
        self.size = panel.size
        self.words = array("I", bytes(4 * length))
        self.ramp = 0
        self._chain = wirings.chain_map(wiring)
        self._gamma = wirings.gamma_table()
        self._setup = array("I", bytes(36))
        self._setup[_PIXELS] = panel.pixels
        for i, colour in enumerate("RGB"):
            self._setup[_SHIFT + i] = 24 - 8 * wiring.order.index(colour)
            self._setup[_CURRENT + i] = wiring.channel_ma[i]
        self._idle_ma = -(-length * wiring.idle_ua // 1000)
        self._room = (wiring.budget_ma - self._idle_ma) * 255

    def encode(self, frame, brightness):
        """Fills `words`; returns the estimated current in mA, rounded up. `brightness` 0..255. Allocates nothing."""
        if len(frame) != self.size:
            raise ValueError("frame has another size than the panel")       # the kernel would read beyond its end
        setup = self._setup
        setup[_BRIGHTNESS] = min(brightness, 255) + 1 if brightness > 0 else 0
        if self.ramp < RAMP_FRAMES:
            self.ramp += 1
        setup[_LIMIT] = self._room * self.ramp // RAMP_FRAMES
        return self._idle_ma + (encode(frame, self.words, self._gamma, self._chain, setup) + 254) // 255

    def wire_bytes(self):
        """What the wire carries for `words`: three bytes a pixel in chain order."""
        wire = bytearray()
        for word in self.words:
            wire.extend(bytes((word >> 24, word >> 16 & 255, word >> 8 & 255)))
        return bytes(wire)
