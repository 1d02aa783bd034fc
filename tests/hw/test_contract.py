"""The contract of ports.py over both sides of the seam: the fakes of host_tools and the drivers on a fake board.

Each list names one factory a side; a factory returns the object and what the test needs to move its world.
"""

from types import SimpleNamespace

import pytest

from host_tools import fakes
from litfour import ports
from litfour.hw.buzzer import Buzzer
from litfour.hw.clock import Clock, Watchdog
from litfour.hw.inputs import Inputs
from litfour.hw.matrix import Matrix
from litfour.hw.pins import sources
from litfour.hw.store import Store
from litfour.hw.wiring import wiring_named
from tests.hw.board import Board

WRAP = 1 << 30


def side(name, *factories):
    return pytest.mark.parametrize(name, factories, ids=lambda factory: factory.__name__)


# ---- Display
def recording_display(name):
    panel = ports.panel_named(name[:3], "rail" in name)
    display = fakes.RecordingDisplay(panel)
    return SimpleNamespace(it=display, panel=panel, wait=lambda: None, sent=lambda: display.frame)


def matrix(name):
    board, record = Board(), wiring_named(name)
    panel = record.panel_record()
    display = Matrix(panel, record, board.rp2, board.pin, board.time)
    return SimpleNamespace(it=display, panel=panel, wait=lambda: board.advance_us(20_000), sent=lambda: board.wire[-1])


displays = side("display", recording_display, matrix)


@displays
@pytest.mark.parametrize("panel", ["7x6", "8x8", "9x6+rail", "9x9+rail"])
def test_display_takes_frames_of_its_panel(display, panel):
    world = display(panel)
    for frame in (bytes(world.panel.size), bytearray(b"\x40" * world.panel.size)):
        assert world.it.show(frame) is True
        assert isinstance(world.it.milliamps, int)
        world.wait()
    for size in (0, world.panel.size - 1, world.panel.size + 3):
        with pytest.raises(ValueError, match="frame"):
            world.it.show(bytes(size))


@displays
def test_display_keeps_no_hold_of_the_frame(display):
    world = display("7x6")
    frame = bytearray(b"\x30" * world.panel.size)
    world.it.show(frame)
    sent = world.sent()
    frame[:] = bytes(len(frame))
    assert world.sent() == sent and any(sent)


@displays
def test_display_brightness_is_an_attribute(display):
    world = display("7x6")
    assert world.it.brightness == 255
    world.it.brightness = 3
    assert world.it.brightness == 3 and world.it.show(b"\xff" * world.panel.size)


# ---- Inputs
def scripted_inputs(start):
    clock, inputs = fakes.FakeClock(start), fakes.ScriptedInputs()
    return SimpleNamespace(it=inputs, now=clock.ms, advance=clock.advance,
                           press=lambda source: inputs.press(source, clock.ms()),
                           release=lambda source: inputs.release(source, clock.ms()))


def sampled_inputs(start):
    board = Board(ms=start)
    inputs = Inputs(sources(9, True, True), board.rp2, board.pin, board.address_of, board.ticks_ms)
    return SimpleNamespace(it=inputs, now=board.ticks_ms, advance=board.advance, press=board.press,
                           release=board.release)


inputs_sides = side("inputs", scripted_inputs, sampled_inputs)


def events(world):
    found = []
    while code := world.it.poll(world.now()):
        found.append((code, world.it.time))
    return found


@inputs_sides
def test_inputs_are_silent_at_rest(inputs):
    world = inputs(0)
    for _ in range(5):
        assert world.it.poll(world.now()) == ports.NONE and world.it.held == 0
        world.advance(33)


@inputs_sides
@pytest.mark.parametrize("source", [0, 1, 7, 8, ports.MENU, ports.UNDO])
@pytest.mark.parametrize("start", [0, WRAP - 60])
def test_press_and_release(inputs, source, start):
    world = inputs(start)
    world.advance(50)
    pressed = world.now()
    world.press(source)
    world.advance(20)
    (code, time), = events(world)
    assert code == ports.DOWN | source and abs(ports.elapsed(time, pressed)) <= 1
    assert world.it.held == 1 << source
    world.release(source)
    world.advance(20)
    (code, time), = events(world)
    assert code == ports.UP | source and abs(ports.elapsed(time, pressed) - 20) <= 1
    assert world.it.held == 0


@inputs_sides
def test_events_come_oldest_first_and_late_ones_keep_their_times(inputs):
    world = inputs(1000)
    for source in (4, ports.MENU):
        world.press(source)
        world.advance(30)
    world.release(4)
    world.advance(100)
    found = events(world)
    assert [code for code, _ in found] == [ports.DOWN | 4, ports.DOWN | ports.MENU, ports.UP | 4]
    assert [round((time - 1000) / 30) for _, time in found] == [0, 1, 2]
    assert world.it.held == 1 << ports.MENU and found[-1][1] == world.it.time


# ---- Clock
def fake_clock(start):
    clock = fakes.FakeClock(start)
    return SimpleNamespace(it=clock, advance=clock.advance)


def ticks_clock(start):
    board = Board(ms=start)
    return SimpleNamespace(it=Clock(board.ticks_ms), advance=board.advance)


@side("clock", fake_clock, ticks_clock)
@pytest.mark.parametrize("start", [0, WRAP - 40])
def test_clock_goes_on_and_wraps(clock, start):
    world = clock(start)
    for _ in range(10):
        before = world.it.ms()
        world.advance(7)
        assert 0 <= before < WRAP and ports.elapsed(world.it.ms(), before) == 7


# ---- Store
def memory_store(path):
    return fakes.MemoryStore()


def file_store(path):
    return Store(str(path / "save"))


@side("store", memory_store, file_store)
def test_store_keeps_the_last_whole_data(store, tmp_path):
    it = store(tmp_path)
    assert it.load("journal") is None
    for data in (b"", b"one", bytes(range(200)) * 2):
        assert it.save("journal", data) is True and it.load("journal") == data
    assert it.load("settings") is None
    with pytest.raises(ValueError, match="401"):
        it.save("journal", bytes(401))
    assert len(it.load("journal")) == 400
    assert it.save("journal", bytearray(b"buffer")) and it.load("journal") == b"buffer"


# ---- Sound, Watchdog
def silent_sound():
    return fakes.SilentSound()


def buzzer():
    return Buzzer(SimpleNamespace(freq=lambda value: None, duty_u16=lambda value: None))


@side("sound", silent_sound, buzzer)
def test_sound_never_blocks_or_fails(sound):
    it = sound()
    it.stop()
    it.play(bytes((13, 10, 0, 2)))
    for now in (WRAP - 50, WRAP - 1, 49, 5000):
        it.update(now)
    it.play(b"")
    it.update(6000)
    it.stop()


def fake_watchdog():
    return fakes.FakeWatchdog()


def watchdog():
    return Watchdog(lambda timeout: SimpleNamespace(feed=lambda: None))


@side("guard", fake_watchdog, watchdog)
def test_watchdog_can_always_be_fed(guard):
    it = guard()
    for _ in range(3):
        assert it.feed() is None
