"""The page in a real browser, see conftest.py."""

import pytest

from host_tools import perfect, web_build
from host_tools.simulator import Simulator, chosen_settings
from litfour.ports import panel_named
from tests.web import browsing
from tests.web.browsing import AXE, FAST, PHONE, STEADY, WAITS, open_all, play_to_the_end, ready, state


def check_size(page):
    """The board is whole within the window, and nothing is wider."""
    wide, right, bottom, width, height = page.evaluate("""() => {
        const box = document.querySelector('#board').getBoundingClientRect();
        return [document.documentElement.scrollWidth, box.right, box.bottom, innerWidth, innerHeight]; }""")
    assert wide <= width and right <= width and bottom <= height, (wide, right, bottom, width, height)


@pytest.mark.parametrize(("press", "seed", "options"), [
    (browsing.click, 1, {}), (browsing.key, 12, {}),
    (browsing.touch, 15, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
], ids=["clicks", "keys", "touch"])
def test_a_whole_game(open_page, press, seed, options):
    page = open_page(f"speed=3&seed={seed}&fresh", chosen_settings(panel_named("7x6"), level="easy"), **options)
    check_size(page)
    now = play_to_the_end(page, press)
    assert now["result"] and ("won" in page.inner_text("#status") or "draw" in page.inner_text("#status"))
    assert len(now["moves"].split()) >= 7
    paint, first, move = page.evaluate("""['first-contentful-paint', 'ready', 'first move'].map(
        (name) => performance.getEntriesByName(name)[0].startTime)""")
    print(f"first paint {paint:.0f} ms, ready {first:.0f} ms, first move {move:.0f} ms, "
          f"{len(now['moves'].split())} plies, the CPU's thinking {page.evaluate('litfour.thought'):.0f} ms in all")
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


def test_every_panel_at_its_size(open_page):
    """A phone on its side and a desktop; the phone upright has a whole game."""
    for width, height, panel in ((844, 390, "9x6"), (1280, 800, "9x9")):
        page = open_page(f"{FAST}&panel={panel}", viewport={"width": width, "height": height}, has_touch=True)
        check_size(page)
        assert page.locator("#columns button").count() == int(panel[0])
        page.locator("#columns button").nth(2).tap()
        page.wait_for_function("litfour.state.state === 'turn'")
        browsing.touch(page, int(panel[0]) // 2)
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
    names = page.evaluate("[...document.querySelectorAll('#board button')].map((b) => b.getAttribute('aria-label'))")
    assert len(names) == 9 and all(names)


def test_the_menu_in_words(open_page):
    """From the attract mode: MENU held opens it, its buttons say what the columns do, and Hard is chosen and played."""
    page = open_page(STEADY, viewport={"width": 700, "height": 640})
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
    """The same answers at the same nodes: from the book, and where the person errs, from the solver; though the side
    panel's analysis uses another solver meanwhile."""
    missing = perfect.available()
    if missing:
        pytest.skip(missing)
    settings = chosen_settings(panel_named("7x6"), level="perfect")
    simulator = Simulator("7x6", seed=3, settings=settings, make_solver=perfect.make_solver)
    page = open_page(settings=settings)
    open_all(page)
    page.check("#analyse")
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
    """The accessibility rules of axe-core: in a game on a desktop, light, with the side panel at work, and in the menu
    on a phone, dark."""
    try:
        axe, = web_build.package_files("axe-core", "4.14.1", AXE, ["axe.min.js"]).values()
    except web_build.WebBuildError as error:
        pytest.skip(str(error))
    for scheme, width, keys in (("light", 1280, "1"), ("dark", 390, "1m")):
        page = open_page(color_scheme=scheme, viewport={"width": width, "height": 800})
        open_all(page)
        page.add_script_tag(content=axe.decode())
        page.check("#analyse")
        page.fill("#pasted", "4 4 9")
        page.click("#paste")
        for pressed in keys:
            page.keyboard.press(pressed, delay=300)
            page.wait_for_timeout(300)
        assert state(page)["state"] == ("menu" if "m" in keys else "turn")
        page.wait_for_function("document.querySelector('#scores').rows.length === 7 && /mA/.test(current.innerText)")
        page.uncheck("#analyse")            # it would be at work meanwhile
        page.wait_for_function("document.querySelector('#scores').hidden")
        page.evaluate("requestAnimationFrame = () => 0")     # the board stands still, and leaves the machine to axe
        found = page.evaluate("axe.run()")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []
        assert len(found["passes"]) > 20


WATCH = """async () => {
    let last = litfour.light, most = 0, count = 0, longest = 0, before = performance.now();
    const begun = before;
    while (litfour.state.state !== 'fall') await new Promise(requestAnimationFrame);
    const fell = performance.now();
    while (litfour.state.state === 'fall') {
        await new Promise(requestAnimationFrame);
        const now = litfour.light;
        now.forEach((level, i) => { most = Math.max(most, Math.abs(level - last[i])); });
        last = now;
        count++;
    }
    return { most, rate: 1000 * count / (performance.now() - fell) }; }"""
COUNT_WORK = """{
    const ask = requestAnimationFrame, spent = window.spent = [];
    window.requestAnimationFrame = (done) => ask((now) => {
        const begun = performance.now();
        done(now);
        spent.push(performance.now() - begun);
    });
} 0"""


def test_a_fall_is_smooth_and_reduced_motion_fades_in_its_place(open_page):
    """While a disc falls the page takes a small part of a refresh of 60 a second; with reduced motion no light changes
    by much between two of them."""
    jumps = {}
    for motion in ("reduce", "no-preference"):
        page = open_page(STEADY, reduced_motion=motion, viewport={"width": 1280, "height": 800})
        page.keyboard.press("4")
        page.wait_for_function(WAITS)
        page.wait_for_timeout(200)
        page.evaluate(COUNT_WORK)
        page.keyboard.press("4")
        found = page.evaluate(WATCH)
        jumps[motion] = found["most"]
        spent = sorted(page.evaluate("spent"))
        page.context.close()
        print(f"{motion}: {found['rate']:.0f} refreshes a second while a disc falls, of which the page's script takes "
              f"{spent[len(spent) // 2]:.1f} ms each")
        assert found["rate"] > 8 and spent[len(spent) // 2] < 8
    assert jumps["reduce"] < 0.6 * jumps["no-preference"], jumps
