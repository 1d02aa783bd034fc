"""Tortures on the emulated Pico: the whole firmware as deployed, real MicroPython, its flash, watchdog and DMA."""

import random
import re
import socket
import time

from host_tools import deploy, saves
from host_tools.board import Board, BoardError
from host_tools.emulator import Pico
from host_tools.image import BLOCK_SIZE, BoardFile, ImageError, littlefs_image
from host_tools.simulator import chosen_settings
from litfour.app.restore import load_session
from litfour.app.settings import Settings
from litfour.ports import MENU, panel_named

PANEL_PIN = 22
BOOT_MS = 1600
DMA_BUSY, DMA_CHANNELS = 0x5000000C, 12

# Patches the firmware when it begins to play, once: the mark on the flash tells that the fault has happened.
FAULTY = """
import os
from litfour import root
play = root.play

def once(call, number):
    left = [number]
    def guarded(*arguments):
        left[0] -= 1
        if left[0] == 0:
            open('/faulted', 'w').close()
            %(fault)s
        return call(*arguments)
    return guarded

def faulty_play(*parts):
    from litfour import game
    _, _, display, inputs = parts[:4]
    root.WATCHDOG_MS = 2500             # it bites sooner, for the test's sake
    %(patch)s
    play(*parts)

if 'faulted' not in os.listdir('/'):
    root.play = faulty_play
"""
PATCHES = {
    "display": "display.show = once(display.show, 260)",
    "inputs": "inputs.poll = once(inputs.poll, 1500)",
    "store": "game.Store.save = once(game.Store.save, 3)",
    "sound": "game.Buzzer.update = once(game.Buzzer.update, 900)",
    "search": "game.Player.step = once(game.Player.step, 20)",
}
FAULTS = {
    "exception": "raise OSError('injected')",
    "memory": "bytearray(1 << 20)",
    "hang": "\n            while True: pass",
}


def faulty(firmware, patch, fault):
    """The firmware's files with a fault in them; main.py is the real one but for a line."""
    main = firmware["main.py"].data.decode()
    line = "        from litfour.root import main\n"
    assert main.count(line) == 1, "main.py starts the firmware in another way"
    settings = chosen_settings(panel_named("7x6"), "standard", "medium", "solo")
    source = FAULTY % {"patch": PATCHES[patch], "fault": FAULTS[fault]}
    return {**firmware, **saves.files_of(settings=settings.pack()),
            "faulty.py": BoardFile(source.encode()),
            "main.py": BoardFile(main.replace(line, "        import faulty\n" + line).encode())}


def moves(pico):
    """The moves of the game on the flash; None without one."""
    data = saves.saved_in(pico.files(), "session")
    return None if data is None else list(load_session(data, Settings()).position.moves)


def begin(pico):
    """Power-up, and the press that opens the game."""
    pico.start()
    pico.watch(PANEL_PIN)
    pico.run(BOOT_MS)
    pico.press(0)
    pico.run(700)


def goes_on(pico, before):
    """After a restart: light, and the game goes on where it was. AssertionError if not."""
    shown = len(pico.frames(PANEL_PIN))
    pico.run(BOOT_MS)
    assert len(pico.frames(PANEL_PIN)) > shown + 10, "no light after the restart:\n" + pico.console[-600:]
    pico.press(1)
    for _ in range(6):
        pico.run(1500)
        after = moves(pico) or []
        if len(after) > len(before):
            break
        pico.press(1)
    assert after[:len(before)] == before and len(after) > len(before), f"{before} became {after}"


def fault(uf2, firmware, patch, kind, reads=True):
    """One fault in play; (resets, crash.txt). `reads`: whether the host asks for what the board has to say of it.
    AssertionError where the board does not come back with its game."""
    with Pico(uf2, faulty(firmware, patch, kind)) as pico:
        begin(pico)
        pico.read_console(reads)
        pico.press(3)
        assert pico.run_until(20000, resets=1), "no restart:\n" + pico.console[-600:]
        assert "faulted" in pico.files()
        busy = [n for n in range(DMA_CHANNELS)
                if int.from_bytes(pico.peek(DMA_BUSY + 64 * n, 4), "little") >> 24 & 1]
        assert busy == [], f"DMA channels {busy} run after the reset"
        resets = list(pico.resets)
        goes_on(pico, moves(pico) or [])
        assert len(pico.resets) == len(resets), f"it restarts again: {pico.resets}"
        return resets, pico.files().get("crash.txt", b"").decode()


