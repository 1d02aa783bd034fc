"""The side panel in a real browser, see conftest.py."""

from tests.web.browsing import STEADY, WAITS, open_all, state


def said(page):
    return page.inner_text("#pasted-said")


def paste(page, text):
    page.fill("#pasted", text)
    page.click("#paste")


def test_a_game_is_pasted_played_on_and_copied(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.locator("#side summary").click()
    page.focus("#pasted")
    page.keyboard.type("4 4 9")                 # not a press of columns
    page.click("#paste")
    page.wait_for_function("document.querySelector('#pasted-said').textContent")
    assert said(page) == "Move 3: there is no column 9."
    assert page.get_attribute("#pasted", "aria-invalid") == "true"
    assert state(page)["state"] == "attract" and state(page)["moves"] == ""
    paste(page, "4 4 5\n5")
    page.wait_for_function("litfour.state.moves === '4 4 5 5'")
    assert page.inner_text("#status") == "A game waits. Press a column to go on."
    assert said(page).startswith("It lies on the board") and page.input_value("#pasted") == ""
    page.locator("#columns button").nth(6).click()
    page.wait_for_function(WAITS)
    page.click("#copy")
    page.wait_for_function("document.querySelector('#pasted-said').textContent === 'Copied.'")
    assert page.evaluate("navigator.clipboard.readText()") == "standard: 4 4 5 5"
    page.keyboard.press("1")                    # the focus is on a button of the panel, and keys play again
    page.wait_for_function("litfour.state.moves.startsWith('4 4 5 5 1 ')")
    log = page.inner_text("#log")
    assert "A game was pasted. Before it: standard:" in log and "Red played 1." in log
    assert len(page.locator("button:not([aria-label])").evaluate_all("all => all.filter((b) => !b.textContent)")) == 0


def test_scores_figures_and_secrets(open_page):
    page = open_page(f"{STEADY}&panel=9x9")
    open_all(page)
    page.check("#analyse")
    paste(page, "standard: 1 7 1 7 1 7")
    page.wait_for_function("document.querySelector('#scores .best')?.textContent === '2wins in 1 move'")
    names = page.locator("#scores th").all_inner_texts()
    assert names == ["2", "3", "4", "5", "6", "7", "8"]         # the game stands in the middle of the panel
    # Perfect's solver tells exactly; its table is another one than the level's, whose games stay the same
    paste(page, "standard: 4 4 4 4 4 3 3 3 3 3 1 2 2 2 5 5")
    page.wait_for_function("document.querySelectorAll('#scores .guess, #scores .unknown').length === 0"
                           " && document.querySelectorAll('#scores .win, #scores .loss').length > 3", timeout=20000)
    assert "within" not in page.inner_text("#scores")
    paste(page, "standard: 4")
    page.wait_for_function("litfour.state.moves === '4'")
    page.keyboard.press("5")
    page.wait_for_function("litfour.state.moves.startsWith('4 ') && " + WAITS)
    page.wait_for_function("/^[1-9][\\d,]* positions, [1-9]/.test(search.textContent)"
                           " && /^[1-9]\\d+ of 450 mA/.test(current.innerText.split('\\n').pop())")
    page.wait_for_function("/^[1-9]\\d* a second of the firmware, [1-9]/"
                           ".test(document.querySelector('#frames').innerText)")
    paste(page, "simultaneous: 1/2/3")
    page.wait_for_function("document.querySelector('#scores-said').textContent.startsWith('Not in this game')")
    assert page.locator("#scores").is_hidden()
    assert page.inner_text("#search") == "not told: choices are secret"
