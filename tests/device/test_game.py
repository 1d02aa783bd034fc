"""Whole solo games on the emulated Pico, from button to wire: every frame is the simulator's, no tick allocates,
the memory budget holds."""

import ast
from dataclasses import dataclass

import pytest

from host_tools import perfect, simulator
from host_tools.accelerate import accelerated
from host_tools.image import BoardFile
from host_tools.saves import files_of
from host_tools.simulator import Simulator, chosen_settings
from litfour.app import app as application
from litfour.hw.encode import RAMP_FRAMES, Encoder
from litfour.hw.wiring import wiring_named
from litfour.ports import MENU, UNDO, panel_named
from litfour.rules.position import ONGOING

PANEL_PIN = 22
SEED = 7
CYCLE_MS = {"medium": 2300, "hard": 3000, "perfect": 2600}      # a press, its fall, the CPU's answer and its fall
BUDGET_FREE = 60000         # bytes free after a whole game
BUDGET_RESIDENT = 75 * 1024
TABLE = 98304

# main.py with two additions: a known seed, and the heap locked around every tick.
LOCKED_MAIN = b"""
import gc
gc.collect()
boot_free = gc.mem_free()
table = bytearray(98304)
from litfour import root
root.seed = lambda: %d
play = root.play
def locked_play(*parts):
    import micropython
    from litfour.game import App
    tick = App.tick
    def locked_tick(self, now):
        micropython.heap_lock()
        try:
            tick(self, now)
        finally:
            micropython.heap_unlock()
    App.tick = locked_tick
    play(*parts)
root.play = locked_play
print('boot_free', boot_free)
root.main(table)
""" % SEED


@dataclass
class Game:
    """What a whole game on the board left: frames of the wire, the loop's report, boot_free, files, and the script."""

    frames: list
    report: dict
    boot_free: int
    files: dict
    resets: list
    moves: list
    light: tuple


def simulate(level):
    """The same session in the simulator: (simulator, columns pressed). The person plays without much sense."""
    settings = chosen_settings(panel_named("7x6"), "standard", level, "solo", 1)
    sim = Simulator("7x6", seed=SEED, settings=settings, keep=True, make_solver=perfect.make_solver)
    sim.run(3000)
    sim.press(0)
    sim.run(3000)
    pressed = []
    while sim.app.session.position.result == ONGOING:
        legal = sim.app.session.position.legal()
        column = legal[len(pressed) * 5 % len(legal)]
        pressed.append(column)
        sim.press(column)
        sim.run_until(lambda app: app.state not in (application.FALL, application.THINK))
        sim.run(4000)           # longer in each state than the board: its frames are then all among these
    sim.run(6000)
    sim.press(UNDO)
    sim.run(2000)
    sim.hold(UNDO)
    sim.run(3000)
    return sim, pressed


@pytest.fixture(scope="module", params=["hard", "perfect"])
def level(request):
    return request.param


@pytest.fixture(scope="module")
def simulated(level):
    patient, turn = application.THINK_MS, simulator.THINK_TURN_MS
    application.THINK_MS = patient + 300        # the board may think a frame or two longer than the simulator
    simulator.THINK_TURN_MS = 2 * turn
    try:
        with accelerated():
            return simulate(level)
    finally:
        application.THINK_MS, simulator.THINK_TURN_MS = patient, turn


def saved(level):
    """The files of settings for a solo game at this level."""
    return files_of(settings=chosen_settings(panel_named("7x6"), "standard", level, "solo", 1).pack())


@pytest.fixture(scope="module")
def game(emulator, firmware, level, simulated, tmp_path_factory):
    from host_tools.emulator import Pico
    files = dict(firmware)
    files["main.py"] = BoardFile(LOCKED_MAIN)
    files.update(saved(level))
    _, pressed = simulated
    with Pico(emulator, files) as pico:
        pico.start()
        pico.watch(PANEL_PIN)
        pico.run(1500)
        pico.press(0)
        pico.run(1200)
        light = None
        for column in pressed:
            light = pico.edge_to_light(column, PANEL_PIN)
            pico.run(CYCLE_MS[level])
        pico.run(4000)
        pico.press(UNDO)
        pico.run(800)
        pico.press(UNDO, 800)
        pico.run(1500)
        pico.send(b"\x03")
        pico.run_until(1000, text=">>> ")
        console = pico.console
        frames = list(pico.frames(PANEL_PIN))
        resets = list(pico.resets)
        board = pico.files()
    print(console)
    report = next(line for line in console.splitlines() if line.startswith("Litfour: stopped."))
    boot_free = int(next(line for line in console.splitlines() if line.startswith("boot_free")).split()[1])
    return Game(frames, ast.literal_eval(report.split(".", 1)[1].strip()), boot_free, board, resets, pressed, light)


