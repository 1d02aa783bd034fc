# MicroPython starts this file. It is source, so it stays short: the search's table first, while memory is whole.
import sys

import machine

# `litfour deploy` leaves this word in the watchdog's first scratch register and resets: then stay out of its way.
request = 0x400D800C if "RP2350" in sys.implementation._machine else 0x4005800C
if machine.mem32[request] == 0x2C0DE4A4:
    machine.mem32[request] = 0
else:
    table = bytearray(98304)
    from litfour.root import main
    main(table)
