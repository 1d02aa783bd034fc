"""What the tests of engine/games share: searches on the quickest kernel there is here, positions, blocks to compare."""

from array import array

from litfour.app.chance import Random
from litfour.engine import games_kernel as K
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.games import GameSearch
from litfour.engine.games_block import Block
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, CELL, POP, POP10, POWER, VARIANTS
from tests.portable import ON_MICROPYTHON

GAMES = [variant for variant in VARIANTS if variant.kind in (AVOID, CELL, POP, POP10, POWER)]


def quick_run():
    """The kernel in C where there is a compiler for it, else the source."""
    if not ON_MICROPYTHON:
        from host_tools.accelerate import compiled_run
        return compiled_run("games_kernel")
    return K.run


def new_table():
    return array("i", bytes(TABLE_BYTES))


def new_search(seed=1, run=None):
    return GameSearch(new_table(), Random(seed), run or quick_run())


def new_block(variant, run=None):
    return Block(variant, Random(1), run or quick_run(), new_table())


def searched(position, nodes=20000, depth=42, margin=0, seed=1, run=None, search=None, slice_nodes=250):
    search = search or new_search(seed, run)
    search.start(position, nodes, depth, margin)
    while not search.step(slice_nodes):
        pass
    return search


def pick(chance, items):
    return items[chance.below(len(items))]


def random_start(variant, chance):
    """A new game with a random first seat, rule and deal."""
    return new_position(variant, 1 + chance.below(2), chance.below(len(variant.rules) or 1), chance.below(30000))


def random_position(variant, chance, plies):
    """A position that is not over, after `plies` random moves."""
    while True:
        position = random_start(variant, chance)
        for _ in range(plies):
            if position.result == ONGOING:
                position.play(pick(chance, position.legal()))
        if position.result == ONGOING:
            return position


def played(variant, moves, first=1, rule=0):
    """The position after moves in notation."""
    from litfour.rules.notation import replay
    position = new_position(variant, first, rule)
    replay(position, moves)
    return position


def snapshot(block):
    """All of a block that says what the position is, but for how many moves ago the root was."""
    words = block.words
    return ([words[k] for k in range(K.SIDE, K.STATE) if k != K.PLY],
            [block.halves[k] for k in range(words[K.DELTA])])


def kernel_result(position):
    """A position's result as the kernel writes it."""
    if position.result in (ONGOING, DRAW):
        return 3 if position.result else 0
    return 1 if position.result == position.first else 2
