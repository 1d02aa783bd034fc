"""A flash chip in memory for MicroPython's own littlefs, whose power fails in the middle of an operation.

Runs under MicroPython's unix port: Flash is a block device as the rp2 port has one (4096-byte blocks, programmed in
pages of 256 bytes, bits only cleared). Each page and each erased block is one operation.
"""

BLOCK = 4096
PAGE = 256
_EIO = -5
_graves = []        # a file that is closed by the collector, after a cut, wants its file system still there
TEARS = ("nothing", "half", "noise", "all")     # what the operation has done when the power fails


class Flash:
    """`data`: the chip's content, taken over as it is. cut_at: the operation at which the power fails (0: never), in
    one of the ways of TEARS. From then on it is `dead`: littlefs is told an error."""

    def __init__(self, data, cut_at=0, tear="half", seed=1):
        self.data = data
        self.operations = 0
        self.erases = 0
        self.dead = False
        self._cut_at = cut_at
        self._tear = tear
        self._seed = seed

    def readblocks(self, block, buf, offset=0):
        if self.dead:
            return _EIO                 # a file that was open is closed by the collector, which may not allocate
        at = block * BLOCK + offset
        buf[:] = memoryview(self.data)[at:at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        if self.dead:
            return _EIO
        at = block * BLOCK + offset
        for start in range(0, len(buf), PAGE):
            if self._operate(at + start, bytes(memoryview(buf)[start:start + PAGE])):
                return _EIO

    def ioctl(self, op, value):
        if op == 4:
            return len(self.data) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6 and self.dead:
            return _EIO
        if op == 6:
            self.erases += 1
            return self._operate(value * BLOCK, b"\xff" * BLOCK)

    def _operate(self, at, new):
        self.operations += 1
        if self.operations != self._cut_at:
            self._set(at, new)
            return 0
        self.dead = True
        if self._tear == "all":
            self._set(at, new)
        elif self._tear == "half":
            self._set(at, new[:len(new) // 2])
        elif self._tear == "noise":
            old = bytes(memoryview(self.data)[at:at + len(new)])
            self._set(at, bytes(old[k] if self._bit() else new[k] if self._bit() else old[k] & new[k] | (
                old[k] ^ new[k]) & self._byte() for k in range(len(new))))
        return _EIO

    def _set(self, at, new):
        """Programming only clears bits; littlefs erases first, so that a page is what was written."""
        self.data[at:at + len(new)] = new

    def _byte(self):
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return self._seed >> 16 & 255

    def _bit(self):
        return self._byte() & 1


def formatted(vfs, blocks):
    """A fresh file system as MicroPython makes it on a new board."""
    data = bytearray(b"\xff" * (BLOCK * blocks))
    vfs.VfsLfs2.mkfs(Flash(data), progsize=PAGE)
    return data


def mounted(vfs, flash, path="/flash"):
    """Mounts what is on the chip, in place of what was mounted there before."""
    try:                                # noqa: SIM105 - MicroPython has no contextlib
        vfs.umount(path)
    except OSError:
        pass                        # nothing was mounted
    if _graves:
        _graves[-1][1].dead = True
        _graves[-1][1].data = None
    _graves.append((vfs.VfsLfs2(flash, progsize=PAGE), flash))
    vfs.mount(_graves[-1][0], path)
