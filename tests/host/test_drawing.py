"""`litfour render`: every state shows what it says, moves are made by the board's own buttons, and the three kinds of
picture show the same cells."""

import ast
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from host_tools import fingers
from host_tools.__main__ import main
from host_tools.render import Renderer
from host_tools.staging import StageError, Wish, staged, state_of, unburdened
from host_tools.states import EXAMPLES, states
from host_tools.vector import colours, lights_in_words, picture
from litfour.app.menu import NAMES as PAGES
from litfour.ports import panel_named
from litfour.rules.notation import move_text, moves_text
from litfour.rules.start import new_position
from litfour.rules.variants import PEG, ROUND, VARIANTS, variant_named
from tests.conftest import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def all_states():
    """{name: (Shown, Stage)}."""
    with unburdened():
        return {name: staged(Wish(state=name)) for name in states()}


def render(*words):
    return main(["render", *map(str, words)])


# ---- the states

WHAT = {"waiting": lambda app: app.session.unfinished, "jam": lambda app: app.jammed == 1 << 13,
        "stuck": lambda app: app.jammed == 1 << 18, "stray": lambda app: app.stray == 4,
        "clock": lambda app: 0 < app.clock_left < 4000, "won": lambda app: app.session.position.result == 1,
        "match": lambda app: app.session.match.winner == 1, "puzzle": lambda app: app.puzzle is not None,
        "hint": lambda app: app.coach.proved and app.coach.show_best, "night": lambda app: app.settings.night == 1,
        "guess": lambda app: app.coach.done and app.coach.best >= 0 and not app.coach.proved,
        "threats": lambda app: app.coach.show_threats, "dimmed": lambda app: app.dimmed == 1,
        "rewound": lambda app: len(app.session.future) == 1, "brightness": lambda app: app.settings.brightness == 3,
        "score": lambda app: app.session.match.score == [0, 2, 1]}


def test_every_state_is_what_it_says(all_states):
    for name, (_, stage) in all_states.items():
        state = states()[name]
        assert stage is None if state.light else stage.look() == state.shows, name
        if name in WHAT:
            assert WHAT[name](stage.simulator.app), name
        if name.startswith("menu:"):
            assert PAGES[stage.simulator.app.menu.page] == name[5:]
    assert {name[5:] for name in states() if ":" in name} == set(PAGES)


def test_no_two_states_look_alike(all_states):
    looks = {name: (shown.frame, shown.brightness) for name, (shown, _) in all_states.items() if name != "menu"}
    assert len(set(looks.values())) == len(looks)


def test_the_safe_mode_is_the_drivers_first_light():
    """hw/first.py needs a machine; its constants are read."""
    tree = ast.parse((ROOT / "firmware/litfour/hw/first.py").read_text())
    given = {node.targets[0].id: node.value.value for node in tree.body
             if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}
    assert states()["safe-mode"].light == (given["LEVEL"], given["BRIGHTNESS"])


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_game_has_an_example_and_the_common_states(variant):
    for name in (None, "turn", "think", "rewound", "menu:level"):
        if name == "think" and variant == "simultaneous":
            continue            # its CPU has chosen by the time that anybody looks
        shown, stage = staged(Wish(state=name, settings={"variant": variant}))
        assert stage.simulator.app.session.position.variant.name == variant and any(shown.frame)
        assert stage.look() == (EXAMPLES[variant] if name is None else states()[name]).shows


def test_the_cpu_takes_over_the_seats_that_are_named():
    _, stage = staged(Wish(moves="4", settings={"players": "solo", "level": "easy"}, presses="wait 2500"))
    position = stage.simulator.app.session.position
    assert len(position.moves) == 2 and stage.look() == "turn", "yellow answered"
    _, stage = staged(Wish(state="turn", settings={"palette": "tritan", "night": "off", "brightness": 5}))
    assert stage.simulator.app.settings.palette == 3 and stage.simulator.display.brightness == 255


def test_perfect_plays_where_it_can_and_says_so_where_it_can_not(monkeypatch):
    from host_tools import perfect
    wish = Wish(moves="4", settings={"players": "solo", "level": "perfect"}, presses="wait 3000")
    if not perfect.available():
        _, stage = staged(wish)
        assert stage.simulator.describe()["moves"] == "4 4", "the only answer that holds the first player to one win"
    monkeypatch.setattr(perfect, "available", lambda: "no compiler")
    with pytest.raises(StageError, match="no compiler"):
        staged(wish)


# ---- moves by the buttons

