"""MemoryErrors in a game, under MicroPython: at the first allocation after the k-th call of the seam, for every k; and
in a heap that was filled up to its last n bytes, for every n of a row.

    micropython -X heapsize=3M tests/torture/memory_faults.py ROOT (calls|bytes) FIRST STEP COUNT SECONDS FOLDER

MicroPython has no hook in its allocator. So "calls" locks the heap (micropython.heap_lock) in the k-th call of Display,
Inputs, Store or Sound: whatever is allocated next fails, to the end of that turn. "bytes" takes all memory but n bytes
and plays until an allocation fails or the game is over. After each the board starts again from its store, as root.main
lets it, and must go on. The store is the real one, on files in FOLDER.
"""

import gc
import os
import sys
import time

import micropython

root = sys.argv[1]
sys.path[:0] = [root, root + "/firmware"]

from host_tools.fakes import FakeClock, RecordingDisplay, ScriptedInputs, SilentSound  # noqa: E402
from host_tools.simulator import PUZZLES, new_table  # noqa: E402
from litfour.app import app as A  # noqa: E402
from litfour.app.chance import Random  # noqa: E402
from litfour.app.settings import Settings  # noqa: E402
from litfour.hw.store import Store  # noqa: E402
from litfour.ports import MENU, UNDO, panel_named  # noqa: E402

PANEL = panel_named("7x6")
MOVES = (3, 3, 2, MENU, 4, UNDO, 1, 5, 6, 0, 3, 2)
HOLDS = {3: 700, 8: 60}         # of MOVES, by place: into the menu, and whatever comes of it


class Lock:
    """Counts calls; locks the heap in one of them."""

    def __init__(self):
        self.count = 0
        self.at = 0
        self.locked = False

    def called(self):
        self.count += 1
        if self.count == self.at:
            micropython.heap_lock()
            self.locked = True

    def release(self):
        if self.locked:
            micropython.heap_unlock()
            self.locked = False


LOCK = Lock()


class Display:
    brightness = 255
    milliamps = 0

    def show(self, frame):
        LOCK.called()
        return True


class Inputs(ScriptedInputs):
    def poll(self, now):
        LOCK.called()
        return super().poll(now)


class Sound(SilentSound):
    def play(self, tune):
        LOCK.called()

    def update(self, now):
        LOCK.called()


class LockedStore(Store):
    def load(self, name):
        LOCK.called()
        return super().load(name)

    def save(self, name, data):
        LOCK.called()
        return super().save(name, data)


def fresh(folder):
    """An empty store but for the settings: two people, a game at once."""
    for name in os.listdir(folder):
        os.remove(folder + "/" + name)
    settings = Settings()
    settings.cpus = 0
    Store(folder).save("settings", settings.pack())


def board(folder, table):
    app = A.App(PANEL, Display(), Inputs(), LockedStore(folder), Sound(), Random(5), table, None, PUZZLES)
    for k in range(len(MOVES)):
        app.inputs.press(MOVES[k], 200 + 900 * k)
        app.inputs.release(MOVES[k], 200 + 900 * k + HOLDS.get(k, 60))
    return app


def play(app, ms=11000):
    """The script; how many turns it took. Raises what the App raises."""
    clock = FakeClock(0)
    app.begin(0)
    while clock.ms() < ms:
        app.turn(clock.ms())
        LOCK.release()
        clock.advance(20)


def goes_on(folder, table):
    """The restart: it plays the stored game, and the whole script once more without a fault."""
    stored = Store(folder).load("session")
    app = A.App(PANEL, RecordingDisplay(PANEL), ScriptedInputs(), Store(folder), SilentSound(), Random(5), table, None,
                PUZZLES)
    app.begin(0)
    if app.repaired:
        raise ValueError("repaired " + repr(app.repaired))
    if stored is not None and app.session.pack() != stored:
        raise ValueError("another game")
    app.inputs.press(3, 40)
    app.inputs.release(3, 100)
    clock = FakeClock(0)
    while clock.ms() < 2000:
        app.turn(clock.ms())
        clock.advance(20)
    if app.state == A.ATTRACT:
        raise ValueError("a press does not go on with it")


def faulty(kind, number, folder, table):
    """One game with a fault: True if a MemoryError came of it."""
    LOCK.count, LOCK.at, LOCK.locked = 0, number if kind == "calls" else 0, False
    fresh(folder)
    app = board(folder, table)
    hog = []
    gc.collect()
    if kind == "bytes":
        size = 1 << 20
        while size >= 32:
            try:
                while gc.mem_free() - size > number:
                    hog.append(bytearray(size - 32))
            except MemoryError:
                pass                    # no whole block of this size: smaller ones
            size >>= 1
    try:
        play(app)
        failed = False
    except MemoryError:
        failed = True
    LOCK.release()
    del hog
    return failed


def main():
    kind, folder = sys.argv[2], sys.argv[7]
    first, step, count, seconds = [int(word) for word in sys.argv[3:7]]
    table = new_table()
    end = time.time() + seconds
    counts = {"tried": 0, "errors": 0, "last": first, "over": False}
    lost = []
    for number in range(first, first + step * count, step):
        if time.time() > end:
            break
        failed = faulty(kind, number, folder, table)
        if not failed and (kind == "bytes" or LOCK.count < number):
            counts["over"] = True       # the game has no such call, or needs no more memory
            break
        counts["tried"] += 1
        counts["last"] = number
        counts["errors"] += failed
        try:
            goes_on(folder, table)
        except Exception as error:      # whatever it is, the restart failed: a finding
            lost.append(f"{kind} {number}: {repr(error)}")
    print("result", (counts, lost[:10], len(lost)))


main()
