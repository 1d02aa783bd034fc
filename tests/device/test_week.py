"""An evening on the emulated Pico and the hours after it; the whole week is a torture (tests/torture/pico_week.py)."""

from host_tools.emulator import Pico
from tests.torture import pico_week


def test_an_evening_before_the_clock_wraps_leaves_as_much_memory_after_it(emulator, firmware):
    with Pico(emulator, pico_week.files(firmware, 190)) as pico:
        played = pico_week.Week(pico, ())
        played.begin()
        played.evening(0)
        played.idle(pico_week.WRAP_MS + 60000, 600000)
        played.samples.append(played.figures())
        assert pico_week.wraps(played.samples) == 1 and len(pico.resets) == 1 and played.moves == 8
    (free, block, _), (later, later_block, _) = played.samples
    # 5.9 KB; 3.8 without the collections before something is loaded
    assert later >= free > 20000 and later_block >= block > 4800
