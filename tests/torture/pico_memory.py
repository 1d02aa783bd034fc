"""MemoryError at the k-th allocation after power-up, on the emulated Pico with the unmodified MicroPython.

MicroPython has no hook in its allocator; the emulator has one from the outside: in the k-th call gc_alloc returns 0, as
it does when nothing is left even after a collection.
"""

from host_tools import saves, versions
from host_tools.emulator import Pico
from host_tools.image import littlefs_image, read_littlefs
from host_tools.simulator import chosen_settings
from litfour.ports import MENU, UNDO, panel_named
from tests.torture.pico import BOOT_MS, PANEL_PIN, moves

# gc_alloc in the pinned UF2 (RPI_PICO v1.28.0): the innermost of the functions that bytearray(54321) calls with 54321
# as their first argument. Another UF2 has it elsewhere; failing() then says so.
GC_ALLOC = 0x100095A0
COUNTED, ONE_START = 0x40058010, 0x2C0DE501     # where main.py counts its starts, just before it begins its watchdog
READY_MS = 1300
# (source, ms held, ms until the next): the game begins, a move and the CPU's, takeback, the menu and out again, a move
SCRIPT = ((0, 60, 700), (3, 60, 2600), (UNDO, 60, 900), (MENU, 800, 900), (MENU, 60, 400), (MENU, 800, 900),
          (3, 60, 2600))
AFTERWARDS = ((0, 900), (1, 2600))      # the first press may open the game, or be a move
STRIDE = 64


def failing(uf2):
    """That GC_ALLOC is the allocator of this UF2. AssertionError if not."""
    with Pico(uf2, count_calls=GC_ALLOC) as pico:
        pico.start()
        pico.run(500)
        pico.raw_repl()
        before = pico.calls
        assert pico.exec("for k in range(100): bytearray(300)").err == ""
        assert before + 200 <= pico.calls < before + 260, f"{pico.calls - before} allocations for 100 bytearrays"
        pico.fail_call_at(150)
        told = pico.exec("for k in range(100): bytearray(300)").err
        assert "MemoryError" in told, told


def image(firmware):
    """The disk: one version, a person against Easy."""
    settings = chosen_settings(panel_named("7x6"), "standard", "easy", "solo", 1)
    return littlefs_image({**versions.on_board(firmware), **saves.files_of(settings=settings.pack())})


def before_ours(pico, disk):
    """How many allocations come before main.py has begun its watchdog: MicroPython's own start, the compilation of
    main.py and its first lines. Nothing could be done about one that fails there, on a heap that is all free."""
    pico.load_fs(disk)
    pico.start()
    before = pico.calls
    while int.from_bytes(pico.peek(COUNTED, 4), "little") != ONE_START:
        assert pico.run_until(0.1, resets=1) is False and pico.now < READY_MS, "main.py counts its starts elsewhere"
    return pico.calls - before


def kept(before, after, taken_back=False):
    """AssertionError unless a game (list of moves, None: none on the flash) is as it was, or gone on from there; where
    moves were taken back also without them, as the flash hears of that with the next save."""
    before, after = before or [], after or []
    same = min(len(before), len(after)) if taken_back else len(before)
    assert after[:same] == before[:same], f"{before} became {after}"


def shines(pico):
    """AssertionError unless the panel was lit within the last moments."""
    frames = [frame for frame in pico.frames(PANEL_PIN) if frame.start > pico.now - 500]
    assert len(frames) > 8, f"{len(frames)} frames in half a second; resets {pico.resets[-4:]}"


def fault(pico, disk, k):
    """What became of the board whose k-th allocation from power-up failed: "restarted" or "went on"; None if the script
    has fewer of them. `pico` watches PANEL_PIN. AssertionError where its game, settings or light are not what they
    were, or it is not told."""
    pico.load_fs(disk)
    pico.start()
    pico.fail_call_at(k)
    first, resets = pico.calls, len(pico.resets)
    restarted = pico.run_until(READY_MS, resets=1)
    known, taken_back = None, False
    for source, held, ms in SCRIPT:
        if restarted or pico.calls - first >= k:
            break
        known = moves(pico)
        taken_back = source == UNDO or taken_back and source == MENU
        pico.press(source, held)
        restarted = pico.run_until(ms, resets=1)
    restarted = restarted or pico.run_until(2500, resets=1)
    if pico.calls - first < k:
        return None
    now = moves(pico)
    kept(known, now, taken_back)
    pico.run(BOOT_MS)
    shines(pico)
    for column, ms in AFTERWARDS:
        pico.press(column)
        pico.run(ms)
    shines(pico)
    after = moves(pico) or []
    assert len(after) > len(now or []), f"no move was possible: {now}, {after}, resets {pico.resets[resets:]}"
    kept(now, after)
    files = pico.files()
    assert saves.saved_in(files, "settings") == saves.saved_in(read_littlefs(disk), "settings"), "other settings"
    assert len(pico.resets) - resets == restarted, f"restarts: {pico.resets[resets:]}"
    assert ("MemoryError" in files.get("crash.txt", b"").decode()) == restarted, f"told: {files.get('crash.txt')}"
    return "restarted" if restarted else "went on"


def torture(tally, budget, uf2, firmware):
    """Every STRIDE-th allocation from main.py's watchdog on through a game, then those between, in the budget."""
    failing(uf2)
    disk = image(firmware)
    with Pico(uf2, count_calls=GC_ALLOC) as pico:
        first = before_ours(pico, disk) + 1
        tally.figures["left out before main.py's watchdog"] = first - 1
        pico.watch(PANEL_PIN)
        for turn in range(STRIDE):
            k = first + turn * 37 % STRIDE
            while budget.left(tally.tried):
                try:
                    outcome = fault(pico, disk, k)
                    if outcome is None:
                        tally.figures["most allocations"] = k
                        break
                    tally.count(outcome)
                    tally.good()
                except AssertionError as error:
                    tally.bad(f"allocation {k}: {error}")
                k += STRIDE
    return tally
