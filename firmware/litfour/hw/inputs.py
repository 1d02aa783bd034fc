"""Inputs of ports.py: PIO samples all pins at 1 kHz into a RAM ring by DMA; poll() digests late samples in true time.

Neither a flash write nor a collection delays the sampling. Two channels make it endless: the first copies one ring of
samples, then starts the second, which lays the ring's address into the first one's register and so starts it again.
"""

from array import array

from litfour.hw.debounce import Debounce
from litfour.hw.kernels import take
from litfour.hw.pins import SAMPLER_MACHINE
from litfour.ports import SOURCES
from micropython import const

RING_WORDS = const(512)
_MAX_RUNS = const(24)               # stretches of equal samples digested in one poll
_WRITE_TRIGGER = const(11)          # DMA register AL2_WRITE_ADDR_TRIG, in words
_READ = const(1)                    # words of the kernel's state
_NEXT = const(2)
_MASK = const(3)
_TICK = const(4)
_ACTIVE = const(5)
_QUIET = const(6)


class Inputs:
    """The inputs of mask `sources` (see pins.sources). `rp2`, `pin` (machine.Pin) and `address_of` (uctypes.addressof)
    are MicroPython's; `ticks_ms` is the clock that event times belong to.

    Takes two DMA channels and the state machine of hw/pins. The ring belongs to this object: keep it as long as the
    sampling runs, and close() it before it is dropped.
    """

    def __init__(self, sources, rp2, pin, address_of, ticks_ms, words=RING_WORDS):
        from litfour.hw.pio import sampler  # not kept: set-up code may be dropped
        self.time = 0
        self.held = 0
        self.overruns = 0           # times that samples were lost, because nobody polled for half a second
        self.debounce = Debounce()
        self.ring = array("I", bytes(4 * words))
        self._words = words
        self._ticks_ms = ticks_ms
        for gpio in range(SOURCES):
            pin(gpio, pin.IN, pin.PULL_UP)
        self._machine = rp2.StateMachine(SAMPLER_MACHINE, sampler(rp2, SOURCES), freq=32000, in_base=pin(0))
        self._data, self._rearm = rp2.DMA(), rp2.DMA()
        self._address = array("I", (address_of(self.ring),))
        self._start((SAMPLER_MACHINE >> 2) * 8 + 4 + (SAMPLER_MACHINE & 3))
        self._state = array("I", (words, 0, ticks_ms(), sources, 0, 0, 0))

    def _start(self, request):
        data, rearm = self._data, self._rearm
        rearm.config(read=self._address, write=data.registers[_WRITE_TRIGGER:_WRITE_TRIGGER + 1], count=1,
                     ctrl=rearm.pack_ctrl(inc_read=False, inc_write=False))
        data.config(read=self._machine, write=self.ring, count=self._words, trigger=True,
                    ctrl=data.pack_ctrl(inc_read=False, treq_sel=request, chain_to=rearm.channel))
        self._machine.active(1)

    def poll(self, now):
        """The next event code, oldest first, or 0. Allocates nothing. Reads `ticks_ms`, because `now` may be stale."""
        debounce = self.debounce
        if not debounce.size:
            if self._data is None:
                return 0
            count = take(self.ring, self._state, self._data.count, self._ticks_ms())
            if not count:
                return 0
            self._digest(count)
        code = debounce.pop()
        if code:
            self.time = debounce.time
        return code

    def _digest(self, count):
        """Goes through stretches of samples, `count` in the first, until one gives events; bounded by _MAX_RUNS."""
        debounce, state = self.debounce, self._state
        runs = _MAX_RUNS
        while count > 0:
            debounce.run(state[_ACTIVE], state[_TICK], count)
            state[_QUIET] = debounce.quiet
            runs -= 1
            if debounce.size or not runs:
                break
            count = take(self.ring, state, self._data.count, self._ticks_ms())
        if count < 0:
            self._resync()
        self.held = debounce.held

    def _resync(self):
        """Goes on from the newest sample as if nothing had been before it."""
        state = self._state
        self.overruns += 1
        head = (self._words - self._data.count) % self._words
        state[_READ] = head
        state[_NEXT] = self._ticks_ms()
        state[_ACTIVE] = ~self.ring[head - 1] & state[_MASK]
        state[_QUIET] = 0
        self.debounce.resync(state[_ACTIVE], state[_NEXT])

    def close(self):
        """Stops sampling: DMA first, so that it writes no more into memory that may be collected."""
        data, self._data = self._data, None
        if data is None:
            return
        self._machine.active(0)
        for _ in range(2):          # stopping one channel may still have started the other
            self._rearm.active(0)
            data.active(0)
        data.close()
        self._rearm.close()
