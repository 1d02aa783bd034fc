"""The page, built once for all tests of this folder."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import web_build


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """The folder of the built page. Skips where MicroPython's package is not in the cache and can't be had."""
    folder = tmp_path_factory.mktemp("web") / "dist"
    try:
        web_build.build(folder)
    except web_build.WebBuildError as error:
        pytest.skip(f"the page can't be built: {error}")
    return folder


@pytest.fixture(scope="session")
def node():
    """Runs a script in node: node(path, *arguments) -> what it printed."""
    command = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("node is not installed")

    def run(*arguments):
        done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout
    return run
