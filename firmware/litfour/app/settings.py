"""What is chosen in the menu, kept over power cuts (see restore.py for the way back)."""

from litfour.rules.variants import VARIANTS

VERSION = 3
BRIGHTNESS = (24, 60, 110, 170, 255)     # the display's scale at each step
VOLUMES = (0, 60, 128)                   # the buzzer's, see hw/buzzer
CLOCKS = (0, 60, 30, 15, 10, 5, 3)       # seconds a move; 0: none
TARGETS = (0, 3, 5)                      # wins that end a match; 0: the score just goes on
ALTERNATE, LOSER, RANDOM = 0, 1, 2       # who starts the rematch

# Saved in this order. The first describe the game (a change starts a new one), the others act at once.
GAME_FIELDS = ("variant", "rule", "cpus", "level", "starter", "rematch", "clock", "match", "people", "help")
TABLE_FIELDS = ("takeback", "coach", "sound", "palette", "texture", "night", "brightness")
FIELDS = GAME_FIELDS + TABLE_FIELDS
NO_HELP, COACHED, FREE_UNDOS, HEAD_START = 0, 1, 2, 3      # of a seat
COACH_OFF, ON_REQUEST, ALWAYS = 0, 1, 2


class Settings:
    """variant, level: indices into VARIANTS and LEVELS; the level behind the last is the Buddy. rule: index into the
    variant's rules. cpus: bit mask of seats (bit 0: seat 1) that the CPU plays. starter: the seat that starts the first
    game; rematch: ALTERNATE, LOSER or RANDOM. clock, match: indices into CLOCKS and TARGETS. people: 0, or 3 or 4 who
    take turns at two seats. help: NO_HELP .. HEAD_START, two bits a seat. takeback: 0 allowed, 1 forbidden. coach:
    COACH_OFF .. ALWAYS. sound: 0 off, 1 soft, 2 loud. palette: see view/colours. texture: 0 off, 1 on. night: 1 dim and
    mute, whatever the others say. brightness: step 0 .. 4."""

    def __init__(self):
        for name in FIELDS:
            setattr(self, name, 0)
        self.cpus = 2
        self.level = 1
        self.starter = 1
        self.coach = ON_REQUEST
        self.sound = 2
        self.texture = 1
        self.brightness = 2

    def help_of(self, seat):
        return self.help >> 2 * seat - 2 & 3

    def pack(self):
        return bytes([VERSION] + [getattr(self, name) for name in FIELDS])

    def settle(self):
        """After a change of the variant: fields that it does not allow take a value that it does."""
        self.rule = 0
        seats = VARIANTS[self.variant].seats
        if seats == 3:                          # the third seat is the CPU's where two played
            self.cpus |= 4
            self.people = 0
        self.cpus &= (1 << seats) - 1
        self.help &= (1 << 2 * seats) - 1
        self.starter = min(self.starter, seats)

    def copy(self):
        other = Settings()
        other.take(self, FIELDS)
        return other

    def take(self, other, names):
        """Takes the fields of these names over."""
        for name in names:
            setattr(self, name, getattr(other, name))

    def same(self, other, names):
        """True where both agree in the fields of these names."""
        for name in names:
            if getattr(self, name) != getattr(other, name):
                return False
        return True
