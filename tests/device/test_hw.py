"""The drivers on the emulated Pico: wire, sampling, costs, memory, power cuts.

Immunity 2, 3, 4, 7, 8, 10, 13, 15, 16, 23, 30, 31. Figures are printed; `pytest -s tests/device/test_hw.py` shows them.
"""

import random
from pathlib import Path

import pytest

from host_tools import image
from host_tools.emulator import Pico
from litfour.hw.encode import Encoder
from litfour.hw.wiring import Wiring, module_skip, wiring_named
from litfour.ports import BEAM, DOWN, MENU, PASS, UNDO, UP
from tests.hw import probe

PANEL_PIN, MARK_PIN = 22, 25

PRELUDE = """
import gc, machine, micropython, rp2, time, uctypes
from litfour.hw import pins, wiring
from litfour.hw.encode import Encoder
from litfour.hw.inputs import Inputs
from litfour.hw.matrix import Matrix

ALL = pins.sources(9, True, True)

def noise(size, seed):
    return bytearray((k * k * 7 + k * 37 + seed * 101) & 255 for k in range(size))

def display_on(record):
    return Matrix(record.panel_record(), record, rp2, machine.Pin, time)

def sampling(words=512):
    return Inputs(ALL, rp2, machine.Pin, uctypes.addressof, time.ticks_ms, words)

def mark():
    pin = machine.Pin(25, machine.Pin.OUT)
    ticks = time.ticks_us()
    pin(1)
    pin(0)
    print('mark', ticks)

def drain(inputs):
    while True:
        code = inputs.poll(0)
        if not code:
            return
        print('event', code, inputs.time)
"""


def noise(size, seed):
    return bytes((k * k * 7 + k * 37 + seed * 101) & 255 for k in range(size))


@pytest.fixture(scope="module")
def drivers(tmp_path_factory):
    """The firmware's modules, each a file, without main.py, so that nothing runs by itself."""
    files = image.build(tmp_path_factory.mktemp("modules"), joined=False)
    return {path: file for path, file in files.items() if path != "main.py"}


@pytest.fixture(scope="module")
def board(emulator, drivers):
    """A board in raw REPL that most tests share; each leaves DMA and PIO closed."""
    with booted(emulator, drivers) as pico:
        run(pico, PRELUDE)
        pico.watch(PANEL_PIN)
        pico.watch_edges(MARK_PIN)
        yield pico


def booted(uf2, files):
    pico = Pico(uf2, files=files)
    pico.start()
    pico.run(100)
    pico.raw_repl()
    return pico


def run(board, source):
    """Runs a script and returns what it printed as [[word, ...], ...]; it must not raise."""
    result = board.exec(source)
    assert result.err == "", result.err
    return [line.split() for line in result.out.split("\n") if line.strip()]


def told(lines, word):
    return [[int(value) for value in line[1:]] for line in lines if line[0] == word]


# ---- Light
WIRINGS = {
    "7x6": wiring_named("7x6"),
    "corner": Wiring("corner", "7x6", order="RGB", origin="tr", axis="columns", serpentine=True, rail=-1, skip=(0,)),
    "module": Wiring("module", "7x6", order="BGR", skip=module_skip(7, 6, 8, 8), channel_ma=(20, 12, 30)),
    "large": Wiring("large", "9x9", origin="br", serpentine=True, rail=1, budget_ma=300),
}


def rebuilt(record):
    """The record as source text for the board."""
    fields = ("name", "panel", "order", "origin", "axis", "serpentine", "skip", "rail", "timing", "channel_ma",
              "idle_ua", "budget_ma")
    return "wiring.Wiring(" + ", ".join(repr(getattr(record, field)) for field in fields) + ")"


