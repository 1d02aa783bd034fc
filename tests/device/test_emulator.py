"""The emulated Pico itself: time, pins, wire, flash, resets; and that its shortcuts change nothing."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.emulator import EmulatorError, Pico, find_uf2
from host_tools.emulator.pico import FlashOp
from tests.torture.pico_memory import GC_ALLOC

DEMO = (Path(__file__).parent / "wire_demo.py").read_text()
DATA = 22
UP = b"import time\ntime.sleep_ms(150)\n"      # what is printed before the host has opened the USB console is lost

# a bit of everything that compiled code does: floats, exceptions, collections, interrupts, native code, flash
WORKOUT = """
import array, gc, json, machine, math, micropython, time
total = 0.0
for i in range(200):
    total += math.sin(i) * math.sqrt(i + 0.5)
print(total, 3 ** 200 % 1234567891)
counts = {}
for i in range(1500):
    counts['k%d' % (i % 37)] = counts.get('k%d' % (i % 37), 0) + i
print(sorted(counts.items())[:3], json.dumps(json.loads('{"a": [1, 2, null]}')))
@micropython.viper
def mix(n: int) -> int:
    x = 1
    for i in range(n):
        x = (x * 1103515 + 12345) & 0x1fffffff
        x ^= x >> 7
    return x
@micropython.asm_thumb
def loop(r0):
    mov(r1, 0)
    mov(r2, 1)
    label(AGAIN)
    add(r1, r1, r0)
    lsl(r1, r2)
    sub(r0, r0, r2)
    bne(AGAIN)
    mov(r0, r1)
times = array.array('I', bytes(4000))
count = 0
def hard(timer):
    global count
    times[count % 1000] = time.ticks_cpu()
    count += 1
timer = machine.Timer(period=1, callback=hard, hard=True)
print(mix(60000), loop(60000), loop(200000))    # interrupts in the middle of tight loops
for i in range(1500):
    if i % 60 == 0:
        gc.collect()
timer.deinit()
print(count, sum(times), time.ticks_us())
made = 0
for i in range(40):                             # native code that comes and goes in the same memory
    names = {}
    exec('@micropython.viper\\ndef f(n: int) -> int:\\n x = %d\\n for k in range(n):\\n  x = (x * %d + k) & 0xffffff\\n'
         ' return x\\n' % (i, 3 + 2 * (i % 7)), {'micropython': micropython}, names)
    made += names['f'](200)
    names = None
    gc.collect()
print(made)
with open('workout.bin', 'wb') as file:
    file.write(bytes(range(256)) * 20)
print(sum(open('workout.bin', 'rb').read()))
try:
    1 / 0
except ZeroDivisionError as error:
    print(error)
