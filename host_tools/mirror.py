"""Watches the light of a board that plays, over USB, without anything for it in its firmware.

The board is stopped; then a script in its memory (ON_THE_BOARD) starts its own game with a display that also tells what
it shows. After a visit by the mirror the board restarts, and its journal brings the game back.

On the line are units of four bytes: the first has its top bit set, the others have not, so that whoever listens finds
the next unit after whatever else was printed. A packet has one unit 0xFE (brightness / 2, 0, 0), then of each pixel
that changed 0x80 + its number (red / 2, green / 2, blue / 2), then 0xFF (sum of all bytes before it, low 7 bits and
high 7 bits, 0). The board sends a packet only after the host asked: 'n' for what changed, 'p' for a packet even if
nothing did, 'a' for everything. So it never waits for a host that does not read: a packet fits the USB driver's empty
buffer of 256 bytes.
"""

import contextlib
import time

from serial import SerialException

from host_tools.board import BoardError, find_port
from host_tools.visit import UPDATE, Visit
from litfour.hw.wiring import WiringError, wiring_named

BOARD_FILE = "/board.txt"
DEFAULT_BOARD = "7x6"           # as in litfour/root.py
MOST = 60                       # pixels in a packet: 248 bytes
ASK_SECONDS = 1                 # after so much silence the host asks once more
LOST_SECONDS = 15               # longer than the start of a game
READ_SECONDS = 0.1
KEPT_TEXT = 1000                 # bytes of what else the board prints

BRIGHTNESS, END = 0xFE, 0xFF
ENDED = 0x04                    # raw REPL: the script is over

ON_THE_BOARD = """
import gc, os, select, sys
_d = sys.path[0]
if _d.startswith('/litfour.'):
    sys.path.pop(0)
    os.chdir(_d)
for _n in ('_hash', '_v', '_n'):
    globals().pop(_n, None)
gc.collect()
table = bytearray(98304)
import micropython

@micropython.viper
def _pack(frame: ptr8, sent: ptr8, out: ptr8, pixels: int) -> int:
    n = 4
    i = 0
    while i < pixels and n <= 4 * MOST:
        k = 3 * i
        r = frame[k] >> 1
        g = frame[k + 1] >> 1
        b = frame[k + 2] >> 1
        if r != sent[k] or g != sent[k + 1] or b != sent[k + 2]:
            sent[k] = r
            sent[k + 1] = g
            sent[k + 2] = b
            out[n] = 128 + i
            out[n + 1] = r
            out[n + 2] = g
            out[n + 3] = b
            n += 4
        i += 1
    total = 0
    i = 0
    while i < n:
        total += out[i]
        i += 1
    out[n] = 255
    out[n + 1] = total & 127
    out[n + 2] = total >> 7 & 127
    return n + 4

@micropython.viper
def _forget(sent: ptr8, size: int):
    i = 0
    while i < size:
        sent[i] = 255
        i += 1

def _mirror(show):
    size = 270
    sent, out, key = bytearray(size), bytearray(4 * MOST + 8), bytearray(1)
    _forget(sent, size)
    out[0] = 254
    parts = [memoryview(out)[:n] for n in range(8, len(out) + 1, 4)]
    line = select.poll()
    line.register(sys.stdin, select.POLLIN)
    asked, read, write = line.ipoll, sys.stdin.buffer.readinto, sys.stdout.buffer.write
    wanted = 0
    def mirrored(self, frame):
        nonlocal wanted
        if not show(self, frame):
            return False
        for _ in asked(0):
            read(key)
            wanted = key[0]
            if wanted == 97:
                _forget(sent, size)
        if wanted:
            if self.brightness >> 1 != out[1]:
                out[1] = self.brightness >> 1
                wanted = 112
            n = _pack(frame, sent, out, len(frame) // 3)
            if n > 8 or wanted == 112:
                wanted = 0
                write(parts[n // 4 - 2])
        return True
    return mirrored

from litfour.root import main
try:
    from litfour.root import Matrix
except ImportError:
    from litfour.hw.matrix import Matrix
Matrix.show = _mirror(Matrix.show)
del _mirror
gc.collect()
try:
    main(table, 0, None)
finally:
    _m[_w + 0x3000] = 1 << 30
    os.chdir('/')
""".replace("MOST", str(MOST))


