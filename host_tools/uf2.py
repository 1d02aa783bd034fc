"""MicroPython for the board: the one file that is pinned, fetched and checked, and what a UF2 file is made for."""

import hashlib
import os
import struct
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from host_tools.emulator.install import cache_dir

BLOCK = 512
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5A: "RP2350 on its RISC-V cores"}
TIMEOUT = 30
LARGEST = 8 << 20


class Uf2Error(Exception):
    """No MicroPython file for this board, or one that is not what it should be; the text says what to do."""


@dataclass(frozen=True)
class Pinned:
    """A file at micropython.org and what it must be."""

    url: str
    sha256: str

    @property
    def name(self):
        return self.url.rsplit("/", 1)[1]


# chip -> the MicroPython that Litfour was tested with. For another release: change it here, run the tests.
PINNED = {
    "RP2040": Pinned("https://micropython.org/resources/firmware/RPI_PICO-20260406-v1.28.0.uf2",
                     "00aedb8431ebea83b470ef909509f16432c5b1b43e8f6eaf015f6f9560bc8152"),
}
UNTESTED = ("there is no tested MicroPython for the {chip}: get one of 1.28 from micropython.org/download and name it "
            "with --uf2 FILE (Litfour was not run on this chip yet)")


def load(path, chip) -> bytes:
    """The bytes of a file that somebody named. Uf2Error unless it is a whole UF2 for this chip."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise Uf2Error(f"cannot read {path}: {error.strerror}") from error
    check(data, chip, path)
    return data


def fetch(chip, say=lambda line: None) -> bytes:
    """The pinned file, from the cache or downloaded into it. Uf2Error if it can't be had or is another one."""
    pinned = PINNED.get(chip)
    if pinned is None:
        raise Uf2Error(UNTESTED.format(chip=chip))
    path = cache_dir() / pinned.name
    if path.is_file() and is_pinned(path.read_bytes(), chip):
        return path.read_bytes()
    say(f"downloading {pinned.url}")
    try:
        with urllib.request.urlopen(pinned.url, timeout=TIMEOUT) as reply:
            data = reply.read(LARGEST)
    except (OSError, urllib.error.URLError, ValueError) as error:
        raise Uf2Error(f"cannot download MicroPython ({error}); download {pinned.url} elsewhere and name the file "
                       "with --uf2 FILE") from error
    if not is_pinned(data, chip):
        raise Uf2Error(f"what {pinned.url} gives is not the file that was tested: its SHA-256 is "
                       f"{hashlib.sha256(data).hexdigest()}, not {pinned.sha256}; nothing was copied")
    check(data, chip, pinned.name)
    _keep(path, data)
    return data


def is_pinned(data, chip) -> bool:
    """Whether this is the file that Litfour was tested with on this chip."""
    return chip in PINNED and hashlib.sha256(data).hexdigest() == PINNED[chip].sha256


def check(data, chip, name):
    """Uf2Error unless `data` is a whole UF2 file for `chip` ("RP2040" or "RP2350")."""
    if len(data) % BLOCK or not data:
        raise Uf2Error(f"{name} is not a whole UF2 file: {len(data)} bytes are no multiple of {BLOCK}")
    families = set()
    for at in range(0, len(data), BLOCK):
        head = struct.unpack_from("<8I", data, at)
        if head[:2] != MAGIC or struct.unpack_from("<I", data, at + BLOCK - 4)[0] != MAGIC_END:
            raise Uf2Error(f"{name} is not a UF2 file: block {at // BLOCK} has no mark of one")
        if head[2] & 0x2000:
            families.add(head[7])
    total = struct.unpack_from("<I", data, len(data) - BLOCK + 24)[0]
    if total * BLOCK > len(data):
        raise Uf2Error(f"{name} is cut off: {len(data) // BLOCK} of {total} blocks are there")
    chips = {FAMILIES.get(family, f"family {family:#x}") for family in families}
    if chip not in chips:
        raise Uf2Error(f"{name} is for {' and '.join(sorted(chips)) or 'no chip that it names'}, the board is a {chip}")


def _keep(path, data):
    """Into the cache, whole or not at all; without a cache it goes as well."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        return
