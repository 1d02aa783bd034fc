"""The flow of a table session against a model of it: plain lists, written from the grammar of gestures.

Two people play the standard game. Each step is one thing that they do, and afterwards the board must be where the model
says: the moves on it, those taken back, the score, the state, and after a power cut what the flash gave back.
"""

from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from litfour.rules.position import DRAW, ONGOING
from tests.rules.reference_drop import DropReference
from tests.scenarios.table import Table

COLUMNS = st.sampled_from([1, 2, 3, 3, 4, 4, 4, 5, 6, 7])
SESSIONS = 20               # with one seed
QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck), "print_blob": True}


class Game:
    """moves, future (the next one last), and who began."""

    def __init__(self, first):
        self.first = first
        self.moves = []
        self.future = []

    def copy(self):
        other = Game(self.first)
        other.moves, other.future = self.moves[:], self.future[:]
        return other

    def reference(self):
        reference = DropReference(7, 6, 4, self.first)
        for column in self.moves:
            reference.play(str(column))
        return reference

    @property
    def result(self):
        return self.reference().result


class TableModel(RuleBasedStateMachine):
    agreed = 0                      # times that all was compared

    def __init__(self):
        super().__init__()
        self.table = Table(panel="7x6", players="two")
        self.game = Game(1)
        self.kept = None
        self.score = [0, 0, 0]
        self.state = "attract"
        self.saved = None           # (game, score) on the flash

    # ---- what is done
    @rule(column=COLUMNS)
    def press_column(self, column):
        self.table.column(column).settle().wait(1700)
        game = self.game
        if self.state == "attract":
            self._open()
        elif self.state == "over":
            self._rematch()
        elif str(column) in game.reference().legal():
            game.moves.append(column)
            game.future = []
            self.kept = None
            self._count(game.result, 1)
            self._arrive()

    @rule()
    def press_menu(self):
        self.table.menu().settle().wait(200)
        if self.state == "attract":
            self._open()
        elif self.state == "rewound":
            self.game.future = []
            self._arrive()

    @rule()
    def press_undo(self):
        self.table.undo().settle().wait(200)
        game = self.game
        if self.state == "attract":
            return
        if self.state == "turn" and self.kept and not game.moves:
            self.game, self.kept = self.kept, None
            self._arrive()
        elif game.moves:
            self._count(game.result, -1)
            game.future.append(game.moves.pop())
            self._arrive()

    @rule()
    def hold_undo(self):
        self.table.hold_undo().settle().wait(1700)
        game = self.game
        if self.state != "attract" and game.future:
            game.moves.append(game.future.pop())
            self._count(game.result, 1)
            self._arrive()

    @rule()
    def brightness(self):
        before = self.table.app.settings.brightness
        self.table.chord().settle().wait(200)
        assert self.table.app.settings.brightness == (before + 1) % 5

    @rule()
    def into_the_menu_and_out(self):
        self.table.hold_menu().wait(100)
        assert self.table.state == "menu"
        self.table.hold_menu().settle().wait(1700)

    @rule()
    def new_game(self):
        if self.state == "attract":
            return
        self.table.new_game().settle().wait(200)
        old = self.game
        first = old.first if old.result is None else 3 - old.first
        if old.moves or old.future or self.kept is None:
            self.kept = old
        self.game = Game(first)
        self.state = "turn"

    @rule()
    def power_cut(self):
        self.table.wait(300)
        self.table = Table(store=self.table.sim.store)
        assert self.table.app.repaired == []
        if self.saved is None:
            self.game, self.score = Game(1), [0, 0, 0]
        else:
            self.game, self.score = self.saved[0].copy(), self.saved[1][:]
        self.kept = None
        self.state = "attract"

    # ---- what it means
    def _open(self):
        if self.game.result is not None:
            self._rematch()
        else:
            self._arrive()

    def _rematch(self):
        self.game = Game(3 - self.game.first)
        self._arrive()

    def _arrive(self):
        game = self.game
        self.state = "over" if game.result is not None else "rewound" if game.future else "turn"

    def _count(self, result, step):
        if result is not None:
            self.score[0 if result == "draw" else result] += step

    # ---- what must agree
    @invariant()
    def agrees(self):
        TableModel.agreed += 1
        app, game = self.table.app, self.game
        position = app.session.position
        assert self.table.state == self.state
        assert [move + 1 for move in position.moves] == game.moves
        assert [move + 1 for move in app.session.future] == game.future
        reference = game.reference()
        assert {ONGOING: None, DRAW: "draw"}.get(position.result, position.result) == reference.result
        assert bytes(position.cells) == b"".join(bytes(column) for column in zip(*reference.grid, strict=True))
        assert position.first == game.first
        assert app.session.match.score == self.score
        if self.table.sim.store.saves and self.kept is None and self.state != "attract":
            self.saved = game.copy(), self.score[:]


def torture(tally, budget, first_seed, steps=60):
    """Sessions of up to so many deeds each, with the seeds from `first_seed` on."""
    number = first_seed
    while budget.left(tally.tried):
        counted = settings(max_examples=SESSIONS, stateful_step_count=steps, database=None, **QUIET)
        before = TableModel.agreed
        try:
            run_state_machine_as_test(seed(number)(TableModel), settings=counted)
            tally.good(SESSIONS)
        except Exception as error:              # whatever the firmware raises is a finding
            tally.bad(f"seed {number}: {type(error).__name__}: {error}")
        tally.count("times agreed", TableModel.agreed - before)
        number += 1
    return tally
