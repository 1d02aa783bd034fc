"""The rig of the self-test on the board itself. Loaded only for the test; then the board resets, whatever happened.

The watchdog does not run meanwhile. With `host` each question is said on the USB console, a line of JSON, and a key
typed there stands for a press: 1-9 columns, m MENU, u UNDO, q to give up.
"""

import binascii
import gc
import json
import os
import select
import sys
import time

import machine
import rp2
import uctypes

from litfour.app import gestures as G
from litfour.hw.buzzer import Buzzer
from litfour.hw.clock import Clock
from litfour.hw.inputs import Inputs
from litfour.hw.matrix import Matrix
from litfour.hw.pins import BUZZER_PIN, PANEL_MACHINE, check_board, sources
from litfour.hw.wiring import wiring_named
from litfour.ports import elapsed
from litfour.selftest.bench import RUNNING, SelfTest
from litfour.selftest.taps import Taps

KEYS = {"m": G.TAP_MENU, "u": G.TAP_UNDO, "q": G.HOLD_MENU}
VERSION_FILE = "version"            # in the folder of the version that runs
WATCHDOG = 0x40058000
WATCHDOG_RP2350 = 0x400D8000
COUNT = 16                          # second scratch register: main.py counts failed starts there
CLEAR = 0x3000                      # alias of the registers that clears bits
ENABLE = 1 << 30
IDLE_MS = 4             # between two turns; the inputs are sampled by hardware meanwhile


class RingTaps(Taps):
    """Taps on the samples that `inputs` (hw/inputs) has in its ring; update() takes those since the last one."""

    def __init__(self, inputs, mask, clock):
        Taps.__init__(self)
        self.inputs = inputs
        self.mask = mask
        self.clock = clock
        self.read = 0
        self.word = -1              # no sample yet
        self.at = clock.ms()

    def update(self):
        ring, inputs, mask = self.inputs.ring, self.inputs, self.mask
        words = len(ring)
        head = (words - inputs._data.count) % words
        now = self.clock.ms()
        if elapsed(now, self.at) > words - 32:      # lost, as by Inputs: go on from the newest
            self.read = (head - 1) % words
        self.at = now
        read, word = self.read, self.word
        while read != head:
            if ring[read] == word:
                self.time += 1                      # a sample like the last one
            else:
                word = ring[read]
                self.sample(~word & mask)
            read += 1
            if read == words:
                read = 0
        self.read, self.word = read, word


class BoardRig:
    """See selftest/bench.py. `display` is the one that is open, `name` what board.txt says."""

    def __init__(self, name, display, host):
        wiring = wiring_named(name)
        self.name = name.split()[0]
        self.wiring = wiring
        self.revision = check_board(wiring, machine.Pin)
        mask = sources(wiring.panel_record().columns, True, True)
        self.clock = Clock(time.ticks_ms)
        self.display = display
        self.inputs = Inputs(mask, rp2, machine.Pin, uctypes.addressof, time.ticks_ms)
        self.taps = RingTaps(self.inputs, mask, self.clock)
        self.sound = Buzzer(machine.PWM(machine.Pin(BUZZER_PIN)))
        self.console = None
        if host:
            self.console = select.poll()
            self.console.register(sys.stdin, select.POLLIN)

    def open(self, wiring):
        self.close()
        gc.collect()
        rp2.PIO(PANEL_MACHINE >> 2).remove_program()        # its 32 words would be full after a few panels
        self.display = Matrix(wiring.panel_record(), wiring, rp2, machine.Pin, time)
        return self.display

    def close(self):
        display, self.display = self.display, None
        if display:
            display.close()

    def key(self):
        if not self.console or not self.console.poll(0):
            return G.NOTHING
        key = sys.stdin.read(1)
        return G.COLUMN + int(key) - 1 if key in "123456789" else KEYS.get(key, G.NOTHING)

    def tell(self, data):
        if self.console:
            json.dump(data, sys.stdout)     # in pieces: the card as one text would be a large block
            print()

    def identity(self):
        return {"serial": str(binascii.hexlify(machine.unique_id()), "utf8"), "firmware": version(),
                "micropython": sys.version.split("; ")[-1], "machine": os.uname()[4],
                "revision": self.revision}

    def save(self, name, data):
        gc.collect()
        try:
            with open("/" + name + ".new", "w") as file:
                if type(data) is str:
                    file.write(data)
                else:
                    json.dump(data, file)
            os.rename("/" + name + ".new", "/" + name)      # whole, or the old one
        except (OSError, MemoryError):
            return False
        return True


def version():
    """What the file of the running version says; "?" without one."""
    for folder in [""] + [path + "/" for path in sys.path]:
        try:
            with open(folder + VERSION_FILE) as file:
                return file.read(40).strip()
        except OSError:
            pass
    return "?"


def stop_watchdog():
    """main.py has it running from the start; and this was a good start."""
    base = WATCHDOG_RP2350 if "RP2350" in os.uname()[4] else WATCHDOG
    machine.mem32[base + CLEAR] = ENABLE
    machine.mem32[base + COUNT] = 0


def start(name, display=None, host=False):
    """Runs the self-test of a board whose board.txt says `name`, then resets the board. `display` is closed if given.
    ValueError, before anything is touched, for a name that is no wiring, or one of another board."""
    stop_watchdog()
    rig = BoardRig(name, display, host)
    test = SelfTest(rig)
    try:
        while test.state == RUNNING:
            test.turn(rig.clock.ms())
            time.sleep_ms(IDLE_MS)
        time.sleep_ms(300)                  # what was said last leaves the board
    except KeyboardInterrupt:
        pass                                # given up
    except Exception as error:              # told, and back into the game: nothing has been stored
        sys.print_exception(error)
    finally:
        rig.inputs.close()
        rig.close()
        machine.reset()
