"""Sensor traces through the debouncer: exactly the discs that were dropped, at any phase of the sampling."""

import io

import pytest

from host_tools import traces
from host_tools.traces import Edge
from litfour.hw.debounce import PASS_MS
from litfour.hw.kernels import GAP_MS, JAM_MS, SETTLE
from litfour.ports import BEAM, FREED, KIND_MASK, MENU, PASS, STUCK, UNDO, elapsed

WRAP = 1 << 30
PHASES = (0.0, 0.13, 0.5, 0.87)
SEEDS = range(40)
SAFE_MS = SETTLE - 1        # a lamp may make a line active for so long
MAINS = {100: (99.6, 99.8, 100.0, 100.2, 100.4), 120: (119.6, 119.9, 120.0, 120.1, 120.5)}


def codes(edges, phase=0.0, start=0):
    return [code for code, _ in traces.events(edges, start, phase)]


def kinds(edges):
    """All kinds of events at ten phases."""
    return {code & KIND_MASK for tenth in range(10) for code in codes(edges, tenth / 10 + 0.003)}


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_is_no_event(seed):
    edges = traces.noise(seed)
    seen = [active for phase in PHASES for active in traces.samples(edges, phase) if active]
    assert len(seen) > 30, "the sampler does meet the spikes"
    assert [codes(edges, phase) for phase in PHASES] == [[]] * len(PHASES)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", [0, WRAP - 130])
def test_wobble_is_one_passage(seed, start):
    edges = traces.wobble(seed, 3, at=100)
    for phase in PHASES:
        (code, tick), = traces.events(edges, start, phase)
        assert code == PASS | 3
        assert 100 + traces.PASSAGE_MS - 6 <= elapsed(tick, start) <= 100 + traces.PASSAGE_MS + 1


def test_wobbles_differ_and_do_chatter():
    assert len({tuple(traces.wobble(seed, 3)) for seed in SEEDS}) == len(SEEDS)
    assert all(len(traces.wobble(seed, 3)) >= 10 for seed in SEEDS)
    assert traces.wobble(5, 3) == traces.wobble(5, 3)


@pytest.mark.parametrize("clear", [1.0, 4.0, 5.0, 12.0, GAP_MS - 2.0])
def test_a_disc_that_bounces_back_out_counts_once(clear):
    for phase in PHASES:
        assert codes(traces.bounce(2, at=50, clear=clear), phase) == [PASS | 2]


def test_a_disc_that_turns_round_too_late_is_two():
    assert codes(traces.bounce(2, at=50, clear=GAP_MS + 2.0)) == [PASS | 2] * 2


@pytest.mark.parametrize("apart", [0.0, 1.0, 12.0, 31.0, 60.0])
def test_two_discs_in_two_columns_are_two_passages(apart):
    for phase in PHASES:
        found = traces.events(traces.two_discs(1, 5, at=50, apart=apart), 0, phase)
        assert [code for code, _ in found] == [PASS | 1, PASS | 5]
        assert abs(found[1][1] - found[0][1] - apart) <= 1


@pytest.mark.parametrize("ms", [JAM_MS + 1.0, 500.0, 5000.0])
def test_a_jam_is_stuck_and_freed_and_no_passage(ms):
    (stuck, began), (freed, ended) = traces.events(traces.jam(4, at=20, ms=ms))
    assert (stuck, began) == (STUCK | BEAM + 4, 20 + JAM_MS) and (freed, ended) == (FREED | BEAM + 4, 20 + ms)


def test_the_longest_passage_is_no_jam():
    assert codes(traces.jam(4, ms=JAM_MS - 1.0)) == [PASS | 4]
    assert codes(traces.passage(4, ms=float(PASS_MS))) == [PASS | 4]
    assert codes(traces.passage(4, ms=PASS_MS - 1.0)) == []


# ---- Lamps

@pytest.mark.parametrize("mains", MAINS)
@pytest.mark.parametrize("active", [0.5, 2.0, 3.0, float(SAFE_MS)])
def test_flicker_up_to_4_ms_is_no_event(mains, active):
    for hertz in MAINS[mains]:
        assert kinds(traces.flicker(3, hertz, active, ms=3000)) == set()


def test_flicker_at_100_hz_is_no_event_up_to_5_ms():
    for hertz in MAINS[100]:
        assert kinds(traces.flicker(3, hertz, 4.95, ms=3000)) == set()


@pytest.mark.parametrize("mains", MAINS)
def test_flicker_that_is_dark_below_4_ms_is_a_jam(mains):
    for hertz in MAINS[mains]:
        assert kinds(traces.flicker(3, hertz, 1000 / hertz - SAFE_MS + 0.05, ms=3000)) == {STUCK, FREED}


def test_between_the_limits_a_lamp_can_look_like_a_disc():
    """Not wished for, but so: what the docstring of host_tools/traces.py says about the limit."""
    assert PASS in kinds(traces.flicker(3, 99.8, 5.3, ms=3000))
    assert PASS in kinds(traces.flicker(3, 120.1, 4.15, ms=3000))


def test_a_disc_counts_under_a_lamp_that_went_out():
    for hertz in (100, 120):
        for at in range(200, 212):
            assert codes(traces.merged(traces.flicker(6, hertz, 2.0, ms=180), traces.passage(6, at))) == [PASS | 6]


# ---- Files

def test_a_trace_survives_its_file():
    for edges in (traces.noise(3), traces.wobble(1, 6), [Edge(0, MENU, 1), Edge(40, MENU, 0), Edge(41.5, UNDO, 1)]):
        file = io.StringIO()
        traces.write(edges, file)
        again = traces.read(file.getvalue().splitlines())
        assert [edge[1:] for edge in again] == [edge[1:] for edge in edges]
        assert all(abs(one.ms - other.ms) <= 0.0005 for one, other in zip(again, edges, strict=True))
        assert codes(again) == codes(edges)


def test_a_recorded_trace_is_read():
    lines = ["# evening of tests", "", "12 beam4 1   # in", "43.5 beam4 0", "60 1 1", "90 1 0"]
    assert traces.read(lines) == [Edge(12, BEAM + 3, 1), Edge(43.5, BEAM + 3, 0), Edge(60, 0, 1), Edge(90, 0, 0)]


@pytest.mark.parametrize("line, said", [
    ("1 beam4", "an edge is"), ("x beam4 1", "no number"), ("-1 beam4 1", "no number"), ("nan 4 1", "no number"),
    ("9999999 4 1", "no number"), ("3 beam0 1", "no button"), ("3 menu+undo 1", "one source"), ("3 4 2", "level"),
    ("1 4 1", "before the line above")])
def test_bad_lines_are_named(line, said):
    with pytest.raises(traces.TraceError, match=f"line 2: .*{said}") as caught:
        traces.read(["2 beam4 1", line])
    assert caught.value.line_no == 2


def test_no_lamp_of_that_kind():
    with pytest.raises(ValueError, match="8.33"):
        traces.flicker(3, 120, 8.4)
