"""Buzzer, clock and watchdog. Immunity 13, 14, 24."""

import pytest

from litfour.hw.buzzer import Buzzer, TuneError, hertz
from litfour.hw.clock import WATCHDOG_MAX_MS, Clock, Watchdog
from litfour.ports import after

WRAP = 1 << 30


class Pwm:
    def __init__(self):
        self.pitch, self.duty, self.log = None, None, []

    def freq(self, value):
        self.pitch = value

    def duty_u16(self, value):
        assert 0 <= value <= 32768              # more than half is no louder
        self.duty = value

    @property
    def tone(self):
        return self.pitch if self.duty else 0


def test_pitches():
    assert [hertz(pitch) for pitch in (1, 10, 13, 22, 48)] == [523, 880, 1046, 1760, 7902]
    assert all(1.055 < hertz(pitch + 1) / hertz(pitch) < 1.064 for pitch in range(1, 48))


@pytest.mark.parametrize("start", [0, WRAP - 150])
def test_tune(start):
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    assert pwm.tone == 0
    buzzer.play(bytes((10, 10, 0, 5, 22, 10)))
    heard = []
    for ms in range(0, 300, 10):
        buzzer.update(after(start, ms))
        heard.append(pwm.tone)
    assert heard == [880] * 10 + [0] * 5 + [1760] * 10 + [0] * 5


def test_late_updates_keep_time_and_skip():
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    buzzer.play(bytes((1, 2, 13, 2, 25, 2, 37, 2)))
    buzzer.update(1000)
    buzzer.update(1045)                         # the flash was being written
    assert pwm.tone == hertz(25)
    buzzer.update(1060)
    assert pwm.tone == hertz(37)
    buzzer.update(9000)
    assert pwm.tone == 0


def test_new_tune_stop_and_volume():
    pwm = Pwm()
    buzzer = Buzzer(pwm, volume=255)
    buzzer.play(bytes((1, 100)))
    buzzer.update(0)
    assert pwm.duty == 32512
    buzzer.play(bytes((13, 100)))
    assert pwm.tone == 0
    buzzer.volume = 0
    buzzer.update(10)
    assert pwm.pitch == hertz(13) and pwm.duty == 0
    buzzer.volume = 100
    buzzer.play(bytes((13, 1)))
    buzzer.update(20)
    assert pwm.duty == 5000
    buzzer.stop()
    buzzer.update(21)
    assert pwm.duty == 0
    buzzer.play(b"")
    buzzer.update(30)
    assert pwm.tone == 0


@pytest.mark.parametrize("tune", [b"\x01", b"\x31\x05"])
def test_bad_tunes(tune):
    with pytest.raises(TuneError):
        Buzzer(Pwm()).play(tune)


def test_clock_wraps():
    ticks = [WRAP - 1, WRAP, 5 * WRAP + 7]      # ports with wider ticks are cut to the seam's range
    clock = Clock(lambda: ticks.pop(0))
    assert [clock.ms() for _ in range(3)] == [WRAP - 1, 0, 7]


class Timer:
    made = []

    def __init__(self, timeout):
        self.timeout, self.fed = timeout, 0
        Timer.made.append(self)

    def feed(self):
        self.fed += 1


@pytest.mark.parametrize(("wanted", "got"), [(1, 1), (8388, 8388), (8389, 8388), (60_000, WATCHDOG_MAX_MS)])
def test_watchdog_starts_late_and_clamped(wanted, got):
    Timer.made = []
    watchdog = Watchdog(Timer)
    watchdog.feed()
    assert Timer.made == []
    watchdog.start(wanted)
    watchdog.start(5)
    watchdog.feed()
    assert [(timer.timeout, timer.fed) for timer in Timer.made] == [(got, 3)]


def test_watchdog_without_time():
    with pytest.raises(ValueError, match="1 ms or more"):
        Watchdog(Timer).start(0)
