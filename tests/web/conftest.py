"""The page, built once for all tests of this folder, and a browser (chromium by Playwright), skipped where it is
missing."""

import functools
import http.server
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host_tools import web_build
from tests.web.browsing import FAST, SMALL, ready


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


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(dist):
    """Of a plain static server with the page."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(dist))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")                 # while it runs, nothing else here can have an event loop
def browser():
    playwright = pytest.importorskip("playwright.sync_api",
                                     reason="Playwright is not installed: pip install playwright")
    found = [name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)]
    if not found:
        pytest.skip("no chromium is installed: apt-get install chromium")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=shutil.which(found[0]), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser, address):
    """open_page(query, settings, **context options) -> a page whose board is ready. No console may complain.
    at: another address than the static page's."""
    contexts, complaints = [], []

    def complain(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(query=FAST, settings=None, at=address, viewport=SMALL, **options):
        contexts.append(browser.new_context(viewport=viewport, **options))
        page = contexts[-1].new_page()
        if settings:
            page.add_init_script(f"localStorage.setItem('litfour.7x6.settings', '{settings.pack().hex()}')")
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{at}?{query}")
        ready(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
