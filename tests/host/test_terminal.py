"""The board in the terminal: keys and mouse reach the game, time keeps its pace, the terminal comes back."""

import asyncio
import os
import pty
import select
import subprocess
import sys
import termios
import time

import numpy as np
import pytest
from textual import events

from host_tools import terminal
from host_tools.pace import TURNS_A_TICK, Fingers, Pace
from host_tools.simulator import Simulator, chosen_settings
from host_tools.terminal_board import Board, board_dots, disc_cover, half_blocks, largest_pitch, size_for
from litfour.ports import MENU, UNDO, panel_named
from litfour.view.palette import RED

PANELS = ("7x6", "8x8", "9x6", "9x9")


def simulator(panel="7x6", rail=False, players="two"):
    return Simulator(panel, rail, seed=1, settings=chosen_settings(panel_named(panel), players=players))


def with_pilot(sim, play, size=(80, 24), speed=20.0, **more):
    """Runs play(app, pilot) on a terminal of that size; returns the app after its end."""
    app = terminal.TerminalApp(sim, speed, **more)

    async def main():
        async with app.run_test(size=size) as pilot:
            await play(app, pilot)

    asyncio.run(main())
    return app


def press(app, key):
    """As the terminal's driver does; a pilot's press() first waits for an idle app, and ours never is."""
    character = {"ctrl+c": "\x03", "space": " "}.get(key, key)
    app.post_message(events.Key(key, character))


async def until(pilot, condition, seconds=20):
    stop = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < stop, "did not happen"
        await pilot.pause(0.02)


async def moves_are(pilot, sim, text):
    await until(pilot, lambda: sim.describe()["moves"] == text and sim.state in ("turn", "over"))


async def play_moves(app, pilot, moves):
    """Wakes the board and plays columns by their keys."""
    sim = app.simulator
    press(app, "1")
    await until(pilot, lambda: sim.state == "turn")
    for k in range(len(moves)):
        press(app, moves[k])
        await moves_are(pilot, sim, " ".join(moves[:k + 1]))


# ---- keys and mouse

def test_keys_play_a_game_to_its_end_and_a_rematch():
    sim = simulator()

    async def play(app, pilot):
        await play_moves(app, pilot, "4455667")
        assert sim.state == "over" and sim.describe()["result"] == "1"
        await until(pilot, lambda: "red won" in str(app.status.content))
        ended = sim.ms
        await until(pilot, lambda: sim.ms > ended + 2000)
        press(app, "2")
        await until(pilot, lambda: sim.state == "turn")

    with_pilot(sim, play)
    assert sim.describe()["moves"] == "" and sim.describe()["turn"] == 2
    assert sim.describe()["score"] == {"1": 1, "2": 0, "draw": 0}


def test_control_keys_tap_hold_and_press_both():
    sim = simulator()

    async def play(app, pilot):
        await play_moves(app, pilot, "44")
        press(app, "u")
        await until(pilot, lambda: sim.state == "rewound")
        press(app, "U")
        await moves_are(pilot, sim, "4 4")
        before = sim.app.settings.brightness
        press(app, "b")
        await until(pilot, lambda: sim.app.settings.brightness != before)
        await until(pilot, lambda: not sim.inputs.held)
        press(app, "M")
        await until(pilot, lambda: sim.state == "menu" and not sim.inputs.held)
        page = sim.app.menu.page
        press(app, "m")
        await until(pilot, lambda: sim.app.menu.page != page)
        assert "menu" in str(app.status.content)
        press(app, "M")
        await until(pilot, lambda: sim.state == "turn")

    with_pilot(sim, play)
    assert sim.describe()["moves"] == "4 4"


def test_a_click_presses_its_column_and_the_frame_none():
    sim = simulator()

    async def play(app, pilot):
        press(app, "1")
        await until(pilot, lambda: sim.state == "turn")
        await pilot.mouse_down(Board, offset=(app.board.size.width - 2, 5))
        await moves_are(pilot, sim, "7")
        await pilot.mouse_down(Board, offset=(0, 5))
        assert not sim.inputs.held

    with_pilot(sim, play)
    assert sim.describe()["moves"] == "7"


