"""Runs under MicroPython's unix port: a Pico as far as files go. MicroPython's own littlefs lies on flash in memory, in
which an operation can be cut in its middle; machine is a stand-in. Commands come on standard input, one a line."""

import binascii
import io
import json
import os
import sys

import vfs

BLOCK = 4096


class PowerCut(Exception):
    pass


class Flash:
    """A block device like the rp2 port's: operation number `cut` is done by half and nothing works after it."""

    def __init__(self, blocks):
        self.data = bytearray(b"\xff" * (blocks * BLOCK))
        self.operations = self.cut = 0

    def _operate(self, at, data):
        self.operations += 1
        if self.cut and self.operations > self.cut:
            raise PowerCut
        half = self.operations == self.cut
        view = memoryview(self.data)
        view[at:at + (len(data) // 2 if half else len(data))] = data[:len(data) // 2 if half else len(data)]
        if half:
            raise PowerCut

    def readblocks(self, block, buf, offset=0):
        if self.cut and self.operations >= self.cut:
            raise PowerCut
        at = block * BLOCK + offset
        buf[:] = memoryview(self.data)[at:at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self._operate(block * BLOCK + offset, buf)

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            self._operate(arg * BLOCK, b"\xff" * BLOCK)
        return 0


class Registers(dict):
    def __getitem__(self, at):
        return self.get(at, 0)


class Pin:
    """The LED that tells that nothing starts."""
    OUT = 1

    def __init__(self, name, mode):
        assert (name, mode) == ("LED", 1)

    def on(self):
        pass


class Machine:
    """`told`: what the stand-ins for a firmware have to say."""

    Pin = Pin

    def __init__(self):
        self.mem32 = Registers()
        self.told = ""

    def reset(self):
        """Comes back to nobody on a board; here main.py goes on for a moment, which then counts for nothing."""
        self.kept = {at: self.mem32[at] for at in self.mem32}
        raise SystemExit

    def WDT(self, timeout):
        assert 1000 <= timeout <= 8388


class Desk:
    def __init__(self):
        self.flash = Flash(352)
        vfs.VfsLfs2.mkfs(self.flash, progsize=256)
        sys.modules["machine"] = self.machine = Machine()
        self.path = ["", ".frozen", "/lib"]
        self.power()

    def power(self, **_):
        """Power comes: the flash is as it was, memory and registers are empty."""
        self.machine.mem32.clear()
        self.flash.operations = self.flash.cut = 0
        self._fresh()

    def _fresh(self):
        vfs.umount("/")
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=256), "/")
        os.chdir("/")
        sys.path[:] = self.path
        for name in list(sys.modules):
            if name.split(".")[0] == "litfour":
                del sys.modules[name]
        self.names = {"print": self.print}
        self.text = io.StringIO()

    def print(self, *words):
        print(*words, file=self.text)

    def cut(self, operation, **_):
        self.flash.operations, self.flash.cut = 0, operation

    def count(self, **_):
        return self.flash.operations

    def run(self, source, **_):
        self.text = io.StringIO()
        exec(source, self.names)
        return self.text.getvalue()

    def ask(self, source, **_):
        return repr(eval(source, self.names))

    def starts(self, registers, resets, **_):
        """main.py runs, and after each reset again, at most `resets` times; what the firmware told, a text a start."""
        self.machine.mem32.update({int(at): value for at, value in registers.items()})
        told = []
        for _ in range(resets):
            self._fresh()
            try:
                with open("main.py") as file:
                    source = file.read()
            except OSError:
                return ["no main.py"]
            self.machine.told = ""
            try:
                exec(source, self.names)
                return told + [self.machine.told or self.text.getvalue()]
            except SystemExit:
                self.machine.mem32.update(self.machine.kept)
                told.append(self.machine.told or "reset")
            except Exception as error:          # ends at the prompt, which says so
                report = io.StringIO()
                sys.print_exception(error, report)
                return told + [report.getvalue()]
        return told

    def files(self, **_):
        """path -> hex of all files."""
        found = {}
        self._walk("", found)
        return found

    def _walk(self, folder, found):
        for name, kind, *_ in list(os.ilistdir(folder or "/")):
            path = folder + "/" + name
            if kind == 0x4000:
                self._walk(path, found)
            else:
                with open(path, "rb") as file:
                    found[path[1:]] = binascii.hexlify(file.read()).decode()

    def put(self, files, **_):
        for path, data in files.items():
            parts = path.split("/")
            for depth in range(1, len(parts)):
                if parts[depth - 1] not in os.listdir("/" + "/".join(parts[:depth - 1])):
                    os.mkdir("/".join(parts[:depth]))
            with open(path, "wb") as file:
                file.write(binascii.unhexlify(data))


desk = Desk()
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"value": getattr(desk, request.pop("op"))(**request)}
    except PowerCut:
        answer = {"cut": True}
    except Exception as error:
        report = io.StringIO()
        sys.print_exception(error, report)
        answer = {"error": report.getvalue()}
    print(json.dumps(answer))
