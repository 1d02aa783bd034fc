"""Versions of the firmware on a board: up to two folders, the file that says which one starts, and how one is laid.

    main.py         starts one of them, see there
    litfour.on      "a" or "b"; "b!" after a fall-back that main.py made by itself
    litfour.a/      litfour/..., version, sums (CRC-32 of the code, for the board), manifest.json (path in the folder ->
                    SHA-256)
    litfour.b/      the version before
    litfour.new/    one that is being laid, never started

A folder named .a or .b is whole at any time: it gets that name when all its files were verified on the board. Older
boards have one version in litfour/, with litfour/manifest.json, which may be incomplete.
"""

import hashlib
import importlib.metadata
import json
import zlib

from host_tools.board import BoardError, FlashFull
from host_tools.image import BoardFile

NAMES = ("litfour.a", "litfour.b")
LAID = "litfour.new"
POINTER = "litfour.on"
MANIFEST = "manifest.json"
VERSION = "version"
SUMS = "sums"               # main.py and hw/first.py read it at each start
FIRST = ("litfour/root.mpy", "litfour/setup.mpy")       # main.py compares these two: they compare all others
OLD = "litfour"
MAIN = "main.py"
TEMPORARY = "litfour.tmp"

# On the board
TOOLS = """
def _copy(source, target):
    b = bytearray(4096)
    v = memoryview(b)
    with open(source, 'rb') as f, open(target, 'wb') as t:
        while True:
            n = f.readinto(b)
            if not n: break
            t.write(v[:n])
    return _hash(target)
def _is_there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
"""


def name_of(files) -> str:
    """A version's name: the release, and eight digits that say which files (path -> BoardFile) it is made of."""
    try:
        release = importlib.metadata.version("litfour")
    except importlib.metadata.PackageNotFoundError:
        release = "0"
    parts = "".join(f"{path} {file.sha256}\n" for path, file in sorted(files.items()) if path != MAIN)
    return f"{release} {hashlib.sha256(parts.encode()).hexdigest()[:8]}"


def folder_of(files) -> dict[str, BoardFile]:
    """All files of a version's folder (path in it -> BoardFile), made of the firmware's files (see image.build)."""
    parts = {path: file for path, file in files.items() if path != MAIN}
    parts[VERSION] = BoardFile(name_of(files).encode())
    parts[SUMS] = sums(parts)
    return {**parts, MANIFEST: manifest({path: file.sha256 for path, file in parts.items()})}


def on_board(files, name=NAMES[0]) -> dict[str, BoardFile]:
    """All files (path on the board -> BoardFile) of a board that was set up once with the firmware's files."""
    laid = {f"{name}/{path}": file for path, file in folder_of(files).items()}
    return {**laid, POINTER: BoardFile(name[-1].encode()), MAIN: files[MAIN]}


def sums(parts) -> BoardFile:
    """What the board compares its code with at each start: a line "CRC-32 path" for each .mpy of `parts`, those of
    FIRST in front, and a line "CRC-32 end" for the lines before it."""
    paths = sorted((path for path in parts if path.endswith(".mpy")), key=lambda path: (path not in FIRST, path))
    lines = "".join(f"{zlib.crc32(parts[path].data):08x} {path}\n" for path in paths)
    return BoardFile(f"{lines}{zlib.crc32(lines.encode()):08x} end\n".encode())


def manifest(digests) -> BoardFile:
    return BoardFile(json.dumps(digests).encode())


def read_manifest(board, folder) -> dict[str, str]:
    """path in the folder (of the old layout: on the board) -> SHA-256; empty without a manifest that can be read."""
    try:
        listed = json.loads(board.read(f"{folder}/{MANIFEST}") or b"{}")
    except ValueError:
        return {}
    return {path: digest for path, digest in listed.items() if ".." not in path} if isinstance(listed, dict) else {}


def running(board) -> str:
    """The folder that main.py starts first; "" for the old layout or nothing at all."""
    present = [name for name in NAMES if name in board.ask("os.listdir('/')")]
    if (board.read(POINTER) or b"")[:1] == b"b":
        present.reverse()
    return present[0] if present else ""