"""


def observe(board, source):
    """Everything that can be seen of a run: output, cycles, frames, pulses, memory, flash."""
    board.watch(DATA)
    board.raw_repl()
    board.press(3, 20, at=board.now + 200)
    result = board.exec(source)
    assert not result.err
    return result, board.cycles, board.frames(DATA), board.wires, board.peek(0x20000000, 0x42000), board.fs()


def test_skipped_pio_cycles_change_nothing(pico):
    """Against the reference that looks at each state machine in each cycle: ring samples, wire timing, all of RAM."""
    source = "shown = 14\n" + DEMO
    fast, slow = (observe(pico(every_cycle=every_cycle), source) for every_cycle in (False, True))
    assert len(fast[2]) == 14
    assert any(frame.data[0] == 0 for frame in fast[2])
    assert fast == slow


def test_translated_code_changes_nothing(pico):
    """Against the interpreter, cycle for cycle; translated early, so that much is."""
    fast, slow = (observe(pico(translate=hot), WORKOUT) for hot in (20, 0))
    assert "divide by zero" in fast[0].out
    assert fast == slow


def test_pressed_pins_reach_the_ring_and_the_light(pico):
    board = pico()
    board.watch(DATA)
    board.raw_repl()
    pressed = board.press(0, 100, at=board.now + 250)
    board.press(4, 8, at=pressed + 20)
    result = board.exec("shown = 30\n" + DEMO)
    ring = int(result.out.split()[1], 16)
    samples = int(result.out.split()[3])
    words = memoryview(board.peek(ring, 4096)).cast("I")[:samples]
    assert abs(samples - 501) <= 1                          # 30 frames of 16.67 ms at 1 kHz
    assert sum(1 for word in words if not word & 1) in (100, 101)
    assert sum(1 for word in words if not word >> 4 & 1) in (8, 9)
    frames = board.frames(DATA)
    assert [frame.data[1] for frame in frames] == list(range(30))
    assert all(frame.bits == 1008 and frame.data[125] == 255 and len(frame.data) == 126 for frame in frames)
    lit = [frame for frame in frames if frame.data[0]]
    assert 0 < lit[0].start - pressed <= 16.7
    assert len(lit) == 6
    gaps = [later.start - earlier.start for earlier, later in zip(frames, frames[1:], strict=False)]
    assert all(abs(gap - 16.667) < 0.1 for gap in gaps)


def test_pulse_lengths_are_those_of_the_pio_program(pico):
    board = pico()
    board.watch(DATA)
    board.raw_repl()
    board.exec("shown = 2\n" + DEMO)
    pulses = board.wires[DATA]                              # 8 MHz: 2 ticks high for a 0, 7 for a 1
    assert pulses["zero"] == pytest.approx([0.00025, 0.00025], abs=9e-6)
    assert pulses["one"] == pytest.approx([0.000875, 0.000875], abs=9e-6)


def test_edge_to_light(pico):
    main = "shown = 100000\n" + DEMO
    board = pico({"main.py": main.replace("pixels[1] = frame & 255", "").encode()})
    board.watch(DATA)
    assert board.run_until(1000, frames=(DATA, 3))
    start, end = board.edge_to_light(0, DATA)
    assert 0 < start <= 16.7
    assert end - start == pytest.approx(1.26, abs=0.01)     # 42 pixels of 24 bits of 1.25 us
    board.run(100)
    assert board.edge_to_light(7, DATA, within=100) is None


def test_main_runs_by_itself_from_a_file_system_with_folders_and_compiled_code(pico, tmp_path):
    from host_tools.image import compile_source
    part = compile_source("WORD = 'part'\n", "part.py", tmp_path)
    board = pico({"main.py": UP + b"from pack.sub.part import WORD\nprint('hello', WORD)", "pack/sub/part.mpy": part})
    assert board.run_until(1000, text="hello part")
    assert board.now < 300


def test_run_until_says_whether_it_came(pico):
    board = pico({"main.py": b"import time\ntime.sleep_ms(300)\nprint('late')"})
    assert not board.run_until(200, text="late")
    assert board.now == pytest.approx(200, abs=0.1)
    assert board.run_until(400, text="late")
    assert 300 < board.now < 450


def test_a_still_picture_is_noticed(pico):
    board = pico({"main.py": ("shown = 20\n" + DEMO).encode()})
    board.watch(DATA)
    assert board.run_until(2000, still=(DATA, 200))
    last = board.frames(DATA)[-1].end
    assert board.now - last == pytest.approx(200, abs=6)


def test_sleep_costs_time_but_no_work(pico):
    board = pico()
    board.raw_repl()
    result = board.exec("import time\ntime.sleep_ms(500)")
    assert result.ms == pytest.approx(500, abs=5)
    assert result.cycles == pytest.approx(result.ms * 125_000, rel=1e-6)


WATCHDOG = UP + b"""
import machine
print('cause', machine.reset_cause(), machine.mem32[0x4005800c])
machine.mem32[0x4005800c] = 1234
if machine.reset_cause() != machine.WDT_RESET:
    machine.WDT(timeout=500)
    while True:
        time.sleep_ms(10)
"""


def test_the_watchdog_resets_and_its_scratch_register_survives(pico):
    board = pico({"main.py": WATCHDOG})
    assert board.run_until(3000, resets=1)
    assert board.run_until(1000, text="cause 3 1234")
    (_, first), (when, second) = board.resets
    assert (first, second) == ("power", "timeout")
    assert 650 < when < 850
    board.start()
    assert board.run_until(1000, text="cause 1 0")          # power was off: nothing is left
    assert board.resets[-1][1] == "power"


def test_planned_presses_outlive_a_reset(pico):
    main = UP + b"from machine import Pin\np = Pin(5, Pin.IN, Pin.PULL_UP)\nprint('up', p.value())\n" \
           b"while p.value(): time.sleep_ms(1)\nprint('down', time.ticks_ms())"
    board = pico({"main.py": main})
    board.press(5, 50, at=700)
    assert board.run_until(400, text="up 1")
    board.reset()
    assert board.run_until(1000, text="down")
    assert board.now == pytest.approx(700, abs=5)


def test_flash_operations_are_counted_and_stop_the_cpu(pico):
    board = pico()
    board.raw_repl()
    before = board.erased
    result = board.exec("with open('a', 'wb') as f: f.write(bytes(5000))")
    erased = board.erased - before
    assert erased >= 2
    assert result.ms > 45 * erased
    assert all(isinstance(operation, FlashOp) and operation.offset >= 0xa0000 for operation in board.flash_log)
    assert len([operation for operation in board.flash_log if operation.kind == "erase"]) == board.erased
    assert board.files()["a"] == bytes(5000)


def test_a_power_cut_tears_the_operation_and_the_board_starts_again(pico):
    save = UP + b"""
def write(path, text):
    with open(path, 'w') as f: f.write(text)
