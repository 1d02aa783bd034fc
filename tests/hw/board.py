"""A board of fakes for the drivers: rp2, machine.Pin, time and uctypes, just as far as they are used.

Time moves only by advance(). DMA that feeds the panel takes as long as the wire would; the sampler writes one word a
millisecond, at the end of its count by way of the chained channel.
"""

from types import SimpleNamespace

TICKS_MASK = (1 << 30) - 1
BIT_US = 1.2


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, board, number, mode=None, pull=None, value=None):
        self.number = number
        self.board = board
        if mode is not None:
            board.pins[number] = (mode, pull, value)

    def value(self):
        return self.board.levels >> self.number & 1


class Registers(list):
    def __init__(self, owner):
        super().__init__(range(16))
        self.owner = owner

    def __getitem__(self, key):
        return (self.owner, key.start, key.stop)


class Dma:
    def __init__(self, board):
        self.board = board
        self.channel = len(board.channels)
        self.closed = self.running = False
        self.registers = Registers(self)
        self.read = self.write = self.ctrl = None
        self.count = 0
        board.channels.append(self)

    def pack_ctrl(self, **fields):
        return {"inc_read": True, "inc_write": True, "chain_to": self.channel, "treq_sel": 63, **fields}

    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        self.read, self.write, self.count, self.ctrl = read, write, count, ctrl
        self.reload = count
        self.active(trigger)

    def active(self, value=None):
        assert not self.closed, "a closed channel was used"
        if value is None:
            return self.running and not (self.feeds_wire and self.board.us >= self.done_us)
        self.running = bool(value)
        if value and self.feeds_wire:
            assert self.ctrl["treq_sel"] == 8 and not self.ctrl["inc_write"]
            self.board.wire.append(tuple(self.read)[:self.count])
            self.done_us = self.board.us + 24 * BIT_US * max(0, self.count - 9)
        return None

    @property
    def feeds_wire(self):
        return isinstance(self.write, StateMachine)

    def close(self):
        assert not self.running, "DMA must be stopped before it is given back"
        self.closed = True


class StateMachine:
    def __init__(self, board, number, program, **options):
        self.board, self.number, self.program, self.options = board, number, program, options
        self.running = False
        board.machines[number] = self

    def active(self, value):
        self.running = bool(value)

    def put(self, word):
        assert self.running
        self.board.puts.append(word)


class Board:
    def __init__(self, ms=0):
        self.us = ms * 1000
        self.levels = (1 << 30) - 1             # pull-ups
        self.pins, self.machines = {}, {}
        self.channels, self.wire, self.puts = [], [], []
        pio = SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0, JOIN_TX=1)
        self.rp2 = SimpleNamespace(
            PIO=pio, asm_pio=lambda **options: lambda function: (options, function.__defaults__),
            StateMachine=lambda *args, **options: StateMachine(self, *args, **options), DMA=lambda: Dma(self))
        self.time = SimpleNamespace(
            ticks_us=lambda: int(self.us) & TICKS_MASK, sleep_us=self.advance_us,
            ticks_diff=lambda a, b: (a - b + (1 << 29) & TICKS_MASK) - (1 << 29))

    def pin(self, *args, **options):
        return Pin(self, *args, **options)

    pin.IN, pin.OUT, pin.PULL_UP = Pin.IN, Pin.OUT, Pin.PULL_UP

    def ticks_ms(self):
        return int(self.us) // 1000 & TICKS_MASK

    @staticmethod
    def address_of(ring):
        return 0x20000000

    def press(self, *sources):
        for source in sources:
            self.levels &= ~(1 << source)

    def release(self, *sources):
        for source in sources:
            self.levels |= 1 << source

    def advance_us(self, us):
        self.us += us

    def advance(self, ms):
        """Lets `ms` pass, with one sample at the beginning of each."""
        for _ in range(ms):
            self._sample()
            self.us += 1000

    def _sample(self):
        data = next((dma for dma in self.channels if isinstance(dma.read, StateMachine)), None)
        if data is None or not data.running:
            return
        assert data.read.running and data.ctrl["treq_sel"] == 4 and not data.ctrl["inc_read"]
        data.write[data.reload - data.count] = self.levels & (1 << 20) - 1
        data.count -= 1
        if data.count == 0:
            rearm = self.channels[data.ctrl["chain_to"]]
            assert rearm is not data and rearm.count == 1 and list(rearm.read) == [0x20000000]
            assert rearm.write == (data, 11, 12) and not rearm.ctrl["inc_read"] and not rearm.ctrl["inc_write"]
            data.count = data.reload
