"""Leads a simulated board to a state of states.py, or through moves and presses, for a picture of it."""

import gc
from contextlib import contextmanager
from typing import NamedTuple

from host_tools import fingers
from host_tools.script import BUTTONS, ScriptError, parse
from host_tools.settings_words import SETTINGS
from host_tools.simulator import Simulator, chosen_settings
from host_tools.states import EXAMPLES, WAKE, State, example, states
from litfour.app.menu import NAMES as PAGES
from litfour.ports import BEAM, MAX_COLUMNS, MENU, STUCK, Panel, panel_named
from litfour.rules.notation import moves_text, read_move, replay
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.start import new_position
from litfour.rules.variants import DROP, variant_named

FIRST_LIGHT_MS = 40         # the first frame is shown within this
BETWEEN_MS = 250            # from one move to the next
AFTER_MS = 1100             # from the last move to its picture, where no state says when
SETTLE_MS = 120000          # no answer of the CPU takes longer
SEED = 4
GESTURES = {"jam": 1, "page": 1, "power": 0, "hand": 0, "film": 0}     # methods of Stage: how many words follow
BY_WORD = ("coach", "palette", "texture", "night")      # settings with the words of settings_words


class StageError(ValueError):
    """It can't be shown; the text says why."""


class Wish(NamedTuple):
    """What is to be shown. state: a name of states.states(), None for the position as it is after moves and presses;
    without these it is the game's example. moves: notation, None for the state's own. presses: gestures as in
    states.py. steps: gestures of script.parse. settings: by name, see settings_for."""

    panel: str | None = None
    rail: bool = False
    state: str | None = None
    moves: str | None = None
    presses: str = ""
    steps: tuple = ()
    settings: dict = {}
    seed: int = SEED


class Shown(NamedTuple):
    """What the board shows: a frame as of ports.py, the display's brightness and what is pressed, and in words."""

    panel: Panel
    frame: bytes
    brightness: int
    held: int
    title: str


def settings_for(panel, named):
    """Settings out of names and values as chosen_settings takes them, and coach, palette, texture, night (numbers or
    words) and brightness (1 ..). All seats are people's where nothing is said. ValueError."""
    more = {name: named[name] for name in named if name in BY_WORD or name == "brightness"}
    known = {name: value for name, value in named.items() if name not in more}
    seats = variant_named(known.get("variant") or "standard").seats
    settings = chosen_settings(panel, **{"players": "three" if seats == 3 else "two", **known})
    for name, value in more.items():
        if name == "brightness":
            settings.brightness = value - 1
        else:
            setattr(settings, name, value if isinstance(value, int) else SETTINGS[name].words.index(value))
    return settings


def smallest_panel(variant):
    """The name of the smallest panel that shows a variant."""
    record = variant_named(variant)
    return next(name for name in ("7x6", "8x8", "9x6", "9x9")
                if record.width <= int(name[0]) and record.height <= int(name[2]))


def is_example(wish):
    """True where nothing is named but a game."""
    return wish.state is None and wish.moves is None and not wish.presses and not wish.steps


def state_of(wish):
    """The State that a wish names, or that its moves and presses make. StageError."""
    variant = wish.settings.get("variant") or "standard"
    if wish.state is None:
        if is_example(wish):
            return example(variant)
        wait = f"wait {AFTER_MS}" if wish.moves is not None and not wish.presses and not wish.steps else ""
        return State(variant, "", wish.moves, wait, "" if wish.moves is None else WAKE)
    known = states()
    if wish.state not in known:
        pages = ", ".join(name.partition(":")[2] for name in known if ":" in name)
        names = ", ".join(name for name in known if ":" not in name)
        raise StageError(f"unknown state {wish.state!r}: {names}, and menu:PAGE with {pages}")
    state = known[wish.state]
    if state.moves is None:
        if wish.moves is not None:
            raise StageError(f"the state {wish.state!r} has no moves")
    elif wish.moves is not None:
        state = state._replace(moves=wish.moves)
    elif variant_named(variant).kind != DROP:
        shown = EXAMPLES[variant]
        moves = shown.moves.split()
        ended = shown.shows == "over" and state.shows != "over"
        state = state._replace(moves=" ".join(moves[:len(moves) - ended]),
                               settings={**shown.settings, **state.settings})
    return state


