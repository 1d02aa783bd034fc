"""The two PIO programs, built for the machine at set-up; the module may be dropped afterwards."""


def ws2812(rp2, high, one, low):
    """A bit: `high` ticks high, `one` more ticks high for a 1 or low for a 0, `low` ticks low. Pixels are 24 bits."""
    @rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24,
                 fifo_join=rp2.PIO.JOIN_TX)
    def program(high=high, one=one, low=low):
        wrap_target()                                                                   # noqa: F821
        label("bit")                                                                    # noqa: F821
        out(x, 1).side(0)[low - 1]                                                      # noqa: F821
        jmp(not_x, "zero").side(1)[high - 1]                                            # noqa: F821
        jmp("bit").side(1)[one - 1]                                                     # noqa: F821
        label("zero")                                                                   # noqa: F821
        nop().side(0)[one - 1]                                                          # noqa: F821
        wrap()                                                                          # noqa: F821
    return program


def sampler(rp2, bits):
    """Shifts in the lowest `bits` pins every 32 ticks; each sample is one word."""
    @rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=bits)
    def program(bits=bits):
        in_(pins, bits)[31]                                                             # noqa: F821
    return program
