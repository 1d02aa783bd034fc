"""Display of ports.py: a WS2812 chain fed by PIO and DMA from RAM, so no interrupt or flash write tears a frame.

Every word that reaches the wire comes from Encoder.encode, which limits the current, or is 0.
"""

from litfour.hw.encode import Encoder
from litfour.hw.pins import PANEL_MACHINE, PANEL_PIN
from micropython import const

LATCH_US = const(300)               # silence that makes every kind of WS2812 show what it has got
_FIFO_WORDS = const(9)              # may still be in the joined FIFO and the shift register when DMA is done


class Matrix:
    """The panel of `wiring`, dark until the first show(). `rp2`, `pin` (machine.Pin) and `time` are MicroPython's.

    Takes one DMA channel and the state machine of hw/pins. Set machine.freq() before: the timing comes from it.
    """

    def __init__(self, panel, wiring, rp2, pin, time):
        from litfour.hw.pio import ws2812  # not kept: set-up code may be dropped
        self.encoder = Encoder(panel, wiring)
        self.brightness = 255
        self.milliamps = 0
        self._time = time
        words = self.encoder.words
        hertz, high, one, low = wiring.timing
        frame_us = len(words) * 24 * (high + one + low) * 1000 // (hertz // 1000)
        self._busy_us = frame_us + LATCH_US
        self._sent_at = time.ticks_us()
        self._sent = False
        machine = PANEL_MACHINE
        self._machine = rp2.StateMachine(machine, ws2812(rp2, high, one, low), freq=hertz,
                                         sideset_base=pin(PANEL_PIN, pin.OUT, value=0))
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(inc_write=False, treq_sel=(machine >> 2) * 8 + (machine & 3))
        self._dma.config(read=words, write=self._machine, count=len(words), ctrl=control)
        self._machine.active(1)

    def busy(self):
        """True while a frame is on its way or has not latched yet."""
        if self._sent:
            # A difference beyond the frame's time also comes from ticks_us wrapping over a long pause: not busy.
            if self._dma.active() or 0 <= self._time.ticks_diff(self._time.ticks_us(), self._sent_at) < self._busy_us:
                return True
            self._sent = False
        return False

    def show(self, frame):
        """Sends a frame and returns True; False if the last one is still being sent. Allocates nothing."""
        if self._dma is None or self.busy():
            return False
        self.milliamps = self.encoder.encode(frame, self.brightness)
        self._send()
        return True

    def _send(self):
        dma = self._dma
        dma.read = self.encoder.words
        dma.count = len(self.encoder.words)
        self._sent_at = self._time.ticks_us()
        self._sent = True
        dma.active(1)

    def off(self):
        """For faults: stops DMA for good and darkens the chain without it. Takes some 2 ms; may be called again."""
        dma, self._dma = self._dma, None
        if dma is not None:
            dma.active(0)
            dma.close()
        words = self.encoder.words
        for i in range(len(words)):
            words[i] = 0
        if self._machine is not None:
            self._time.sleep_us(_FIFO_WORDS * self._busy_us // len(words) + LATCH_US)    # a cut frame ends and latches
            for _ in words:
                self._machine.put(0)                                                    # waits for room by itself
            self._time.sleep_us(_FIFO_WORDS * self._busy_us // len(words) + LATCH_US)
        self.milliamps = 0

    def close(self):
        """Dark, and DMA and state machine given back."""
        self.off()
        if self._machine is not None:
            self._machine.active(0)
            self._machine = None
