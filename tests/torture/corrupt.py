"""Damage in every file of ours: bit flips, truncation, garbage; the board still starts, says so, and plays.

Two depths for what the board saves: the slot file itself is damaged (its CRC then tells), or the data in it are, under
a CRC that is right again, as only an error of a program or a stranger with the cable could do it.
"""

import binascii
import random
import tempfile
from pathlib import Path

from host_tools.accelerate import accelerated
from host_tools.fakes import FakeClock, RecordingDisplay, ScriptedInputs, SilentSound
from host_tools.simulator import PUZZLES, new_table
from litfour.app import app as A
from litfour.app.chance import Random
from litfour.app.puzzles import Puzzles
from litfour.engine.book import Book
from litfour.hw import wiring
from litfour.hw.encode import Encoder
from litfour.hw.store import Store
from litfour.ports import MENU, after, panel_named
from tests.conftest import ROOT

BOOK = ROOT / "firmware" / "data" / "book"
NAMES = ("settings", "session", "more", "stats", "puzzles")
BOARDS = ("7x6", "8x8", "9x6+rail", "9x9", "7x6-on-8x8")


def damaged(data, chance):
    """(what was done, the bytes after it): never the same bytes."""
    kind = chance.choice(("flip", "flips", "cut", "garbage", "zeros", "erased", "page", "longer", "empty"))
    made = bytearray(data)
    if kind == "flip" and made:
        made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    elif kind == "flips" and made:
        for _ in range(chance.randint(2, 40)):
            made[chance.randrange(len(made))] ^= chance.randrange(1, 256)
    elif kind == "cut" and made:
        del made[chance.randrange(len(made)):]
    elif kind == "garbage":
        made = bytearray(chance.randbytes(chance.choice((1, len(data), 400, 5000))))
    elif kind in ("zeros", "erased"):
        made = bytearray((b"\0" if kind == "zeros" else b"\xff") * len(data))
    elif kind == "page" and made:               # one page of the flash, all ones
        at = chance.randrange(len(made)) & ~255
        made[at:at + 256] = b"\xff" * len(made[at:at + 256])
    elif kind == "longer":
        made += chance.randbytes(chance.randint(1, 300))
    else:
        made = bytearray()
    if bytes(made) == bytes(data):
        return damaged(data, chance) if data else ("longer", b"\x01")
    return kind, bytes(made)


def slot(data, generation=1):
    """The slot file of some data (see hw/store)."""
    image = b"L4s1" + generation.to_bytes(2, "little") + len(data).to_bytes(2, "little") + data
    return image + binascii.crc32(image).to_bytes(4, "little")


class Board:
    """A simulated board whose store lies in a folder, as on the flash."""

    def __init__(self, folder, panel, seed=1):
        self.clock = FakeClock(5)
        self.inputs = ScriptedInputs()
        panel = panel_named(panel)
        self.app = A.App(panel, RecordingDisplay(panel), self.inputs, Store(folder), SilentSound(), Random(seed),
                         new_table(), None, PUZZLES)
        self.app.begin(self.clock.ms())

    def run(self, ms):
        while ms > 0:
            self.app.turn(self.clock.ms())
            self.clock.advance(20)
            ms -= 20

    def press(self, source, ms=60):
        self.inputs.press(source, self.clock.ms())
        self.inputs.release(source, after(self.clock.ms(), ms))
        self.run(ms + 60)

    def plays(self):
        """A fresh game of two begins by the menu, and a disc lies on the board and on the flash."""
        self.press(MENU, 700)
        for _ in range(20):
            if self.app.menu.page == 15:
                break
            self.press(MENU)
        assert self.app.state == A.PAGE and self.app.menu.page == 15, "the menu's last page"
        self.press(0)
        assert self.app.state in (A.TURN, A.THINK, A.FALL), A.STATE_NAMES[self.app.state]
        return True


