"""The composition root of the page: the ports of ports.py over what driver.mjs offers, and the firmware's App on them.

`page` is what driver.mjs offers: show(address, brightness) a frame, load(name) -> hex text or None, save(name, hex
text) -> bool, play(hex text of a tune, volume), silence(), hurry() -> True when this turn has taken long enough,
solver(address of the block, its words, number of the table: 0 or 1) -> state. `address_of` is uctypes.addressof.
"""

import json
from binascii import hexlify, unhexlify

from host_tools.web.told import Teller, thinks
from litfour.app.app import App
from litfour.app.chance import Random
from litfour.engine.blocks import TABLE_BYTES
from litfour.ports import DOWN, KIND_MASK, NONE, SOURCE_MASK, UP, elapsed, panel_named

BOOK = "/litfour/book"
PUZZLES = "/litfour/puzzles"


class Display:
    """Gives the page a frame's address: the page reads it at once."""

    def __init__(self, page, address_of):
        self.brightness = 255
        self.milliamps = 0
        self.frame = None           # the one shown last; the firmware draws into the same again
        self._page = page
        self._address_of = address_of

    def show(self, frame):
        self.frame = frame
        self._page.show(self._address_of(frame), self.brightness)
        return True


class Inputs:
    """Events that the page queued with their times; the browser's buttons do not bounce."""

    def __init__(self):
        self.time = 0
        self.held = 0
        self._queue = []

    def event(self, event, time):
        self._queue.append((event, time))

    def poll(self, now):
        if not self._queue or elapsed(now, self._queue[0][1]) < 0:
            return NONE
        event, self.time = self._queue.pop(0)
        bit = 1 << (event & SOURCE_MASK)
        kind = event & KIND_MASK
        if kind == DOWN:
            self.held |= bit
        elif kind == UP:
            self.held &= ~bit
        return event


class Store:
    """The browser's storage, under the name of the panel. What is not hex counts as damaged."""

    def __init__(self, page):
        self.damaged = ""
        self._page = page

    def load(self, name):
        text = self._page.load(name)
        if text is None:
            return None
        try:
            return unhexlify(text)
        except ValueError:
            self.damaged = name
            return None

    def save(self, name, data):
        return bool(self._page.save(name, hexlify(data).decode()))


class Sound:
    """Hands whole tunes to the page."""

    def __init__(self, page):
        self.volume = 128
        self._page = page

    def play(self, tune):
        self._page.play(hexlify(tune).decode(), self.volume)

    def update(self, now):
        pass

    def stop(self):
        self._page.silence()


def solver_maker(page, address_of):
    """What App wants as make_solver: Perfect's solver, whose node loop and table are the page's. deep: another one
    beside it, which looks for the exact end of the game as long as it has nodes."""
    def make_solver(table, deep=False):
        from binascii import crc32

        from litfour.engine.book import Book
        from litfour.engine.solver import REFINEMENT, Solver
        refinement = REFINEMENT
        if deep:
            from host_tools.web.analysis import DEEP as refinement
        book = Book(BOOK, crc32)
        book.check()
        return Solver(table, book, lambda block, _: page.solver(address_of(block), len(block), int(deep)),
                      refinement=refinement)
    return make_solver


class Table:
    """One board: what driver.mjs drives. Times are ticks of ports.py."""

    def __init__(self, page, address_of, panel, rail, seed, now, perfect):
        self._page = page
        self.display = Display(page, address_of)
        self.inputs = Inputs()
        self._random = Random(seed)
        self._table = bytearray(TABLE_BYTES)
        self._panel = panel_named(panel, bool(rail))
        self._sound = Sound(page)
        self.make_solver = solver_maker(page, address_of) if perfect else None
        self._now = now
        self._teller = Teller(self)
        self.restart()

    def restart(self):
        """A power cut: the firmware begins anew with what is in the Store."""
        self.app = App(self._panel, self.display, self.inputs, Store(self._page), self._sound, self._random,
                       self._table, self.make_solver, PUZZLES)
        self.app.begin(self._now)

    def event(self, event, now):
        self.inputs.event(event, now)

    def turn(self, now):
        """One turn of the loop, and while the CPU thinks more of them until the page is in a hurry. Returns what has
        changed as JSON, "" for nothing."""
        app = self.app
        self._now = now
        app.turn(now)
        while thinks(app) and not self._page.hurry():
            app.turn(now)
        while self._teller.work() and not self._page.hurry():
            pass
        news = self._teller.news()
        return json.dumps(news) if news else ""

    def ask(self, name, given):
        """The answer to a question of told.py as JSON; `given` is JSON too."""
        return json.dumps(self._teller.ask(name, json.loads(given)))
