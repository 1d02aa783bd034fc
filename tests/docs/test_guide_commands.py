"""Every command of the guides is run, and prints what they say; what can't be run here is tried in another way."""

import argparse
import importlib
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time

import pytest

from host_tools import guide_build, web_build
from host_tools.__main__ import COMMANDS, main
from tests.conftest import ROOT
from tests.docs.conftest import environment
from tests.docs.guide_blocks import (
    GUIDE,
    BadBlock,
    blocks,
    change,
    commands,
    copy_of_project,
    matches,
    pages,
)
from tests.host.fake_board import FakeBoard, connect

WITH_A_STAND_IN = ("config", "stats")           # board commands that tests can run against a board of their own
IN_THE_PROJECT = ("develop", "architecture", "add-")        # pages whose commands change or test the project
SAYS_SO = re.compile(r"plugged in|plug it in|needs? (?:a|the) board|needs you at the buttons")
LONGEST = 120                                   # seconds, of a busy machine


def run(line, folder, env):
    return subprocess.run(line, shell=True, cwd=folder, env=env, capture_output=True, text=True, timeout=LONGEST)


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.stem)
def test_commands_do_what_the_page_says(page, tmp_path, monkeypatch, capsys):
    """From the top to the bottom of a page, in one folder: files, changes of the project's sources, commands."""
    found = blocks(page.read_text(), page.name)
    if not found:
        return
    project = page.stem.startswith(IN_THE_PROJECT)
    folder = copy_of_project(tmp_path) if project else tmp_path
    env = environment(folder if project else None)
    for block in found:
        if block.kind == "diff":
            change(folder, block)
        elif block.mark == "file":
            (folder / block.what).write_text(block.text)
        elif block.kind == "console":
            for command in commands(block):
                print(f"{block.place}: {command.line}")
                TRIES[block.mark](command, block, folder, env, monkeypatch, capsys)


# ---- how a command of each kind is tried

def runs(command, block, folder, env, *_):
    done = run(command.line, folder, env)
    expected = int(block.what) if block.mark == "exit" else 0
    assert done.returncode == expected, f"{block.place}: {done.returncode}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    assert matches(command.printed, done.stdout), f"{block.place} prints:\n{done.stdout}"


def at_a_terminal(command, block, folder, env, *_):
    """Plays it at a terminal of its own, presses the keys once something is drawn, and wants a good end."""
    main_end, other_end = pty.openpty()
    process = subprocess.Popen(shlex.split(command.line), cwd=folder, stdin=other_end, stdout=other_end,
                               stderr=other_end, env={**env, "TERM": "xterm-256color", "LINES": "40", "COLUMNS": "120"})
    os.close(other_end)
    seen, end = b"", time.monotonic() + LONGEST
    try:
        while process.poll() is None and time.monotonic() < end:
            if select.select([main_end], [], [], 0.1)[0]:
                seen += os.read(main_end, 65536)
            if block.what and len(seen) > 2000:         # the board is drawn
                os.write(main_end, block.what.encode())
                time.sleep(0.2)
        assert process.returncode == 0, f"{block.place}: {process.returncode}: {seen[-2000:]!r}"
    except OSError:                                     # the other end is closed: it has ended
        assert process.wait(LONGEST) == 0, f"{block.place}: {seen[-2000:]!r}"
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(main_end)


def until_stopped(command, block, folder, env, *_):
    """Starts a server, waits for what it says, and ends it as Ctrl-C does."""
    line = command.line.replace(" 8000", " 0") + (" --no-browser" if "--web" in command.line else "")
    (folder / "dist").mkdir(exist_ok=True)
    process = subprocess.Popen(shlex.split(line), cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)
    seen = ""
    try:
        for text in process.stdout:
            seen += text
            if block.what in text:
                break
        assert block.what in seen, f"{block.place}: {seen}"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LONGEST)


def with_a_board(command, block, folder, env, monkeypatch, capsys):
    """A command that needs a board: run against a stand-in where the tests have one, else its words are parsed; and
    the text says that it needs a board."""
    words = shlex.split(command.line)
    assert words[0] == "litfour"
    if words[1] in WITH_A_STAND_IN:
        if not isinstance(getattr(with_a_board, "board", None), FakeBoard):
            with_a_board.board = FakeBoard()
        connect(monkeypatch, with_a_board.board)
        capsys.readouterr()
        assert main(words[1:]) == 0
        printed = capsys.readouterr().out
        assert not command.printed or matches(command.printed, printed), f"{block.place} prints:\n{printed}"
    else:
        parse(words[1:])
        assert not command.printed
    text = (GUIDE / block.place.split(":")[0]).read_text()
    lines = text.splitlines()
    at = int(block.place.split(":")[1])
    around = " ".join(lines[max(0, at - 12):at] + lines[at:at + 9])
    assert SAYS_SO.search(around), f"{block.place}: the text does not say that this needs a board"


