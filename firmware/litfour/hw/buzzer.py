"""Sound of ports.py: a passive piezo on a PWM pin. Pitches are semitones: 1 is C5 (523 Hz), 10 A5 (880 Hz), 48 B8.

A small piezo is faint below C5, so there are no deeper ones.
"""

from litfour.ports import after, elapsed
from micropython import const

MAX_PITCH = const(48)
_OCTAVE_8 = (4186, 4435, 4699, 4978, 5274, 5588, 5920, 6272, 6645, 7040, 7459, 7902)


class TuneError(ValueError):
    """A tune that is not made of pairs of pitch (0..48) and length."""


def hertz(pitch):
    """Frequency of a pitch 1..48, cut to whole hertz."""
    return _OCTAVE_8[(pitch - 1) % 12] >> 3 - (pitch - 1) // 12


class Buzzer:
    """Plays tunes on `pwm` (machine.PWM), one at a time. volume: 0 (silent) .. 255, from the next note on."""

    def __init__(self, pwm, volume=128):
        self.volume = volume
        self._pwm = pwm
        self._tune = b""
        self._place = 0             # of the next note in the tune
        self._due = 0               # tick at which it begins
        self._fresh = False         # the first note takes its tick from update()
        self._silence()

    def play(self, tune):
        """Starts `tune` in place of a running one: bytes, pairs of pitch (0: rest) and length in 10 ms. TuneError."""
        if len(tune) & 1:
            raise TuneError(f"a tune has pairs of pitch and length, not {len(tune)} bytes")
        place = 0
        while place < len(tune):
            if tune[place] > MAX_PITCH:
                raise TuneError(f"pitch {tune[place]} at byte {place} is over {MAX_PITCH}")
            place += 2
        self._silence()
        self._tune = tune
        self._place = 0
        self._fresh = True

    def update(self, now):
        """Goes on to the note that is due at tick `now`; notes that are over already are left out."""
        if self._fresh:
            self._fresh = False
            self._due = now
        pitch = -1
        while self._tune and elapsed(now, self._due) >= 0:
            if self._place >= len(self._tune):
                self._tune = b""
                pitch = 0
            else:
                pitch = self._tune[self._place]
                self._due = after(self._due, 10 * self._tune[self._place + 1])
                self._place += 2
        if pitch > 0:
            self._pwm.freq(hertz(pitch))
            self._pwm.duty_u16(self.volume * self.volume >> 1)
        elif pitch == 0:
            self._silence()

    def stop(self):
        """Silence now."""
        self._tune = b""
        self._silence()

    def _silence(self):
        self._pwm.duty_u16(0)
