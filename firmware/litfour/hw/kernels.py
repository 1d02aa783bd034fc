"""The only machine code of hw: encoding, scanning the ring, waiting of lines.

CPython runs the same source undecorated: that is the plain twin. Every value stays below 2**31 except the finished
words, which are only stored: 32-bit stores cut them alike everywhere. Nothing negative is stored, because 32-bit loads
are zero-extended on 64-bit MicroPython.
"""

import micropython
from micropython import const

SETTLE = const(5)                   # samples, see debounce.py
JAM_MS = const(300)
GAP_MS = const(30)
HELD_MS = const(30000)


@micropython.viper
def encode(frame: ptr8, words: ptr32, gamma: ptr8, chain: ptr8, setup: ptr32) -> int:       # noqa: F821
    """Lays a frame (red, green, blue of each pixel) into chain-ordered words, dimmed to the limit. Returns the load.

    setup: pixels, shifts of red, green, blue (8, 16 or 24), their currents in mA at 255, brightness 0..256, load limit.
    A load is the sum of channel value x mA; 255 of it are 1 mA. Scaling rounds down, so the load ends within the limit.
    """
    pixels = setup[0]
    red_shift = setup[1]
    green_shift = setup[2]
    blue_shift = setup[3]
    red_ma = setup[4]
    green_ma = setup[5]
    blue_ma = setup[6]
    brightness = setup[7]
    limit = setup[8]
    scale = 1024
    while True:                                         # at most twice: the second time scaled down
        load = 0
        i = 0
        while i < pixels:
            red = gamma[frame[3 * i] * brightness >> 8] * scale >> 10
            green = gamma[frame[3 * i + 1] * brightness >> 8] * scale >> 10
            blue = gamma[frame[3 * i + 2] * brightness >> 8] * scale >> 10
            load += red * red_ma + green * green_ma + blue * blue_ma
            words[chain[i]] = red << red_shift | green << green_shift | blue << blue_shift
            i += 1
        if load <= limit:
            return load
        scale = (limit << 10) // load


@micropython.viper
def take(ring: ptr32, state: ptr32, left: int, now: int) -> int:                            # noqa: F821
    """Takes samples out of the ring up to where DMA, with `left` words to go, writes next. Leaves out what is idle.

    Returns the length of the next stretch of equal samples that must be looked at (its tick and active bits are in
    state); 0 if there is none; -1 if samples were lost, because too many are due at tick `now`.
    state: words of the ring (at most 512), index and tick of the next sample, mask, tick of the stretch, active bits
    of the sample before, samples that may pass unchanged unseen. One sample is one tick; where their number differs
    by more than 2 from the clock's, the clock is right.
    """
    words = state[0]
    index = state[1]
    tick = state[2]
    mask = state[3]
    quiet = state[6]
    pending = words - left - index
    if pending < 0:
        pending += words
    due = (now - tick + 1025 & 0x3FFFFFFF) - 1024       # samples by the clock; the sampling may be ahead of it
    if due > words - 32:
        return -1
    ahead = pending - due
    if ahead > 2 or ahead < -3:
        tick = tick - ahead & 0x3FFFFFFF
    length = 0
    while pending:
        if index == words:
            index = 0
        end = index + pending
        if end > words:
            end = words
        value = ring[index]
        i = index + 1
        while i < end:
            if (ring[i] ^ value) & mask:
                break
            i += 1
        length = i - index
        index = i
        start = tick
        tick = tick + length & 0x3FFFFFFF
        active = value & mask ^ mask
        if active != state[5] or length >= quiet:
            state[4] = start
            state[5] = active
            break
        pending -= length
        quiet -= length
        length = 0
    state[1] = index if index < words else 0
    state[2] = tick
    state[6] = quiet
    return length


@micropython.viper
def first_due(lines: int, moving: int, held: int, since: ptr32, began: ptr32, end: int) -> int:     # noqa: F821
    """Of `lines` the one where something falls due first, if that is by tick `end`; else minus the samples until then.

    A moving line settles SETTLE samples after `since`; the others wait from `began` on: held ones until they have been
    active for too long, the rest for the end of their gap.
    """
    best = 1 << 29
    first = 0
    line = 0
    while lines:
        if lines & 1:
            if moving >> line & 1:
                wait = SETTLE - 1 - (end - since[line] & 0x3FFFFFFF)
            else:
                wait = HELD_MS
                if line >= 9 and line < 18:             # beams
                    wait = JAM_MS if held >> line & 1 else GAP_MS
                wait -= end - began[line] & 0x3FFFFFFF
            if wait < best:
                best = wait
                first = line
        lines >>= 1
        line += 1
    return first if best <= 0 else 0 - best
