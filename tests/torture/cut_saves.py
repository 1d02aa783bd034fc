"""The power fails at every flash operation of every save of a whole evening, on MicroPython's own littlefs.

    micropython -X heapsize=24M tests/torture/cut_saves.py ROOT CUTS SEED

The real App plays over the real Store on a littlefs in memory. Whenever it saves, the save is first tried on a copy of
the chip for every operation and every kind of tear; after each the chip is mounted anew and a board starts from it.
Prints progress, and at the end one line that begins with "result".
"""

import gc
import sys

import vfs

root = sys.argv[1]
sys.path[:0] = [root, root + "/firmware"]

from host_tools.fakes import FakeClock, RecordingDisplay, ScriptedInputs, SilentSound  # noqa: E402
from host_tools.simulator import PUZZLES, new_table  # noqa: E402
from litfour.app import app as A  # noqa: E402
from litfour.app.chance import Random  # noqa: E402
from litfour.app.session import Session  # noqa: E402
from litfour.app.settings import Settings  # noqa: E402
from litfour.hw.store import Store  # noqa: E402
from litfour.ports import MENU, UNDO, after, panel_named  # noqa: E402
from litfour.rules.position import ONGOING  # noqa: E402
from litfour.rules.variants import VARIANTS, variant_named  # noqa: E402
from tests.rules.chance import Chance  # noqa: E402
from tests.torture.flash import TEARS, Flash, formatted, mounted  # noqa: E402

FOLDER = "/flash/save"
NAMES = ("settings", "session", "more", "stats", "puzzles")
PANEL = panel_named("9x9")


def board(store, table, seed=3):
    app = A.App(PANEL, RecordingDisplay(PANEL), ScriptedInputs(), store, SilentSound(), Random(seed), table, None,
                PUZZLES)
    app.begin(0)
    return app


class CutStore:
    """Store of ports.py that tries every power cut of a save before it makes it."""

    def __init__(self, most, seed):
        self.chip = formatted(vfs, 48)
        mounted(vfs, Flash(self.chip))
        self.most = most
        self.seed = seed
        self.table = new_table()
        self.counts = {"cuts": 0, "old": 0, "new": 0, "saves": 0, "operations": 0, "erases": 0}
        self.by_name = {}
        self.lost = []

    def load(self, name):
        return Store(FOLDER).load(name)

    def save(self, name, data):
        if name == "session" and self.counts["saves"] % 4:
            return self._save(name, data)       # they are most of all
        before = {each: self.load(each) for each in NAMES}
        operation = 1
        while self.counts["cuts"] < self.most and self._cut(name, data, operation, before):
            operation += 1
        return self._save(name, data)

    def _save(self, name, data):
        flash = Flash(self.chip)
        mounted(vfs, flash)
        good = Store(FOLDER).save(name, data)
        self.counts["saves"] += 1
        self.counts["operations"] += flash.operations
        self.counts["erases"] += flash.erases
        self.by_name[name] = self.by_name.get(name, 0) + 1
        return good

    def _cut(self, name, data, operation, before):
        """All tears at one operation; False when the save has no such operation."""
        for tear in TEARS:
            copy = bytearray(self.chip)
            flash = Flash(copy, operation, tear, self.seed + self.counts["cuts"])
            mounted(vfs, flash)
            Store(FOLDER).save(name, data)
            if not flash.dead:
                return False
            self.counts["cuts"] += 1
            words = "seed {}: {} cut at {} ({}), save {}".format(self.seed, name, operation, tear, self.counts["saves"])
            try:
                self._start(copy, name, data, before)
            except Exception as error:          # whatever it is, the board did not start: a finding
                self.lost.append(words + ": " + repr(error))
            if self.counts["cuts"] % 500 == 0:
                print(self.counts["cuts"], "cuts,", len(self.lost), "lost")
                gc.collect()
        return True

    def _start(self, copy, name, data, before):
        """Power again: each name is as before, the saved one old or new, and the App starts from it and can save."""
        mounted(vfs, Flash(copy))
        store = Store(FOLDER)
        for each in NAMES:
            found = store.load(each)
            if each == name and found == data:
                self.counts["new"] += 1
            elif found == before[each]:
                self.counts["old"] += each == name
            else:
                raise ValueError(each + " is neither the old nor the new one")
        app = board(store, self.table)
        if app.repaired:
            raise ValueError("repaired " + repr(app.repaired))
        session = store.load("session")
        if session is not None and app.session.pack() != session:
            raise ValueError("another game")
        settings = store.load("settings")
        if settings is not None and app.settings.pack() != settings:
            raise ValueError("other settings")
        if not store.save(name, data) or store.load(name) != data:
            raise ValueError("it can't save any more")


