"""`litfour play --web` on the emulated Pico: --uf2 plays on it, --board watches it over USB."""

import asyncio
import re
import time

import pytest

from host_tools.board import BoardError
from host_tools.mirror import mirroring
from host_tools.saves import files_of, saved_in
from host_tools.simulator import chosen_settings
from host_tools.versions import on_board
from host_tools.web_boards import EmulatedBoard
from litfour.app.restore import load_session
from litfour.app.settings import Settings
from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import wiring_named
from litfour.ports import PASS, panel_named
from tests.web.playing import opened, served

PANEL_PIN = 22
RED, YELLOW = (1, 0, 0), (1, 1, 0)
SELDOM = ("book", "puzz", "rounds", "perfect", "selftest")      # not needed to play the standard game


def files_for(firmware, panel, **chosen):
    """What lies on a board with these settings."""
    needed = {path: file for path, file in firmware.items() if not any(word in path for word in SELDOM)}
    settings = chosen_settings(panel_named(panel), **chosen)
    laid = {**on_board(needed), **files_of(settings=settings.pack())}
    return {path: file.data for path, file in laid.items()} | {"board.txt": panel.encode()}


def hue(frame, column, row, columns):
    """Which of red, green and blue make the colour of a cell of a frame."""
    levels = frame[3 * (row * columns + column):][:3]
    return tuple(int(2 * level > max(levels)) for level in levels)


def until(mirror, condition, seconds=60):
    """Watches until condition(mirror) holds."""
    end = time.monotonic() + seconds
    while not condition(mirror):
        assert time.monotonic() < end
        mirror.watch()


def press(board, pin):
    """Presses while the console is served: time goes on by itself."""
    board.watch(PANEL_PIN)              # what time it is
    board.press(pin, 100)


def top_row(mirror):
    return [hue(mirror.frame, column, 5, 7) for column in range(7)]


def on_the_wire(mirror, panel):
    """What the wire would carry for the mirrored frame."""
    encoder = Encoder(mirror.panel, wiring_named(panel))
    encoder.ramp = RAMP_FRAMES
    encoder.encode(mirror.frame, mirror.brightness)
    return encoder.wire_bytes()


async def play_in_the_page(board):
    """Two people on a board that is off: a press on the page starts, one is a move, a disc in a beam is another."""
    async with served(EmulatedBoard(board, "7x6")) as server, opened(server) as page:
        await page.until(lambda page: page.frame and any(page.frame))
        assert page.hello["panel"] == "7x6" and page.hello["plays"] and not page.hello["knows"]
        await page.until(lambda _: board.now > 1200)            # the game listens
        await page.press(0, 0.02)
        await page.until(lambda page: top_row(page) == [RED] * 7)
        await page.press(3, 0.02)
        await page.until(lambda page: hue(page.frame, 3, 0, 7) == RED and top_row(page) == [YELLOW] * 7)
        await page.send(event=PASS | 4)
        await page.until(lambda page: hue(page.frame, 4, 0, 7) == YELLOW and top_row(page) == [RED] * 7)
        assert re.search(r"at \d\.\d\d of real time", page.source)
        assert len(board.frames(PANEL_PIN)) < 100               # an evening's would fill the memory
        print(page.source)


def test_the_firmware_in_the_page_and_a_board_that_is_watched(pico, firmware):
    """First the page plays on it; then it is watched as a board at USB: the mirror shows the wire's light, a host that
    does not read is not waited for, and the game is there afterwards."""
    board = pico(files_for(firmware, "7x6", players="two"), start=False)
    asyncio.run(play_in_the_page(board))
    with board.serving() as port, mirroring(port) as mirror:
        assert (mirror.panel.name, mirror.panel.rail) == ("7x6", False)
        until(mirror, lambda mirror: mirror.brightness > 50)    # the settings are known
        press(board, 0)
        until(mirror, lambda mirror: top_row(mirror) == [RED] * 7)
        assert (hue(mirror.frame, 3, 0, 7), hue(mirror.frame, 4, 0, 7)) == (RED, YELLOW)    # the game goes on
        press(board, 2)
        until(mirror, lambda mirror: hue(mirror.frame, 2, 0, 7) == RED and top_row(mirror) == [YELLOW] * 7)
        for _ in range(10):
            mirror.watch()
        board.watch(PANEL_PIN)
        ours, wire = on_the_wire(mirror, "7x6"), board.frames(PANEL_PIN)[-1].data
        still = [at for at in range(3 * 7 * 5) if at // 3 != 4]             # yellow and the top row breathe
        assert max(abs(ours[at] - wire[at]) for at in still) <= 4 and max(ours[at] for at in still) > 20
        assert mirror._decoder.broken == 0

        seen, since = len(board.frames(PANEL_PIN)), board.now
        time.sleep(0.7)                                         # nobody reads
        board.watch(PANEL_PIN)                                  # what was seen until now
        rate = (len(board.frames(PANEL_PIN)) - seen) / (board.now - since) * 1000
        print(f"{rate:.0f} frames a second while nobody reads")
        assert rate > 25
        packets = mirror._decoder.packets
        until(mirror, lambda mirror: mirror._decoder.packets > packets)
    assert board.resets[-1][1] == "forced"
    assert board.run_until(2000, frames=(PANEL_PIN, 1))         # it starts anew
    assert saved_game(board) == [3, 4, 2]


def saved_game(board):
    """The columns of the game that the board's journal holds."""
    return list(load_session(saved_in(board.files(), "session"), Settings()).position.moves)


def test_a_board_without_litfour_is_not_watched(pico):
    board = pico({"boot.py": b""})
    board.run(300)
    with board.serving() as port, pytest.raises(BoardError, match="no Litfour on this board"), mirroring(port):
        pass
