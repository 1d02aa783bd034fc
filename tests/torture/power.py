"""The current on the wire: counted afresh from what the wire carries, over random frames, and over everything that a
board ever shows; the limiter's own figure is never below it, and never above the budget. From the first frame on."""

import random

from host_tools.accelerate import accelerated
from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import Wiring, wiring_named
from tests.torture.events import Session

NAMED = ("7x6", "7x6+rail", "8x8", "8x8+rail", "9x6", "9x6+rail", "9x9", "9x9+rail", "7x6-on-8x8")


def drawn_ma(wire, record):
    """mA of what the wire carries, by the data of the wiring alone."""
    milliamps = dict(zip("RGB", record.channel_ma, strict=True))
    load = sum(value * milliamps[record.order[k % 3]] for k, value in enumerate(wire))
    return load / 255 + len(wire) // 3 * record.idle_ua / 1000


def random_wiring(chance):
    """A build with any order of the chain and any calibration that may be set."""
    base = wiring_named(chance.choice(NAMED))
    idle = chance.randrange(0, 1500)
    pixels = base.panel_record().pixels + len(base.skip)
    least = pixels * idle // 1000 + 12
    return Wiring("random", base.panel, order=chance.choice(("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")),
                  origin=chance.choice(("bl", "br", "tl", "tr")), axis=chance.choice(("rows", "columns")),
                  serpentine=chance.random() < 0.5, skip=base.skip, rail=base.rail,
                  channel_ma=tuple(chance.randint(1, 100) for _ in range(3)), idle_ua=idle,
                  budget_ma=chance.choice((least, 450, 900, 8000)) if least < 450 else 8000)


def random_frame(chance, size):
    kind = chance.randrange(5)
    if kind == 0:
        return bytes([chance.randrange(256)]) * size
    if kind == 1:
        return bytes(255 if chance.random() < 0.5 else 0 for _ in range(size))
    if kind == 2:
        lit = chance.randrange(size)
        return b"\xff" * lit + bytes(size - lit)
    return chance.randbytes(size)


def judge(encoder, record, told, words):
    drawn = drawn_ma(encoder.wire_bytes(), record)
    assert drawn <= told <= record.budget_ma, f"{words}: {drawn:.1f} mA drawn, {told} told, {record.budget_ma} allowed"
    idle = encoder._idle_ma
    ramp = (record.budget_ma - idle) * encoder.ramp / RAMP_FRAMES + idle + 1
    assert drawn <= ramp, f"{words}: {drawn:.1f} mA in frame {encoder.ramp} of the start, {ramp:.1f} allowed"
    return drawn


def frames(tally, budget, seed):
    """Random frames on random builds, each from its first frame on."""
    while budget.left(tally.tried):
        chance = random.Random(seed)
        record = random_wiring(chance)
        encoder = Encoder(record.panel_record(), record)
        for number in range(RAMP_FRAMES + 16):
            told = encoder.encode(random_frame(chance, encoder.size),
                                  chance.choice((0, 1, 60, 255, chance.randrange(256))))
            try:
                judge(encoder, record, told, f"seed {seed}, frame {number}")
                tally.good()
            except AssertionError as error:
                tally.bad(str(error))
        seed += 1
    return tally


class Limited:
    """Display of ports.py: each frame goes through the board's encoder, and is judged."""

    def __init__(self, display, record, tally, words):
        self.brightness = display.brightness
        self.milliamps = 0
        self.encoder = Encoder(record.panel_record(), record)
        self._record, self._tally, self._words = record, tally, words

    def show(self, frame):
        self.milliamps = self.encoder.encode(frame, self.brightness)
        drawn = judge(self.encoder, self._record, self.milliamps, self._words)
        self._tally.good()
        self._tally.figures["most mA of 450"] = max(self._tally.figures.get("most mA of 450", 0), round(drawn, 1))
        return True


def animations(tally, budget, seed):
    """Whatever the App shows in random sessions: all games, palettes, pages and animations, at every brightness."""
    with accelerated():
        while budget.left(tally.tried):
            try:
                session = Session(seed)
                record = wiring_named(session.panel.name + ("+rail" if session.panel.rail else ""))
                session.app.settings.brightness = 4
                session.app.display = Limited(session.app.display, record, tally, f"seed {seed}")
                session.app.seldom("apply")
                session.run(150)
            except Exception as error:
                tally.bad(f"seed {seed}: {type(error).__name__}: {error}")
            seed += 1
    return tally
