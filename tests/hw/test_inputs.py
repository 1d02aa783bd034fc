"""The sampling ring over fake PIO and DMA: true times, lost samples, wraps. Immunity 2, 10, 24, 30, 31."""

import random
from array import array

import pytest

from litfour.hw.inputs import RING_WORDS, Inputs
from litfour.hw.kernels import take
from litfour.hw.pins import sources
from litfour.ports import BEAM, DOWN, MENU, PASS, STUCK, UNDO, UP, after, elapsed
from tests.hw.board import Board

WRAP = 1 << 30


ALL = sources(9, True, True)


def inputs_on(board, mask=ALL, **options):
    return Inputs(mask, board.rp2, board.pin, board.address_of, board.ticks_ms, **options)


def drain(inputs, now=0):
    events = []
    while code := inputs.poll(now):
        events.append((code, inputs.time))
    return events


def near(events, expected):
    """Same codes, and times within 1 ms."""
    return [code for code, _ in events] == [code for code, _ in expected] and all(
        abs(elapsed(time, wanted)) <= 1 for (_, time), (_, wanted) in zip(events, expected, strict=True))


def test_pins_and_machine(board):
    inputs_on(board)
    assert all(board.pins[gpio] == (board.pin.IN, board.pin.PULL_UP, None) for gpio in range(20))
    machine = board.machines[0]
    options, bits = machine.program
    assert bits == (20,) and options == {"in_shiftdir": 0, "autopush": True, "push_thresh": 20}
    assert machine.options["freq"] == 32 * 1000 and machine.options["in_base"].number == 0 and machine.running


@pytest.mark.parametrize("late", [1, 33, 150, 350])
@pytest.mark.parametrize("start", [0, 12_345, WRAP - 100, WRAP - 300])
def test_presses_are_seen_late_but_with_their_times(late, start):
    board = Board(ms=start)
    inputs = inputs_on(board)
    board.advance(40)
    expected, events = [], []
    for source in (0, 8, MENU, UNDO):
        expected.append((DOWN | source, board.ticks_ms()))
        board.press(source)
        board.advance(8)
        expected.append((UP | source, board.ticks_ms()))
        board.release(source)
        board.advance(12)
        if late < 20:
            events += drain(inputs)
    board.advance(late)
    events += drain(inputs)
    assert near(events, expected) and inputs.overruns == 0


def test_ring_goes_on_past_its_end(board):
    inputs = inputs_on(board, words=64)
    for i in range(200):
        board.press(i % 9)
        began = board.ticks_ms()
        board.advance(9)
        board.release(i % 9)
        board.advance(11)
        assert near(drain(inputs), [(DOWN | i % 9, began), (UP | i % 9, began + 9)])
    assert inputs.overruns == 0


def test_times_do_not_drift(board):
    inputs = inputs_on(board)
    for i in range(3000):
        board.advance(29 + i % 13)
        assert inputs.poll(0) == 0
    board.press(4)
    board.advance(10)
    assert near([(inputs.poll(0), inputs.time)], [(DOWN | 4, board.ticks_ms() - 10)])


@pytest.mark.parametrize("skew", [1, -1])
def test_times_follow_the_clock_where_the_rates_differ(skew):
    """One sample in 50 is missing or too many, as after a change of the system clock by 2 %."""
    board = Board(ms=5000)
    inputs = inputs_on(board)
    for _ in range(200):
        board.advance(49)
        board.us += 1000 * skew
        assert drain(inputs) == []
    board.press(2)
    board.advance(10)
    (code, time), = drain(inputs)
    assert code == DOWN | 2 and abs(time - (board.ticks_ms() - 10)) <= 4 and inputs.overruns == 0