class Stage:
    """A simulated board and what is done to it. on_turn(simulator) is called after every turn from film() on."""

    def __init__(self, panel, rail, settings, seed, on_turn=None, make_solver=None):
        self.seed = seed
        self._make_solver = make_solver
        self.simulator = Simulator(panel, rail, seed, settings, make_solver=make_solver)
        self.simulator.run(FIRST_LIGHT_MS)
        self._on_turn = on_turn

    def film(self):
        """An animation begins here, if it has not yet."""
        self.simulator.on_turn = self._on_turn

    def do(self, text):
        """Gestures as in states.py. StageError for what is none."""
        for part in text.split(";"):
            words = part.split()
            if words and all(word.isdigit() for word in words):
                for word in words:
                    self.perform(parse([f"press {word}"]))
                    self.settle()
            elif words and words[0] in GESTURES:
                self._do_own(*words)
            else:
                try:
                    self.perform(parse([part]))
                except ScriptError as error:
                    raise StageError(f"{part.strip()!r}: {error.text}") from None

    def _do_own(self, verb, *rest):
        count = GESTURES[verb]
        if len(rest) != count:
            said = " ".join((verb, *rest))
            raise StageError(f"{said!r}: {'one word follows' if count else 'nothing follows'} {verb!r}")
        getattr(self, verb)(*rest)

    def perform(self, steps):
        """Gestures of script.parse. StageError where the panel has not that column."""
        columns = self.simulator.panel.columns
        for step in steps:
            if any(columns <= source % BEAM < MAX_COLUMNS and source < MENU for source in step.sources):
                raise StageError(f"line {step.line_no}: the panel has {columns} columns")
            if step.verb == "wait":
                self.simulator.run(step.ms)
            else:
                self.simulator.press(*step.sources, ms=step.ms)

    def settle(self):
        """Until the disc lies and the CPU has answered."""
        self.simulator.run_until(lambda app: self.simulator.state not in ("fall", "think"), SETTLE_MS)

    def jam(self, what):
        """A beam, by its column, is blocked, or MENU or UNDO stuck, from now on."""
        known = {**BUTTONS, **{str(k + 1): BEAM + k for k in range(self.simulator.panel.columns)}}
        if what not in known:
            raise StageError(f"'jam {what}': one of {', '.join(known)}")
        self.simulator.inputs.event(STUCK | known[what], self.simulator.clock.ms())

    def page(self, name):
        """Opens the menu at a page."""
        if name not in PAGES:
            raise StageError(f"'page {name}': one of {', '.join(PAGES)}")
        self.simulator.hold(MENU)
        for _ in PAGES:
            menu = self.simulator.app.menu
            if menu is None:
                raise StageError(f"'page {name}': the menu can't be opened here")
            if PAGES[menu.page] == name:
                return
            self.simulator.press(MENU)
        raise StageError(f"'page {name}': this game has no such page")

    def power(self):
        """The plug is pulled and put in again."""
        old = self.simulator
        self.simulator = Simulator(old.panel.name, old.panel.rail, self.seed, None, old.store, on_turn=old.on_turn,
                                   make_solver=self._make_solver)

    def hand(self):
        """The CPU plays on for the seat to move."""
        turn = self.simulator.app.session.position.turn
        self.hand_over(1 << turn - 1)

    def hand_over(self, cpus):
        """By the menu's page: the CPU plays on for these seats, bits as in Settings.cpus."""
        seats = [seat for seat in range(3) if (self.simulator.app.session.settings.cpus ^ cpus) >> seat & 1]
        if seats:
            self.do("; ".join(["page hand", *[f"press {seat + 1}" for seat in seats], "hold menu"]))

    def play(self, text, caught=False):
        """Makes the moves of a text by the buttons, each waited for; the last one is filmed and not waited for if it is
        to be caught. MoveError where one can't be made: then none is."""
        session = self.simulator.app.session
        position = session.position
        trial = new_position(position.variant, position.first, position.rule, position.deal)
        replay(trial, text)
        moves = [read_move(token, position.variant) for token in moves_text(trial).split()]
        for number, move in enumerate(moves, 1):
            last = number == len(moves)
            if last and caught:
                self.film()
            self._make(position, move)
            if not (last and caught):
                self.settle()
            if not last:
                self.simulator.run(BETWEEN_MS)
        if position.moves != moves:
            raise StageError(f"the board played {moves_text(position)}, not {text}")

    def _make(self, position, move):
        if self.simulator.state == "round":
            self.simulator.press(MENU)
        for source, ms in fingers.presses(position, move, self.simulator.app.scene.left):
            self.simulator.press(source, ms=ms)

    def look(self):
        """What it shows, as a word: the app's state, or "draw"."""
        drawn = self.simulator.state == "over" and self.simulator.app.session.position.result == DRAW
        return "draw" if drawn else self.simulator.state

    def shown(self, title):
        simulator = self.simulator
        return Shown(simulator.panel, bytes(simulator.display.frame), simulator.display.brightness,
                     simulator.inputs.held, title)


