"""The drive that a Pico is while it waits for a UF2 file: held BOOTSEL while it was plugged in."""

import contextlib
import os
import string
import sys
from dataclasses import dataclass
from pathlib import Path

from host_tools.board import RASPBERRY_PI

INFO = "INFO_UF2.TXT"
CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}       # Board-ID of the boot ROM: the chip
USB_DEVICES = Path("/sys/bus/usb/devices")
BOOTSEL_IDS = (0x0003, 0x000F)                          # USB products of the two boot ROMs
CHUNK = 65536


class DriveError(Exception):
    """The drive did not take the file."""


@dataclass(frozen=True)
class Drive:
    """A mounted boot drive and the chip that it belongs to."""

    folder: Path
    chip: str

    def __str__(self):
        return str(self.folder)


def find(folders=None) -> list[Drive]:
    """The boot drives among `folders` (default: everything that is mounted)."""
    found = []
    for folder in mounted() if folders is None else folders:
        with contextlib.suppress(OSError):
            text = (Path(folder) / INFO).read_text(errors="replace")
            ids = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("Board-ID:")]
            if ids and ids[0] in CHIPS:
                found.append(Drive(Path(folder), CHIPS[ids[0]]))
    return found


def mounted() -> list[Path]:
    """Folders at which a drive may be mounted, on Linux, macOS and Windows."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[3:]]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    try:
        lines = Path("/proc/mounts").read_text().splitlines()
    except OSError:
        return []
    places = [line.split()[1].encode().decode("unicode_escape") for line in lines if " vfat " in line]
    return sorted(Path(place) for place in places)


def waiting_unmounted(devices=None) -> int:
    """How many boards wait for a UF2 by what the Linux kernel says of its USB devices, their drives mounted or not."""
    count = 0
    for device in Path(devices or USB_DEVICES).glob("*/idVendor"):
        with contextlib.suppress(OSError, ValueError):
            product = int((device.parent / "idProduct").read_text(), 16)
            count += int(device.read_text(), 16) == RASPBERRY_PI and product in BOOTSEL_IDS
    return count


def copy(drive, data):
    """Copies a UF2 onto the drive; the board then restarts by itself and the drive vanishes. DriveError.

    A board restarts as soon as it has the last block, often before the computer has closed the file: an error at that
    moment is none, if the drive is gone.
    """
    written = 0
    try:
        with open(drive.folder / "litfour.uf2", "wb", buffering=0) as file:
            for at in range(0, len(data), CHUNK):
                file.write(data[at:at + CHUNK])
                written = at
            os.fsync(file.fileno())
    except OSError as error:
        last = written + 2 * CHUNK >= len(data)
        if not last or (drive.folder / INFO).exists():
            raise DriveError(f"the drive {drive} did not take MicroPython: {error.strerror or error}; hold BOOTSEL, "
                             "plug the board in again, and repeat") from error