@pytest.mark.parametrize("name", WIRINGS)
def test_wire_equals_the_encoder_twin(board, name):
    record = WIRINGS[name]
    seen = len(board.frames(PANEL_PIN))
    lines = run(board, f"""
display = display_on({rebuilt(record)})
size = display.encoder.size
def send(frame, brightness):
    display.brightness = brightness
    while not display.show(frame):
        pass
    print('ma', display.milliamps)
for i in range(36):
    send(noise(size, i), 255 if i % 3 else 60)
send(b'\\xff' * size, 255)
send(bytes(size), 255)
send(b'\\xff' * size, 255)
time.sleep_us(400)
display.off()
print('ma', display.milliamps)
display.close()
""")
    twin = Encoder(record.panel_record(), record)
    expected, milliamps = [], []
    shows = [(noise(twin.size, i), 255 if i % 3 else 60) for i in range(36)]
    for frame, brightness in [*shows, (b"\xff" * twin.size, 255), (bytes(twin.size), 255), (b"\xff" * twin.size, 255)]:
        milliamps.append([twin.encode(frame, brightness)])
        expected.append(twin.wire_bytes())
    frames = board.frames(PANEL_PIN)[seen:]
    assert [frame.data for frame in frames[:38]] == expected[:38]
    assert told(lines, "ma") == [*milliamps, [0]] and max(milliamps)[0] <= record.budget_ma
    # off() came amid the last frame: what was sent of it is right, and then all went dark; close() says it again
    assert 0 < len(frames[38].data) < len(expected[38]) and expected[38].startswith(frames[38].data)
    assert [frame.data for frame in frames[39:]] == [bytes(len(expected[38]))] * 2
    gaps = [(b.start - a.end) * 1000 for a, b in zip(frames, frames[1:], strict=False)]
    assert min(gaps) >= 280


@pytest.mark.parametrize("mhz", [125, 200])
def test_wire_timing_keeps_ws2812b_limits(emulator, drivers, mhz):
    with booted(emulator, drivers) as pico:
        run(pico, f"import machine; machine.freq({mhz}000000)" + PRELUDE)
        pico.watch_edges(PANEL_PIN)
        run(pico, """
display = display_on(wiring.wiring_named('7x6'))
display.show(noise(126, 3))
time.sleep_ms(3)
""")
        edges = pico.edges(PANEL_PIN)
    rises = [ms * 1e6 for ms, level in edges if level]
    falls = [ms * 1e6 for ms, level in edges if not level and ms > edges[0][0]]
    highs = [fall - rise for rise, fall in zip(rises, falls[-len(rises):], strict=True)]
    lows = [rise - fall for fall, rise in zip(falls[-len(rises):], rises[1:], strict=False)]
    assert len(highs) == 42 * 24
    zeros, ones = [high for high in highs if high < 500], [high for high in highs if high >= 500]
    after_zero = [low for high, low in zip(highs, lows, strict=False) if high < 500]
    after_one = [low for high, low in zip(highs, lows, strict=False) if high >= 500]
    print(f"\n{mhz} MHz, ns: 0 high {min(zeros):.0f}-{max(zeros):.0f} low {min(after_zero):.0f}-{max(after_zero):.0f}, "
          f"1 high {min(ones):.0f}-{max(ones):.0f} low {min(after_one):.0f}-{max(after_one):.0f}")
    assert min(zeros) >= 250 and max(zeros) <= 380
    assert min(ones) >= 650 and max(ones) <= 950
    assert min(after_zero) >= 700 and max(after_zero) <= 1000
    assert min(after_one) >= 300 and max(after_one) <= 600


def test_cost_of_a_frame(board):
    lines = run(board, """
def cost(name):
    encoder = Encoder(wiring.wiring_named(name).panel_record(), wiring.wiring_named(name))
    encoder.ramp = 32
    for frame, brightness in ((noise(encoder.size, 1), 60), (b'\\xff' * encoder.size, 255)):
        micropython.heap_lock()
        start = time.ticks_us()
        encoder.encode(frame, brightness)
        us = time.ticks_us() - start
        micropython.heap_unlock()
        print(name, us)
cost('7x6')
cost('9x9')
cost('9x9+rail')
""")
    worst = {line[0]: int(line[1]) for line in lines}
    print("\nencode and limit, us:", worst)
    assert worst["7x6"] < 500 and worst["9x9+rail"] < 1000


def test_show_allocates_nothing(board):
    lines = run(board, """
display = display_on(wiring.wiring_named('9x9'))
def shows(count):
    frame = noise(243, 5)
    sent = 0
    micropython.heap_lock()
    try:
        while sent < count:
            if display.show(frame):
                sent += 1
    finally:
        micropython.heap_unlock()
    print('sent', sent)
shows(40)
display.close()
""")
    assert lines == [["sent", "40"]]


# ---- Inputs
def ticks_offset(board, lines):
    """Emulated ms minus the board's ticks in ms, by the edge that mark() makes."""
    (ticks,), = told(lines, "mark")
    return board.edges(MARK_PIN)[-1][0] - ticks / 1000


