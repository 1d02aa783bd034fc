"""The endless loop around the App, and what it saw. Plain and synchronous: one task needs no scheduler, and asyncio
would cost 2 KB of heap and 0.2 ms a turn."""

from litfour.app.app import FALL, THINK
from litfour.ports import elapsed

IDLE_MS = 4             # between two turns while nobody thinks; inputs are sampled by hardware meanwhile
KEPT_SEARCHES = 64
WELL_TURNS = 12000      # about a minute


class Report:
    """In ms: the longest turn while a disc falls or the CPU thinks, of others (a press may load a page), and of quiet
    moments; the CPU's last searches as (ms, nodes)."""

    def __init__(self):
        self.turns = 0
        self.longest = 0
        self.longest_other = 0
        self.longest_quiet = 0
        self.searches = []
        self._searching = 0

    def turn(self, state, took, quiet):
        self.turns += 1
        if quiet:
            self.longest_quiet = max(self.longest_quiet, took)
        elif state in (THINK, FALL):
            self.longest = max(self.longest, took)
        else:
            self.longest_other = max(self.longest_other, took)

    def think(self, player, took):
        """The CPU was thinking from one turn to the next."""
        self._searching += took
        if player.move >= 0:
            if len(self.searches) == KEPT_SEARCHES:
                self.searches.pop(0)
            self.searches.append((self._searching, player.nodes))
            self._searching = 0


    def forget(self):
        """The CPU was stopped, or has moved."""
        self._searching = 0


def run(app, clock, watchdog, report, sleep_ms, well=None):
    """Plays for ever; sleep_ms(ms) gives the time away that nobody needs. well() is called once, after
    WELL_TURNS, when nothing moves."""
    now = clock.ms()
    while True:
        state = app.state
        quiet = app.quiet_moments
        thinking = state == THINK and app.player.move < 0 and not app.pending
        app.turn(now)
        watchdog.feed()
        report.turn(state, elapsed(clock.ms(), now), app.quiet_moments != quiet)
        if well and report.turns >= WELL_TURNS and app.state not in (THINK, FALL):  # it may write to the flash
            well()
            well = None
        if app.state != THINK and not app.coach:
            sleep_ms(IDLE_MS)
        last, now = now, clock.ms()
        if thinking:
            report.think(app.player, elapsed(now, last))
        if app.state != THINK:
            report.forget()
