"""A move on the emulated Pico and the hours after it; the whole week is a torture (tests/torture/pico_week.py)."""

from host_tools.accelerate import accelerated
from host_tools.emulator import Pico
from tests.torture import pico_week


def test_the_hours_until_the_clock_has_wrapped_cost_no_memory(emulator, firmware):
    with Pico(emulator, pico_week.files(firmware, 190)) as pico, accelerated():
        played = pico_week.Week(pico, ())
        played.begin()
        played.move(3)
        played.chosen("hint", 1)
        played.samples.append(played.figures())
        played.idle(pico_week.WRAP_MS + 60000, 600000)
        played.samples.append(played.figures())
        assert pico_week.wraps(played.samples) == 1 and len(pico.resets) == 1 and played.moves == 2
    (free, block, _), (later, later_block, _) = played.samples
    assert later >= free > 20000 and later_block >= block > 4800
