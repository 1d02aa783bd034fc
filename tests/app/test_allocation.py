"""tick() allocates nothing in any state: under MicroPython the heap is locked around it. (On CPython this test plays
the same game, without the proof.)"""

import micropython
from host_tools.simulator import Simulator, chosen_settings
from litfour.app.app import FALL, OVER, STATE_NAMES, THINK, TURN
from litfour.ports import MENU, UNDO, panel_named


class LeanDisplay:
    """Takes frames without keeping them."""

    brightness = 255
    milliamps = 0

    def __init__(self):
        self.shown = 0

    def show(self, frame):
        self.shown += 1
        return True


class MuteSound:
    volume = 0

    def play(self, tune):
        pass

    def update(self, now):
        pass

    def stop(self):
        pass


class LockedTable:
    """A simulator whose ticks run with the heap locked."""

    def __init__(self, panel, rail, variant, level):
        settings = chosen_settings(panel_named(panel), variant, level, "solo", 1)
        self.sim = Simulator(panel, rail, 5, settings)
        self.app = self.sim.app
        self.app.display = LeanDisplay()
        self.app.sound = MuteSound()
        self.seen = set()

    def turn(self):
        now = self.sim.clock.ms()
        self.app.handle(now)
        micropython.heap_lock()
        try:
            self.app.tick(now)
        finally:
            micropython.heap_unlock()
        if self.app.pending and self.app.state != FALL:
            self.app.housekeep(now)
        self.seen.add(STATE_NAMES[self.app.state])
        self.sim.clock.advance(4)

    def run(self, ms):
        for _ in range(ms // 4):
            self.turn()

    def press(self, source, ms=60):
        self.sim.inputs.press(source, self.sim.clock.ms())
        self.run(ms)
        self.sim.inputs.release(source, self.sim.clock.ms())
        self.run(40)

    def settle(self):
        while self.app.state in (FALL, THINK):
            self.turn()


def play_through(table):
    """Attract, menu, a whole game with score, refusal, taking back, its end and the rematch."""
    app = table.app
    table.run(200)
    table.press(MENU, 800)
    for _ in range(5):
        table.press(MENU)
        table.run(100)
    table.press(MENU, 800)
    table.press(3)
    table.run(2000)
    moves = 0
    while app.state != OVER:
        table.press(app.session.position.legal()[moves % len(app.session.position.legal())] + app.scene.left)
        table.settle()
        moves += 1
        if moves == 2:
            table.press(UNDO)
            table.run(600)
            table.press(UNDO, 800)
            table.press(MENU)
            table.settle()
            table.press(MENU)
            table.run(300)
        assert moves < 60
    table.run(7500)
    table.press(2)
    assert app.state in (TURN, THINK)
    assert table.seen == set(STATE_NAMES) - {"round", "toddler"}
    assert app.display.shown > 300


def test_a_whole_session_on_the_standard_board():
    play_through(LockedTable("7x6", False, "standard", "easy"))


def test_a_whole_session_on_the_largest_board_with_a_rail():
    play_through(LockedTable("9x9", True, "5-in-a-row", "medium"))


def test_a_puzzle_and_its_end():
    """The defence's thinking, the sign after a wrong move, the look of a puzzle that was not solved."""
    table = LockedTable("7x6", False, "standard", "easy")
    app = table.app
    table.run(200)
    table.press(3)
    table.settle()
    table.press(MENU, 800)
    for _ in range(2):                  # hint, hand, puzzle
        table.press(MENU)
    table.press(1)
    table.settle()
    assert app.puzzle and app.puzzle.length == 3
    for _ in range(4):
        if app.state == OVER:
            break
        position = app.session.position
        wrong = [move for move in position.legal() if move != app.puzzle.hint(position)]
        table.press(wrong[-1])
        table.settle()
        table.run(300)
    assert app.state == OVER
    table.run(5000)
    table.press(2)
    table.settle()
    table.press(app.puzzle.key)
    table.run(3000)
    assert app.state == TURN and app.puzzle.left(app.session.position) == 2
    table.press(UNDO)
    table.press(UNDO)
    table.settle()
    assert app.puzzle is None and app.state == TURN
