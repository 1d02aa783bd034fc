"""`litfour deploy`: puts the compiled firmware onto a board, only what has changed."""

import json
import sys
import tempfile
import time

from host_tools.board import Board, BoardError, FlashFull, find_port
from host_tools.image import FIRMWARE, BoardFile, ImageError, build, mpy_version

MINIMUM = (1, 28)               # MicroPython on the board
MANIFEST = "litfour/manifest.json"
TEMPORARY = "litfour.new"
ARMV6M = 4                      # native code of our files, in sys.implementation._mpy


def add_arguments(parser):
    parser.add_argument("--port", metavar="PORT",
                        help="serial device, pty or socket://host:port (default: the only Pico that is plugged in)")


def run(args) -> int:
    """Exit code: 0 done, 1 the board or the firmware is not right, 2 no such board."""
    started = time.monotonic()
    try:
        with Board(find_port(args.port)) as board, tempfile.TemporaryDirectory() as folder:
            summary = deploy(board, build(folder, FIRMWARE), say=print)
    except ImageError as error:
        print(f"litfour deploy: {error}", file=sys.stderr)
        return 1
    except BoardError as error:
        print(f"litfour deploy: {error}", file=sys.stderr)
        return error.code
    print(f"{summary} in {time.monotonic() - started:.1f} s; the board restarts")
    return 0


def deploy(board, files, say=lambda line: None) -> str:
    """Brings the board's files to `files` (path -> BoardFile) and restarts it; a line that says what was done.

    Nothing is touched that is not ours: stale files go only if the manifest of the last deployment lists them.
    BoardError (FlashFull if there is no room) leaves the board in raw REPL with whole files only, old or new ones.
    """
    board.stop()
    check_board(board)
    present = board.hashes(files)
    changed = [path for path, file in files.items() if present[path] != file.sha256]
    changed.sort(key=lambda path: path == "main.py")        # it starts the rest, so it comes last
    listed = read_manifest(board)
    stale = sorted(path for path in listed if path not in files and path.startswith("litfour/"))
    board.remove(TEMPORARY)
    for path in stale:
        board.remove(path)
        say(f"removed {path}")
    check_space(board, [files[path] for path in changed], replaced=[path for path in changed if present[path]])
    board.make_folders([*changed, MANIFEST])
    for number, path in enumerate(changed, 1):
        board.write(path, files[path].data, TEMPORARY)
        say(f"copied {path} ({len(files[path].data)} bytes, {number} of {len(changed)})")
    if changed or stale or set(listed) != set(files):
        board.write(MANIFEST, manifest(files), TEMPORARY)
    for path in hiding(board, files):
        say(f"warning: {path} on the board hides our {path[:-3]}.mpy; remove it")
    board.restart()
    size = sum(len(files[path].data) for path in changed)
    return f"{len(changed)} of {len(files)} files copied ({size} bytes), {len(stale)} removed"


def check_board(board):
    """BoardError if it is no Pico, or its MicroPython is too old or reads other .mpy files than ours."""
    machine, version, mpy = board.ask("(sys.implementation._machine, sys.implementation.version, "
                                      "getattr(sys.implementation, '_mpy', 0))")
    if "RP2040" not in machine and "RP2350" not in machine:
        raise BoardError(f"this board is a {machine}, not a Pico")
    text = ".".join(str(part) for part in version[:3])
    if tuple(version[:2]) < MINIMUM:
        raise BoardError(f"the board runs MicroPython {text}; {MINIMUM[0]}.{MINIMUM[1]} or newer is needed")
    expected = mpy_version()
    found = (mpy & 0xff, mpy >> 8 & 3)
    if found != expected or mpy >> 10 < ARMV6M:
        raise BoardError(f"MicroPython {text} of the board reads .mpy files of version {found[0]}.{found[1]} (native "
                         f"code {mpy >> 10}); ours are {expected[0]}.{expected[1]} (native code {ARMV6M})")


def check_space(board, files, replaced):
    """FlashFull unless the changed files fit beside each other, one of them twice while it is replaced."""
    block, free = board.space()
    sizes = [-(-len(file.data) // block) for file in files]
    kept = board.ask(f"[os.stat(p)[6] for p in {replaced!r}]") if replaced else []
    gained = sum(size // block for size in kept)
    needed = sum(sizes) + max(sizes, default=0) - gained + 4      # a few blocks for folders and the manifest
    if files and needed > free:
        raise FlashFull(f"the flash of the board is full: {needed * block // 1024} KB are needed, "
                        f"{free * block // 1024} KB are free; remove files of yours from it")


def manifest(files) -> bytes:
    return json.dumps({path: file.sha256 for path, file in files.items()}).encode()


def read_manifest(board) -> dict[str, str]:
    """path -> SHA-256 of the last deployment; empty if there was none or its list is damaged."""
    try:
        listed = json.loads(board.read(MANIFEST) or b"{}")
    except ValueError:
        return {}
    return {path: digest for path, digest in listed.items() if ".." not in path} if isinstance(listed, dict) else {}


def hiding(board, files):
    """Sources on the board that MicroPython would import in place of our compiled files."""
    sources = [path[:-4] + ".py" for path in files if path.endswith(".mpy")]
    return [path for path, digest in board.hashes(sources).items() if digest is not None]


__all__ = ["BoardFile", "add_arguments", "deploy", "run"]
