"""What can be wrong with a board: found out on a stopped board, in words, with what to do. docs/troubleshooting.md has
a section for each title."""

from collections.abc import Callable
from dataclasses import dataclass, field

from host_tools import saves, versions
from host_tools.board import VERSION_PATH, BoardError
from host_tools.rom_names import turned_back

SETUP = "run `litfour setup`"
LEFT_KB = 64                    # less free than this is worth saying
MOST_LINES = 60

# key: (title, what to do)
AILMENTS = {
    "none": ("No board was found.", "Plug it in with a cable that carries data, and wait two seconds; a new Pico: hold "
             "BOOTSEL meanwhile. On Linux your account must be in the group dialout."),
    "bootsel": ("A board waits for MicroPython.", SETUP),
    "unmounted": ("A board waits for MicroPython, but its drive is not mounted.",
                  "open the drive RPI-RP2 in the file manager, or mount it, then run `litfour setup`"),
    "closed": ("The port cannot be opened.", "end other programs that use it (Thonny, mpremote); on Linux your account "
               "must be in the group dialout"),
    "silent": ("The board does not answer.", "plug it in again; if that does not help, hold BOOTSEL while you plug it "
               "in, and run `litfour setup`"),
    "stranger": ("The board is no Pico.", "Litfour needs a Raspberry Pi Pico, Pico W or Pico 2"),
    "old": ("MicroPython on the board is too old.", SETUP + ": it replaces MicroPython and keeps the files"),
    "empty": ("The file system of the board is new and empty.", SETUP + ". If games were played on it, its flash lost "
              "its table of files (MicroPython then makes a new one), and the settings and the score are gone."),
    "absent": ("There is no Litfour on the board.", SETUP + "; your files stay"),
    "layout": ("Litfour lies on the board as it did long ago.", SETUP + ": settings, score and game stay"),
    "main": ("main.py does not start Litfour.", SETUP + "; a main.py of yours is kept under another name"),
    "damaged": ("Files of Litfour are missing or damaged.", SETUP),
    "fallback": ("The board fell back to the version before.", "look at the crash below or in crash.txt; "
                 + SETUP + " with a version that has it mended"),
    "half": ("A version was not laid to its end.", SETUP + ": it goes on where it was; the board plays meanwhile"),
    "crash": ("The board has crashed.", "if it happens again, report it with the text above"),
    "build": ("The build named in board.txt is not known.", "store the right one: `litfour setup --board NAME`, such "
              "as 7x6, 9x6, 9x9+rail"),
    "save": ("A save is damaged.", "nothing needs to be done where the other copy of it is whole: the board uses that "
             "one"),
    "full": ("The flash of the board is nearly full.", "remove files of yours from it, with `mpremote rm`"),
    "hiding": ("A source file hides a file of Litfour.", "remove it, with `mpremote rm :NAME`"),
    "other": ("The board has another version than this program.", "run `litfour deploy`, or leave it as it is"),
}
HARMLESS = ("other", "half", "save")


@dataclass(frozen=True)
class Finding:
    """Something that is wrong. `mend` (None: only a person can): "install", or a function of the stopped board."""

    key: str
    details: list[str] = field(default_factory=list)
    mend: str | Callable | None = None

    @property
    def title(self):
        return AILMENTS[self.key][0]

    @property
    def step(self):
        return AILMENTS[self.key][1]


def examine(board, files) -> list[Finding]:
    """What is wrong with a board that was stopped and runs a MicroPython that will do; [] if nothing is. `files`: the
    firmware of this program (see image.build)."""
    present = board.ask("[each[0] for each in os.ilistdir('/')]")
    folder = versions.running(board)
    found = _version(board, files, present, folder)
    if versions.LAID in present:
        found.append(Finding("half", mend="install"))
    found += _crash(board)
    if not any(finding.key == "damaged" for finding in found):      # damaged code may hang the board when it is loaded
        found += _build(board, folder)
    return [*found, *_saves(board, present), *_space(board)]


