"""Installs and versions on the emulated Pico: power that fails while one is installed, the file that says which version
starts, damaged code, and the whole firmware over the line."""

import random
from unittest import mock

from host_tools import deploy, saves, setup, versions
from host_tools.__main__ import main
from host_tools.board import Board, BoardError
from host_tools.emulator import Pico
from host_tools.image import BoardFile, littlefs_image
from host_tools.simulator import chosen_settings
from litfour.ports import panel_named
from tests.torture import corrupt
from tests.torture.installs import MAIN
from tests.torture.pico import BOOT_MS, PANEL_PIN, moves

PARTS = ("one", "two", "three")
WORDS = 1500
# A version says which it is, once it has seen that all of its files are of that version.
ROOT_PY = """
def main(table, starts=0, well=None):
    for name in %r:
        with open("litfour/" + name) as file:
            for k in range(%d):
                if file.read(%d) != "%s":
                    raise ValueError(name + " is of another version")
    print("runs", "%s")
"""
RUN_MS = 2500
REPLY_SECONDS = 3


def version(word):
    """A small firmware that the real main.py starts."""
    parts = {"litfour/" + name: (word * WORDS).encode() for name in PARTS}
    parts["litfour/root.py"] = (ROOT_PY % (PARTS, WORDS, len(word), word, word)).encode()
    parts["litfour/same"] = b"the same in all versions" * 40
    return {path: BoardFile(data) for path, data in {**parts, "main.py": MAIN}.items()}


def runs(pico):
    """Power-up: the version that says that it runs. AssertionError without one."""
    mark = len(pico.console)
    pico.start()
    pico.run_until(RUN_MS, text=">>> ")
    said = [line.split()[1] for line in pico.console[mark:].splitlines() if line.startswith("runs ")]
    assert len(said) == 1, pico.console[mark:]
    return said[0]


def cut(pico, operation):
    """Version "old" is on the board, and "new" is installed until the power fails at that flash operation; then once
    more. The version that ran in between; "" where the install ended before. AssertionError where something is lost."""
    pico.load_fs(littlefs_image(versions.on_board(version("old"))))
    pico.start()
    pico.run_until(RUN_MS, text=">>> ")
    with pico.serving() as port, Board(port) as link:
        link.stop()
        pico.cut_power_at(operation)
        try:
            deploy.install(link, version("new"))
            ended = True
        except BoardError:
            ended = False
    pico.cut_power_at(0)
    if ended:
        return ""
    between = runs(pico)
    assert between in ("old", "new")
    with pico.serving() as port, Board(port) as link:
        link.stop()
        deploy.install(link, version("new"))
    assert runs(pico) == "new", "a second try does not install it"
    return between


def cuts(tally, budget, uf2, step=1):
    """Power cuts at every `step`-th flash operation of an install by `litfour deploy`."""
    from host_tools import board
    patient, board.REPLY_SECONDS = board.REPLY_SECONDS, REPLY_SECONDS
    try:
        with Pico(uf2) as pico:
            operation = 1
            while budget.left(tally.tried):
                try:
                    between = cut(pico, operation)
                    if not between:
                        tally.figures["operations"] = operation
                        break
                    tally.count(f"the {between} one")
                    tally.good()
                except (AssertionError, BoardError) as error:
                    tally.bad(f"operation {operation}: {error}")
                operation += step
    finally:
        board.REPLY_SECONDS = patient
    return tally


def pointers(tally, budget, uf2, seed):
    """Rubbish in the file litfour.on, or none: one of the two versions starts."""
    chance = random.Random(seed)
    laid = {**versions.on_board(version("old"), "litfour.b"), **versions.on_board(version("new"), "litfour.a")}
    del laid[versions.POINTER]
    with Pico(uf2) as pico:
        while budget.left(tally.tried):
            data = chance.randbytes(chance.choice((0, 1, 1, 2, 5, 300, 5000)))
            pointer = {versions.POINTER: BoardFile(data)} if chance.random() < 0.95 else {}
            pico.load_fs(littlefs_image({**laid, **pointer}))
            try:
                which = runs(pico)
                assert which == ("old" if data[:1] == b"b" and pointer else "new")
                tally.good()
            except AssertionError as error:
                tally.bad(f"{data[:20]!r}: {error}")
    return tally


