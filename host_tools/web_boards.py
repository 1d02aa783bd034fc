"""The boards behind `litfour play --web`: the simulator, the emulated Pico, and a real one that is watched.

A board of web_server.py has
    panel, speed, knows, plays, refusal, source     what the page is told at first, see web/driver.mjs
    run(audience)   coroutine: lives, and tells the audience what it shows, until it is cancelled. BoardGone.
    event(code)     a press, of ports.py;   ask(name, given) -> plain data, see web/told.py
"""

import asyncio
import collections
import time

from host_tools.board import BoardError
from host_tools.emulator import EmulatorError
from host_tools.emulator.wire import GAMMA, chain_of
from host_tools.fakes import ScriptedInputs
from host_tools.pace import BUSY_SECONDS, Pace
from host_tools.web.told import Teller
from litfour.ports import BEAM, DOWN, KIND_MASK, PASS, SOURCE_MASK, UP, panel_named

TICK_SECONDS = 1 / 60
MOST_EVENTS = 64                # that wait for the firmware; a person never gets there
PANEL_PIN = 22
USUAL = 110                     # brightness that the eyes are used to, as in web/light.mjs
SLICE_MS = 16                   # of emulated time between two looks at the wire
SHORTEST_MS = 40                # of a press on the emulated Pico, which may be slower than the finger
DISC_MS = 30                    # that a disc is in a beam
RATE_SECONDS = 2                # over which the real-time factor is measured
UNKNOWN = {"error": "Only the light of this board is known."}


class BoardGone(Exception):
    """The board can't go on; the text says why, for people."""


class WebInputs(ScriptedInputs):
    """Inputs of ports.py that drop new presses, not releases, where too many wait."""

    def event(self, event, time):
        if len(self._queue) < MOST_EVENTS or event & KIND_MASK == UP:
            super().event(event, time)


class WebSound:
    """Sound of ports.py: what is to be passed on, as (tune, volume); (None, 0) is silence."""

    def __init__(self):
        self.volume = 128
        self.tunes: collections.deque[tuple[bytes | None, int]] = collections.deque(maxlen=8)

    def play(self, tune):
        self.tunes.append((bytes(tune), self.volume))

    def update(self, now):
        """The page keeps time."""

    def stop(self):
        self.tunes.append((None, 0))


class SimulatedBoard:
    """A Simulator with WebInputs and WebSound, in real time. on_turn(ms) is called after each of its turns.

    ValueError for a speed that makes no sense.
    """

    knows = plays = True
    refusal = source = ""

    def __init__(self, simulator, speed=1.0, on_turn=None):
        self.panel = simulator.panel
        self.speed = speed
        self.simulator = simulator
        self._pace = Pace(simulator, speed, on_turn)
        self._teller = Teller(simulator)

    async def run(self, audience):
        last = time.monotonic()
        while True:
            now = time.monotonic()
            self._pace.run(now - last)
            last = now
            while time.monotonic() < now + BUSY_SECONDS and self._teller.work():
                pass
            self._tell(audience)
            await asyncio.sleep(TICK_SECONDS)

    def _tell(self, audience):
        simulator = self.simulator
        audience.light(simulator.display.frame, simulator.display.brightness)
        news = self._teller.news()
        if news:
            audience.tell(news)
        while simulator.sound.tunes:
            tune, volume = simulator.sound.tunes.popleft()
            if tune is None:
                audience.silence()
            else:
                audience.play(tune, volume)

    def event(self, code):
        self.simulator.inputs.event(code, self.simulator.clock.ms())

    def ask(self, name, given):
        return self._teller.ask(name, given)


class EmulatedBoard:
    """The firmware on `pico`, which is off; its light is what the wire carries, and presses are levels of pins."""

    knows = False
    plays = True
    refusal = ""
    speed = 1.0
    source = "An emulated Pico that starts"

    def __init__(self, pico, panel, rail=False):
        self.panel = panel_named(panel, rail)
        self._pico = pico
        self._chain = chain_of(panel, rail)
        usual = 255 * (USUAL + 1) / 256         # of the wire at most
        self._perceived = bytes(round(255 * min(1, level / usual) ** (1 / GAMMA)) for level in range(256))
        self._events: collections.deque[int] = collections.deque(maxlen=MOST_EVENTS)
        self._since = {}                # pin: emulated ms when it was pressed

    async def run(self, audience):
        try:
            await asyncio.to_thread(self._start)
            await self._run(audience)
        except EmulatorError as error:
            raise BoardGone(str(error)) from error

    def _start(self):
        self._pico.watch(PANEL_PIN)
        self._pico.start()

    async def _run(self, audience):
        begun, first = time.monotonic(), self._pico.now
        while True:
            await asyncio.to_thread(self._slice)
            frame = self.light()
            if frame:
                audience.light(frame, USUAL)
            spent, passed = time.monotonic() - begun, (self._pico.now - first) / 1000
            if spent >= RATE_SECONDS:
                self.source = f"The firmware on an emulated Pico, at {min(passed / spent, 1):.2f} of real time"
                audience.say(self.source)
                begun, first = time.monotonic(), self._pico.now
            await asyncio.sleep(max(0, passed - spent))

    def _slice(self):
        while self._events:
            self._press(self._events.popleft())
        self._pico.run(SLICE_MS)

    def light(self):
        """The frame that the wire carried last, as ports.py has it, None before the first."""
        frames = self._pico.frames(PANEL_PIN)
        if not frames:
            return None
        del frames[:-1]                 # an evening's would fill the memory
        if len(frames[0].data) < 3 * self._chain.pixels:
            return None                 # cut short by a reset
        levels = bytes(level for pixel in self._chain.colours(frames[0].data) for level in pixel)
        return levels.translate(self._perceived)

    def event(self, code):
        self._events.append(code)

    def _press(self, code):
        kind, pin = code & KIND_MASK, code & SOURCE_MASK
        now = self._pico.now
        if kind == PASS:
            self._pico.press(BEAM + pin, DISC_MS)
        elif kind == DOWN:
            self._since[pin] = now
            self._pico.drive(pin, 0)
        else:
            self._pico.drive(pin, None, max(now, self._since.get(pin, 0) + SHORTEST_MS))

    def ask(self, name, given):
        return UNKNOWN


class WatchedBoard:
    """A real board that plays, seen through its `mirror` (see mirror.py)."""

    knows = plays = False
    speed = 1.0
    refusal = "This page only watches: press the buttons of the board."

    def __init__(self, mirror):
        self.panel = mirror.panel
        self.source = f"The light of the board at {mirror.port}"
        self._mirror = mirror

    async def run(self, audience):
        try:
            while True:
                if await asyncio.to_thread(self._mirror.watch):
                    audience.light(self._mirror.frame, self._mirror.brightness)
        except BoardError as error:
            raise BoardGone(str(error)) from error

    def event(self, code):
        raise AssertionError("the server passes on no presses to a board that is only watched")

    def ask(self, name, given):
        return UNKNOWN
