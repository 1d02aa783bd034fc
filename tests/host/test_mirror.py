"""The light of a board over USB: what the board sends, what the host makes of it, and of anything else on the line."""

import ast
import random
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import mirror
from host_tools.board import BoardError
from host_tools.mirror import ON_THE_BOARD, Decoder, Mirror
from litfour.ports import panel_named

BUFFER = 256            # of the board's USB driver


class BoardSide:
    """The script that the board runs, as plain Python, with a line in place of USB."""

    def __init__(self, panel):
        self.panel = panel
        self.keys = b""             # from the host
        self.sent = []              # packets
        self.brightness = 110
        self.free = True            # the wire to the pixels
        buffers = types.SimpleNamespace(buffer=self, __name__="line")
        names = {"ptr8": int, "sys": types.SimpleNamespace(stdin=buffers, stdout=buffers),
                 "select": types.SimpleNamespace(poll=lambda: self, POLLIN=1)}
        functions = [node for node in ast.parse(ON_THE_BOARD).body if isinstance(node, ast.FunctionDef)]
        for node in functions:
            node.decorator_list = []
        exec(compile(ast.Module(functions, []), "board", "exec"), names)
        self._mirrored = names["_mirror"](lambda board, frame: board.free)

    def show(self, frame):
        return self._mirrored(self, frame)

    def register(self, stream, events):
        assert events == 1

    def ipoll(self, timeout):
        assert timeout == 0
        return [None] if self.keys else []

    def readinto(self, buffer):
        buffer[:], self.keys = self.keys[:len(buffer)], self.keys[len(buffer):]

    def write(self, data):
        assert len(data) <= BUFFER
        self.sent.append(bytes(data))


def halved(frame):
    return bytes(mirror._whole(level >> 1) for level in frame)


@pytest.mark.parametrize("name", ["7x6", "9x9"])
def test_frames_come_through(name):
    """Of 9 x 9 with its rail a whole frame takes two packets."""
    panel = panel_named(name, name == "9x9")
    board, decoder, chance = BoardSide(panel), Decoder(panel), random.Random(1)
    frame = bytearray(panel.size)
    for step in range(60):
        changes = panel.pixels if step % 20 == 0 else chance.randrange(4)
        for pixel in chance.sample(range(panel.pixels), changes):
            frame[3 * pixel:3 * pixel + 3] = chance.randbytes(3)
        board.brightness = chance.choice((110, 40))
        for part in range(2):
            board.keys = b"n" if step or part else b"a"
            assert board.show(frame)
            decoder.feed(b"".join(board.sent))
            board.sent.clear()
        assert decoder.frame == halved(frame) and abs(decoder.brightness - board.brightness) <= 1
    assert decoder.broken == 0 and decoder.packets > 40 and decoder.text == b"" and not decoder.ended


def test_the_board_sends_nothing_unasked_and_one_packet_for_each_question():
    panel = panel_named("7x6")
    board, chance = BoardSide(panel), random.Random(2)
    for _ in range(50):
        assert board.show(chance.randbytes(panel.size))
    assert not board.sent
    board.keys = b"n"
    for _ in range(50):
        assert board.show(chance.randbytes(panel.size))
    assert len(board.sent) == 1
    still = bytes(panel.size)
    board.keys = b"a"
    board.show(still)
    board.sent.clear()
    board.keys = b"n"
    board.show(still)
    assert not board.sent           # nothing has changed
    board.keys = b"p"
    board.show(still)
    assert len(board.sent) == 1 and len(board.sent[0]) == 8
    board.free, board.keys = False, b"n"
    assert not board.show(chance.randbytes(panel.size)) and board.keys == b"n"      # as the display says it


def packet_of(panel, frame):
    board = BoardSide(panel)
    board.keys = b"a"
    board.show(frame)
    return board.sent[0]


def test_a_packet_with_one_byte_changed_lost_or_more_is_not_believed():
    """A changed marker may also end a packet early; then no frame comes of it at all."""
    panel = panel_named("7x6")
    frame = random.Random(3).randbytes(panel.size)
    packet = packet_of(panel, frame)
    for at in range(len(packet)):
        for bad in (packet[:at] + packet[at + 1:], packet[:at] + bytes((packet[at] ^ 1,)) + packet[at + 1:],
                    packet[:at] + b"\xff" + packet[at:]):
            decoder = Decoder(panel)
            decoder.feed(bad)
            assert decoder.frame in (bytes(panel.size), halved(frame)), at
            decoder.feed(packet)                # and the next one is read
            assert decoder.frame == halved(frame)


def test_text_between_packets_is_passed_over_and_the_end_is_seen():
    panel = panel_named("7x6")
    frame = bytes(range(126))
    decoder = Decoder(panel)
    assert not decoder.feed(b"OK\r\nLitfour: something\r\n")
    assert decoder.feed(packet_of(panel, frame) + b"more") and decoder.frame == halved(frame)
    assert not decoder.ended and decoder.text.endswith(b"more")
    decoder.feed(b"Litfour: stopped.\r\n\x04")
    assert decoder.ended


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_whatever_is_on_the_line_stays_within_bounds(parts):
    panel = panel_named("7x6")
    decoder = Decoder(panel)
    for part in parts:
        decoder.feed(part)
    assert len(decoder.frame) == panel.size and 0 <= decoder.brightness <= 255
    assert len(decoder.text) <= mirror.KEPT_TEXT


class Line:
    """A serial line that gives what it is given, then nothing."""

    def __init__(self, data=b"", error=None):
        self.data = data
        self.error = error
        self.written = b""
        self.timeout = 1

    in_waiting = 1

    def read(self, count):
        if self.error:
            raise self.error
        data, self.data = self.data, b""
        return data

    def write(self, data):
        self.written += data


def watching(line, name="7x6"):
    """A Mirror at that line, as after begin()."""
    found = Mirror("nowhere")
    found._link = types.SimpleNamespace(serial=line)
    found.panel = panel_named(name)
    found.listen()
    return found


def test_the_host_asks_again_after_each_packet_and_for_everything_after_a_broken_one():
    panel = panel_named("7x6")
    line = Line(packet_of(panel, bytes(range(126))))
    board = watching(line)
    assert line.written == b"a" and board.watch() and line.written == b"an"
    line.data = packet_of(panel, bytes(126))[:-3] + b"\x01\x01\x00"
    assert not board.watch() and line.written == b"ana" and board.frame == halved(bytes(range(126)))


def test_a_silent_board_is_asked_and_then_given_up(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(mirror.time, "monotonic", lambda: now[0])
    line = Line()
    board = watching(line)
    now[0] = 1.5
    board.watch()
    assert line.written == b"ap"
    now[0] = 20
    with pytest.raises(BoardError, match="silent"):
        board.watch()


@pytest.mark.parametrize(("line", "said"), [
    (Line(error=OSError("unplugged")), "the connection broke: unplugged"),
    (Line(b"Litfour: safe (\x1b[31mMENU is held).\r\n\x04\x04>"), r"not play any more: Litfour: safe \(\[31mMENU"),
    (Line(b"\x04"), "it says nothing")])
def test_a_board_that_is_gone_or_stops_is_said(line, said):
    with pytest.raises(BoardError, match=said) as error:
        watching(line).watch()
    assert "\x1b" not in str(error.value)
