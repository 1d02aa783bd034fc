"""The table session as a state machine: gestures and time go in, frames and sounds come out.

One turn of the loop is handle (input), tick (think, animate, draw: allocates nothing) and, where something is
pending, one piece of housekeep: a move of the CPU, the start of a search, a save, a collection. Those are the quiet
moments: they may take long, and the light stands still meanwhile.
"""

import gc

from litfour.app import gestures as G
from litfour.app import tunes
from litfour.app.hands import MORE, UNUSED
from litfour.app.ondemand import forget, tidily
from litfour.app.picture import CLOCK_LOW_MS, Picture
from litfour.app.puzzle import PERSON
from litfour.app.session import Session
from litfour.app.settings import (
    ALWAYS,
    BRIGHTNESS,
    CLOCKS,
    COACH_OFF,
    COACHED,
    GAME_FIELDS,
    Settings,
)
from litfour.engine.player import Player
from litfour.ports import BEAM, MAX_COLUMNS, NONE, after, elapsed
from litfour.rules import variants
from litfour.rules.position import DRAW, ONGOING
from litfour.view.frame import FRAME_MS

ATTRACT, PAGE, TURN, FALL, THINK, OVER, REWOUND, ROUND, TODDLER = range(9)
STATE_NAMES = ("attract", "menu", "turn", "fall", "think", "over", "rewound", "round", "toddler")

THINK_MS = 500          # the CPU takes at least this long, so that its move is seen coming
REST_MS = 1500          # after a game columns are ignored for this long
DIM_MS = 120000         # without a touch: dimmed; a press still counts
DARK_MS = 600000        # the same outside a game: dark
DIMMED = 12             # brightness of the display then, and at night
ROUND_MS = 10000        # after a round of simultaneous play the next one begins by itself
REPLAYED = 8            # moves that are shown again after a game
PAUSE_AFTER = 2         # time-outs in a row that pause the board

LONG_FRAMES = 221760    # two hours; a whole number of every picture's periods, so that none jumps

# pending work
MOVE, PREPARE, SAVE, COLLECT, SEARCH, TIMEOUT, ROUND_OVER, REPLAY = 1, 2, 4, 8, 16, 32, 64, 128
COACH, COUNT, DISCOUNT = 256, 512, 1024


