"""`litfour deploy` against the emulated Pico, over a socket and over a pseudo terminal. Immunity 14, 32."""

import argparse

import pytest

from host_tools import deploy, versions
from host_tools.board import SAFE_MAGIC, Board, BoardError, FlashFull, find_port
from host_tools.image import BoardFile

# what main.py of the firmware has to do: stay away if asked to, start the watchdog late, let ctrl-C through
MAIN = b"""
import machine
if machine.mem32[0x4005800c] == %d:
    machine.mem32[0x4005800c] = 0
else:
    import os, time
    with open('litfour.on') as file:
        os.chdir('litfour.' + file.read(1))
    import litfour.part
    start = time.ticks_ms()
    dog = None
    while True:
        time.sleep_ms(20)
        if dog:
            dog.feed()
        elif time.ticks_diff(time.ticks_ms(), start) > 300:
            dog = machine.WDT(timeout=600)
            print('watched', litfour.part.WORD)
""" % SAFE_MAGIC
# a program that knows nothing of all this: its watchdog starts at once, its PIO and DMA write into memory without end
STRANGER = b"""
import machine, rp2, time, uctypes
dog = machine.WDT(timeout=900)
@rp2.asm_pio(autopush=True, push_thresh=32)
def sampler():
    in_(pins, 32)[31]
junk = bytearray(4096)
sampling = rp2.StateMachine(0, sampler, freq=32000)
dma = rp2.DMA()
ring = uctypes.addressof(junk) + 1023 & ~1023
dma.config(read=sampling, write=ring, count=1 << 27, trigger=True, ctrl=dma.pack_ctrl(
    inc_read=False, ring_sel=True, ring_size=10, treq_sel=4))
sampling.active(1)
while True:
    dog.feed()
    time.sleep_ms(5)
"""
DMA_BUSY = "[n for n in range(12) if machine.mem32[0x5000000c + 64 * n] >> 24 & 1]"


def files_with(word="one"):
    files = {"litfour/sub/empty.py": b"", "litfour/part.py": b"WORD = '%s'\n" % word.encode(),
             "litfour/large.bin": bytes(range(256)) * 40, "main.py": MAIN}
    return {path: BoardFile(data) for path, data in sorted(files.items())}


def deploy_to(port, files):
    lines = []
    with Board(port) as board:
        summary = deploy.deploy(board, files, say=lines.append)
    return summary, lines


def runs(board, word, mark=0):
    """Whether the console says so within 2 s, or has said so since `mark` (time goes on while a port is served)."""
    return f"watched {word}" in board.console[mark:] or board.run_until(2000, text=f"watched {word}")


def contents(board):
    """All that is in the flash."""
    return board.files()


def laid(files, name="litfour.a"):
    """What a board has on which these files were deployed once, as bytes."""
    return {path: file.data for path, file in versions.on_board(files, name).items()}


def test_fresh_board_then_nothing_then_one_file_then_a_stale_one(pico):
    board = pico()
    board.run(300)
    files = files_with()
    with board.serving() as port:
        summary, lines = deploy_to(port, files)
    assert summary.startswith("6 of 7 files copied")       # the manifest is not counted, as it is written first
    assert lines[-1].startswith("copied main.py")
    assert contents(board) == laid(files)
    assert runs(board, "one"), "the program does not run after the deployment"

    mark = len(board.console)
    with board.serving() as port:                       # now against a running watchdog
        summary, lines = deploy_to(port, files)
    assert summary.startswith("0 of 7 files copied (0 bytes), 0 taken from the version before, 0 removed")
    assert lines == []
    assert runs(board, "one", mark)
    assert "timeout" not in [cause for _, cause in board.resets]

    mark = len(board.console)
    changed = files_with("two")
    del changed["litfour/large.bin"]
    with board.pty() as port:
        summary, lines = deploy_to(port, changed)
    assert summary.startswith("2 of 6 files copied (27 bytes), 2 taken from the version before, 0 removed")
    assert lines == ["copied litfour/part.py (13 bytes, 1 of 2)", "copied version (14 bytes, 2 of 2)"]
    assert contents(board) == {**laid(files), **laid(changed, "litfour.b")}
    assert runs(board, "two", mark)


def test_files_that_are_not_ours_stay_and_a_hiding_source_is_named(pico):
    mine = {"notes.txt": b"mine", "litfour.a/litfour/part.py": b"WORD = 'hidden'", "litfour.b/own.py": b"x",
            "litfour/own.py": b"y", "main.py": b"print('mine')"}
    board = pico(mine)
    board.run(300)
    files = {**files_with(), "litfour/part.mpy": BoardFile(b"compiled")}
    del files["litfour/part.py"]
    with board.serving() as port:
        deploy_to(port, files)                  # litfour.a is somebody's, so it goes into litfour.b,
        _, lines = deploy_to(port, {**files, "litfour/other": BoardFile(b"1")})     # and this beside what is in .a
    found = board.files()
    assert found["main-before-litfour.py"] == mine.pop("main.py")
    assert {path: found[path] for path in mine} == mine
    assert lines[-1] == ("warning: litfour.a/litfour/part.py on the board hides our litfour.a/litfour/part.mpy; "
                         "remove it")


