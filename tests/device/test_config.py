"""`litfour config` and `litfour stats` over the line of the emulated Pico, the game on it interrupted and resumed."""

import ast

import pytest

from host_tools import image
from host_tools.__main__ import main
from host_tools.image import BoardFile
from host_tools.saves import files_of, saved_in
from litfour.app import settings as S
from litfour.app.restore import load_session, load_settings
from litfour.app.session import Session
from litfour.app.stats import EMPTY
from litfour.ports import MENU, panel_named

PANEL_PIN = 22
MENU_PIN = 18
RECORD = """
import gc, time, sys
from litfour.game import Store
from litfour.app import restore
from litfour.root import board_name
from litfour.setup import wiring_named
store = Store()
session = restore.load(store, wiring_named(board_name()).panel_record())[1]
del restore
gc.collect()
free, start = gc.mem_free(), time.ticks_us()
from litfour.app import stats
loaded = time.ticks_us()
gc.collect()
kept = free - gc.mem_free()
took = []
for deal in range(4):
    session.position.deal = deal
    begun, left = time.ticks_us(), gc.mem_free()
    told = stats.record(store, session)
    took.append((time.ticks_us() - begun) // 1000)
    garbage = left - gc.mem_free()
print((told, (loaded - start) // 1000, took, kept, garbage))
"""


@pytest.fixture
def command(capsys):
    """command(port, words) -> (exit code, standard output, standard error)."""
    def run(port, words):
        name, *others = words.split()
        code = main([name, *others, "--port", port])
        return (code, *capsys.readouterr())
    return run


def saved(moves, **fields):
    """Files of a board on which this game was played."""
    settings = S.Settings()
    for name, value in fields.items():
        setattr(settings, name, value)
    session = Session(settings, None, 9)
    for column in moves:
        session.play(column)
    return files_of(settings=settings.pack(), session=session.pack())


def stored(board):
    """(settings, session) as they are on the flash now."""
    files, settings = board.files(), S.Settings()
    assert load_settings(settings, saved_in(files, "settings"), panel_named("7x6")) == ()
    return settings, load_session(saved_in(files, "session"), settings)


def lit(board, ms=4000):
    return board.run_until(ms, frames=(PANEL_PIN, 3))


def test_the_game_is_interrupted_set_and_goes_on(pico, firmware, command):
    board = pico({**firmware, **saved((3, 3), level=0)})
    board.watch(PANEL_PIN)
    assert lit(board)
    board.press(0)                  # wakes
    board.run(1000)
    board.press(4)
    board.run(3500)                 # its fall, the CPU's answer, the save
    before = stored(board)[1].position.moves
    assert before[:3] == [3, 3, 4] and len(before) == 4
    with board.pty() as port:
        code, out, err = command(port, "config set level medium clock 30 variant popout sound soft")
        assert (code, err) == (0, "")
        assert out.splitlines() == ["variant: popout, from the next new game on", "level: medium", "clock: 30",
                                    "sound: soft"]
    with board.serving() as port:
        assert command(port, "config get level") == (0, "medium\n", "")
    settings, session = stored(board)
    assert (settings.variant, settings.level, settings.sound) == (6, 1, 1)
    assert session.position.moves == before and (session.settings.variant, session.settings.level) == (0, 1)
    assert lit(board), "the game does not come back"
    board.run(1500)
    board.press(0)                  # wakes
    board.run(1000)
    board.press(5)
    board.run(4500)
    session = stored(board)[1]
    assert session.position.moves[:5] == [*before, 5] and len(session.position.moves) == 6
    assert "crash.txt" not in board.files() and "timeout" not in [cause for _, cause in board.resets]


def test_statistics_are_recorded_on_the_board_and_read(pico, firmware, command):
    board = pico({**firmware, **saved((0, 1, 0, 1, 0, 1, 0), level=2)})
    board.run(1500)
    board.raw_repl()
    result = board.exec(RECORD)
    assert result.err == "", result.err
    told, load_ms, record_ms, kept, garbage = ast.literal_eval(result.out.strip())
    assert told == "" and load_ms < 40 and kept < 4000 and garbage < 14000
    assert record_ms[0] < 250, "the first makes the file"
    assert max(record_ms[1:]) < 130
    with board.pty() as port:
        code, out, err = command(port, "stats")
        assert (code, err) == (0, "") and out.splitlines()[1].split() == ["standard", "hard", "4", "4", "0", "0", "100"]
        assert "longest streak of wins against the CPU: 4, now: 4" in out
        code, out, err = command(port, "stats --clear --yes --json")
        assert code == 0 and '"longest": 4' in out and "cleared" in err
    board.watch(PANEL_PIN)
    assert lit(board), "the game does not come back"
    assert any(EMPTY in data for name, data in board.files().items() if name.startswith("save/stats."))
    assert len(stored(board)[1].position.moves) == 7
    print(f"load {load_ms} ms, record {record_ms} ms; {kept} bytes while loaded, {garbage} of garbage a record")


def test_a_board_in_safe_mode(pico, firmware, command):
    board = pico({**firmware, **saved(())}, start=False)
    board.drive(MENU_PIN, 0)
    board.start()
    board.watch(PANEL_PIN)
    assert board.run_until(2000, text="safe mode")
    board.run(1500)
    board.drive(MENU_PIN, None)
    with board.pty() as port:
        code, out, err = command(port, "config set brightness 1")
    assert (code, out) == (0, "brightness: 1\n") and "the board was in safe mode" in err
    assert lit(board) and stored(board)[0].brightness == 0
    assert MENU == MENU_PIN


def test_other_firmware_is_refused(pico, firmware, command, tmp_path):
    old = {name: file for name, file in firmware.items() if name != "litfour/app/remote.mpy"}
    other = image.compile_source("from litfour.game import FIELDS\nclass Desk:\n    version = 99\n    names = FIELDS\n"
                                 "    broken = []\n    def __init__(self, *parts):\n        pass\n",
                                 "litfour/app/remote.py", tmp_path)
    for files, told in (({}, "there is no Litfour on this board: put the firmware"),
                        (old, "the firmware of this board is too old for that"),
                        ({**old, "litfour/app/remote.mpy": BoardFile(other)}, "settings in layout 99, this program")):
        board = pico(files)
        board.run(300)
        with board.serving() as port:
            code, out, err = command(port, "config get")
        assert (code, out) == (1, "") and told in err, err