def lay(board, wanted, current, say) -> tuple[list[str], list[str], list[str]]:
    """Lays the version `wanted` (see folder_of) beside the folder `current`; its paths that were sent, copied on the
    board, and removed. Afterwards its folder has the other of the two names; nothing starts it yet.

    What lies in the folder already is kept, what is the same in `current` is copied on the board. BoardError (FlashFull
    if there is no room) leaves `current` as it was, and what was done is not done again the next time.
    """
    spare = other(current)
    board.run(TOOLS)
    if not board.ask(f"_is_there({LAID!r})"):
        board.run(f"os.rename({spare!r}, {LAID!r}) if _is_there({spare!r}) else os.mkdir({LAID!r})")
    listed = read_manifest(board, LAID)
    present = within(board, LAID, wanted)
    changed = [path for path, file in wanted.items() if present[path] != file.sha256 and path != MANIFEST]
    stale = sorted(set(listed) - set(wanted))
    for path in stale:
        board.remove(f"{LAID}/{path}")
        say(f"removed {path}")
    check_space(board, [wanted[path] for path in changed], [f"{LAID}/{path}" for path in changed if present[path]])
    board.make_folders(f"{LAID}/{path}" for path in wanted)
    if changed or stale or present[MANIFEST] is None:       # what comes from now on is ours: the next time can tell
        board.write(f"{LAID}/{MANIFEST}", wanted[MANIFEST].data)
    there = within(board, current, changed)
    copied = [path for path in changed if there[path] == wanted[path].sha256]
    copy(board, current, LAID, {path: wanted[path].sha256 for path in copied})
    sent = [path for path in changed if path not in copied]
    for number, path in enumerate(sent, 1):
        board.write(f"{LAID}/{path}", wanted[path].data)
        say(f"copied {path} ({len(wanted[path].data)} bytes, {number} of {len(sent)})")
    discard(board, spare)
    board.run(f"os.rename({LAID!r}, {spare!r})")
    return sent, copied, stale


def other(name) -> str:
    """The one of the two names that `name` is not."""
    return NAMES[1] if name == NAMES[0] else NAMES[0]


def within(board, folder, paths) -> dict[str, str | None]:
    """path in the folder -> SHA-256 as it is on the board, None where there is none."""
    paths = list(paths)
    found = board.hashes(f"{folder}/{path}" for path in paths)
    return {path: found[f"{folder}/{path}"] for path in paths}


def copy(board, source, target, digests):
    """Copies files (path in both folders -> SHA-256) on the board itself. BoardError if one does not arrive whole."""
    paths = list(digests)
    for at in range(0, len(paths), 4):
        pairs = [(f"{source}/{path}", f"{target}/{path}") for path in paths[at:at + 4]]
        for path, digest in zip(paths[at:at + 4], board.ask(f"[_copy(*pair) for pair in {pairs!r}]"), strict=True):
            if digest != digests[path]:
                raise BoardError(f"the flash of the board did not keep {target}/{path}; try again")


def check_space(board, files, replaced):
    """FlashFull unless `files` fit beside what is there; the files `replaced` go."""
    block, free = board.space()
    needed = sum(-(-len(file.data) // block) for file in files)
    largest = max((len(file.data) // block for file in files), default=0)      # beside the old one until closed
    sizes = board.ask(f"[os.stat(p)[6] for p in {replaced!r}]") if replaced else []
    needed += largest * bool(replaced) + 12 - sum(size // block for size in sizes)     # 12: folders, manifest
    if files and needed > free:
        raise FlashFull(f"the flash of the board is full: {needed * block // 1024} KB are needed, "
                        f"{free * block // 1024} KB are free; remove files of yours from it")


def switch(board, name):
    """From now on the board starts the folder `name`: one small file is overwritten, which littlefs does whole or not
    at all."""
    board.run(f"with open({POINTER!r}, 'wb') as _f: _f.write({name[-1].encode()!r})")


def discard(board, folder, known=()):
    """Removes our files from a folder, those of its manifest and those `known`, and the folder if nothing else was in
    it; nothing where it is absent."""
    if folder in board.ask("os.listdir('/')"):
        for path in [*known, *read_manifest(board, folder), MANIFEST]:
            board.remove(f"{folder}/{path}")
        remove_empty(board, folder)


def discard_old_layout(board, files, say):
    """Removes the version that older boards have in litfour/: what its manifest lists, or what we would put there."""
    if not board.ask(f"{OLD!r} in os.listdir('/')"):
        return []
    ours = {path for path in [*read_manifest(board, OLD), *files] if path.startswith(OLD + "/")}
    present = [path for path, digest in board.hashes(sorted(ours)).items() if digest]
    for path in present:
        board.remove(path)
    board.remove(f"{OLD}/{MANIFEST}")
    remove_empty(board, OLD)
    if present:
        say(f"removed the version before, {len(present)} files in {OLD}/")
    return present


def remove_empty(board, folder):
    """Removes a folder and those in it as far as they are empty."""
    board.run(f"""
def _prune(path):
    for each in os.ilistdir(path):
        if each[1] == 0x4000: _prune(path + '/' + each[0])
    if not list(os.ilistdir(path)): os.rmdir(path)
_prune({folder!r})
""")