def written(folder):
    """A board that was played on: its files in `folder`, which hold all names. {path: bytes}"""
    store = Store(folder)
    first = Board(folder, "9x9")
    app = first.app
    first.press(0)
    for column in (3, 4, 3, 4):
        first.press(column)
        first.run(3000)
    first.press(MENU, 700)
    first.press(MENU, 700)
    first.run(500)
    assert app.session.position.moves
    for data in (bytes(6), bytes((3, 0, 1, 0, 0, 0))):
        store.save("puzzles", data)
    from litfour.app import stats
    session = app.session
    while session.position.result == 0:
        session.play(session.position.legal()[0])
    for _ in range(2):
        stats.record(store, session)
        session.position.deal ^= 1
    for data in (b"\x01\x02", b"\x03\x04"):
        store.save("more", data)
    for name in ("settings", "session", "stats"):
        for generation in (0, 1):
            path = Path(folder, f"{name}.{generation}")
            if not path.exists():
                path.write_bytes(slot(store.load(name), 0))
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def laid(folder, files):
    for path in Path(folder).iterdir():
        path.unlink()
    for name, data in files.items():
        Path(folder, name).write_bytes(data)


def damage_files(files, chance):
    """(words, files) with one to all of the files damaged, or data inside of some under a good CRC."""
    made, words = dict(files), []
    for name in chance.sample(sorted(files), chance.choice((1, 1, 2, 2, len(files)))):
        if chance.random() < 0.5:
            kind, made[name] = damaged(files[name], chance)
        else:
            kind, data = damaged(files[name][8:-4], chance)
            made[name] = slot(data[:400], int.from_bytes(files[name][4:6], "little"))
            kind = "data " + kind
        words.append(f"{name} {kind}")
    return ", ".join(words), made


def saves(tally, budget, seed):
    """Damage in what the board saves."""
    with tempfile.TemporaryDirectory() as folder, accelerated():
        files = written(folder)
        assert {name.split(".")[0] for name in files} == set(NAMES)
        while budget.left(tally.tried):
            chance = random.Random(seed)
            words, made = damage_files(files, chance)
            laid(folder, made)
            try:
                board = Board(folder, chance.choice(("7x6", "9x9")))
                whole = [Store(folder).load(name) for name in ("settings", "session")]
                told = board.app.repaired
                tally.count("told as repaired", 1 if told else 0)
                tally.count("nothing lost" if whole == [files_data(files, name) for name in ("settings", "session")]
                            else "an older or the default state")
                board.press(0)
                assert board.app.state not in (A.ATTRACT, A.PAGE), "a press opens a game"
                if seed % 8 == 0:
                    board.plays()
                tally.good()
            except Exception as error:          # whatever the firmware raises is a finding
                tally.bad(f"seed {seed}: {words}: {type(error).__name__}: {error}")
            seed += 1
    return tally


def files_data(files, name):
    """What the store loads of whole files."""
    newest = max((0, 1), key=lambda number: files[f"{name}.{number}"][4:6])
    return files[f"{name}.{newest}"][8:-4]


def data_files(tally, budget, seed):
    """Damage in the book and the puzzles: it is told, and nothing of such a file is believed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        sources = {"book": BOOK.read_bytes(), "puzzles": Path(PUZZLES).read_bytes()}
        while budget.left(tally.tried):
            chance = random.Random(seed)
            name = chance.choice(sorted(sources))
            kind, data = damaged(sources[name], chance)
            path.write_bytes(data)
            try:
                if name == "book":
                    book = Book(str(path), binascii.crc32)
                    book.check()
                    fault = book.fault
                else:
                    puzzles = Puzzles(str(path))
                    fault = puzzles.fault
                    assert puzzles.pick(chance.randrange(5000), chance.randrange(3)) is None
                assert fault, "it was believed"
                tally.count(f"{name} told")
                tally.good()
            except Exception as error:
                tally.bad(f"seed {seed}: {name} {kind}: {type(error).__name__}: {error}")
            seed += 1
    return tally


def board_file(tally, budget, seed):
    """Damage in board.txt: a wiring that can be built and stays within its budget, or a ValueError, which the board
    tells by its own light while the panel stays dark."""
    while budget.left(tally.tried):
        chance = random.Random(seed)
        kind, data = damaged(chance.choice(BOARDS).encode(), chance)
        try:
            try:
                record = wiring.wiring_named(data.decode().strip())
                encoder = Encoder(record.panel_record(), record)
                assert encoder.encode(b"\xff" * encoder.size, 255) <= record.budget_ma
                tally.count("another build")
            except ValueError:
                tally.count("told and dark")
            tally.good()
        except Exception as error:
            tally.bad(f"seed {seed}: {kind} {data!r}: {type(error).__name__}: {error}")
        seed += 1
    return tally