def wire(frames, brightness):
    """What the wire carries for frames of the simulator, at full ramp."""
    encoder = Encoder(panel_named("7x6"), wiring_named("7x6"))
    for _ in range(RAMP_FRAMES):
        encoder.encode(bytes(panel_named("7x6").size), 255)
    for frame in frames:
        encoder.encode(frame, brightness)
        yield bytes(encoder.wire_bytes())


def test_every_frame_on_the_wire_is_the_simulators_in_the_same_order(game, simulated):
    sim, _ = simulated
    expected = list(wire(sim.display.frames, sim.display.brightness))
    at = 0
    seen = [frame.data for frame in game.frames[RAMP_FRAMES + 8:]]
    dark = bytes(len(expected[0]))
    if seen[-1] == dark:            # the last one is the board going dark when it was stopped
        seen.pop()
    for number, data in enumerate(seen):
        start = at
        while at < len(expected) and expected[at] != data:
            at += 1
        assert at < len(expected), f"frame {number} of {len(seen)} is not among the simulator's from {start} on"
    assert len(seen) > 500


def test_the_game_ended_as_in_the_simulator(game, simulated):
    from litfour.app.restore import load_session
    from litfour.app.settings import Settings
    sim, _ = simulated
    slots = [data for name, data in game.files.items() if name.startswith("save/session.")]
    sessions = [load_session(data[8:-4], Settings()) for data in slots]
    assert sim.app.session.pack() in [session.pack() for session in sessions]


def test_nothing_went_wrong(game):
    assert game.resets == [(0, "power")] and "crash.txt" not in game.files


def test_no_turn_is_longer_than_10_ms_while_a_disc_falls_or_the_cpu_thinks(game):
    print("longest turn", game.report["longest"], "ms; other", game.report["longest_other"], "ms; quiet moments",
          game.report["longest_quiet"], "ms")
    assert 0 < game.report["longest"] <= 10


def test_the_memory_budget_holds(game):
    resident = game.boot_free - TABLE - game.report["free"]
    print("free after the game", game.report["free"], "bytes; resident code and objects", resident)
    assert game.report["free"] >= BUDGET_FREE
    assert resident <= BUDGET_RESIDENT


def test_a_press_is_seen_in_light_within_50_ms(game):
    print(f"pin edge to first and last bit of the new frame: {game.light[0]:.1f} and {game.light[1]:.1f} ms")
    assert game.light[1] < 50


@pytest.mark.parametrize("damage, told", [(None, "no book"), (slice(0, 50000), "torn book")])
def test_perfect_without_its_book_says_so_and_plays(pico, firmware, damage, told):
    files = {**firmware, **saved("perfect")}
    book = files.pop("litfour/book")
    if damage is not None:
        files["litfour/book"] = BoardFile(damage if isinstance(damage, bytes) else book.data[damage])
    board = pico(files)
    board.watch(PANEL_PIN)
    board.run(1500)
    board.press(0)
    board.run(500)
    board.press(3)
    board.run(2500)
    assert board.resets == [(0, "power")]
    board.send(b"\x03")
    assert board.run_until(1000, text=">>> ")
    assert told in board.console and b"crash" not in b"".join(name.encode() for name in board.files())


def test_the_menu_button_at_power_up_is_safe_mode(pico, firmware):
    board = pico(dict(firmware), start=False)
    board.drive(MENU, 0)
    board.start()
    board.watch(PANEL_PIN)
    assert board.run_until(2000, text="safe mode")
    board.drive(MENU, None)
    board.run(10000)
    assert len(board.resets) == 1, "no watchdog in safe mode"
    board.raw_repl()
    assert board.exec("print(6 * 7)").out.strip() == "42"
    assert sum(board.frames(PANEL_PIN)[-1].data) < 30, "minimum light"


def test_a_wrong_board_file_is_told_and_stays_dark(pico, firmware):
    board = pico({**firmware, "board.txt": BoardFile(b"5x5")})
    board.watch(PANEL_PIN)
    assert board.run_until(2000, text="unknown wiring")
    assert board.frames(PANEL_PIN) == []
    assert b"unknown wiring" in board.files()["crash.txt"]
