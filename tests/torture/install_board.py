"""A board without a chip: MicroPython's unix port with a littlefs in memory as its disk, for installs that are cut.

    micropython -X heapsize=8M tests/torture/install_board.py ROOT

Reads commands, one literal a line, and answers each with one line:
    ("exec", source), ("eval", source)      runs it, as raw REPL does; "CUT" when the power failed meanwhile
    ("cut", operation, tear)                the disk as kept by ("save",), and the power fails then (0: never)
    ("power",)                              the disk as it is now, mounted anew
    ("boot",)                               starts the disk's main.py with a stand-in for machine; what was printed
"""

import os
import sys

import vfs

root = sys.argv[1]
sys.path[:0] = [root]

from tests.torture.flash import Flash, formatted  # noqa: E402

BLOCKS = 96


class Reset(Exception):
    pass


class Registers:
    """machine.mem32 of the stand-in: whatever was written, else 0."""

    def __init__(self):
        self.words = {}

    def __getitem__(self, address):
        return self.words.get(address, 0)

    def __setitem__(self, address, value):
        self.words[address] = value


class Pin:
    """The LED that tells that nothing starts."""
    OUT = 1

    def __init__(self, name, mode):
        assert (name, mode) == ("LED", 1)

    def on(self):
        pass


class Machine:
    """What main.py and the tools of host_tools/board.py touch of the module machine."""

    Pin = Pin

    def __init__(self):
        self.mem32 = Registers()
        self.said = []

    def WDT(self, timeout):  # noqa: N802
        return None

    def reset(self):
        raise Reset()


class Disk:
    def __init__(self):
        self.kept = formatted(vfs, BLOCKS)
        self.flash = None
        self.graves = []            # a file that is closed by the collector wants its file system still there
        vfs.umount("/")
        self.mount(bytearray(self.kept))

    def mount(self, data, cut_at=0, tear="half"):
        if self.flash:
            self.flash.dead = True          # files that are still open do no harm any more
            os.chdir("/")
            vfs.umount("/")
            self.flash.data = None
        self.flash = Flash(data, cut_at, tear)
        self.graves.append(vfs.VfsLfs2(self.flash, progsize=256))
        vfs.mount(self.graves[-1], "/")
        os.chdir("/")


def boot(chip):
    """What the disk's main.py prints, with what becomes of it."""
    printed = chip.said = []
    for name in [name for name in sys.modules if name.startswith("litfour")]:
        del sys.modules[name]
    sys.modules["machine"] = chip
    path, sys.path[:] = sys.path[:], [""]
    try:
        with open("/main.py") as file:
            source = file.read()
        exec(source, {"print": lambda *words: printed.append(" ".join(str(word) for word in words))})
    except OSError as error:
        printed.append("no main.py: " + repr(error))
    except Reset:
        printed.append("reset")
    except Exception as error:              # the console would show it
        printed.append("broken: " + repr(error))
    sys.path[:] = path
    os.chdir("/")
    return printed


def main():
    disk = Disk()
    chip = Machine()
    sys.modules["machine"] = chip
    space, said = {}, []

    def say(*words):
        said.append(" ".join(str(word) for word in words) + "\n")

    while True:
        line = sys.stdin.readline()
        if not line:
            return
        command = eval(line)
        said.clear()
        value = None
        try:
            if command[0] in ("exec", "eval"):
                space["print"] = say
                if command[0] == "exec":
                    exec(command[1], space)
                else:
                    value = eval(command[1], space)
            elif command[0] == "cut":
                disk.mount(bytearray(disk.kept), command[1], command[2])
                space = {}
            elif command[0] == "power":
                disk.mount(bytearray(disk.flash.data))
                space = {}
            elif command[0] == "save":
                disk.kept = bytearray(disk.flash.data)
            elif command[0] == "boot":
                value = boot(chip)
                chip.mem32.words = {}
            print(repr(("CUT" if disk.flash.dead else "ok", "".join(said), value)))
        except Exception as error:          # as raw REPL: told to the host, but where the power has failed before
            print(repr(("CUT" if disk.flash.dead else "error", repr(error), None)))


main()
