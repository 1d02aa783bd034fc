"""Flipped bits anywhere on the flash disk of the emulated Pico: in what littlefs keeps for itself (its directories, the
pointers from block to block) as well as in files."""

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
from litfour.ports import panel_named
from tests.torture.pico import BOOT_MS, PANEL_PIN

LONGEST_MS = 60000          # seven starts that hang, and what follows
MOST_FLIPS = 3


def image(firmware):
    """The disk of a board in use: two versions, settings, a game, a file that is not ours."""
    settings = chosen_settings(panel_named("7x6"), "standard", "easy", "two")
    files = {**versions.on_board(firmware, "litfour.a"), **versions.on_board(firmware, "litfour.b")}
    return littlefs_image({**files, **saves.files_of(settings=settings.pack()), "notes.txt": BoardFile(b"mine")})


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


def plays(pico):
    """Light, and presses become frames: the board plays. Waits for restarts and the version before."""
    pico.watch(PANEL_PIN)
    end = pico.now + LONGEST_MS
    while pico.now < end:
        if not pico.run_until(BOOT_MS, resets=1):
            break
    pico.run(600)
    seen = pico.frames(PANEL_PIN)[-20:]
    if len(seen) < 20 or seen[-1].start < pico.now - 200:
        return False
    pico.press(0)
    pico.run(800)
    return pico.edge_to_light(3, PANEL_PIN) is not None


def outcome(pico):
    """What becomes of the board, after `doctor --mend` where needed. AssertionError where it does not play."""
    pico.start()
    first = len(pico.resets)
    if plays(pico):
        return "played on" if len(pico.resets) == first else "played after restarts"
    pico.run_until(LONGEST_MS, text=">>> ")
    said = io.StringIO()
    with pico.serving() as port, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(["doctor", "--port", port, "--mend"])
    pico.start()
    assert plays(pico), f"not mended ({code}): {said.getvalue()[-600:]}\n{pico.console[-600:]}\n{pico.resets[-8:]}"
    return "mended by doctor"


def torture(tally, budget, uf2, firmware, seed):
    """Half of the flips in littlefs' own blocks."""
    chance = random.Random(seed)
    disk = image(firmware)
    directories, others = used(disk)
    while budget.left(tally.tried):
        inside = chance.random() < 0.5
        words, damaged = flipped(disk, directories if inside else others, chance)
        try:
            with Pico(uf2, fs=damaged) as pico:
                became = outcome(pico)
            tally.count(("littlefs: " if inside else "files: ") + became)
            tally.good()
        except AssertionError as error:
            tally.bad(f"seed {seed}, {words}: {error}")
    return tally
