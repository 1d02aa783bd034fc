"""Somebody at a board in self-test: sees only its light as it is really wired, knows only the rules of
docs/selftest.md, and presses. The board may be the rig below or an emulated Pico; it runs on MicroPython too.

A world: panel, see() -> {cell: (red, green, blue) on the wire}, push(button, ms), wait(ms), host(key), asked (the last
thing that the board told of itself, a dict), over.
"""

from host_tools.selftest_board import KEYS, TURN_MS, SelfTestBoard
from litfour.app import gestures as G
from litfour.ports import BEAM, MENU, UNDO
from litfour.selftest.deduce import NOWHERE, cells_of

COLOURS = ("red", "green", "blue")
PRESS_MS = 80


class Light:
    """From the bytes on the wire to what is seen: the chain runs as `wiring`, `dead` has {cell: colours that fail}."""

    def __init__(self, wiring, dead=None):
        self.cells = cells_of(wiring)
        self.order = wiring.order
        self.dead = dead or {}

    def seen(self, wire):
        shown = {}
        for number in range(len(self.cells)):
            cell = self.cells[number]
            data = wire[3 * number:3 * number + 3]
            if cell != NOWHERE and len(data) == 3:
                light = [0 if COLOURS[k] in self.dead.get(cell, ()) else data[self.order.index("RGB"[k])]
                         for k in range(3)]
                if any(light):
                    shown[cell] = tuple(light)
        return shown


class Person:
    """Goes through the whole test. `broken` buttons and beams give nothing, so that MENU says so."""

    def __init__(self, world, broken=(), beams=True):
        self.world = world
        self.panel = world.panel
        self.broken = broken
        self.beams = beams
        self.told = []              # (column, row) of the pixels that were named, with the colour
        self.kinds = []

    def run(self, limit=150):
        """Until it is over. Returns the kinds of the questions in their order."""
        for _ in range(limit):
            if self.world.over:
                return self.kinds
            self.step()
            assert len(set(self.kinds[-9:])) > 1 or len(self.kinds) < 9 or self.kinds[-1] == "press", self.kinds[-9:]
        raise AssertionError("no end after " + str(self.kinds))

    def step(self):
        asked = self.world.asked
        self.kinds.append(asked["ask"])
        getattr(self, asked["ask"])(asked["value"])

    def until(self, kind):
        while self.world.asked["ask"] != kind:
            self.step()
        return self

    def menu(self):
        self.world.push(MENU, PRESS_MS)

    def choose(self, button):
        """A column as an answer; where its button is broken, "not seen"."""
        self.world.push(MENU if button in self.broken else button, PRESS_MS)

    def look(self, ms=350):
        """What was lit at any time in the next moments."""
        shown = {}
        for _ in range(0, ms, 100):
            shown.update(self.world.see())
            self.world.wait(100)
        return shown

    def place(self):
        """(column, row) of the one pixel that is lit; None in the dark. row -1: the rail."""
        shown = self.look()
        if not shown:
            return None
        assert len(shown) == 1, "more than one pixel is lit: " + str(shown)
        cell = list(shown)[0]
        panel = self.panel
        return (cell - panel.cells, -1) if cell >= panel.cells else (cell % panel.columns, cell // panel.columns)

    # ---- one for each question

    def sweep(self, count):
        for button in range(self.panel.columns):
            self.world.push(button, PRESS_MS)
        if self.world.asked["ask"] == "sweep":
            self.menu()

    def colour(self, byte):
        shown = self.look().values()
        for k in range(3):
            if any([light[k] > 0 for light in shown]):
                self.choose(k)
                return
        self.menu()

    def column(self, number):
        place = self.place()
        if place is None:
            self.menu()
        else:
            self.choose(place[0])

    def row(self, number):
        place = self.place()
        if place is None:
            self.menu()
        else:
            self.choose(place[1])

    def wrong_cell(self, colour):
        """The first cell of a filled panel that is dark or looks otherwise, and was not named yet."""
        shown = self.look()
        wanted = COLOURS.index(colour)
        for cell in range(self.panel.pixels):
            light = shown.get(cell, (0, 0, 0))
            if [level > 0 for level in light] != [k == wanted for k in range(3)] and (cell, colour) not in self.told:
                return cell
        return None

    def walk(self, colour):
        self.world.wait(30 * self.panel.pixels)
        cell = self.wrong_cell(colour)
        if cell is None:
            self.menu()
        else:
            self.told.append((cell, colour))
            self.world.push(cell % self.panel.columns if cell < self.panel.cells else cell - self.panel.cells, PRESS_MS)

    def where(self, value):
        cell = self.told[-1][0]
        if cell >= self.panel.cells:
            self.menu()
        else:
            self.world.push(cell // self.panel.columns, PRESS_MS)

    def press(self, source):
        asked = self.world.asked["number"]
        beam = BEAM <= source < MENU
        if source in self.broken or beam and not self.beams:
            self.world.push(0 if source == MENU else MENU, PRESS_MS)
        else:
            self.world.push(source, 40 if beam else PRESS_MS)
        for _ in range(6):
            if self.world.asked["number"] == asked:
                self.world.wait(50)

    def hear(self, value):
        self.world.wait(200)
        self.menu()

    def ramp(self, value):
        self.world.wait(3300)
        self.menu()

    def card(self, value):
        self.world.wait(100)
        self.menu()


class Rig(SelfTestBoard):
    """A simulated board as the world of a Person, with faults.

    wires: {button: line that it closes}. closed: lines that are closed for ever. bounces: {line: ms of chatter at each
    edge}. dead: see Light.
    """

    def __init__(self, wiring, built, wires=None, closed=(), bounces=None, dead=None, full=False, start=0):
        SelfTestBoard.__init__(self, wiring, built, full, start)
        self.light = Light(built, dead)
        self.wires = wires or {}
        self.bounces = bounces or {}
        for line in closed:
            self.lines[line] = 1

    # ---- the world

    def see(self):
        return self.light.seen(self.wire)

    def host(self, key):
        self.keys.append(KEYS[key] if key in KEYS else G.COLUMN + int(key) - 1)
        self.wait(50)

    def wait(self, ms):
        for _ in range(0, ms, TURN_MS):
            self.turn()

    def push(self, button, ms):
        self.hold(button)
        self.wait(ms)
        self.let_go(button)
        self.wait(60)

    def hold(self, button):
        self.edge(button, 1)

    def let_go(self, button):
        self.edge(button, 0)

    def edge(self, button, level):
        """Closes or opens what a button is wired to, with the chatter that it has."""
        line = self.wires.get(button, button)
        if line is None or line in self.lines and self.lines[line] == 1 and level == 1:
            return
        for k in range(self.bounces.get(line, 0)):
            self.lines[line] = level ^ (k & 1)
            self.sample()
        self.lines[line] = level


def tap(rig, *buttons):
    """Presses of one button after the other, 60 ms each."""
    for button in buttons:
        rig.push(button, 60)
    return rig


__all__ = ["Light", "Person", "Rig", "UNDO", "tap"]
