"""The table session as a state machine: gestures and time go in, frames and sounds come out.

One turn of the loop is handle (input), tick (think, animate, draw: allocates nothing) and, where something is
pending, one piece of housekeep: a move of the CPU, the start of a search, a save, a collection. Those are the quiet
moments: they may take long, and the light stands still meanwhile.
"""

import gc

from litfour.app import gestures as G
from litfour.app import tunes
from litfour.app.hands import MORE, UNUSED
from litfour.app.ondemand import forget
from litfour.app.picture import Picture
from litfour.app.session import FREE, Session
from litfour.app.settings import (
    ALWAYS,
    BRIGHTNESS,
    CLOCKS,
    COACH_OFF,
    COACHED,
    FREE_UNDOS,
    GAME_FIELDS,
    TABLE_FIELDS,
    VOLUMES,
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
_MOVE, _PREPARE, _SAVE, _COLLECT, _SEARCH, _TIMEOUT, _ROUND, _REPLAY, _COACH = 1, 2, 4, 8, 16, 32, 64, 128, 256


class App:
    """The whole game behind the seam of ports.py. `table` is the search's, see engine/search; make_solver: see
    engine/player. Nothing is drawn before begin()."""

    def __init__(self, panel, display, inputs, store, sound, random, table, make_solver=None):
        self.panel = panel
        self.display = display
        self.inputs = inputs
        self.store = store
        self.sound = sound
        self.player = Player(table, random, make_solver)
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
        self._kept = None           # the game before this one, until the first move
        self._since = 0
        self._drawn = -1
        self._menu_from = ATTRACT
        self._kind = -1             # of the present game
        self.review = False         # a finished game is walked through
        self.toddler = None
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
        self._chores = ((_MOVE, self._cpu_moves), (_TIMEOUT, self._time_out), (_ROUND, self._next_round),
                        (_PREPARE, self._prepare_cpu), (_SAVE, self._save), (_REPLAY, self._keep_replay),
                        (_COLLECT, self._collect), (_COACH, self._start_coach), (_SEARCH, self._search))

    def begin(self, now):
        """Loads settings and the last session; from here on turn() may be called."""
        from litfour.app import restore  # dropped at once
        self.settings, session, self.repaired = restore.load(self.store, self.panel)
        forget("litfour.app.restore")
        self._adopt(session or Session(self.settings))
        self.apply()
        self.pending = _PREPARE
        self._ticked = now
        self._enter(ATTRACT, now)

    def apply(self):
        """Makes light and sound what the settings say."""
        from litfour.view import colours  # dropped at once
        settings = self.settings
        self.session.settings.take(settings, TABLE_FIELDS)
        self.scene.seats = colours.seats(colours.DARK if settings.night else settings.palette)
        forget("litfour.view.colours")
        self.scene.textured = settings.texture == 1
        self.sound.volume = 0 if settings.night else VOLUMES[settings.sound]
        self._dim(0)

    def _dim(self, step):
        """How much darker than chosen: 0 not at all, 1 after a while, 2 dark."""
        self.dimmed = step
        self._idle = 0 if step == 0 else self._idle
        self.display.brightness = DIMMED if step or self.settings.night else BRIGHTNESS[self.settings.brightness]
        self._drawn = -1

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
                self.pending |= _MOVE
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
            self.pending |= _ROUND
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
            self._dim(1)
        elif self.dimmed == 1 and idle >= DARK_MS and self.state == ATTRACT and not self.session.unfinished:
            self._dim(2)

    def _count_down(self, now):
        self.clock_left -= elapsed(now, self._clock_from)
        self._clock_from = now
        if self.clock_left <= 0:
            self.clock_left = 0
            self.pending |= _TIMEOUT

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
            self._continue(now)

    def _prepare_cpu(self, now):
        if self.session.settings.cpus:
            self._prepare(self.session.level, now)

    def _keep_replay(self, now):
        self.picture.replay = self.session.snapshots(REPLAYED) if self.state == OVER else ()

    def _collect(self, now):
        gc.collect()

    def _search(self, now):
        if self.state == THINK:
            self.player.start(self.session.position, self.session.level, self.scene.seat)

    def _prepare(self, level, now):
        """Gets the CPU ready for this game; a faulty book of Perfect is told once, by the cue of a refusal."""
        self.player.prepare(self.session.position.variant, level)
        fault = self.player.fault if level.perfect else ""
        if fault and fault not in self.repaired:
            self.repaired.append(fault)
            self._refuse(-1, now)

    def _save(self, now):
        """Writes what has changed. While an older game is kept, it stays the one on the flash."""
        self._save_one("settings", self.settings.pack(), now)
        if not self._kept:
            self._save_one("session", self.session.pack(), now)

    def _save_one(self, name, data, now):
        if self._saved.get(name) == data:
            return
        if self.store.save(name, data):
            self._saved[name] = data
        elif name not in self.repaired:         # told once, by the cue of a refusal; the game goes on
            self.repaired.append(name)
            self._refuse(-1, now)

    # ---- changes of state

    def _enter(self, state, now):
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

    def _adopt(self, session):
        """Makes a session the present one, with the hand and the pictures that its game needs."""
        self.session = session
        kind = session.position.variant.kind
        if self.hand is None or self._kind != kind:
            self.hand = self.picture.effects = None
            self.player.release()
            from litfour.app import family  # dropped at once
            family.forget_all()
            self._kind = kind
            self.hand = family.make_hand(kind)
            self.picture.effects = family.effects(kind)
            forget("litfour.app.family")
            self.pending |= _COLLECT
        self._show()

    def _show(self):
        """Shows the position as it lies, at once. Allocates."""
        position = self.session.position
        self.scene.show(position, self.hand.begin(position))

    def _new_session(self, settings, now):
        """A new game; the old one is kept until the first move. The score goes on where the seats stay the same."""
        old = self.session
        seats = variants.VARIANTS[settings.variant].seats
        same = old.match.seats == seats and old.settings.same(settings, ("cpus", "starter", "people"))
        match = old.match if same else None
        if match and old.position.result != ONGOING:
            match.next_game(old.position.result)
        if old.position.moves or old.future or not self._kept:
            self._kept = old                    # a game that nobody has begun is not worth keeping
        self.settings = settings
        self._adopt(Session(settings, match, self.random.below(1 << 15)))
        self.pending |= _PREPARE | _SAVE
        self._continue(now)

    def _rematch(self, now):
        self.session.rematch(self.random)
        self.stray = -1
        self.picture.hide_score()
        self._show()
        self.pending |= _SAVE | _COLLECT
        self._continue(now)

    def _continue(self, now):
        """Goes on from the position on the board."""
        session = self.session
        if session.position.result != ONGOING:
            self._enter(OVER, now)
        elif session.future and not self.hand.busy:
            self.scene.seat = session.position.turn
            self._enter(REWOUND, now)
            if self.coach:
                self._end_coach()
            if self.review and self.settings.coach != COACH_OFF:
                self.pending |= _COACH
        else:
            seat = self.scene.seat = self.hand.seat(session.settings.cpus)
            if session.is_cpu(seat):
                self._think(now)
            else:
                self._turn(seat, now)

    def _think(self, now):
        self._enter(THINK, now)
        self.player.cancel()
        self.pending |= _SEARCH

    def _turn(self, seat, now):
        """A person is to choose; the clock goes on where it is still the same choice."""
        choice = 4 * len(self.session.position.moves) + seat
        if choice != self._timed:
            self._timed = choice
            self.clock_left = 1000 * CLOCKS[self.session.settings.clock]
        self._clock_from = now
        self._enter(TURN, now)
        if self._coached(seat) and not self.coach:
            self.pending |= _COACH

    def _coached(self, seat):
        settings = self.settings
        return settings.coach != COACH_OFF and (
            self.hint or settings.coach == ALWAYS or self.session.settings.help_of(seat) == COACHED)

    def _start_coach(self, now):
        """Lets the coach look at the position while a person does."""
        if self.state not in (TURN, REWOUND):
            return
        from litfour.app.coach import Coach
        session = self.session
        always = self.settings.coach == ALWAYS or session.settings.help_of(self.scene.seat) == COACHED
        self.coach = Coach(self.player)
        self.coach.begin(session.position, self.hint or self.review, always and not self.review)

    def _end_coach(self):
        self.coach = None
        self.hint = False
        self.player.cancel()
        forget("litfour.app.coach")
        self.pending |= _COLLECT

    def _drop(self, move, now):
        """The seat to move makes a legal move."""
        session = self.session
        if self.coach and self.coach.show_threats and self.coach.gave_away(move):
            self.picture.warn(now)
        session.play(move)
        self._kept = None
        position = session.position
        self.scene.take(position, self.hand.begin(position))
        self.picture.start(position, move)
        self._enter(FALL, now)

    def _landed(self, now):
        self.pending |= _SAVE | _COLLECT
        self.scene.settle()
        if self._timeouts >= PAUSE_AFTER and self.session.unfinished:
            self._pause(now)
        elif self._kind == variants.ROUND and self.session.position.result == ONGOING:
            self._enter(ROUND, now)
        else:
            self._arrive(now)

    def _pause(self, now):
        """Nobody seems to be there: the game waits, and any press goes on with it."""
        self._timeouts = 0
        self._timed = None
        self._enter(ATTRACT, now)

    def _arrive(self, now):
        """After a move: goes on, or celebrates."""
        self._continue(now)
        if self.state == OVER:
            self._resting = True
            self.pending |= _REPLAY
            if self.session.position.result == DRAW:
                self.sound.play(tunes.DRAWN)
            else:
                self.sound.play(tunes.MATCH if self.session.match.winner else tunes.WON)

    def _step_back(self, now, stepped):
        """After moves were taken back (or not): show where we are."""
        if not stepped:
            self._refuse(-1, now)
            return
        self.player.cancel()
        self.picture.hide_score()
        self._show()
        self.pending = (self.pending & ~(_MOVE | _SEARCH)) | _SAVE
        self._timeouts = 0
        self._continue(now)

    def _refuse(self, column, now):
        self.picture.refuse(column, now)
        self._drawn = -1
        self.sound.play(tunes.REFUSED)

    # ---- gestures

    def _act(self, gesture, now):
        if gesture == G.NOTHING:
            return
        self._idle = 0
        if self.dimmed:
            self._dim(0)
        if gesture >= G.DISC:
            self._on_disc(gesture - G.DISC, now)
        elif gesture >= G.CLEARED:
            self.jammed &= ~(1 << gesture - G.CLEARED)
        elif gesture >= G.JAMMED:
            self.jammed |= 1 << gesture - G.JAMMED
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
            if not self._settle_disc(True, now):
                self._on_menu(now)
        elif gesture == G.TAP_UNDO:
            if not self._settle_disc(False, now):
                self._on_undo(now)
        elif gesture == G.HOLD_UNDO:
            self._on_redo(now)
        elif gesture >= G.HOLD_COLUMN:
            if self.state in (TURN, REWOUND):
                column = gesture - G.HOLD_COLUMN
                self._person(self.hand.hold(column - self.scene.left), column, now)
        else:
            self._on_column(gesture - G.COLUMN, now)

    def _on_disc(self, panel_column, now):
        """A disc is a press of its column; where nobody may move it is shown until somebody says what it was."""
        if self.state in (FALL, THINK):
            self.stray = panel_column
            self._drawn = -1
            self.sound.play(tunes.REFUSED)
        else:
            self._act(G.COLUMN + panel_column, now)

    def _discs_lie(self):
        """The panel column of a disc that lies in a beam or fell at the wrong time, -1 for none."""
        if self.stray < 0:
            for column in range(MAX_COLUMNS):
                if self.jammed >> BEAM + column & 1:
                    return column
        return self.stray

    def _settle_disc(self, count, now):
        """MENU counts such a disc as a move once somebody may move, UNDO ignores it. False where there is none."""
        column = self._discs_lie()
        if column < 0 or count and self.state != TURN:
            return False
        if self.stray < 0:
            self.jammed &= ~(1 << BEAM + column)
        self.stray = -1
        self._drawn = -1
        if count:
            self._on_column(column, now)
        return True

    def _brighter(self, now):
        settings = self.settings
        settings.brightness = (settings.brightness + 1) % len(BRIGHTNESS)
        settings.night = 0
        self.apply()
        self.picture.show_brightness(now)
        self._drawn = -1
        if self.state not in (THINK, FALL):
            self.pending |= _SAVE

    def _toggle_menu(self, now):
        if self.state == TODDLER:
            self.toddler = None
            forget("litfour.app.toddler")
            self._back_from_menu(now)
        elif self.state != PAGE:
            self.player.cancel()
            self.pending &= ~(_MOVE | _SEARCH | _ROUND)
            if self.state == FALL:
                self.pending |= _SAVE | _COLLECT        # its landing is not waited for
                self.scene.settle()
            self._menu_from = self.state
            self._open_menu()
            self._enter(PAGE, now)
        elif self.menu.settings.same(self.settings, GAME_FIELDS):
            self._leave_menu(now)
        else:
            self._start_menu_game(now)

    def _open_menu(self):
        from litfour.app import menu  # loaded when it is wanted, dropped when it is left
        self.menu = menu.Menu(self.settings, self.session.settings.cpus, self.panel, self.player.has_perfect,
                              self.state != ATTRACT)

    def _close_menu(self):
        """Takes over what acts at once; returns the settings for a new game."""
        settings = self.menu.take_over(self)
        self.menu = None
        forget("litfour.app.menu")
        forget("litfour.view.glyphs")
        self.pending |= _PREPARE | _COLLECT | _SAVE
        return settings

    def _leave_menu(self, now):
        self._close_menu()
        self._back_from_menu(now)

    def _back_from_menu(self, now):
        if self._menu_from == ATTRACT:
            self._enter(ATTRACT, now)
        else:
            self._continue(now)

    def _start_menu_game(self, now):
        self._new_session(self._close_menu(), now)

    def _ask(self, now):
        """The best move is to be shown, where a person is to choose one."""
        if self.state not in (TURN, REWOUND) or self.settings.coach == COACH_OFF:
            self._refuse(-1, now)
            return
        if self.coach:
            self.coach.show_best = True
        else:
            self.pending |= _COACH
        self.hint = True

    def _start_toddler(self, now):
        """Any press makes light and sound; the game waits."""
        from litfour.app.toddler import Toddler
        self.toddler = Toddler(self.panel)
        self._enter(TODDLER, now)

    def _leave_attract(self, now):
        """Opens the unfinished game, else the last set-up; the waking press is never a move."""
        if self.session.position.result != ONGOING:
            self._rematch(now)
        else:
            self._continue(now)

    def _on_menu(self, now):
        state = self.state
        answer = self.hand.menu() if state == TURN else UNUSED
        if state == PAGE:
            self.menu.next()
            self._enter(PAGE, now)
        elif state == REWOUND and self.review and self.settings.takeback:
            self._refuse(-1, now)           # it may be looked at only
        elif state == REWOUND:
            self.session.cut()
            self.pending |= _SAVE
            self._continue(now)
        elif state == ROUND:
            self._continue(now)
        elif answer != UNUSED:
            self._person(answer, -1, now)
        else:
            self.picture.toggle_score(now)
            self._drawn = -1

    def _on_undo(self, now):
        state = self.state
        if state == PAGE:
            self.menu.next_option()
            self._enter(PAGE, now)
        elif state == TURN and self.hand.undo():
            self._continue(now)
        elif state == OVER or self.review:
            self.review = True
            self._step_back(now, self.session.back())
        elif not self._may_take_back():
            self._refuse(-1, now)
        elif state == REWOUND:
            self._step_back(now, self.session.back())
        elif self._kept and not self.session.position.moves:
            self._restore(now)
        elif state == TURN and not self.session.settings.cpus:
            self._step_back(now, self.session.back())
        else:
            self._step_back(now, self.session.back_to_choice())

    def _may_take_back(self):
        """Whether takebacks are allowed; where they are not, a seat may have some as its help."""
        session = self.session
        if not self.settings.takeback or self._kept and not session.position.moves:
            return True
        seat = session.position.turn
        if not session.settings.cpus or session.is_cpu(seat):
            seat = 3 - seat                 # the one who moved last
        if session.match.seats > 2 or session.settings.help_of(seat) != FREE_UNDOS or session.undos[seat] >= FREE:
            return False
        session.undos[seat] += 1
        return True

    def _restore(self, now):
        """Back to the game before the new one."""
        session = self._kept
        self._kept = None
        session.match.starter = session.position.first
        session.settings.take(self.settings, TABLE_FIELDS)
        self.settings = session.settings
        self.player.cancel()
        self._adopt(session)
        self.pending = (self.pending & ~(_MOVE | _SEARCH)) | _PREPARE | _SAVE
        self._continue(now)

    def _on_redo(self, now):
        if self.state in (PAGE, THINK, FALL):
            return
        if not self.session.forward():
            self._refuse(-1, now)
            return
        self.picture.hide_score()
        self._show()
        self.pending |= _SAVE
        self._arrive(now)

    def _on_column(self, panel_column, now):
        state = self.state
        if state == PAGE:
            if not self.menu.choose(panel_column):
                self._refuse(panel_column, now)
            elif self.menu.start:
                self._start_menu_game(now)
            elif self.menu.hint:
                self._leave_menu(now)
                self._ask(now)
            elif self.menu.toddler:
                self._close_menu()
                self._start_toddler(now)
            else:
                self._enter(PAGE, now)
        elif state == OVER:
            if not self._resting:
                self._rematch(now)
        elif state == REWOUND and self.review and self.settings.takeback:
            self._refuse(panel_column, now)
        elif state == ROUND or state == REWOUND and self._kind == variants.ROUND:
            self.session.cut()
            self._continue(now)
        elif state in (TURN, REWOUND):
            self._person(self.hand.column(panel_column - self.scene.left), panel_column, now)
        else:
            self._refuse(panel_column, now)

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
            self._continue(now)
        else:
            self._refuse(panel_column, now)
