"""What a frame would draw on the board: the encoder of hw/encode, with its limit, of the usual build of a panel."""

from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import wiring_named

ENDLESS = 8000          # mA: more than any panel can draw


class Current:
    """For a Panel. `budget`: what the whole panel may draw, in mA."""

    def __init__(self, panel):
        name = panel.name + ("+rail" if panel.rail else "")
        self.budget = wiring_named(name).budget_ma
        self._limited = self._encoder(panel, name, self.budget)
        self._free = self._encoder(panel, name, ENDLESS)

    def _encoder(self, panel, name, budget):
        wiring = wiring_named(name)
        wiring.budget_ma = budget
        encoder = Encoder(panel, wiring)
        encoder.ramp = RAMP_FRAMES      # as after the first second of a board
        return encoder

    def of(self, frame, brightness):
        """[mA of the frame as it is shown, mA of the budget, mA that it would draw without the limit]."""
        return [self._limited.encode(frame, brightness), self.budget, self._free.encode(frame, brightness)]