class Evening:
    """Presses that make the App save everything that it ever saves."""

    def __init__(self, store, seed):
        self.chance = Chance(seed)
        self.store = store
        self.start()

    def start(self):
        """Power-up, and a press."""
        self.clock = FakeClock(0)
        self.app = board(self.store, new_table(), self.chance.below(999))
        self.press(self.chance.below(9))

    def run(self, ms):
        end = after(self.clock.ms(), ms)
        while (end - self.clock.ms()) & 0x20000000 == 0 and end != self.clock.ms():
            self.app.turn(self.clock.ms())
            self.clock.advance(10)

    def press(self, source, ms=60):
        ms = ms // 10 * 10
        self.app.inputs.press(source, self.clock.ms())
        self.app.inputs.release(source, after(self.clock.ms(), ms))
        self.run(ms + 40)

    def settle(self):
        for _ in range(1000):
            if self.app.state not in (A.FALL, A.THINK) or self.app.session.only_cpus:
                return
            self.run(20)

    def play(self):
        """One deed: mostly moves."""
        kind = self.chance.below(20)
        deeds = {12: self._game, 13: self._undo, 14: self._redo, 15: self._brighter, 16: self._score, 17: self._page,
                 18: self._puzzle, 19: self.start}
        deeds.get(kind, self._move)()
        self.settle()
        self.run(100)

    def _game(self):
        """On to the end of the game."""
        for _ in range(60):
            self._move()
            if self.app.state == A.OVER:
                return

    def _undo(self):
        self.press(UNDO)

    def _redo(self):
        self.press(UNDO, 700)

    def _score(self):
        self.press(MENU)

    def _brighter(self):
        self.app.inputs.press(MENU, self.clock.ms())
        self.press(UNDO, 700)
        self.app.inputs.release(MENU, self.clock.ms())
        self.run(100)

    def _page(self):
        """Some page of the menu, an option, and out."""
        self.press(MENU, 700)
        for _ in range(self.chance.below(18)):
            self.press(MENU)
        self.press(self.chance.below(9))
        if self.app.state == A.PAGE:
            self.press(MENU, 700)

    def _move(self):
        self.press(self.chance.below(9))
        self.settle()
        self.run(1600 if self.app.state == A.OVER else 100)

    def _puzzle(self):
        """The first puzzle of two moves, solved where the hint is obeyed."""
        self.press(MENU, 700)
        for _ in range(20):
            if self.app.menu is None or self.app.menu.page == 10:
                break
            self.press(MENU)
        self.press(0)
        for _ in range(2):
            self.settle()
            if self.app.puzzle and self.app.state == A.TURN:
                self.press(self.app.puzzle.hint(self.app.session.position) + self.app.scene.left)
                self.settle()
                self.run(200)


def long_game(chance):
    """A game of PopOut between people that is too long for one file of the store."""
    settings = Settings()
    settings.variant = VARIANTS.index(variant_named("popout"))
    settings.cpus = 0
    session = Session(settings)
    while len(session.position.moves) < 376:
        session.play(chance.pick(session.position.legal()))
        if session.position.result != ONGOING:
            for _ in range(min(8, len(session.position.moves))):
                session.back()
    session.cut()
    return session


def main():
    most, seed = int(sys.argv[2]), int(sys.argv[3])
    store = CutStore(most, seed)
    evening = Evening(store, seed)
    while store.counts["cuts"] < most * 3 // 4:
        evening.play()
    session = long_game(Chance(seed))
    for name, data in (("settings", session.settings.pack()), ("more", session.more()), ("session", session.pack())):
        store.save(name, data)
    evening.start()
    while store.counts["cuts"] < most:
        evening.play()
    print("result", (store.counts, store.by_name, store.lost[:10], len(store.lost)))


main()
