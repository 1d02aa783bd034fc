"""Putting a version onto a board whose power fails, at any flash operation: main.py then starts the old version or the
new one, nothing of anybody is lost, and the next try ends well. On MicroPython's own littlefs, see unix_pico.py."""

import itertools

import pytest

from host_tools import deploy, versions
from host_tools.board import BoardError
from host_tools.image import FIRMWARE, BoardFile
from host_tools.rom_names import lean
from tests.host.unix_board import PowerCut, UnixBoard, as_a_pico

MAIN = lean(as_a_pico((FIRMWARE / "main.py").read_text())).encode()
ROOT = "import machine\n{}\ndef main(table, starts, well):\n    machine.told += 'runs {}'\n    {}\n"
CRASH_IMPORT, CRASH_IN_PLAY, HANG = ("1 / 0", ""), ("", "1 / 0"), ("", "machine.reset()")
FINE = ("", "well()")
SAVES = {"save/settings.0": b"settings", "save/session.1": b"session", "board.txt": b"9x6", "own.py": b"print('own')",
         "litfour/own.txt": b"x"}
SCRATCH = 0x4005800C


def firmware(word, kind=FINE, **more):
    """A firmware as small as can be that tells its word; three files are the same in all of them."""
    at_import, in_play = kind
    files = {"litfour/root.py": ROOT.format(at_import, word, in_play).encode(), "litfour/app/same.py": b"#" * 9000,
             "litfour/book": bytes(5000), "litfour/word.py": word.encode() * 500, "main.py": MAIN}
    return {path: BoardFile(data) for path, data in sorted({**files, **more}.items())}


def old_layout(word):
    """A board as it was before there were two versions, as bytes."""
    files = firmware(word)
    files["main.py"] = BoardFile(b"from litfour.root import main\nmain(None, 0, lambda: None)\n")
    digests = {path: file.sha256 for path, file in files.items()}
    files["litfour/manifest.json"] = versions.manifest(digests)
    return {path: file.data for path, file in files.items()}


def cuts(before, after, step=1, first=1):
    """Deploys `after` onto a board with the files `before` (bytes), the power cut at every `step`th flash operation,
    and checks what is then there. The number of cuts. For `make torture` with step=1, for `make test` larger steps."""
    tried = 0
    for operation in itertools.count(first, step):
        with UnixBoard() as board:
            board.put({**SAVES, **before})
            had = board.starts()
            board.desk("power")
            board.desk("cut", operation=operation)
            try:
                deploy.deploy(board, after)
                return tried
            except PowerCut:
                tried += 1
            board.desk("power")
            assert board.starts() in (had, ["runs new"]), f"cut at flash operation {operation}"
            files = board.files()
            assert {path: files.get(path) for path in SAVES} == SAVES
            board.desk("power")
            deploy.deploy(board, after)
            assert board.starts() == ["runs new"]
            files = board.files()
            assert {path: files.get(path) for path in SAVES} == SAVES
            assert versions.LAID not in {path.split("/")[0] for path in files}
    return tried


def once(word):
    return {path: file.data for path, file in versions.on_board(firmware(word)).items()}


@pytest.mark.parametrize("before", [{}, once("old"), old_layout("old")], ids=["fresh", "update", "old layout"])
def test_a_cut_at_any_flash_operation_leaves_the_old_or_the_new_version(before):
    assert cuts(before, firmware("new"), step=9, first=2) >= 4


def put(board, files):
    deploy.deploy(board, files)
    board.desk("power")


@pytest.mark.parametrize("kind", [CRASH_IMPORT, CRASH_IN_PLAY, HANG], ids=["import", "play", "hang"])
def test_after_three_failed_starts_the_version_before_runs_and_stays(kind):
    with UnixBoard() as board:
        put(board, firmware("good"))
        put(board, firmware("bad", kind))
        told = board.starts(resets=9)
        assert len(told) == 4 and told[3] == "runs good"
        assert board.files()["litfour.on"] == b"a!"
        board.desk("power")
        assert board.starts() == ["runs good"]
        if kind != HANG:
            assert b"ZeroDivisionError" in board.files()["crash.txt"]


