"""Debounce sample by sample, against a reference that is written plainly. Immunity 9, 10, 20, 21, 23, 24."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litfour.hw.debounce import PASS_MS, QUEUE, Debounce
from litfour.hw.kernels import GAP_MS, HELD_MS, JAM_MS, SETTLE
from litfour.ports import BEAM, DOWN, FREED, MENU, PASS, SOURCES, STUCK, UNDO, UP, after, elapsed

WRAP = 1 << 30
BUTTONS = [*range(BEAM), MENU, UNDO]
BEAMS = list(range(BEAM, MENU))


def stretches(samples):
    """(value, count) of equal neighbours."""
    runs = []
    for value in samples:
        if runs and runs[-1][0] == value:
            runs[-1][1] += 1
        else:
            runs.append([value, 1])
    return runs


def play(debounce, samples, tick=0, events=None):
    """Feeds samples in stretches; [(code, tick)] of all events, popped at once."""
    events = [] if events is None else events
    for value, count in stretches(samples):
        debounce.run(value, tick, count)
        tick = after(tick, count)
        while code := debounce.pop():
            events.append((code, debounce.time))
    return events


class ReferenceLine:
    """One line by its rules: count equal samples, then think about how long the state has lasted."""

    def __init__(self, source):
        self.source, self.beam = source, source in BEAMS
        self.last, self.equal, self.first = 0, 0, 0
        self.level, self.began, self.stuck, self.void = 0, 0, False, False
        self.ended = None

    def sample(self, value, tick):
        events = []
        if value != self.last:
            self.last, self.equal, self.first = value, 0, tick
        self.equal += 1
        if value != self.level and self.equal >= SETTLE:
            events += self.change(value)
        limit = JAM_MS if self.beam else HELD_MS
        if self.level and value and not self.stuck and tick - self.began >= limit:
            self.stuck = True
            events.append((STUCK | self.source, self.began + limit))
        return events

    def change(self, value):
        self.level = value
        if value:
            self.began, self.stuck = self.first, False
            self.void = self.ended is not None and self.first - self.ended < GAP_MS
            return [] if self.beam else [(DOWN | self.source, self.first)]
        if self.beam and (self.first - self.began >= PASS_MS or self.void):
            self.ended = self.first
        if self.stuck:
            return [(FREED | self.source, self.first)]
        if not self.beam:
            return [(UP | self.source, self.first)]
        if self.void or self.first - self.began < PASS_MS:
            return []
        return [(PASS | (self.source - BEAM), self.first)]


def reference(samples, tick=0):
    lines = [ReferenceLine(source) for source in range(SOURCES)]
    events = []
    for i, value in enumerate(samples):
        for line in lines:
            events += line.sample(value >> line.source & 1, tick + i)
    return events


@st.composite
def noisy_samples(draw):
    """Samples of some lines that chatter, rest and are held for all kinds of lengths."""
    sources = draw(st.lists(st.sampled_from([0, 8, 9, 17, MENU, UNDO]), min_size=1, max_size=4, unique=True))
    lengths = st.one_of(st.integers(1, 12), st.integers(20, 40), st.integers(290, 310))
    samples = [0] * 900
    for source in sources:
        at, level = 0, 0
        for length in draw(st.lists(lengths, max_size=60)):
            for i in range(at, min(at + length, len(samples)) if level else at):
                samples[i] |= 1 << source
            at, level = at + length, level ^ 1
    return samples


@settings(max_examples=150, deadline=None)
@given(noisy_samples(), st.sampled_from([0, 7, WRAP - 450]))
def test_agrees_with_the_reference(samples, start):
    expected = [(code, after(start, tick)) for code, tick in reference(samples)]
    events = play(Debounce(), samples, start)
    assert sorted(events) == sorted(expected)
    for earlier, later in zip(events, events[1:], strict=False):        # in order, but for the settling
        assert elapsed(later[1], earlier[1]) > -SETTLE


@settings(max_examples=60, deadline=None)
@given(noisy_samples(), st.randoms(use_true_random=False))
def test_cutting_stretches_changes_nothing(samples, random):
    whole, cut = Debounce(), Debounce()
    tick, events = 0, []
    for value, count in stretches(samples):
        while count:
            part = random.randint(1, count)
            cut.run(value, tick, part)
            tick, count = tick + part, count - part
            while code := cut.pop():
                events.append((code, cut.time))
    assert events == play(whole, samples)
    assert cut.held == whole.held


@settings(max_examples=60, deadline=None)
@given(noisy_samples())
def test_quiet_samples_may_be_left_out(samples):
    whole, lazy = Debounce(), Debounce()
    tick, quiet, last, events = 0, 0, 0, []
    for value, count in stretches(samples):
        for _ in range(count):
            if value == last and quiet > 1:
                quiet -= 1
            else:
                lazy.run(value, tick, 1)
                last, quiet = value, lazy.quiet
            tick += 1
            while code := lazy.pop():
                events.append((code, lazy.time))
    assert events == play(whole, samples)


@pytest.mark.parametrize("source", BUTTONS)
@pytest.mark.parametrize("start", [0, WRAP - 10, WRAP - 1])
def test_a_press_of_8_ms_is_never_lost(source, start):
    for samples in (7, 8, 9):                   # an 8 ms press meets 7 to 9 samples, whatever the phase
        events = play(Debounce(), [0] * 3 + [1 << source] * samples + [0] * 20, start)
        assert events == [(DOWN | source, after(start, 3)), (UP | source, after(start, 3 + samples))]


@pytest.mark.parametrize("pattern", list(product((0, 1), repeat=5)))
@pytest.mark.parametrize("source", [0, 8, MENU, UNDO])
def test_bouncing_for_5_ms_gives_one_event(pattern, source):
    """Every pattern of 5 samples of bouncing at each end of a press of 20 ms."""
    bounce = [bit << source for bit in pattern]
    events = play(Debounce(), [0] * 6 + bounce + [1 << source] * 15 + bounce + [0] * 20)
    assert [code for code, _ in events] == [DOWN | source, UP | source]
    assert 6 <= events[0][1] <= 11 and 21 <= events[1][1] <= 31


@pytest.mark.parametrize("pattern", list(product((0, 1), repeat=3)))
def test_8_ms_with_3_ms_of_bouncing(pattern):
    samples = [0] * 6 + list(pattern) + [1] * 5 + [0] * 20
    assert [code for code, _ in play(Debounce(), samples)] == [DOWN, UP]


@pytest.mark.parametrize("source", [0, 8, 9, 17, MENU, UNDO])
def test_glitches_are_no_events(source):
    bit = 1 << source
    for length in range(1, SETTLE):
        assert play(Debounce(), ([bit] * length + [0] * 2) * 40 + [0] * 20) == []


def test_all_lines_at_once():
    mask = sum(1 << source for source in BUTTONS)
    debounce = Debounce()
    events = play(debounce, [mask] * 10)
    assert events == [(DOWN | source, 0) for source in BUTTONS]
    assert debounce.held == mask
    assert play(debounce, [0] * 10, 10) == [(UP | source, 10) for source in BUTTONS]
    assert debounce.held == 0


@pytest.mark.parametrize("source", BUTTONS)
@pytest.mark.parametrize("start", [0, WRAP - 29_000])
def test_stuck_button(source, start):
    debounce = Debounce()
    held = [1 << source] * HELD_MS
    assert play(debounce, held, start) == [(DOWN | source, start)]
    assert debounce.held == 1 << source
    start = after(start, HELD_MS)
    assert play(debounce, [1 << source] * 100_000, start) == [(STUCK | source, start)]
    assert debounce.held == 0
    start = after(start, 100_000)
    assert play(debounce, [0] * 10, start) == [(FREED | source, start)]
    start = after(start, 10)
    assert [code for code, _ in play(debounce, [1 << source] * 9 + [0] * 9, start)] == [DOWN | source, UP | source]


@pytest.mark.parametrize("beam", BEAMS)
@pytest.mark.parametrize("length", [PASS_MS, 16, 81, JAM_MS - 1])
def test_passage(beam, length):
    debounce = Debounce()
    events = play(debounce, [0] * 5 + [1 << beam] * length, WRAP - 50)
    assert events == [] and debounce.held == 1 << beam
    end = after(WRAP - 50, 5 + length)
    assert play(debounce, [0] * 10, end) == [(PASS | (beam - BEAM), end)]
    assert debounce.held == 0


@pytest.mark.parametrize("beam", BEAMS)
def test_jam(beam):
    debounce = Debounce()
    assert play(debounce, [1 << beam] * 1000 + [0] * 10) == [(STUCK | beam, JAM_MS), (FREED | beam, 1000)]
    assert [code for code, _ in play(debounce, [0] * 40 + [1 << beam] * 20 + [0] * 9, 1010)] == [PASS | (beam - BEAM)]


def test_wobbling_disc_counts_once():
    beam = 1 << BEAM
    for clear in (1, 4, 5, 12, GAP_MS - 1):
        samples = [beam] * 20 + [0] * clear + [beam] * 15 + [0] * clear + [beam] * 7 + [0] * 60
        assert [code for code, _ in play(Debounce(), samples)] == [PASS]
    samples = [beam] * 20 + [0] * GAP_MS + [beam] * 20 + [0] * 60
    assert [code for code, _ in play(Debounce(), samples)] == [PASS, PASS]


def test_a_jam_after_a_wobble_is_still_shown():
    beam = 1 << BEAM
    events = play(Debounce(), [beam] * 20 + [0] * 10 + [beam] * 400 + [0] * 9)
    assert [code for code, _ in events] == [PASS, STUCK | BEAM, FREED | BEAM]


def test_full_queue_drops_whole_presses():
    """Nobody pops: whatever gets its DOWN also gets its UP, and nothing that was dropped leaves a trace."""
    debounce, tick = Debounce(), 0
    mask = sum(1 << source for source in BUTTONS)
    for i in range(60):
        value = mask if i % 3 == 0 else 1 << i % 9 | 1 << (BEAM + i % 9)
        debounce.run(value, tick, 10)
        debounce.run(0, tick + 10, 10)
        tick += 20
    assert debounce.size <= QUEUE and debounce.dropped > 100 and debounce.held == 0
    down, popped = set(), 0
    while code := debounce.pop():
        popped += 1
        if code & DOWN and code < UP:
            assert code & 31 not in down
            down.add(code & 31)
        elif UP <= code < PASS:
            down.remove(code & 31)
    assert not down and popped > QUEUE - 4
    assert [code for code, _ in play(debounce, [mask] * 9 + [0] * 9, tick)] == [
        kind | source for kind in (DOWN, UP) for source in BUTTONS]


def test_full_queue_never_loses_the_end_of_a_press():
    debounce = Debounce()
    mask = sum(1 << source for source in range(20))
    debounce.run(mask, 0, HELD_MS + 10)         # all down, then all stuck
    for tick in range(40_000, 42_000, 20):
        debounce.run(mask, tick, 10)
    debounce.run(0, 42_000, 10)
    events = []
    while code := debounce.pop():
        events.append(code)
    begun = {code & 31 for code in events if code & 224 == DOWN}
    assert {code & 31 for code in events if code & 224 == STUCK} & set(BUTTONS) == begun
    assert {code & 31 for code in events if code & 224 == FREED} & set(BUTTONS) == begun
    assert debounce.dropped == 20 - sum(1 for code in events if code & 224 == STUCK)
    assert debounce.held == 0


def test_resync_keeps_levels_and_invents_nothing():
    debounce = Debounce()
    held = 1 << 3 | 1 << 4 | 1 << MENU | 1 << BEAM | 1 << BEAM + 1
    play(debounce, [held] * 20)
    debounce.resync(1 << 3 | 1 << MENU | 1 << BEAM + 1 | 1 << 7, 5000)
    after_gap = play(debounce, [1 << 3 | 1 << MENU | 1 << BEAM + 1 | 1 << 7] * 20, 5000)
    assert after_gap == [(UP | 4, 5000), (DOWN | 7, 5000)]
    assert debounce.held == 1 << 3 | 1 << MENU | 1 << BEAM + 1 | 1 << 7
    assert play(debounce, [0] * 60, 5020) == [(UP | 3, 5020), (UP | 7, 5020), (UP | MENU, 5020)]
    assert [code for code, _ in play(debounce, [1 << BEAM + 1] * 20 + [0] * 9, 5080)] == [PASS | 1]


def test_resync_of_a_beam_that_stays_blocked_waits_for_a_jam():
    debounce = Debounce()
    play(debounce, [1 << BEAM] * 20)
    debounce.resync(1 << BEAM, 700)
    assert play(debounce, [1 << BEAM] * 300, 700) == []
    assert play(debounce, [1 << BEAM] * 10, 1000) == [(STUCK | BEAM, 1000)]


@pytest.mark.parametrize("resting", range(20))
def test_events_that_must_follow_always_find_room(resting):
    """The queue is filled by presses of one button while others are held; then all held ones get stuck and freed."""
    debounce, tick = Debounce(), 0
    held = (1 << resting) - 1
    debounce.run(held, tick, 10)
    for tick in range(10, 1500, 20):
        debounce.run(held | 1 << UNDO, tick, 10)
        debounce.run(held, tick + 10, 10)
    debounce.run(held | 1 << UNDO, 1600, HELD_MS + 100)
    debounce.run(0, 1700 + HELD_MS, 10)
    assert debounce.size <= QUEUE and debounce.held == 0
    kinds = {}
    while code := debounce.pop():
        kinds.setdefault(code & 31, []).append(code & 224)
    for source, seen in kinds.items():
        if source not in BEAMS:
            assert seen.count(DOWN) == seen.count(UP) + seen.count(STUCK) and seen.count(STUCK) == seen.count(FREED)
            assert seen[0] == DOWN
    assert len(kinds[UNDO]) > 1 if resting < 18 else True


def test_a_flicker_after_a_passage_makes_the_gap_longer():
    beam = 1 << BEAM
    flicker = [beam] * 20 + [0] * 20 + [beam] * SETTLE + [0] * 20
    assert [code for code, _ in play(Debounce(), flicker + [beam] * 20 + [0] * 60)] == [PASS]
    alone = [beam] * SETTLE + [0] * 20                  # without a passage before it, a flicker is nothing
    assert [code for code, _ in play(Debounce(), alone + [beam] * 20 + [0] * 60)] == [PASS]


def test_first_passage_after_lost_samples_counts():
    beam = 1 << BEAM
    debounce = Debounce()
    assert [code for code, _ in play(debounce, [beam] * 20 + [0] * 10)] == [PASS]
    debounce.resync(0, 700)
    assert [code for code, _ in play(debounce, [0] * 6 + [beam] * 20 + [0] * 10, 700)] == [PASS]
