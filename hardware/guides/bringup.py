"""Tries out a freshly soldered board, without Litfour on it. Runs on the Pico; nothing is stored there.

    mpremote run hardware/guides/bringup.py                             (straps, supply, buttons and beams)
    mpremote exec "pixels = 7" run hardware/guides/bringup.py           (lights 7 pixels first)
"""

import time

import machine
import neopixel

# The same numbers as firmware/litfour/hw/pins.py; a test compares them.
COLUMN_PINS = range(0, 9)
BEAM_PINS = range(9, 18)
MENU_PIN = 18
UNDO_PIN = 19
STRAP_PINS = (21, 27, 28)
PANEL_PIN = 22
SENSE_PIN = 26
REVISIONS = {7: "breadboard", 6: "control-a"}

DIM = 8                     # of 255: half a milliamp a pixel and colour
WATCH_MS = 30000


def straps():
    number = 0
    for bit, gpio in enumerate(STRAP_PINS):
        number |= machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP).value() << bit
    print("straps read", number, "=", REVISIONS.get(number, "no known board"))


def supply():
    counts = sum(machine.ADC(SENSE_PIN).read_u16() for _ in range(16)) // 16
    print("sense pin at", counts * 3300 // 65535, "mV")


def light(count):
    """One pixel after the other, red, green, blue; at the end they all stay dimly lit, by threes."""
    chain = neopixel.NeoPixel(machine.Pin(PANEL_PIN, machine.Pin.OUT), count)
    colours = ((DIM, 0, 0), (0, DIM, 0), (0, 0, DIM))
    for i in range(count):
        for colour in colours:
            chain.fill((0, 0, 0))
            chain[i] = colour
            chain.write()
            time.sleep_ms(120)
    for i in range(count):
        chain[i] = colours[i % 3]
    chain.write()
    print("lit", count, "pixels; they stay on: red, green, blue, red ...")


def names():
    """GPIO -> name of what is connected there."""
    table = {MENU_PIN: "MENU", UNDO_PIN: "UNDO"}
    for k, gpio in enumerate(COLUMN_PINS):
        table[gpio] = "column " + str(k + 1)
    for k, gpio in enumerate(BEAM_PINS):
        table[gpio] = "beam " + str(k + 1)
    return table


def watch(span):
    """Says what changes at the inputs, for `span` ms. At rest they are high; what is low at the start is told first."""
    table = names()
    inputs = {gpio: machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in table}
    time.sleep_ms(20)
    low = [table[gpio] for gpio in sorted(table) if not inputs[gpio].value()]
    print("active at rest:", ", ".join(low) if low else "nothing, as it should be")
    print("now press every button and drop a disc through every column")
    state = {gpio: inputs[gpio].value() for gpio in table}
    since = {}
    seen = set()
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < span:
        for gpio, pin in inputs.items():
            value = pin.value()
            if value != state[gpio]:
                state[gpio] = value
                now = time.ticks_ms()
                if not value:
                    since[gpio] = now
                elif gpio in since:
                    seen.add(gpio)
                    print(table[gpio], "active for", time.ticks_diff(now, since[gpio]), "ms")
    print("never seen:", ", ".join(table[gpio] for gpio in sorted(table) if gpio not in seen) or "nothing")


def main(count=0, span=WATCH_MS):
    straps()
    supply()
    if count:
        light(count)
    watch(span)


if __name__ == "__main__":
    main(globals().get("pixels", 0), globals().get("watch_ms", WATCH_MS))