def test_a_strange_program_with_watchdog_and_dma_is_stopped(pico):
    board = pico({"main.py": STRANGER})
    board.run(1000)
    with board.serving() as port, Board(port) as link:
        link._raw_repl()
        link.run("import machine")
        assert link.ask(DMA_BUSY) and link.ask("machine.mem32[0x40058000] >> 30")
        link.stop()
        assert link.ask(DMA_BUSY) == []
        assert link.ask("machine.mem32[0x40058000] >> 30") == 0
        assert link.ask("machine.mem32[0x50200000] & 15") == 0
    with board.serving() as port:
        summary, _ = deploy_to(port, files_with())
    assert summary.startswith("6 of 7")
    assert "timeout" not in [cause for _, cause in board.resets]
    assert laid(files_with()).items() <= contents(board).items()


def test_a_full_flash_is_said_before_anything_is_copied(pico):
    board = pico({"big": bytes(1_380_000)})
    board.run(300)
    with board.serving() as port, Board(port) as link, pytest.raises(FlashFull, match="KB are needed, .* KB are free"):
        deploy.deploy(link, {**files_with(), "litfour/more.bin": BoardFile(bytes(60_000))})
    assert list(board.files()) == ["big"]


def test_a_flash_that_fills_up_meanwhile_switches_to_nothing(pico, monkeypatch):
    board = pico({"big": bytes(1_380_000)})
    board.run(300)
    monkeypatch.setattr(versions, "check_space", lambda *args, **kwargs: None)
    files = {**files_with(), "litfour/more.bin": BoardFile(bytes(range(250)) * 240)}
    with board.serving() as port, pytest.raises(FlashFull), Board(port) as link:
        deploy.deploy(link, files)
    assert {path.split("/")[0] for path in contents(board)} == {"big", versions.LAID}


def test_damage_on_the_way_is_noticed(pico, monkeypatch):
    board = pico()
    board.run(300)
    with board.serving() as port, Board(port) as link:
        link.stop()
        monkeypatch.setattr("base64.b64encode", lambda data: b"AAAA")
        with pytest.raises(BoardError, match="part.py arrived damaged"):
            link.write("part.py", b"WORD = 1", "new.tmp")
    assert "part.py" not in board.files()


def test_a_wrong_version_is_an_error(pico, monkeypatch, capsys):
    board = pico()
    board.run(300)
    monkeypatch.setattr(deploy, "MINIMUM", (1, 99))
    with board.serving() as port:
        assert command("--port", port) == 1
    assert "runs MicroPython 1.28.0; 1.99 or newer is needed" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(deploy, "mpy_version", lambda: (7, 0))
    with board.serving() as port:
        assert command("--port", port) == 1
    assert "reads .mpy files of version 6.3 (native code 4); ours are 7.0" in capsys.readouterr().err
    assert board.files() == {}


def test_no_board(capsys, monkeypatch):
    assert command("--port", "/dev/no-such-device") == 2
    assert "no board at /dev/no-such-device" in capsys.readouterr().err
    assert command("--port", "socket://127.0.0.1:1") == 2
    assert command("--port", "nonsense://x") == 2
    capsys.readouterr()
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    assert command() == 2
    assert "no board found: plug in" in capsys.readouterr().err


def test_the_only_pico_is_found_and_several_are_named(monkeypatch):
    class Port:
        def __init__(self, device, vid):
            self.device, self.vid = device, vid

    ports = [Port("/dev/ttyS0", None), Port("/dev/ttyUSB0", 0x10C4), Port("/dev/ttyACM0", 0x2E8A)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert find_port() == "/dev/ttyACM0"
    ports.append(Port("/dev/ttyACM1", 0x2E8A))
    with pytest.raises(BoardError, match="ttyACM0, /dev/ttyACM1") as caught:
        find_port()
    assert caught.value.code == 2
    assert find_port("/dev/ttyACM1") == "/dev/ttyACM1"


def test_a_line_that_does_not_speak_micropython(tmp_path):
    import socket
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with Board(port) as link, pytest.raises(BoardError, match="does not answer"):
            link._raw_repl(attempts=1)


def test_the_firmware_stays_away_if_asked_to(pico, firmware):
    board = pico(laid(firmware))
    board.watch(22)
    assert board.run_until(3000, frames=(22, 1)), "the firmware does not run at all"
    board.raw_repl()
    board.send(b"import machine\nmachine.mem32[0x4005800c] = %d\nmachine.reset()\n\x04" % SAFE_MAGIC)
    assert board.run_until(1000, resets=1)
    assert not board.run_until(3000, frames=(22, 3))
    assert board.peek(0x4005800c, 4) == bytes(4)        # asked once: the next reset starts the game
    board.reset()
    assert board.run_until(3000, frames=(22, 3))


def command(*arguments):
    parser = argparse.ArgumentParser()
    deploy.add_arguments(parser)
    return deploy.run(parser.parse_args(arguments))