def target_of_make(command, block, *_):
    words = shlex.split(command.line)
    assert words[0] == "make" and words[1] in targets(), f"{block.place}: the Makefile has no {words[1]}"


def built(command, block, folder, env, *_):
    """Runs what builds the page and the guides; skips where MicroPython's package or the generator can't be had."""
    missing = guide_build.missing()
    try:
        web_build.micropython()
    except web_build.WebBuildError as error:
        missing = str(error)
    if missing:
        pytest.skip(missing)
    runs(command, block, folder, env)
    assert (folder / shlex.split(command.line)[-1].replace("build", "dist") / "index.html").exists()


TRIES = {None: runs, "exit": runs, "keys": at_a_terminal, "dialogue": until_stopped, "board": with_a_board,
         "make": target_of_make, "built": built}


def parse(words):
    """A command's own parser accepts the words. AssertionError."""
    parser = argparse.ArgumentParser(prog="litfour " + words[0])
    assert words[0] in COMMANDS, f"no command {words[0]!r}"
    importlib.import_module(COMMANDS[words[0]][0]).add_arguments(parser)
    try:
        return parser.parse_args(words[1:])
    except SystemExit as error:
        if error.code:
            raise AssertionError(f"litfour {' '.join(words)}: its parser refuses that") from error


def targets():
    """The names of all targets of the Makefile and of what it includes."""
    makefiles = [ROOT / "Makefile", *(ROOT / "hardware").glob("*.mk")]
    return {name for path in makefiles for name in re.findall(r"^([a-z][a-z-]*):", path.read_text(), re.MULTILINE)}


# ---- words in the text that are commands or files

SITE = [*pages(), *(ROOT / "docs" / f"{name}.md" for name in ("variants", "selftest", "troubleshooting"))]
PROGRAMS = re.compile(r"`(?:\.venv/bin/)?(litfour [a-z][^`]*|make [a-z][^`]*)`")
FILES = re.compile(r"`([A-Za-z][\w-]*(?:/[\w.-]+)+\.(?:py|md|mjs|html|json|csv|c|mk|svg))`")


@pytest.mark.parametrize("page", SITE, ids=lambda path: path.stem)
def test_commands_within_the_text_exist(page):
    for line in PROGRAMS.findall(re.sub(r"\s+", " ", page.read_text())):
        words = shlex.split(line.replace("NAME", "standard"))
        if words[0] == "make":
            assert words[1] in targets(), line
        elif len(words) == 2:
            assert words[1] in COMMANDS, line
        else:
            parse(words[1:])


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.stem)
def test_files_within_the_text_exist(page):
    for name in FILES.findall(page.read_text()):
        assert (ROOT / name).exists(), f"{page.name} names {name}"


# ---- these tests can fail

@pytest.mark.parametrize("text", ["```bash\n$ litfour play\n```\n", "```\nlitfour play\n```\n", "```console\n$ a\n",
                                  "<!-- later -->\n```console\n$ litfour play\n```\n", "```text\nfour\n```\n",
                                  "```console\nlitfour play\n```\n"])
def test_a_fence_of_an_unknown_kind_is_an_error(text):
    with pytest.raises(BadBlock):
        for block in blocks(text, "page.md"):
            commands(block)


def test_output_that_differs_is_seen():
    assert matches(["one", "…", "four 4…"], "one\ntwo\nthree\nfour 44\n")
    assert matches(["…"], "") and matches([], "")
    assert not matches(["one"], "two\n") and not matches(["one"], "one\ntwo\n") and not matches([], "one\n")


def test_a_command_that_nobody_knows_is_seen(tmp_path):
    block = blocks("```console\n$ litfour solve\n```\n", "page.md")[0]
    with pytest.raises(AssertionError, match="solve"):
        runs(commands(block)[0], block, tmp_path, environment())
    with pytest.raises(AssertionError, match="refuses"):
        parse(["play", "--panel", "5x5"])


def test_a_change_that_does_not_fit_is_seen(tmp_path):
    (tmp_path / "a.py").write_text("one = 1\ntwo = 2\n")
    good = blocks("```diff\n--- a.py\n@@\n one = 1\n-two = 2\n+two = 3\n```\n", "page.md")[0]
    change(tmp_path, good)
    assert (tmp_path / "a.py").read_text() == "one = 1\ntwo = 3\n"
    with pytest.raises(BadBlock, match="found 0 times"):
        change(tmp_path, good)
