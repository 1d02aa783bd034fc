"""`litfour play --web` in a real browser: the page with a board elsewhere. Skipped without Playwright or chromium."""

import asyncio
import contextlib
import shutil
import threading
import time

import pytest

from host_tools.simulator import Simulator, chosen_settings
from host_tools.web_boards import SimulatedBoard, WebInputs, WebSound
from host_tools.web_server import Server
from litfour.ports import panel_named

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed: apt-get install chromium")
WAITS = "litfour.state.state === 'turn' && !litfour.state.cpu"


def until(page, expression, seconds=30):
    """Waits until it holds in the page, whose own rules forbid Playwright's way of waiting."""
    end = time.monotonic() + seconds
    while not page.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(30)


class Played:
    """A board that is served in a thread of its own, as by the command. `address`; end() as by Ctrl-C."""

    def __init__(self, board):
        self._server = Server(board)
        self._up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._up.wait(20)
        self.address = self._server.address

    async def _serve(self):
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        with contextlib.suppress(asyncio.CancelledError):
            async with self._server:
                self._up.set()
                await self._server.board.run(self._server.audience)

    def end(self):
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture
def played():
    settings = chosen_settings(panel_named("7x6"), level="easy")
    simulator = Simulator("7x6", seed=3, settings=settings, inputs=WebInputs(), sound=WebSound())
    running = Played(SimulatedBoard(simulator, 3))
    yield running, simulator
    running.end()


@pytest.fixture
def page():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.complaints = []
        page.on("console", lambda said: said.type in ("error", "warning") and page.complaints.append(said.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        yield page
        browser.close()


def test_three_moves_on_the_simulator_and_its_end(played, page):
    running, simulator = played
    page.goto(running.address)
    until(page, "document.body.dataset.ready && litfour.state.state")
    assert page.is_hidden("#source") and page.is_disabled("#panel")
    page.keyboard.press("1", delay=20)
    for plies in (2, 4, 6):
        until(page, f"litfour.state.moves.split(' ').filter(Boolean).length === {plies - 2} && {WAITS}")
        page.locator("#columns button").nth(plies // 2 + 1).click()
    until(page, f"litfour.state.moves.split(' ').length === 6 && {WAITS}")
    now, told = page.evaluate("litfour.state"), simulator.describe()
    assert (now["moves"], now["board"]) == (told["moves"], told["board"])
    assert page.inner_text("#status").startswith("Yellow played ")
    until(page, "litfour.light.filter((level) => level > 100).length >= 6")
    assert page.evaluate("litfour.tunes") >= 6 and page.evaluate("litfour.frames") > 30
    assert page.evaluate("litfour.search") is not None
    assert page.complaints == []
    running.end()
    until(page, "document.querySelector('#status').textContent.includes('has ended')")


def test_a_page_that_is_not_ours_gets_no_board(played, page):
    """Another page in the same browser asks for the websocket, and for the page itself by a script."""
    running, _ = played
    page.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body="<p>evil"))
    page.goto("http://evil.example/")
    socket = running.address.replace("http", "ws") + "board"
    assert page.evaluate("""(address) => new Promise((done) => {
        const socket = new WebSocket(address);
        socket.onopen = () => done("open");
        socket.onclose = () => done("closed"); })""", socket) == "closed"
    read = "(address) => fetch(address).then(() => 'read', () => 'refused')"
    assert page.evaluate(read, running.address) == "refused"
