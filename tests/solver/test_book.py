"""The book: its file, the board's reader, what is wrong with a bad one, and that the committed one is the built one."""

import random
import zlib

import pytest

from host_tools import book as command
from host_tools.solver import native
from host_tools.solver.bookfile import BookError, pack, unpack
from host_tools.solver.walk import ply_of
from litfour.engine.book import HEADER, Book
from litfour.engine.solver import BUDGET, REFINEMENT, TABLE_BYTES, Solver
from tests.solver.positions import random_games

# Of the committed book; `litfour book build` makes it, and changing it means building and verifying it again.
CHECKSUM = 0x9A4E3BDD


def codes_of(key):
    return [(key >> 7 * column) & 127 for column in range(7)]


@pytest.fixture(scope="module")
def entries():
    rng = random.Random(3)
    keys = {native.key_of(moves)[0] for moves in random_games(900, 31, 6, 20)}
    return {key: (rng.choice((1, 0, -1)), rng.randint(1, 127)) for key in keys}


@pytest.fixture
def path(tmp_path, entries):
    path = tmp_path / "book"
    path.write_bytes(pack(entries))
    return path


def test_board_and_host_have_one_budget():
    assert (BUDGET, REFINEMENT, TABLE_BYTES) == (native.BUDGET, native.REFINEMENT, native.TABLE_BYTES)


def test_round_trip(entries, path):
    assert unpack(path.read_bytes()) == (entries, native.BUDGET)


def test_reader_finds_every_position_and_no_other(entries, path):
    book = Book(str(path), zlib.crc32)
    assert book.fault == "" and book.count == len(entries) and book.check() == ""
    for key, (value, mask) in entries.items():
        columns = {book.find(codes_of(key), ply_of(key), pick) for pick in range(7)}
        assert columns == {column for column in range(7) if mask >> column & 1}
        assert book.value == value
    others = {native.key_of(moves)[0] for moves in random_games(500, 32, 6, 20)} - set(entries)
    assert all(book.find(codes_of(key), ply_of(key)) == -1 for key in others)


def test_missing_book(tmp_path):
    book = Book(str(tmp_path / "none"), zlib.crc32)
    assert book.fault == "no book" and book.find(codes_of(native.key_of([])[0]), 0) == -1
    assert book.check() == "no book"


@pytest.mark.parametrize("spoil, fault", [
    (lambda data: b"", "not a book"),
    (lambda data: b"PNG!" + data[4:], "not a book"),
    (lambda data: data[:-1], "torn book"),
    (lambda data: data[:HEADER], "torn book"),
    (lambda data: data[:20], "not a book"),
    (lambda data: data + b"\0", "torn book"),
    (lambda data: data[:17] + b"\x09" + data[18:], "damaged book"),
    (lambda data: remade(data, 4, 9), "book of another version or board"),
    (lambda data: remade(data, 5, 9), "book of another version or board"),
    (lambda data: remade(data, 9, 1), "book for another search"),
])
def test_bad_books_are_noticed_and_the_search_plays_on(path, spoil, fault):
    path.write_bytes(spoil(path.read_bytes()))
    book = Book(str(path), zlib.crc32)
    assert book.fault == fault
    solver = Solver(bytearray(TABLE_BYTES), book=book, run=native.Solver().run, budget=100)
    assert not solver.start(b"\3\3\3\3\3") and solver.source == "search"


def remade(data, at, value):
    """The header with one byte changed and its checksum made good."""
    header = data[:at] + bytes([value]) + data[at + 1:44]
    return header + zlib.crc32(header).to_bytes(4, "little") + data[48:]


def test_a_flipped_bit_inside_is_found_by_check(path):
    data = bytearray(path.read_bytes())
    data[HEADER + 700] ^= 1
    path.write_bytes(data)
    fed = []
    book = Book(str(path), zlib.crc32)
    assert book.fault == ""
    assert book.check(lambda: fed.append(1)) == "damaged book" and fed
    assert book.find(codes_of(native.key_of([])[0]), 0) == -1


def test_book_that_vanishes_during_play(path, entries):
    book = Book(str(path), zlib.crc32)
    path.unlink()
    key = next(iter(entries))
    assert book.find(codes_of(key), ply_of(key)) == -1 and book.fault == "book cannot be read"


def test_solver_takes_the_book_also_mirrored(tmp_path):
    moves = [3, 3, 3, 3, 3, 2, 1]
    key, flipped = native.key_of(moves)
    path = tmp_path / "book"
    path.write_bytes(pack({key: (0, 1 << 1 | 1 << 5)}))
    solver = Solver(bytearray(TABLE_BYTES), book=Book(str(path), zlib.crc32), run=native.Solver().run)
    found = set()
    for pick in range(4):
        assert solver.start(moves, pick) and (solver.source, solver.value, solver.proved) == ("book", 0, True)
        found.add(solver.best)
    assert found == {1, 5}
    one = tmp_path / "one"
    one.write_bytes(pack({key: (1, 1)}))
    solver = Solver(bytearray(TABLE_BYTES), book=Book(str(one), zlib.crc32), run=native.Solver().run)
    assert solver.start(moves) and solver.best == (6 if flipped else 0)
    assert solver.start([6 - column for column in moves]) and solver.best == (0 if flipped else 6)


def test_what_makes_no_book():
    with pytest.raises(BookError, match="columns"):
        pack({native.key_of([])[0]: (1, 0)})
    with pytest.raises(BookError, match="bytes"):
        pack({(1 << 40) + (129 << 7 * 6) // 2 + key: (1, 1) for key in range(23_000)})
    with pytest.raises(BookError, match="no book"):
        unpack(b"LF4B")


def test_committed_book():
    data = command.BOOK.read_bytes()
    assert zlib.crc32(data) == CHECKSUM
    assert unpack(data)[1] == BUDGET and len(data) <= 128 * 1024
    book = Book(str(command.BOOK), zlib.crc32)
    assert book.check() == "" and book.count > 10_000