def test_every_place_across_the_board_belongs_to_the_column_drawn_there():
    board = Board(simulator("9x9"), None)
    assert board.column_at(3) is None           # before the first layout
    for board.pitch in (1, 5, 8):
        width = size_for(board.panel, board.pitch)[0]
        columns = [board.column_at(x) for x in range(-1, width + 1)]
        assert columns == [None, None, *np.repeat(range(9), board.pitch).tolist(), None]


def test_keys_of_columns_that_are_not_there_do_nothing():
    sim = simulator()

    async def play(app, pilot):
        for key in "890x ":
            press(app, "space" if key == " " else key)
        await pilot.pause(0.3)

    with_pilot(sim, play)
    assert sim.state == "attract" and not sim.inputs.held


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_it_quits(key):
    async def play(app, pilot):
        press(app, key)
        await until(pilot, lambda: not app.is_running)

    app = with_pilot(simulator(), play)
    assert app.failure is None and not app.return_code


def test_s_saves_what_the_board_shows(tmp_path):
    path = tmp_path / "board.png"

    async def play(app, pilot):
        press(app, "s")
        await until(pilot, lambda: "saved" in str(app.status.content))

    with_pilot(simulator(), play, picture=path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_s_says_why_it_can_not_save(tmp_path):
    async def play(app, pilot):
        press(app, "s")
        await until(pilot, lambda: "No such file" in str(app.status.content))

    with_pilot(simulator(), play, picture=tmp_path / "nowhere" / "board.png")


def test_free_name_keeps_what_is_there(tmp_path):
    path = tmp_path / "litfour.png"
    assert terminal.free_name(path) == path
    path.touch()
    (tmp_path / "litfour-2.png").touch()
    assert terminal.free_name(path) == tmp_path / "litfour-3.png"


def test_a_fault_of_the_game_ends_the_app_and_is_kept():
    sim = simulator()

    def broken():
        raise ZeroDivisionError("broken")

    async def play(app, pilot):
        sim.turn = broken
        await until(pilot, lambda: not app.is_running)

    app = with_pilot(sim, play)
    assert isinstance(app.failure, ZeroDivisionError) and app.return_code == 1


# ---- size

@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_is_round_and_whole_on_80x24(panel):
    async def play(app, pilot):
        await pilot.pause(0.1)
        region = app.board.region
        assert app.board.pitch >= 5
        assert (region.width, region.height) == size_for(app.board.panel, app.board.pitch)
        assert region.right <= 80 and region.bottom <= 24
        assert app.status.region.right <= 80 and app.status.region.bottom <= 24
        words = str(app.status.content)
        assert "quit" in words and "small" not in words

    with_pilot(simulator(panel), play)


def test_cells_follow_the_size_of_the_terminal_and_small_ones_are_told():
    async def play(app, pilot):
        await pilot.pause(0.1)
        usual = app.board.pitch
        for size, small in (((40, 14), True), ((132, 43), False), ((50, 30), False), ((80, 24), False)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda small=small: ("small" in str(app.status.content)) == small)
            region = app.board.region
            assert region.right <= size[0] and region.bottom <= size[1]
            assert (app.board.pitch < 5) == small
        assert app.board.pitch == usual
        await pilot.resize_terminal(6, 4)
        await until(pilot, lambda: "too small for the board" in str(app.status.content))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: app.board.display)

    with_pilot(simulator(), play)


# ---- pixels

