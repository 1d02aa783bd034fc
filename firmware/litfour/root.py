"""The composition root: builds the hardware, hands it to the App, and runs. The only place that knows both."""

import gc
import os
import sys
import time

import machine

BOARD_FILE = "/board.txt"           # name of the build, as hw/wiring.py knows it; without it the classic board
DEFAULT_BOARD = "7x6"
CRASH_FILE = "/crash.txt"
CRASH_BYTES = 1000
VERSION_FILE = "version"            # in the folder of the version that runs: main.py goes there
WATCHDOG_MS = 8000
RESERVE_BYTES = 36000               # kept whole while modules are loaded, so that large blocks are free afterwards
LOAD_BYTES = 84000                  # but so much is left to load them
SET_UP_MODULES = ("litfour.hw.wiring", "litfour.hw.pio", "litfour.hw.pins", "litfour.hw.first",
                  "litfour.hw.chain", "litfour.setup")  # see bundle


def main(table, starts=0, well=None):
    """Runs the game for ever; comes back only in safe mode, where the board is not the one of BOARD_FILE, or on Ctrl-C.

    `table` is the search's. `starts`: how many starts before this one came to nothing; 3: this version runs in place
    of another; above 5 nothing is left but the safe mode. well(), without a result: the game has run for a minute.
    """
    from litfour.hw.first import PLAY, SELF_TEST, first_light, open_inputs
    gc.threshold(8192)              # until the game runs: see app/ondemand.tidily
    reserve = bytearray(max(0, min(RESERVE_BYTES, gc.mem_free() - LOAD_BYTES)))
    panel, display, follows = first_light(board_name(), starts, report, CRASH_FILE)
    del first_light                 # it would keep litfour.setup, 5 KB
    if follows == SELF_TEST:
        del reserve
        from litfour.selftest.hardware import start
        start(board_name(), display)        # resets the board at its end
    if follows != PLAY:
        return
    from litfour.app.ondemand import load
    load()
    from litfour.app.loop import Report
    inputs = None
    seen = Report()
    try:
        inputs = open_inputs(panel, time.ticks_ms)
        del reserve, open_inputs
        play(table, panel, display, inputs, seen, well)
    except KeyboardInterrupt:
        if inputs:
            inputs.close()
        display.close()
        print("Litfour: stopped.", seen.__dict__)
    except Exception as error:      # the one place where unknown faults end: dark, told, and back into the game
        if inputs:
            inputs.close()
        display.off()
        report(error)
        machine.reset()


def board_name():
    """What BOARD_FILE says."""
    try:
        with open(BOARD_FILE) as file:
            return file.read().strip()
    except OSError:
        return DEFAULT_BOARD


def make_solver(table):
    """Perfect's solver: a file of its own that is loaded when somebody chooses the level."""
    from litfour.app import perfect
    return perfect.make_solver(table)


def seed():
    """A number that no two evenings share: where the CPU's variety begins."""
    return int.from_bytes(os.urandom(4), "little") >> 2


def play(table, panel, display, inputs, seen, well):
    from litfour.app import loop
    from litfour.app.app import App
    from litfour.app.chance import Random
    from litfour.app.ondemand import forget
    from litfour.hw.buzzer import Buzzer
    from litfour.hw.clock import Clock, Watchdog
    from litfour.hw.pins import BUZZER_PIN
    from litfour.hw.store import Store
    for name in SET_UP_MODULES:
        forget(name)
    clock = Clock(time.ticks_ms)
    watchdog = Watchdog(machine.WDT)
    sound = Buzzer(machine.PWM(machine.Pin(BUZZER_PIN)))
    app = App(panel, display, inputs, Store(), sound, Random(seed()), table, make_solver)
    app.begin(clock.ms())
    gc.collect()
    watchdog.start(WATCHDOG_MS)
    try:
        loop.run(app, clock, watchdog, seen, time.sleep_ms, well)
    finally:
        gc.collect()
        seen.free = gc.mem_free()
        seen.repaired = app.repaired


def report(error):
    """Writes what happened to CRASH_FILE and, where a host listens, to the console."""
    import io
    text = io.StringIO()
    sys.print_exception(error, text)
    try:
        with open(VERSION_FILE) as file:
            version = file.read(40)
    except OSError:
        version = "?"
    try:
        with open(CRASH_FILE, "w") as file:
            file.write("Litfour " + version + ", MicroPython " + sys.version.split("; ")[-1] + ", after "
                       + str(time.ticks_ms()) + " ms\n" + text.getvalue()[-CRASH_BYTES:])
    except OSError:
        pass                        # a flash that can't be written must not stop the restart
    print(text.getvalue())
