"""The first moments after power-up: what the start before this one came to, which buttons are held, the first light.
Loaded for that only, as a part of litfour.setup."""

import gc
import os
import time
from binascii import crc32

import machine
import rp2
import uctypes

from litfour.hw.matrix import Matrix
from litfour.hw.pins import MENU_PIN, UNDO_PIN, check_board, sources
from litfour.hw.wiring import wiring_named

PLAY = 0                        # what is to follow
SAFE = 1
SELF_TEST = 3
BRIGHTNESS = 24                 # of the first pixel, before the settings are known
LEVEL = 120

REASON = 0x40058008             # of the last reset, beside the scratch registers that main.py uses
REASON_RP2350 = 0x400D8008
TIMER = 1                       # nobody fed the watchdog
KEPT = 1200                     # bytes of the crash file's end that stay

SUMS = "sums"                   # in the version's folder, see host_tools/versions.sums
VERSIONS = "litfour.a", "litfour.b"

HUNG = b"The watchdog restarted a board that hung.\n"
FELL_BACK = b"Three starts in a row failed: the other version of the firmware runs now.\n"
NO_MORE = b"The other version failed three times too: safe mode, no game.\n"


def first_light(board, starts, report, crash_file):
    """(panel, display, what is to follow), with one dim pixel as a sign of life; (None, None, SAFE) and dark where the
    board is not the one named `board`, which goes to report(error).

    `starts`: how many starts in a row came to nothing, see main.py; above 5, or with MENU held, SAFE follows; with MENU
    and UNDO held, SELF_TEST.
    """
    tell_start(starts, machine.mem32[REASON_RP2350 if "RP2350" in os.uname()[4] else REASON], crash_file)
    held = read_buttons(machine.Pin)
    try:
        wiring = wiring_named(board)
        check_board(wiring, machine.Pin)
    except ValueError as error:
        report(error)
        machine.Pin("LED", machine.Pin.OUT).on()
        return None, None, SAFE
    panel = wiring.panel_record()
    display = Matrix(panel, wiring, rp2, machine.Pin, time)
    display.brightness = BRIGHTNESS
    frame = bytearray(panel.size)
    frame[0] = frame[1] = frame[2] = LEVEL
    display.show(frame)
    if held == SAFE:
        print("Litfour: safe mode (MENU is held). No game, no watchdog; the files can be changed.")
    elif starts > 5:
        print("Litfour: safe mode (nothing starts). No game, no watchdog; `litfour doctor` tells more.")
        held = SAFE
    if held == PLAY:
        check_code(starts, report)
    return panel, display, held


def check_code(starts, report):
    """A damaged file of code goes to report(error); OSError, so that main.py tries again and then starts the other
    version, where there is one and it has not been tried. Else the game may go on without that file."""
    name = damaged()
    if name:
        error = OSError(name + " is damaged; litfour doctor --mend installs it anew")
        if starts < 3 and all(version in os.listdir("/") for version in VERSIONS):
            raise error
        report(error)


def damaged():
    """The first file of code of this version that is not as it was installed; "" if all are, or without SUMS. Flash
    that ages loses bits, and a changed number in a program may neither crash nor hang."""
    threshold = gc.threshold        # type: ignore[attr-defined]
    before = threshold()
    threshold(-1)                   # 60 open files would bring ten collections of 12 ms, and nothing of them stays
    buf = bytearray(4096)
    try:
        with open(SUMS) as listed:
            text = listed.read()
        if int(text[-13:-5], 16) != crc32(text[:-13].encode()):
            return SUMS
        for line in text[:-13].splitlines():
            if int(line[:8], 16) != checksum(line[9:], buf):
                return line[9:]
    except ValueError:              # not even digits, or no UTF-8
        return SUMS
    except OSError:
        pass                        # a version of a time without it
    finally:
        threshold(before)
    return ""


def checksum(path, buf):
    """The CRC-32 of a file, -1 where it can't be read."""
    value = 0
    try:
        with open(path, "rb") as file:
            while True:
                count = file.readinto(buf)
                if not count:
                    return value
                value = crc32(memoryview(buf)[:count], value)
    except OSError:
        return -1


def open_inputs(panel, ticks_ms):
    """The buttons and beams of a panel, sampled from now on. `ticks_ms` is MicroPython's."""
    from litfour.hw.inputs import Inputs
    return Inputs(sources(panel.columns, True, True), rp2, machine.Pin, uctypes.addressof, ticks_ms)


def read_buttons(pin):
    """SELF_TEST if MENU and UNDO are held, SAFE if only MENU is, else PLAY. `pin` is machine.Pin."""
    menu, undo = [not pin(gpio, pin.IN, pin.PULL_UP).value() for gpio in (MENU_PIN, UNDO_PIN)]
    return (SELF_TEST if undo else SAFE) if menu else PLAY


def tell_start(starts, reason, path):
    """Adds to the file `path` what brought this start about, if that is worth it. A file that can't be written does not
    matter. `reason`: of the last reset, as the watchdog's register has it."""
    text = HUNG if reason & TIMER else b""
    if starts == 3:
        text += FELL_BACK
    elif starts == 6:
        text += NO_MORE
    if text:
        try:
            with open(path, "rb") as file:
                old = file.read()[-KEPT:]
        except OSError:
            old = b""
        try:
            with open(path, "wb") as file:
                file.write(old + text)
        except OSError:
            pass
