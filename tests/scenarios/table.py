"""What the scenarios share: a board to press on, and what is seen on it."""

from host_tools.simulator import Simulator, chosen_settings
from litfour.app.menu import NAMES
from litfour.ports import MENU, UNDO, panel_named
from litfour.view.palette import SEATS


class Table:
    """A simulator with a finger. Columns count from 1, as printed on the board."""

    def __init__(self, panel="7x6", players="two", level="easy", variant=None, starter=None, rail=False, seed=1,
                 start_ms=0, store=None, keep=False, make_solver=None, **chosen):
        settings = chosen_settings(panel_named(panel), variant, level, players, starter, **chosen)
        self.sim = Simulator(panel, rail, seed, None if store else settings, store, start_ms, keep,
                             make_solver=make_solver)
        self.app = self.sim.app

    @property
    def state(self):
        return self.sim.state

    @property
    def moves(self):
        """The moves on the board, as text."""
        return self.sim.describe()["moves"]

    @property
    def score(self):
        return self.app.session.match.score

    def column(self, *columns):
        """Presses columns, each as soon as the board can take it."""
        for column in columns:
            self.settle()
            self.sim.press(column - 1)
        return self

    def settle(self):
        """Until the board waits for somebody."""
        self.sim.run_until(lambda app: self.state not in ("fall", "think"))
        return self

    def menu(self):
        self.sim.press(MENU)
        return self

    def hold_menu(self):
        self.sim.hold(MENU)
        return self

    def page(self, name):
        """Turns the pages of the open menu to the one of this name."""
        for _ in NAMES:
            if NAMES[self.app.menu.page] == name:
                return self
            self.menu()
        raise ValueError(name)

    def new_game(self):
        """From a game: the menu's page "new", and a column."""
        return self.hold_menu().page("new").column(4)

    def undo(self):
        self.sim.press(UNDO)
        return self

    def hold_undo(self):
        self.sim.hold(UNDO)
        return self

    def chord(self):
        self.sim.hold(MENU, UNDO)
        return self

    def wait(self, ms):
        self.sim.run(ms)
        return self

    def doze(self, ms, step=250):
        """Lets a long time pass in which nobody does anything, with a turn of the loop only every `step` ms."""
        for _ in range(ms // step):
            self.sim.turn()
            self.sim.clock.advance(step)
            self.sim.ms += step
        return self

    def play(self, moves):
        """From attract mode: opens the game and plays the moves, by both seats."""
        if self.state == "attract":
            self.sim.press(0)
        return self.column(*[int(move) for move in moves.split()])

    # ---- light

    def light(self, column, row):
        """(red, green, blue) of a cell of the panel, both from 1."""
        i = 3 * ((row - 1) * self.sim.panel.columns + column - 1)
        return tuple(self.sim.display.frame[i:i + 3])

    def rail(self, column):
        i = 3 * (self.sim.panel.cells + column - 1)
        return tuple(self.sim.display.frame[i:i + 3])

    def shines(self, column, row, seat):
        """True where a cell shows the hue of a seat, however dim."""
        light, colour = self.light(column, row), SEATS[seat]
        if max(light) < 16:
            return False
        return all(abs(light[k] * max(colour) - colour[k] * max(light)) <= 16 * max(colour) for k in range(3))

    def dark(self, column, row):
        return max(self.light(column, row)) == 0

    def discs(self):
        """The seats that the light shows below the top row, by (column, row)."""
        found = {}
        for column in range(1, self.sim.panel.columns + 1):
            for row in range(1, self.sim.panel.rows):
                for seat in (1, 2):
                    if self.shines(column, row, seat):
                        found[column, row] = seat
        return found

    def looks(self, ms=2400):
        """Every different frame within a time."""
        frames = []
        end = self.sim.ms + ms
        while self.sim.ms < end:
            self.sim.turn()
            if self.sim.display.frame not in frames:
                frames.append(self.sim.display.frame)
        return frames