def some_game(variant, seed, count):
    """A position after random legal moves, not over; moves of every kind are likelier than they are in play."""
    random = np.random.default_rng(seed)
    position = new_position(variant, 1, len(variant.rules) - 1 if variant.rules else 0, 0)
    while len(position.moves) < count:
        legal = position.legal()
        kinds: dict = {}
        for move in legal:
            kinds.setdefault(move >> 4 if variant.kind not in (PEG, ROUND) else 0, []).append(move)
        several = list(kinds.values())[random.integers(len(kinds))]
        position.play(several[random.integers(len(several))])
        if position.result:
            position.undo()
            break
    return position


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_move_can_be_made_by_the_buttons(variant):
    wanted = some_game(variant, 3, 14 if variant.kind != ROUND else 6)
    rule = {"rule": variant.rules[-1]} if variant.rules else {}
    _, stage = staged(Wish("9x9", moves=moves_text(wanted), settings={"variant": variant.name, **rule}))
    assert stage.simulator.app.session.position.moves == wanted.moves


@pytest.mark.parametrize("name", ["popout", "no-gravity", "pop-10", "power-up"])
def test_the_games_of_that_test_have_moves_of_every_kind(name):
    variant = variant_named(name)
    text = moves_text(some_game(variant, 3, 14))
    signs = {"popout": "p", "no-gravity": ".", "pop-10": "p", "power-up": "awxb"}[name]
    assert all(sign in text for sign in signs), text


def test_a_swap_is_two_presses_of_menu():
    position = new_position(variant_named("no-gravity"), 1, 1)
    position.play(0)
    assert [move_text(move, position.variant) for move in position.legal()].count("swap") == 1
    assert fingers.presses(position, 63) == [(18, 60), (18, 60)]


# ---- what can't be shown

@pytest.mark.parametrize("words, told", [
    ("--state nothing --out a.png", "unknown state 'nothing': attract, waiting"),
    ("--out a.jpg", "must end in .png or .gif"),
    ("--state won --moves 4 --out a.png", "the board shows 'turn', not 'over'"),
    ("--moves 4,4,9 --out a.png", "move 3: there is no column 9"), ("--out no/a.svg", "can't be written"),
    ("--moves 4444444 --out a.svg", "move 7"), ("--state attract --moves 4 --out a.png", "has no moves"),
    ("--state menu:rule --variant standard --out a.png", "no such page"),
    ("--width 20 --out a.gif", "pitch of 2 pixels"), ("--pitch 9999 --out a.svg", "--pitch 9999"),
    ("--width 0 --out a.svg", "--width 0"), ("--presses dance --out a.gif", "'dance' is unknown"),
    ("--presses jam --out a.png", "one word follows"), ("--presses=jam\\ 9 --out a.png", "one of menu, undo, 1"),
    ("--presses=press\\ 8 --out a.png", "the panel has 7 columns"), ("--ms -1 --out a.gif", "--ms -1"),
    ("--variant 3d --panel 7x6 --out a.png", "needs 9x9"), ("--rule swap --out a.png", "no rule to choose"),
    ("--script nowhere.txt --out a.png", "can't read nowhere.txt"), ("--players three --out a.png", "three seats")])
