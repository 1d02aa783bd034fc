"""Runs the script of the self-test on a rig: asks in light, takes presses as answers, goes back, stores at the end.

A rig is what the outside offers here (selftest/hardware.py; tests have their own):
    name, wiring        first word of board.txt, and the Wiring that it says
    inputs, taps        Inputs of ports.py; Taps, brought up to date by update()
    sound               Sound of ports.py
    open(wiring)        a Display of ports.py for the panel of `wiring`, in place of the last one
    key()               a gesture from the host, or NOTHING
    tell(data)          says something to the host, as plain data
    identity()          what the report card says of the board, by name
    save(name, data)    writes a file whole, text as it is, else as JSON; False if it can't be
"""

from litfour.app import gestures as G
from litfour.app.tunes import CLICK, REFUSED
from litfour.hw.wiring import Wiring
from litfour.ports import BEAM, DOWN, FREED, KIND_MASK, MENU, PASS, SOURCE_MASK, STUCK, UP, Panel, elapsed
from litfour.selftest import pictures
from litfour.selftest.deduce import candidates, cells_of, longest
from litfour.selftest.steps import YES, Facts, Press, script

CARD_FILE = "selftest.json"
BOARD_FILE = "board.txt"
FRAME_MS = 30
STILL_MS = 100          # where nothing moves
STILL = ("sweep", "colour", "column", "card")
LEAST_MS = 300          # before the first question
RELEASE_MS = 3000       # a line that is still closed then was closed from the start
CONTROLS_MS = 12000     # MENU and UNDO: both are held to begin, by some for long
DONE_MS = 200           # after an input has opened: more presses until then are bouncing
STAYS_MS = 3000         # an input that is pressed for so long does not open again
BRIGHTNESS = 80
RUNNING, STORED, ABORTED, UNSAVED = range(4)


class RawWiring(Wiring):
    """Every pixel of a chain of `length` by its number, and every byte of a pixel by its place on the wire."""

    def __init__(self, length, like):
        highest = max(like.channel_ma)
        Wiring.__init__(self, "raw", "raw", order="RGB", timing=like.timing, channel_ma=(highest,) * 3,
                        idle_ua=like.idle_ua, budget_ma=like.budget_ma, boards=like.boards)
        self.length = length

    def panel_record(self):
        return Panel(self.panel, self.length, 1)


