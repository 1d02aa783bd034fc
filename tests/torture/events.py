"""Random events on the raw lines of a whole simulated board, and what must hold after each turn of its loop.

The game's moves are followed by the reference games (tests/rules), which are written from the rules' text with plain
lists. What may change them is known too: a person's turn, a CPU's thinking, the clock, taking back, going forward,
another game. Every session ends with its lines at rest: then MENU, held, must lead out of whatever state there is.
"""

import multiprocessing
import random

from host_tools.accelerate import accelerated
from host_tools.fakes import FakeClock, MemoryStore, RecordingDisplay, SilentSound
from host_tools.simulator import PUZZLES, new_table
from litfour.app import app as A
from litfour.app import menu
from litfour.app import settings as S
from litfour.app.chance import Random
from litfour.app.restore import allows, load_session
from litfour.app.settings import Settings
from litfour.ports import MENU, panel_named
from litfour.rules.notation import move_text
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.variants import POP10, ROUND, VARIANTS, fits
from tests.rules.agree import reference_of
from tests.torture.lines import Fingers, RawInputs

PANELS = ("7x6", "8x8", "9x6", "9x9")
WAITING = (A.TURN, A.REWOUND, A.OVER, A.ROUND, A.ATTRACT)
EVENTS_OF_A_SESSION = 400


class Wrong(AssertionError):
    """Something that must hold did not."""


class Model:
    """Follows the sessions of an App: check() after every turn."""

    def __init__(self, app):
        self.app = app
        self.known = None
        self.reference = None
        self.tokens = []
        self.before = self._look()
        self.moves = 0
        self.checked = 0
        self._act = app._act
        app._act = self._watch

    def _watch(self, gesture, now):
        """Stands in for the App's own: each gesture is followed by a check, for one turn may digest several."""
        self._act(gesture, now)
        if gesture:
            self.check(True)

    def _look(self):
        app = self.app
        session = app.session
        cpu = session.is_cpu(app.scene.seat or 1)
        return (session, session.position, list(session.position.moves), list(session.future), app.state, cpu)

    def check(self, touched=False):
        """touched: a gesture has just been acted on."""
        session, position, moves, future, state, cpu = self.before
        now = self._look()
        self.before = now
        if now[0] is session and now[1] is position:
            if now[2] != moves or now[3] != future:
                self._transition(moves, future, now[2], now[3], state, cpu, touched)
        self._follow()
        self._sane()

    def _transition(self, moves, future, new_moves, new_future, state, cpu, touched):
        """One turn of the loop changes a game in one of these ways only."""
        line, new_line = moves + future[::-1], new_moves + new_future[::-1]
        at, new_at = len(moves), len(new_moves)
        played = new_at == at + 1 and new_moves[:at] == moves and not new_future
        timed = state == A.TURN and self.app.session.settings.clock
        if played and not (future and new_line == line):
            allowed = state in (A.TURN, A.REWOUND) if touched else state == A.THINK and cpu or timed
            self.moves += 1
        elif line == new_line and at != new_at:
            allowed = touched or played and timed       # taken back or forward, or by chance the same move
        elif new_line == line[:at] and new_at == at:
            allowed = touched               # what was taken back is given up
        elif self.app.puzzle and line[:new_at] == new_moves and not new_future:
            allowed = touched               # a puzzle once more
        else:
            allowed = False
        if not allowed:
            raise Wrong(f"{A.STATE_NAMES[state]}: the moves {moves} + {future} became {new_moves} + {new_future}")

    def _follow(self):
        """The reference plays the same moves; all that can be seen is then the same."""
        position = self.app.session.position
        fresh = self.known is not position
        if fresh:
            self.known, self.tokens = position, []
            self.reference = self._begin(position)
        tokens = [move_text(move, position.variant) for move in position.moves]
        if tokens == self.tokens and not fresh:
            return
        common = 0
        while common < min(len(tokens), len(self.tokens)) and tokens[common] == self.tokens[common]:
            common += 1
        while len(self.tokens) > common:
            self.reference.undo()
            self.tokens.pop()
        for token in tokens[common:]:
            self._demand_legal(token)
            self.reference.play(token)
            self.tokens.append(token)
        self._compare()

    def _begin(self, position):
        variant, settings = position.variant, self.app.session.settings
        filling = None
        if variant.kind == POP10 and settings.rule:
            fresh = self.app.session.fresh(position.first, position.deal)
            filling = [[fresh.cell(column, row) for column in range(7)] for row in range(6)]
        reference = reference_of(variant.name, settings.rule, position.first, filling)
        base = VARIANTS[settings.variant]
        if variant is not base:             # a head start
            for column, discs in variant.prefilled:
                for seat in discs:
                    reference.drop(column, int(seat))
        return reference

    def _demand_legal(self, token):
        reference = self.reference
        if reference.result is not None:
            raise Wrong(f"{token} after the end of the game")
        if self.app.session.position.variant.kind == ROUND:
            good = {int(part) - 1 for part in token.split("/")} <= set(reference.choices())
        else:
            good = token in reference.legal()
        if not good:
            raise Wrong(f"the illegal move {token} after {' '.join(self.tokens)}")

    def _compare(self):
        position, reference = self.app.session.position, self.reference
        self.checked += 1
        cells = b"".join(bytes(column) for column in zip(*reference.grid))
        if bytes(position.cells) != cells:
            raise Wrong(f"{position.variant.name}: cells {bytes(position.cells)} after '{' '.join(self.tokens)}', "
                        f"the reference says {cells}")
        result = {ONGOING: None, DRAW: "draw"}.get(position.result, position.result)
        if result != reference.result:
            raise Wrong(f"result {result} after {' '.join(self.tokens)}, not {reference.result}")
        if result is None and position.turn != reference.turn:
            raise Wrong(f"turn of {position.turn} after {' '.join(self.tokens)}")

    def _sane(self):
        """What always holds between state, session and settings."""
        app = self.app
        result = app.session.position.result
        if app.state == A.TURN and (
                result != ONGOING or app.session.is_cpu(app.scene.seat) and not app.session.future):
            raise Wrong("a turn of nobody")
        if app.state == A.THINK and (result != ONGOING or not app.session.is_cpu(app.scene.seat)):
            raise Wrong("thinking about nothing")
        if app.state == A.OVER and result == ONGOING and not app.puzzle:
            raise Wrong("the end of a game that is not over")
        if (app.state == A.PAGE) != (app.menu is not None):
            raise Wrong("a menu without its page")
        if not all(allows(app.settings, name, getattr(app.settings, name)) for name in S.FIELDS):
            raise Wrong("settings that would be repaired: " + repr(app.settings.__dict__))


