"""What the guides show in fences, as data, and how it is tried.

A fence's language says what it is: `console` a command and what it prints, `diff` a change of the project's sources,
`text` a file or a drawing, `{...}` a directive of the generator. A comment just before a fence says more:

    <!-- file: game.txt -->     a text that the commands behind it read
    <!-- drawing -->            a text that is neither read nor run
    <!-- keys: q -->            the command is played at a terminal, with these keys
    <!-- board -->              the command needs a board: its arguments are parsed, no more
    <!-- make -->               a target of the Makefile, looked up but not run: it would run these tests
    <!-- built -->              builds the page and the guides, or the guides alone
    <!-- dialogue: ... -->      the command runs until it is stopped, after it has printed this
    <!-- exit: 1 -->            the command ends with this exit code; 0 where none is named
"""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

GUIDE = ROOT / "docs" / "guide"
FENCE = re.compile(r"^(?:<!-- (?P<mark>[a-z]+)(?:: (?P<what>[^\n]*?))? -->\n)?^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)
MARKS = {"console": {None, "keys", "board", "make", "built", "dialogue", "exit"}, "diff": {None},
         "text": {"file", "drawing"}}
COPIED = ("firmware", "host_tools", "tests", "docs", "hardware", "pyproject.toml", "README.md", "CONTRIBUTING.md",
          "Makefile")
LEFT_OUT = shutil.ignore_patterns("*.png", "*.gif", "*.kicad_pcb", "node_modules")


class Block(NamedTuple):
    """kind: the fence's language; mark, what: its comment's, or None; place: file and line, for messages."""

    kind: str
    text: str
    mark: str | None
    what: str | None
    place: str


class Command(NamedTuple):
    """A line behind `$`, and the lines that it is said to print; a line of `…` stands for any number of lines."""

    line: str
    printed: list[str]


class BadBlock(AssertionError):
    """A fence that nobody knows how to check."""


def pages():
    return sorted(GUIDE.glob("*.md"))


def blocks(text, name):
    """All fences of a page but the generator's directives. BadBlock for one of a kind or mark that is not known."""
    if len(re.findall(r"^```", text, re.MULTILINE)) != 2 * len(list(FENCE.finditer(text))):
        raise BadBlock(f"{name}: a fence is not closed")
    found = []
    for match in FENCE.finditer(text):
        kind, mark = match["kind"].strip(), match["mark"]
        place = f"{name}:{text.count(chr(10), 0, match.start('kind')) + 1}"
        if kind.startswith("{"):
            continue
        if mark not in MARKS.get(kind, ()):
            raise BadBlock(f"{place}: a fence {kind!r} marked {mark!r} is not known to the tests")
        found.append(Block(kind, match["text"], mark, match["what"], place))
    return found


def commands(block):
    """The commands of a console fence, which has nothing before the first of them."""
    found = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        elif not found:
            raise BadBlock(f"{block.place}: {line!r} stands before any command")
        else:
            found[-1].printed.append(line.rstrip())
    return found


def matches(printed, output):
    """True where the output is what is said to be printed; '…' in a line stands for anything, alone for any lines."""
    pattern = ""
    for line in printed:
        pattern += r"(?:.*\n)*?" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) + r"[ \t]*\n"
    return re.fullmatch(pattern, output.rstrip() + "\n" if output.strip() else "") is not None


def copy_of_project(folder):
    """The project's sources, to be changed and tested there."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=None if name == "docs" else LEFT_OUT)
        else:
            shutil.copy(source, folder / name)
    return folder


def change(folder, block):
    """Makes the changes of a diff fence: '--- file', then hunks behind '@@' whose old lines, or parts
    of them, must be found just once. A file that is not there yet is made of lines that are all new."""
    path = None
    for part in re.split(r"^@@.*\n", block.text, flags=re.MULTILINE):
        name = re.search(r"^--- (.+)\n", part, re.MULTILINE)
        body = part[:name.start()] if name else part
        if path is not None:
            _hunk(path, body, block.place)
        if name:
            path = Path(folder) / name[1]
    return path


def _hunk(path, body, place):
    old, new = [], []
    for line in body.splitlines(keepends=True):
        if line[0] not in " +-":
            raise BadBlock(f"{place}: {line!r} is neither kept, nor new, nor taken away")
        old += [line[1:]] if line[0] != "+" else []
        new += [line[1:]] if line[0] != "-" else []
    text = path.read_text() if path.exists() else ""
    old, new = "".join(old).removesuffix("\n"), "".join(new).removesuffix("\n")
    if old and text.count(old) != 1:
        raise BadBlock(f"{place}: in {path.name} these lines are found {text.count(old)} times:\n{old}")
    if not old and text:
        raise BadBlock(f"{place}: {path.name}: a hunk without an old line")
    path.write_text(text.replace(old, new) if old else new + "\n")