def solver(level):
    """What makes the solver where the CPU is to play at the level Perfect, else None. StageError where it can't."""
    if level != "perfect":
        return None
    from host_tools import perfect
    missing = perfect.available()
    if missing:
        raise StageError(f"the level perfect can't play here: {missing}")
    return perfect.make_solver


@contextmanager
def unburdened():
    """Makes the firmware's many collections quick: what was there before is not looked at."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def staged(wish, on_turn=None):
    """(Shown, the Stage or None): leads a board to what is wished. on_turn(simulator) is called after every turn from
    where an animation of it begins: with the state's own gestures, or with everything where no state is named.
    StageError, MoveError and other ValueErrors in words where it can't be done."""
    state = state_of(wish)
    named = {**state.settings, **wish.settings}
    players = named.pop("players", None)
    panel = wish.panel or smallest_panel(named.get("variant") or "standard")
    record = panel_named(panel, wish.rail)
    if state.light:
        level, brightness = state.light
        return Shown(record, bytes([level] * 3) + bytes(record.size - 3), brightness, 0, state.title), None
    settings = settings_for(record, named)
    cpus = settings_for(record, {**named, "players": players}).cpus if players else 0
    if state.moves is None:
        settings.cpus = cpus
    stage = Stage(panel, wish.rail, settings, wish.seed, on_turn, solver(named.get("level")))
    if wish.state is None and not is_example(wish):
        stage.film()
    with unburdened():
        _go(stage, state, cpus)
        if wish.presses:
            stage.do(wish.presses)
        stage.perform(wish.steps)
    if not wish.presses and not wish.steps and stage.look() != state.shows != "":
        raise StageError(f"this does not lead to the state {wish.state or state.title!r}: the board shows "
                         f"{stage.look()!r}, not {state.shows!r}")
    return stage.shown(state.title), stage


def _go(stage, state, cpus):
    """Before the moves, the moves, the seats that the CPU takes over, and after them."""
    if state.before:
        stage.do(state.before)
    if state.moves is not None:
        if state.moves:
            stage.play(state.moves, state.caught)
        if cpus and not state.caught and stage.simulator.app.session.position.result == ONGOING:
            stage.hand_over(cpus)
        if stage.simulator.state == "round" != state.shows:
            stage.do("press menu")          # the next round begins
    if "film" not in state.then:
        stage.film()
    if state.then:
        stage.do(state.then)
