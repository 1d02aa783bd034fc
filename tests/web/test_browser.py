"""The page in a real browser (chromium by Playwright), skipped where either is missing."""

import functools
import http.server
import shutil
import threading

import pytest

from host_tools import perfect, web_build
from host_tools.simulator import Simulator, chosen_settings
from litfour.ports import panel_named

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed: apt-get install chromium")

AXE = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
FAST = "speed=3&seed=3&fresh"           # a tap must stay shorter than 0.6 s, three times as fast
STEADY = "seed=3&fresh"
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
    """open_page(query, settings, **context options) -> a page whose board is ready. No console may complain."""
    contexts, complaints = [], []

    def complain(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(query=FAST, settings=None, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        if settings:
            page.add_init_script(f"localStorage.setItem('litfour.7x6.settings', '{settings.pack().hex()}')")
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
        page.wait_for_function(f"litfour.log.includes('Red played {middle + 1}.')")
        page.context.close()


def test_a_disc_through_the_slot(open_page):
    """A touch on the light is then a disc in the column's beam; the button is not pressed. While the CPU thinks it is
    asked what the disc was, as on the board: UNDO ignores it."""
    page = open_page(f"{STEADY}&slot")
    assert page.is_checked("#slot")
    page.keyboard.press("1")
    page.wait_for_function(WAITS)
    box = page.locator("#light").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    page.wait_for_function("litfour.state.moves === '4' && litfour.state.state === 'think'")
    page.mouse.click(box["x"] + 40, box["y"] + 40)
    page.wait_for_function(WAITS)
    assert len(state(page)["moves"].split()) == 2
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert len(state(page)["moves"].split()) == 2           # UNDO was about the disc


def test_sound_announcements_and_names(open_page):
    page = open_page(reduced_motion="reduce", color_scheme="dark")
    page.locator("#columns button").nth(3).click()
    page.wait_for_function(WAITS)
    page.locator("#columns button").nth(3).click()
    page.wait_for_function("litfour.state.moves.split(' ').length === 2 && " + WAITS)
    assert page.inner_text("#status").startswith("Yellow played ")
    assert page.evaluate("litfour.tunes") >= 3              # awake, two drops
    assert "Column 4: red" in page.get_attribute("#light", "aria-label")
    assert page.get_attribute("#columns button >> nth=3", "aria-label").startswith("Column 4: red")
    names = page.evaluate("[...document.querySelectorAll('button')].map((b) => b.getAttribute('aria-label'))")
    assert len(names) == 9 and all(names)


def test_the_menu_in_words(open_page):
    """From the attract mode: MENU held opens it, its buttons say what the columns do, and Hard is chosen and played."""
    page = open_page(STEADY)
    page.keyboard.down("m")
    page.wait_for_function("litfour.state.state === 'menu'")
    page.keyboard.up("m")
    assert page.inner_text("#status").startswith("Menu, game: standard.")
    light, board = (page.locator(name).bounding_box()["width"] for name in ("#light", "#board"))
    assert light < board < 1.2 * light                      # long words do not stretch it
    options = page.locator("#options button")
    assert options.nth(1).inner_text() == "3 popout"        # the panel has no room for column 2
    for name in ("players", "level"):
        page.keyboard.press("m", delay=20)
        page.wait_for_function(f"litfour.state.menu?.[0] === '{name}'")
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


def test_perfect_searches_as_on_the_desk(open_page):
    """The same answers at the same nodes: from the book, and where the person errs, from the solver."""
    missing = perfect.available()
    if missing:
        pytest.skip(missing)
    settings = chosen_settings(panel_named("7x6"), level="perfect")
    simulator = Simulator("7x6", seed=3, settings=settings, make_solver=perfect.make_solver)
    page = open_page(settings=settings)
    page.keyboard.press("1")
    page.wait_for_function(WAITS)
    simulator.press(0)
    searched = 0
    for column in (0, 6, 1, 5, 0, 6):
        page.keyboard.press(str(column + 1))
        simulator.press(column)
        simulator.run_until(lambda app: app.state not in (3, 4))          # it falls, the CPU thinks
        plies = len(simulator.app.session.position.moves)
        page.wait_for_function(f"litfour.state.moves.split(' ').length === {plies} && ({WAITS})")
        now = state(page)
        assert now["moves"] == simulator.describe()["moves"]
        assert now["nodes"] == simulator.app.player.nodes
        searched += now["nodes"]
        if now["state"] == "over":
            break
    assert searched > 1000


def test_axe_finds_nothing(open_page):
    """The accessibility rules of axe-core: in a game on a desktop, light, and in the menu on a phone, dark."""
    try:
        axe, = web_build.package_files("axe-core", "4.14.1", AXE, ["axe.min.js"]).values()
    except web_build.WebBuildError as error:
        pytest.skip(str(error))
    for scheme, width, keys in (("light", 1280, "1"), ("dark", 390, "1m")):
        page = open_page(color_scheme=scheme, viewport={"width": width, "height": 800})
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        page.add_script_tag(content=axe.decode())
        for key in keys:
            page.keyboard.press(key, delay=300)
            page.wait_for_timeout(300)
        assert state(page)["state"] == ("menu" if "m" in keys else "turn")
        found = page.evaluate("axe.run()")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []
        assert len(found["passes"]) > 20


def test_reduced_motion_fades_in_place_of_jumping(open_page):
    """Between two screen refreshes no light changes by much, though a disc falls."""
    watch = """async () => {
        let last = litfour.light, most = 0;
        const end = performance.now() + 1000;
        while (performance.now() < end) {
            await new Promise(requestAnimationFrame);
            const now = litfour.light;
            now.forEach((level, i) => { most = Math.max(most, Math.abs(level - last[i])); });
            last = now;
        }
        return most; }"""
    jumps = {}
    for motion in ("reduce", "no-preference"):
        page = open_page(STEADY, reduced_motion=motion)
        page.keyboard.press("4")
        page.wait_for_function(WAITS)
        page.wait_for_timeout(300)
        page.keyboard.press("4")
        jumps[motion] = page.evaluate(watch)
        page.context.close()
    assert jumps["reduce"] < 0.6 * jumps["no-preference"], jumps
