"""The pictures of README and docs: all are made by `make media`, none is left over, and each still looks as it would if
it were drawn today."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from host_tools import gallery, media
from host_tools.__main__ import main
from host_tools.render import Renderer
from host_tools.staging import Wish, staged, unburdened
from host_tools.states import sheet_states
from litfour.rules.variants import VARIANTS
from tests.conftest import ROOT

ALL_BYTES = 3_000_000
README_GIF = 1_000_000
README_SECONDS = 20
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PICTURE = re.compile(r"""!\[[^]]*\]\(([^)\s]+)\)|<img[^>]*\ssrc="([^"]+)\"""")


class Fresh:
    """The pictures as they are drawn now, each when it is asked for first."""

    def __init__(self, folder):
        self._folder = folder

    def __truediv__(self, name):
        path = self._folder / name
        if not path.exists():
            with unburdened():
                assert media.make(name, self._folder) == 0, name
        return path


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    return Fresh(tmp_path_factory.mktemp("media"))


def referred():
    """{picture below the project's folder: the page that shows it, the README first}."""
    found = {}
    for page in PAGES:
        for markdown, html in PICTURE.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / (markdown or html)).resolve()
            assert target.is_file(), f"{page.name} shows {markdown or html}, which is not there"
            found.setdefault(target.relative_to(ROOT).as_posix(), page.name)
    return found


def test_every_picture_that_is_shown_is_made_and_none_is_left_over():
    shown = {name for name in referred() if name.startswith("docs/") and Path(name).suffix in (".png", ".gif")}
    kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".gif")}
    assert shown == kept == set(media.makes())


def test_every_game_has_its_picture_in_the_readme():
    shown = [name for name, page in referred().items() if page == "README.md"]
    assert {f"docs/variants/{variant.name}.png" for variant in VARIANTS} <= set(shown)


def test_the_readme_opens_with_a_short_film():
    name = PICTURE.search((ROOT / "README.md").read_text(encoding="utf-8"))[1]
    film = media.pictures(ROOT / name)
    assert name.endswith(".gif") and sum(ms for _, ms in film) < 1000 * README_SECONDS
    assert (ROOT / name).stat().st_size < README_GIF
    assert sum((ROOT / name).stat().st_size for name in media.makes()) < ALL_BYTES


def test_the_film_is_a_whole_game_that_the_person_wins():
    words = media.makes()["docs/game.gif"]
    settings = {"players": "solo", "level": words[words.index("--level") + 1]}
    _, stage = staged(Wish(presses=media.GAME, settings=settings, seed=int(words[words.index("--seed") + 1])))
    position = stage.simulator.app.session.position
    columns = media.GAME.split(";")[-1].split()
    assert position.result == 1 and [move + 1 for move in position.moves[::2]] == [int(word) for word in columns]


@pytest.mark.parametrize("name", list(media.makes()))
def test_no_picture_has_drifted(fresh, name):
    assert media.drift(ROOT / name, fresh / name) == ""


# ---- the comparison itself

def test_pictures_are_the_same_each_time(fresh, tmp_path):
    name = "docs/variants/3d.png"
    assert media.make(name, tmp_path) == 0
    assert (tmp_path / name).read_bytes() == (fresh / name).read_bytes()


@pytest.mark.parametrize("name, light", [("standard", (0, 0, 0)), ("standard", (255, 24, 8)), ("3d", (255, 190, 0)),
                                         ("pop-10", (0, 0, 0))])
