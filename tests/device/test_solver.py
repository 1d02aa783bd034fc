"""Perfect on the emulated Pico: the same nodes and moves as on the host, its speed, no allocation, short steps."""

import pytest

from host_tools import image
from host_tools.book import BOOK
from host_tools.emulator import Pico
from host_tools.solver import native, walk
from host_tools.solver.bookfile import unpack

POSITIONS = [       # forced, won, drawn; first and second; up to the full budget
    "5554224333234511764415115", "52753311433677442422121", "1233722555341451114725221333",
    "452744454551221575", "745434435", "444444656665655", "6566755564242",
]
SCRIPT = """
import gc, micropython, time
table = bytearray(98304)
gc.collect(); before = gc.mem_free()
from litfour.engine.solver import Solver
gc.collect(); print('code', before - gc.mem_free())
solver = Solver(table)
gc.collect(); print('memory', before - gc.mem_free())
def think(moves):
    longest = 0
    began = time.ticks_us()
    done = solver.start(bytes(int(c) - 1 for c in moves))
    start = time.ticks_diff(time.ticks_us(), began)
    micropython.heap_lock()
    try:
        while not done:
            at = time.ticks_us()
            done = solver.step(250)
            longest = max(longest, time.ticks_diff(time.ticks_us(), at))
    finally:
        micropython.heap_unlock()
    took = time.ticks_diff(time.ticks_us(), began)
    print('solved', solver.nodes, solver.best, solver.value, solver.plies, start, longest, took)
"""


@pytest.fixture(scope="module")
def board(emulator, tmp_path_factory):
    """A board in raw REPL with the firmware's modules as they are, without main.py."""
    built = image.build(tmp_path_factory.mktemp("modules"), joined=False)
    files = {path: file.data for path, file in built.items() if path != "main.py"}
    files["book"] = BOOK.read_bytes()
    files["torn"] = files["book"][:-100]
    with Pico(emulator, files=files) as pico:
        pico.start()
        pico.run(100)
        pico.raw_repl()
        yield pico


def run(pico, source):
    """Runs `source`; what it printed, line by line in words."""
    result = pico.exec(source, ms=600_000)
    assert not result.err, result.err
    return [line.split() for line in result.out.strip().splitlines()]


def test_same_as_on_the_host_and_fast(board):
    solver = native.Solver()
    lines = run(board, SCRIPT + "".join(f"think('{moves}')\n" for moves in POSITIONS))
    memory = {line[0]: int(line[1]) for line in lines[:2]}
    print("\nmemory of the solver:", memory)
    assert memory["memory"] < 12_000
    total = took = 0
    for moves, line in zip(POSITIONS, lines[2:], strict=True):
        key, flipped = native.key_of([int(character) - 1 for character in moves])
        expected = solver.decide(key)
        nodes, best, value, plies, start, longest, time_us = (None if w == "None" else int(w) for w in line[1:])
        column = 6 - expected.column if flipped else expected.column
        assert (nodes, best, plies) == (expected.nodes, column, expected.plies), moves
        assert (native.UNKNOWN if value is None else value) == expected.value
        print(f"{moves}: {nodes} nodes, set up in {start} us, longest step {longest} us, {time_us / 1000:.1f} ms")
        assert longest <= 3000
        total, took = total + nodes, took + time_us - start
    print(f"{1e6 * total / took:.0f} nodes a second in slices of 250, {125 * took / total:.0f} cycles a node")
    assert 1e6 * total / took > 120_000


BOOK_SCRIPT = """
from binascii import crc32
from litfour.engine.book import Book
gc.collect(); before = gc.mem_free()
began = time.ticks_us(); book = Book('book', crc32); opened = time.ticks_diff(time.ticks_us(), began)
gc.collect(); print('opened', opened, before - gc.mem_free(), repr(book.fault).replace(' ', '_'))
began = time.ticks_us(); fault = book.check(); took = time.ticks_diff(time.ticks_us(), began)
print('checked', took, repr(fault).replace(' ', '_'))
for name in ('torn', 'none', 'main.py'):
    print('fault', Book(name, crc32).fault.replace(' ', '_'))
reader = Solver(table, book)
def look(codes, ply, pick):
    began = time.ticks_us()
    column = book.find(codes, ply, pick)
    print('found', column, book.value, time.ticks_diff(time.ticks_us(), began))
def ask(moves, pick):
    done = reader.start(moves, pick)
    print('start', done, reader.best, reader.value, reader.source)
"""


def test_book_from_flash(board):
    """Opened, checked and searched on the board: the right columns, each in under 5 ms."""
    entries, _ = unpack(BOOK.read_bytes())
    keys = sorted(entries)[::max(1, len(entries) // 40)]
    calls = "".join(f"look({[(key >> 7 * c) & 127 for c in range(7)]}, {walk.ply_of(key)}, 0)\n" for key in keys)
    asked = [bytes(native.moves_to(key)) for key in keys[:10]]
    lines = run(board, SCRIPT + BOOK_SCRIPT + calls + "".join(f"ask({moves!r}, 5)\n" for moves in asked))[2:]
    opened, checked, *faults = lines[:5]
    assert opened[3] == "''" and checked[2] == "''" and int(opened[2]) < 1500
    assert [line[1] for line in faults] == ["torn_book", "no_book", "no_book"]
    found = lines[5:5 + len(keys)]
    for key, (_, column, value, _) in zip(keys, found, strict=True):
        assert entries[key][1] >> int(column) & 1 and entries[key][0] == int(value)
    times = sorted(int(line[3]) for line in found)
    print(f"\nbook: {len(entries)} positions; opened in {opened[1]} us with {opened[2]} bytes, checked in "
          f"{int(checked[1]) / 1000:.0f} ms; found in {times[len(times) // 2]} us, at worst {times[-1]} us")
    assert times[-1] < 5000
    for moves, line in zip(asked, lines[5 + len(keys):], strict=True):
        key, flipped = native.key_of(moves)
        column = 6 - int(line[2]) if flipped else int(line[2])
        assert line[1] == "True" and line[4] == "book" and entries[key][1] >> column & 1
