"""Around `litfour setup`: the boot drive, MicroPython's file, several boards, and what stops it. The whole way on the
emulated Pico is in tests/device/test_setup.py."""

import argparse
import hashlib
import io
import struct
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from host_tools import boot_drive, deploy, setup, uf2
from host_tools.board import BoardError
from host_tools.boot_drive import Drive
from host_tools.progress import Progress

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def uf2_file(blocks=3, family=RP2040, total=None):
    """Bytes of a UF2 file with that many blocks."""
    return b"".join(struct.pack("<8I", *uf2.MAGIC, 0x2000, 0x10000000 + 256 * number, 256, number,
                                blocks if total is None else total, family)
                    + bytes([number & 255]) * 476 + struct.pack("<I", uf2.MAGIC_END) for number in range(blocks))


def drive_in(folder, board_id="RPI-RP2"):
    (folder / "INFO_UF2.TXT").write_bytes(
        f"UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: {board_id}\r\n".encode())
    return folder


def arguments(*words):
    parser = argparse.ArgumentParser()
    setup.add_arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def desk(monkeypatch, tmp_path):
    """A computer with drives and ports that a test names: desk.folders, desk.ports."""
    class Desk:
        folders, ports = [], []

    monkeypatch.setattr(boot_drive, "mounted", lambda: Desk.folders)
    monkeypatch.setattr(setup, "ports", lambda: list(Desk.ports))
    monkeypatch.setattr(boot_drive, "USB_DEVICES", tmp_path / "no-usb")
    monkeypatch.setenv("LITFOUR_CACHE", str(tmp_path / "cache"))
    return Desk


def test_boot_drives_are_told_from_other_drives(tmp_path):
    for name in ("pico", "pico2", "stick", "feather"):
        (tmp_path / name).mkdir()
    pico, pico2 = drive_in(tmp_path / "pico"), drive_in(tmp_path / "pico2", "RP2350")
    drive_in(tmp_path / "feather", "SAMD21G18A-Feather-v0")
    found = boot_drive.find([*tmp_path.iterdir(), tmp_path / "gone"])
    assert sorted(found, key=str) == [Drive(pico, "RP2040"), Drive(pico2, "RP2350")]


def test_a_drive_takes_a_file_and_one_that_fails_in_its_middle_is_an_error(tmp_path, monkeypatch):
    drive = Drive(drive_in(tmp_path), "RP2040")
    data = uf2_file(1000)
    boot_drive.copy(drive, data)
    assert (tmp_path / "litfour.uf2").read_bytes() == data
    monkeypatch.setattr("os.fsync", lambda handle: (_ for _ in ()).throw(OSError(5, "input/output error")))
    with pytest.raises(boot_drive.DriveError, match="input/output error"):
        boot_drive.copy(drive, data)            # the drive is still there: something is wrong
    (tmp_path / "INFO_UF2.TXT").unlink()
    boot_drive.copy(drive, data)                # it has gone: the board has restarted


def test_boards_without_a_mounted_drive_are_counted(tmp_path, desk, monkeypatch):
    devices = [("2e8a", "0003"), ("2e8a", "0005"), ("1d6b", "0003"), ("2e8a", "000f")]
    for number, (vendor, product) in enumerate(devices):
        (tmp_path / "usb" / str(number)).mkdir(parents=True)
        (tmp_path / "usb" / str(number) / "idVendor").write_text(vendor + "\n")
        (tmp_path / "usb" / str(number) / "idProduct").write_text(product + "\n")
    assert boot_drive.waiting_unmounted(tmp_path / "usb") == 2
    assert boot_drive.waiting_unmounted(tmp_path / "none") == 0
    monkeypatch.setattr(boot_drive, "waiting_unmounted", lambda: 1)
    with pytest.raises(BoardError, match="its drive is not mounted"):
        setup.find(arguments())


@pytest.mark.parametrize("data, told", [
    (b"", "not a whole UF2"), (uf2_file()[:-1], "not a whole UF2"), (bytes(1024), "block 0 has no mark"),
    (uf2_file(3, total=5), "3 of 5 blocks"), (uf2_file(family=RP2350), "is for RP2350, the board is a RP2040"),
    (uf2_file()[:-4] + bytes(4), "block 2 has no mark"), (uf2_file(family=7), "family 0x7")])