class App:
    """The whole game behind the seam of ports.py. `table` is the search's, see engine/search; make_solver: see
    engine/player. puzzles: the path of their file, if not the board's. Nothing is drawn before begin()."""

    def __init__(self, panel, display, inputs, store, sound, random, table, make_solver=None, puzzles=None):
        self.panel = panel
        self.display = display
        self.inputs = inputs
        self.store = store
        self.sound = sound
        self.player = Player(table, random, make_solver, forget)
        self.random = random
        self.picture = Picture(self, panel)
        self.scene = self.picture.scene
        self.gestures = G.Gestures()
        self.state = ATTRACT
        self.menu = None
        self.session = None
        self.hand = None            # how the persons' presses become moves in this game
        self.clock_left = 0         # ms that the person to move has left; 0 without a clock
        self.quiet_moments = 0
        self.dimmed = 0             # 1: nobody has touched it for a while; 2: dark
        self.jammed = 0             # bit mask of sources that are stuck
        self.pending = 0
        self.repaired = []          # what was broken and did without, in words
        self._saved = {}            # what is known to be on the flash
        self.kept = None           # the game before this one, until the first move
        self._since = 0
        self._drawn = -1
        self._menu_from = ATTRACT
        self._kind = -1             # of the present game
        self.review = False         # a finished game is walked through
        self.toddler = None
        self.path = puzzles
        self.puzzle = None          # while one is played; self.player then defends; the game before is puzzle.before
        self.coach = None           # while it looks at the position on the board
        self.hint = False           # somebody has asked for the best move
        self.stray = -1             # panel column of a disc that fell while nobody might move
        self._idle = 0              # ms that nobody has touched it, up to a limit
        self._ticked = 0
        self._resting = False       # a game has just ended: columns do nothing for a moment
        self._clock_from = 0        # when clock_left was full, or was looked at last
        self._timed = None          # the choice that clock_left is for
        self._timeouts = 0          # in a row
        self.settings = Settings()
        self._chores = (                # most urgent first
            (MOVE, self._cpu_moves), (TIMEOUT, self._time_out), (ROUND_OVER, self._next_round),
            (PREPARE, self._prepare_cpu), (SAVE, self._save), (COUNT, self._count), (DISCOUNT, self._discount),
            (REPLAY, self._keep_replay), (COLLECT, self._collect), (COACH, self._start_coach),
            (SEARCH, self._search))

    def begin(self, now):
        """Loads settings and the last session; from here on turn() may be called."""
        from litfour.app import restore  # dropped at once
        self.settings, session, self.repaired = restore.load(self.store, self.panel)
        forget("litfour.app.restore")
        self.adopt(session or Session(self.settings))
        self.seldom("apply")
        self.pending = PREPARE
        self._ticked = now
        self.enter(ATTRACT, now)
        self.sound.play(tunes.OFFERED if self.session.unfinished else tunes.READY)

    def redraw(self):
        """The next frame is drawn even if it is the same moment."""
        self._drawn = -1

    def dim(self, step):
        """How much darker than chosen: 0 not at all, 1 after a while, 2 dark."""
        self.dimmed = step
        self._idle = 0 if step == 0 else self._idle
        self.display.brightness = DIMMED if step or self.settings.night else BRIGHTNESS[self.settings.brightness]
        self._drawn = -1

    def seldom(self, name, *arguments):
        """Calls a function of seldom.py, which is in memory for that moment only."""
        gc.collect()            # here as before all that is loaded in play: some of it stays, and should lie low
        from litfour.app import seldom
        return self._call_of(seldom, "litfour.app.seldom", name, arguments)

    def _puzzle(self, name, *arguments):
        """The same of puzzling.py."""
        gc.collect()
        from litfour.app import puzzling
        return self._call_of(puzzling, "litfour.app.puzzling", name, arguments)

    def _call_of(self, module, path, name, arguments):
        result = getattr(module, name)(self, *arguments)
        forget(path)
        self.pending |= COLLECT
        return result

    # ---- one turn of the loop

    def turn(self, now):
        self.handle(now)
        self.tick(now)
        if self.pending and self.state != FALL:          # a falling disc is not held up
            self.housekeep(now)

    def handle(self, now):
        """Digests all events up to now. May allocate where a gesture does something."""
        inputs = self.inputs
        event = inputs.poll(now)
        while event != NONE:
            self._act(self.gestures.feed(event, inputs.time), now)
            event = inputs.poll(now)
        self._act(self.gestures.update(now), now)

    def tick(self, now):
        """Thinks, animates and draws. Allocates nothing."""
        self.sound.update(now)
        self._grow_idle(now)
        if self.state == THINK and not self.pending and self.player.step():
            if elapsed(now, self._since) >= THINK_MS:
                self.pending |= MOVE
        elif self.coach:
            self.coach.step()
        n = elapsed(now, self._since) // FRAME_MS
        if n >= 2 * LONG_FRAMES:            # a state that lasts for days must not reach the wrap of the clock
            self._since = after(self._since, LONG_FRAMES * FRAME_MS)
            n -= LONG_FRAMES
        if self._resting and (self.state != OVER or n * FRAME_MS >= REST_MS):
            self._resting = False
        if self.state == FALL and n > self.picture.change_frames:
            if self.picture.next_change():
                self._since = now
                self._drawn = -1
            else:
                self._landed(now)
            n = 0
        if self.state == TURN and self.clock_left:
            self._count_down(now)
        elif self.state == ROUND and n * FRAME_MS >= (REST_MS if self.session.only_cpus else ROUND_MS):
            self.pending |= ROUND_OVER
        if n != self._drawn:
            self.picture.draw(n, now)
            if self.display.show(self.scene.frame.buf):
                self._drawn = n

    def _grow_idle(self, now):
        """Counts the time without a touch, and dims."""
        idle = self._idle + elapsed(now, self._ticked)
        self._ticked = now
        self._idle = min(idle, DARK_MS)
        if self.dimmed == 0 and idle >= DIM_MS:
            self.dim(1)
        elif self.dimmed == 1 and idle >= DARK_MS and self.state == ATTRACT and not self.session.unfinished:
            self.dim(2)

    def _count_down(self, now):
        before = self.clock_left
        self.clock_left -= elapsed(now, self._clock_from)
        self._clock_from = now
        if self.clock_left <= CLOCK_LOW_MS and (self.clock_left - 1) // 1000 != (before - 1) // 1000:
            self.sound.play(tunes.TICK)
        if self.clock_left <= 0:
            self.clock_left = 0
            self.pending |= TIMEOUT

    def housekeep(self, now):
        """Does the most urgent piece of pending work, and counts it."""
        self.quiet_moments += 1
        for chore, work in self._chores:
            if self.pending & chore:
                self.pending &= ~chore
                work(now)
                return

    def _cpu_moves(self, now):
        self._answer(self.hand.chosen(self.scene.seat, self.player.move), -1, now)

    def _time_out(self, now):
        if self.state == TURN:
            self._timeouts += 1
            self._answer(self.hand.timeout(self.random), -1, now)

    def _next_round(self, now):
        if self.state == ROUND:
            self.go_on(now)

    def _prepare_cpu(self, now):
        if self.session.settings.cpus:
            self._prepare(self.player.level if self.puzzle else self.session.level, now)

    def _keep_replay(self, now):
        self.picture.replay = self.session.snapshots(REPLAYED) if self.state == OVER else ()

    def _count(self, now):
        (self._puzzle if self.puzzle else self.seldom)("count", now)

    def _discount(self, now):
        self.seldom("discount")

    def _collect(self, now):
        gc.collect()

    def _search(self, now):
        if self.state == THINK:
            self.player.start(self.session.position, self.session.level, self.scene.seat)

    def _prepare(self, level, now):
        """Gets the CPU ready for this game; a faulty book of Perfect is told once, by the cue of a refusal."""
        tidily(True)
        self.player.prepare(self.session.position.variant, level)
        tidily(False)
        fault = self.player.fault if level.perfect else ""
        if fault and fault not in self.repaired:
            self.repaired.append(fault)
            self.refuse(-1, now)

    def _save(self, now):
        """Writes what has changed. While an older game is kept, it stays the one on the flash."""
        self._save_one("settings", self.settings.pack(), now)
        if not self.kept and not self.puzzle:
            more = self.session.more()          # a longer one serves as well, and a cut in between mixes nothing
            if more and not (self.store.load("more") or b"").startswith(more):
                self._save_one("more", more, now)
            self._save_one("session", self.session.pack(), now)

    def _save_one(self, name, data, now):
        if self._saved.get(name) == data:
            return
        if self.store.save(name, data):
            self._saved[name] = data
        elif name not in self.repaired:         # told once, by the cue of a refusal; the game goes on
            self.repaired.append(name)
            self.refuse(-1, now)

    # ---- changes of state

    def enter(self, state, now):
        self.state = state
        self._since = now
        self._drawn = -1
        if self.coach and state not in (TURN, REWOUND):
            self._end_coach()
        if state == OVER:
            self.review = False
        elif self.picture.replay:
            self.picture.replay = ()
        self.gestures.columns_long = self.hand.LONG and state in (TURN, REWOUND)

    def adopt(self, session):
        """Makes a session the present one, with the hand and the pictures that its game needs."""
        self.session = session
        kind = session.position.variant.kind
        if self.hand is None or self._kind != kind:
            self.hand = self.picture.effects = None
            self.player.release()
            tidily(True)
            from litfour.app import family  # dropped at once
            family.forget_all()
            self._kind = kind
            self.hand = family.make_hand(kind)
            self.picture.effects = family.effects(kind)
            forget("litfour.app.family")
            tidily(False)
            self.pending |= COLLECT
        self._show()

    def _show(self):
        """Shows the position as it lies, at once. Allocates."""
        position = self.session.position
        self.scene.show(position, self.hand.begin(position))

    def _rematch(self, now):
        if self.puzzle:
            if not self._puzzle("go_on", now):
                self._step_back(now, True)
            return
        if not self.settings.same(self.session.settings, GAME_FIELDS):      # changed over USB meanwhile
            self.seldom("new_session", self.settings.copy(), now)
            return
        self.session.rematch(self.random)
        self.stray = -1
        self.picture.hide_score()
        self._show()
        self.pending |= SAVE | COLLECT
        self.go_on(now)

    def go_on(self, now):
        """Goes on from the position on the board."""
        session = self.session
        if session.position.result != ONGOING or self.puzzle and self.puzzle.done(session.position):
            self.enter(OVER, now)
        elif session.future and not self.hand.busy:
            self.scene.seat = session.position.turn
            self.enter(REWOUND, now)
            if self.coach:
                self._end_coach()
            if self.review and self.settings.coach != COACH_OFF:
                self.pending |= COACH
        else:
            seat = self.scene.seat = self.hand.seat(session.settings.cpus)
            if session.is_cpu(seat) and not session.future:
                self._think(now)
            else:                       # with a future, somebody aims for the colour shown, whoever's it is
                self._turn(seat, now)

    def _think(self, now):
        self.enter(THINK, now)
        self.player.cancel()
        self.pending |= SEARCH

    def _turn(self, seat, now):
        """A person is to choose; the clock goes on where it is still the same choice."""
        choice = 4 * len(self.session.position.moves) + seat
        if choice != self._timed:
            self._timed = choice
            self.clock_left = 1000 * CLOCKS[self.session.settings.clock]
        self._clock_from = now
        self.enter(TURN, now)
        if self._coached(seat) and not self.coach:
            self.pending |= COACH

    def _coached(self, seat):
        settings = self.settings
        return settings.coach != COACH_OFF and (
            self.hint or not self.puzzle and (
                settings.coach == ALWAYS or self.session.settings.help_of(seat) == COACHED))

    def _start_coach(self, now):
        """Lets the coach look at the position while a person does."""
        if self.state not in (TURN, REWOUND):
            return
        gc.collect()
        from litfour.app.coach import Coach
        session = self.session
        self.coach = Coach(self.player)
        if self.puzzle:
            self.coach.tell(session.position, self.puzzle.hint(session.position))
            return
        always = self.settings.coach == ALWAYS or session.settings.help_of(self.scene.seat) == COACHED
        self.coach.begin(session.position, self.hint or self.review, always and not self.review)

    def _end_coach(self):
        self.coach = None
        self.hint = False
        self.player.cancel()
        forget("litfour.app.coach")
        self.pending |= COLLECT

    def _drop(self, move, now):
        """The seat to move makes a legal move."""
        session = self.session
        if self.coach and self.coach.show_threats and self.coach.gave_away(move):
            self.picture.warn(now)
        if self.review:
            self.review = False
            self.pending |= DISCOUNT
        session.play(move)
        self.kept = None
        position = session.position
        self.scene.take(position, self.hand.begin(position))
        self.picture.start(position, move)
        self.enter(FALL, now)

    def _landed(self, now):
        self.pending |= SAVE | COLLECT
        self.scene.settle()
        if self._timeouts >= PAUSE_AFTER and self.session.unfinished:
            self._pause(now)
        elif self._kind == variants.ROUND and self.session.position.result == ONGOING:
            self.enter(ROUND, now)
        else:
            self._arrive(now)

    def _pause(self, now):
        """Nobody seems to be there: the game waits, and any press goes on with it."""
        self._timeouts = 0
        self._timed = None
        self.enter(ATTRACT, now)

    def _arrive(self, now):
        """After a move: goes on, or celebrates."""
        self.go_on(now)
        if self.puzzle or self.state == OVER:
            self.pending |= COUNT
        if self.state == OVER:
            self._resting = True
            self.pending |= REPLAY
            if self.puzzle and self.session.position.result != PERSON:
                return                      # judged by itself
            if self.session.position.result == DRAW:
                self.sound.play(tunes.DRAWN)
            else:
                self.sound.play(tunes.MATCH if self.session.match.winner else tunes.WON)

    def _step_back(self, now, stepped):
        """After moves were taken back (or not): show where we are."""
        if not stepped:
            self.refuse(-1, now)
            return
        self.player.cancel()
        self.picture.hide_score()
        self._show()
        self.pending = (self.pending & ~(MOVE | SEARCH)) | SAVE
        self._timeouts = 0
        self.go_on(now)

    def refuse(self, column, now):
        self.picture.refuse(column, now)
        self._drawn = -1
        self.sound.play(tunes.REFUSED)

    # ---- gestures

    def _act(self, gesture, now):
        if gesture == G.NOTHING:
            return
        self._idle = 0
        if self.dimmed:
            self.dim(0)
        if gesture >= G.DISC:
            self._on_disc(gesture - G.DISC, now)
        elif gesture >= G.CLEARED:
            self.jammed &= ~(1 << gesture - G.CLEARED)
        elif gesture >= G.JAMMED:
            self.jammed |= 1 << gesture - G.JAMMED
            self.sound.play(tunes.REFUSED)
        elif gesture == G.CHORD:
            self._brighter(now)
        elif gesture == G.HOLD_MENU:
            self._toggle_menu(now)
        elif self.state == TODDLER:
            self.sound.play(self.toddler.press(gesture, now))
        elif self.state == ATTRACT:
            if gesture < G.TAP_UNDO:
                self._leave_attract(now)
        else:
            self._act_in_game(gesture, now)

    def _act_in_game(self, gesture, now):
        if gesture == G.TAP_MENU:
            if not self._discs_lie() or not self.seldom("settle_disc", True, now):
                self._on_menu(now)
        elif gesture == G.TAP_UNDO:
            if not self._discs_lie() or not self.seldom("settle_disc", False, now):
                self._on_undo(now)
        elif gesture == G.HOLD_UNDO:
            self._on_redo(now)
        elif gesture >= G.HOLD_COLUMN:
            if self.state in (TURN, REWOUND):
                column = gesture - G.HOLD_COLUMN
                self._person(self.hand.hold(column - self.scene.left), column, now)
        else:
            self.on_column(gesture - G.COLUMN, now)

    def _on_disc(self, panel_column, now):
        """A disc is a press of its column; where nobody may move it is shown until somebody says what it was."""
        if self.state in (FALL, THINK):
            self.stray = panel_column
            self._drawn = -1
            self.sound.play(tunes.REFUSED)
        else:
            self._act(G.COLUMN + panel_column, now)

    def _discs_lie(self):
        """True where a disc lies in a beam or fell at the wrong time."""
        return self.stray >= 0 or self.jammed >> BEAM & (1 << MAX_COLUMNS) - 1

    def _brighter(self, now):
        settings = self.settings
        settings.brightness = (settings.brightness + 1) % len(BRIGHTNESS)
        settings.night = 0
        self.seldom("apply")
        self.picture.show_brightness(now)
        self._drawn = -1
        if self.state not in (THINK, FALL):
            self.pending |= SAVE

    def _toggle_menu(self, now):
        if self.state == TODDLER:
            self.toddler = None
            forget("litfour.app.toddler")
            self._back_from_menu(now)
        elif self.state != PAGE:
            self.player.cancel()
            self.pending &= ~(MOVE | SEARCH | ROUND_OVER)
            if self.state == FALL:
                self.pending |= SAVE | COLLECT        # its landing is not waited for
                self.scene.settle()
            self._menu_from = self.state
            self._open_menu()
            self.enter(PAGE, now)
        elif self.menu.settings.same(self.settings, GAME_FIELDS):
            self._leave_menu(now)
        else:
            self._start_menu_game(now)

    def _open_menu(self):
        gc.collect()
        from litfour.app import menu  # loaded when it is wanted, dropped when it is left
        self.menu = menu.Menu(self.settings, self.session.settings.cpus, self.panel, self.player.has_perfect,
                              self.state != ATTRACT)

    def _close_menu(self):
        """Takes over what acts at once; returns the settings for a new game."""
        settings = self.menu.take_over(self)
        self.menu = None
        forget("litfour.app.menu")
        forget("litfour.view.glyphs")
        self.pending |= PREPARE | COLLECT | SAVE
        return settings

    def _leave_menu(self, now):
        self._close_menu()
        self._back_from_menu(now)

    def _back_from_menu(self, now):
        if self._menu_from in (ATTRACT, ROUND):
            self.enter(self._menu_from, now)
        else:
            self.go_on(now)

    def _start_menu_game(self, now):
        settings = self._close_menu()
        if self.puzzle:
            self._puzzle("release")
        self.seldom("new_session", settings, now)

    def _leave_attract(self, now):
        """Opens the unfinished game, else the last set-up; the waking press is never a move."""
        if self.session.position.result != ONGOING:
            self._rematch(now)
        else:
            self.go_on(now)

    def _on_menu(self, now):
        state = self.state
        answer = self.hand.menu() if state == TURN else UNUSED
        if state == PAGE:
            self.menu.next()
            self.enter(PAGE, now)
        elif state == REWOUND and self.review and self.settings.takeback:
            self.refuse(-1, now)           # it may be looked at only
        elif state == REWOUND:
            self.session.cut()
            self.pending |= SAVE
            self.go_on(now)
        elif state == ROUND:
            self.go_on(now)
        elif answer != UNUSED:
            self._person(answer, -1, now)
        else:
            self.picture.toggle_score(now)
            self._drawn = -1

    def _on_undo(self, now):
        state = self.state
        if state == PAGE:
            self.menu.next_option()
            self.enter(PAGE, now)
        elif state == TURN and self.hand.undo():
            self.go_on(now)
        elif self.puzzle:
            if not self._puzzle("undo", now):
                self._step_back(now, True)
        elif state == OVER or self.review:
            self.review = True
            self._step_back(now, self.session.back())
        elif self.settings.takeback and not self.seldom("may_take_back"):
            self.refuse(-1, now)
        elif state == REWOUND:
            self._step_back(now, self.session.back())
        elif self.kept and not self.session.position.moves:
            self.seldom("restore", now)
        elif state == TURN and not self.session.settings.cpus:
            self._step_back(now, self.session.back())
        else:
            self._step_back(now, self.session.back_to_choice())

    def _on_redo(self, now):
        if self.state in (PAGE, THINK, FALL):
            return
        if not self.session.forward():
            self.refuse(-1, now)
            return
        if self.puzzle and self.session.is_cpu(self.session.position.turn):
            self.session.forward()          # nobody else chooses for the defence
        self.picture.hide_score()
        self._show()
        self.pending |= SAVE
        self._arrive(now)

    def on_column(self, panel_column, now):
        state = self.state
        if state == PAGE:
            if not self.menu.choose(panel_column):
                self.refuse(panel_column, now)
            elif self.menu.start:
                self._start_menu_game(now)
            elif self.menu.hint:
                self._leave_menu(now)
                self.seldom("ask", now)
            elif self.menu.puzzle >= 0:
                level = self.menu.puzzle
                self._close_menu()
                self._puzzle("start", level, now)
            elif self.menu.toddler:
                self._close_menu()
                self.seldom("start_toddler", now)
            else:
                self.enter(PAGE, now)
        elif state == OVER:
            if not self._resting:
                self._rematch(now)
        elif state == REWOUND and self.review and self.settings.takeback:
            self.refuse(panel_column, now)
        elif state == ROUND or state == REWOUND and self._kind == variants.ROUND:
            self.session.cut()
            self.go_on(now)
        elif state in (TURN, REWOUND):
            self._person(self.hand.column(panel_column - self.scene.left), panel_column, now)
        else:
            self.refuse(panel_column, now)

    def _person(self, answer, panel_column, now):
        """A person has pressed something that the hand has understood so."""
        if answer >= 0:
            self._timeouts = 0
        self._answer(answer, panel_column, now)

    def _answer(self, answer, panel_column, now):
        if answer >= 0:
            self._drop(answer, now)
        elif answer == MORE:
            self.sound.play(tunes.CLICK)
            self.picture.hide_score()
            self.go_on(now)
        else:
            self.refuse(panel_column, now)
