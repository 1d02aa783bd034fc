"""What a state of the session looks like: chooses the scene, and lays over it what shows in every state."""

from litfour.app import tunes
from litfour.app.settings import BRIGHTNESS, CLOCKS
from litfour.ports import BEAM, MAX_COLUMNS, MENU, elapsed
from litfour.rules.position import DRAW, FALL, ONGOING
from litfour.view.frame import FRAME_MS
from litfour.view.palette import VIOLET, WHITE
from litfour.view.scene import Scene

OVERLAY_MS = 2500       # score and brightness
REFUSED_MS = 500
WARNED_MS = 2400
CLOCK_LOW_MS = 3000     # the clock blinks
OVER_CYCLE = 220        # frames: the end of the game, and for the last 64 of them the score
_SCORE_FRAMES = 64
_REPLAY_FRAMES = 22     # that each of the last moves stands when it is shown again

_SCORE, _BRIGHTNESS = 1, 2


class Picture:
    """draw() fills scene.frame for the app's state. `column` of refuse() is the panel's, -1 for no column. effects: the
    module view.effects in games where more happens than that a disc falls, else None."""

    def __init__(self, app, panel):
        self.app = app
        self.scene = Scene(panel)
        self.effects = None
        self.replay = ()                # cells of the game's last moves, to be shown again
        self.change_frames = 0          # of the change that is shown
        self._changes = []              # type: ignore[var-annotated] # of the last move, in order
        self._change = 0                # which of them is shown
        self._refused = None
        self._refused_at = 0
        self._warned = False            # the last move gave something away
        self._warned_at = 0
        self._overlay = 0
        self._overlay_at = 0
        self._states = (self._attract, self._page, self._turn, self._falling, self._think, self._over,
                        self._rewound, self._round, self._toddler)

    def start(self, position, move):
        """A move was made: its changes are to be shown from now on. Allocates."""
        self._changes = position.changes
        if self.effects:
            self._changes = self.effects.with_reveal(position, move)
        self._overlay = 0
        self._begin(0)

    def _begin(self, number):
        self._change = number
        kind, column, row, _ = change = self._changes[number]
        if self.effects:
            self.change_frames = self.effects.frames(self.scene, change)
        else:
            self.change_frames = self.scene.fall_frames(row)
        self.app.sound.play(tunes.DROPS[(column + self.scene.left) % 9] if kind == FALL else
                            tunes.CHANGES[kind])

    def next_change(self):
        """Goes on to the move's next change; False after the last one. Allocates nothing."""
        if self._change + 1 >= len(self._changes):
            return False
        self.effects.apply(self.scene, self._changes[self._change])
        self._begin(self._change + 1)
        return True

    def refuse(self, column, now):
        self._refused = column
        self._refused_at = now

    def warn(self, now):
        """A quiet sign that the move just made gave a win or a draw away."""
        self._warned = True
        self._warned_at = now

    def toggle_score(self, now):
        self._overlay = 0 if self._overlay == _SCORE else _SCORE
        self._overlay_at = now

    def hide_score(self):
        if self._overlay == _SCORE:
            self._overlay = 0

    def show_brightness(self, now):
        self._overlay = _BRIGHTNESS
        self._overlay_at = now

    def draw(self, n, now):
        """Frame n of the present state, into scene.frame. Allocates nothing."""
        if self._overlay and elapsed(now, self._overlay_at) >= OVERLAY_MS:
            self._overlay = 0
        if self._overlay == _SCORE and self.app.menu is None:
            self._score(n)
        else:
            self._states[self.app.state](n)
        if self._overlay == _BRIGHTNESS:
            self.scene.brightness(self.app.settings.brightness, len(BRIGHTNESS))
        if self.app.coach:
            self.app.coach.draw(self.scene, n)
        if self._warned:
            self._draw_warning(now)
        self._draw_refusal(now)
        if self.app.jammed:
            self._draw_jams(n)
        if self.app.stray >= 0:
            self.scene.stray(self.app.stray, n)

    def _draw_warning(self, now):
        """One violet mark in an upper corner, that comes and goes twice."""
        age = elapsed(now, self._warned_at)
        if age >= WARNED_MS:
            self._warned = False
        elif age % 1200 < 800:
            self.scene.frame.set(0, self.scene.panel.rows - 1, VIOLET, 200)

    def _draw_refusal(self, now):
        if self._refused is not None:
            age = elapsed(now, self._refused_at)
            if age >= REFUSED_MS:
                self._refused = None
            else:
                self.scene.refused(self._refused, age // FRAME_MS)

    def _draw_jams(self, n):
        for source in range(MENU):
            if self.app.jammed >> source & 1:
                self.scene.jammed(source if source < MAX_COLUMNS else source - BEAM, n)
        if self.app.jammed >> MENU:
            self.scene.jammed_control(n)

    def _score(self, n):
        if self._overlay != _SCORE or not self.app.hand.status(self.scene, n):
            self.scene.score(n, self.app.session.match.score, self.app.session.match.sitting)

    def _toddler(self, n):
        self.app.toddler.draw(self.scene.frame, n)

    def _attract(self, n):
        if self.app.dimmed == 2:
            self.scene.frame.clear()
            return
        if self.app.session.unfinished:
            self.scene.resume(n)
        else:
            self.scene.attract(n)

    def _page(self, n):
        self.app.menu.draw(self.scene, n)

    def _turn(self, n):
        app, panel = self.app, self.scene.panel
        total = 1000 * CLOCKS[app.session.settings.clock]
        mask = -1
        if total:                           # the clock drains the cue, and at its end it blinks
            left = min(app.clock_left, total)
            mask = (1 << (left * panel.columns + total - 1) // total) - 1
            if left < CLOCK_LOW_MS and n & 8:
                mask = 0
        app.hand.draw(self.scene, n, mask)

    def _falling(self, n):
        change = self._changes[self._change]
        if self.effects:
            self.effects.draw(self.scene, n, change)
        else:
            self.scene.fall(n, change[1], change[2], change[3])

    def _think(self, n):
        self.scene.think(n)

    def _rewound(self, n):
        self.scene.rewound(n)

    def _show_again(self, number):
        scene = self.scene
        cells = scene.cells
        scene.cells = self.replay[number]
        scene.board(0)
        scene.cells = cells

    def _round(self, n):
        self.scene.board(n)
        self.scene.cues(-1, WHITE, 20, n)

    def _over(self, n):
        n %= OVER_CYCLE + _REPLAY_FRAMES * len(self.replay)
        if n >= OVER_CYCLE:
            self._show_again((n - OVER_CYCLE) // _REPLAY_FRAMES)
        elif n >= OVER_CYCLE - _SCORE_FRAMES:
            self._score(n)
        elif self.app.session.position.result == ONGOING:
            self.app.puzzle.draw(self.scene, n)
        elif self.app.session.position.result == DRAW:
            self.scene.drawn(n)
        else:
            self.scene.won(n)
            if self.app.session.match.winner:
                self.scene.celebrate(n)
