"""`litfour doctor`: every state of a board is found, told with a next step, and mended where that is safe."""

import re

import pytest

from host_tools import ailments, boot_drive, deploy, doctor, versions
from host_tools.image import BoardFile
from host_tools.saves import files_of
from tests.host.test_setup_power import CRASH_IN_PLAY, firmware, old_layout
from tests.host.unix_board import UnixBoard

SETUP = b"def wiring_named(name):\n    if name != '9x6': raise ValueError('unknown wiring ' + name)\n"


def build(word="good", kind=("", "well()")):
    return firmware(word, kind, **{"litfour/setup.py": SETUP})


@pytest.fixture
def board():
    with UnixBoard() as board:
        board.stop()
        yield board


def keys(board, files=None):
    return [finding.key for finding in ailments.examine(board, files or build())]


def healed(board, files=None):
    files = files or build()
    doctor.heal(board, files, ailments.examine(board, files), lambda line: None)
    return keys(board, files)


def test_nothing_is_wrong_with_a_board_that_was_set_up(board):
    deploy.install(board, build())
    saved = {name: file.data for name, file in files_of(stats=b"x").items()}
    board.put({"own.py": b"1", "board.txt": b"9x6\n", **saved})
    assert keys(board) == []


def test_an_empty_file_system_a_foreign_one_and_an_old_one_are_told_apart_and_mended(board):
    assert keys(board) == ["empty"]
    board.put({"own.py": b"1"})
    assert keys(board) == ["absent"]
    board.put(old_layout("old"))
    assert keys(board) == ["layout"]
    assert healed(board) == []
    assert board.starts() == ["runs good"] and board.files()["own.py"] == b"1"


@pytest.mark.parametrize("path", ["litfour.a/litfour/book", "litfour.a/version", "litfour.a/litfour/root.py"])
def test_a_damaged_file_is_named_and_mended(board, path):
    deploy.install(board, build())
    board.put({path: b"raise 1"})
    found = ailments.examine(board, build())
    assert [(finding.key, finding.details) for finding in found] == [("damaged", [f"{path}: damaged"])]
    assert healed(board) == []
    board.run(f"os.remove({path.replace('.a', '.b')!r})")
    assert [finding.details for finding in ailments.examine(board, build())] == \
        [[f"{path.replace('.a', '.b')}: missing"]]


def test_a_damaged_manifest_and_a_foreign_main(board):
    deploy.install(board, build())
    board.put({"litfour.a/manifest.json": b"{", "main.py": b"print('mine')"})
    assert keys(board) == ["main", "damaged"]
    assert healed(board) == []
    assert board.files()["main-before-litfour.py"] == b"print('mine')"


def test_a_fall_back_is_told_with_its_crash_and_not_installed_again(board):
    good, bad = build("good"), build("bad", CRASH_IN_PLAY)
    for files in (good, bad):
        deploy.install(board, files)
    assert len(board.starts(resets=9)) == 4
    board.stop()
    found = {finding.key: finding for finding in ailments.examine(board, bad)}
    assert set(found) == {"fallback", "crash"}
    assert versions.name_of(bad) in found["fallback"].details[0] and found["fallback"].mend is None
    assert any("ZeroDivisionError" in line for line in found["crash"].details)
    assert healed(board, bad) == ["fallback"]
    assert healed(board, build("better")) == []
    assert board.starts() == ["runs better"]


def test_an_interrupted_installation_is_told_and_ended(board):
    deploy.install(board, build())
    board.put({f"{versions.LAID}/litfour/book": b"half"})
    assert keys(board) == ["half"]
    assert healed(board) == [] and board.files().keys() == versions.on_board(build()).keys()


def test_names_are_turned_back_and_nothing_in_a_crash_steers_the_terminal(board, monkeypatch):
    deploy.install(board, build())
    monkeypatch.setattr(ailments, "turned_back", lambda text: text.replace("hex", "_step"))
    board.put({"crash.txt": b"Litfour 0.1.0 1234, MicroPython 1.28, after 99 ms\n  in hex\n\x1b[2Jboom\n"})
    found = ailments.examine(board, build())
    assert [(finding.key, finding.details) for finding in found] == [
        ("crash", ["Litfour 0.1.0 1234, MicroPython 1.28, after 99 ms", "  in _step", "?[2Jboom"])]
    assert healed(board) == [] and "crash.txt" not in board.files()


def test_an_unknown_build_damaged_saves_and_a_hiding_source(board):
    deploy.install(board, build())
    whole = {name: file.data for name, file in files_of(settings=b"1").items()}
    board.put({"board.txt": b"5x5", "save/session.0": b"torn", "save/settings.1": b"torn", "save/stats.0": b"",
               **whole})
    found = {finding.key: finding.details for finding in ailments.examine(board, build())}
    assert list(whole) == ["save/settings.0"]
    assert found == {"build": ["ValueError: unknown wiring 5x5"],
                     "save": ["save/session.0: there is no other copy: it is lost",
                              "save/settings.1: the other copy is whole"]}
    assert healed(board) == ["build"]
    files = build()
    files["litfour/part.mpy"] = BoardFile(b"compiled")
    deploy.install(board, files)
    board.put({"litfour.b/litfour/part.py": b"", "board.txt": b"9x6"})
    assert [finding.details for finding in ailments.examine(board, files)] == [["litfour.b/litfour/part.py"]]


def test_a_full_flash_and_another_version(board):
    deploy.install(board, build())
    assert keys(board, build("newer")) == ["other"]
    board.run("with open('own', 'wb') as f:\n for _ in range(325): f.write(bytes(4096))")
    assert keys(board) == ["full"]


def test_every_title_has_its_section_and_every_section_its_title(root):
    text = (root / "docs" / "troubleshooting.md").read_text()
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert sorted(headings) == sorted(title for title, _ in ailments.AILMENTS.values())
    used = set(re.findall(r'Finding\("(\w+)"|"(\w+)" if ', (root / "host_tools/ailments.py").read_text()
                          + (root / "host_tools/doctor.py").read_text()))
    assert {key for pair in used for key in pair if key} <= set(ailments.AILMENTS)


# ---- the command

def test_no_board_and_boards_that_wait_for_micropython(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(doctor, "ports", list)
    monkeypatch.setattr(boot_drive, "mounted", lambda: [tmp_path])
    monkeypatch.setattr(boot_drive, "USB_DEVICES", tmp_path / "usb")
    assert command() == 2 and capsys.readouterr().out.startswith("No board was found.\n  -> ")
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n")
    assert command() == 2
    assert capsys.readouterr().out.startswith(f"A board waits for MicroPython.\n    {tmp_path}: a Pico (RP2040)")


def test_a_port_that_is_none_and_one_that_is_silent(capsys, monkeypatch):
    import socket
    monkeypatch.setattr("host_tools.board.REPLY_SECONDS", 1)
    assert command("--port", "/dev/no-such-device") == 2
    assert capsys.readouterr().out.startswith("The port cannot be opened.")
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert command("--port", f"socket://127.0.0.1:{server.getsockname()[1]}") == 2
    assert capsys.readouterr().out.startswith("The board does not answer.")


def command(*words):
    from host_tools.__main__ import main
    return main(["doctor", *words])