def test_a_lit_cell_is_a_disc_in_its_place():
    panel = panel_named("7x6")
    frame = bytearray(panel.size)
    pixel = 2 * panel.columns + 4
    frame[3 * pixel:3 * pixel + 3] = bytes(RED)
    for pitch in (2, 5, 7, 16):
        changed = (board_dots(panel, bytes(frame), pitch) != board_dots(panel, bytes(panel.size), pitch)).any(axis=2)
        rows, columns = np.nonzero(changed)
        assert 1 + 4 * pitch <= columns.min() and columns.max() < 1 + 5 * pitch
        assert 1 + 3 * pitch <= rows.min() and rows.max() < 1 + 4 * pitch
        assert len(rows) > pitch * pitch / 3
        middle = 1 + 3 * pitch + (pitch - 1) // 2
        centre = board_dots(panel, bytes(frame), pitch)[middle, middle + pitch]
        assert tuple(centre) == (RED[0], max(RED[1], 20), max(RED[2], 26))
    assert disc_cover(7)[0, 0] < 0.5 < disc_cover(7)[3, 3]


def test_half_blocks_hold_both_lines():
    dots = np.random.default_rng(1).integers(0, 3, (2, 40, 3)).astype(np.uint8) * 80
    shown = []
    for segment in half_blocks(*dots):
        for _ in segment.text:
            shown.append((tuple(segment.style.color.triplet), tuple(segment.style.bgcolor.triplet)))
    assert shown == [(tuple(above), tuple(below)) for above, below in dots.transpose(1, 0, 2).tolist()]


def test_the_rail_colours_the_numbers():
    sim = simulator(rail=True)
    board = Board(sim, None)
    for colour in (RED, (0, 0, 0)):
        frame = bytearray(sim.panel.size)
        frame[3 * (sim.panel.cells + 2):3 * (sim.panel.cells + 3)] = bytes(colour)
        sim.display.frame = bytes(frame)
        board.pitch = 5
        board.update()
        segments = [segment for segment in board.render_line(size_for(sim.panel, 5)[1] - 1) if segment.text.strip()]
        assert [segment.text.strip() for segment in segments] == list("1234567")
        reds = [segment.style.bgcolor.triplet.red for segment in segments]
        assert (reds[2] == 255) == (colour == RED) and max(reds[:2] + reds[3:]) < 60


def test_largest_pitch_is_the_largest_that_fits():
    panel = panel_named("9x9")
    for columns, lines in ((51, 24), (80, 50), (30, 12)):
        pitch = largest_pitch(panel, columns, lines)
        assert all(a <= b for a, b in zip(size_for(panel, pitch), (columns, lines)))
        assert any(a > b for a, b in zip(size_for(panel, pitch + 1), (columns, lines)))
    assert largest_pitch(panel, 5, 5) == 0


# ---- time

def frozen():
    return 0.0


def test_time_passes_at_the_speed_asked_for():
    for speed in (0.25, 1, 3):
        sim = simulator()
        taken = []
        pace = Pace(sim, speed, taken.append, clock=frozen)
        for _ in range(60):
            pace.run(1 / 60)
        assert abs(sim.ms - 1000 * speed) <= 8 and sum(taken) == sim.ms


def test_a_tick_is_bounded_and_what_was_missed_is_dropped():
    sim = simulator()
    pace = Pace(sim, 1000, clock=frozen)
    assert pace.run(60) == TURNS_A_TICK
    ticks = iter(range(1000))
    pace = Pace(sim, 1, clock=lambda: next(ticks) * 0.006)
    assert pace.run(5) == 4                     # the fifth would begin after 20 ms
    before = sim.ms
    pace = Pace(sim, 1, clock=frozen)
    pace.run(60)
    pace.run(0)
    while pace.run(0):
        pass
    assert sim.ms - before <= TURNS_A_TICK * 4 + 104


@pytest.mark.parametrize("speed", [0, -1, 1e9, float("nan")])
def test_a_speed_without_sense_is_refused(speed):
    with pytest.raises(ValueError, match="speed"):
        Pace(simulator(), speed)