@pytest.mark.parametrize("away", [RING_WORDS - 30, RING_WORDS, 2 * RING_WORDS + 7, 60_000])
def test_lost_samples_are_counted_and_nothing_is_invented(board, away):
    inputs = inputs_on(board)
    board.press(3, BEAM + 2)
    board.advance(20)
    assert near(drain(inputs), [(DOWN | 3, 0)])
    board.advance(away // 2)
    board.release(BEAM + 2)
    board.press(5)
    board.advance(10)
    board.release(5)
    board.advance(away - away // 2 - 10)
    assert drain(inputs) == [] and inputs.overruns == 1
    board.advance(20)
    assert drain(inputs) == [] and inputs.held == 1 << 3
    board.release(3)
    ended = board.ticks_ms()
    board.advance(20)
    assert near(drain(inputs), [(UP | 3, ended)])
    board.press(BEAM + 2)
    board.advance(20)
    board.release(BEAM + 2)
    board.advance(10)
    assert [code for code, _ in drain(inputs)] == [PASS | 2] and inputs.overruns == 1


def test_release_during_lost_samples_ends_the_press(board):
    inputs = inputs_on(board)
    board.press(MENU)
    board.advance(20)
    drain(inputs)
    board.release(MENU)
    board.advance(2000)
    back = board.ticks_ms()
    drain(inputs)
    board.advance(20)
    assert near(drain(inputs), [(UP | MENU, back)]) and inputs.held == 0


def test_sources_that_are_not_fitted_are_ignored(board):
    inputs = inputs_on(board, sources(7))
    board.press(0, 7, 8, BEAM, UNDO)
    board.advance(400)
    assert [code for code, _ in drain(inputs)] == [DOWN, DOWN | UNDO]


def test_a_stale_now_does_no_harm(board):
    inputs = inputs_on(board)
    for _ in range(20):
        board.advance(60)
        assert drain(inputs, now=3) == []
    board.press(1)
    began = board.ticks_ms()
    board.advance(10)
    assert near(drain(inputs, now=WRAP - 5), [(DOWN | 1, began)])


def test_stuck_button(board):
    inputs = inputs_on(board)
    board.press(6)
    events = []
    for _ in range(310):
        board.advance(100)
        events += drain(inputs)
    assert near(events, [(DOWN | 6, 0), (STUCK | 6, 30_000)]) and inputs.held == 0


def test_work_of_one_poll_is_bounded_and_nothing_is_lost(board):
    inputs = inputs_on(board)
    runs = []
    real = inputs.debounce.run
    inputs.debounce.run = lambda *args: (runs.append(args[2]), real(*args))
    for i in range(400):                        # chatter faster than the settling time
        (board.press if i & 1 else board.release)(0, 11)
        board.advance(1)
    assert inputs.poll(0) == 0 and len(runs) <= 24
    polls = 0
    while sum(runs) < 399:
        inputs.poll(0)
        polls += 1
    assert polls < 20
    board.press(0)
    board.advance(20)
    assert [code for code, _ in drain(inputs)] == [DOWN]


def test_random_presses_and_random_polling():
    random_source = random.Random(4)
    board = Board(ms=WRAP - 20_000)
    inputs, expected, events = inputs_on(board), [], []
    last_poll = board.ticks_ms()
    for _ in range(400):
        source = random_source.choice([0, 3, 8, MENU, UNDO])
        board.advance(random_source.randint(8, 60))
        expected.append((DOWN | source, board.ticks_ms()))
        board.press(source)
        board.advance(random_source.randint(8, 100))
        expected.append((UP | source, board.ticks_ms()))
        board.release(source)
        if random_source.random() < 0.4 or elapsed(board.ticks_ms(), last_poll) > 250:
            events += drain(inputs)
            last_poll = board.ticks_ms()
    board.advance(10)
    events += drain(inputs)
    assert near(events, expected) and inputs.overruns == 0


def test_close_stops_dma_before_it_is_given_back(board):
    inputs = inputs_on(board)
    board.press(0)
    board.advance(20)
    inputs.close()
    inputs.close()
    assert all(channel.closed and not channel.running for channel in board.channels)
    assert not board.machines[0].running and inputs.poll(0) == 0


def test_kernel_crosses_the_wrap():
    for tick, now in ((0, 5), (WRAP - 3, 2), (WRAP - 1, 4)):
        state = array("I", (64, 0, tick, 1, 0, 0, 0))
        assert take(array("I", [1] * 64), state, 64 - 5, now) == 5
        assert (state[1], state[2], state[4], state[5]) == (5, after(tick, 5), tick, 0)


@pytest.mark.parametrize(("quiet", "length"), [(4, 5), (5, 5), (6, 0)])
def test_kernel_leaves_out_what_is_idle(quiet, length):
    state = array("I", (64, 0, 100, 1, 0, 0, quiet))
    assert take(array("I", [1] * 64), state, 64 - 5, 105) == length
    assert (state[1], state[2]) == (5, 105)
    if not length:
        assert state[6] == quiet - 5