def test_a_file_that_is_not_for_the_board_is_refused(data, told, tmp_path):
    path = tmp_path / "x.uf2"
    path.write_bytes(data)
    with pytest.raises(uf2.Uf2Error, match=told):
        uf2.load(path, "RP2040")
    with pytest.raises(uf2.Uf2Error, match="cannot read"):
        uf2.load(tmp_path / "absent", "RP2040")


@pytest.fixture
def server():
    """server.data is served under server.url; server.asked counts."""
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            http.asked += 1
            self.send_response(200)
            self.end_headers()
            self.wfile.write(http.data)

        def log_message(self, *_):
            pass

    http = HTTPServer(("127.0.0.1", 0), Handler)
    http.asked, http.data, http.url = 0, b"", f"http://127.0.0.1:{http.server_port}/pico.uf2"
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield http
    http.shutdown()
    http.server_close()


def test_micropython_is_downloaded_once_and_only_the_pinned_one(server, desk, monkeypatch):
    good = uf2_file(5)
    monkeypatch.setitem(uf2.PINNED, "RP2040", uf2.Pinned(server.url, hashlib.sha256(good).hexdigest()))
    server.data = uf2_file(5, family=RP2350)
    with pytest.raises(uf2.Uf2Error, match="not the file that was tested"):
        uf2.fetch("RP2040")
    server.data = good
    assert uf2.fetch("RP2040") == uf2.fetch("RP2040") == good
    assert server.asked == 2
    monkeypatch.setitem(uf2.PINNED, "RP2040", uf2.Pinned("http://127.0.0.1:1/other.uf2", "0" * 64))
    with pytest.raises(uf2.Uf2Error, match="cannot download .* --uf2 FILE"):
        uf2.fetch("RP2040")


def test_the_pinned_file_is_at_micropython_org_and_other_chips_need_a_file(desk):
    assert all(pinned.url.startswith("https://micropython.org/resources/firmware/") and len(pinned.sha256) == 64
               for pinned in uf2.PINNED.values())
    with pytest.raises(uf2.Uf2Error, match="no tested MicroPython for the RP2350"):
        uf2.fetch("RP2350")


@pytest.mark.usefixtures("uf2_in_cache")
def test_the_pinned_hash_is_that_of_the_file_in_use(uf2_in_cache):
    assert uf2.is_pinned(uf2_in_cache.read_bytes(), "RP2040")


@pytest.fixture
def uf2_in_cache():
    from host_tools.emulator.install import cache_dir
    path = cache_dir() / uf2.PINNED["RP2040"].name
    if not path.is_file():
        pytest.skip(f"no {path.name} in the cache")
    return path


