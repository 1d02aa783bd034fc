"""Every game, one after the other in one power-up on the emulated Pico: what is loaded on demand comes and goes, names
stay, and the memory must last. Two CPUs play at Hard; a simulator beside the Pico says where in the menu they are."""

import ast

from host_tools import saves
from host_tools.accelerate import accelerated
from host_tools.emulator import Pico
from host_tools.image import BoardFile
from host_tools.simulator import chosen_settings
from litfour.app.menu import NAMES
from litfour.app.restore import load_session
from litfour.app.settings import Settings
from litfour.ports import MENU, panel_named
from tests.scenarios.table import Table
from tests.torture.pico import BOOT_MS

PANEL = "9x9"
# Columns of the menu's page "game", pressed once for each game: the same column again is the next kind.
COLUMNS = (1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9)
GAME_MS = 9000              # two CPUs at Hard play two plies or more in that time
HOLD_MS, TAP_MS, GAP_MS = 750, 60, 250
HOG = "import gc\ngc.collect()\nhog = bytearray(gc.mem_free() - %d * 1024)\ngc.threshold(-1)\n"
START = "import os\nimport sys\n"


class Pair:
    """The simulator and the Pico, pressed alike."""

    def __init__(self, pico, panel=PANEL, players="watch"):
        self.table = Table(panel, players, "hard", "standard", 1)
        self.pico = pico

    def press(self, source, ms=TAP_MS):
        self.table.sim.press(source, ms=ms, gap=GAP_MS)
        self.pico.press(source, ms)
        self.pico.run(ms + GAP_MS)

    def page(self, name):
        """The menu, open, at the page of that name."""
        if self.table.state != "menu":
            self.press(MENU, HOLD_MS)
        assert self.table.state == "menu"
        for _ in NAMES:
            if NAMES[self.table.app.menu.page] == name:
                return
            self.press(MENU)
        raise AssertionError(f"no page {name}")

    def plays(self):
        """Lets the game that was chosen run; its name."""
        self.press(MENU, HOLD_MS)
        self.table.wait(1000)
        self.pico.run(GAME_MS)
        return self.table.app.session.position.variant.name


def saved(pico):
    """(name of the game on the flash, plies); ("", 0) without one."""
    files = pico.files()
    session = saves.saved_in(files, "session")
    if session is None:
        return "", 0
    position = load_session(session, Settings(), saves.saved_in(files, "more")).position
    return position.variant.name, len(position.moves)


def main_py(firmware, kilobytes):
    """main.py with all but so much of the heap taken away first; unchanged for None."""
    source = firmware["main.py"].data.decode()
    assert source.count(START) == 1, "main.py begins in another way"
    return BoardFile((source if kilobytes is None else source.replace(START, HOG % kilobytes + START)).encode())


def tour(tally, budget, uf2, firmware, kilobytes=None):
    """All games of the largest panel in a heap of so many KB (None: all that there is). What is free of it at the end
    becomes a figure."""
    settings = chosen_settings(panel_named(PANEL), "standard", "hard", "watch")
    files = {**firmware, **saves.files_of(settings=settings.pack()), "board.txt": BoardFile(PANEL.encode()),
             "main.py": main_py(firmware, kilobytes)}
    seen = set()
    with Pico(uf2, files) as pico, accelerated():
        pair = Pair(pico)
        pico.start()
        pico.run(BOOT_MS)
        pair.table.wait(BOOT_MS)
        pair.press(0)
        pico.run(GAME_MS)
        for column in COLUMNS:
            if not budget.left(tally.tried):
                break
            pair.page("game")
            pair.press(column - 1)
            name = pair.plays()
            found, plies = saved(pico)
            seen.add(name)
            if name == found and plies and len(pico.resets) == 1:
                tally.good()
            else:
                tally.bad(f"{name}: on the flash {found} with {plies} plies, resets {pico.resets}, "
                          f"{pico.files().get('crash.txt')}")
                break
        tally.figures["games of different kinds"] = len(seen)
        tally.figures.update(stopped(pico))
    return tally


def stopped(pico):
    """The heap that is free in KB, as the loop reports on Ctrl-C; {} if it says nothing."""
    pico.send(b"\x03")
    pico.run_until(3000, text=">>> ")
    said = [line for line in pico.console.splitlines() if line.startswith("Litfour: stopped.")]
    return {"KB free at the end": ast.literal_eval(said[0].split(".", 1)[1].strip())["free"] // 1000} if said else {}
