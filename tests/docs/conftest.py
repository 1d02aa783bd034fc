"""The site of the guides, built once for all tests of this folder, and where their commands are run."""

import os
import sys
from pathlib import Path

import pytest

from host_tools import guide_build, web_build


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """The page with its guides, as `litfour web build` writes them; the guides alone where the page can't be built.
    Skips without the generator."""
    missing = guide_build.missing()
    if missing:
        pytest.skip(missing)
    folder = tmp_path_factory.mktemp("guide") / "dist"
    try:
        web_build.build(folder, guide=True)
    except web_build.WebBuildError as error:
        print(f"the guides without their page: {error}")
    guide_build.build(folder / "guide")
    return folder


def environment(folder=None):
    """Of a command of the guides: the programs of this Python first; `folder`: a copy of the project that it is to
    use."""
    found = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100",
             "NO_COLOR": "1", "PYTHONUNBUFFERED": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
             "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST", "CI"):         # with CI pytest prints longer lines
        found.pop(name, None)
    if folder:
        found["PYTHONPATH"] = os.pathsep.join(str(folder / part) for part in ("", "firmware", "host_tools/shims"))
    return found
