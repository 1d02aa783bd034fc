"""The solver in the player's hands: the table that two searches share, the book and its variety, what is said of it."""

import json
import zlib
from array import array
from functools import partial

import pytest

from host_tools import perfect as on_the_host
from host_tools.__main__ import main
from host_tools.accelerate import accelerated
from host_tools.solver import native
from host_tools.solver.bookfile import unpack
from litfour.app import perfect as on_the_board
from litfour.app.chance import Random
from litfour.engine.book import Book
from litfour.engine.levels import level_named
from litfour.engine.player import Player
from litfour.engine.solver import TABLE_BYTES, Solver
from litfour.rules.notation import replay
from litfour.rules.position import Position
from litfour.rules.variants import VARIANTS
from tests.solver.positions import random_games

HARD = "4 4 3 5"            # more than Hard's solver can prove
KERNEL = native.Solver()


def after(moves, first=1):
    position = Position(VARIANTS[0], first)
    replay(position, moves)
    return position


def answer(player, position, level, slice_nodes=997):
    player.start(position, level_named(level))
    while not player.step(slice_nodes):
        pass
    return player.move, player.nodes, player.value, player.proved, player.source


def on_one_table(table):
    """As on the board: the solver works in the very bytes of the other search."""
    return Solver(memoryview(table).cast("B"), Book(str(on_the_host.BOOK), zlib.crc32), run=KERNEL.run)


def player_of(make_solver, seed=4):
    return Player(array("i", bytes(TABLE_BYTES)), Random(seed), make_solver)


def test_two_searches_in_one_table_do_not_disturb_each_other():
    shared, apart = player_of(on_one_table), player_of(on_the_host.make_solver)
    fallen_back = 0
    with accelerated():
        for text in (HARD, "4", "4 4 4 3"):
            for level in ("perfect", "hard", "perfect"):
                expected = answer(apart, after(text), level)
                assert answer(shared, after(text), level) == expected, (text, level)
                fallen_back += expected[4] == "search" and not expected[3]
    assert fallen_back


def test_the_solver_is_let_go_where_another_level_plays():
    gone = []
    player = Player(array("i", bytes(TABLE_BYTES)), Random(4), on_one_table, gone.append)
    player.start(after(HARD), level_named("perfect"))
    assert player.solver and player.search is None
    player.start(after(HARD), level_named("hard"))
    assert player.solver is None and player.search and "litfour.app.perfect" in gone
    player.start(after(HARD), level_named("perfect"))
    assert player.solver and player.search is None and "litfour.engine.search" in gone


def test_a_search_that_was_stopped_in_the_middle_leaves_nothing_behind():
    player = player_of(on_one_table)
    for moves in random_games(12, 51, 14, 24):
        text = " ".join(str(column + 1) for column in moves)
        expected = answer(player_of(on_one_table), after(text), "perfect")
        player.start(after(HARD), level_named("hard"))
        player.step(5000)
        player.start(after("1 2 3 7 7 1"), level_named("perfect"))
        player.step(100)
        player.cancel()
        assert answer(player, after(text, first=2), "perfect")[1:] == expected[1:]


def test_perfect_varies_where_the_book_lists_several_moves():
    entries, _ = unpack(on_the_host.BOOK.read_bytes())
    key, (_, mask) = next(entry for entry in sorted(entries.items()) if entry[1][1] & (entry[1][1] - 1))
    moves = native.moves_to(key)
    text = " ".join(str(column + 1) for column in moves)
    seen = {answer(player_of(on_one_table, seed), after(text), "perfect")[0] for seed in range(60)}
    flipped = native.key_of(moves)[1]
    assert seen == {6 - column if flipped else column for column in range(7) if mask >> column & 1}


def test_weaker_levels_do_not_look_into_the_book():
    solver = on_the_host.make_solver(None)
    assert solver.start(b"") and solver.source == "book"
    assert not solver.start(b"", budget=1000) and solver.source == "search"


@pytest.mark.parametrize("spoil, fault", [
    (None, "no book"), (lambda data: data[:-9], "torn book"), (lambda data: data[:-1] + b"\xA5", "damaged book"),
    (lambda data: b"LF4C" + data[4:], "not a book")])
def test_the_boards_own_solver_plays_on_without_a_book(tmp_path, monkeypatch, spoil, fault):
    path = tmp_path / "book"
    if spoil:
        path.write_bytes(spoil(on_the_host.BOOK.read_bytes()))
    monkeypatch.setattr(on_the_board, "BOOK_PATH", str(path))
    monkeypatch.setattr(on_the_board, "Solver", partial(Solver, run=KERNEL.run, budget=3000))
    player = player_of(lambda table: on_the_board.make_solver(memoryview(table).cast("B")))
    move, nodes, value, proved, source = answer(player, after(""), "perfect")
    assert player.fault == fault
    assert 0 <= move < 7 and (nodes, value, proved, source) == (3000, None, False, "search")


def said(capsys, moves):
    assert main(["analyse", "--level", "perfect", "--json", "--moves", moves]) == 0
    result = json.loads(capsys.readouterr().out)
    return result["value"], result["proved"], result["source"], result["nodes"]


def test_analyse_says_what_was_proved_and_where_from(capsys):
    assert said(capsys, "") == (1, True, "book", 0)
    assert said(capsys, "414141") == (1, True, "instant", 0)
    value, proved, source, nodes = said(capsys, "1233722555341451114725221333")
    assert (proved, source) == (True, "search") and value in (1, 0, -1) and nodes > 0
    assert said(capsys, "123456711") == (None, False, "search", 100000)
