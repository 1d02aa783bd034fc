"""Installs, and switches to a new version, whose power is cut at every flash operation, on MicroPython's littlefs.

The host's own code (host_tools/deploy.install) talks to a board that is the unix port (install_board.py), and the
firmware's own main.py then starts what lies there. The versions are small: what they consist of does not matter here.
"""

import ast
import subprocess

from host_tools import deploy
from host_tools.board import HASHES, PRELUDE, Board, BoardError, FlashFull
from host_tools.image import BoardFile
from tests.conftest import ROOT
from tests.torture.flash import TEARS
from tests.torture.unix_port import MICROPYTHON

MAIN = (ROOT / "firmware" / "main.py").read_bytes()
OLD_MAIN = b"from litfour.root import main\nmain(None)\n"
# A version says which it is, once it has seen that all of its files are of that version.
ROOT_PY = """
def main(table, starts=0, well=None):
    for name in ("one", "two", "three"):
        with open("litfour/" + name) as file:
            if file.read() != "%s" * %d:
                raise ValueError(name + " is of another version")
    import machine
    machine.said.append("runs %s")
"""
FOREIGN = {"notes.txt": b"mine", "save/session.0": b"a game", "board.txt": b"9x9", "litfour.txt": b"not ours"}


class Cut(Exception):
    """The power of the board failed."""


class UnixBoard(Board):
    """A Board at the end of a pipe."""

    def __init__(self):
        super().__init__("pipe")
        self._process = subprocess.Popen([MICROPYTHON, "-X", "heapsize=8M", "tests/torture/install_board.py", "."],
                                         cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, text=True)

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait(10)

    def __enter__(self):
        return self

    def tell(self, *command):
        """(what was printed, value) of a command of install_board.py. Cut; BoardError for what the board raises."""
        self._process.stdin.write(repr(command) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        while line and not line.startswith("('"):       # the collector closed a file of a lost disk
            line = self._process.stdout.readline()
        if not line:
            raise BoardError("the unix port ended")
        state, printed, value = ast.literal_eval(line)
        if state == "CUT":
            raise Cut
        if state == "error":
            raise (FlashFull if "28" in printed else BoardError)(printed)
        return printed, value

    def run(self, source):
        return self.tell("exec", source)[0]

    def ask(self, expression):
        return self.tell("eval", expression)[1]

    def begin(self):
        """As after stop()."""
        self.run(PRELUDE)
        self.run(HASHES)

    def lay(self, files):
        """Puts files (path -> bytes) there by themselves."""
        self.begin()
        self.make_folders(files)
        for path, data in files.items():
            self.write(path, data)


def version(word, size=300):
    """A small firmware as image.build gives it; its files are so many words long."""
    parts = {"litfour/" + name: (word * size).encode() for name in ("one", "two", "three")}
    parts["litfour/root.py"] = (ROOT_PY % (word, size, word)).encode()
    parts["litfour/same"] = b"the same in all versions" * 40
    return {path: BoardFile(data) for path, data in {**parts, "main.py": MAIN}.items()}


def starts(board):
    """The version that main.py starts ("" for none), and whether everything that is not ours is still there."""
    _, printed = board.tell("boot")
    runs = [line.split()[1] for line in printed if line.startswith("runs ")]
    board.begin()
    lost = [path for path, data in FOREIGN.items() if board.read(path) != data]
    assert not lost, f"{lost} lost or changed"
    assert len(runs) == 1 or not runs and all("no main.py" in line for line in printed), f"it says {printed}"
    return runs[0] if runs else ""


def prepare(board, start):
    """Lays the disk as it is before the install that is cut; the version that starts then."""
    board.lay(FOREIGN)
    if start == "fresh":
        before = ""
    elif start == "old layout":
        files = {path: file.data for path, file in version("old").items()}
        board.lay({**files, "main.py": OLD_MAIN})
        before = "old"
    else:
        for word in ("first", "second")[:1 if start == "one version" else 2]:
            board.begin()
            deploy.install(board, version(word))
            before = word
    assert starts(board) == before
    board.tell("save")
    return before


def torture(tally, budget, step=1):
    """Cuts at every `step`-th operation of installs on four kinds of boards; each kind of tear, or in turn with a step.
    Then again with larger files, while the budget lasts."""
    size = 300
    while budget.left(tally.tried):
        for start in ("two versions", "old layout", "one version", "fresh"):
            _board(tally, budget, start, step, size)
        size += 400
    return tally


def _board(tally, budget, start, step, size):
    with UnixBoard() as board:
        before = prepare(board, start)
        operation = 1
        while budget.left(tally.tried):
            tears = TEARS if step == 1 else (TEARS[operation // step % len(TEARS)],)
            if not all(_cut(board, tally, start, before, operation, tear, size) for tear in tears):
                break
            operation += step
        tally.figures[f"operations, {start}"] = operation


def _cut(board, tally, start, before, operation, tear, size):
    """One cut; False when the install ended before it."""
    board.tell("cut", operation, tear)
    board.begin()
    try:
        deploy.install(board, version("new", size))
        return False
    except Cut:
        pass
    words = f"{start}, {size} words a file, cut at operation {operation} ({tear})"
    try:
        board.tell("power")
        runs = starts(board)
        assert runs in (before, "new"), f"{runs!r} starts"
        tally.count("the new one" if runs == "new" else "the old one" if before else "MicroPython alone")
        deploy.install(board, version("new", size))
        assert starts(board) == "new", "a second try does not install it"
        tally.good()
    except (AssertionError, BoardError) as error:
        tally.bad(f"{words}: {error}")
    return True
