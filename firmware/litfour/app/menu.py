"""The menu ring: pages whose options are chosen with the columns. It works on a copy of the settings."""

from litfour.app.settings import CLOCKS, TABLE_FIELDS, TARGETS
from litfour.engine.levels import LEVELS
from litfour.rules.variants import DROP, VARIANTS, fits
from litfour.view.glyphs import GAMES, HELPS, PAGES, dimmed, page
from litfour.view.palette import RED, SEATS, WHITE

(GAME, RULE, PLAYERS, LEVEL, STARTER, CLOCK, MATCH, HELP, HINT, HAND, PUZZLE, COACH, SOUND, COLOURS, TODDLER,
 NEW) = range(16)
NAMES = ("game", "rule", "players", "level", "starter", "clock", "match", "help", "hint", "hand", "puzzle", "coach",
         "sound", "colours", "toddler", "new")

# Options of a page by column; the same column again goes through the alternatives of one option.
_VARIANTS = (("standard", "8x7", "9x7", "8x8"), ("five", "5-in-a-row"), ("popout", "popout-5"), ("avoid-four",),
             ("no-gravity",), ("pop-10",), ("power-up",), ("3d",), ("simultaneous",))
_CPUS = ((2, 1), (0,), (3,))                        # one person (red, or yellow), two people, two CPUs
_CPUS3 = ((6, 5, 3), (4, 2, 1), (0,), (7,))         # one person, two, three, three CPUs


def _index(name):
    for k, variant in enumerate(VARIANTS):
        if variant.name == name:
            return k
    raise ValueError(name)


def _each(field, count):
    """One column for each of the values 0 .. count - 1."""
    return [(field, (k,)) for k in range(count)]


