"""A part of `litfour bench board`: what saving costs the flash, and what a resume takes from power-up to light.

Whole solo games are played on the pins, each move as soon as the saved session shows that it is the person's turn. The
emulator logs every erase and program of the flash chip. A save is small enough to stand in its folder's own pair of
sectors; littlefs moves that pair to free ones after 50 to 100 erases of a sector, so all free sectors share the wear.
"""

import statistics

from host_tools.emulator import EmulatorError, Pico
from host_tools.saves import files_of, saved_in
from host_tools.simulator import chosen_settings
from litfour.app.restore import load_session
from litfour.app.settings import Settings
from litfour.ports import panel_named

PANEL_PIN = 22
LEVEL = "easy"              # answers soonest; the saves are the same
LOOK_MS = 250               # how often the saved session is looked at
PATIENCE_MS = 15000         # by when the CPU has answered, or a rematch has begun
END_MS = 4000               # the win is shown; then a press starts the rematch
SECTOR = 4096
SECTOR_ERASES = 100_000     # what flash makers promise for one
GAMES_A_DAY = 10
LONGEST_PLIES = 42          # a full board
PERSON = 1
DISCS = 2                   # of the person, when the power is cut: too few to end the game
OFFERED_MS = 3000           # a resumed game breathes up to its full light within this


def measure(uf2, files, games):
    """(name, figure) one after the other, of a Pico of its own with these files. games: how many whole ones."""
    settings = chosen_settings(panel_named("7x6"), "standard", LEVEL, "solo", PERSON)
    with Pico(uf2, {**files, **files_of(settings=settings.pack())}) as pico:
        yield from play(pico, games)


def play(pico, games):
    board = Solo(pico)
    pico.start()
    pico.watch(PANEL_PIN)
    pico.run(1000)
    pico.press(0)
    pico.run(1000)
    seen = [board.game() for _ in range(games)]
    plies = [plies for plies, _ in seen]
    logs = [log for _, log in seen]
    erases = [sum(each.size for each in log if each.kind == "erase") // SECTOR for log in logs]
    programs = [[each.size for each in log if each.kind == "program"] for log in logs]
    yield f"plies of {games} games", ", ".join(map(str, plies))
    yield "flash programmed a game", (f"{statistics.mean(map(sum, programs)) / 1024:.1f} KB "
                                      f"in {statistics.mean(map(len, programs)):.0f} writes")
    longest = sum(erases) / sum(plies) * LONGEST_PLIES
    yield "sectors erased", (f"{', '.join(map(str, erases))}: {statistics.mean(erases):.1f} a game; "
                             f"{longest:.1f} in one of {LONGEST_PLIES} plies")
    yield from resume(board)
    free = free_sectors(pico)
    yield f"years at {GAMES_A_DAY} games of {LONGEST_PLIES} plies a day", (
        f"{years(longest, free):.0f}, spread over {free} free sectors; "
        f"{years(longest, 2):.0f} if only two took it all")


def years(erases_a_game, sectors):
    """How long `sectors` that share all erases last."""
    return SECTOR_ERASES * sectors / (max(erases_a_game, 0.01) * GAMES_A_DAY * 365)


class Solo:
    """A person on the pins of a board that plays against the CPU."""

    def __init__(self, pico):
        self.pico = pico
        self._looked = -1           # flash operations when the files were read last
        self._position = None

    def position(self):
        """The position saved last; None before the first save."""
        if len(self.pico.flash_log) != self._looked:
            self._looked = len(self.pico.flash_log)
            data = saved_in(self.pico.files(), "session")
            self._position = load_session(data, Settings()).position if data else None
        return self._position

    def turn(self, is_new):
        """The saved position, once it is_new(position) and the person's turn or the end."""
        for _ in range(PATIENCE_MS // LOOK_MS):
            self.pico.run(LOOK_MS)
            position = self.position()
            if position and is_new(position) and (position.result or position.turn == PERSON):
                return position
        raise EmulatorError("the board saves no move: " + self.pico.console[-300:])

    def move(self, position):
        """Drops a disc; the next position that is the person's, or the end."""
        count = len(position.moves) if position else 0
        legal = position.legal() if position else [3]
        self.pico.press(legal[(5 * count + 3) % len(legal)])
        return self.turn(lambda now: len(now.moves) > count)

    def game(self):
        """(plies, flash operations) of a whole game, from the press that starts it to the rest after its end."""
        began = len(self.pico.flash_log)
        position = self.fresh()
        while not position or not position.result:
            position = self.move(position)
        self.pico.run(END_MS)
        return len(position.moves), self.pico.flash_log[began:]

    def fresh(self):
        """Starts a rematch where a game has ended. The saved position; None if nothing has been dropped."""
        old = self.position()
        if not old or not old.result:
            return old
        self.pico.press(3)
        try:
            return self.turn(lambda now: len(now.moves) < len(old.moves))
        except EmulatorError:       # nothing to save before the person's first disc
            return None


def resume(board):
    """Some discs of an unfinished game; then the plug is pulled."""
    position = board.fresh()
    for _ in range(DISCS):
        position = board.move(position)
    pico = board.pico
    pico.run(END_MS)
    seen = len(pico.frames(PANEL_PIN))
    began = pico.now
    pico.start()
    pico.run(OFFERED_MS)
    frames = pico.frames(PANEL_PIN)[seen:]
    discs = len(position.moves)
    light = [(frame.end - began, lit(frame)) for frame in frames]
    shown = [(ms, level) for ms, (pixels, level) in light if pixels >= discs]
    if not shown:
        raise EmulatorError(f"no light of {discs} discs within {OFFERED_MS} ms: {pico.console[-300:]}")
    first = shown[0][0]
    half = max(level for _, level in shown) / 2
    bright = next(ms for ms, level in shown if level >= half)
    yield f"reset to the light of an offered game, {discs} discs", f"{first:.0f} ms; half of its light {bright:.0f} ms"


def lit(frame):
    """(pixels that shine, brightest byte) of a frame of the wire."""
    return sum(any(frame.data[k:k + 3]) for k in range(0, len(frame.data), 3)), max(frame.data)


def free_sectors(pico):
    """Sectors of the file system that hold nothing."""
    pico.raw_repl()
    return int(pico.exec("import os; s = os.statvfs('/'); print(s[0] * s[3])").out) // SECTOR
