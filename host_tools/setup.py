"""`litfour setup`: from a bare Pico, or any older state, to a board that plays."""

import sys
import tempfile
import threading
import time

from host_tools import boot_drive, deploy, uf2, versions
from host_tools.board import VERSION_PATH, Board, BoardError, ports
from host_tools.image import FIRMWARE, ImageError, build
from host_tools.progress import Progress

PORT_SECONDS = 40               # from the last block of MicroPython to a serial port that can be opened
DRIVE_SECONDS = 20
START_SECONDS = 3               # after which the game should run
POLL_SECONDS = 0.25
AGAIN = "repeat `litfour setup`: it goes on where it was, and the board plays what it had until then"
MISSING = ("no board found: plug in a Pico by USB; if it is new, hold its BOOTSEL button meanwhile "
           "(`litfour doctor` tells more)")
UNMOUNTED = ("a Pico waits for MicroPython, but its drive is not mounted: open it in the file manager, or mount it, "
             "then repeat")
_flashing = threading.Lock()    # one after the other: a new port then belongs to the board that was flashed


def add_arguments(parser):
    parser.add_argument("--port", metavar="PORT", help="this serial device, pty or socket://host:port")
    parser.add_argument("--drive", metavar="FOLDER", help="this mounted boot drive of a Pico")
    parser.add_argument("--all", action="store_true", help="every board that is plugged in, at the same time")
    parser.add_argument("--uf2", metavar="FILE", help="this MicroPython, instead of downloading the tested one")
    parser.add_argument("--board", metavar="NAME", help="what was built, such as 9x6 or 9x9+rail (default: as it was)")
    parser.add_argument("--no-selftest", action="store_true", help="leave out the self-test at the end")


def run(args) -> int:
    """Exit code: 0 every board plays, 1 one does not, or the self-test failed, 2 no such board or file."""
    try:
        targets = choose(find(args), args.all)
        if args.uf2:
            for target in targets:
                if isinstance(target, boot_drive.Drive):
                    uf2.load(args.uf2, target.chip)
        with tempfile.TemporaryDirectory() as folder:
            files = build(folder, FIRMWARE)
        return setup_all(targets, files, args)
    except KeyboardInterrupt:
        print(f"\nlitfour setup: interrupted; {AGAIN}", file=sys.stderr)
        return 1
    except (BoardError, ImageError, uf2.Uf2Error) as error:
        print(f"litfour setup: {error}", file=sys.stderr)
        return getattr(error, "code", 2 if isinstance(error, uf2.Uf2Error) else 1)


def find(args) -> list:
    """The boards: boot drives (boot_drive.Drive) and serial ports (str). BoardError if there is none."""
    if args.port or args.drive:
        drives = boot_drive.find([args.drive]) if args.drive else []
        if args.drive and not drives:
            raise BoardError(f"{args.drive} is no boot drive of a Pico: it has no {boot_drive.INFO} that says so", 2)
        return [*drives, *([args.port] if args.port else [])]
    found = [*boot_drive.find(), *ports()]
    if not found:
        raise BoardError(UNMOUNTED if boot_drive.waiting_unmounted() else MISSING, 2)
    return found


def choose(targets, every) -> list:
    """One of them, asked for if there are several, or all. BoardError if nobody can be asked."""
    if every or len(targets) == 1:
        return targets
    lines = [f"  {number}  {named(target)}" for number, target in enumerate(targets, 1)]
    if not sys.stdin.isatty():
        raise BoardError("\n".join(["several boards found: name one with --port or --drive, or take --all", *lines]), 2)
    print("Several boards:\n" + "\n".join(lines))
    while True:
        answer = input(f"Which one (1-{len(targets)}, a for all)? ").strip()
        if answer == "a":
            return targets
        if answer.isdigit() and 1 <= int(answer) <= len(targets):
            return [targets[int(answer) - 1]]


def named(target) -> str:
    if isinstance(target, boot_drive.Drive):
        return f"{target}: a Pico ({target.chip}) that waits for MicroPython"
    return f"{target}: a board that runs MicroPython or another program"


def setup_all(targets, files, args) -> int:
    """Sets up these boards at the same time; the exit code. One board: its steps line by line, and the self-test."""
    results: dict[str, str | None] = {}
    progress = Progress([str(target) for target in targets])

    def work(target):
        label = str(target)
        try:
            results[label] = provision(target, files, args, lambda line: progress.say(label, line))
        except (BoardError, boot_drive.DriveError, uf2.Uf2Error) as error:
            results[label] = None
            progress.fail(label, f"{error}")

    threads = [threading.Thread(target=work, args=(target,), daemon=True) for target in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.2)                # in pieces, so that Ctrl-C comes through
    failed = [label for label in map(str, targets) if not results.get(label)]
    if len(targets) > 1:
        print(f"{len(targets) - len(failed)} of {len(targets)} boards play")
    if failed:
        return 1
    return self_test(results[str(targets[0])], args, len(targets))