def code(tally, budget, uf2, firmware, seed):
    """A damaged file of code in the version that starts: the version before runs; where there is none, the game goes on
    without it or the board ends in safe mode, and where not even that is left, stopped with its files open. crash.txt
    tells of it."""
    chance = random.Random(seed)
    names = sorted(path for path in versions.folder_of(firmware) if path.endswith(".mpy")) + [versions.SUMS] * 4
    session = saves.files_of(settings=chosen_settings(panel_named("7x6"), "standard", "easy", "two").pack())
    while budget.left(tally.tried):
        name = chance.choice(names)
        two = chance.random() < 0.75
        laid = {**versions.on_board(firmware, "litfour.a"), **(versions.on_board(firmware, "litfour.b") if two else {})}
        folder = "litfour.b" if two else "litfour.a"
        path = f"{folder}/{name}"
        how, data = corrupt.damaged(laid[path].data, chance)
        laid[path] = BoardFile(data)
        try:
            with Pico(uf2, {**laid, **session}) as pico:
                outcome = survives(pico, name, two)
            tally.count(outcome)
            tally.good()
        except AssertionError as error:
            tally.bad(f"seed {seed}, {path}, {how}: {error}")
    return tally


def survives(pico, name, two):
    """What became of a board with that file damaged. AssertionError where it does not play."""
    pico.start()
    if two:
        assert pico.run_until(20000, resets=3), f"no other version was tried: {pico.resets}"
    pico.watch(PANEL_PIN)
    pico.run(BOOT_MS)
    for column in (0, 3):
        pico.press(column)
        pico.run(1200)
    crash = pico.files().get("crash.txt", b"").decode()
    named = f"{name} is damaged" in crash or name == versions.SUMS and " is damaged" in crash
    if moves(pico) == [3] and len(pico.frames(PANEL_PIN)) > 10:
        assert named, f"it is not told: {crash}"
        return "the version before" if two else "played on"
    assert not two, f"no move: {moves(pico)}, resets {pico.resets[-3:]}"
    assert ">>> " in pico.console or pico.run_until(45000, text=">>> "), f"neither a game nor a stop: {pico.resets[1:]}"
    crash = pico.files()["crash.txt"].decode()
    assert named or "Traceback" in crash, f"it is not told: {crash}"
    return "safe mode" if "safe mode" in pico.console else "stopped, all files open"


def whole(tally, uf2, firmware):
    """The whole firmware over the line, as `litfour deploy` does: a fresh board, then the same again."""
    with Pico(uf2) as pico:
        pico.start()
        pico.run(600)
        try:
            for which in ("fresh", "again"):
                with pico.serving() as port, Board(port) as link:
                    summary = deploy.deploy(link, firmware)
                pico.watch(PANEL_PIN)
                assert pico.run_until(3000, frames=(PANEL_PIN, 5)), "no light"
                files = {path: file.data for path, file in versions.on_board(firmware).items()}
                assert files.items() <= pico.files().items(), "not all files are there"
                tally.good()
                tally.figures["files sent, " + which] = int(summary.split()[0])
        except (AssertionError, BoardError) as error:
            tally.bad(str(error))
    return tally


def workshop(tally, uf2):
    """`litfour setup --all`: a fresh board, and one with a version of its own and a save, at the same time."""
    settings = chosen_settings(panel_named("7x6"), "standard", "easy", "two")
    kept = saves.files_of(settings=settings.pack())
    used = {**versions.on_board(version("old")), **kept}
    with Pico(uf2) as fresh, Pico(uf2, used) as old:
        for pico in (fresh, old):
            pico.start()
            pico.run(600)
        with fresh.serving() as one, old.serving() as two, mock.patch.object(setup, "ports", lambda: [one, two]):
            code = main(["setup", "--all", "--no-selftest"])
        for pico in (fresh, old):
            pico.watch(PANEL_PIN)
            if code == 0 and pico.run_until(3000, frames=(PANEL_PIN, 5)):
                tally.good()
            else:
                tally.bad(f"setup --all: {code}, {pico.console[-300:]}")
        assert {path: file.data for path, file in kept.items()}.items() <= old.files().items(), "the save is not there"
    return tally
