"""The seam of ports.py without hardware: what the simulator and the tests hand to the App."""

from litfour import ports


class FakeClock:
    """Milliseconds that move only when told, and wrap like the board's."""

    def __init__(self, start=0):
        self.now = start

    def ms(self):
        return self.now

    def advance(self, span):
        self.now = ports.after(self.now, span)


class RecordingDisplay:
    """Keeps the last frame, and counts. With `keep` all differing frames in a row, as bytes."""

    def __init__(self, panel, keep=False):
        self.panel = panel
        self.brightness = 255
        self.milliamps = 0
        self.frame = bytes(panel.size)
        self.shown = 0
        self.frames = [] if keep else None

    def show(self, frame):
        if len(frame) != self.panel.size:
            raise ValueError(f"a frame of {len(frame)} bytes on a panel of {self.panel.size}")
        self.shown += 1
        if self.frames is not None and (not self.frames or self.frames[-1] != frame):
            self.frames.append(bytes(frame))
        self.frame = bytes(frame)
        return True


class ScriptedInputs:
    """Events that fall due: press() and release() queue them with their times."""

    def __init__(self):
        self.time = 0
        self.held = 0
        self._queue = []

    def press(self, source, time):
        self.event(ports.DOWN | source, time)

    def release(self, source, time):
        self.event(ports.UP | source, time)

    def event(self, event, time):
        self._queue.append((event, time))

    def poll(self, now):
        if not self._queue or ports.elapsed(now, self._queue[0][1]) < 0:
            return ports.NONE
        event, self.time = self._queue.pop(0)
        source = event & ports.SOURCE_MASK
        if event & ports.KIND_MASK == ports.DOWN:
            self.held |= 1 << source
        elif event & ports.KIND_MASK == ports.UP:
            self.held &= ~(1 << source)
        return event


class MemoryStore:
    """A store in memory. `fail` makes save() fail and keep the old data, as a full or worn flash would."""

    def __init__(self):
        self.data = {}
        self.saves = 0
        self.fail = False

    def load(self, name):
        return self.data.get(name)

    def save(self, name, data):
        if len(data) > 400:
            raise ValueError(f"{len(data)} bytes are more than 400")
        if self.fail:
            return False
        self.saves += 1
        self.data[name] = bytes(data)
        return True


class SilentSound:
    """Keeps the tunes that were started."""

    def __init__(self):
        self.volume = 128
        self.tunes = []

    def play(self, tune):
        self.tunes.append(tune)

    def update(self, now):
        pass

    def stop(self):
        pass


class FakeWatchdog:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1