class SelfTest:
    """turn(now) until `state` is no more RUNNING. ask: the question that stands. card: the report as found so far."""

    def __init__(self, rig):
        self.rig = rig
        self.state = RUNNING
        self.ask = None
        self.card = {}
        self.answers = []
        self.facts = None
        self.script = None
        self.gestures = G.Gestures()
        self.began = None           # tick of the first turn
        self.since = None           # tick of the question's first frame
        self.drawn = None           # tick of the last frame
        self.ignored = 0            # inputs that don't open
        self.pressing = None        # the Press that is under way
        self.changed = None         # tick at which it closed or opened last
        self.is_open = False
        self.figures = {}
        self.cycle = -1             # of the scale that is heard
        self.raw = None             # RawWiring, once the candidates are known
        self.wired = None           # the wiring of the display that is open
        self.canvas = None
        self.cells = b""

    def turn(self, now):
        """One turn of the loop: presses, then light and sound."""
        rig = self.rig
        rig.taps.update()
        if self.began is None:
            self.began = self.drawn = now
        if self.ask is None:
            self.wait(now)
        else:
            self.take_presses(now)
        if self.state == RUNNING and self.ask is not None:
            is_new = self.since is None
            if is_new:
                self.since = now
            if is_new or elapsed(now, self.drawn) >= (STILL_MS if self.ask.kind in STILL else FRAME_MS):
                self.show(now)
        rig.sound.update(now)

    # ---- the script

    def wait(self, now):
        """Until all inputs are open, or are not going to: with all pixels dimly lit, so that fingers let go."""
        rig = self.rig
        while rig.inputs.poll(now):
            pass
        if self.raw is None:
            self.raw = RawWiring(longest(rig.name), rig.wiring)
            self.open(self.raw)
        elif self.facts is None and self.drawn != self.began:
            self.facts = Facts(rig.name, rig.wiring, candidates(rig.name), 0)       # takes the board a second:
            return                                                                  # what is closed now, it sees then
        span, closed = elapsed(now, self.began), rig.taps.active
        if self.facts is None or span < LEAST_MS or closed and span < (CONTROLS_MS if closed >> MENU else RELEASE_MS):
            if elapsed(now, self.drawn) >= FRAME_MS:
                self.drawn = now
                self.display.brightness = BRIGHTNESS
                self.canvas.flood(pictures.WHITE, pictures.DIM)
                self.display.show(self.canvas.buf)
            return
        self.ignored = self.facts.closed = closed
        rig.tell({"start": rig.wiring.name, "closed": closed})
        self.replay()

    def replay(self):
        """The script from its start, with the answers so far."""
        self.card.clear()
        self.card.update(self.rig.identity())
        self.script = script(self.facts, self.card)
        ask = next(self.script)
        for answer in self.answers:
            ask = self.script.send(answer)
        self.put(ask)

    def answer(self, value):
        self.answers.append(value)
        try:
            self.put(self.script.send(value))
        except StopIteration:
            self.finish()

    def back(self):
        if self.answers:
            self.answers.pop()
            self.replay()
        else:
            self.refuse()

    def put(self, ask):
        """Asks."""
        self.ask = ask
        self.since = self.pressing = None
        self.figures = {}
        self.cycle = -1
        self.rig.taps.clear()
        self.rig.sound.stop()
        self.open(ask.wiring or self.raw)
        told = {"ask": ask.kind, "value": ask.value, "again": ask.again, "number": len(self.answers)}
        if ask.kind == "card":
            told["card"] = self.card
        elif ask.kind == "sweep":
            told["value"] = ask.count
        self.rig.tell(told)

    def open(self, wiring):
        if self.wired is None or wiring.name != self.wired.name or wiring.order != self.wired.order:
            self.wired = wiring
            self.display = self.rig.open(wiring)
            self.canvas = pictures.Canvas(wiring.panel_record())
            self.cells = cells_of(wiring)

    def finish(self):
        """Stores: the report, and the wiring where it is another than before. Nothing is written before."""
        pixels = self.card["pixels"]
        saved = self.rig.save(CARD_FILE, self.card)
        if saved and pixels["wiring"] != pixels["before"]:
            saved = self.rig.save(BOARD_FILE, pixels["wiring"])
        self.end(STORED if saved else UNSAVED)

    def end(self, state):
        self.state = state
        self.rig.sound.stop()
        self.rig.tell({"end": ("", "stored", "aborted", "unsaved")[state]})

    def refuse(self):
        self.rig.sound.play(REFUSED)
        self.rig.tell({"refused": True})

    # ---- presses

    def take_presses(self, now):
        inputs = self.rig.inputs
        while True:
            event = inputs.poll(now)
            if not event or self.state != RUNNING:
                break
            if not self.ignored >> self.source_of(event) & 1:
                self.watch(event, inputs.time)
                self.gesture(self.gestures.feed(event, inputs.time), False)
        if self.state == RUNNING:
            self.gesture(self.gestures.update(now), False)
        if self.state == RUNNING:
            self.gesture(self.rig.key(), True)
        if self.state == RUNNING and self.pressing:
            self.judge(now)

    def source_of(self, event):
        source = event & SOURCE_MASK
        return source + BEAM if event & KIND_MASK == PASS else source

    def gesture(self, gesture, by_host):
        """What a gesture means for the question. Inputs that are asked for themselves are watch()ed instead."""
        if gesture == G.NOTHING:
            return
        pressed = self.ask.kind == "press"
        control = pressed and self.ask.value >= MENU and not by_host
        if gesture == G.HOLD_MENU and not control:
            self.end(ABORTED)
        elif gesture == G.TAP_UNDO and not control:
            self.back()
        elif gesture == G.TAP_MENU and not control:
            self.yes()
        elif not pressed and G.COLUMN <= gesture < G.COLUMN + 9:
            self.column(gesture - G.COLUMN, by_host)
        elif not pressed and G.DISC <= gesture < G.DISC + 9:
            self.column(gesture - G.DISC, by_host)

    def yes(self):
        kind = self.ask.kind
        if kind == "press":
            self.answer(Press(YES))
        elif kind != "ramp":
            self.answer(YES)
        elif len(self.figures) == len(pictures.LEVELS):
            self.answer((YES, self.figures))
        else:
            self.refuse()                       # not before it was seen whole

    def column(self, source, by_host):
        order = self.facts.order
        place = source if by_host or order is None or source not in order else order.index(source)
        if place >= self.ask.limit:
            self.refuse()
        else:
            self.rig.sound.play(CLICK)
            self.answer(place if self.ask.kind != "ramp" else (place, self.figures))

    def watch(self, event, time):
        """Follows the input that answers a "press"."""
        if self.ask.kind != "press":
            return
        kind, source = event & KIND_MASK, self.source_of(event)
        press = self.pressing
        if press is None and kind in (DOWN, PASS, STUCK):
            self.pressing = Press(source)
        elif press is None or source != press.source:
            return
        elif kind in (DOWN, PASS):
            press.presses += 1
        self.is_open = kind in (UP, PASS, FREED)
        self.changed = time

    def judge(self, now):
        """Ends a press once it has been open for a while, or has not opened for long."""
        press = self.pressing
        span = elapsed(now, self.changed)
        if span >= (DONE_MS if self.is_open else STAYS_MS):
            taps = self.rig.taps
            press.bounce = taps.spans[press.source]
            press.edges = taps.counts[press.source]
            press.stays = not self.is_open
            if press.stays:
                self.ignored |= 1 << press.source
            self.answer(press)

    # ---- light and sound

    def show(self, now):
        self.drawn = now
        ask, canvas, ms = self.ask, self.canvas, elapsed(now, self.since)
        pictures.draw(canvas, ask, ms, self.cells)
        if self.pressing:
            pictures.draw_told(canvas, ask.value, self.pressing.source == ask.value)
        level = pictures.level_at(ms) if ask.kind == "ramp" else BRIGHTNESS
        self.display.brightness = level
        if self.display.show(canvas.buf) and ask.kind == "ramp" and level:
            self.figures[str(level)] = self.display.milliamps
        if ask.kind == "hear":
            self.play_scale(ms)

    def play_scale(self, ms):
        notes = pictures.SCALE
        cycle = ms // (len(notes) * pictures.NOTE_MS + pictures.PAUSE_MS)
        if cycle != self.cycle:
            self.cycle = cycle
            tune = bytearray()
            for pitch in notes:
                tune.append(pitch)
                tune.append(pictures.NOTE_MS // 10)
            self.rig.sound.play(bytes(tune))