def told(crash, what):
    """crash.txt says what, where, which version and when, and is bounded. AssertionError if not."""
    assert re.match(r"Litfour \S+, MicroPython .*, after \d+ ms\n", crash), "version and uptime: " + crash
    assert "Traceback" in crash and ", in " in crash, "where: " + crash
    assert what in crash, "what: " + crash
    assert len(crash) < 1200, "bounded"


def faults(tally, budget, uf2, firmware):
    """Every fault at every place, once."""
    for patch in PATCHES:
        for kind in FAULTS:
            if not budget.left(tally.tried):
                return tally
            try:
                _, crash = fault(uf2, firmware, patch, kind)
                if kind != "hang":
                    told(crash, "OSError: injected" if kind == "exception" else "MemoryError")
                tally.count(kind)
                tally.good()
            except AssertionError as error:
                tally.bad(f"{kind} in {patch}: {error}")
    return tally


def cuts(tally, budget, uf2, firmware, seed=1):
    """Power cuts while a move is played and saved; the board has its game or the one before."""
    settings = chosen_settings(panel_named("7x6"), "standard", "easy", "two")
    operation = 1
    with Pico(uf2, {**firmware, **saves.files_of(settings=settings.pack())}) as pico:
        begin(pico)
        while budget.left(tally.tried):
            before = moves(pico) or []
            pico.cut_power_at(operation)
            pico.press(random.Random(seed).randrange(7))
            seed += 1
            cut = not pico.run(2500)
            pico.cut_power_at(0)
            if cut:
                try:
                    pico.start()
                    pico.run(BOOT_MS)
                    after = moves(pico) or []
                    assert after[:-1] == before or after == before, f"{before} became {after}"
                    pico.press(0)
                    pico.run(1000)
                    tally.good()
                except (AssertionError, ImageError) as error:
                    tally.bad(f"operation {operation}: {error}")
            operation = operation + 1 if cut else 1
            if len(before) > 30:
                pico.press(MENU, 700)
                pico.run(1500)
    return tally


def damage_superblock(image, both):
    """The file system with one of its two superblocks, or both, overwritten."""
    made = bytearray(image)
    made[:BLOCK_SIZE * (2 if both else 1)] = b"\x5a" * (BLOCK_SIZE * (2 if both else 1))
    return bytes(made)


def superblocks(tally, uf2, firmware):
    """One damaged superblock: it plays. Both: stock MicroPython formats the disk, and `litfour deploy` fills it."""
    settings = saves.files_of(settings=chosen_settings(panel_named("7x6"), "standard", "easy", "two").pack())
    disk = littlefs_image({**firmware, **settings})
    for both in (False, True):
        try:
            with Pico(uf2, fs=damage_superblock(disk, both)) as pico:
                if both:
                    _formatted(pico, firmware)
                begin(pico)
                assert len(pico.frames(PANEL_PIN)) > 10, "no light"
            tally.good()
        except (AssertionError, BoardError) as error:
            tally.bad(f"{'both' if both else 'one'}: {error}")
    return tally


def _formatted(pico, firmware):
    pico.start()
    pico.watch(PANEL_PIN)
    pico.run(3000)
    assert len(pico.resets) == 1 and pico.frames(PANEL_PIN) == [] and pico.files() == {}, "not a fresh board"
    with pico.serving() as port, Board(port) as link:
        deploy.deploy(link, firmware)


