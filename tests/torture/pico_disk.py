"""Flipped bits anywhere on the flash disk of the emulated Pico: in what littlefs keeps for itself (its directories, the
pointers from block to block) as well as in files."""

import ast
import contextlib
import io
import random
import struct
import zlib

from host_tools import saves, versions
from host_tools.__main__ import main
from host_tools.emulator import Pico
from host_tools.image import BLOCK_COUNT, BLOCK_SIZE, BoardFile, littlefs_image
from host_tools.simulator import chosen_settings
from litfour.app.restore import load_session
from litfour.app.session import Session
from litfour.app.settings import Settings
from litfour.ports import panel_named
from tests.torture.pico import PANEL_PIN

LONGEST_MS = 60000          # seven starts that hang, and what follows
STILL_MS = 2200             # without a reset, after which there is light if there will be any
MOST_FLIPS = 3
GAME = (3, 2, 4)            # columns of the game on the disk
NOTES = b"mine"
# What is left of the saves and of a file that is not ours, as the board itself reads them
SAVES = """
import os
for name in ("save/session.0", "save/session.1", "save/settings.0", "save/settings.1", "notes.txt"):
    try:
        with open("/" + name, "rb") as file:
            print((name, file.read()))
    except OSError:
        pass
"""


def image(firmware):
    """The disk of a board in use: two versions, settings, a game, a file that is not ours."""
    settings = chosen_settings(panel_named("7x6"), "standard", "easy", "two")
    session = Session(settings)
    for column in GAME:
        session.play(column)
    files = {**versions.on_board(firmware, "litfour.a"), **versions.on_board(firmware, "litfour.b")}
    return littlefs_image({**files, **saves.files_of(settings=settings.pack(), session=session.pack()),
                           "notes.txt": BoardFile(NOTES)})


def used(disk):
    """(blocks of littlefs' directories, all other used blocks), by number.

    A block of a directory begins with a count of its revisions and tags that lead to a CRC-32 of all before
    (littlefs' SPEC.md, "Metadata pairs"); nothing else does.
    """
    blocks = [disk[at:at + BLOCK_SIZE] for at in range(0, BLOCK_COUNT * BLOCK_SIZE, BLOCK_SIZE)]
    directories = [number for number, block in enumerate(blocks) if _is_directory(block)]
    others = [number for number, block in enumerate(blocks)
              if number not in directories and block != b"\xff" * BLOCK_SIZE]
    return directories, others


def _is_directory(block):
    at, tag = 4, 0xFFFFFFFF
    while at + 4 <= BLOCK_SIZE:
        tag ^= struct.unpack_from(">I", block, at)[0]
        kind, size = tag >> 20 & 0x7FF, tag & 0x3FF
        if tag >> 31:
            return False
        if kind >> 8 == 5:
            return size >= 4 and _crc(block[:at + 4]) == struct.unpack_from("<I", block, at + 4)[0]
        at += 4 + (0 if size == 0x3FF else size)
    return False


def _crc(data):
    """littlefs' CRC-32: begun with ones, not turned over at the end."""
    return zlib.crc32(data) ^ 0xFFFFFFFF


def flipped(disk, blocks, chance):
    """(what was done, the disk with one to MOST_FLIPS bits of one of the blocks flipped)."""
    made, block = bytearray(disk), chance.choice(blocks)
    written = len(disk[block * BLOCK_SIZE:(block + 1) * BLOCK_SIZE].rstrip(b"\xff"))
    places = [(block * BLOCK_SIZE + chance.randrange(written), chance.randrange(8))
              for _ in range(chance.randint(1, MOST_FLIPS))]
    for at, bit in places:
        made[at] ^= 1 << bit
    return f"block {block}, bits {places}", bytes(made)


def lit(pico):
    """Whether the panel is refreshed."""
    return len([frame for frame in pico.frames(PANEL_PIN) if frame.start > pico.now - 500]) > 8


def plays(pico):
    """Whether the board comes to light by itself, with all its restarts, and a press becomes a move; it is stopped
    then. (moves of the game, whether settings and notes are what they were); None if it does not play."""
    pico.watch(PANEL_PIN)
    end, mark = pico.now + LONGEST_MS, len(pico.console)
    while pico.run_until(STILL_MS, resets=1) or not lit(pico):
        if pico.now > end or ">>> " in pico.console[mark:]:
            return None
    for column in (0, 3):               # the first opens the game
        pico.press(column)
        pico.run(2000)
    if not lit(pico):
        return None
    pico.raw_repl()
    files = dict(ast.literal_eval(line) for line in pico.exec(SAVES).out.splitlines())
    data = saves.saved_in(files, "session")
    moves = list(load_session(data, Settings()).position.moves) if data else []
    if moves[-1:] != [3]:
        return None
    first = saves.saved_in(files, "settings")
    wanted = chosen_settings(panel_named("7x6"), "standard", "easy", "two").pack()
    return moves, first == wanted and files.get("notes.txt") == NOTES


def outcome(pico, inside):
    """What becomes of the board, after `doctor --mend` where needed. AssertionError where it does not play, or where it
    lost a save although the flips were not `inside` littlefs."""
    pico.start()
    first = len(pico.resets)
    played = plays(pico)
    if played:
        words = "played on" if len(pico.resets) == first else "played after restarts"
    else:
        said = io.StringIO()
        with pico.serving() as port, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(["doctor", "--port", port, "--mend"])
        pico.start()
        played, words = plays(pico), "mended by doctor"
        assert played and code == 0, f"doctor: {code}, {said.getvalue()[-600:]}, {pico.resets[-8:]}"
    moves, same = played
    whole = same and moves == [*GAME, 3]
    assert whole or inside, f"saves were lost: {moves}, settings and notes the same: {same}"
    return words if whole else words + ", with an older game or setting, or none"


def torture(tally, budget, uf2, firmware, seed):
    """Half of the flips in littlefs' own blocks, where small files lie too."""
    chance = random.Random(seed)
    disk = image(firmware)
    directories, others = used(disk)
    while budget.left(tally.tried):
        inside = chance.random() < 0.5
        words, damaged = flipped(disk, directories if inside else others, chance)
        try:
            with Pico(uf2, fs=damaged) as pico:
                became = outcome(pico, inside)
            tally.count(("littlefs: " if inside else "files: ") + became)
            tally.good()
        except AssertionError as error:
            tally.bad(f"seed {seed}, {words}: {error}")
    return tally