class Decoder:
    """Makes frames of ports.py out of what the board sends. Data only: whatever it is, at worst it is passed over.

    frame, brightness: of the last whole packet. packets, broken: how many there were, good and bad. text: the end of
    what was printed besides. ended: the script on the board is over.
    """

    def __init__(self, panel):
        self.frame = bytearray(panel.size)
        self.brightness = 0
        self.packets = self.broken = 0
        self.text = b""
        self.ended = False
        self._pixels = panel.pixels
        self._unit = b""
        self._packet = None             # {pixel or BRIGHTNESS: three values} of the packet that is under way
        self._sum = 0

    def feed(self, data):
        """Takes bytes of the line; True if a packet became whole."""
        before = self.packets
        text = bytearray()
        for byte in data:
            if byte & 0x80:
                self._unit = bytes((byte,))
            elif self._unit:
                self._unit += bytes((byte,))
                if len(self._unit) == 4:
                    self._take(*self._unit)
                    self._unit = b""
            else:
                text.append(byte)
        self.ended = self.ended or ENDED in text
        self.text = (self.text + text)[-KEPT_TEXT:]
        return self.packets > before

    def _take(self, first, *values):
        if first == BRIGHTNESS:
            self._packet, self._sum = {}, 0
        if self._packet is None:
            return                      # the rest of a packet whose beginning was lost
        if first == END:
            self._finish(values[0] | values[1] << 7)
        else:
            self._sum += first + sum(values)
            self._packet[first & 0x7F] = values

    def _finish(self, total):
        packet, self._packet = self._packet, None
        brightness = packet.pop(BRIGHTNESS & 0x7F)
        if total != self._sum & 0x3FFF or any(pixel >= self._pixels for pixel in packet):
            self.broken += 1
            return
        self.brightness = _whole(brightness[0])
        for pixel, values in packet.items():
            self.frame[3 * pixel:3 * pixel + 3] = map(_whole, values)
        self.packets += 1


def _whole(half):
    """0 .. 255 of 0 .. 127."""
    return half << 1 | half >> 6


class Mirror(Visit):
    """A board that plays and tells what it shows. BoardError when it does not. `panel`: of ports.py."""

    def begin(self):
        """After stop(): starts the game."""
        name = (self.read(BOARD_FILE) or DEFAULT_BOARD.encode()).decode("ascii", "replace").strip()
        try:
            self.panel = wiring_named(name).panel_record()
        except (WiringError, ValueError) as error:
            raise BoardError(f"the board's {BOARD_FILE} is not right: {error} (`litfour doctor` mends it)") from error
        if not self.ask("any(_n.startswith('litfour') for _n in os.listdir('/'))"):
            raise BoardError(f"there is no Litfour on this board: {UPDATE}")
        with self._broken("the board does not take the mirror"):
            self._link.exec_raw_no_follow(ON_THE_BOARD)
        self.listen()

    def listen(self):
        """From now on watch() is called again and again."""
        self._decoder = Decoder(self.panel)
        self._seen_broken = 0
        self._link.serial.timeout = READ_SECONDS
        self._request(b"a")
        self._heard = time.monotonic()

    @property
    def frame(self):
        return bytes(self._decoder.frame)

    @property
    def brightness(self):
        return self._decoder.brightness

    def watch(self):
        """Waits a moment for the board; True if it shows something new."""
        with self._broken("the connection broke"):
            line = self._link.serial
            data = line.read(max(1, line.in_waiting))
        now = time.monotonic()
        fresh = self._decoder.feed(data)
        if self._decoder.ended:
            raise BoardError("the board does not play any more: " + _readable(self._decoder.text))
        if self._decoder.broken > self._seen_broken:
            self._seen_broken = self._decoder.broken
            self._request(b"a")
        elif fresh:
            self._heard = now
            self._request(b"n")
        elif now - self._heard > LOST_SECONDS:
            raise BoardError("the board has fallen silent: is it in its self-test?")
        elif now - self._asked > ASK_SECONDS:
            self._request(b"p")
        return fresh

    def _request(self, what):
        self._asked = time.monotonic()
        with self._broken("the connection broke"):
            self._link.serial.write(what)

    def end(self):
        """Ends the game and lets the board start it anew by itself."""
        self._raw_repl()
        self.restart()


def _readable(text):
    """The last line of what a board printed, without what a terminal might take for orders."""
    lines = [line for line in text.decode("ascii", "replace").splitlines() if line.strip("\x04> \r")]
    last = lines[-1] if lines else "it says nothing"
    return "".join(char for char in last if char.isprintable())[-200:]


@contextlib.contextmanager
def mirroring(named=None):
    """The board at port `named`, or the only one there is, playing and told of. At the end it restarts: the journal on
    its flash brings the game back. BoardError for whatever goes wrong."""
    with Mirror(find_port(named)) as board:
        try:
            board.stop()
            board.begin()
            yield board
        finally:
            with contextlib.suppress(BoardError, AttributeError, SerialException):
                board.end()             # a board that is unplugged starts by itself
