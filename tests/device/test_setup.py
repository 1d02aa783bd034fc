"""`litfour setup` and `litfour doctor` against the emulated Pico: from a boot drive to a playing board; versions that
do not start; power that fails."""

import shutil

import pytest

from host_tools import boot_drive, deploy, doctor, setup, uf2, versions
from host_tools.__main__ import main
from host_tools.board import Board, BoardError
from host_tools.image import FIRMWARE, BoardFile, build
from host_tools.saves import files_of
from litfour.ports import MENU
from tests.device.test_deploy import files_with, runs
from tests.host.test_setup import drive_in
from tests.torture import pico_disk, pico_installs
from tests.torture.tally import Budget, Tally

PANEL_PIN = 22
LED_PIN = 25


def plays(board, ms=3000):
    return board.run_until(ms, frames=(PANEL_PIN, 5))


SELDOM = ("book", "puzz", "games", "rounds", "perfect", "selftest")     # not needed to play the standard game


def test_from_a_boot_drive_to_a_playing_board_and_past_the_doctor(
        pico, emulator, firmware, tmp_path, monkeypatch, capsys):
    firmware = {path: file for path, file in firmware.items() if not any(word in path for word in SELDOM)}
    for module in (setup, doctor):
        monkeypatch.setattr(module, "build", lambda folder, source: firmware)
    board = pico()
    board.run(300)
    copied = drive_in(tmp_path) / "litfour.uf2"
    monkeypatch.setattr(boot_drive, "mounted", lambda: [tmp_path])
    with board.serving() as port:
        monkeypatch.setattr(setup, "ports", lambda: [port] if copied.exists() else [])
        assert main(["setup", "--uf2", str(emulator), "--no-selftest"]) == 0
    out = capsys.readouterr().out
    assert copied.read_bytes() == emulator.read_bytes() and uf2.is_pinned(copied.read_bytes(), "RP2040")
    assert "found MicroPython 1.28.0, no Litfour" in out and "\nit plays\n" in out
    assert board.files() == {path: file.data for path, file in versions.on_board(firmware).items()}

    with board.serving() as port:
        assert main(["doctor", "--port", port]) == 0
        assert capsys.readouterr().out == "Nothing is wrong.\n"
    board.watch(PANEL_PIN)
    board.start()                       # power off and on
    assert plays(board)
    assert "timeout" not in [cause for _, cause in board.resets]


