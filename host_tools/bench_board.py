"""`litfour bench board`: plays against the CPU on the emulated Pico and prints what a builder wants to know."""

import ast
import statistics
import sys
import tempfile

from host_tools import bench_saves
from host_tools.emulator import EmulatorError, Pico, find_uf2
from host_tools.image import build
from host_tools.versions import on_board
from litfour.engine.levels import LEVELS
from litfour.ports import MENU

PANEL_PIN = 22
PRESSES = (3, 3, 2, 4, 1, 5, 3, 2, 0, 6, 4, 1, 5, 0)        # refused where a column is full: no harm
THINK_MS = 2600             # the longest that a move and its fall take
CACHE_MISS_CYCLES = 80      # see the emulator: fitted to a published figure of a real board


def add_arguments(parser):
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython for the Pico (default: as for emulate)")
    parser.add_argument("--moves", type=int, default=len(PRESSES), help=f"presses (default {len(PRESSES)})")
    parser.add_argument("--games", type=int, default=6,
                        help="whole games, to count the flash's writes (default 6; 0: none)")
    parser.add_argument("--level", default="hard", choices=[level.name for level in LEVELS])
    parser.add_argument("--no-book", action="store_true",
                        help="leave Perfect's book out, so that it spends all its nodes on each move")
    parser.add_argument("--cache", action="store_true", help="with the flash cache modelled, which makes it slower")


def run(args):
    if args.games < 0:
        print("litfour bench: --games can't be below 0", file=sys.stderr)
        return 2
    try:
        uf2 = find_uf2(args.uf2)
        with tempfile.TemporaryDirectory() as folder:
            files = build(folder)
        if args.no_book:
            del files["litfour/book"]
        files = on_board(files)
        with Pico(uf2, files, cache_miss_cycles=CACHE_MISS_CYCLES if args.cache else 0) as pico:
            for name, figure in measure(
                    pico, PRESSES[:args.moves], [level.name for level in LEVELS].index(args.level)):
                print(f"{name:<52} {figure}")
        for name, figure in bench_saves.measure(uf2, files, args.games) if args.games else ():
            print(f"{name:<52} {figure}", flush=True)
    except EmulatorError as error:
        print(f"litfour bench: {error}", file=sys.stderr)
        return 1
    return 0


def measure(pico, presses, level):
    """(name, figure) one after the other; all from the emulated Pico at 125 MHz."""
    pico.start()
    pico.watch(PANEL_PIN)
    pico.run(1500)
    starts = [frame.start for frame in pico.frames(PANEL_PIN)]
    yield "reset to first light", f"{starts[0]:.0f} ms"
    yield "reset to ready (first frame of the game)", f"{starts[1]:.0f} ms"
    choose_level(pico, level)
    yield "frames a second, waiting for a press", f"{rate(pico, 2000):.1f}"
    falling, thinking, gaps, lights = [], [], [], []
    for column in presses:
        lights.append(pico.edge_to_light(column, PANEL_PIN))
        falling.append(rate(pico, 300))
        pico.run(200)
        before = len(pico.frames(PANEL_PIN))
        thinking.append(rate(pico, 700))
        shown = [frame.start for frame in pico.frames(PANEL_PIN)[before:]]
        gaps += [late - early for early, late in zip(shown, shown[1:], strict=False)]
        pico.run(THINK_MS)
    yield "frames a second, while a disc falls", f"{statistics.median(falling):.1f}"
    yield "frames a second, while the CPU thinks", f"{statistics.median(thinking):.1f}"
    yield "longest time between two of these frames", f"{max(gaps):.0f} ms"
    ends = sorted(light[1] for light in lights if light)
    yield "pin edge to the last bit of the new frame", f"median {statistics.median(ends):.1f}, worst {ends[-1]:.1f} ms"
    yield from report(pico)
    yield "flash used by the firmware and its saves", flash_used(pico)


def choose_level(pico, level):
    """The menu, on its page for the level. A changed page starts the game when it is left."""
    for source, ms in ((MENU, 800), (MENU, 60), (MENU, 60), (level, 60), (MENU, 800)):
        pico.press(source, ms)
        pico.run(ms + 200)
    pico.run(1000)


def rate(pico, ms):
    before = len(pico.frames(PANEL_PIN))
    pico.run(ms)
    return (len(pico.frames(PANEL_PIN)) - before) * 1000 / ms


def report(pico):
    """What the firmware's own loop saw; it tells when it is stopped."""
    pico.send(b"\x03")
    if not pico.run_until(2000, text=">>> "):
        raise EmulatorError("the firmware did not stop at Ctrl-C: " + pico.console[-500:])
    line = next(line for line in pico.console.splitlines() if line.startswith("Litfour: stopped."))
    seen = ast.literal_eval(line.split(".", 1)[1].strip())
    searches = [each for each in seen["searches"] if each[1] > 1000]
    times = sorted(ms for ms, _ in searches)
    yield "longest turn of the loop, falling or thinking", f"{seen['longest']} ms"
    yield "longest quiet moment (save, collection, set-up)", f"{seen['longest_quiet']} ms"
    yield "nodes a second inside the running loop", (
        f"{1000 * sum(n for _, n in searches) // sum(times)}" if times else "none")
    yield f"the CPU, searching a move ({len(searches)} searched)", (
        f"median {statistics.median(times):.0f}, worst {times[-1]} ms" if times else "none")
    yield "free heap in play, after a collection", f"{seen['free']} bytes"


def flash_used(pico):
    pico.raw_repl()
    result = pico.exec("import os; s = os.statvfs('/'); print((s[2] - s[3]) * s[0], s[2] * s[0])")
    used, size = map(int, result.out.split())
    return f"{used // 1024} of {size // 1024} KB"
