"""Every state of the README's table on the emulated Pico's wire: after the same presses the board shows frames of the
simulator's, and none of another state."""

import pytest

from host_tools import simulator
from host_tools.accelerate import accelerated
from host_tools.fakes import MemoryStore
from host_tools.image import BoardFile
from host_tools.saves import files_of
from host_tools.simulator import Simulator, chosen_settings
from litfour.app.session import Session
from litfour.hw.encode import RAMP_FRAMES
from litfour.ports import BEAM, MENU, UNDO, panel_named
from litfour.rules.notation import read_move
from tests.device.test_game import LOCKED_MAIN, PANEL_PIN, wire

BLOCKED = 600               # ms that a beam is blocked for a jam
DRAWN = "121221211212343443433434565665655656777777"
# settings; moves of the saved, unfinished game; games that each seat has won; then (state, what is done (source, ms),
# ms until it is looked at, and how long). The board begins with the offer of the saved game.
SESSIONS: tuple = (
    ({"players": "two"}, "4444443", (0, 0), (
        ("a game waits", (), 1500, 500), ("to move", ((0, 60),), 700, 500), ("refused", ((3, 60),), 60, 150),
        ("a beam is blocked", ((BEAM + 4, BLOCKED),), 300, 250), ("taken back", ((UNDO, 60),), 1200, 500),
        ("the menu", ((MENU, 800),), 100, 500), ("brighter", ((MENU, 800), (MENU, 60)), 900, 300))),
    ({"players": "solo", "level": "hard"}, "44", (0, 0), (
        ("the CPU thinks", ((0, 60), (3, 60)), 1000, 300),)),
    ({"players": "two", "clock": 3}, "443", (0, 0), (("the clock is low", ((0, 60),), 800, 900),)),
    ({"players": "two"}, "121212", (0, 0), (
        ("a disc at the wrong time", ((0, 60), (2, 60), (BEAM + 4, 40)), 900, 300),
        ("settled", ((UNDO, 60),), 700, 300), ("back", ((UNDO, 60),), 400, 300), ("won", ((0, 60),), 1800, 600),
        ("the score", ((MENU, 60),), 300, 300))),
    ({"players": "two", "match": 3, "coach": 2}, "121212", (2, 0), (
        ("threats", ((0, 60),), 900, 300), ("the match is won", ((0, 60),), 2000, 500))),
    ({"players": "two", "night": 1}, DRAWN[:-1], (0, 0), (
        ("night", ((0, 60),), 900, 300), ("a draw", ((6, 60),), 1500, 500))),
)


def saved_game(chosen, moves, won):
    """(settings, session) as bytes."""
    more = {name: chosen[name] for name in ("coach", "night") if name in chosen}
    settings = chosen_settings(panel_named("7x6"), "standard", starter=1,
                               **{name: value for name, value in chosen.items() if name not in more})
    for name, value in more.items():
        setattr(settings, name, value)
    session = Session(settings)
    for move in moves:
        session.play(read_move(move, session.position.variant))
    session.match.score[1:] = list(won)
    return settings.pack(), session.pack()


def simulated(saves, steps):
    """{state: the wire's bytes of every frame that the simulator shows in it, or a little before or after}."""
    return {steps[k][0]: shown_in(saves, steps[:k + 1]) for k in range(len(steps))}


def shown_in(saves, steps):
    """The frames of the last step, after the others have taken the time that they take on the board."""
    store = MemoryStore()
    store.data.update(saves)
    sim = Simulator("7x6", seed=7, keep=True, store=store)
    for _, done, wait, look in steps:
        for source, ms in done:
            seen = len(sim.display.frames)
            sim.press(source, ms=ms, gap=GAP)
        if wait >= SLACK:                           # a short state is looked at from its press on
            sim.run(wait - SLACK)
            seen = len(sim.display.frames)
        sim.run(min(wait, SLACK) + look)
    sim.run(SLACK)
    return set(wire(sim.display.frames[seen - 1:], sim.display.brightness))     # a still picture is drawn once


GAP, SLACK = 140, 250       # ms after a press; how much the board may be ahead or behind


def on_the_board(emulator, firmware, saves, steps):
    """{state: the bytes of the frames on the wire}, and the resets."""
    from host_tools.emulator import Pico
    files = {**firmware, "main.py": BoardFile(LOCKED_MAIN), **files_of(**saves)}
    shown = {}
    with Pico(emulator, files) as pico:
        pico.start()
        pico.watch(PANEL_PIN)
        pico.run(900)
        for name, done, wait, look in steps:
            for source, ms in done:
                pico.press(source, ms)
                pico.run(ms + GAP)
            pico.run(wait)
            seen = len(pico.frames(PANEL_PIN))
            pico.run(look)
            shown[name] = [frame.data for frame in pico.frames(PANEL_PIN)[max(seen, RAMP_FRAMES + 8):]]
        return shown, list(pico.resets)


@pytest.fixture(scope="module")
def both(emulator, firmware):
    """For each session what the simulator and what the board shows, by state."""
    patient, simulator.THINK_TURN_MS = simulator.THINK_TURN_MS, 2 * simulator.THINK_TURN_MS
    pairs = []
    for chosen, moves, won, steps in SESSIONS:
        saves = dict(zip(("settings", "session"), saved_game(chosen, moves, won)))
        shown, resets = on_the_board(emulator, firmware, saves, steps)
        assert resets == [(0, "power")]
        with accelerated():
            pairs.append((simulated(saves, steps), shown))
    simulator.THINK_TURN_MS = patient
    return pairs


def test_the_board_shows_what_the_simulator_shows(both):
    for expected, shown in both:
        for name in expected:
            strange = [number for number, frame in enumerate(shown[name]) if frame not in expected[name]]
            assert shown[name] and not strange, (name, len(shown[name]), strange)


def test_no_two_states_of_a_game_look_alike(both):
    for expected, shown in both:
        for name in shown:
            for other in expected:
                if other != name:
                    assert not set(shown[name]) <= expected[other], (name, other)