@pytest.fixture(scope="module")
def patched(tmp_path_factory):
    """patched(old, new) -> the firmware with one text of app/loop.py replaced, and a start that counts as good soon."""
    def make(old, new):
        folder = tmp_path_factory.mktemp("patched")
        shutil.copytree(FIRMWARE, folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
        loop = folder / "firmware/litfour/app/loop.py"
        for before, after in ((old, new), ("WELL_TURNS = 12000", "WELL_TURNS = 100")):
            assert before in loop.read_text()
            loop.write_text(loop.read_text().replace(before, after))
        return build(folder / "out", folder / "firmware")

    return make


@pytest.fixture(scope="module")
def good(patched):
    return patched("", "")


def two_versions(good, bad):
    """The files of a board that runs `bad` and has `good` to fall back to."""
    laid = {**versions.on_board(good, "litfour.a"), **versions.on_board(bad, "litfour.b")}
    return {**laid, **files_of(settings=b"1")}


@pytest.mark.parametrize("kind", ["play", "hang"])
def test_after_three_failed_starts_the_version_before_runs(pico, good, patched, kind):
    if kind == "hang":                  # MicroPython does so while it loads a file that was torn
        bad = {**good, "litfour/game.mpy": BoardFile(good["litfour/game.mpy"].data[:5000])}
    else:
        bad = patched("        watchdog.feed()\n", "        report.nothing()\n")
    board = pico(two_versions(good, bad))
    board.watch(PANEL_PIN)
    assert board.run_until(40000, resets=3)
    assert [cause for _, cause in board.resets[1:]] == ["timeout" if kind == "hang" else "forced"] * 3
    board.run(500)
    seen = len(board.frames(PANEL_PIN))
    board.run(2500)
    assert len(board.frames(PANEL_PIN)) > seen + 40 and len(board.resets) == 4
    files = board.files()
    assert files["litfour.on"] == b"a!"
    crash = files["crash.txt"].decode()
    assert "Three starts in a row failed: the other version of the firmware runs now." in crash
    assert ("The watchdog restarted a board that hung." in crash) == (kind == "hang")
    if kind == "play":
        assert f"Litfour {versions.name_of(bad)}, MicroPython" in crash and "AttributeError" in crash
    board.start()
    board.run(1500)
    assert len(board.resets) == 5, "plugged in anew it starts the good version at once"
    assert files_of(settings=b"1").items() <= {path: BoardFile(data) for path, data in board.files().items()}.items()


def flipped(files, path, bit=2100):
    """The same files, with one bit of one of them flipped."""
    data = bytearray(files[path].data)
    data[bit // 8] ^= 1 << bit % 8
    return {**files, path: BoardFile(bytes(data))}


@pytest.mark.parametrize("name", ["root", "view/glyphs"])
def test_a_flipped_bit_in_the_code_is_told_and_the_version_before_runs(pico, good, name):
    """Whatever the bit does: the code is compared with its sums before it is loaded."""
    board = pico(flipped(two_versions(good, good), f"litfour.b/litfour/{name}.mpy"), start=False)
    board.watch(PANEL_PIN)
    board.watch_edges(LED_PIN)
    board.start()
    assert board.run_until(5000, resets=3)
    assert [cause for _, cause in board.resets[1:]] == ["forced"] * 3
    board.run(3000)
    assert len(board.resets) == 4 and len(board.frames(PANEL_PIN)) > 50
    crash = board.files()["crash.txt"].decode()
    assert f"litfour/{name}.mpy is damaged; litfour doctor --mend installs it anew" in crash
    assert "the other version of the firmware runs now" in crash and board.files()["litfour.on"] == b"a!"
    assert board.edges(LED_PIN) == [], "the LED is for a board that does not start"


@pytest.mark.parametrize("damage, name", [("flipped", "root"), ("torn", "setup"), ("missing", "root")])
def test_without_a_version_before_a_board_stops_that_can_look_at_nothing(pico, good, monkeypatch, damage, name):
    """The two files that look at all others are not loaded when damaged: all files stay open to the host, the LED lit,
    and `doctor` mends it."""
    small = {path: file for path, file in good.items() if not any(word in path for word in SELDOM)}
    files, path = versions.on_board(small), f"litfour.a/litfour/{name}.mpy"
    files["board.txt"] = BoardFile(b"7x6")
    if damage == "flipped":
        files = flipped(files, path)
    elif damage == "torn":              # MicroPython hangs when it loads that
        files[path] = BoardFile(files[path].data[:5000])
    else:
        del files[path]
    board = pico(files, start=False)
    board.watch_edges(LED_PIN)
    board.start()
    assert board.run_until(5000, text=">>> ")
    assert [cause for _, cause in board.resets] == ["power"] + ["forced"] * 3
    assert f"litfour/{name}.mpy is damaged" in board.console
    lit = board.edges(LED_PIN)
    assert lit[-1][1] == 1 and lit[0][0] > board.resets[-1][0], "only when no start is left"
    assert f"litfour/{name}.mpy is damaged" in board.files()["crash.txt"].decode()
    board.run(10000)
    assert len(board.resets) == 4, "the watchdog went on"
    if damage != "torn":
        board.raw_repl()
        assert board.exec("import os; print(os.getcwd())").out.strip() == "/"
        return
    monkeypatch.setattr(doctor, "build", lambda folder, source: small)
    with board.serving() as port:
        assert main(["doctor", "--port", port, "--mend"]) == 0
    board.watch(PANEL_PIN)
    board.start()
    assert plays(board)


@pytest.mark.parametrize("sums", ["none", "without a sum of its own", "with a wrong sum of root", "no text"])
def test_versions_whose_sums_tell_nothing_start(pico, good, sums):
    files = versions.on_board(good)
    path = "litfour.a/" + versions.SUMS
    if sums == "none":
        del files[path]
    elif sums == "with a wrong sum of root":            # the file itself is whole
        files = flipped(files, path, 9)
    elif sums == "no text":
        files[path] = BoardFile(b"\xff\xfe" * 200)
    else:                               # as the first versions with sums had them
        files[path] = BoardFile(files[path].data[:-13] + b"end\n")
    board = pico(files, start=False)
    board.watch(PANEL_PIN)
    board.watch_edges(LED_PIN)
    board.start()
    assert plays(board) and len(board.resets) == 1 and board.edges(LED_PIN) == []
    told = board.files().get("crash.txt", b"").decode()
    assert told == "" if sums == "none" else "sums is damaged" in told


@pytest.mark.parametrize("name", ["litfour/app/toddler.mpy", "sums"])
def test_without_a_version_before_the_game_goes_on_without_a_damaged_file(pico, good, name):
    files = versions.on_board(good)
    if name == "sums":                  # cut short
        files[f"litfour.a/{name}"] = BoardFile(files[f"litfour.a/{name}"].data[:700])
    else:
        files = flipped(files, f"litfour.a/{name}")
    board = pico(files)
    board.watch(PANEL_PIN)
    assert plays(board) and len(board.resets) == 1
    crash = board.files()["crash.txt"].decode()
    assert crash.startswith(f"Litfour {versions.name_of(good)}, ") and f"{name} is damaged" in crash


def test_whatever_the_pointer_says_a_version_starts(emulator):
    pico_installs.pointers(Tally("pointers", ""), Budget(4), emulator, seed=3).check()


def test_bits_flipped_on_the_disk_leave_a_board_that_plays(emulator, good):
    """One of littlefs' own blocks; more of them, and files, in the torture."""
    tally = pico_disk.torture(Tally("disk", ""), Budget(1), emulator, good, seed=1).check()
    assert [name for name in tally.figures if name.startswith("littlefs: ")]


def test_safe_mode_is_reached_with_menu_held_whatever_the_version_does(pico, good):
    board = pico(two_versions(good, {**good, "litfour/game.mpy": BoardFile(b"junk")}), start=False)
    board.drive(MENU, 0)
    board.start()
    assert board.run_until(2000, text="safe mode (MENU is held)")
    board.run(6000)
    assert len(board.resets) == 1, "no watchdog in safe mode"
    board.raw_repl()
    assert board.exec("import os; print(os.getcwd())").out.strip() == "/"


def cut_while_installing(pico, monkeypatch, operation):
    """A board that has "one" while "two" is installed, its power cut at that flash operation; the board, off."""
    monkeypatch.setattr("host_tools.board.REPLY_SECONDS", 3)
    board = pico({path: file.data for path, file in versions.on_board(files_with("one")).items()})
    board.run(400)
    with board.serving() as port, Board(port) as link:
        link.stop()
        board.cut_power_at(operation)
        with pytest.raises(BoardError):
            deploy.install(link, files_with("two"))
    return board


@pytest.mark.parametrize("operation", [3, 12])
def test_a_power_cut_while_installing_leaves_a_version_that_runs(pico, monkeypatch, operation):
    board = cut_while_installing(pico, monkeypatch, operation)
    mark = len(board.console)
    board.start()
    assert runs(board, "one", mark) or runs(board, "two", mark)
    with board.serving() as port, Board(port) as link:
        deploy.deploy(link, files_with("two"))
    assert runs(board, "two")