def test_what_is_set_up_is_found_named_or_asked_for(desk, tmp_path, monkeypatch, capsys):
    with pytest.raises(BoardError, match="no board found"):
        setup.find(arguments())
    with pytest.raises(BoardError, match="is no boot drive"):
        setup.find(arguments("--drive", str(tmp_path)))
    desk.folders, desk.ports = [drive_in(tmp_path)], ["/dev/one", "/dev/two"]
    drive = Drive(tmp_path, "RP2040")
    assert setup.find(arguments()) == [drive, "/dev/one", "/dev/two"]
    assert setup.find(arguments("--port", "x")) == ["x"]
    assert setup.find(arguments("--drive", str(tmp_path))) == [drive]
    assert setup.choose(["/dev/one"], False) == ["/dev/one"]
    assert setup.choose([drive, "/dev/one"], True) == [drive, "/dev/one"]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(BoardError, match=f"name one with --port.*\n.*{tmp_path}: a Pico .RP2040.*\n.*/dev/one"):
        setup.choose([drive, "/dev/one"], False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(["", "3", "2"])
    monkeypatch.setattr("builtins.input", lambda text: next(answers))
    assert setup.choose([drive, "/dev/one"], False) == ["/dev/one"]
    answers = iter(["a"])
    assert setup.choose([drive, "/dev/one"], False) == [drive, "/dev/one"]
    assert "1  " in capsys.readouterr().out


def test_all_boards_at_once_and_one_that_fails(monkeypatch, capsys):
    together = threading.Barrier(3, timeout=10)

    def provision(target, files, args, say):
        together.wait()                     # all three are at work at the same time
        say("copied x (1 of 9)")
        say("half way")
        if target == "two":
            raise BoardError("the connection broke")
        return target

    monkeypatch.setattr(setup, "provision", provision)
    assert setup.setup_all(["one", "two", "three"], {}, arguments("--all")) == 1
    out = capsys.readouterr().out
    assert "one: half way" in out and "copied" not in out
    assert "two: failed: the connection broke" in out and out.endswith("2 of 3 boards play\n")


def test_progress_on_a_terminal_is_a_line_a_board():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    progress = Progress(["a", "b"], stream)
    progress.say("a", "one")
    progress.fail("b", "two")
    assert stream.getvalue() == "\x1b[2Ka: one\n\x1b[2Kb: waiting\n\x1b[2A\x1b[2Ka: one\n\x1b[2Kb: failed: two\n"


def test_the_self_test_is_left_out_with_a_word_and_its_verdict_counts(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for words, count in ((["--no-selftest"], 1), ([], 3), ([], 1)):
        assert setup.self_test("port", arguments(*words), count) == 0
        assert "litfour selftest" in capsys.readouterr().out
    from host_tools import selftest
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda text: "y")
    monkeypatch.setattr(selftest, "typed", lambda stream: None)
    monkeypatch.setattr(selftest, "card_lines", lambda card: ["a card"])
    for verdict, code in ((True, 0), (False, 1)):
        monkeypatch.setattr(selftest, "check", lambda port, say, keys, verdict=verdict: {"pass": verdict})
        assert setup.self_test("port", arguments(), 1) == code
        assert capsys.readouterr().out == "a card\n"
    monkeypatch.setattr(selftest, "check", lambda *_: None)
    assert setup.self_test("port", arguments(), 1) == 0 and "given up" in capsys.readouterr().out


def test_ctrl_c_says_how_to_go_on(monkeypatch, capsys):
    monkeypatch.setattr(setup, "find", lambda args: (_ for _ in ()).throw(KeyboardInterrupt))
    assert setup.run(arguments()) == 1
    assert "repeat `litfour setup`" in capsys.readouterr().err


def test_a_micropython_that_is_too_old_is_replaced_through_the_boot_drive(desk, tmp_path, monkeypatch):
    """With a stand-in for the board: the emulated one has no boot drive."""
    data, log = uf2_file(5), []
    (tmp_path / "new.uf2").write_bytes(data)
    drive_folder = tmp_path / "drive"
    drive_folder.mkdir()
    desk.folders, desk.ports = [drive_folder], ["/dev/other"]

    class OldBoard:
        def __init__(self, port):
            self.port = port

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def stop(self):
            log.append(f"stopped {self.port}")

        def boot_drive(self):
            drive_in(drive_folder)

        def restart(self):
            log.append(f"restarted {self.port}")

        waiting = classmethod(lambda cls, port: cls(port))

    def check_board(board):
        if board.port == "/dev/old":
            raise deploy.TooOld("the board runs MicroPython 1.20.0")

    def appears():
        """The board comes back as soon as the drive has the whole file."""
        copied = drive_folder / "litfour.uf2"
        return ["/dev/other", "/dev/new"] if copied.exists() and copied.read_bytes() == data else ["/dev/other"]

    monkeypatch.setattr(setup, "Board", OldBoard)
    monkeypatch.setattr(setup, "ports", appears)
    monkeypatch.setattr(setup, "what_is_on", lambda board: "nothing")
    monkeypatch.setattr(setup, "prove_start", lambda board: "it plays")
    monkeypatch.setattr(deploy, "check_board", check_board)
    monkeypatch.setattr(deploy, "install", lambda board, files, say: f"installed on {board.port}")
    lines = []
    port = setup.provision("/dev/old", {}, arguments("--uf2", str(tmp_path / "new.uf2")), lines.append)
    assert port == "/dev/new"
    assert log == ["stopped /dev/old", "stopped /dev/new", "restarted /dev/new"]
    assert "note: not the MicroPython that Litfour was tested with" in lines
    assert lines[-3:] == ["installed on /dev/new", "restarted; waiting for the game", "it plays"]


def test_what_was_built_is_stored_if_the_firmware_knows_it():
    from tests.host.test_doctor import build
    from tests.host.unix_board import UnixBoard
    with UnixBoard() as board:
        board.stop()
        deploy.install(board, build())
        setup.name_board(board, "9x6")
        assert board.files()["board.txt"] == b"9x6"
        with pytest.raises(BoardError, match="unknown wiring 5x5"):
            setup.name_board(board, "5x5")
        assert board.files()["board.txt"] == b"9x6"