def test_two_failed_starts_and_a_good_one_change_nothing():
    with UnixBoard() as board:
        put(board, firmware("good"))
        put(board, firmware("bad", CRASH_IN_PLAY))
        assert len(board.starts(resets=2)) == 2
        board.desk("power")                     # plugged in anew: three new tries
        assert board.starts(resets=2) == ["runs bad"] * 2
        assert board.files()["litfour.on"] == b"b"


def test_a_version_that_ran_for_a_minute_has_three_tries_again():
    slow = ("", "well(); machine.reset()")
    with UnixBoard() as board:
        put(board, firmware("good"))
        put(board, firmware("late", slow))
        assert board.starts(resets=7) == ["runs late"] * 7


def test_where_both_versions_fail_the_board_ends_in_the_safe_mode():
    safe = "import machine\ndef main(table, starts, well):\n    machine.told = str(starts)\n    if starts < 6: 1 / 0\n"
    with UnixBoard() as board:
        put(board, firmware("one", **{"litfour/root.py": safe.encode()}))
        assert board.starts(resets=9) == ["0", "1", "2", "6"]
        board.desk("power")
        put(board, firmware("two", **{"litfour/root.py": safe.encode()}))
        assert board.starts(resets=9) == ["0", "1", "2", "3", "4", "5", "6"]
        board.desk("power")
        put(board, firmware("one", CRASH_IMPORT))
        put(board, firmware("two", CRASH_IMPORT))
        told = board.starts(resets=9)
        assert told[:6] == ["reset"] * 6 and len(told) == 7 and "ZeroDivisionError" in told[6]


@pytest.mark.parametrize("garbage", [b"", b"\xff\xfe", b"c", b"a" * 5000], ids=str)
def test_a_pointer_that_was_damaged_starts_a_version(garbage):
    with UnixBoard() as board:
        put(board, firmware("good"))
        board.put({"litfour.on": garbage})
        assert board.starts() == ["runs good"]


def test_a_request_of_the_host_starts_nothing_and_forgets_the_failed_starts():
    with UnixBoard() as board:
        put(board, firmware("bad", CRASH_IN_PLAY))
        board.starts(resets=2)
        assert board.starts(registers={SCRATCH: 0x2C0DE4A4}) == [""]
        assert board.starts(resets=2) == ["runs bad"] * 2


def test_what_the_scratch_register_holds_by_chance_is_no_count():
    with UnixBoard() as board:
        put(board, firmware("good"))
        for junk in (1, 0xFFFFFFFF, 0x2C0DE500 + 8, 0x2C0DE500 - 1):
            assert board.starts(registers={SCRATCH + 4: junk}) == ["runs good"]


def test_an_old_board_is_brought_over_and_its_other_files_stay():
    with UnixBoard() as board:
        board.put({**SAVES, **old_layout("old")})
        assert board.starts() == ["runs old"]
        lines = []
        summary = deploy.deploy(board, firmware("new"), lines.append)
        assert "2 taken from the version before" in summary
        assert lines[-1] == "removed the version before, 4 files in litfour/"
        files = board.files()
        assert {path: files.pop(path) for path in SAVES} == SAVES
        assert files == {path: file.data for path, file in versions.on_board(firmware("new")).items()}


def test_a_damaged_file_is_mended_by_a_version_beside_it():
    with UnixBoard() as board:
        put(board, firmware("good"))
        board.put({"litfour.a/litfour/book": b"torn"})
        summary = deploy.deploy(board, firmware("good"))
        assert summary.startswith("1 of 8 files copied")
        assert board.starts() == ["runs good"]
        assert board.files()["litfour.b/litfour/book"] == bytes(5000)


def test_a_connection_that_breaks_at_any_command_leaves_the_old_or_the_new_version():
    class Cut(UnixBoard):
        left = 0

        def desk(self, op, **fields):
            if op in ("run", "ask"):
                self.left -= 1
                if self.left == 0:
                    raise BoardError("the connection broke")
            return super().desk(op, **fields)

    for command in itertools.count(1, 4):
        with Cut() as board:
            put(board, firmware("old"))
            board.left = command
            try:
                deploy.deploy(board, firmware("new"))
                break
            except BoardError:
                board.desk("power")
                assert board.starts() in (["runs old"], ["runs new"])
            deploy.deploy(board, firmware("new"))
            assert board.starts() == ["runs new"]
    assert command > 20
