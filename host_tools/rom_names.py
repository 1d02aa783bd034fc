"""Private names on the board: each takes the place of a name that MicroPython already has in its flash.

A name of our own costs some 14 bytes of heap, and the table of names doubles now and then. rom_names.txt lists names
that MicroPython 1.28 for the Pico knows (what dir() of its modules says); a test on the emulated Pico holds it to that.
A report from the board is turned back by

    python -m host_tools.rom_names crash.txt
"""

import ast
import collections
import re
import sys
from pathlib import Path

NAMES = Path(__file__).with_name("rom_names.txt")
FIRMWARE = Path(__file__).resolve().parents[1] / "firmware" / "litfour"
# What only some games need, and what is in memory while the board is set up only.
_RARE = re.compile(r"games|rounds|rules/(cells|notation|pegs|pop|power|slides)|app/(aim|family|pops|proof|puzzl|remote|"
                   r"secret|toddler|tools)|view/effects|hw/(pio|pins|wiring)")
_PRIVATE = re.compile(r"_[a-zA-Z0-9]\w*")


def substitutes(package=FIRMWARE):
    """{private name: its name on the board} for all modules of a folder: names that the modules define themselves,
    those that every game needs first, the most used of them at the front. Names that occur anywhere in the sources
    are no substitutes. There are not enough for all: what is left over keeps its name."""
    sources = {path.relative_to(package).as_posix(): path.read_text() for path in sorted(Path(package).rglob("*.py"))}
    texts = list(sources.values())
    defined = set()
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                defined.add(node.name)
            elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                defined.add(node.id if isinstance(node, ast.Name) else node.attr)
    words = collections.Counter(re.findall(r"\w+", "\n".join(texts)))
    first = set(re.findall(r"\w+", "\n".join(text for path, text in sources.items() if not _RARE.search(path))))
    private = sorted((name for name in defined if _PRIVATE.fullmatch(name)),
                     key=lambda name: (name not in first, -words[name], name))
    free = [name for name in NAMES.read_text().split() if name not in words]
    return dict(zip(private, free, strict=False))


class Renamer(ast.NodeTransformer):
    """Renames identifiers of a tree."""

    def __init__(self, names):
        self.names = names

    def generic_visit(self, node):
        for field in ("id", "attr", "name", "arg", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name in self.names:
                setattr(node, field, self.names[name])
        return super().generic_visit(node)


def turned_back(text, package=FIRMWARE):
    """A text from the board, such as crash.txt, with the names of the sources."""
    names = {short: name for name, short in substitutes(package).items()}
    return re.sub(r"(?<=, in )\w+", lambda match: names.get(match[0], match[0]), text)


def main():
    for path in sys.argv[1:]:
        print(turned_back(Path(path).read_text()), end="")


if __name__ == "__main__":
    main()