def test_bad_wishes_are_told_in_words(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    spaced = [word.replace("\\", " ").replace("  ", " ") for word in words.replace("\\ ", "\\").split()]
    assert render(*spaced) == 2
    error = capsys.readouterr().err
    assert told in error and error.startswith("litfour render: ") and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_moves_that_lead_elsewhere_are_refused_before_any_is_made():
    with pytest.raises(StageError, match="has no moves"):
        state_of(Wish(state="menu", moves="4"))
    with pytest.raises(StageError, match="the board shows 'turn', not 'draw'"):
        staged(Wish(state="drawn", moves="4 4"))


# ---- the three kinds of picture

@pytest.mark.parametrize("size, width", [(("--width", 200), 200), (("--pitch", 30), 262)])
def test_a_png_shows_the_state(tmp_path, size, width):
    assert render("--state", "won", *size, "--out", tmp_path / "a.png") == 0
    shown, _ = staged(Wish(state="won"))
    with Image.open(tmp_path / "a.png") as image:
        assert width - 10 < image.size[0] <= width
        pitch = int(image.size[0] / 8.74 + 0.5)
        assert (np.asarray(image) == np.asarray(Renderer(shown.panel, pitch).image(*shown[1:4]))).all()


def test_a_small_png_is_smaller_and_looks_the_same(tmp_path):
    for name, small in (("a.png", ()), ("b.png", ("--small",))):
        assert render("--state", "match", "--width", 200, *small, "--out", tmp_path / name) == 0
    one, other = (np.asarray(Image.open(tmp_path / name).convert("RGB")).astype(int) for name in ("a.png", "b.png"))
    assert np.abs(one - other).max() <= 3
    assert (tmp_path / "b.png").stat().st_size < 0.8 * (tmp_path / "a.png").stat().st_size


@pytest.mark.parametrize("name, rail", [("turn", True), ("match", False), ("menu:colours", True), ("toddler", True),
                                        ("dimmed", False), ("fault", False)])
def test_a_vector_picture_shows_the_same_cells(tmp_path, name, rail):
    assert render("--state", name, *["--rail"] * rail, "--out", tmp_path / "a.svg") == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    shown, _ = staged(Wish(state=name, rail=rail))
    circles = {circle.get("id"): circle for circle in root.iter(f"{SVG}circle") if circle.get("id")}
    assert len(circles) == shown.panel.pixels
    renderer = Renderer(shown.panel, 40)
    photo = renderer.array(*shown[1:4])
    dark = renderer.array(bytes(shown.panel.size))
    for k, (x, y, _) in enumerate(renderer.layout.lights()):
        column, row = k % shown.panel.columns + 1, k // shown.panel.columns + 1
        circle = circles[f"cell-{column}-{row}" if k < shown.panel.cells else f"rail-{column}"]
        assert abs(float(circle.get("cx")) - 2.5 * x) < 0.1 and abs(float(circle.get("cy")) - 2.5 * y) < 0.1
        fill = np.asarray(list(bytes.fromhex(circle.get("fill")[1:])))
        light = np.asarray(list(shown.frame[3 * k:3 * k + 3]))
        if not light.any():
            assert fill.max() < 30
        elif light.max() > 60 and shown.brightness > 50:
            assert fill.max() > 50 and fill.argmax() == light.argmax()
            seen = photo[:, int(y), int(x)].astype(int)
            assert (seen - dark[:, int(y), int(x)]).max() > 20, "so has the photograph"


def test_a_vector_picture_says_what_it_shows(tmp_path):
    assert render("--moves", "4 4 5", "--width", 300, "--out", tmp_path / "a.svg") == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.get("role") == "img" and root.get("width") == "300" and root.get("aria-labelledby") == "title desc"
    assert root.find(f"{SVG}title").text == "standard"
    told = root.find(f"{SVG}desc").text
    assert "after the moves 4 4 5" in told and "Row 1: 4 red, 5 red." in told and "Row 2: 4 yellow." in told
    labels = [text.text for text in root.iter(f"{SVG}text")]
    assert labels == [*"1234567", "UNDO", "MENU"]


def test_lights_in_words():
    panel = panel_named("7x6", True)
    frame = bytearray(panel.size)
    for pixel, light in ((0, (255, 24, 8)), (1, (50, 37, 0)), (3, (9, 9, 9)), (8, (210, 40, 200)),
                         (42, (210, 210, 190))):
        frame[3 * pixel:3 * pixel + 3] = bytes(light)
    assert lights_in_words(panel, frame) == "Row 2: 2 violet. Row 1: 1 red, 2 dim yellow. Rail: 1 white."
    assert lights_in_words(panel, bytes(panel.size)) == "All is dark."


def test_a_title_is_no_markup():
    shown, _ = staged(Wish(state="fault"))
    root = ElementTree.fromstring(picture(shown._replace(title="<b> & 'more'"), "a < b"))
    assert root.find(f"{SVG}title").text == "<b> & 'more'" and root.find(f"{SVG}desc").text.startswith("a < b")


def test_a_brighter_display_is_brighter_in_a_vector_picture():
    frame = bytes((120, 60, 0)) + bytes(123)
    assert colours(frame, 24)[0] < colours(frame, 110)[0] < colours(frame, 255)[0]


def length(path):
    """(pictures, ms) of an animation."""
    with Image.open(path) as film:
        shown = 0
        for k in range(film.n_frames):
            film.seek(k)
            shown += film.info["duration"]
        return film.n_frames, shown


@pytest.mark.parametrize("name, ms", [("waiting", 3000), ("dimmed", 3000), ("safe-mode", 700)])
def test_an_animation_of_a_state_lasts_as_long_as_wanted(tmp_path, name, ms):
    wanted = () if ms == 3000 else ("--ms", ms)
    assert render("--state", name, "--width", 160, *wanted, "--out", tmp_path / "a.gif") == 0
    frames, shown = length(tmp_path / "a.gif")
    assert abs(shown - ms) <= 20 and (frames > 5) == (name != "safe-mode")


def test_an_animation_of_a_script_has_all_of_it(tmp_path):
    (tmp_path / "s.txt").write_text("press 1\nwait 500\npress 4  # the first disc\nwait 900\n")
    assert render("--script", tmp_path / "s.txt", "--width", 160, "--ms", 100, "--out", tmp_path / "a.gif") == 0
    assert abs(length(tmp_path / "a.gif")[1] - 1700) < 40
    assert render("--script", tmp_path / "s.txt", "--width", 160, "--out", tmp_path / "a.png") == 0
    shown, stage = staged(Wish(presses="press 1; wait 500; press 4; wait 900"))
    assert stage.simulator.describe()["moves"] == "4"
    with Image.open(tmp_path / "a.png") as image:
        assert (np.asarray(image) == np.asarray(Renderer(shown.panel, 18).image(*shown[1:4]))).all()
