"""The board without hardware: the firmware's App behind the fakes, on a virtual clock. Runs on MicroPython too."""

from array import array

from host_tools.fakes import FakeClock, MemoryStore, RecordingDisplay, ScriptedInputs, SilentSound
from litfour.app.app import STATE_NAMES, THINK, App
from litfour.app.chance import Random
from litfour.app.settings import CLOCKS, TARGETS, Settings
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.levels import LEVELS, level_named
from litfour.ports import BEAM, FREED, MAX_COLUMNS, PASS, STUCK, after, elapsed, panel_named
from litfour.rules.notation import board_rows, moves_text, result_text
from litfour.rules.variants import VARIANTS, fits, variant_named

IDLE_TURN_MS = 4        # how long one turn of the loop takes on the virtual clock, as measured on the emulated Pico
THINK_TURN_MS = 3

PUZZLES = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/firmware/data/puzzles"
JAM_MS = 300            # a beam that is blocked for so long is jammed, see hw/debounce

# Bit masks of the seats that the CPU plays, of two and of three. (With two people the third seat is the CPU's.)
PLAYERS = {"solo": (2, 6), "solo-yellow": (1, 5), "solo-blue": (3, 3), "two": (0, 4), "three": (0, 0), "watch": (3, 7)}


def is_beam(source):
    return BEAM <= source < BEAM + MAX_COLUMNS


def new_table():
    """A transposition table for the host."""
    return array("i", bytes(TABLE_BYTES))


def chosen_settings(panel, variant=None, level=None, players=None, starter=None, rule=None, clock=None, match=None):
    """Settings with what is given by name (clock: seconds, match: wins). ValueError for what is unknown, what does not
    combine, and a game that the panel has no room for."""
    settings = Settings()
    if variant is not None:
        record = variant_named(variant)
        if not fits(record, panel):
            raise ValueError(f"{variant} needs {record.width}x{record.height} cells; the panel has {panel.name}")
        settings.variant = VARIANTS.index(record)
        settings.settle()
    record = VARIANTS[settings.variant]
    if rule is not None:
        if rule not in record.rules:
            raise ValueError(f"{record.name} has " + ("the rules " + ", ".join(record.rules) if record.rules else
                                                      "no rule to choose"))
        settings.rule = record.rules.index(rule)
    if level is not None:
        settings.level = LEVELS.index(level_named(level))
    if players is not None:
        if record.seats == 2 and players in ("solo-blue", "three"):
            raise ValueError(f"{record.name} is for two: {players} needs three seats")
        settings.cpus = PLAYERS[players][record.seats - 2]
    if starter is not None:
        if starter > record.seats:
            raise ValueError(f"{record.name} has {record.seats} seats")
        settings.starter = starter
    if clock is not None:
        settings.clock = CLOCKS.index(clock)
    if match is not None:
        settings.match = TARGETS.index(match)
    return settings


class Simulator:
    """One board. Time passes only in run(); press() and hold() let it pass too, as a finger would."""

    def __init__(self, panel="7x6", rail=False, seed=0, settings=None, store=None, start_ms=0, keep=False,
                 on_turn=None, make_solver=None, inputs=None, sound=None):
        self.panel = panel_named(panel, rail)
        self.clock = FakeClock(start_ms)
        self.display = RecordingDisplay(self.panel, keep)
        self.inputs = inputs if inputs is not None else ScriptedInputs()
        self.store = store if store is not None else MemoryStore()
        self.sound = sound if sound is not None else SilentSound()
        if settings is not None:
            self.store.data["settings"] = settings.pack()
        self.on_turn = on_turn          # called after every turn of the loop
        self.ms = 0                     # virtual milliseconds since the start, without wrap
        self._random = Random(seed)
        self.make_solver = make_solver
        self.restart()

    def restart(self):
        """Power off and on: the firmware begins anew with what is in the store."""
        self.app = App(self.panel, self.display, self.inputs, self.store, self.sound, self._random, new_table(),
                       self.make_solver, PUZZLES)
        self.app.begin(self.clock.ms())

    def turn(self):
        """One turn of the loop, at the present time; the clock then moves on. Returns the milliseconds it took."""
        self.app.turn(self.clock.ms())
        if self.on_turn:
            self.on_turn(self)
        took = THINK_TURN_MS if self.app.state == THINK or self.app.coach else IDLE_TURN_MS
        self.clock.advance(took)
        self.ms += took
        return took

    def run(self, ms):
        """Lets `ms` milliseconds pass."""
        end = after(self.clock.ms(), int(ms))
        while elapsed(end, self.clock.ms()) > 0:
            self.turn()

    def run_until(self, condition, limit_ms=60000):
        """Lets time pass until condition(app) holds. TimeoutError after limit_ms."""
        start = self.ms
        while not condition(self.app):
            if self.ms - start > limit_ms:
                raise TimeoutError(f"still {self.state} after {limit_ms} ms")
            self.turn()

    def press(self, *sources, ms=60, gap=40):
        """Presses sources together for `ms`, releases them, and waits `gap`. A beam is blocked by a disc instead:
        from JAM_MS on it is stuck until it is free again."""
        for source in sources:
            if not is_beam(source):
                self.inputs.press(source, self.clock.ms())
            elif ms >= JAM_MS:
                self.inputs.event(STUCK | source, after(self.clock.ms(), JAM_MS))
        self.run(ms)
        for source in sources:
            if not is_beam(source):
                self.inputs.release(source, self.clock.ms())
            else:
                self.inputs.event(FREED | source if ms >= JAM_MS else PASS | source - BEAM, self.clock.ms())
        self.run(gap)

    def hold(self, *sources, ms=800):
        self.press(*sources, ms=ms)

    @property
    def state(self):
        return STATE_NAMES[self.app.state]

    def describe(self):
        """The session as plain data: what the headless mode prints."""
        session = self.app.session
        position = session.position
        score = session.match.score
        points = {str(seat): score[seat] for seat in range(1, len(score))}
        points["draw"] = score[0]
        said = {
            "state": self.state,
            "variant": position.variant.name,
            "turn": position.turn,
            "result": result_text(position.result),
            "board": board_rows(position),
            "score": points,
            "moves": moves_text(position),
        }
        if hasattr(position, "kept"):
            said["kept"] = list(position.kept[1:])
        if hasattr(position, "powers"):
            said["powers"] = ["".join("awxb"[k] for k in range(4) if left >> k & 1) for left in position.powers[1:]]
        if hasattr(position, "order"):
            said["order"] = list(position.order)
        return said
