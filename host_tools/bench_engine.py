"""`litfour bench engine`: the speed of the solver and of the search in each of their forms, and how long positions with
known values take."""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from host_tools import bench_search
from host_tools.book import natural, positive
from host_tools.solver import native
from host_tools.solver.solved import SETS, read_eight_plies, read_set, sign
from host_tools.solver.twin import Twin
from litfour.engine.solver import TABLE_BYTES, Solver

ROOT = native.ROOT
DATA = ROOT / "tests" / "data" / "solved"
HARDEST = ROOT / "tests" / "data" / "perfect" / "hardest.txt"
SAMPLE = "462324442265"             # 20,000 nodes
SMALL = "1233722555341451114725221333"          # 700 nodes, for the slow forms

_UNIX = """
import sys, time
sys.path[:0] = ["firmware", "."]
from host_tools.solver.twin import Twin
from litfour.engine.solver import Solver, TABLE_BYTES
solver = Solver(bytearray(TABLE_BYTES), run=Twin().run)
began = time.ticks_ms()
solver.start(bytes(int(c) - 1 for c in "%s"))
while not solver.step(1000000):
    pass
print(solver.nodes, time.ticks_diff(time.ticks_ms(), began) / 1000)
"""
_BOARD = """
import gc, micropython, time
table = bytearray(98304)
from litfour.engine.solver import Solver
solver = Solver(table)
def think(moves):
    longest = 0
    done = solver.start(bytes(int(c) - 1 for c in moves))
    began = time.ticks_us()
    micropython.heap_lock()
    while not done:
        at = time.ticks_us()
        done = solver.step(250)
        longest = max(longest, time.ticks_diff(time.ticks_us(), at))
    took = time.ticks_diff(time.ticks_us(), began)
    micropython.heap_unlock()
    print(solver.nodes, solver.best, took, longest)
"""


def add_arguments(parser):
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython for the emulated Pico (default: as litfour emulate)")
    parser.add_argument("--no-pico", action="store_true", help="leave the emulated Pico out")
    parser.add_argument("--values", action="store_true", help="also win, draw or loss of all sets, with a large table")
    parser.add_argument("--solve", action="store_true", help="also exact scores of all sets (an hour)")
    parser.add_argument("--eight", action="store_true", help="also all values of positions_8ply (hours)")
    parser.add_argument("--stride", type=positive, default=1, metavar="N",
                        help="of --values, --solve and --eight: every Nth position")
    parser.add_argument("--skip", type=natural, default=0, metavar="N", help="of --values and --solve (each set) and "
                        "--eight: leave the first N positions out, to go on with a run that was stopped")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS, metavar="SET",
                        help=f"of --values and --solve: only these of {' '.join(SETS)}")


def run(args):
    """Exit code: 0, 1 if a position came out wrong, 2 if a form of the solver is missing."""
    cycles = None
    unix = shutil.which("micropython") or shutil.which("micropython", path=str(Path(sys.executable).parent))
    _speeds(unix)
    bench_search.speeds(unix)
    if not args.no_pico:
        from host_tools.emulator import EmulatorError, find_uf2
        try:
            cycles = _on_the_pico(args.uf2)
            bench_search.on_the_pico(find_uf2(args.uf2))
        except EmulatorError as error:
            print(f"litfour bench: {error}", file=sys.stderr)
            return 2
    wrong = _sets(cycles or 1000)
    if args.values:
        wrong += _whole(args.sets, args.skip, args.stride, exact=False)
    if args.solve:
        wrong += _whole(args.sets, args.skip, args.stride, exact=True)
    if args.eight:
        wrong += _eight(args.skip, args.stride)
    return 1 if wrong else 0


def _columns(text):
    return bytes(int(character) - 1 for character in text)


def _think(solver, text):
    """(nodes, seconds) of one search."""
    began = time.perf_counter()
    done = solver.start(_columns(text))
    while not done:
        done = solver.step(1_000_000)
    return solver.nodes, time.perf_counter() - began


