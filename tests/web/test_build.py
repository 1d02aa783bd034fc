"""What `litfour web build` writes, and that the page's board is the simulator's: the same frames, the same games."""

import ast
import json
import shutil
from pathlib import Path

import pytest

from host_tools import web_build
from host_tools.simulator import Simulator, chosen_settings
from host_tools.web import kernels
from host_tools.web.told import Teller
from host_tools.web_build import LIMIT, WebBuildError
from litfour.ports import panel_named

TABLE = Path(__file__).with_name("table.mjs")

GAMES = [("7x6", "standard", "easy", 12), ("7x6", "standard", "medium", 5), ("9x6", "5-in-a-row", "easy", 8),
         ("7x6", "popout", "easy", 6), ("7x6", "avoid-four", "easy", 6), ("7x6", "no-gravity", "easy", 5),
         ("7x6", "pop-10", "easy", 5), ("7x6", "power-up", "easy", 5), ("9x9", "3d", "easy", 6),
         ("9x9", "simultaneous", "easy", 2)]


def played(moves):
    return len((moves or "").split())


@pytest.mark.parametrize(("panel", "variant", "level", "plies"), GAMES, ids=[game[1] + "-" + game[2] for game in GAMES])
def test_the_page_plays_the_simulators_game(dist, node, panel, variant, level, plies):
    """From one seed: the page's kernels choose the moves that the plain ones choose, node for node."""
    settings = chosen_settings(panel_named(panel), variant, level, "watch")
    simulator = Simulator(panel, seed=11, settings=settings)
    simulator.press(0, ms=60, gap=440)
    nodes = []
    while played(simulator.describe()["moves"]) < plies and simulator.state != "over":
        before = simulator.state
        simulator.turn()
        if before == "think" and simulator.state != "think":
            nodes.append(simulator.app.player.nodes)
    page = json.loads(node(TABLE, dist, panel, 11, settings.pack().hex(), plies, 0))
    expected = simulator.describe()
    assert page["moves"].split()[:plies] == expected["moves"].split()[:plies]
    assert page["nodesOfMoves"][:len(nodes)] == nodes
    assert page["variant"] == variant
    assert nodes and max(nodes) > 0


def test_the_page_shows_the_simulators_light(dist, node):
    """Two people, three presses, then the same moment: the same position in light, and saves that the board reads."""
    settings = chosen_settings(panel_named("7x6"), players="two")
    settings.texture = 0
    page = json.loads(node(TABLE, dist, "7x6", 1, settings.pack().hex(), 3, 3, 3, 2, 3))
    simulator = Simulator("7x6", seed=1, settings=settings)
    for column in (3, 3, 2, 3):
        simulator.press(column, ms=60, gap=440)
    simulator.run_until(lambda app: len(app.session.position.moves) >= 3)
    simulator.run(3000)
    lit = bytes.fromhex(page["frame"])
    assert page["moves"] == "4 3 4"
    assert page["frames"] > 20
    below = 3 * 7 * 5               # the top row breathes
    assert lit[:below] == simulator.display.frame[:below]
    assert sum(map(bool, lit[:below])) >= 3 * 2
    assert {name: bytes.fromhex(text) for name, text in page["saves"].items()} == simulator.store.data


ASKED = [("7x6", "4 4 4 4 4 4 3 3 3 3 3 3 5 5 5 5 5 5 1 1 2 2 1 1 2 2 7 7"),
         ("9x6", "no-gravity: 1.1 2.2 3.3 2.3 4.4"), ("9x6", "popout rule=draw first=2: 1 2 1 2 1 2 3 3 1p")]


@pytest.mark.parametrize(("panel", "text"), ASKED, ids=["standard", "no-gravity", "popout"])
def test_the_page_answers_as_the_simulator(dist, node, panel, text):
    """A game is pasted, its moves are weighed and it is copied: the same Python on MicroPython, over the page's
    kernels, and here."""
    settings = chosen_settings(panel_named(panel), level="easy")
    simulator = Simulator(panel, seed=4, settings=settings)
    teller = Teller(simulator)
    expected = [teller.ask("paste", text), teller.ask("game", None)]
    teller.ask("scores", None)
    for _ in range(400):
        teller.work()
    expected += [teller.ask(*question) for question in (("scores", None), ("game", None), ("paste", "4 4 nonsense"))]
    assert any(score[4] is not None for score in expected[2]["moves"])
    page = json.loads(node(TABLE, dist, panel, 4, settings.pack().hex(), 0, f"?paste={text}",
                           "?game", "?scores", "?game", "?paste=4 4 nonsense", "?figures"))
    current, search = page["answers"].pop()
    assert page["answers"] == expected
    assert 42 < current[0] < 450 and search[3:] == [False, "instant"]


