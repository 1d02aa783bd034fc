"""Store of ports.py: each name has two slot files in a folder of its own, written in turn.

A slot: magic, generation (2 bytes), length (2 bytes), data, CRC-32 of all before (4 bytes), little-endian. The slot
with the later generation is the one last saved; a slot that is absent, empty (littlefs shows that after a cut during
the first creation), torn, too long or foreign counts for nothing. So a save never touches the data that it replaces.
"""

import binascii
import os

from micropython import const

MAX_DATA = const(400)
_MAGIC = b"L4s1"
_HEAD = const(8)
_TAIL = const(4)


class StoreError(ValueError):
    """A name that is not 1 to 8 letters, or more than MAX_DATA bytes of data."""


class Store:
    """Keeps data under names in the files `root`/NAME.0 and `root`/NAME.1; the folder is made by the first save.

    damaged: path of the slot that was found unusable last, and is not merely empty; "" if none was."""

    damaged = ""

    def __init__(self, root="/save"):
        self._root = root

    def load(self, name):
        """The bytes last saved whole under `name`, or None."""
        return self._newest(name)[2]

    def save(self, name, data):
        """True when `data` will be loaded from now on; False when it could not be written and the old data is kept."""
        if len(data) > MAX_DATA:
            raise StoreError(f"{len(data)} bytes for {name!r}: at most {MAX_DATA}")
        slot, generation, _ = self._newest(name)
        image = _MAGIC + ((generation + 1) & 0xFFFF).to_bytes(2, "little") + len(data).to_bytes(2, "little") + data
        image += binascii.crc32(image).to_bytes(_TAIL, "little")
        try:
            self._make_folder()
            with open(self._path(name, 1 - slot), "wb") as file:
                file.write(image)
        except OSError:
            return False
        return True

    def _newest(self, name):
        """(slot, generation, data) of the slot that counts; (1, 0, None) where none does."""
        first = self._read(self._path(name, 0))
        second = self._read(self._path(name, 1))
        if first and (not second or (first[0] - second[0]) & 0xFFFF < 0x8000):
            return 0, first[0], first[1]
        if second:
            return 1, second[0], second[1]
        return 1, 0, None

    def _read(self, path):
        """(generation, data) of a whole slot file, or None."""
        try:
            with open(path, "rb") as file:
                image = file.read(_HEAD + MAX_DATA + _TAIL + 1)
        except OSError:
            return None
        body = image[:-_TAIL]
        if (len(body) < _HEAD or body[:4] != _MAGIC or int.from_bytes(body[6:8], "little") != len(body) - _HEAD
                or int.from_bytes(image[-_TAIL:], "little") != binascii.crc32(body)):
            if image:
                self.damaged = path
            return None
        return int.from_bytes(body[4:6], "little"), body[_HEAD:]

    def _path(self, name, slot):
        if not 1 <= len(name) <= 8 or not name.isalpha():
            raise StoreError("a name has 1 to 8 letters, not " + repr(name))
        return f"{self._root}/{name}.{slot}"

    def _make_folder(self):
        try:
            os.mkdir(self._root)
        except OSError:
            os.stat(self._root)         # raises where the folder is really missing