def _version(board, files, present, folder):
    """The version that starts, and main.py."""
    if not folder:
        if board.read(f"{versions.OLD}/{versions.MANIFEST}") is not None:
            return [Finding("layout", mend="install")]
        mine = [name for name in present if name not in ("crash.txt", versions.LAID, versions.POINTER)]
        return [Finding("absent" if mine else "empty", mend="install")]
    found = []
    if board.hashes([versions.MAIN])[versions.MAIN] != files[versions.MAIN].sha256:
        found.append(Finding("main", mend="install"))
    listed = versions.read_manifest(board, folder)
    there = versions.within(board, folder, listed)
    bad = [f"{folder}/{path}: {'missing' if there[path] is None else 'damaged'}"
           for path, digest in listed.items() if there[path] != digest]
    if bad or not listed:
        found.append(Finding("damaged", bad or [f"{folder}/{versions.MANIFEST}: missing or damaged"], "install"))
    pointer = board.read(versions.POINTER) or b""
    if pointer[1:2] == b"!":
        failed = (board.read(f"{versions.other(folder)}/{versions.VERSION}") or b"?").decode(errors="replace")
        found.append(Finding("fallback", [f"three starts in a row of version {printable(failed)} failed"],
                             None if failed == versions.name_of(files) else "install"))
    name = (board.read(f"{folder}/{versions.VERSION}") or b"?").decode(errors="replace")
    if not found and name != versions.name_of(files):
        found.append(Finding("other", [f"on the board {printable(name)}, here {versions.name_of(files)}"]))
    hiding = [f"{folder}/{path[:-4]}.py" for path in listed if path.endswith(".mpy")]
    hiding = [path for path, digest in board.hashes(hiding).items() if digest]
    return found + ([Finding("hiding", hiding)] if hiding else [])


def _crash(board):
    text = board.read("crash.txt")
    if not text:
        return []
    lines = printable(turned_back(text.decode(errors="replace"))).splitlines()[-MOST_LINES:]
    return [Finding("crash", lines, lambda board: board.remove("crash.txt"))]


def _build(board, folder):
    """Asks the board's own firmware whether it knows what board.txt says."""
    text = board.read("board.txt")
    if text is None or not folder:
        return []
    try:
        board.run(VERSION_PATH + "from litfour.setup import wiring_named\n"
                  f"wiring_named({text.decode(errors='replace').strip()!r})")
    except BoardError as error:
        if "Error: " in str(error) and "ImportError" not in str(error):
            return [Finding("build", [printable(str(error).strip().splitlines()[-1])])]
    return []


def _saves(board, present):
    """Saves of which a slot is no whole file; of length 0 is one that was never written."""
    if "save" not in present:
        return []
    names = board.ask("[each[0] for each in os.ilistdir('save')]")
    bad = []
    for name in sorted(names):
        stem, _, slot = name.partition(".")
        if slot not in ("0", "1") or not stem.isalpha() or len(stem) > 8:       # not ours
            continue
        data = board.read(f"save/{name}")
        if data and saves.saved_in({f"save/{name}": data}, stem) is None:
            other = f"{stem}.{1 - int(slot)}"
            whole = other in names and saves.saved_in({f"save/{other}": board.read(f"save/{other}") or b""}, stem)
            bad.append((f"save/{name}", "the other copy is whole" if whole else "there is no other copy: it is lost"))
    if not bad:
        return []
    return [Finding("save", [f"{path}: {text}" for path, text in bad],
                    lambda board: [board.remove(path) for path, _ in bad])]


def _space(board):
    block, free = board.space()
    return [Finding("full", [f"{block * free // 1024} KB are free"])] if block * free < LEFT_KB * 1024 else []


def printable(text) -> str:
    """A text of a board as it may be shown: nothing in it steers the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
