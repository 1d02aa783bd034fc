"""A week on the table in a heap of 190 KB on the emulated Pico, across the wrap of its clock: idle, play, idle.

The whole firmware runs, with its drivers, pressed at its pins. The idle hours pass as a minute a tick of the board's timer
is set ahead by, with some turns of the loop after each, so that all that waits for a time sees it come. A simulator beside
the Pico is pressed alike and says where in the menu they are.
"""

import ast

from host_tools import saves, versions
from host_tools.accelerate import accelerated
from host_tools.emulator import Pico
from host_tools.image import BoardFile
from host_tools.simulator import chosen_settings
from litfour.ports import UNDO, panel_named
from tests.torture import pico_tour, weeks
from tests.torture.pico import BOOT_MS

HEAP_KB = 190
PANEL = "7x6"
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
from litfour import root
play = root.play

def largest():
    low, high = 0, gc.mem_free()
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low

def probed(*parts):
    from litfour.game import App
    turn, pin, asked = App.turn, machine.Pin(%d, machine.Pin.IN, machine.Pin.PULL_UP), [1]
    def probed_turn(self, now):
        turn(self, now)
        if pin.value() != asked[0]:
            asked[0] = pin.value()
            if not asked[0]:
                gc.collect()
                free = gc.mem_free()
                print("probe", (free, largest()))
    App.turn = probed_turn
    play(*parts)

root.play = probed
""" % PROBE_PIN
LINE = "        from litfour.root import main\n"


def files(firmware):
    """The board's files: a version, settings for a person against Hard, the probe, and a smaller heap."""
    main = pico_tour.main_py(firmware, HEAP_KB).data.decode()
    assert main.count(LINE) == 1, "main.py starts the firmware in another way"
    settings = chosen_settings(panel_named(PANEL), "standard", "hard", "solo", 1)
    return {**versions.on_board(firmware), **saves.files_of(settings=settings.pack()),
            "litfour.a/probe.py": BoardFile(PROBE.encode()),
            "main.py": BoardFile(main.replace(LINE, "        import probe\n" + LINE).encode())}


class Week:
    """A board and a simulator, evening by evening."""

    def __init__(self, pico):
        self.pico = pico
        self.pair = pico_tour.Pair(pico, PANEL, "solo")
        self.moves = 0
        self.skipped = 0
        self.samples = []

    def begin(self):
        self.pico.start()
        self.pico.run(BOOT_MS)
        self.pair.table.wait(BOOT_MS)
        while self.skipped < WRAP_MS - BEFORE_WRAP_MS:
            self.skip(STEP_MS * 20)

    def skip(self, ms):
        self.pico.skip(ms)
        self.skipped += ms
        self.pico.run(AWAKE_MS)

    def press(self, source, wait, ms=60):
        self.pair.press(source, ms)
        self.pair.table.wait(wait)
        self.pico.run(wait)

    def move(self, column):
        """A move and the CPU's."""
        self.press(column, 3200)
        self.moves += 2

    def chosen(self, page, column):
        """A column of a page of the menu, which is then left."""
        self.pair.page(page)
        self.press(column - 1, 0)
        if self.pair.table.state == "menu":
            self.press(pico_tour.MENU, 600, pico_tour.HOLD_MS)

    def evening(self, number):
        """Games, a takeback, a look around; in the end always the same: the first moves of a new standard game."""
        self.press(0, 1500)
        for column in (3, 2):
            self.move(column)
        self.press(UNDO, 900)
        self.move(1)
        deed = number % 4
        if deed == 0:
            self.chosen("hint", 1)
        elif deed == 1:
            self.chosen("game", 2 + number // 4 % 3)        # five, popout, avoid four
            self.move(3)
            self.chosen("game", 1)
        elif deed == 2:
            self.chosen("coach", 3)
            self.move(4)
            self.chosen("coach", 1)
        else:
            self.chosen("colours", 3)
            self.chosen("colours", 1)
        self.chosen("new", 4)
        self.move(3)
        self.samples.append(self.figures())

    def figures(self):
        """(free bytes, largest block) of the Pico."""
        mark = len(self.pico.console)
        self.pico.drive(PROBE_PIN, 0)
        assert self.pico.run_until(3000, text="\n"), f"no figures; resets {self.pico.resets}"
        self.pico.drive(PROBE_PIN, None)
        said = self.pico.console[mark:].strip()
        assert said.startswith("probe "), said
        return ast.literal_eval(said.removeprefix("probe "))


def week(pico, days, say=lambda *words: None):
    """A Week that was played. AssertionError where memory was lost, or the board restarted."""
    with accelerated():
        played = Week(pico)
        played.begin()
        for number in range(days * EVENINGS):
            began = pico.now
            played.evening(number)
            say(number, played.samples[-1], pico.resets[1:])
            assert len(pico.resets) == 1, f"evening {number}: {pico.resets}, {pico.files().get('crash.txt')}"
            while pico.now - began + played.skipped < WRAP_MS - BEFORE_WRAP_MS + (number + 1) * EVENING_MS:
                played.skip(STEP_MS)
            played.pair.table.doze(EVENING_MS, 5000)
    return played