def test_short_presses_on_every_source_during_a_flash_write(board):
    lines = run(board, "inputs = sampling()\nmark()")
    offset = ticks_offset(board, lines)
    order = list(range(20))
    random.Random(7).shuffle(order)
    presses = {source: board.press(source, 8, board.now + 60 + 5.13 * i) for i, source in enumerate(order)}
    first = len(board.flash_log)
    lines = run(board, """
with open('block.bin', 'wb') as file:
    file.write(bytes(12500))
drain(inputs)
print('held', inputs.held, inputs.overruns)
time.sleep_ms(30)
drain(inputs)
inputs.close()
""")
    written = [operation.ms for operation in board.flash_log[first:]]
    after_start = [ms - written[0] for ms in presses.values()]
    print(f"\nflash busy for {max(written) - written[0]:.0f} ms; the presses began "
          f"{min(after_start):.0f} to {max(after_start):.0f} ms after its start")
    assert min(written) < min(presses.values()) and max(written) > max(presses.values()) + 8
    expected = {}
    for source, ms in presses.items():
        if BEAM <= source < MENU:
            expected[PASS | source - BEAM] = ms + 8 - offset
        else:
            expected[DOWN | source], expected[UP | source] = ms - offset, ms + 8 - offset
    events = told(lines, "event")
    assert sorted(code for code, _ in events) == sorted(expected)       # each exactly once
    assert all(-1.1 <= time - expected[code] <= 1.1 for code, time in events), (events, expected)
    assert told(lines, "held") == [[0, 0]]


@pytest.mark.parametrize("words", [64, 512])
def test_sampling_goes_on_past_the_end_of_the_count(board, words):
    """The first channel's count ends every `words` ms; presses before and after many ends are seen."""
    inputs = run(board, f"inputs = sampling({words})\nmark()")
    offset = ticks_offset(board, inputs)
    presses = [board.press(3, 8, board.now + ms) for ms in (50, 72.5, 600, 1111, 1540, 1601)]
    lines = run(board, f"""
for _ in range({1700 // 15}):
    time.sleep_ms(15)
    drain(inputs)
print('overruns', inputs.overruns)
inputs.close()
""")
    events = told(lines, "event")
    assert [code for code, _ in events] == [DOWN | 3, UP | 3] * 6
    for (_, down), (_, up), ms in zip(events[::2], events[1::2], presses, strict=True):
        assert -1.1 <= down - (ms - offset) <= 1.1 and 7 <= up - down <= 9
    assert told(lines, "overruns") == [[0]]


def test_loop_away_for_longer_than_the_ring(board):
    run(board, "inputs = sampling()")
    for ms in (100, 300, 700, 900):
        board.press(UNDO, 100, board.now + ms)
    lines = run(board, """
time.sleep_ms(1200)
drain(inputs)
print('overruns', inputs.overruns, inputs.held)
""")
    assert told(lines, "event") == [] and told(lines, "overruns") == [[1, 0]]
    board.press(UNDO, 8, board.now + 30)
    lines = run(board, "time.sleep_ms(100)\ndrain(inputs)\ninputs.close()\nprint('end', inputs.poll(0))")
    assert [code for code, _ in told(lines, "event")] == [DOWN | UNDO, UP | UNDO]


def test_cost_of_a_poll(board):
    run(board, "inputs = sampling()")
    for i in range(20):
        board.press(i, 8, board.now + 420 + 12 * i)
    lines = run(board, """
def polls(word, pause, count):
    code = worst = us = start = 0
    for _ in range(count):
        time.sleep_ms(pause)
        micropython.heap_lock()
        start = time.ticks_us()
        code = inputs.poll(0)
        us = time.ticks_us() - start
        micropython.heap_unlock()
        worst = max(worst, us)
        while inputs.poll(0):
            pass
    print(word, worst)
polls('first', 3, 1)
polls('soon', 3, 10)
polls('frame', 33, 5)
polls('long', 150, 1)
polls('busy', 5, 60)
inputs.close()
""")
    worst = {line[0]: int(line[1]) for line in lines}
    print("\nworst us of a poll after 3, 33, 150 ms, and with presses:", worst)
    assert worst["frame"] < 100 and worst["soon"] < 100 and worst["long"] < 200 and worst["busy"] < 2500