def test_one_changed_cell_is_found(fresh, tmp_path, name, light):
    shown, _ = staged(Wish(settings={"variant": name}))
    renderer = Renderer(shown.panel, int(280 / (shown.panel.columns + 1.74)))
    kept = fresh / f"docs/variants/{name}.png"
    for cell in (0, shown.panel.cells // 2, shown.panel.cells - 1):
        before = tuple(shown.frame[3 * cell:3 * cell + 3])
        if max(abs(one - other) for one, other in zip(before, light)) < 60:
            continue
        frame = bytearray(shown.frame)
        frame[3 * cell:3 * cell + 3] = bytes(light)
        renderer.image(frame, shown.brightness).save(tmp_path / "changed.png")
        assert "in one spot" in media.drift(kept, tmp_path / "changed.png"), cell


def test_one_changed_cell_of_a_sheet_is_found(fresh, tmp_path):
    place = list(sheet_states()).index("turn")
    shown, _ = staged(Wish(state="turn"))
    sheet = Image.open(fresh / "docs/states.png").convert("RGB")
    across = (sheet.width - gallery.GAP) // gallery.ACROSS
    down = (sheet.height - gallery.GAP) // -(-len(sheet_states()) // gallery.ACROSS)
    for light, told in ((None, ""), ((120, 90, 0), "in one spot")):
        frame = bytearray(shown.frame)
        frame[3:6] = bytes(light or frame[3:6])         # a cell at the bottom, unlit
        board = Renderer(shown.panel, gallery.PITCH).image(frame, shown.brightness)
        sheet.paste(board, (place % gallery.ACROSS * across + gallery.GAP,
                            place // gallery.ACROSS * down + gallery.GAP + gallery.TITLE))
        sheet.save(tmp_path / "states.png")
        assert told in media.drift(fresh / "docs/states.png", tmp_path / "states.png")
        assert told or media.drift(fresh / "docs/states.png", tmp_path / "states.png") == ""


def test_a_shade_everywhere_is_no_drift_and_two_are(fresh, tmp_path):
    picture = np.asarray(Image.open(fresh / "docs/variants/popout.png").convert("RGB")).astype(int)
    for shade, same in ((1, True), (3, False)):
        Image.fromarray(np.clip(picture + shade, 0, 255).astype(np.uint8)).save(tmp_path / "a.png")
        assert (media.drift(fresh / "docs/variants/popout.png", tmp_path / "a.png") == "") == same


def test_another_game_in_the_film_is_found(tmp_path):
    for number, moves in enumerate(("4", "5", "4 5")):
        assert main(["render", "--moves", moves, "--ms", "0", "--width", "160", "--small",
                     "--out", str(tmp_path / f"{number}.gif")]) == 0
    assert media.drift(tmp_path / "0.gif", tmp_path / "0.gif") == ""
    assert "in one spot" in media.drift(tmp_path / "0.gif", tmp_path / "1.gif")
    assert "in place of" in media.drift(tmp_path / "0.gif", tmp_path / "2.gif")


def test_another_size_and_a_missing_file_are_told(fresh, tmp_path):
    Image.new("RGB", (10, 12)).save(tmp_path / "a.png")
    assert "10 x 12 pixels" in media.drift(tmp_path / "a.png", fresh / "docs/states.png")
    assert media.drift(tmp_path / "b.png", fresh / "docs/states.png") == "it is missing"


def test_media_names_what_it_does_not_make_and_what_has_drifted(fresh, tmp_path, capsys, monkeypatch):
    assert main(["media", "docs/nothing.png"]) == 2
    assert "docs/nothing.png" in capsys.readouterr().err
    monkeypatch.setattr(media, "ROOT", tmp_path)
    name = "docs/variants/five.png"
    assert main(["media", name]) == 0
    assert (tmp_path / name).read_bytes() == (fresh / name).read_bytes() and name in capsys.readouterr().out
    assert main(["media", "--check", name]) == 0
    shutil.copy(fresh / "docs/variants/5-in-a-row.png", tmp_path / name)
    assert main(["media", "--check", name]) == 1
    assert name in capsys.readouterr().err


def test_a_sheet_needs_a_png(tmp_path, capsys):
    assert main(["gallery", "states", str(tmp_path / "states.gif")]) == 2
    assert "must end in .png" in capsys.readouterr().err and not list(tmp_path.iterdir())
