"""The walk: the same whatever the order and the number of workers, stopped or not; what it must refuse it refuses."""

import pytest

from host_tools import book as command
from host_tools.solver import native, walk
from host_tools.solver.bookfile import unpack
from host_tools.solver.walk import Walk, serial, start_of
from tests.solver.positions import random_games


def quiet(_):
    pass


@pytest.fixture(scope="module")
def book():
    return unpack(command.BOOK.read_bytes())[0]


def walked(side, book, last_ply, pool=serial, folder=None):
    job = Walk(side, pool, book=book, folder=folder, say=quiet)
    job.run(last_ply)
    return job


@pytest.mark.parametrize("side, last_ply", [(0, 8), (1, 7)])
def test_committed_book_leaves_no_gap_early_on(book, side, last_ply):
    job = walked(side, book, last_ply)
    assert not job.faults and job.counts["ply"] == last_ply
    assert job.counts["instant"] + job.counts["search"] + job.counts["book"] == job.counts["positions"] > 1000


def test_missing_position_is_a_fault(book):
    shorter = dict(book)
    del shorter[int(start_of(0)[0][0])]
    assert "not in the book" in walked(0, shorter, 4).faults[0]


def test_book_move_that_gives_the_win_away_is_a_fault(book):
    """After 1. d1 a1 the first player wins; a book that takes the edge in its first move does not, and it shows."""
    start = int(start_of(0)[0][0])
    wrong = dict(book)
    wrong[start] = (0, 1)
    assert "less than play had proved" in walked(0, wrong, 4).faults[0]


def test_hanging_win_of_the_opponent_is_a_fault():
    """A move given from outside that lets the opponent win at once."""
    key, _ = native.key_of([0, 6, 1, 6, 2])
    solver = native.Solver()
    for column in (0, 1, 2, 4, 5, 6):
        assert solver.walk([key], [0], [column])[2][0] & 64
    assert not solver.walk([key], [-1], [0])[2][0] & 64     # in a lost position that may be
    columns, _, sources, _, _, _ = solver.walk([key], [0], [-1])
    assert columns[0] == 3 and not sources[0] & 64


def backwards(function, tasks):
    """A pool that works in another order."""
    return list(reversed([function(*task) for task in reversed(tasks)]))


def test_order_and_size_of_the_parts_do_not_matter(book, monkeypatch):
    plain = walked(0, book, 8)
    monkeypatch.setattr(walk, "CHUNK", 37)
    parts = walked(0, book, 8, backwards)
    assert (plain.entries, plain.counts, plain.hardest) == (parts.entries, parts.counts, parts.hardest)
    assert plain.keys.tolist() == parts.keys.tolist() and plain.floors.tolist() == parts.floors.tolist()


def test_stopped_walk_goes_on(book, tmp_path):
    whole = walked(0, book, 8)
    walked(0, book, 4, folder=tmp_path)
    calls = []

    def counting(function, tasks):
        calls.append(len(tasks))
        return serial(function, tasks)

    rest = walked(0, book, 8, counting, tmp_path)
    assert (rest.entries, rest.counts) == (whole.entries, whole.counts)
    assert rest.keys.tolist() == whole.keys.tolist()
    assert len(calls) < 8


def test_kept_walk_of_other_settings_is_not_used(book, tmp_path):
    said = []
    walked(0, book, 2, folder=tmp_path)
    job = Walk(0, serial, budget=50, book=book, folder=tmp_path, say=said.append)
    job.run(0)
    assert "anew" in said[0] and job.counts["ply"] == 0


def test_kept_proof_of_another_book_is_not_used(book, tmp_path):
    """A walk that went on with what an older book had shown would prove nothing of this one."""
    said = []
    walked(0, book, 4, folder=tmp_path)
    shorter = dict(book)
    del shorter[int(start_of(0)[0][0])]
    job = Walk(0, serial, book=shorter, folder=tmp_path, say=said.append)
    job.run(4)
    assert "another book" in said[0] and "not in the book" in job.faults[0]


def test_kept_walk_that_is_damaged_is_not_used(book, tmp_path):
    said = []
    (tmp_path / "walk0v.npz").write_bytes(b"PK\3\4 torn")
    job = Walk(0, serial, book=book, folder=tmp_path, say=said.append)
    job.run(0)
    assert "cannot be read" in said[0] and job.counts["positions"] == 1


def at(moves, entry, last_ply):
    """Faults of a walk that stands at one position and has this entry for it."""
    import numpy as np
    key = native.key_of(moves)[0]
    job = Walk(len(moves) & 1, serial, book={key: entry}, say=quiet)
    job.keys, job.floors = np.array([key], np.uint64), np.array([-1], np.int8)
    job.run(last_ply)
    return job.faults


def test_full_column_in_the_book_is_a_fault():
    """Its move cannot be made: nothing follows, and nothing would show."""
    moves = [3, 3, 3, 3, 3, 3]
    assert "full column" in at(moves, (1, 1 << 3), 6)[0]
    assert not at(moves, (1, 1 << 2), 6)


def test_what_is_decided_at_once_has_no_place_in_the_book():
    """The board looks there last: it would play another move than the walk follows."""
    assert "decided at once" in at([0, 6, 1, 6, 2, 5], (1, 1), 6)[0]


def test_move_that_gives_the_game_away_is_a_fault_of_the_walk():
    """Decided at once: two open ends against us, where play had proved a draw."""
    import numpy as np
    job = Walk(1, serial, say=quiet)
    job.keys, job.floors = np.array([native.key_of([1, 1, 2, 2, 3])[0]], np.uint64), np.array([0], np.int8)
    job.run(5)
    assert "gives the game away" in job.faults[0]


def test_book_move_under_a_win_of_the_opponent_is_a_fault():
    solver = native.Solver()
    for moves in random_games(500, 6, 12, 12):
        key, _ = native.key_of(moves)
        if len(moves) < 12 or solver.decide(key, 1, 1).source == native.INSTANT:
            continue
        for column in range(7):
            if solver.walk([key], [0], [column])[2][0] & 64:
                assert "a book move" in at(moves, (0, 1 << column), 12)[0]
                return
    raise AssertionError("no such position among these")


def test_win_that_was_proved_and_never_came_is_a_fault():
    """The last disc of all completes nothing; nothing follows that could show it."""
    import numpy as np
    solver = native.Solver()
    ends = (native.key_of(game)[0] for game in random_games(2000, 5, 40, 40) if len(game) == 40)
    key = next(key for key in ends if solver.decide(key).value == native.UNKNOWN)       # forced, so not looked at
    faults = {}
    for floor in (-1, 1):
        job = Walk(0, serial, say=quiet)
        job.keys, job.floors = np.array([key], np.uint64), np.array([floor], np.int8)
        job.run()
        faults[floor] = job.faults
    assert not faults[-1] and "not won at the end" in " ".join(faults[1])


def test_merging_keeps_the_highest_floor():
    import numpy as np
    keys, floors = walk.merge(np.array([5, 3, 5], np.uint64), np.array([-1, 0, 1], np.int8))
    assert keys.tolist() == [3, 5] and floors.tolist() == [0, 1]


def test_on_dask(book):
    """The cluster gives what the pool of one gives."""
    with walk.Cluster(workers=2) as pool:
        clustered = walked(1, book, 5, pool)
    plain = walked(1, book, 5)
    assert (clustered.entries, clustered.counts) == (plain.entries, plain.counts)
