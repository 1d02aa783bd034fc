"""The settings for a computer at the USB port: what `litfour config` runs on the board, and nobody else loads.

It looks at settings and session as the board itself would at its next start, and judges values by the board's rules.
"""

from litfour.app import restore
from litfour.app.session import Session
from litfour.app.settings import CLOCKS, FIELDS, GAME_FIELDS, TARGETS, VERSION, Settings
from litfour.engine.levels import LEVELS
from litfour.rules.position import ONGOING
from litfour.rules.variants import VARIANTS, fits

LIVE = ("cpus", "level", "rematch", "clock", "match")       # of the game's fields: a game that has begun takes these
GAP = 8                                                     # at most this many values are missing in a row


class Desk:
    """set() and reset() change a copy, save() keeps it. `broken`: names of what could not be loaded."""

    version = VERSION
    names = FIELDS

    def __init__(self, store, panel):
        self._store = store
        self._panel = panel
        self._changed = []
        self.settings, self.session, self.broken = restore.load(store, panel)

    def field(self, name):
        """(value, values that are allowed now, words or numbers that the board has for its values from 0 on)."""
        variant = VARIANTS[self.settings.variant]
        words = {"variant": [each.name for each in VARIANTS], "level": [level.name for level in LEVELS] + ["buddy"],
                 "rule": variant.rules, "clock": CLOCKS, "match": TARGETS}.get(name, ())
        return getattr(self.settings, name), self._allowed(name), list(words)

    def _allowed(self, name):
        """The values that restore allows, and games only where they fit."""
        values = []
        for value in range(256):
            if restore.allows(self.settings, name, value):
                values.append(value)
            elif value > GAP + max(values, default=0):
                break
        return [value for value in values if name != "variant" or fits(VARIANTS[value], self._panel)]

    def set(self, name, value):
        """ValueError for a value that is not allowed now."""
        if name not in FIELDS or value not in self._allowed(name):
            raise ValueError(name + " cannot be " + repr(value))
        self._put(name, value)

    def _put(self, name, value):
        if name not in self._changed:
            self._changed.append(name)
        if value != getattr(self.settings, name):
            setattr(self.settings, name, value)
            if name == "variant":
                self.settings.settle()

    def reset(self, names):
        """These fields become what they are on a new board; of the game's, what the variant makes of that."""
        fresh = Settings()
        if "variant" not in names:
            fresh.variant = self.settings.variant
            fresh.settle()
        for name in FIELDS:
            if name in names:
                self._put(name, getattr(fresh, name))

    def save(self, deal):
        """Writes settings and session. The running game takes over what it can; returns the names that wait for a new
        one. Where no game is running, one is laid out that has all (deal: its chance, 0 .. 32767). OSError if the
        flash does not take it."""
        waiting = self._refit()
        session = self.session
        if waiting and not session.unfinished:
            session = self._next_game(deal)
            waiting = []
        self._write("settings", self.settings.pack())
        if session:
            self._write("session", session.pack())
        return waiting

    def _refit(self):
        """Gives the session the changed settings of the game that it can have; returns the names of the others."""
        others = []
        own = self.session.settings if self.session else self.settings
        for name in FIELDS:
            value = getattr(self.settings, name)
            if name in self._changed and name in GAME_FIELDS and getattr(own, name) != value:
                if name not in LIVE or not restore.allows(own, name, value):
                    others.append(name)
                else:
                    setattr(own, name, value)
        return others

    def _next_game(self, deal):
        """An empty game of these settings; the score goes on where as many play as before."""
        match, result = self.session.match, self.session.position.result
        fresh = Session(self.settings, None, deal)
        if match.seats != fresh.match.seats or len(match.score) != len(fresh.match.score):
            return fresh
        if result != ONGOING:
            match.next_game(result)
        if "starter" in self._changed:
            match.starter = self.settings.starter
        return Session(self.settings, match, deal)

    def _write(self, name, data):
        if self._store.load(name) != data and not self._store.save(name, data):
            raise OSError("the flash does not take the " + name)
