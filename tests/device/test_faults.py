"""Faults in play on the emulated Pico, the short versions of tests/torture/pico.py: an exception, a search that hangs,
a disk without superblocks, a host that misbehaves."""

import pytest

from host_tools import image
from host_tools.emulator import Pico
from tests.torture import pico as torture
from tests.torture import pico_memory
from tests.torture.tally import Budget, Tally


def test_an_exception_in_play_is_told_and_the_game_resumes(emulator, firmware):
    """Also where the host never asks for what the board has to say of it."""
    resets, crash = torture.fault(emulator, firmware, "display", "exception", reads=False)
    assert [cause for _, cause in resets][1:] != ["timeout"], "it did not wait for the watchdog"
    torture.told(crash, "OSError: injected")


def test_a_search_that_hangs_is_ended_by_the_watchdog_and_the_game_resumes(emulator, firmware):
    resets, _ = torture.fault(emulator, firmware, "search", "hang")
    assert [cause for _, cause in resets] == ["power", "timeout"]


def test_a_disk_without_superblocks_is_a_fresh_board(pico, firmware):
    """Stock MicroPython formats such a disk: nothing runs, nothing hangs, the console answers."""
    board = pico(start=False, fs=torture.damage_superblock(image.littlefs_image(firmware), both=True))
    board.start()
    board.run(1500)
    assert board.files() == {}
    board.raw_repl()
    assert board.exec("print(6 * 7)").out.strip() == "42"


def test_a_flood_and_terminals_that_never_read_do_not_stop_the_game(emulator, firmware):
    torture.host(Tally("host", ""), emulator, firmware, times=2).check()


def test_the_usb_cable_comes_and_goes_and_every_press_is_a_move(emulator, firmware):
    """Down to the bus; whole games are in the torture."""
    tally = torture.cable(Tally("cable", ""), Budget(10), emulator, firmware, seed=2).check()
    assert len(tally.figures) == len(torture.DEEDS), "not all deeds"


def test_a_memory_error_at_an_allocation_from_power_up_on(emulator, firmware):
    """One while main.py loads the firmware; all others are in the torture."""
    disk = pico_memory.image(firmware)
    with Pico(emulator, count_calls=pico_memory.GC_ALLOC) as pico:
        pico.watch(torture.PANEL_PIN)
        assert pico_memory.fault(pico, disk, 801) == "restarted"


def test_a_game_lost_by_a_memory_error_would_be_seen():
    pico_memory.kept([3, 2], [3, 2, 4])
    pico_memory.kept([3, 2, 4, 1], [3, 2], True)
    for after in (None, [], [3], [3, 1]):
        with pytest.raises(AssertionError, match="became"):
            pico_memory.kept([3, 2], after)
    with pytest.raises(AssertionError, match="became"):
        pico_memory.kept([3, 2, 4, 1], [3, 1], True)
