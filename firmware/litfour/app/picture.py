"""What a state of the session looks like: chooses the scene, and lays over it what shows in every state."""

from litfour.app.settings import BRIGHTNESS
from litfour.ports import BEAM, MAX_COLUMNS, MENU, elapsed
from litfour.rules.position import DRAW
from litfour.view.frame import FRAME_MS
from litfour.view.scene import Scene

OVERLAY_MS = 2500       # score and brightness
REFUSED_MS = 500
OVER_CYCLE = 220        # frames: the end of the game, and for the last 64 of them the score
_SCORE_FRAMES = 64

_SCORE, _BRIGHTNESS = 1, 2


class Picture:
    """draw() fills scene.frame for the app's state. `column` of refuse() is the panel's, -1 for no column."""

    def __init__(self, app, panel):
        self.app = app
        self.scene = Scene(panel)
        self.fall_frames = 0
        self._fall = (0, 0, 1)
        self._refused = None
        self._refused_at = 0
        self._overlay = 0
        self._overlay_at = 0
        self._states = (self._attract, self._page, self._turn, self._falling, self._think, self._over, self._rewound)

    def start_fall(self, column, row, seat):
        self._fall = (column, row, seat)
        self.fall_frames = self.scene.fall_frames(row)
        self._overlay = 0

    def refuse(self, column, now):
        self._refused = column
        self._refused_at = now

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
        self._draw_refusal(now)
        if self.app.jammed:
            self._draw_jams(n)

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
        self.scene.score(n, self.app.session.match.score)

    def _attract(self, n):
        if self.app.session.unfinished:
            self.scene.resume(n)
        else:
            self.scene.attract(n)

    def _page(self, n):
        self.app.menu.draw(self.scene, n)

    def _turn(self, n):
        self.scene.turn(n)

    def _falling(self, n):
        column, row, seat = self._fall
        self.scene.fall(n, column, row, seat)

    def _think(self, n):
        self.scene.think(n)

    def _rewound(self, n):
        self.scene.rewound(n)

    def _over(self, n):
        if n % OVER_CYCLE >= OVER_CYCLE - _SCORE_FRAMES:
            self._score(n)
        elif self.app.session.position.result == DRAW:
            self.scene.drawn(n)
        else:
            self.scene.won(n)
