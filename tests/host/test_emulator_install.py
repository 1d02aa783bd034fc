"""What the emulator stands on: where it is looked for, and what is said when it is missing."""

import os
import sys

import pytest

from host_tools.emulator import EmulatorError, find_uf2, install


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LITFOUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("MICROPYTHON_UF2", raising=False)
    (tmp_path / "cache").mkdir()
    return tmp_path / "cache"


def tool(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def test_the_uf2_is_the_argument_then_the_environment_then_the_newest_in_the_cache(cache, tmp_path, monkeypatch):
    with pytest.raises(EmulatorError, match="download RPI_PICO-") as caught:
        find_uf2()
    assert str(cache) in str(caught.value)
    for name, age in (("RPI_PICO-20250101-v1.27.0.uf2", 100), ("RPI_PICO-20260406-v1.28.0.uf2", 50), ("other.uf2", 0)):
        (cache / name).write_bytes(b"x")
        os.utime(cache / name, (1_000_000 - age, 1_000_000 - age))
    assert find_uf2().name == "RPI_PICO-20260406-v1.28.0.uf2"
    named = tmp_path / "mine.uf2"
    named.write_bytes(b"x")
    monkeypatch.setenv("MICROPYTHON_UF2", str(named))
    assert find_uf2() == named
    assert find_uf2(cache / "other.uf2") == cache / "other.uf2"
    monkeypatch.setenv("MICROPYTHON_UF2", str(tmp_path / "gone.uf2"))
    with pytest.raises(EmulatorError, match="no such UF2 file: .*gone.uf2"):
        find_uf2()


def test_node_comes_from_the_path_or_from_the_python_environment(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(EmulatorError, match="node was not found: install Node.js 18 or newer, or pip install"):
        install.find_program("node")
    beside = tool(tmp_path / "venv" / "node", "")
    assert install.find_program("node") == str(beside)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    in_path = tool(tmp_path / "bin" / "node", "")
    assert install.find_program("node") == str(in_path)


def test_first_use_installs_exactly_what_is_locked_and_only_once(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    tool(tmp_path / "bin" / "node", "")
    tool(tmp_path / "bin" / "npm", f'echo "$@" >> {tmp_path}/calls; test -f package-lock.json && mkdir node_modules\n')
    driver, bootrom = install.ensure_installed()
    assert driver.read_text() == (install.SOURCES / "driver.mjs").read_text()
    assert (driver.parent.parent / "node_modules").is_dir()
    assert bootrom.stat().st_size == 16384
    assert install.ensure_installed() == (driver, bootrom)
    assert (tmp_path / "calls").read_text().split("\n") == ["ci --silent --ignore-scripts", ""]


def test_a_failed_installation_leaves_nothing_and_says_why(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    tool(tmp_path / "bin" / "node", "")
    tool(tmp_path / "bin" / "npm", "echo 'no route to the registry' >&2; exit 1\n")
    with pytest.raises(EmulatorError, match="needs the network on first use.*no route to the registry"):
        install.ensure_installed()
    assert list(cache.iterdir()) == []


def test_the_lock_pins_by_hash_and_names_no_host():
    lock = (install.SOURCES / "package-lock.json").read_text()
    assert '"integrity": "sha512-' in lock
    assert "resolved" not in lock and "://" not in lock