def provision(target, files, args, say) -> str:
    """Brings one board to where it plays; its port. Safe to interrupt at any point, and to repeat."""
    port = target
    if isinstance(target, boot_drive.Drive):
        port = install_micropython(target, args.uf2, say)
    with Board(port) as board:
        board.stop()
        try:
            deploy.check_board(board)
        except deploy.TooOld as error:
            say(f"{error}: MicroPython is replaced, the files stay")
            port = replace_micropython(board, args.uf2, say)
    with Board(port) as board:
        board.stop()
        deploy.check_board(board)
        say(f"found {what_is_on(board)}")
        summary = deploy.install(board, files, say)
        if args.board:
            name_board(board, args.board)
        say(summary)
        board.restart()
    say("restarted; waiting for the game")
    with Board.waiting(port) as board:
        say(prove_start(board))
    return port


def what_is_on(board) -> str:
    """What a stopped board has, in words."""
    version = board.ask("'.'.join(str(n) for n in sys.implementation.version[:3])")
    folder = versions.running(board)
    ours = board.read(f"{folder}/{versions.VERSION}") if folder else board.read(f"{versions.OLD}/{versions.MANIFEST}")
    if ours is None:
        return f"MicroPython {version}, no Litfour"
    return f"MicroPython {version}, Litfour {ours.decode(errors='replace') if folder else 'of an old layout'}"


def name_board(board, text):
    """Stores what was built. BoardError if the firmware knows no such build."""
    board.run(VERSION_PATH + f"from litfour.setup import wiring_named\nwiring_named({text!r})")
    board.write("board.txt", text.encode(), versions.TEMPORARY)


def prove_start(board) -> str:
    """Looks whether a board that was restarted runs its game, and lets it go on; a line that says so. BoardError.

    A board that was just reset, or a slow line, gets more time and is looked at again.
    """
    for seconds in (START_SECONDS, 2 * START_SECONDS, 4 * START_SECONDS):
        time.sleep(seconds)
        board.interrupt()
        plays = board.ask("'litfour.game' in sys.modules and __import__('time').ticks_ms() > 2000")  # no reset since
        board.restart()
        if plays:
            return "it plays"
        board.come_back()
    raise BoardError("the board does not start its game; `litfour doctor` tells what is wrong")


# ---- MicroPython

def install_micropython(drive, named_file, say) -> str:
    """Copies MicroPython onto a boot drive; the serial port at which the board comes back."""
    data = uf2.load(named_file, drive.chip) if named_file else uf2.fetch(drive.chip, say)
    if not uf2.is_pinned(data, drive.chip):
        say("note: not the MicroPython that Litfour was tested with")
    if drive.chip != "RP2040":
        say(f"note: Litfour was not tested on the {drive.chip}")
    with _flashing:
        before = set(ports())
        say(f"copying MicroPython to {drive} ({len(data) // 1024} KB)")
        boot_drive.copy(drive, data)
        return wait_for(lambda: next(iter(set(ports()) - before), None), PORT_SECONDS,
                        "MicroPython was copied, but no serial port came up; plug the board in again, then " + AGAIN)


def replace_micropython(board, named_file, say) -> str:
    """Restarts a stopped board as a boot drive and installs MicroPython; its port."""
    with _flashing:
        before = set(boot_drive.find())
        board.boot_drive()
        drive = wait_for(lambda: next(iter(set(boot_drive.find()) - before), None), DRIVE_SECONDS, UNMOUNTED)
    return install_micropython(drive, named_file, say)


def wait_for(look, seconds, text):
    """What look() gives as soon as it gives something; BoardError with `text` after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline:
            raise BoardError(text)
        time.sleep(POLL_SECONDS)


# ---- the self-test

def self_test(port, args, count) -> int:
    """The self-test of a single board, if somebody is there who presses; the exit code."""
    later = "run `litfour selftest` when the panel and the buttons are wired"
    if args.no_selftest or count > 1:
        print(f"no self-test; {later}")
        return 0
    if not sys.stdin.isatty():
        print(f"no self-test, as nobody can be asked; {later}")
        return 0
    if input("Are the panel and the buttons wired, so that it can be tested now? [y/N] ").strip().lower() != "y":
        print(f"no self-test; {later}")
        return 0
    from host_tools import selftest
    card = selftest.check(port, print, selftest.typed(sys.stdin))
    if card is None:
        print(f"the self-test was given up; {later}")
        return 0
    print("\n".join(selftest.card_lines(card)))
    return 0 if card["pass"] else 1
