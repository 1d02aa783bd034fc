"""The heuristic search on the emulated Pico: the same nodes, moves and values as on the host, no step over 3 ms, no
allocation; small ints have 31 bits here."""

import ast

import pytest

from host_tools import image
from litfour.app.chance import Random
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.rules.notation import replay
from litfour.rules.position import Position
from litfour.rules.variants import variant_named

GAMES = (("standard", "", "hard"), ("standard", "44", "medium"), ("standard", "4 4 4 4 4 3 5 2", "hard"),
         ("9x7", "5 5 5", "hard"), ("8x7", "4 4", "medium"), ("5-in-a-row", "5 5 6", "hard"), ("five", "1 9", "medium"))
NODES = 3000                # of each search, so that the test stays short
LIMIT_US = 3000

SCRIPT = """
import micropython, time
from litfour.app.chance import Random
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.rules.notation import replay
from litfour.rules.position import Position
from litfour.rules.variants import variant_named

def think(variant, moves, level):
    position = Position(variant_named(variant))
    replay(position, moves)
    level = level_named(level)
    level.nodes = {nodes}
    player = Player(table, Random(9))
    player.start(position, level)
    worst = 0
    micropython.heap_lock()
    while True:
        start = time.ticks_us()
        done = player.step()
        worst = max(worst, time.ticks_diff(time.ticks_us(), start))
        if done:
            break
    micropython.heap_unlock()
    search = player.search
    print((player.move, search.nodes, search.depth, search.moves, search.values, worst))
"""


@pytest.fixture(scope="module")
def answers(emulator, tmp_path_factory):
    """What the board says: (move, nodes, depth, moves, values, worst step in us) of each game."""
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
        position = Position(variant_named(variant))
        replay(position, moves)
        level = level_named(name)
        nodes, level.nodes = level.nodes, NODES
        try:
            from host_tools.simulator import new_table
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