class Session:
    """One board with random settings, from power-up; see run()."""

    def __init__(self, seed, store=None):
        self.seed = seed
        self.random = random.Random(seed)
        self.panel = panel_named(self.random.choice(PANELS), self.random.random() < 0.5)
        self.store = store or MemoryStore()
        if store is None:
            self.store.data["settings"] = random_settings(self.random, self.panel).pack()
        self.deeds = {}
        self.start(self.random.choice((0, 0, (1 << 30) - self.random.randrange(1, 60000))))

    def start(self, now):
        """Power-up with what is on the flash."""
        self.clock = FakeClock(now)
        self.inputs = RawInputs(now)
        self.fingers = Fingers(self.inputs, self.panel.columns, self.random)
        self.app = A.App(self.panel, RecordingDisplay(self.panel), self.inputs, self.store, SilentSound(),
                         Random(self.random.randrange(1 << 30)), new_table(), None, PUZZLES)
        self.app.begin(now)
        if self.app.repaired:
            raise Wrong(f"repaired after a power-up: {self.app.repaired}")
        self.model = Model(self.app)

    def turn(self, span):
        self.app.turn(self.clock.ms())
        self.model.check()
        self.clock.advance(span)

    def run(self, events):
        """So many random events, the loop on time or late; Wrong, or what the firmware raises, if anything fails."""
        done = 0
        while done < events:
            before = self.inputs.edges
            name, length = ("stick", self.fingers.stick()) if self.random.random() < 0.002 else self.fingers.act()
            self.deeds[name] = self.deeds.get(name, 0) + 1
            pause = self.random.choice((0, 0, 20, 60, 200, 800, 2500))
            self.let_pass(length + pause if self.random.random() < 0.8 else length // 2)
            done += max(1, self.inputs.edges - before)
            if self.random.random() < 0.01:
                self.cut()
        self.recover()
        return done

    def let_pass(self, ms):
        coarse = 60 if ms > 5000 else 25
        while ms > 0:
            thinking = self.app.state == A.THINK or self.app.coach
            span = self.random.choice((1, 4, 9, coarse)) if not thinking else 6
            self.turn(span)
            ms -= span

    def settle(self, limit=120000):
        """Until a person is asked for something."""
        while self.app.state not in WAITING or self.app.pending:
            if self.app.state == A.PAGE or self.app.state == A.TODDLER:
                return
            if self.app.session.only_cpus and self.app.state in (A.THINK, A.FALL):
                return
            self.turn(6)
            limit -= 6
            if limit < 0:
                raise Wrong(f"stays in state {A.STATE_NAMES[self.app.state]}, pending {self.app.pending}")

    def cut(self):
        """The power fails at some moment, and comes back: the game is one that was on the flash."""
        self.app = None
        self.start(self.random.randrange(1 << 30))

    def press(self, line, ms):
        self.inputs.plan(line, 1, 0)
        self.inputs.plan(line, 0, ms)
        self.let_pass(ms + 60)

    def recover(self):
        """The lines come to rest; then there is a way to a fresh game from wherever the board is."""
        self.let_pass(200)
        while self.inputs.busy:
            self.let_pass(500)
        self.let_pass(1000)
        self.settle()
        if self.app.state == A.TODDLER:
            self.press(MENU, 700)
        for _ in range(2):
            if self.app.state != A.PAGE:
                self.press(MENU, 700)
        if self.app.state != A.PAGE:
            raise Wrong(f"no menu from state {A.STATE_NAMES[self.app.state]}")
        for _ in range(len(menu.NAMES)):
            if self.app.menu.page == menu.NEW:
                break
            self.press(MENU, 60)
        self.press(0, 60)
        if self.app.state not in (A.TURN, A.THINK, A.FALL, A.ATTRACT):
            raise Wrong(f"no new game, but state {A.STATE_NAMES[self.app.state]}")
        data = self.store.load("session")
        if data is not None:
            load_session(data, Settings(), self.store.load("more"))


def random_settings(chance, panel):
    """Any settings that this panel allows."""
    settings = Settings()
    fitting = [k for k in range(len(VARIANTS)) if fits(VARIANTS[k], panel)]
    settings.variant = chance.choice(fitting)
    settings.settle()
    for name in S.FIELDS:
        if name != "variant" and chance.random() < 0.5:
            values = [value for value in range(64) if allows(settings, name, value)]
            setattr(settings, name, chance.choice(values))
    if VARIANTS[settings.variant].seats == 3:
        settings.people = 0
    settings.level = min(settings.level, 2) if chance.random() < 0.9 else settings.level
    if settings.level == 3:
        settings.level = 2              # Perfect's solver has tortures of its own (tests/solver)
    return settings


def torture(tally, budget, seed, processes=1):
    """Sessions with the seeds from `seed` on. The tally counts edges on the lines."""
    if processes == 1:
        with accelerated():
            _count(tally, budget, seed, map, 1)
    else:
        with multiprocessing.Pool(processes, _accelerate) as pool:
            _count(tally, budget, seed, pool.map, 8 * processes)
    return tally


def _accelerate():
    accelerated().__enter__()               # for the whole life of this process


def _count(tally, budget, seed, run_all, batch):
    while budget.left(tally.tried):
        for edges, checked, fault in run_all(_session, range(seed, seed + batch)):
            tally.bad(fault) if fault else tally.good(edges)
            tally.count("positions agreed", checked)
            tally.count("sessions")
        seed += batch


def _session(seed):
    """(edges, positions compared, what went wrong or None) of the session with this seed."""
    session = None
    try:
        session = Session(seed)
        return session.run(EVENTS_OF_A_SESSION), session.model.checked, None
    except Exception as error:              # whatever the firmware raises is a finding
        where = f"{session.panel.name} " if session else ""
        return 0, 0, f"seed {seed}: {where}{type(error).__name__}: {error}"
