# A small program for the emulated Pico: pins sampled at 1 kHz by PIO into a DMA ring, WS2812 frames by PIO and DMA at
# 60 a second in which pixel 0 shows the pressed columns, and a busy CPU. It says "ready" and shows `shown` frames.
import time

import rp2
import uctypes
from machine import Pin


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=32)
def sampler():
    in_(pins, 32)[31]  # noqa: F821
    nop()[31]  # noqa: F821
    nop()[31]  # noqa: F821
    nop()[31]  # noqa: F821


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8)
def sender():
    wrap_target()  # noqa: F821
    label("bit")  # noqa: F821
    out(x, 1).side(0)[2]  # noqa: F821
    jmp(not_x, "zero").side(1)[1]  # noqa: F821
    jmp("bit").side(1)[4]  # noqa: F821
    label("zero")  # noqa: F821
    nop().side(0)[4]  # noqa: F821
    wrap()  # noqa: F821


for number in range(20):
    Pin(number, Pin.IN, Pin.PULL_UP)
block = bytearray(8192)
ring = (uctypes.addressof(block) + 4095) & ~4095
pixels = bytearray(126)
sampling = rp2.StateMachine(0, sampler, freq=128_000, in_base=Pin(0))
sending = rp2.StateMachine(4, sender, freq=8_000_000, sideset_base=Pin(22))
ring_dma = rp2.DMA()
ring_dma.config(read=sampling, write=ring, count=0x0fffffff, trigger=True, ctrl=ring_dma.pack_ctrl(
    size=2, inc_read=False, inc_write=True, ring_sel=True, ring_size=12, treq_sel=4, irq_quiet=True))
wire_dma = rp2.DMA()
wire_ctrl = wire_dma.pack_ctrl(size=0, inc_read=True, inc_write=False, treq_sel=8, irq_quiet=True)
sampling.active(1)
sending.active(1)
print("ready", hex(ring))
start = time.ticks_us()
total = 0
for frame in range(shown):  # noqa: F821
    pixels[0] = ~Pin(0).value() & 1
    pixels[1] = frame & 255
    pixels[125] = 255
    wire_dma.config(read=pixels, write=sending, count=126, ctrl=wire_ctrl, trigger=True)
    while time.ticks_diff(time.ticks_us(), start) < 16667 * (frame + 1):
        total += 1
print("samples", 0x0fffffff - ring_dma.count)
