"""Sensor traces: what the input lines do, recorded or made up, for the debouncer, the simulator and the emulated Pico.

A trace is a text file with an edge a line, `ms source level`, in order of time; `#` begins a comment:

    120     beam4 1         the disc cuts the beam of column 4: the line is active (low)
    151.25  beam4 0         and rests again

ms counts from the start of the trace and may have a fraction; source is a button or beam as in scripts: 4, beam4, menu.

What lamps can do. The board samples once a millisecond and believes 5 equal samples (hw/debounce). Of a lamp that makes
a line active for a part of each half-wave of the mains:

    active for 4 ms or less     no event, whatever the mains; at 100 Hz up to 5 ms
    dark for 4 ms or less       the line never rests and shows as a jam (from 6 ms of 10, from 4.33 ms of 8.33)
    between                     it can look like a passing disc, as the mains drifts against the board's clock

Between these limits (100 Hz: 5 to 6 ms; 120 Hz: 4 to 4.33 ms) no rule on time alone can tell a lamp from a disc.
Receivers that answer only to a 38 kHz carrier never see such light.
"""

import random
import re
from itertools import groupby
from typing import NamedTuple

from host_tools.script import ScriptError, parse
from litfour.hw.debounce import Debounce
from litfour.hw.kernels import JAM_MS, SETTLE
from litfour.ports import BEAM, after, elapsed

PASSAGE_MS = 31             # a disc of 31 mm that fell 30 mm
DEAD_MS = 100               # rest behind every trace: longer than the debouncer's SETTLE and GAP_MS
LONGEST_MS = 3_600_000


class TraceError(ValueError):
    """A line that is no edge, or that is out of order: `line_no` counts from 1."""

    def __init__(self, line_no, text):
        super().__init__(f"line {line_no}: {text}")
        self.line_no = line_no


class Edge(NamedTuple):
    """At `ms` the line of `source` (0..19, see ports.py) becomes active (level 1) or rests (0)."""

    ms: float
    source: int
    level: int


# ---- Files

def read(lines) -> list[Edge]:
    """The edges of an iterable of text lines. TraceError with the number of the first bad one."""
    edges: list[Edge] = []
    for line_no, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if len(words) != 3:
            raise TraceError(line_no, "an edge is: ms source level")
        edge = Edge(_milliseconds(line_no, words[0]), _source(line_no, words[1]), _level(line_no, words[2]))
        if edges and edge.ms < edges[-1].ms:
            raise TraceError(line_no, f"{words[0]} ms is before the line above")
        edges.append(edge)
    return edges


def write(edges, file):
    """The edges as text that read() takes, with a microsecond's resolution."""
    for ms, source, level in edges:
        file.write(f"{ms:.3f} {name_of(source)} {level}\n")


def name_of(source):
    """A source as scripts and traces name it."""
    if source < 2 * BEAM:
        return f"beam{source - BEAM + 1}" if source >= BEAM else str(source + 1)
    return ("menu", "undo")[source - 2 * BEAM]


def _milliseconds(line_no, word):
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]+)?", word) or float(word) > LONGEST_MS:
        raise TraceError(line_no, f"{word!r} is no number of milliseconds from 0 to {LONGEST_MS}")
    return float(word)


def _source(line_no, word):
    try:
        sources = parse(["press " + word])[0].sources
    except ScriptError as error:
        raise TraceError(line_no, error.text) from None
    if len(sources) != 1:
        raise TraceError(line_no, f"{word!r}: one source a line")
    return sources[0]


def _level(line_no, word):
    if word not in ("0", "1"):
        raise TraceError(line_no, f"level {word!r}: 1 is active, 0 at rest")
    return int(word)


# ---- What the board makes of them

def length(edges):
    """Milliseconds until the last edge and some rest behind it."""
    return (edges[-1].ms if edges else 0) + DEAD_MS


def samples(edges, phase=0.0):
    """Bitmaps of active lines at phase, phase + 1, ... ms, as the board's sampler sees them, and DEAD_MS beyond."""
    found, active, at = [], 0, 0
    for k in range(int(length(edges) - phase) + 1):
        while at < len(edges) and edges[at].ms <= k + phase:
            bit = 1 << edges[at].source
            active = active | bit if edges[at].level else active & ~bit
            at += 1
        found.append(active)
    return found


