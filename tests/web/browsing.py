"""What the tests in a real browser share. The fixture open_page of conftest.py opens pages."""

AXE = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
FAST = "speed=3&seed=3&fresh"           # a tap must stay shorter than 0.6 s, three times as fast
STEADY = "seed=3&fresh"
WAITS = "litfour.state.state === 'turn' && !litfour.state.cpu || litfour.state.state === 'over'"
SMALL = {"width": 520, "height": 640}   # drawing is most of what a page costs where no graphics card helps
PHONE = {"width": 390, "height": 844}
EDGE = 0.22                             # of the light around its columns, see light.mjs


def ready(page):
    page.wait_for_function("document.body.dataset.ready && window.litfour.state.state", timeout=20000)


def state(page):
    return page.evaluate("litfour.state")


def open_all(page):
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")


def click(page, column):
    page.locator("#columns button").nth(column).click()


def touch(page, column):
    """A finger on the light of a column."""
    box, columns = page.locator("#light").bounding_box(), page.locator("#columns button").count()
    page.touchscreen.tap(box["x"] + box["width"] * (column + 0.5 + EDGE) / (columns + 2 * EDGE),
                         box["y"] + box["height"] / 2)


def key(page, column):
    """Even columns by their number, odd ones by arrows and Enter."""
    if column % 2 == 0:
        page.keyboard.press(str(column + 1))
        return
    for _ in range(20):
        at = page.evaluate("+(document.activeElement.dataset.source ?? -1)")
        if at == column:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowLeft" if at > column else "ArrowRight")
    raise AssertionError(f"the arrows do not lead to column {column + 1}")


def best_of_centre(board):
    """The free column next to the middle: how a simple person plays."""
    return min((column for column in range(7) if board[0][column] == "."), key=lambda column: abs(column - 3))


def play_to_the_end(page, press):
    """A whole game with press(page, column). Returns the last state."""
    press(page, 0)
    for _ in range(43):
        page.wait_for_function(WAITS, timeout=20000)
        now = state(page)
        if now["state"] == "over":
            return now
        press(page, best_of_centre(now["board"]))
        page.wait_for_function(f"litfour.state.moves !== {now['moves']!r}", timeout=5000)
        if not now["moves"]:
            page.evaluate("performance.mark('first move')")
    raise AssertionError(f"no end: {state(page)}")