def _speeds(unix):
    print("nodes a second, the solver, the same search node for node:")
    for name, run_kernel, text in (("C on this machine", native.Solver().run, SAMPLE),
                                   ("plain twin, CPython", Twin().run, SMALL)):
        nodes, seconds = _think(Solver(bytearray(TABLE_BYTES), run=run_kernel), text)
        print(f"  {name:24} {nodes / seconds:12,.0f}   ({nodes} nodes)")
    if unix is None:
        print("  plain twin, unix port    (no micropython here)")
        return
    done = subprocess.run([unix, "-c", _UNIX % SMALL], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(f"  plain twin, unix port    failed: {done.stderr.strip().splitlines()[-1]}")
        return
    nodes, seconds = done.stdout.split()
    print(f"  {'plain twin, unix port':24} {int(nodes) / float(seconds):12,.0f}   ({nodes} nodes)")


def _on_the_pico(named):
    """Cycles a node; prints the times of the hardest positions of the walk."""
    from host_tools import image
    from host_tools.emulator import Pico, find_uf2

    texts = [SAMPLE] + (HARDEST.read_text().split()[::2] if HARDEST.exists() else [])
    with tempfile.TemporaryDirectory() as folder:
        files = {path: file.data for path, file in image.build(folder, joined=False).items() if path != "main.py"}
    with Pico(find_uf2(named), files=files) as pico:
        pico.start()
        pico.run(100)
        pico.raw_repl()
        result = pico.exec(_BOARD + "".join(f"think('{text}')\n" for text in texts), ms=600_000)
    if result.err:
        raise RuntimeError(result.err)
    rows = [tuple(map(int, line.split())) for line in result.out.split("\n") if line.strip()]
    nodes, _, took, _ = rows[0]
    cycles = 125 * took / nodes
    print(f"  {'emulated Pico, 125 MHz':24} {1e6 * nodes / took:12,.0f}   {cycles:.0f} cycles a node in slices of 250; "
          f"{200e6 / cycles:,.0f} at 200 MHz")
    if rows[1:]:
        times = [row[2] / 1000 for row in rows[1:]]
        print(f"the {len(times)} hardest positions of the walk on the emulated Pico: median "
              f"{statistics.median(times):.0f} ms, worst {max(times):.0f} ms, at 200 MHz {max(times) * 0.625:.0f} ms; "
              f"longest step {max(row[3] for row in rows) / 1000:.2f} ms")
    return cycles


def _sets(cycles):
    """What the board's search, without a book, makes of the sets; Pico times from the nodes. Number of wrong ones."""
    solver, wrong = native.Solver(), 0
    print(f"known positions, {native.BUDGET} nodes a move, no book; times on the Pico from {cycles:.0f} cycles a node:")
    print("  set       positions  proved  median   99th  worst ms  within 1 s  wrong")
    for name in SETS:
        positions = read_set(DATA, name)
        decisions = [solver.decide(native.key_of(moves)[0]) for moves, _ in positions]
        times = sorted(decision.nodes * cycles / 125e3 for decision in decisions)
        bad = sum(decision.value not in (native.UNKNOWN, sign(score))
                  for decision, (_, score) in zip(decisions, positions, strict=True))
        proved = sum(decision.source != native.UNPROVED for decision in decisions)
        quick = sum(decision.source != native.UNPROVED and ms <= 1000
                    for decision, ms in ((d, d.nodes * cycles / 125e3) for d in decisions))
        count = len(times)
        print(f"  {name:9} {count:9}  {proved / count:6.1%} {times[count // 2]:7.1f} {times[count * 99 // 100]:6.0f} "
              f"{times[-1]:9.0f}  {quick / count:10.1%}  {bad:5}")
        wrong += bad
    return wrong


def _whole(sets, skip, stride, exact):
    """Exact scores, or win, draw or loss, of sets by search to the end. Number of wrong ones."""
    wrong, what = 0, "exact scores" if exact else "win, draw or loss"
    for name in sets:
        solver, began = native.Solver(bucket_bits=21), time.perf_counter()
        positions = read_set(DATA, name)[skip::stride]
        bad = 0
        for done, (moves, score) in enumerate(positions, 1):
            found = solver.score(native.key_of(moves)[0], exact)
            bad += found != (score if exact else sign(score))
            if done % 100 == 0:
                print(f"  {done} of {len(positions)} of {name}, {bad} wrong, {time.perf_counter() - began:.0f} s",
                      flush=True)
        print(f"{what} of {name}: {len(positions)} positions, {bad} wrong, {solver.nodes:,} nodes, "
              f"{time.perf_counter() - began:.0f} s", flush=True)
        wrong += bad
    return wrong


def _eight(skip, stride):
    solver, began, wrong = native.Solver(bucket_bits=21), time.perf_counter(), 0
    positions = read_eight_plies(DATA)[skip::stride]
    for done, (key, value) in enumerate(positions, 1):
        wrong += solver.score(key, exact=False) != value
        if done % 2000 == 0:
            print(f"  {done} of {len(positions)}, {wrong} wrong, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"positions of 8 plies: {len(positions)}, {wrong} wrong, {solver.nodes:,} nodes, "
          f"{time.perf_counter() - began:.0f} s")
    return wrong