def events(edges, start=0, phase=0.0):
    """[(event code, tick)] of ports.py that the firmware's Debounce makes of a trace that begins at tick `start`."""
    debounce, tick, found = Debounce(), start, []
    for active, run in groupby(samples(edges, phase)):
        count = len(list(run))
        debounce.run(active, tick, count)
        tick = after(tick, count)
        while code := debounce.pop():
            found.append((code, debounce.time))
    return found


def play(simulator, edges):
    """Plays a trace on a simulated board, from now to its end; an event arrives when its line has settled."""
    start, passed = simulator.clock.ms(), simulator.ms
    for code, tick in events(edges, start):
        simulator.run(elapsed(tick, start) + SETTLE - (simulator.ms - passed))
        simulator.inputs.event(code, tick)
    simulator.run(length(edges) - (simulator.ms - passed))


def drive(pico, edges):
    """Plans a trace on the pins of an emulated Pico, from now, and lets it pass."""
    start = pico.now
    for ms, source, level in edges:
        pico.drive(source, 0 if level else None, start + ms)
    pico.run(length(edges))


# ---- Generators: lists of edges; the same seed, the same trace

def merged(*traces):
    """Several traces at once."""
    return sorted((edge for trace in traces for edge in trace), key=lambda edge: edge.ms)


def shifted(edges, ms):
    """The trace, `ms` later."""
    return [edge._replace(ms=edge.ms + ms) for edge in edges]


def passage(column, at=0.0, ms=PASSAGE_MS):
    """A disc through the beam of a column (from 0)."""
    return [Edge(at, BEAM + column, 1), Edge(at + ms, BEAM + column, 0)]


def noise(seed, ms=1000, spikes=60, columns=7):
    """Spikes of up to a millisecond, so of one sample, on all beams; on one line never two within 3 ms."""
    draw = random.Random(seed)
    starts = [3.0 * slot + draw.uniform(0, 1.9) for slot in sorted(draw.sample(range(ms // 3), spikes))]
    edges = []
    for start in starts:
        edges.append(passage(draw.randrange(columns), start, draw.uniform(0.05, 1.0)))
    return merged(*edges)


def wobble(seed, column, at=0.0, ms=PASSAGE_MS, chatter=4.0):
    """A disc at the threshold: both its edges chatter for `chatter` ms."""
    draw = random.Random(seed)
    edges = []
    for begin in (at, at + ms - chatter):
        times = sorted(begin + draw.uniform(0, chatter) for _ in range(2 * draw.randint(2, 6)))
        edges += [Edge(time, BEAM + column, 1 - k % 2) for k, time in enumerate(times)]
    middle = [Edge(at + chatter, BEAM + column, 1), Edge(at + ms - chatter, BEAM + column, 0)]
    return merged(edges, middle)


def bounce(column, at=0.0, inwards=18.0, clear=12.0, outwards=14.0):
    """A disc that goes through the beam, hits something and comes back out through it. With one beam a column it
    counts, and once, as long as it turns round within GAP_MS; what comes later is a second disc to the board."""
    return merged(passage(column, at, inwards), passage(column, at + inwards + clear, outwards))


def flicker(column, hertz, active_ms, ms=1000.0, at=0.0):
    """A lamp on mains: the line is active for active_ms of each half-wave; `hertz` counts those: about 100 or 120."""
    period = 1000 / hertz
    if not 0 < active_ms < period:
        raise ValueError(f"active for {active_ms} ms of {period:.2f}")
    return merged(*(passage(column, at + k * period, active_ms) for k in range(int(ms / period))))


def two_discs(first, second, at=0.0, apart=12.0):
    """Two discs in two columns, the second dropped `apart` ms after the first: before the first has passed."""
    return merged(passage(first, at), passage(second, at + apart))


def jam(column, at=0.0, ms=JAM_MS + 200.0):
    """A disc that gets stuck in front of the beam, and is pulled out after `ms`."""
    return passage(column, at, ms)
