"""`litfour deploy`: puts the compiled firmware onto a board that has MicroPython, only what has changed."""

import sys
import tempfile
import time

from host_tools import versions
from host_tools.board import Board, BoardError, find_port
from host_tools.image import FIRMWARE, BoardFile, ImageError, build, mpy_version

MINIMUM = (1, 28)               # MicroPython on the board
KEPT_MAIN = "main-before-litfour.py"
ARMV6M = 4                      # native code of our files, in sys.implementation._mpy


class TooOld(BoardError):
    """The board's MicroPython is too old, or reads other .mpy files than ours."""


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
    """Makes `files` (path -> BoardFile, see image.build) what the board starts, and restarts it; a line that says what
    was done.

    The version is laid beside the one that is there (see versions.py), which stays as a fall-back. Nothing is touched
    that is not ours. BoardError (FlashFull if there is no room) leaves the board in raw REPL; it then starts the old
    version or the new one, and the next try goes on where this one ended.
    """
    board.stop()
    check_board(board)
    summary = install(board, files, say)
    board.restart()
    return summary


def install(board, files, say=lambda line: None) -> str:
    """deploy(), with a board that is stopped already and is not restarted."""
    wanted = versions.folder_of(files)
    current = versions.running(board)
    sent: list[str] = []
    copied: list[str] = []
    removed: list[str] = []
    there = versions.within(board, current, wanted)
    if not current or any(there[path] != file.sha256 for path, file in wanted.items()):
        sent, copied, removed = versions.lay(board, wanted, current, say)
        current = versions.other(current)
        versions.switch(board, current)
    else:
        versions.discard(board, versions.LAID, wanted)      # of another version that was not laid to its end
    if put_main(board, files[versions.MAIN], say):
        sent.append(versions.MAIN)
    removed = removed + versions.discard_old_layout(board, files, say)
    board.remove(versions.TEMPORARY)
    for path in hiding(board, current, files):
        say(f"warning: {path} on the board hides our {path[:-3]}.mpy; remove it")
    size = sum(len((wanted.get(path) or files[path]).data) for path in sent)
    return (f"{len(sent)} of {len(wanted) + 1} files copied ({size} bytes), {len(copied)} taken from the version "
            f"before, {len(removed)} removed")


def put_main(board, file, say):
    """Replaces main.py, whole or not at all, if it differs; True if it did. A main.py of somebody else is kept."""
    digest = board.hashes([versions.MAIN])[versions.MAIN]
    if digest == file.sha256:
        return False
    if digest and b"litfour" not in board.read(versions.MAIN):
        board.write(KEPT_MAIN, board.read(versions.MAIN), versions.TEMPORARY)
        say(f"kept your {versions.MAIN} as {KEPT_MAIN}")
    board.write(versions.MAIN, file.data, versions.TEMPORARY)
    say(f"copied {versions.MAIN}")
    return True


def check_board(board):
    """BoardError if it is no Pico; TooOld if its MicroPython is too old or reads other .mpy files than ours."""
    machine, version, mpy = board.ask("(sys.implementation._machine, sys.implementation.version, "
                                      "getattr(sys.implementation, '_mpy', 0))")
    if "RP2040" not in machine and "RP2350" not in machine:
        raise BoardError(f"this board is a {machine}, not a Pico")
    text = ".".join(str(part) for part in version[:3])
    if tuple(version[:2]) < MINIMUM:
        raise TooOld(f"the board runs MicroPython {text}; {MINIMUM[0]}.{MINIMUM[1]} or newer is needed")
    expected = mpy_version()
    found = (mpy & 0xff, mpy >> 8 & 3)
    if found != expected or mpy >> 10 < ARMV6M:
        raise TooOld(f"MicroPython {text} of the board reads .mpy files of version {found[0]}.{found[1]} (native "
                     f"code {mpy >> 10}); ours are {expected[0]}.{expected[1]} (native code {ARMV6M})")


def hiding(board, folder, files):
    """Sources on the board that MicroPython would import in place of our compiled files."""
    sources = [f"{folder}/{path[:-4]}.py" for path in files if path.endswith(".mpy")]
    return [path for path, digest in board.hashes(sources).items() if digest is not None]


__all__ = ["BoardFile", "add_arguments", "deploy", "install", "run"]
