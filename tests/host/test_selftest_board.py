"""The self-test in the simulator: `litfour play --selftest` in a terminal, from keys to the wiring found."""

import pytest

from host_tools import selftest_gallery
from host_tools.__main__ import main
from host_tools.selftest_board import SelfTestBoard
from litfour.hw.wiring import WiringError
from tests.host.test_terminal import press, until, with_pilot


def test_keys_answer_and_the_status_asks():
    board = SelfTestBoard.named("7x6", "order=RGB")

    async def play(app, pilot):
        await until(pilot, lambda: board.asked["ask"] == "sweep")
        for key in "1234567":
            count = board.asked["number"]
            press(app, key)
            await until(pilot, lambda count=count: board.asked["number"] > count and not board.held)
        assert board.asked["ask"] == "colour" and len(set(zip(*[iter(board.frame)] * 3, strict=True))) == 1
        await until(pilot, lambda: "All pixels have one" in str(app.status.content))
        assert "7x6 order=RGB" in str(app.status.content)
        await until(pilot, lambda: board.frame[:3] == b"\xff\x00\x00")
        press(app, "1")
        await until(pilot, lambda: board.asked["value"] == 1 and not board.held)
        press(app, "u")
        await until(pilot, lambda: board.asked["value"] == 0 and not board.held)
        press(app, "M")
        await until(pilot, lambda: "aborted" in str(app.status.content))

    with_pilot(board, play, speed=10)
    assert board.over and board.files == {}


def test_the_board_shows_what_its_panel_shows():
    board = SelfTestBoard.named("7x6", "7x6 origin=tr")
    for _ in range(100):
        board.turn()
    for source in range(2):                 # two columns come
        board.lines[source] = 1
        for _ in range(20):
            board.turn()
        board.lines[source] = 0
        for _ in range(20):
            board.turn()
    bright = [cell for cell in range(42) if board.frame[3 * cell] > 150]
    assert bright == [40, 41], "numbers 0 and 1 of the chain are in the top right corner"


@pytest.mark.parametrize(("words", "told"), [
    (["--selftest", "origin=xx"], "can't say 'origin=xx'"), (["--selftest", "8x8"], "can't be found out"),
    (["--selftest", "", "--headless", "--script", "-"], "for the terminal")])
def test_what_can_not_be_played(capsys, words, told):
    assert main(["play", *words]) == 2
    assert told in capsys.readouterr().err


def test_every_step_has_its_own_picture():
    shots = {title: (frame, brightness) for title, _, frame, brightness in selftest_gallery.pictures()}
    assert len(set(shots.values())) == len(selftest_gallery.SHOTS) + 1
    assert all(any(frame) for frame, _ in shots.values()), "none is dark"


def test_names():
    assert SelfTestBoard.named("9x6+rail", "").built.name == "9x6+rail"
    assert SelfTestBoard.named("9x6+rail", "rail=-1").built.rail == -1
    assert SelfTestBoard.named("7x6 origin=tr", "7x6").wiring.origin == "tr"
    with pytest.raises(WiringError):
        SelfTestBoard.named("7x6", "9x6")
