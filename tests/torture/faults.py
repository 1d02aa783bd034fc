"""An exception out of every call into Display, Inputs, Store and Sound of a game; the restart goes on with the game.

The game is played turn by turn. At each turn the whole board is copied once for every call of the seam that the turn
makes, and in the copy that call raises. What root.main does then is done here: a new App starts from the store.
"""

import copy
import copyreg
import random
import types

from host_tools.accelerate import accelerated
from host_tools.fakes import FakeClock, MemoryStore, RecordingDisplay, ScriptedInputs, SilentSound
from host_tools.simulator import PUZZLES, chosen_settings, new_table
from litfour.app import app as A
from litfour.app.chance import Random
from litfour.ports import MENU, UNDO, panel_named

CALLS = {"display": ("show",), "inputs": ("poll",), "store": ("load", "save"), "sound": ("play", "update")}
KINDS = (OSError, ValueError, MemoryError, RuntimeError, IndexError)
AT_RISK = 2                 # moves that a restart may cost: the falling disc, and one whose save was not begun


class Fault(Exception):
    """Marks injected exceptions, so that no other is taken for one."""


INJECTED = {kind: type("Injected" + kind.__name__, (Fault, kind), {}) for kind in KINDS}


class Seam:
    """The calls of one turn, counted; the one numbered `at` (from 1) raises `kind`. 0: none does."""

    def __init__(self):
        self.count = 0
        self.at = 0
        self.kind = OSError
        self.where = ""

    def called(self, name):
        self.count += 1
        if self.count == self.at:
            self.where = name
            raise INJECTED[self.kind](name)


class Guard:
    """A port whose calls go through a Seam; everything else is the port's."""

    def __init__(self, port, name, seam):
        self.__dict__.update(_port=port, _name=name, _seam=seam)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._port, name)
        if name not in CALLS[self._name]:
            return value

        def call(*arguments):
            self._seam.called(f"{self._name}.{name}")
            return value(*arguments)
        return call

    def __setattr__(self, name, value):
        setattr(self._port, name, value)


class Board:
    """A board whose seam is guarded. `presses`: [(ms, source, length), ...] is all that happens on it."""

    def __init__(self, panel, settings, presses, store=None):
        self.panel = panel_named(panel)
        self.clock = FakeClock(100)
        self.ms = 0
        self.seam = Seam()
        self.inputs = ScriptedInputs()
        self.store = store or MemoryStore()
        if settings:
            self.store.data["settings"] = settings.pack()
        for ms, source, length in presses:
            self.inputs.press(source, 100 + ms)
            self.inputs.release(source, 100 + ms + length)
        parts = {"display": RecordingDisplay(self.panel), "inputs": self.inputs, "store": self.store,
                 "sound": SilentSound()}
        parts = {name: Guard(port, name, self.seam) for name, port in parts.items()}
        self.table = new_table()
        self.app = A.App(self.panel, parts["display"], parts["inputs"], parts["store"], parts["sound"], Random(5),
                         self.table, None, PUZZLES)
        self.app.begin(self.clock.ms())

    def turn(self, span=16):
        self.seam.count = 0
        self.app.turn(self.clock.ms())
        self.clock.advance(span)
        self.ms += span

    def copy(self):
        """Another board in the same state; only the search's table is shared."""
        return copy.deepcopy(self, {id(self.table): self.table, id(self.panel): self.panel})


def script(chance, seconds):
    """Presses of an evening: columns mostly, the menu, undo, redo, a chord."""
    presses, ms = [], 300
    while ms < 1000 * seconds:
        kind = chance.random()
        if kind < 0.75:
            presses.append((ms, chance.randrange(7), 60))
        elif kind < 0.95:
            presses.append((ms, chance.choice((MENU, UNDO)), chance.choice((60, 700))))
        else:
            presses += [(ms, MENU, 700), (ms, UNDO, 700)]
        ms += chance.randint(300, 1800)
    return presses


def restarted(broken, chance):
    """What root.main does after an exception: a new App from the store. AssertionError if something was lost."""
    played = list(broken.app.session.position.moves) if broken.app.session else None
    stored = copy.deepcopy(broken.store.data)
    board = Board(broken.panel.name, None, [(20, chance.randrange(7), 60)], broken.store)
    app = board.app
    assert not app.repaired, app.repaired
    if "session" in stored:
        assert app.session.pack() == stored["session"], "another game"
    if "settings" in stored:
        assert app.settings.pack() == stored["settings"], "other settings"
    if played is not None and not broken.app.puzzle and not broken.app.kept and broken.app.state in (A.FALL, A.TURN):
        saved = app.session.position.moves
        future = app.session.future
        whole = saved + future[::-1]
        assert len(played) - len(saved) <= AT_RISK and played[:len(saved)] == saved \
            or whole[:len(played)] == played, f"{played} was played, {saved} came back"
    for _ in range(12):
        board.turn()
    assert app.state != A.ATTRACT, "a press does not go on with it"


def torture(tally, budget, seed, step=1):
    """Every `step`-th turn of games with the seeds from `seed` on, and every one where something is to be saved."""
    for shared in (types.ModuleType, memoryview):       # copies share modules, and views of the table
        copyreg.pickle(shared, lambda value: "shared")
    with accelerated():
        while budget.left(tally.tried):
            chance = random.Random(seed)
            variant, panel = chance.choice((("standard", "7x6"), ("popout", "7x6"), ("no-gravity", "7x6"),
                                            ("3d", "9x9"), ("simultaneous", "9x9"), ("power-up", "7x6")))
            players = chance.choice(("two", "solo"))
            settings = chosen_settings(panel_named(panel), variant, "easy", players)
            board = Board(panel, settings, script(chance, 20))
            while board.ms < 20000 and budget.left(tally.tried):
                if board.app.pending or board.ms // 16 % step == seed % step:
                    _every_call(board, tally, chance, f"seed {seed}, {variant} {players}, {board.ms} ms")
                board.turn()
            tally.count("games")
            seed += 1
    return tally


def _every_call(board, tally, chance, words):
    """The next turn, once for every call that it makes. The table, which copies share, is then as before."""
    whole = board.table[:]
    clean = board.copy()
    clean.turn()
    for at in range(1, clean.seam.count + 1):
        broken = board.copy()
        broken.seam.at, broken.seam.kind = at, KINDS[tally.tried % len(KINDS)]
        try:
            broken.turn()
            tally.count("no restart needed")
        except Fault:
            tally.count(broken.seam.where)
            try:
                restarted(broken, chance)
            except Exception as error:          # whatever it is, the restart failed: a finding
                tally.bad(f"{words}, call {at} ({broken.seam.where}): {type(error).__name__}: {error}")
                continue
        tally.good()
    board.table[:] = whole


