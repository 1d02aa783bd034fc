"""`litfour doctor`: looks at a board, says in plain words what is wrong and what to do, and mends what it can."""

import argparse
import sys
import tempfile

from host_tools import boot_drive, deploy
from host_tools.ailments import HARMLESS, Finding, examine
from host_tools.board import BoardError, find_port, ports
from host_tools.image import FIRMWARE, ImageError, build
from host_tools.visit import Visit, add_port


def add_arguments(parser: argparse.ArgumentParser):
    add_port(parser)
    parser.add_argument("--mend", action="store_true", help="put right what can be put right without asking you")


def run(args) -> int:
    """Exit code: 0 nothing is wrong (any more), 1 something is, 2 there is no board that could be looked at."""
    findings = without_a_board(args.port)
    if findings:
        show(findings)
        return 2
    try:
        return visit(find_port(args.port), args.mend)
    except ImageError as error:
        print(f"litfour doctor: {error}", file=sys.stderr)
        return 1
    except BoardError as error:
        print(f"litfour doctor: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("\nlitfour doctor: interrupted; plug the board in again, so that it plays", file=sys.stderr)
        return 1


def without_a_board(named) -> list[Finding]:
    """What is wrong where no serial port is there to be asked."""
    if named or ports():
        return []
    drives = boot_drive.find()
    if drives:
        return [Finding("bootsel", [f"{drive}: a Pico ({drive.chip})" for drive in drives])]
    return [Finding("unmounted" if boot_drive.waiting_unmounted() else "none")]


def visit(port, mend) -> int:
    """Looks at the board at `port`, mends if told to, and lets it play; the exit code."""
    try:
        with Visit(port) as board:
            try:
                board.stop()
            except BoardError as error:
                show([Finding("silent", [str(error)])])
                return 2
            return _treat(board, mend)
    except BoardError as error:
        if error.code != 2:
            raise
        show([Finding("closed", [str(error)])])
        return 2


def _treat(board, mend):
    try:
        deploy.check_board(board)
    except BoardError as error:
        show([Finding("old" if isinstance(error, deploy.TooOld) else "stranger", [str(error)])])
        board.restart()
        return 1
    with tempfile.TemporaryDirectory() as folder:
        files = build(folder, FIRMWARE)
    findings = examine(board, files)
    show(findings)
    if mend and any(finding.mend for finding in findings):
        heal(board, files, findings, print)
        findings = examine(board, files)
        print("\nafter mending:")
        show(findings)
    board.restart()
    if board.safe_mode:
        print("(The board was in safe mode, as MENU was held; it starts the game now.)")
    return 1 if any(finding.key not in HARMLESS for finding in findings) else 0


def heal(board, files, findings, say):
    """Does what can be done without a person, on a stopped board."""
    for finding in findings:
        if callable(finding.mend):
            finding.mend(board)
    if any(finding.mend == "install" for finding in findings):
        say(deploy.install(board, files, say))


def show(findings):
    """Each finding: its title, what was seen, what to do."""
    if not findings:
        print("Nothing is wrong.")
    for finding in findings:
        print(finding.title)
        for line in finding.details:
            print(f"    {line}")
        print(f"  -> {finding.step}" + ("  (or: litfour doctor --mend)" if finding.mend else ""))
