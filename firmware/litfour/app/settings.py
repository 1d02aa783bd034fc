"""What is chosen in the menu, kept over power cuts. Settings always load: every field is clamped."""

from litfour.engine.levels import LEVELS
from litfour.rules.variants import VARIANTS, fits

VERSION = 1
BRIGHTNESS = (24, 60, 110, 170, 255)     # the display's scale at each step


class Settings:
    """variant, level: indices into VARIANTS and LEVELS. cpus: bit mask of seats (bit 0: seat 1) that the CPU plays.
    starter: the seat that starts the first game. brightness: step 0 .. 4."""

    def __init__(self):
        self.variant = 0
        self.cpus = 2
        self.level = 1
        self.starter = 1
        self.brightness = 2

    def pack(self):
        return bytes((VERSION, self.variant, self.cpus, self.level, self.starter, self.brightness))

    def unpack(self, data, panel):
        """Takes over what `data` (or None) says, field by field; returns the names of fields that were repaired."""
        fields = ("variant", "cpus", "level", "starter", "brightness")
        if data is None:
            return ()
        if len(data) != 1 + len(fields) or data[0] != VERSION:
            return fields
        repaired = []
        for k, name in enumerate(fields):
            low, high = self._range(name)
            if low <= data[k + 1] <= high:
                setattr(self, name, data[k + 1])
            else:
                repaired.append(name)
        if not fits(VARIANTS[self.variant], panel):
            self.variant = 0
            repaired.append("variant")
        return tuple(repaired)

    def _range(self, name):
        if name == "starter":
            return 1, 2
        return 0, {"variant": len(VARIANTS), "cpus": 4, "level": len(LEVELS), "brightness": len(BRIGHTNESS)}[name] - 1

    def copy(self):
        other = Settings()
        other.variant, other.cpus, other.level = self.variant, self.cpus, self.level
        other.starter, other.brightness = self.starter, self.brightness
        return other

    def same_game(self, other):
        """True where both describe the same game (brightness apart)."""
        return self.pack()[:-1] == other.pack()[:-1]