def test_fingers_lift_in_time_and_do_not_press_twice():
    sim = simulator()
    fingers = Fingers(sim)

    def pass_ms(ms):
        end = sim.ms + ms
        while sim.ms < end:
            fingers.update()
            sim.turn()

    assert fingers.press(MENU, ms=800) and fingers.press(3)
    assert not fingers.press(3) and not fingers.press(UNDO, MENU)
    pass_ms(8)
    assert sim.inputs.held == 1 << MENU | 1 << 3
    pass_ms(60)
    assert sim.inputs.held == 1 << MENU
    pass_ms(720)
    assert sim.inputs.held == 1 << MENU and fingers.press(3)
    pass_ms(100)
    assert sim.inputs.held == 0


# ---- a real terminal

def test_without_a_terminal_it_says_what_to_use(root):
    ran = subprocess.run([sys.executable, "-c", STARTER], cwd=root, env=environment(root), stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2 and "--headless" in ran.stderr and ran.stdout == ""


STARTER = """
import sys
from host_tools.simulator import Simulator
from host_tools.terminal import run
sim = Simulator("7x6", seed=1)
if "broken" in sys.argv:
    def turn():
        raise ZeroDivisionError("this is broken")
    sim.turn = turn
more = dict(argument.split("=") for argument in sys.argv[1:] if "=" in argument)
sys.exit(run(sim, 5.0, **more))
"""


def environment(root):
    folders = os.pathsep.join(str(root / folder) for folder in (".", "firmware", "host_tools/shims"))
    return {**os.environ, "PYTHONPATH": folders, "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def in_terminal(root, keys, *arguments):
    """Runs the board in a pseudo-terminal; sends keys once it has drawn. (exit status, output, modes before, after)"""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    before = termios.tcgetattr(follower)
    process = subprocess.Popen([sys.executable, "-c", STARTER, *arguments], cwd=root, env=environment(root),
                               stdin=follower, stdout=follower, stderr=follower)
    output = b""
    stop = time.monotonic() + 60
    try:
        while process.poll() is None:
            assert time.monotonic() < stop, output[-2000:]
            if select.select([leader], [], [], 0.1)[0]:
                output += os.read(leader, 65536)
            if keys and "▀▀▀".encode() in output:
                os.write(leader, keys)
                keys = b""
        while select.select([leader], [], [], 0.1)[0]:
            output += os.read(leader, 65536)
        return process.returncode, output.decode(errors="replace"), before, termios.tcgetattr(follower)
    finally:
        process.kill()
        process.wait()
        os.close(leader)
        os.close(follower)


def assert_restored(output, before, after):
    assert before[:4] == after[:4]
    assert output.rindex("\x1b[?1049l") > output.rindex("\x1b[?1049h")       # back from the alternate screen
    assert output.rindex("\x1b[?25h") > output.rindex("\x1b[?25l")           # the cursor shows


@pytest.mark.parametrize("keys", [b"4q", b"\x03"])
def test_the_terminal_comes_back_after_quitting(root, keys):
    status, output, before, after = in_terminal(root, keys)
    assert status == 0
    assert "\x1b[38;2;" in output               # in true colour
    assert_restored(output, before, after)


def test_the_terminal_comes_back_after_a_fault_that_is_then_told(root):
    status, output, before, after = in_terminal(root, b"", "broken")
    assert status == 1
    assert_restored(output, before, after)
    assert "ZeroDivisionError: this is broken" in output[output.rindex("\x1b[?1049l"):]


def test_a_recording_and_a_last_picture_are_written(root, tmp_path):
    status, output, _, _ = in_terminal(root, b"4q", f"record={tmp_path}/a.gif", f"snapshot={tmp_path}/a.png")
    assert status == 0
    assert (tmp_path / "a.gif").read_bytes()[:6] == b"GIF89a" and (tmp_path / "a.png").stat().st_size > 10000


def test_files_that_can_not_be_written_are_told_before_the_game(root, tmp_path):
    status, output, _, _ = in_terminal(root, b"", f"record={tmp_path}/nowhere/a.gif")
    assert status == 2 and "can't be written" in output and "\x1b[?1049h" not in output
    status, output, _, _ = in_terminal(root, b"", f"snapshot={tmp_path}/a.jpg")
    assert status == 2 and "must end in .png" in output and "\x1b[?1049h" not in output
