"""Private names on the board: each takes the place of a name that MicroPython already has in its flash.

A name of our own costs some 14 bytes of heap, and the table of names doubles: at 620 names that takes 4 KB at once.
rom_names.txt lists names that MicroPython 1.28 for the Pico knows, as dir() of its modules and its count of names say,
without those that the inline assemblers give a meaning; a test on the emulated Pico holds it to that.
A report from the board is turned back by

    python -m host_tools.rom_names crash.txt
"""

import ast
import builtins
import collections
import re
import sys
from pathlib import Path

NAMES = Path(__file__).with_name("rom_names.txt")
FIRMWARE = Path(__file__).resolve().parents[1] / "firmware" / "litfour"
_PRIVATE = re.compile(r"_[a-zA-Z0-9]\w*")


def substitutes(package=FIRMWARE):
    """{private name: its name on the board} for all modules of a folder: names that the modules define themselves, the
    most used first. Names that occur anywhere in the sources are no substitutes; what is left over keeps its name."""
    texts = [path.read_text() for path in sorted(Path(package).rglob("*.py"))]
    defined = set()
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                defined.add(node.name)
            elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                defined.add(node.id if isinstance(node, ast.Name) else node.attr)
    words = collections.Counter(re.findall(r"\w+", "\n".join(texts)))
    private = sorted((name for name in defined if _PRIVATE.fullmatch(name)), key=lambda name: (-words[name], name))
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


def lean(source):
    """main.py as it goes onto the board: without comments, its own names those of the ROM, but no builtin's, as what is
    typed at the console shares them."""
    tree = ast.parse(source)
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    words = re.findall(r"\w+", source)
    free = (name for name in NAMES.read_text().split() if name not in words and not hasattr(builtins, name))
    names = dict(zip(sorted(own), free, strict=False))
    Renamer(names).visit(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [part for part in node.body if not isinstance(part, ast.Expr)
                         or not isinstance(part.value, ast.Constant)]
    return ast.unparse(tree) + "\n"


def turned_back(text, package=FIRMWARE):
    """A text from the board, such as crash.txt, with the names of the sources."""
    names = {short: name for name, short in substitutes(package).items()}
    return re.sub(r"(?<=, in )\w+", lambda match: names.get(match[0], match[0]), text)


def main():
    for path in sys.argv[1:]:
        print(turned_back(Path(path).read_text()), end="")


if __name__ == "__main__":
    main()
