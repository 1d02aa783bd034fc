"""What is chosen in the menu, kept over power cuts (see restore.py for the way back)."""

from litfour.rules.variants import VARIANTS

VERSION = 2
BRIGHTNESS = (24, 60, 110, 170, 255)     # the display's scale at each step
VOLUMES = (0, 60, 128)                   # the buzzer's, see hw/buzzer
CLOCKS = (0, 60, 30, 15, 10, 5, 3)       # seconds a move; 0: none
TARGETS = (0, 3, 5)                      # wins that end a match; 0: the score just goes on
ALTERNATE, LOSER, RANDOM = 0, 1, 2       # who starts the rematch

# Saved in this order; new ones go to the end.
FIELDS = ("variant", "rule", "cpus", "level", "starter", "rematch", "clock", "match", "sound", "brightness")
GAME_FIELDS = FIELDS[:-2]                # those that describe the game


class Settings:
    """variant, level: indices into VARIANTS and LEVELS. rule: index into the variant's rules. cpus: bit mask of seats
    (bit 0: seat 1) that the CPU plays. starter: the seat that starts the first game; rematch: ALTERNATE, LOSER or
    RANDOM. clock, match: indices into CLOCKS and TARGETS. sound: 0 off, 1 soft, 2 loud. brightness: step 0 .. 4."""

    def __init__(self):
        self.variant = 0
        self.rule = 0
        self.cpus = 2
        self.level = 1
        self.starter = 1
        self.rematch = ALTERNATE
        self.clock = 0
        self.match = 0
        self.sound = 2
        self.brightness = 2

    def pack(self):
        return bytes([VERSION] + [getattr(self, name) for name in FIELDS])

    def settle(self):
        """After a change of the variant: fields that it does not allow take a value that it does."""
        self.rule = 0
        seats = VARIANTS[self.variant].seats
        if seats == 3:                          # the third seat is the CPU's where two played
            self.cpus |= 4
        self.cpus &= (1 << seats) - 1
        self.starter = min(self.starter, seats)

    def copy(self):
        other = Settings()
        for name in FIELDS:
            setattr(other, name, getattr(self, name))
        return other

    def same(self, other, names):
        """True where both agree in the fields of these names."""
        for name in names:
            if getattr(self, name) != getattr(other, name):
                return False
        return True
