"""The menu ring: pages whose options are chosen with the columns. It works on a copy of the settings."""

from litfour.engine.levels import LEVELS
from litfour.rules.variants import VARIANTS, fits
from litfour.view.glyphs import GAMES, PAGES, dimmed
from litfour.view.palette import RED, SEATS, WHITE

GAME, PLAYERS, LEVEL, STARTER, NEW = 0, 1, 2, 3, 4
NAMES = ("game", "players", "level", "starter", "new")

# Options of a page by column; the same column again goes through the alternatives of one option.
_VARIANTS = (("standard", "8x7", "9x7"), ("five", "5-in-a-row"))
_CPUS = ((2, 1), (0,), (3,))            # one person (red, or yellow), two people, two CPUs


def _index(name):
    for k, variant in enumerate(VARIANTS):
        if variant.name == name:
            return k
    raise ValueError(name)


class Menu:
    """`page` is the page shown, `settings` the choice so far, `start` True once a new game was asked for."""

    def __init__(self, settings, panel, has_perfect, page):
        self.settings = settings.copy()
        self.page = page
        self.start = False
        games = [[_index(name) for name in names if fits(VARIANTS[_index(name)], panel)] for names in _VARIANTS]
        self._options = {
            GAME: ("variant", games),
            PLAYERS: ("cpus", _CPUS),
            LEVEL: ("level", [(k,) for k in range(len(LEVELS)) if has_perfect or not LEVELS[k].perfect]),
            STARTER: ("starter", ((1,), (2,))),
            NEW: (None, ((True,),)),
        }
        self._look()

    def next(self):
        self.page = (self.page + 1) % len(NAMES)
        self._look()

    def _chosen(self):
        """(option, alternative) of the page's present value; (-1, 0) where there is none."""
        field, options = self._options[self.page]
        if field:
            value = getattr(self.settings, field)
            for k, alternatives in enumerate(options):
                for j, alternative in enumerate(alternatives):
                    if alternative == value:
                        return k, j
        return -1, 0

    def choose(self, column):
        """Chooses an option, or its next alternative; False where the column has none."""
        field, options = self._options[self.page]
        if self.page == NEW:
            self.start = True
            return True
        if not 0 <= column < len(options) or not options[column]:
            return False
        option, alternative = self._chosen()
        alternative = (alternative + 1) % len(options[column]) if option == column else 0
        setattr(self.settings, field, options[column][alternative])
        self._look()
        return True

    def next_option(self):
        """Goes to the next value of the page, through all alternatives."""
        field, options = self._options[self.page]
        if not field:
            return
        values = [value for alternatives in options for value in alternatives]
        value = getattr(self.settings, field)
        now = values.index(value) if value in values else -1
        setattr(self.settings, field, values[(now + 1) % len(values)])
        self._look()

    def _look(self):
        """Works out what the page shows, so that draw() need not allocate."""
        self._option, alternative = self._chosen()
        self._height = 2 + alternative
        self._mask = 0
        for k, alternatives in enumerate(self._options[self.page][1]):
            if alternatives:
                self._mask |= 1 << k
        self._glyph = PAGES.get(NAMES[self.page])
        self._colour = self._right = WHITE
        settings = self.settings
        if self.page == GAME:
            self._glyph = GAMES[VARIANTS[settings.variant].name]
            self._colour = self._right = RED
        elif self.page == STARTER:
            self._colour = self._right = SEATS[settings.starter]
        elif self.page == PLAYERS:              # the figure of a seat that the CPU plays is dim
            self._colour, self._right = SEATS[1], SEATS[2]
            if settings.cpus & 1:
                self._glyph = dimmed(self._glyph, 0, 3)
            if settings.cpus & 2:
                self._glyph = dimmed(self._glyph, 4, 6)
        elif self.page == LEVEL:                # the bars above the level are dim
            self._glyph = dimmed(self._glyph, 2 * settings.level + 2, 6)

    def draw(self, scene, n):
        scene.page(n, self._glyph, self._colour, self._right, self._mask, self._option, self._height)
