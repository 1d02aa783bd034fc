"""Who may do what: the board and the host tools as SECURITY.md has it."""

import ast
import json
import re

import pytest

from host_tools import deploy, uf2, versions
from host_tools.board import Board, BoardError
from host_tools.image import BoardFile
from tests.conftest import ROOT

RUNS_CODE = {"eval", "exec", "compile", "__import__"}
LOADS_CODE = {"pickle", "marshal", "shelve", "dill", "yaml"}
NETWORK = {"network", "socket", "usocket", "ssl", "bluetooth", "aioble", "webrepl", "requests", "urequests", "lwip",
           "websockets"}
# the host tools' own source text, compiled by the board's build; nothing that came from a board
OWN_SOURCE = {"host_tools/bundle.py", "host_tools/kernelc_c.py"}
# fetches: the pinned MicroPython; the emulator's boot ROM in its pinned wheel; the emulator's console on this machine;
# the page of `play --web`, to this machine
FETCHES = {"host_tools/uf2.py": {"urllib"}, "host_tools/emulator/pty_bridge.py": {"socket"},
           "host_tools/web_server.py": {"websockets"}}


def trees(folder):
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def called(tree):
    """Plain names that are called."""
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def imported(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_the_host_tools_run_and_load_no_code_that_is_not_their_own():
    seen = 0
    for path, tree in trees("host_tools"):
        seen += 1
        assert not imported(tree) & LOADS_CODE, path
        if path not in OWN_SOURCE:
            assert not called(tree) & RUNS_CODE, path
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "shell":
                assert not (isinstance(node.value, ast.Constant) and node.value.value), f"{path}: shell=True"
    assert seen > 40


def test_the_firmware_runs_no_text_and_speaks_to_no_network():
    for path, tree in trees("firmware"):
        assert not imported(tree) & (NETWORK | LOADS_CODE), path
        assert not called(tree) & RUNS_CODE, path


def test_the_host_tools_reach_out_where_they_say_so_only():
    for path, tree in trees("host_tools"):
        assert imported(tree) & (NETWORK | {"urllib", "http", "ftplib"}) == FETCHES.get(path, set()), path
    for pinned in uf2.PINNED.values():
        assert pinned.url.startswith("https://micropython.org/") and re.fullmatch("[0-9a-f]{64}", pinned.sha256)


# ---- a board that lies
class LyingLink:
    """A link whose board answers everything with one text."""

    def __init__(self, text):
        self.text = text.encode()

    def exec(self, source):
        return self.text

    def eval(self, expression):
        from mpremote.transport_serial import SerialTransport
        return SerialTransport.eval(self, expression)


def liar(text):
    board = Board("nowhere")
    board._link = LyingLink(text)
    return board


@pytest.mark.parametrize("answer", [
    "__import__('os').system('touch {mark}')", "open('{mark}', 'w').close()", "[].append(open('{mark}', 'w'))",
    "(lambda: open('{mark}', 'w'))()", "\x1b]0;x\x07", "", "{{" * 2000, "'unfinished", "[1, 2"])
def test_an_answer_that_is_no_literal_is_an_error_and_is_not_run(answer, tmp_path):
    mark = tmp_path / "mark"
    board = liar(answer.replace("{mark}", str(mark)))
    with pytest.raises(BoardError):
        board.ask("os.listdir('/')")
    assert not mark.exists()


def test_a_board_that_calls_a_damaged_file_whole_is_not_believed_by_silence():
    with pytest.raises(BoardError, match="damaged"):
        liar("False").write("a", b"data")
    with pytest.raises(BoardError, match="damaged"):
        liar("").write("a", b"data")


class Listing:
    """A board with a manifest that names files which are not ours."""

    def __init__(self, manifest):
        self.manifest = manifest

    def read(self, path):
        return self.manifest


@pytest.mark.parametrize("manifest", [b"[]", b"7", b"\xff\xfe", b"{", b"null", b'{"../save/session.0": "x"}'])
def test_a_manifest_from_the_board_names_nothing_outside_of_its_folder(manifest):
    assert versions.read_manifest(Listing(manifest), "litfour.a") == {}


def test_a_good_manifest_is_read():
    files = {"litfour/root.mpy": BoardFile(b"x"), "main.py": BoardFile(b"y")}
    listed = json.loads(versions.folder_of(files)["manifest.json"].data)
    assert versions.read_manifest(Listing(json.dumps(listed).encode()), "litfour.a") == listed
    assert "main.py" not in listed and callable(deploy.install)


# ---- what we build from
@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_is_pinned_and_hashed(name):
    text = (ROOT / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(lines) > 10
    for line in lines:
        assert re.match(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==\S+", line) and "--hash=sha256:" in line, line[:60]


def test_pip_and_npm_check_the_hashes():
    makefile = (ROOT / "Makefile").read_text()
    installs = [line for line in makefile.splitlines() if re.search(r"pip\)? install|\$\(PIP\)", line)]
    assert installs and "--require-hashes" in makefile
    for line in installs:
        assert "$(PIP)" in line or "--require-hashes" in line or "--no-deps" in line, line
    lock = json.loads((ROOT / "host_tools/emulator/js/package-lock.json").read_text())
    parts = {name: part for name, part in lock["packages"].items() if name}
    assert parts and all(part["integrity"].startswith("sha512-") for part in parts.values())
