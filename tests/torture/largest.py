"""Runs under MicroPython, on the unix port and on the emulated Pico."""

import gc


def largest():
    """The largest block that can be had, to 256 bytes."""
    low, high = 0, gc.mem_free()
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low
