"""The same digest of hw's pure parts on CPython and on MicroPython's unix port, where the kernels are machine code."""

import binascii
from array import array

from litfour.hw.debounce import Debounce
from litfour.hw.encode import Encoder
from litfour.hw.kernels import first_due, take
from litfour.hw.store import Store
from litfour.hw.wiring import Wiring, wiring_named

MASK = (1 << 30) - 1


class Dice:
    """A linear congruential generator: the same rolls everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit


def digest_encoder(dice, rounds):
    total = 0
    for record in (wiring_named("7x6"), wiring_named("9x9+rail"), wiring_named("7x6-on-8x8"),
                   Wiring("w", "9x6", order="RGB", origin="tr", axis="columns", skip=(0, 7), budget_ma=180)):
        encoder = Encoder(record.panel_record(), record)
        for _ in range(rounds):
            top = 1 + dice.below(256)
            frame = bytearray(dice.below(top) for _ in range(encoder.size))
            current = encoder.encode(frame, dice.below(256))
            total = binascii.crc32(encoder.wire_bytes() + bytes((current & 255, current >> 8)), total)
    return total


def digest_ring(dice, rounds):
    log = []
    for _ in range(rounds):
        words = 64 << dice.below(3)
        sample = 0
        ring = array("I", bytes(4 * words))
        for i in range(words):
            if not dice.below(9):
                sample = dice.below(1 << 20)
            ring[i] = sample
        tick = (MASK - 200 + dice.below(400)) & MASK
        state = array("I", (words, dice.below(words), tick, dice.below(1 << 20), 0, dice.below(2), dice.below(40)))
        now = (tick + dice.below(words + 50) - 4) & MASK
        for _ in range(3):
            log.append((take(ring, state, 1 + dice.below(words), now), tuple(state)))
    return log


def digest_lines(dice, rounds):
    log = []
    for _ in range(rounds):
        end = (MASK - 200 + dice.below(400)) & MASK
        since = array("I", ((end - dice.below(6)) & MASK for _ in range(20)))
        began = array("I", ((end - dice.below(31)) & MASK for _ in range(20)))
        moving, held, gap = 1 << dice.below(20) & dice.below(1 << 20), 1 << dice.below(20), 1 << dice.below(20)
        log.append(first_due(moving | held | gap, moving, held, since, began, end))
    return log


def digest_events(dice, rounds):
    debounce, tick, value, log = Debounce(), MASK - 5000, 0, []
    for _ in range(8 * rounds):
        if dice.below(3):
            value ^= 1 << dice.below(20)
        count = 1 + dice.below(1 + dice.below(40))
        debounce.run(value, tick, count)
        tick = (tick + count) & MASK
        code = debounce.pop()
        while code:
            log.append((code, debounce.time))
            code = debounce.pop()
    return log


def digest_store(dice, root):
    store, log = Store(root), []
    for size in (0, 1, 255, 400):
        data = bytes(dice.below(256) for _ in range(size))
        log.append((store.save("probe", bytearray(data)), store.load("probe") == data))
    with open(root + "/probe.1", "wb") as file:         # the last one was written there
        file.write(data[:9])
    log.append(len(store.load("probe")))
    return log


def report(root, rounds):
    """Lines of text that must not depend on where this runs."""
    dice = Dice(7)
    for digest in (digest_encoder, digest_ring, digest_lines, digest_events):
        yield digest.__name__ + " " + str(digest(dice, rounds))
    yield "digest_store " + str(digest_store(dice, root))