class Menu:
    """`page` is the page shown, `settings` the choice so far, `cpus` the seats that the CPU plays in the running game,
    `start` True once a new game was asked for, `toddler` once that mode was, `hint` once the best move was, `puzzle`
    the number of its level once one was. playing: opened from a game: the ring begins at its second part."""

    def __init__(self, settings, cpus, panel, has_perfect, playing):
        self.settings = settings.copy()
        self.cpus = cpus
        self.start = False
        self.toddler = False
        self.hint = False
        self.puzzle = -1
        self._panel = panel
        self._levels = [("level", (k,)) if has_perfect or not LEVELS[k].perfect else () for k in range(len(LEVELS))]
        self._levels.append(("level", (len(LEVELS),)))      # the Buddy
        self._seats = VARIANTS[settings.variant].seats      # of the running game
        self.page = HINT if playing else GAME
        self._look()

    def next(self):
        self.page = (self.page + 1) % len(NAMES)
        if self.page == RULE and not VARIANTS[self.settings.variant].rules:
            self.page += 1
        self._look()

    def _columns(self):
        """What each column of the page offers: (field of the settings, its alternatives), () where it is dark."""
        number, variant = self.page, VARIANTS[self.settings.variant]
        if number == GAME:
            fitting = [[_index(name) for name in names if fits(VARIANTS[_index(name)], self._panel)]
                       for names in _VARIANTS]
            return [("variant", indices) if indices else () for indices in fitting]
        if number == PLAYERS:
            return [("cpus", values) for values in (_CPUS3 if variant.seats == 3 else _CPUS)]
        if number == LEVEL:
            return self._levels
        if number == STARTER:             # who starts the first game; from column 5 on: the rematch
            return ([("starter", (seat + 1,)) if seat < variant.seats else () for seat in range(4)]
                    + [("rematch", (k,)) for k in range(3)])
        if number == MATCH:             # wins that end it; from column 5 on: how many people take turns
            people = [("people", (k,)) for k in (0, 3, 4)] if variant.seats == 2 else []
            return _each("match", len(TARGETS)) + [()] + people
        if number == COACH:             # from column 5 on: whether moves may be taken back
            return _each("coach", 3) + [()] + _each("takeback", 2)
        if number == COLOURS:           # then texture off or on, and night
            return _each("palette", 5) + [("texture", (0, 1)), ("night", (0, 1))]
        if number in (HELP, HINT, HAND, PUZZLE, TODDLER, NEW):
            return []
        counts = {RULE: len(variant.rules), CLOCK: len(CLOCKS), SOUND: 3}
        return _each(NAMES[number], counts[number])

    def choose(self, column):
        """Chooses an option, or its next alternative; False where the column has none."""
        if self.page in (HINT, NEW, TODDLER):
            self.start = self.page == NEW
            self.hint = self.page == HINT
            self.toddler = self.page == TODDLER
            return True
        if not self._mask >> column & 1:
            return False
        if self.page == PUZZLE:
            self.puzzle = column
        elif self.page == HAND:
            self.cpus ^= 1 << column
        elif self.page == HELP:
            self._next_help(column)
        else:
            field, values = self._columns()[column]
            value = getattr(self.settings, field)
            at = values.index(value) + 1 if value in values else 0
            self._set(field, values[at % len(values)])
        self._look()
        return True

    def _next_help(self, seat):
        """The next help of a seat; a head start only where discs fall onto an empty board."""
        variant = VARIANTS[self.settings.variant]
        kinds = 4 if variant.kind == DROP and not variant.prefilled else 3
        help_now = (self.settings.help_of(seat + 1) + 1) % kinds
        self.settings.help = self.settings.help & ~(3 << 2 * seat) | help_now << 2 * seat

    def next_option(self):
        """Goes to the next value of the page's first field, through all alternatives."""
        columns = self._columns()
        if not columns:
            return
        field = columns[0][0]
        values = [value for column in columns if column and column[0] == field for value in column[1]]
        value = getattr(self.settings, field)
        at = values.index(value) + 1 if value in values else 0
        self._set(field, values[at % len(values)])
        self._look()

    def _set(self, field, value):
        setattr(self.settings, field, value)
        if field == "variant":
            self.settings.settle()

    def _look(self):
        """Works out what the page shows, so that draw() need not allocate: bit masks of the columns that have an
        option and of those chosen, and how high these stand (higher for later alternatives)."""
        settings = self.settings
        self._mask = self._chosen = 0
        self._height = 2
        for k, column in enumerate(self._columns()):
            if column:
                self._mask |= 1 << k
                value = getattr(settings, column[0])
                if value in column[1]:
                    self._chosen |= 1 << k
                    self._height = 2 + list(column[1]).index(value)
        if self.page == HAND:
            self._mask = (1 << self._seats) - 1
            self._chosen = self.cpus
        elif self.page == HELP:
            self._mask = (1 << VARIANTS[settings.variant].seats) - 1
        elif self.page == PUZZLE:           # won in two own moves, three, four
            self._mask = 7
        elif self.page in (HINT, NEW, TODDLER):
            self._mask = 1
        self._show()

    def _show(self):
        """The page's picture and its colours, left and right."""
        settings = self.settings
        self._glyph = PAGES.get(NAMES[self.page])
        self._colour = self._right = WHITE
        if self.page == GAME:
            self._glyph = GAMES[VARIANTS[settings.variant].name]
            self._colour = self._right = RED
        elif self.page == STARTER:
            self._colour = self._right = SEATS[settings.starter]
        elif self.page == PLAYERS:
            self._show_players(VARIANTS[settings.variant].seats)
        elif self.page == LEVEL:                # the bars above the level are dim
            self._glyph = PAGES["buddy"] if settings.level == len(LEVELS) else \
                dimmed(self._glyph, 2 * settings.level + 2, 6)
        elif self.page == HELP:
            self._show_help(settings)
        elif self.page == COLOURS:
            from litfour.view import colours
            seats = colours.seats(colours.DARK if settings.night else settings.palette)
            self._colour, self._right = seats[1], seats[2]

    def _show_help(self, settings):
        """The glyph's left half is the help of seat 1, its right half that of seat 2."""
        self._colour, self._right = SEATS[1], SEATS[2]
        left, right = HELPS[settings.help_of(1)], HELPS[settings.help_of(2)]
        self._glyph = tuple(left[k] + "." + right[k] for k in range(5))     # type: ignore[assignment]

    def _show_players(self, seats):
        """The figure of a seat that the CPU plays is dim."""
        self._colour, self._right = SEATS[1], SEATS[seats]
        figures = [(0, 2), (4, 6)]
        if seats == 3:
            self._glyph = PAGES["three"]
            figures = [(0, 1), (3, 3), (5, 6)]
        for seat in range(seats):
            if self.settings.cpus >> seat & 1:
                self._glyph = dimmed(self._glyph, figures[seat][0], figures[seat][1])

    def take_over(self, app):
        """On leaving: what acts at once, whether the game goes on or not. Returns the settings for a new game."""
        settings, now = self.settings, app.settings
        settings.brightness = now.brightness
        now.take(settings, TABLE_FIELDS)
        app.seldom("apply")
        if self.cpus != app.session.settings.cpus and not app.puzzle:      # seats were handed over
            now.cpus = app.session.settings.cpus = self.cpus
        return settings

    def draw(self, scene, n):
        page(scene, self._glyph, self._colour, self._right, self._mask, self._chosen, self._height)
