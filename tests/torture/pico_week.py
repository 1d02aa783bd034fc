"""A week on the table on the emulated Pico, across the wrap of its clock: idle, play, idle.

The whole firmware runs, with its drivers, pressed at its pins. In the idle hours the board's timer is set ahead by a
minute at a time, with some turns of the loop after each, so that all that waits for a time sees it come. A simulator
beside the Pico is pressed alike and says where in the menu they are.
"""

import ast

from host_tools import saves, versions
from host_tools.accelerate import accelerated
from host_tools.emulator import Pico
from host_tools.image import BoardFile
from host_tools.simulator import chosen_settings
from litfour.ports import UNDO, panel_named
from tests.conftest import ROOT
from tests.torture import pico_tour, weeks
from tests.torture.pico import BOOT_MS

PANEL = "7x6"
OTHER_GAMES = (3, 4, 7)                 # columns of the menu's page "game": popout, avoid four, power-up
SMALL = (4,)                            # of them what has room in 190 KB beside what the standard game leaves behind
WRAP_MS = 1 << 30
BEFORE_WRAP_MS = 4 * 3600 * 1000        # so long before it the week begins
EVENINGS = 4                            # of a day
EVENING_MS = 24 * 3600 * 1000 // EVENINGS
STEP_MS = 60000                         # the timer goes ahead by, while nobody is there
AWAKE_MS = 40                           # and the loop runs so long after it
PROBE_PIN = 26                          # an analog input that the firmware leaves alone: low asks for a figure
# What is patched into the firmware: figures of the heap between two turns, when asked.
PROBE = """
import gc
import machine
import time
from largest import largest
from litfour import root
play = root.play

def probed(*parts):
    from litfour.game import App
    turn, pin, asked = App.turn, machine.Pin(PIN, machine.Pin.IN, machine.Pin.PULL_UP), [1]
    def probed_turn(self, now):
        turn(self, now)
        if pin.value() != asked[0]:
            asked[0] = pin.value()
            if not asked[0]:
                gc.collect()
                free = gc.mem_free()
                print("probe", (free, largest(), time.ticks_ms()))
    App.turn = probed_turn
    play(*parts)

root.play = probed
""".replace("PIN", str(PROBE_PIN), 1)
LARGEST = ROOT / "tests" / "torture" / "largest.py"
LINE = "        from litfour.root import main\n"


def files(firmware, kilobytes=None):
    """The board's files: a version, settings for a person against Hard, the probe, and a heap of so many KB."""
    main = pico_tour.main_py(firmware, kilobytes).data.decode()
    assert main.count(LINE) == 1, "main.py starts the firmware in another way"
    settings = chosen_settings(panel_named(PANEL), "standard", "hard", "solo", 1)
    return {**versions.on_board(firmware), **saves.files_of(settings=settings.pack()),
            "litfour.a/probe.py": BoardFile(PROBE.encode()), "litfour.a/largest.py": BoardFile(LARGEST.read_bytes()),
            "main.py": BoardFile(main.replace(LINE, "        import probe\n" + LINE).encode())}


