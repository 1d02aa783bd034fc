"""Puzzles on the emulated Pico: what opening, judging and answering take, and what they cost of the heap."""

import pytest

from host_tools import image, puzzles
from host_tools.emulator import Pico
from host_tools.puzzle_check import NoPlayer
from litfour.app import proof
from litfour.app.puzzle import ON_THE_WAY, Defender
from litfour.app.settings import Settings

LINES = 5           # puzzles in four moves that are played: those whose answer to the key asks most

SCRIPT = """
import gc, time
table = bytearray(98304)
from litfour.app.session import Session
from litfour.engine.player import Player
from litfour.app.chance import Random
from litfour.app.settings import Settings
from litfour.app.ondemand import forget
player = Player(table, Random(1))
gc.collect(); before = gc.mem_free()
from litfour.app.puzzles import Puzzles
began = time.ticks_us()
file = Puzzles()
print('open', time.ticks_diff(time.ticks_us(), began), file.fault or 'good', file.counts[0])
began = time.ticks_us()
puzzle = file.pick(3, 2)
print('pick', time.ticks_diff(time.ticks_us(), began), puzzle.key)
gc.collect(); print('all', before - gc.mem_free())
def play(number, moves):
    from litfour.app.puzzle import Defender
    puzzle = file.pick(number, 2)
    position = puzzle.session(Settings()).position
    defender = Defender(player, puzzle)
    for move in moves:
        position.play(move)
        if position.result:
            break
        began = time.ticks_us()
        defender.start(position)
        took = time.ticks_diff(time.ticks_us(), began)
        state = puzzle.state(position)
        while not defender.step():
            pass
        print('answer', number, len(position.moves), took, state, defender.move)
        position.play(defender.move)
        began = time.ticks_us()
        column = puzzle.hint(position)
        print('hint', number, len(position.moves), time.ticks_diff(time.ticks_us(), began), 0, column)
    print('end', number, position.result, puzzle.state(position))
"""


@pytest.fixture(scope="module")
def board(emulator, tmp_path_factory):
    """A board in raw REPL with the firmware's modules as they are, without main.py."""
    built = image.build(tmp_path_factory.mktemp("modules"), joined=False)
    files = {path: file.data for path, file in built.items() if path != "main.py"}
    with Pico(emulator, files=files) as pico:
        pico.start()
        pico.run(100)
        pico.raw_repl()
        yield pico


def own_moves(puzzle):
    """The own moves that solve a puzzle against the board's defence."""
    position, defender, moves = puzzle.session(Settings()).position, Defender(NoPlayer(), puzzle), []
    while not position.result:
        moves.append(puzzle.hint(position))
        position.play(moves[-1])
        if not position.result:
            defender.start(position)
            assert defender.step() and puzzle.state(position) == ON_THE_WAY
            position.play(defender.move)
    return moves


def hardest(listed, count):
    """Numbers of the puzzles where the answer to the key takes the most looks at a board."""
    looks = []
    with pytest.MonkeyPatch.context() as patch:
        plain = proof.winning
        patch.setattr(proof, "winning", lambda discs, everyone: looks.append(1) or plain(discs, everyone))
        costs = []
        for number, puzzle in enumerate(listed):
            position = puzzle.session(Settings()).position
            position.play(puzzle.key)
            looks.clear()
            Defender(NoPlayer(), puzzle).start(position)
            costs.append((len(looks), number))
    return [number for _, number in sorted(costs)[-count:]]


def test_puzzles_are_judged_and_answered_quickly_and_as_on_the_host(board):
    listed = puzzles.puzzles_in(puzzles.PUZZLES)[4]
    lines = {number: own_moves(listed[number]) for number in hardest(listed, LINES)}
    result = board.exec(SCRIPT + "".join(f"play({n}, {moves})\n" for n, moves in lines.items()), ms=60_000)
    assert not result.err, result.err
    said = [line.split() for line in result.out.strip().splitlines()]
    by_kind = {line[0]: line[1:] for line in said[:3]}
    assert by_kind["open"][1:] == ["good", str(puzzles.COUNT)] and int(by_kind["open"][0]) < 60_000
    answers = [line for line in said if line[0] == "answer"]
    hints = [line for line in said if line[0] == "hint"]
    print(result.out, "largest answer", max(int(line[3]) for line in answers), "us, hint",
          max(int(line[3]) for line in hints), "us")
    assert int(by_kind["pick"][0]) < 30_000 and int(by_kind["all"][0]) < 12_000
    assert [line[2:] for line in said if line[0] == "end"] == [["1", "1"]] * LINES
    assert len(answers) == 3 * LINES
    assert max(int(line[3]) for line in answers) < 100_000
