# MicroPython starts this file. It is source, so it stays short: the search's table first, while memory is whole.
#
# Up to two versions lie on the flash, /litfour.a and /litfour.b; the first letter of the file litfour.on says which is
# started. A folder of one of these names is whole: `litfour deploy` lays a version beside them and then renames it.
# Without either the folder /litfour is started, as long ago.
# The watchdog's scratch registers outlive its resets, but not a loss of power. The first may hold a request of
# `litfour deploy`: start nothing. The second counts, on top of COUNT, the starts since the last one that went well:
# after three in a row that came to nothing the other version is started, after three of those only the safe mode.
# A start goes well when the game has run for a minute or a host has stopped it. So a count needs no flash, and a board
# that is plugged in anew begins with its first version and three new tries.
# A damaged program may do anything, so the two files that look at all others (hw/first.py) are looked at here. The LED
# is lit where no version started.
# What every version offers, old or new: litfour.root.main(table, starts, well).
import os
import sys

import machine

COUNT = 0x2C0DE500
registers = machine.mem32
scratch = 0x400D800C if "RP2350" in sys.implementation._machine else 0x4005800C
asked = registers[scratch] == 0x2C0DE4A4
table = asked or bytearray(98304)
starts = registers[scratch + 4] - COUNT
if asked or not 0 <= starts < 8:
    starts = 0
versions = ["/" + name for name in sorted(os.listdir("/")) if name in ("litfour.a", "litfour.b")] or ["/"]
try:
    with open("/litfour.on", "rb") as file:
        if file.read(1) == b"b":
            versions.reverse()
    del file                        # 1 KB
except OSError:
    pass                            # none: the first of them
if starts // 3 >= len(versions):
    starts = max(starts, 6)         # none is left
version = versions[starts // 3 % len(versions)]
del versions


def well():
    """The game runs. A version that ran in place of a failed one is the first from now on; '!' tells `doctor`."""
    registers[scratch + 4] = 0
    if starts > 2:
        try:
            with open("/litfour.on", "w") as file:
                file.write(version[-1] + "!")
        except OSError:
            pass                    # a full or worn flash: it falls back again the next time


def compare():
    """OSError if one of the two files that `sums` names first is not as it was installed. A version of a time without
    `sums`, or a damaged one, of which hw/first.py tells: nothing."""
    from binascii import crc32
    try:
        with open("sums", "rb") as file:
            sums = file.read()
        whole = int(sums[-13:-5], 16) == crc32(sums[:-13])
    except (OSError, ValueError):
        return
    for line in sums[:-13].splitlines()[:whole and 2]:
        value = -1
        try:
            with open(line[9:], "rb") as file:
                value = crc32(memoryview(table)[:file.readinto(table)])     # every search clears the table
        except OSError:
            pass                    # it is missing
        if int(line[:8], 16) != value:
            raise OSError(str(line[9:], "utf-8") + " is damaged; litfour doctor --mend installs it anew")


if asked:
    registers[scratch] = registers[scratch + 4] = 0
elif starts < 7:
    registers[scratch + 4] = COUNT + starts + 1
    machine.WDT(timeout=5000)       # a damaged file may hang
    try:
        if starts > 5:
            machine.Pin("LED", machine.Pin.OUT).on()
        os.chdir(version)           # costs less memory than a path
        compare()
        from litfour.root import main
        main(table, starts, well)
    except Exception as error:
        if starts > 5:
            raise
        try:
            with open("/crash.txt", "w") as file:
                sys.print_exception(error, file)
        finally:
            machine.reset()
    finally:                        # safe mode, or Ctrl-C: no watchdog
        registers[scratch + 0x2FF4] = 1 << 30
        registers[scratch + 4] = 0
        os.chdir("/")
else:
    print("Litfour: nothing on this board starts. `litfour doctor` tells more.")
    machine.Pin("LED", machine.Pin.OUT).on()