def test_machine_code_of_the_board_agrees_with_the_plain_twin(board, tmp_path):
    source = Path(probe.__file__).read_text()
    lines = board.exec(source + "\nfor line in report('/probe', 6):\n    print(line)\n", ms=120_000)
    assert lines.err == ""
    assert lines.out.splitlines() == list(probe.report(str(tmp_path / "here"), 6))


# ---- Memory, reset, store, watchdog
def test_memory(emulator, drivers):
    with booted(emulator, drivers) as pico:
        lines = run(pico, """
import gc, sys
def free():
    gc.collect()
    return gc.mem_free()
import machine, rp2, time, uctypes
import litfour.ports
before = free()
from litfour.hw import wiring, pins, matrix, inputs, clock, store, buzzer
imported = free()
record = wiring.wiring_named('9x9+rail')
display = matrix.Matrix(record.panel_record(), record, rp2, machine.Pin, time)
sampler = inputs.Inputs(pins.sources(9, True, True), rp2, machine.Pin, uctypes.addressof, time.ticks_ms)
keep = (clock.Clock(time.ticks_ms), store.Store(), buzzer.Buzzer(machine.PWM(machine.Pin(20))))
built = free()
del record, wiring, pins
package = sys.modules['litfour.hw']
for name in ('wiring', 'pins', 'pio'):
    del sys.modules['litfour.hw.' + name]
    delattr(package, name)
dropped = free()
print('bytes', before - imported, imported - built, before - dropped)
print('works', display.show(bytes(270)), sampler.poll(0))
""")
    (modules, objects, resident), = told(lines, "bytes")
    print(f"\nhw: modules {modules} bytes, objects {objects}; resident after set-up code is dropped {resident}")
    assert resident <= 18_500
    assert lines[-1] == ["works", "True", "0"]


def test_soft_reset_stops_the_ring(emulator, drivers):
    """Otherwise DMA would go on writing into the next program's heap."""
    with booted(emulator, drivers) as pico:
        run(pico, PRELUDE + "\ninputs = sampling()")
        write_address = 0x50000004
        moving = pico.peek(write_address, 4)
        pico.run(5)
        assert pico.peek(write_address, 4) != moving
        pico.send(b"\x04")
        assert pico.run_until(1000, text="soft reboot")
        pico.run(100)
        resting = pico.peek(write_address, 4)
        pico.run(5)
        assert pico.peek(write_address, 4) == resting


SAVER = b"""
from litfour.hw.store import Store
store = Store()
print('was', store.load('game'))
print('saved', store.save('game', bytearray(b'new' * 100)))
print('end')
"""


def test_power_cut_at_every_flash_operation_of_a_save(emulator, drivers):
    old = b"old" * 100
    setter = SAVER.replace(b"b'new'", b"b'old'") + SAVER.replace(b"b'new'", b"b'old'") + b"print('set')"
    with Pico(emulator, files={**drivers, "main.py": setter}) as pico:
        pico.start()
        assert pico.run_until(3000, text="set"), pico.console
        pico.run(5)
        filled = image.read_littlefs(pico.fs())
    assert len(filled["save/game.0"]) == len(old) + 12
    outcomes = []
    for start, before in (({**filled, **drivers}, old), (drivers, None)):
        for cut in range(1, 12):
            with Pico(emulator, files={**start, "main.py": SAVER}) as pico:
                pico.start()
                pico.cut_power_at(cut)
                if pico.run_until(3000, text="end"):
                    assert cut > 1
                    break
                pico.cut_power_at(0)
                pico.start()
                assert pico.run_until(3000, text="end")
                was = pico.console.rsplit("was ", 1)[1].split("\r")[0]
                outcomes.append(was)
                assert was in (repr(before), repr(b"new" * 100))
                assert "saved True" in pico.console.rsplit("was ", 1)[1]
        else:
            pytest.fail("a save takes more than 11 flash operations")
    print(f"\n{len(outcomes)} cuts: {outcomes.count(repr(b'new' * 100))} times the new data, else the old")
    assert len(outcomes) >= 3


GUARD = "import machine\nfrom litfour.hw.clock import Watchdog\ndog = Watchdog(machine.WDT)\n"


def test_watchdog_is_clamped_and_bites(emulator, drivers):
    with booted(emulator, drivers) as pico:
        run(pico, GUARD + "dog.start(60000)")
        pico.run(500)
        assert [cause for _, cause in pico.resets] == ["power"]
    with booted(emulator, drivers) as pico:
        run(pico, GUARD + "dog.start(200)")
        pico.run(500)
        assert len(pico.resets) > 1
