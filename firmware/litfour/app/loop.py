"""The thin asynchronous skin: the only file that knows asyncio."""

import asyncio

from litfour.app.app import THINK
from litfour.ports import elapsed

IDLE_MS = 4             # between two turns while nobody thinks; inputs are sampled by hardware meanwhile


class Report:
    """What the loop saw, for tests and the bench: turns, and the longest turn in ms without and with quiet moments."""

    def __init__(self):
        self.turns = 0
        self.longest = 0
        self.longest_quiet = 0


async def play(app, clock, watchdog, report):
    """Runs the game for ever."""
    while True:
        now = clock.ms()
        quiet = app.quiet_moments
        app.turn(now)
        watchdog.feed()
        took = elapsed(clock.ms(), now)
        report.turns += 1
        if app.quiet_moments != quiet:
            report.longest_quiet = max(report.longest_quiet, took)
        elif took > report.longest:
            report.longest = took
        await asyncio.sleep(0 if app.state == THINK else IDLE_MS / 1000)


def run(app, clock, watchdog, report):
    asyncio.run(play(app, clock, watchdog, report))
