"""The page in a real browser (chromium by Playwright), skipped where either is missing."""

import functools
import http.server
import shutil
import threading

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed: apt-get install chromium")

FAST = "speed=6&seed=5&fresh"
WAITS = "litfour.state.state === 'turn' && !litfour.state.cpu || litfour.state.state === 'over'"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(dist):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(dist))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def open_page(browser, address):
    """open_page(query, **context options) -> a page whose board is ready. At the end: no complaint in any console."""
    contexts, complaints = [], []

    def complain(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(query=FAST, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}?{query}")
        ready(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def ready(page):
    page.wait_for_function("document.body.dataset.ready && window.litfour.state.state", timeout=20000)


def state(page):
    return page.evaluate("litfour.state")


def best_of_centre(board):
    """The free column next to the middle: how a simple person plays."""
    return min((column for column in range(7) if board[0][column] == "."), key=lambda column: abs(column - 3))


def test_a_whole_game_by_clicks(open_page):
    page = open_page()
    page.locator("#columns button").nth(0).click()
    for _ in range(22):
        page.wait_for_function(WAITS, timeout=20000)
        now = state(page)
        if now["state"] == "over":
            break
        page.locator("#columns button").nth(best_of_centre(now["board"])).click()
        page.wait_for_function(f"litfour.state.moves !== {now['moves']!r}", timeout=5000)
    now = state(page)
    assert now["state"] == "over" and now["result"]
    assert "won" in page.inner_text("#status") or "draw" in page.inner_text("#status")
    assert len(now["moves"].split()) >= 7
    paint, first = page.evaluate("""[performance.getEntriesByName('first-contentful-paint')[0].startTime,
                                     performance.getEntriesByName('ready')[0].startTime]""")
    print(f"first paint {paint:.0f} ms, ready {first:.0f} ms, {len(now['moves'].split())} plies, "
          f"the CPU's thinking {page.evaluate('litfour.thought'):.0f} ms in all")
    assert first < 8000


def test_keys_a_reload_and_the_game_goes_on(open_page):
    page = open_page()
    page.keyboard.press("1")
    page.wait_for_function(WAITS)
    page.keyboard.press("4")
    page.wait_for_function("litfour.state.moves.split(' ').length === 2 && " + WAITS)
    for key in ("ArrowRight", "ArrowRight", "Enter"):      # the middle column first
        page.keyboard.press(key)
    page.wait_for_function("litfour.state.moves.split(' ').length === 4 && " + WAITS)
    before = state(page)
    assert before["moves"].split()[::2] == ["4", "5"]
    page.reload()
    ready(page)
    assert page.inner_text("#status") == "A game waits. Press a column to go on."
    assert state(page)["moves"] == before["moves"]
    page.keyboard.press("7")
    page.wait_for_function("litfour.state.state === 'turn'")
    assert state(page)["board"] == before["board"]
    page.keyboard.press("u")                               # to the last choice
    page.wait_for_function("litfour.state.state === 'rewound'")
    assert len(state(page)["moves"].split()) == 2


def test_a_touch_on_a_phone_and_every_panel_at_its_size(open_page):
    for width, height, panel in ((390, 844, "7x6"), (844, 390, "9x6"), (1280, 800, "9x9")):
        page = open_page(f"{FAST}&panel={panel}", viewport={"width": width, "height": height}, has_touch=True)
        wide, across, right, bottom = page.evaluate("""() => {
            const box = document.querySelector('#board').getBoundingClientRect();
            return [document.documentElement.scrollWidth, innerWidth, box.right, box.bottom]; }""")
        assert wide <= across and right <= width and bottom <= height, (panel, right, bottom)
        assert page.locator("#columns button").count() == int(panel[0])
        page.locator("#columns button").nth(2).tap()
        page.wait_for_function("litfour.state.state === 'turn'")
        box = page.locator("#light").bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)     # the middle column's light
        page.wait_for_function("litfour.state.moves !== ''")
        middle = int(panel[0]) // 2
        now = state(page)
        assert int(now["moves"].split()[0]) - 1 + now["left"] == middle
        page.context.close()


def test_sound_announcements_and_names(open_page):
    page = open_page(reduced_motion="reduce", color_scheme="dark")
    page.locator("#columns button").nth(3).click()
    page.wait_for_function(WAITS)
    page.locator("#columns button").nth(3).click()
    page.wait_for_function("litfour.state.moves.split(' ').length === 2 && " + WAITS)
    assert page.inner_text("#status").startswith("Yellow played ")
    assert page.evaluate("litfour.tunes") >= 3              # awake, two drops
    assert "...1..." in page.get_attribute("#light", "aria-label")
    names = page.evaluate("[...document.querySelectorAll('button')].map((b) => b.getAttribute('aria-label'))")
    assert len(names) == 9 and all(names)


def test_the_menu_in_words(open_page):
    """From the attract mode: MENU held opens it, its buttons say what the columns do, and Hard is chosen and played."""
    page = open_page()
    page.keyboard.down("m")
    page.wait_for_function("litfour.state.state === 'menu'")
    page.keyboard.up("m")
    assert page.inner_text("#status").startswith("Menu, game: standard.")
    options = page.locator("#options button")
    assert options.nth(1).inner_text() == "3 popout"        # the panel has no room for column 2
    for name in ("players", "level"):
        page.keyboard.press("m", delay=20)
        page.wait_for_function(f"litfour.state.menu[0] === '{name}'")
    assert options.all_inner_texts()[:4] == ["1 easy", "2 medium", "3 hard", "4 perfect"]
    options.nth(2).click()
    page.wait_for_function("document.querySelector('#options [aria-pressed=true]').textContent === '3 hard'")
    assert page.get_attribute("#columns button >> nth=2", "aria-label") == "Column 3: hard"
    page.keyboard.down("m")
    page.wait_for_function("litfour.state.state !== 'menu'")
    page.keyboard.up("m")
    page.wait_for_function(WAITS)
    assert state(page)["level"] == "hard"
    assert page.locator("#options").is_hidden()
    page.keyboard.press("4")
    page.wait_for_function("litfour.state.moves.split(' ').length === 2 && " + WAITS)
    assert state(page)["nodes"] == 95000
    print(f"Hard: {page.evaluate('litfour.thought'):.0f} ms for 95,000 nodes")
