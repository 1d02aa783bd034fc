"""The heuristic search on the emulated Pico, in machine code: the same nodes, moves and values as on the host, no step
over 3 ms, no allocation, and the speed that its levels count on."""

import ast

import pytest

from host_tools import image
from host_tools.accelerate import accelerated
from host_tools.simulator import new_table
from litfour.app.chance import Random
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.rules.notation import replay
from litfour.rules.start import new_position
from litfour.rules.variants import variant_named

GAMES = (("standard", "", "hard"), ("standard", "44", "medium"), ("standard", "4 4 4 4 4 3 5 2", "hard"),
         ("9x7", "5 5 5", "hard"), ("8x7", "4 4", "medium"), ("8x7", "4 5", "hard"), ("5-in-a-row", "5 5 6", "hard"),
         ("five", "1 9", "medium"), ("8x8", "4 4 4 5", "hard"), ("3d", "2.2 3.3", "hard"),
         ("3d", "1.1 2.2 4.1 3.2 2.3 2.3", "hard"))
NODES = 12000               # of each search, so that the test stays short
LIMIT_US = 3000
NODES_A_SECOND = 80000      # in steps as the loop makes them

SCRIPT = """
import micropython, time
from litfour.app.chance import Random
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.rules.notation import replay
from litfour.rules.start import new_position
from litfour.rules.variants import variant_named

def think(variant, moves, level):
    position = new_position(variant_named(variant))
    replay(position, moves)
    level = level_named(level)
    level.nodes = {nodes}
    player = Player(table, Random(9))
    player.start(position, level)
    worst = total = 0
    micropython.heap_lock()
    while True:
        start = time.ticks_us()
        done = player.step()
        took = time.ticks_diff(time.ticks_us(), start)
        worst = max(worst, took)
        total += took
        if done:
            break
    micropython.heap_unlock()
    search = player.search
    print((player.move, search.nodes, search.depth, search.moves, search.values, worst, total))
"""


@pytest.fixture(scope="module")
def answers(emulator, tmp_path_factory):
    """What the board says: (move, nodes, depth, moves, values, worst step, all steps in us) of each game."""
    from host_tools.emulator import Pico
    files = image.build(tmp_path_factory.mktemp("modules"), joined=False)
    del files["main.py"]
    with Pico(emulator, files) as board:
        board.start()
        board.run(300)
        board.raw_repl()
        assert board.exec("table = bytearray(98304)").err == ""
        assert board.exec(SCRIPT.format(nodes=NODES)).err == ""
        found = []
        for game in GAMES:
            result = board.exec(f"import gc\ngc.collect()\nthink{game!r}")
            assert result.err == "", result.err
            found.append(ast.literal_eval(result.out))
    return found


def test_the_board_searches_the_same_nodes_to_the_same_values(answers):
    for (variant, moves, name), found in zip(GAMES, answers, strict=True):
        position = new_position(variant_named(variant))
        replay(position, moves)
        level = level_named(name)
        nodes, level.nodes = level.nodes, NODES
        try:
            with accelerated():
                player = Player(new_table(), Random(9))
                player.start(position, level)
            while not player.step():
                pass
        finally:
            level.nodes = nodes
        search = player.search
        assert found[:5] == (player.move, search.nodes, search.depth, search.moves, search.values), (variant, moves)


def test_no_step_is_longer_than_3_ms(answers):
    worst = [found[5] for found in answers]
    print("worst steps of", GAMES, worst, "us")
    assert max(worst) <= LIMIT_US


def test_the_search_is_as_fast_as_the_levels_count_on(answers):
    for (variant, moves, level), found in zip(GAMES, answers, strict=True):
        if level == "hard" and found[1] == NODES:
            speed = 1e6 * found[1] / found[6]
            print(f"{variant} {moves}: {speed:,.0f} nodes a second")
            assert speed > NODES_A_SECOND, variant
