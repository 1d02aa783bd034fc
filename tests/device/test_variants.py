"""Games of each search on the emulated Pico, at Hard: they play, within the time that a move and a turn may take, with
the heap locked around every tick, and leave memory: 60 KB free, and 75 KB resident (Power Up: 2 KB more)."""

import ast

import pytest

from host_tools.image import BoardFile
from host_tools.saves import files_of
from host_tools.simulator import chosen_settings
from litfour.ports import MENU, panel_named
from tests.device.test_game import BUDGET_FREE, BUDGET_RESIDENT, LOCKED_MAIN, TABLE

# variant: (panel, presses of one person's turn: columns and MENU)
GAMES = {
    "popout": ("7x6", [(3,), (2,), (4,)]),
    "power-up": ("7x6", [(3,), (2,), (4,)]),
    "3d": ("9x9", [(0, MENU), (1, MENU), (2, MENU)]),
    "simultaneous": ("9x9", [(4, MENU), (0, 3, MENU)]),
}
RESIDENT = {"power-up": 79500}


@pytest.fixture(scope="module", params=list(GAMES))
def played(request, emulator, firmware):
    from host_tools.emulator import Pico
    name = request.param
    panel, turns = GAMES[name]
    settings = chosen_settings(panel_named(panel), name, "hard", "solo", 1)
    files = {**firmware, "main.py": BoardFile(LOCKED_MAIN), "board.txt": BoardFile(panel.encode())}
    files.update(files_of(settings=settings.pack()))
    with Pico(emulator, files) as pico:
        pico.start()
        pico.run(1500)
        pico.press(0)
        pico.run(3000)
        for turn in turns:
            for source in turn:
                pico.press(source)
                pico.run(250)
            pico.run(6500 if name == "simultaneous" else 3600)
        pico.send(b"\x03")
        pico.run_until(1500, text=">>> ")
        console, resets, board = pico.console, list(pico.resets), pico.files()
    print(name, console)
    line = next(line for line in console.splitlines() if line.startswith("Litfour: stopped."))
    boot = int(next(line for line in console.splitlines() if line.startswith("boot_free")).split()[1])
    return name, ast.literal_eval(line.split(".", 1)[1].strip()), boot, resets, board


def test_it_plays_and_nothing_goes_wrong(played):
    from litfour.app.restore import load_session
    from litfour.app.settings import Settings
    name, report, _, resets, board = played
    assert resets == [(0, "power")] and "crash.txt" not in board and report["repaired"] == []
    sessions = [load_session(data[8:-4], Settings()) for path, data in board.items()
                if path.startswith("save/session.")]
    longest = max(len(session.position.moves) for session in sessions)
    assert sessions[0].position.variant.name == name and longest >= {"simultaneous": 1, "3d": 3}.get(name, 5)


def test_the_memory_budget_holds(played):
    name, report, boot, _, _ = played
    resident = boot - TABLE - report["free"]
    print(name, "free after the game", report["free"], "bytes; resident code and objects", resident)
    assert report["free"] >= BUDGET_FREE and resident <= RESIDENT.get(name, BUDGET_RESIDENT)


def test_a_move_takes_less_than_two_seconds_and_a_turn_less_than_10_ms(played):
    name, report, _, _, _ = played
    print(name, "longest turn", report["longest"], "ms; moves", report["searches"])
    assert 0 < report["longest"] <= 10
    assert report["searches"] and max(ms for ms, _ in report["searches"]) <= 2000