def test_the_page_is_light_and_asks_for_nothing_from_elsewhere(dist):
    assert sum(path.stat().st_size for path in dist.iterdir()) <= LIMIT
    for name in web_build.PAGE:
        text = (dist / name).read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, name
    offline = (dist / "worker.js").read_text()
    for path in dist.iterdir():
        assert path.name == "worker.js" or f'"{path.name}"' in offline, f"{path.name} is not kept for offline use"


def test_firmware_goes_in_whole_but_for_words_and_machine_code():
    found = web_build.firmware()
    assert "litfour/app/app.py" in found and "litfour/root.py" not in found
    assert {name for name in found if name.startswith(("litfour/hw/", "litfour/selftest/"))} \
        == {"litfour/" + name for name in web_build.PURE_HARDWARE}
    for name, text in found.items():
        ast.parse(text)
        assert "viper" not in text and "asm_thumb" not in text, name


def test_another_folder_is_not_overwritten(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(WebBuildError, match="something else"):
        web_build.build(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_a_package_that_is_not_the_pinned_one_is_not_used():
    assert not web_build.is_whole(b"something else")


KERNEL = '''
import micropython

SHIFT = 3


@micropython.viper
def twist(a: int, b: int) -> int:
    c = a * 1103515245 + b
    c ^= c << SHIFT
    if c < 0 and not b == 5:
        c = -c
    return (c >> 2) if a else ~c


@micropython.viper
def run(w: ptr32, h: ptr16, b: ptr8, n: int) -> int:
    i = 0
    total = 0
    while True:
        if i == n:
            break
        total += int(twist(w[i], i))
        w[i] = total
        h[i] = total
        b[i] += total
        i += 1
    return total
'''


def test_kernels_wrap_around_as_the_board_does(node, tmp_path):
    """A kernel with every operator, against the same sums in Python's long ints cut to 32 bits."""
    path = tmp_path / "kernel.py"
    path.write_text(KERNEL)
    (tmp_path / "kernels.mjs").write_text(kernels.module_text({"kernel": path}))
    (tmp_path / "try.mjs").write_text('''
import { kernel } from "./kernels.mjs";
const memory = new ArrayBuffer(256), words = new Int32Array(memory);
for (let i = 0; i < 8; i++) words[i] = i * 715827883 | 0;
words[3] = 0;
const total = kernel(words, new Uint16Array(memory), new Uint8Array(memory))(0, 64, 128, 8);
console.log(JSON.stringify([total, [...words.slice(0, 8)], [...new Uint16Array(memory, 64, 8)],
  [...new Uint8Array(memory, 128, 8)]]));
''')

    def cut(value):
        return (value + (1 << 31)) % (1 << 32) - (1 << 31)

    given = [cut(i * 715827883) for i in range(8)]
    given[3] = 0
    total, words = 0, []
    for i, a in enumerate(given):
        c = cut(a * 1103515245 + i)
        c = cut(c ^ cut(c << 3))
        if c < 0 and i != 5:
            c = cut(-c)
        total = cut(total + (c >> 2 if a else ~c))
        words.append(total)
    expected = [total, words, [word & 0xFFFF for word in words], [word & 0xFF for word in words]]
    assert json.loads(node(tmp_path / "try.mjs")) == expected


def test_only_a_page_that_was_built_is_replaced(tmp_path):
    """Not the page's own sources, which look much the same, and no file."""
    sources = tmp_path / "web"
    shutil.copytree(web_build.SOURCES, sources)
    kept = sorted(path.name for path in sources.iterdir())
    for out in (sources, sources / "index.html"):
        with pytest.raises(web_build.WebBuildError):
            web_build.build(out)
    assert sorted(path.name for path in sources.iterdir()) == kept