try: print('found', repr(open('slot').read()))
except OSError: print('found nothing')
write('slot', 'x' * 9000)
print('saved')
"""
    whole = pico({"main.py": save})
    assert whole.run_until(3000, text="saved")
    operations = len(whole.flash_log)
    assert operations > 4
    board = pico({"main.py": save}, cut_at=operations // 2)
    assert not board.run(3000)
    assert "saved" not in board.console
    assert len(board.flash_log) == operations // 2
    board.start()
    assert board.run_until(3000, text="saved")
    assert "found nothing" in board.console or "found ''" in board.console
    assert board.files()["slot"] == b"x" * 9000


def test_the_flash_goes_out_and_into_another_board(pico):
    board = pico({"main.py": UP + b"print('first')"})
    assert board.run_until(1000, text="first")
    other = pico(start=False)
    other.load_fs(board.fs())
    other.start()
    assert other.run_until(1000, text="first")


def test_the_console_speaks_over_a_socket_and_a_pty(pico):
    board = pico()
    board.run(500)
    with board.serving() as port:
        assert _mpremote(port) == "42"
    with board.pty() as path:
        assert _mpremote(path) == "42"


def _mpremote(port):
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", "eval", "6*7"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.strip()


def test_edges_of_a_pin(pico):
    main = b"from machine import Pin, PWM\nimport time\np = PWM(Pin(20), freq=1000, duty_u16=16384)\n" \
           b"time.sleep_ms(50)\np.deinit()\nprint('done')"
    board = pico({"main.py": main})
    board.watch_edges(20)
    assert board.run_until(1000, text="done")
    rises = [ms for ms, level in board.edges(20) if level]
    falls = [ms for ms, level in board.edges(20) if not level]
    assert len(rises) == pytest.approx(50, abs=2)
    assert rises[5] - rises[4] == pytest.approx(1.0, abs=0.01)
    after = next(ms for ms in falls if ms > rises[4])
    assert after - rises[4] == pytest.approx(0.25, abs=0.01)


def test_the_flash_cache_model_only_costs_time(pico):
    plain, cached = (pico(cache_miss_cycles=cycles) for cycles in (0, 80))
    for board in (plain, cached):
        board.raw_repl()
    source = "x = 0\nfor i in range(3000): x += i * i\nprint(x)"
    fast, slow = plain.exec(source), cached.exec(source)
    assert fast.out == slow.out
    assert slow.cycles > fast.cycles
    assert cached.cache_misses > 0


def test_errors_say_what_is_wrong(emulator, pico, tmp_path, monkeypatch):
    with pytest.raises(EmulatorError, match="no such UF2"):
        find_uf2(tmp_path / "absent.uf2")
    (tmp_path / "bad.uf2").write_bytes(bytes(1024))
    with pytest.raises(EmulatorError, match="not a UF2 file"):
        Pico(tmp_path / "bad.uf2")
    monkeypatch.setenv("LITFOUR_CACHE", str(tmp_path))
    monkeypatch.delenv("MICROPYTHON_UF2", raising=False)
    with pytest.raises(EmulatorError, match="download RPI_PICO-"):
        find_uf2()
    monkeypatch.undo()
    board = pico()
    board.raw_repl()
    with pytest.raises(EmulatorError, match="did not end within 50 ms"):
        board.exec("while True: pass", ms=50)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(EmulatorError, match="serve .*EADDRINUSE"):
        board.serve(taken.getsockname()[1])
    with pytest.raises(EmulatorError, match="not watched"):
        board.run_until(10, frames=(3, 1))


def test_the_cable_is_pulled_and_plugged_in_and_the_console_answers_again(pico):
    board = pico()
    board.run(800)
    board.plug(False)
    board.run(20)
    board.send(b"print(6 * 7)\r")
    board.run(300)
    assert board.console == "", "it speaks to nobody"
    board.plug()
    board.run(300)
    board.send(b"print(6 * 9)\r")
    assert board.run_until(300, text="54\r\n") and "42" not in board.console
    board.read_console(False)
    board.send(b"print(5 * 9)\r")
    assert not board.run_until(300, text="45\r\n")
    board.read_console()
    assert board.run_until(300, text="45\r\n")


def test_calls_of_a_function_are_counted_and_one_can_fail(pico):
    """Every bytearray comes out of the allocator, whose address the torture of memory knows."""
    board = pico(count_calls=GC_ALLOC)
    board.run(500)
    board.raw_repl()
    before = board.calls
    assert board.exec("x = [bytearray(40000) for k in range(3)]; print(len(x))").out == "3\r\n"
    assert 6 <= board.calls - before < 100
    board.fail_call_at(1)
    assert "MemoryError" in board.exec("x = None; x = bytearray(10)").err
    assert board.exec("x = bytearray(10); print(len(x))").out == "10\r\n"
    with pytest.raises(EmulatorError, match="no calls are counted"):
        pico().fail_call_at(1)