class Week:
    """A board and a simulator, evening by evening. samples: of each evening (free bytes, largest block, the board's
    clock in ms)."""

    def __init__(self, pico, games):
        self.pico = pico
        self.games = games
        self.pair = pico_tour.Pair(pico, PANEL, "solo")
        self.moves = 0
        self.skipped = 0
        self.samples = []

    def begin(self):
        self.pico.start()
        self.pico.run(BOOT_MS)
        self.pair.table.wait(BOOT_MS)
        for _ in range(100):
            self.skip((WRAP_MS - BEFORE_WRAP_MS) / 100)
        self.press(0, 1500)
        for column in self.games:           # what is loaded for the first time leaves names in memory for good
            self.visit(column)

    def skip(self, ms):
        self.pico.skip(ms)
        self.skipped += ms
        self.pico.run(AWAKE_MS)

    def idle(self, until, step=STEP_MS):
        """Nobody is there until the board's clock, if it did not wrap, would show so many ms."""
        while self.pico.now + self.skipped < until:
            self.skip(step)

    def press(self, source, wait, ms=60):
        self.pair.press(source, ms)
        self.pair.table.wait(wait)
        self.pico.run(wait)

    def move(self, column, surely=True):
        """A move and the CPU's, as the flash has them; surely: of a game that can't be over."""
        wanted = self.pair.table.app.session.position.variant.name
        name, before = pico_tour.saved(self.pico)
        before = before if name == wanted else 0        # the game before is kept until this one's first move
        self.press(column, 3200)
        name, plies = pico_tour.saved(self.pico)
        assert name == wanted, f"the Pico plays {name}, {self.pico.resets[1:]}"
        assert plies == before + 2 or not surely, f"{before} plies became {plies} with a press of column {column + 1}"
        self.moves += max(0, plies - before)

    def chosen(self, page, column):
        """A column of a page of the menu, which is then left."""
        self.pair.page(page)
        self.press(column - 1, 0)
        if self.pair.table.state == "menu":
            self.press(pico_tour.MENU, 600, pico_tour.HOLD_MS)

    def visit(self, column):
        """A move of another game, and back to the standard game."""
        self.chosen("game", column)
        self.press(3, 3200)
        name, plies = pico_tour.saved(self.pico)
        wanted = self.pair.table.app.session.position.variant.name
        assert name == wanted != "standard", f"the Pico plays {name}, {self.pico.resets[1:]}"
        self.moves += plies
        self.chosen("game", 1)

    def evening(self, number):
        """Games, a takeback, a look around; in the end always the same: the first moves of a new standard game."""
        for column in (3, 2):
            self.move(column)
        self.press(UNDO, 900)
        self.move(1, False)
        deed = number % 4
        if deed == 0:
            self.chosen("hint", 1)
        elif deed == 1:
            self.visit(self.games[number // 4 % len(self.games)])
        elif deed == 2:
            self.chosen("coach", 3)
            self.move(4, False)
            self.chosen("coach", 1)
        else:
            self.chosen("colours", 3)
            self.chosen("colours", 1)
        self.chosen("new", 4)
        self.press(3, 3200)
        assert pico_tour.saved(self.pico) == ("standard", 2), f"not a new game: {pico_tour.saved(self.pico)}"
        self.moves += 2
        self.samples.append(self.figures())

    def figures(self):
        """Of the Pico, see samples."""
        mark = len(self.pico.console)
        self.pico.drive(PROBE_PIN, 0)
        assert self.pico.run_until(3000, text="\n"), f"no figures; resets {self.pico.resets}"
        self.pico.drive(PROBE_PIN, None)
        said = self.pico.console[mark:].strip()
        assert said.startswith("probe "), said
        return ast.literal_eval(said.removeprefix("probe "))


def week(pico, days, games=OTHER_GAMES):
    """A Week that was played. AssertionError where the board restarted."""
    with accelerated():
        played = Week(pico, games)
        played.begin()
        for number in range(days * EVENINGS):
            played.evening(number)
            played.idle(WRAP_MS - BEFORE_WRAP_MS + (number + 1) * EVENING_MS)
            played.pair.table.doze(EVENING_MS, 5000)
            assert len(pico.resets) == 1, f"evening {number}: {pico.resets}, {pico.files().get('crash.txt')}"
    return played


def torture(tally, uf2, firmware, kilobytes=None, games=OTHER_GAMES):
    """One week; the samples (free bytes, largest block). What the loop keeps to report of its searches is full after
    some days; from then on not a byte may be lost."""
    with Pico(uf2, files(firmware, kilobytes)) as pico:
        try:
            played = week(pico, 7, games)
            weeks.judge({"wraps": wraps(played.samples)}, played.samples)
            last = played.samples[-EVENINGS:]
            assert len({free for free, _, _ in last}) == 1, f"on the last day memory went on to be lost: {last}"
            tally.good()
        except AssertionError as error:
            tally.bad(f"{kilobytes} KB: {error}")
            return []
    tally.figures["moves"] = played.moves
    tally.figures["least free, KB"] = min(sample[0] for sample in played.samples) >> 10
    tally.figures["least largest block, KB"] = round(min(sample[1] for sample in played.samples) / 1024, 1)
    return [sample[:2] for sample in played.samples]


def wraps(samples):
    """How often the board's clock has wrapped between two samples."""
    clocks = [clock for _, _, clock in samples]
    return sum(late < early for early, late in zip(clocks, clocks[1:], strict=False))