def heap(tally, uf2, firmware, kilobytes=(190, 200)):
    """A game of 3-D at Hard, the largest, with all but so many KB of the heap taken away beforehand."""
    main = firmware["main.py"].data.decode()
    start = "import os\nimport sys\n"
    assert main.count(start) == 1, "main.py begins in another way"
    settings = chosen_settings(panel_named("9x9"), "3d", "hard", "solo")
    files = {**firmware, **saves.files_of(settings=settings.pack()), "board.txt": BoardFile(b"9x9")}
    for size in kilobytes:
        hog = f"import gc\ngc.collect()\nhog = bytearray(gc.mem_free() - {size} * 1024)\ngc.threshold(-1)\n"
        with Pico(uf2, {**files, "main.py": BoardFile(main.replace(start, hog + start).encode())}) as pico:
            begin(pico)
            for column in (3, 5):                   # aim, and place
                pico.press(column)
                pico.run(400)
                pico.press(MENU)
                pico.run(4000)
            if len(moves(pico) or []) >= 4 and len(pico.resets) == 1:
                tally.good()
            else:
                tally.bad(f"{size} KB: {pico.resets}, {pico.files().get('crash.txt')}")
    return tally


def flood(pico):
    """What a host may send while the game runs, but for Ctrl-C, which stops it by design."""
    pico.send(bytes(range(32, 127)) * 300 + b"\r\n" * 500 + b"\x01\x02\x04\x05" * 200)


def visitors(pico, times):
    """A terminal that is opened, never reads and is closed again, so many times, and a press each time."""
    for number in range(times):
        with pico.serving() as port:
            host, _, tcp = port.removeprefix("socket://").partition(":")
            with socket.create_connection((host, int(tcp))):
                pico.press(number)
                time.sleep(0.2)
        pico.run(1500)


def host(tally, uf2, firmware, times=7):
    """A flood, and terminals that come and go: every press becomes a move, and the game says nothing."""
    settings = saves.files_of(settings=chosen_settings(panel_named("7x6"), "standard", "easy", "two").pack())
    with Pico(uf2, {**firmware, **settings}) as pico:
        begin(pico)
        flood(pico)
        visitors(pico, times)
        played = moves(pico) or []
        for number in range(times):
            if number in played:
                tally.good()
            else:
                tally.bad(f"the press of column {number + 1} was lost: {played}")
        assert len(pico.resets) == 1 and pico.console.strip() == "", pico.console
    return tally


DRAWN = "121221211212343443433434565665655656777777"      # columns of a drawn game, every other press the same seat's


def cable(tally, budget, uf2, firmware, seed):
    """The USB cable is pulled and plugged in again at any moment of a game, also many times in a row, and the host
    floods the board or never asks for what it says: every press becomes a move, and nothing restarts."""
    chance = random.Random(seed)
    settings = saves.files_of(settings=chosen_settings(panel_named("7x6"), "standard", "easy", "two").pack())
    while budget.left(tally.tried):
        with Pico(uf2, {**firmware, **settings}) as pico:
            begin(pico)
            played, deed = [], ""
            try:
                for column in [int(digit) - 1 for digit in DRAWN]:
                    if not budget.left(tally.tried):
                        break
                    deed = chance.choice(tuple(DEEDS))
                    pico.press(column, 60, pico.now + chance.uniform(0, 300))
                    DEEDS[deed](pico, chance)
                    pico.run(1600)
                    played.append(column)
                    assert (moves(pico) or []) == played, f"{played} became {moves(pico)}"
                    tally.count(deed)
                    tally.good()
                pico.plug()
                pico.read_console()
                pico.run(300)
                assert len(pico.resets) == 1 and pico.console.strip() == "", f"{pico.resets}, {pico.console[-300:]}"
            except AssertionError as error:
                tally.bad(f"seed {seed}, move {len(played)}, {deed}: {error}")
    return tally


def _pull(pico, chance):
    pico.plug(False)
    pico.run(chance.uniform(1, 20))
    pico.send(b"\x03")                  # would stop the game if there were a way


def _rattle(pico, chance):
    for _ in range(chance.randrange(2, 12)):
        pico.plug(False)
        pico.run(chance.uniform(0, 40))
        pico.plug()
        pico.run(chance.uniform(0, 40))


def _deaf(pico, chance):
    pico.read_console(False)
    flood(pico)
    pico.run(chance.uniform(0, 400))
    pico.read_console(chance.random() < 0.5)


def _flooded(pico, chance):
    flood(pico)
    pico.run(chance.uniform(0, 60))
    _rattle(pico, chance)


DEEDS = {
    "pulled": _pull,
    "plugged in": lambda pico, chance: pico.plug(),
    "in and out again and again": _rattle,
    "a host that reads nothing": _deaf,
    "pulled in a flood": _flooded,
}
