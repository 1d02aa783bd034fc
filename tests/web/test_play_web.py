"""`litfour play --web`: who may connect, what goes over the line, and that who does not read holds nothing up."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

from host_tools import board as boards
from host_tools import web_play, web_server
from host_tools.__main__ import main
from host_tools.simulator import Simulator, chosen_settings
from host_tools.web_boards import MOST_EVENTS, BoardGone, SimulatedBoard, WatchedBoard, WebInputs, WebSound
from host_tools.web_server import AHEAD, MOST_PAGES, SOCKET, Audience, page_files
from litfour.ports import BEAM, DOWN, MENU, PASS, UNDO, UP, panel_named
from tests.conftest import ROOT
from tests.web.playing import PATIENCE, opened, served

FAST = 30                       # times real time


def simulated(speed=FAST, panel="7x6", **chosen):
    settings = chosen_settings(panel_named(panel), **chosen)
    simulator = Simulator(panel, seed=4, settings=settings, inputs=WebInputs(), sound=WebSound())
    return SimulatedBoard(simulator, speed)


# ---- playing

def test_a_whole_game_against_the_simulator():
    async def play():
        board = simulated(level="easy")
        async with served(board) as server, opened(server) as page:
            await page.until(lambda page: page.told)
            assert page.hello == {"panel": "7x6", "rail": False, "speed": FAST, "knows": True, "plays": True,
                                  "refusal": "", "source": ""}
            assert page.told["state"] == "attract"
            await page.press(0, 0.01)
            while page.told["state"] != "over":
                await page.until(lambda page: page.told["state"] in ("turn", "over"))
                before = page.told["moves"]
                if page.told["state"] == "turn" and not page.told["cpu"]:
                    row = page.told["board"][0]
                    await page.press(min((k for k in range(7) if row[k] == "."), key=lambda k: abs(k - 3)), 0.01)
                    await page.until(lambda page, before=before: page.told["moves"] != before)
            told = board.simulator.describe()
            assert page.told["result"] == told["result"] and page.told["moves"] == told["moves"]
            assert page.told["board"] == told["board"] and len(told["moves"].split()) >= 7
            assert len(page.tunes) >= len(told["moves"].split()) / 2 and all(page.tunes)
            assert page.counts["frame"] > 10
            await page.send(ask="search", given=None, number=7)
            await page.until(lambda page: 7 in page.answers)
            assert page.answers[7] is not None
            await page.until(lambda page: page.frame == board.simulator.display.frame)

    asyncio.run(play())


def test_several_pages_and_a_finger_that_leaves_with_its_page():
    """A button is down while any page holds it, and no page can leave one pressed behind."""
    async def play():
        board = simulated(speed=1)
        inputs = board.simulator.inputs
        async with served(board) as server, opened(server) as first:
            async with opened(server) as second:
                for page in (first, second):
                    await page.send(event=DOWN | MENU)
                await first.until(lambda _: inputs.held == 1 << MENU and len(server.audience.pages) == 2)
                await second.send(event=UP | MENU)
                await second.send(event=DOWN | UNDO)
                await first.until(lambda _: inputs.held == 1 << MENU | 1 << UNDO)
            await first.until(lambda _: inputs.held == 1 << MENU)
            assert len(server.audience.pages) == 1
        await asyncio.sleep(0)
        board.simulator.run(10)
        assert inputs.held == 0

    asyncio.run(play())


def test_discs_through_the_beams():
    async def play():
        board = simulated(players="two")
        async with served(board) as server, opened(server) as page:
            await page.until(lambda page: page.told)
            for k, state in enumerate(("turn", "turn")):
                await page.send(event=PASS | 2)
                await page.until(lambda page, k=k, state=state: page.told["state"] == state
                                 and len(page.told["moves"].split()) == k)
            assert page.told["moves"] == "3"

    asyncio.run(play())


# ---- those who do not read

def test_a_page_that_never_reads_gets_no_more_than_a_few_messages_and_then_the_newest():
    async def play():
        board = simulated(players="watch", level="easy")
        async with served(board) as server, opened(server) as sleeper, opened(server) as watcher:
            sleeper.acknowledges = False
            await watcher.until(lambda page: page.told and page.frame)
            await watcher.press(0, 0.01)
            await watcher.until(lambda page: len(page.told["moves"].split()) >= 6
                                and page.counts["frame"] > 2 * AHEAD)
            heard = 0
            with pytest.raises(TimeoutError):
                while True:
                    await sleeper.take(0.5)
                    heard += 1
            assert heard == 1 + AHEAD                   # one is the greeting
            assert sleeper.told["moves"] != watcher.told["moves"]
            sleeper.acknowledges = True
            await sleeper.send(got=1)
            told, frames = sleeper.counts["told"], sleeper.counts["frame"]
            await sleeper.until(lambda page: page.counts["told"] > told and page.counts["frame"] > frames)
            assert len(sleeper.told["moves"].split()) >= 6       # at once, without what lay between

    asyncio.run(play())


def test_what_waits_for_a_page_is_bounded():
    async def play():
        audience = Audience()
        outbox = audience.join()
        for k in range(10000):
            audience.light(bytes((k & 255,)) * 126, 100)
            audience.tell({"k": k})
            audience.play(b"\x01\x02", 9)
        waiting = []
        while True:
            try:
                waiting.append(await asyncio.wait_for(outbox.take(), 0.05))
            except TimeoutError:
                break
            outbox.got()
        assert len(waiting) <= AHEAD and '{"told": {"k": 9999}}' in waiting
        assert [message for message in waiting if isinstance(message, bytes)] == [bytes((100,)) + bytes((15,)) * 126]

    asyncio.run(play())


def test_a_flood_of_presses_is_bounded_and_leaves_no_button_down():
    inputs = WebInputs()
    for k in range(1000):
        inputs.event(PASS | k % 7, 0)
    inputs.event(DOWN | 3, 0)
    inputs.event(UP | 3, 0)
    taken = []
    while event := inputs.poll(1):
        taken.append(event)
    assert len(taken) == MOST_EVENTS + 1 and taken[-1] == UP | 3 and inputs.held == 0


# ---- who may connect

def test_only_the_page_of_this_server_may_connect():
    async def play():
        board = simulated(speed=1)
        async with served(board) as server:
            port = server.address.split(":")[2].rstrip("/")
            for origin in ("http://example.com", "https://127.0.0.1:" + port, "http://127.0.0.1:1", "null", None,
                           "http://127.0.0.1:" + port + ".example.com", f"http://localhost:{port}"):
                with pytest.raises(InvalidStatus) as refused:
                    async with opened(server, origin=origin):
                        pass
                assert refused.value.response.status_code == 403, origin
            assert not server.audience.pages
            async with opened(server) as page:
                await page.until(lambda page: page.told)

    asyncio.run(play())


async def ask(server, text):
    """The answer to a request, as it stands on the line: (status, text)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.address.split(":")[2].rstrip("/")))
    writer.write(text.replace("\n", "\r\n").encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return int(answer.split()[1]), answer.decode()


def test_at_the_port_that_browsers_leave_out(monkeypatch):
    """Port 80 needs rights that tests have not: another one is taken for it."""
    async def play():
        async with served(simulated(speed=1)) as server:
            bare = await ask(server, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n")
            monkeypatch.setattr(web_server, "HTTP_PORT", int(server.address.split(":")[2].rstrip("/")))
            server.names_itself()
            page = await ask(server, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n")
            board = await ask(server, f"GET {SOCKET} HTTP/1.1\nHost: localhost\nOrigin: http://localhost\n\n")
            foreign = await ask(server, f"GET {SOCKET} HTTP/1.1\nHost: localhost\nOrigin: http://localhost:1\n\n")
            assert [status for status, _ in (bare, page, board, foreign)] == [403, 200, 426, 403]

    asyncio.run(play())


def test_files_outside_of_the_page_and_other_names_of_this_machine_are_refused():
    async def play():
        async with served(simulated(speed=1)) as server:
            host = server.address.split("/")[2]
            for path in ("/../play.py", "/..%2fplay.py", "/%2e%2e/play.py", "//etc/passwd", "/./style.css",
                         "/remote.mjs", "/kernels.py", "/..", "/style.css/../told.py", "/" + "a/" * 2000):
                status, text = await ask(server, f"GET {path} HTTP/1.1\nHost: {host}\n\n")
                assert status == 404 and "import" not in text and "root:" not in text, path
            for path in ("/", "/index.html", "/style.css?x=1", "/driver.mjs", "/worker.js", "/icon.svg"):
                status, text = await ask(server, f"GET {path} HTTP/1.1\nHost: {host}\n\n")
                assert status == 200 and "nosniff" in text and "Content-Security-Policy: default-src 'self'" in text
            port = host.split(":")[1]
            for other in ("evil.example", f"evil.example:{port}", f"127.0.0.1:{port}.evil.example", "127.0.0.1",
                          f"{host}\nHost: evil.example"):
                assert (await ask(server, f"GET / HTTP/1.1\nHost: {other}\n\n"))[0] == 403, other
            assert (await ask(server, "GET / HTTP/1.1\n\n"))[0] == 403
            assert (await ask(server, f"GET {SOCKET} HTTP/1.1\nHost: {host}\nOrigin: http://{host}\n\n"))[0] == 426
            assert (await ask(server, f"GET / HTTP/1.1\nHost: localhost:{port}\n\n"))[0] == 200

    asyncio.run(play())


@pytest.mark.parametrize("message", [
    "", "no json", "[]", "7", '{"event": true}', '{"event": "35"}', '{"event": 3.5}', '{"event": -1}', '{"event": 39}',
    '{"event": 999999999999}', '{"event": null}', '{"other": 1}', "[" * 5000, b"\x00\xff", '{"event": 108}',
    '{"ask": ["search"], "number": 1}'])
def test_nonsense_ends_that_page_only(message):
    """39: column 8 of seven; 108: a disc in the beam of UNDO."""
    async def play():
        board = simulated(speed=1)
        async with served(board) as server, opened(server) as good:
            await good.until(lambda page: page.told)
            async with opened(server) as page:
                await page.socket.send(message)
                with pytest.raises(ConnectionClosedError) as closed:
                    await page.until(lambda page: False)
                assert closed.value.rcvd.code == 1008 and closed.value.rcvd.reason
            await good.send(event=DOWN | 0)
            await good.until(lambda _: board.simulator.inputs.held == 1)

    asyncio.run(play())


def test_questions_that_there_are_not():
    async def play():
        async with served(simulated(speed=1)) as server, opened(server) as page:
            for number, question in enumerate(("__import__", "describe", ""), 1):
                await page.send(ask=question, given="os", number=number)
                await page.until(lambda page, number=number: number in page.answers)
                assert "error" in page.answers[number]

    asyncio.run(play())


def test_one_page_too_many_is_told_so():
    async def play():
        async with served(simulated(speed=1)) as server:
            for _ in range(MOST_PAGES):
                server.audience.join()
            async with opened(server) as page:
                with pytest.raises(ConnectionClosedError) as closed:
                    await page.take()
                assert closed.value.rcvd.code == 1013 and "close one" in closed.value.rcvd.reason

    asyncio.run(play())


def test_a_game_is_pasted_and_played_on():
    """The page's questions reach the simulator: a pasted game waits, and one that makes no sense is refused."""
    async def play():
        board = simulated(players="two")
        async with served(board) as server, opened(server) as page:
            await page.send(ask="paste", given="4 4 9", number=1)
            await page.until(lambda page: 1 in page.answers)
            assert "9" in page.answers[1]["error"]
            await page.send(ask="paste", given="4 4 5", number=2)
            await page.until(lambda page: 2 in page.answers and page.told and page.told["moves"] == "4 4 5")
            assert page.told["offered"] and page.told["state"] == "attract"
            await page.press(0, 0.01)
            await page.until(lambda page: page.told["state"] == "turn")
            await page.press(5, 0.01)
            await page.until(lambda page: page.told["moves"] == "4 4 5 6")

    asyncio.run(play())


class StillMirror:
    """A board that shows one thing."""

    panel = panel_named("8x8")
    port = "nowhere"
    frame = bytes(range(192))
    brightness = 77

    def watch(self):
        return True


def test_a_board_that_is_watched_takes_no_presses():
    async def play():
        async with served(WatchedBoard(StillMirror())) as server, opened(server) as page:
            await page.until(lambda page: page.frame == StillMirror.frame and page.brightness == 77)
            assert page.hello["panel"] == "8x8" and not page.hello["plays"] and not page.hello["knows"]
            assert "nowhere" in page.hello["source"]
            await page.send(ask="search", given=None, number=1)
            await page.until(lambda page: 1 in page.answers)
            assert "error" in page.answers[1]
            await page.send(event=DOWN | 3)
            with pytest.raises(ConnectionClosedError) as closed:
                await page.until(lambda page: False)
            assert "press the buttons of the board" in closed.value.rcvd.reason

    asyncio.run(play())


class LostMirror(StillMirror):
    plugged = True

    def watch(self):
        if self.plugged:
            return True
        raise boards.BoardError("the connection broke: unplugged")


def test_a_board_that_is_lost_is_said_on_the_page_and_by_the_command():
    reasons = []

    async def play():
        lost = LostMirror()
        async with served(WatchedBoard(lost)) as server, opened(server) as page:
            await page.until(lambda page: page.frame)
            lost.plugged = False
            with pytest.raises(ConnectionClosed) as closed:
                await page.until(lambda page: False)
            reasons.append(closed.value.rcvd.reason)

    with pytest.raises(BoardGone, match="unplugged"):
        asyncio.run(play())
    assert reasons == ["the connection broke: unplugged"]


# ---- the command

def test_the_page_is_whole_without_micropython():
    """Every file that one of its files names is there, and none of them asks for the page's own firmware."""
    files = page_files()
    text = {path: data.decode() for path, (_, data) in files.items()}
    named = {name for path in text for name in re.findall(r'(?:from|src=|href=) ?"(?:\./)?([\w./-]+)"', text[path])}
    assert "board.mjs" in named and {f"/{name}" for name in named} <= set(files)
    assert not any("micropython.mjs" in text[path] or "firmware.json" in text[path] for path in text)


@pytest.mark.parametrize(("words", "said"), [
    ("--uf2", "--uf2 goes with --web"), ("--no-browser", "--no-browser goes with --web"),
    ("--web --uf2 --board", "--uf2 and --board do not go together"),
    ("--web --board --level easy", "--level does not go with it"), ("--web --board --clock 0", "--clock does not go"),
    ("--web --uf2 --speed 2", "--speed is the simulator's"),
    ("--web --uf2 --record x.gif", "--record is the simulator's"),
    ("--web --headless --script -", "--headless and --web"), ("--web --selftest x", "for the terminal"),
    ("--web --port 70000", "from 0 to 65535"), ("--web --variant 3d --panel 7x6", "3d needs 9x9"),
    ("--web --speed 5000", "0.01 to 1000"), ("--web --snapshot x.txt", "must end in .png"),
    ("--web --uf2 /no/such.uf2", "no such UF2 file")])
def test_what_does_not_go_is_said(words, said, capsys):
    assert main(["play", *words.split()]) == 2
    assert said in capsys.readouterr().err


def test_no_board_and_no_uf2(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(boards, "ports", lambda: [])
    assert main(["play", "--web", "--board"]) == 2
    assert "no board found" in capsys.readouterr().err
    assert main(["play", "--web", "--board", str(tmp_path / "tty")]) == 2
    assert "no board at" in capsys.readouterr().err
    monkeypatch.setenv("LITFOUR_CACHE", str(tmp_path))
    monkeypatch.delenv("MICROPYTHON_UF2", raising=False)
    assert main(["play", "--web", "--uf2"]) == 2
    assert "no MicroPython UF2" in capsys.readouterr().err


def test_no_browser_is_said(monkeypatch, capsys):
    monkeypatch.setattr(web_play.webbrowser, "open", lambda address: False)
    web_play._open("http://127.0.0.1:1/")
    assert "open http://127.0.0.1:1/ yourself" in capsys.readouterr().err


def test_from_the_command_to_its_end():
    """Served as the command says; a second one on the same port is told so; Ctrl-C ends it with its pages."""
    command = [sys.executable, "-m", "host_tools", "play", "--web", "--no-browser"]
    places = os.pathsep.join(str(ROOT / part) for part in (".", "firmware", "host_tools/shims"))
    env = {**os.environ, "PYTHONPATH": places}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as running:
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
        try:
            assert b"Litfour" in urllib.request.urlopen(address[0], timeout=PATIENCE).read()
            second = subprocess.run([*command, "--port", address[1]], capture_output=True, text=True, env=env)
            assert second.returncode == 2 and "Address already in use; leave --port out" in second.stderr
        finally:
            running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 0
        assert running.stderr.read() == ""


def test_beams_are_no_buttons():
    """A page can't hold a beam: only columns, MENU and UNDO are pressed."""
    async def play():
        async with served(simulated(speed=1)) as server, opened(server) as page:
            await page.send(event=DOWN | BEAM)
            with pytest.raises(ConnectionClosedError):
                await page.until(lambda page: False)

    asyncio.run(play())
