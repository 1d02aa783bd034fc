"""The tortures at length: `make torture BUDGET=minutes`, or

    python -m tests.torture [--budget MINUTES] [--seed N] [--only NAME ...] [--out docs/reliability.md]

Each torture gets its share of the budget; progress goes to the error output, a summary to the output, and the table of
figures to docs/reliability.md. Exit code 1 if anything was lost. The seeds of what was lost are told.
"""

import argparse
import datetime
import os
import platform
import re
import sys
import tempfile
import time
from pathlib import Path

from host_tools import image
from host_tools.emulator import EmulatorError, find_uf2
from tests.conftest import ROOT
from tests.torture import (
    corrupt,
    events,
    faults,
    installs,
    model,
    pico,
    pico_disk,
    pico_installs,
    pico_memory,
    pico_tour,
    pico_week,
    power,
    unix_port,
    weeks,
)
from tests.torture.tally import Budget, Tally

OUT = ROOT / "docs" / "reliability.md"
LEAST_SECONDS = 4


class Run:
    """What all tortures share: the first seed, and the firmware for the emulated Pico."""

    def __init__(self, seed):
        self.seed = seed
        self.samples = []
        self._firmware = None

    def emulated(self):
        """(UF2, files of the firmware). EmulatorError without a UF2."""
        if self._firmware is None:
            with tempfile.TemporaryDirectory() as folder:
                self._firmware = find_uf2(), image.build(folder)
        return self._firmware

    def week(self, tally, budget):
        """Weeks with one seed after the other."""
        seed = self.seed
        while budget.left(tally.tried):
            try:
                facts, samples = weeks.week(7, seed)
                weeks.judge(facts, samples)
                tally.good()
                tally.count("moves", facts["moves"])
                least, name = min(block for _, block in samples) >> 10, "least largest block, KB"
                tally.figures[name] = min(tally.figures.get(name, least), least)
            except AssertionError as error:
                tally.bad(f"seed {seed}: {error}")
            seed += 1

    def small_week(self, tally):
        """The week in a heap of 190 KB; its samples are for the page."""
        self.samples = pico_week.torture(tally, *self.emulated(), 190, pico_week.SMALL)


SHORT = "tests/torture/test_short.py::"
DEVICE = "tests/device/test_faults.py::"
SETUP = "tests/device/test_setup.py::"
# name: (item of the issue, what, unit, share of the budget, most faults, short version in `make test`, function)
TORTURES = {
    "saves": ("Power cut at every flash operation of a save", "cuts", 8, None,
              SHORT + "test_power_cuts_at_every_flash_operation_of_saves_on_littlefs",
              lambda run, tally, budget: unix_port.cut_saves(tally, budget, run.seed)),
    "installs": ("Power cut at every flash operation of an install and of the switch to a new version", "cuts", 8, None,
                 SHORT + "test_power_cuts_during_installs_on_littlefs",
                 lambda run, tally, budget: installs.torture(tally, budget)),
    "pico-installs": ("Power cut at every flash operation of an install, emulated Pico", "cuts", 8, None,
                      SETUP + "test_a_power_cut_while_installing_leaves_a_version_that_runs",
                      lambda run, tally, budget: pico_installs.cuts(tally, budget, run.emulated()[0])),
    "pico-whole": ("The whole firmware over the line onto a fresh board, and again, emulated Pico", "installs", 2, 2,
                   SETUP + "test_from_a_boot_drive_to_a_playing_board_and_past_the_doctor",
                   lambda run, tally, budget: pico_installs.whole(tally, *run.emulated())),
    "pico-workshop": ("`litfour setup --all`: a fresh board and one in use, at the same time, emulated Pico", "boards",
                      2, 2, "tests/host/test_setup.py::test_all_boards_at_once_and_one_that_fails",
                      lambda run, tally, budget: pico_installs.workshop(tally, run.emulated()[0])),
    "pico-cuts": ("Power cut while a move is saved, emulated Pico", "cuts", 6, 40,
                  "tests/device/test_hw.py::test_power_cut_at_every_flash_operation_of_a_save",
                  lambda run, tally, budget: pico.cuts(tally, budget, *run.emulated())),
    "damage": ("Damage in what the board saves: flips, truncation, garbage, also under a right CRC", "files", 14, 20000,
               SHORT + "test_damage_in_saved_files", lambda run, tally, budget: corrupt.saves(tally, budget, run.seed)),
    "data": ("Damage in the book and the puzzles", "files", 3, 20000,
             SHORT + "test_damage_in_the_book_and_the_puzzles",
             lambda run, tally, budget: corrupt.data_files(tally, budget, run.seed)),
    "board.txt": ("Damage in board.txt", "files", 1, 20000, SHORT + "test_damage_in_the_board_file",
                  lambda run, tally, budget: corrupt.board_file(tally, budget, run.seed)),
    "pointer": ("Damage in litfour.on, which says what version starts, emulated Pico", "files", 3, 1000,
                SETUP + "test_whatever_the_pointer_says_a_version_starts",
                lambda run, tally, budget: pico_installs.pointers(tally, budget, run.emulated()[0], run.seed)),
    "code": ("Damage in one file of code, emulated Pico", "files", 8, 1000,
             SETUP + "test_a_flipped_bit_in_the_code_is_told_and_the_version_before_runs",
             lambda run, tally, budget: pico_installs.code(tally, budget, *run.emulated(), run.seed)),
    "disk": ("Bits flipped anywhere on the flash disk, half of them in littlefs' own blocks, emulated Pico", "disks", 8,
             None, SETUP + "test_bits_flipped_on_the_disk_leave_a_board_that_plays",
             lambda run, tally, budget: pico_disk.torture(tally, budget, *run.emulated(), run.seed)),
    "superblocks": ("Damaged superblocks, emulated Pico", "disks", 2, 2,
                    DEVICE + "test_a_disk_without_superblocks_is_a_fresh_board",
                    lambda run, tally, budget: pico.superblocks(tally, *run.emulated())),
    "events": ("Random events on the raw input lines, followed by the reference games", "edges", 20, 1000000,
               SHORT + "test_random_events_on_the_raw_lines",
               lambda run, tally, budget: events.torture(tally, budget, run.seed, os.cpu_count() or 1)),
    "model": ("Sessions of two people, followed by a model of the gestures (hypothesis)", "sessions", 8, None,
              "tests/torture/test_model.py", lambda run, tally, budget: model.torture(tally, budget, run.seed)),
    "week": ("A simulated week under MicroPython, across the wrap of the clock", "weeks", 6, None,
             SHORT + "test_two_days_without_growth_of_memory", lambda run, tally, budget: run.week(tally, budget)),
    "pico-week": ("A week of play on the emulated Pico, across the wrap of its clock", "weeks", 6, 1,
                  "tests/device/test_week.py", lambda run, tally, budget: pico_week.torture(tally, *run.emulated())),
    "pico-week-190": ("The same in a heap of 190 KB", "weeks", 6, 1, "tests/device/test_week.py",
                      lambda run, tally, budget: run.small_week(tally)),
    "heap": ("The largest game (3-D, Hard) in a heap of 190 and 200 KB, emulated Pico", "games", 2, 2,
             "tests/device/test_variants.py", lambda run, tally, budget: pico.heap(tally, *run.emulated())),
    "tour": ("All games in one power-up, at Hard, emulated Pico", "games", 6, 14, "tests/device/test_variants.py",
             lambda run, tally, budget: pico_tour.tour(tally, budget, *run.emulated())),
    "tour-210": ("All games in one power-up, at Hard, in a heap of 210 KB, emulated Pico", "games", 6, 14,
                 "tests/device/test_variants.py",
                 lambda run, tally, budget: pico_tour.tour(tally, budget, *run.emulated(), 210)),
    "seam": ("An exception out of every call into Display, Inputs, Store, Sound", "exceptions", 10, None,
             SHORT + "test_an_exception_out_of_every_call_of_the_seam",
             lambda run, tally, budget: faults.torture(tally, budget, run.seed)),
    "allocations": ("MemoryError at the next allocation after every call of the seam", "calls", 4, None,
                    SHORT + "test_memory_errors_at_calls_and_in_a_full_heap",
                    lambda run, tally, budget: unix_port.memory_faults(tally, budget, "calls", 1)),
    "pico-memory": ("MemoryError at the k-th allocation from power-up through a game, emulated Pico", "allocations", 10,
                    None, DEVICE + "test_a_memory_error_at_an_allocation_from_power_up_on",
                    lambda run, tally, budget: pico_memory.torture(tally, budget, *run.emulated())),
    "full-heap": ("A game in a heap filled up to its last n bytes, for n from 256 in steps of 64", "heaps", 4, None,
                  SHORT + "test_memory_errors_at_calls_and_in_a_full_heap",
                  lambda run, tally, budget: unix_port.memory_faults(tally, budget, "bytes", 64, 256, 300000)),
    "pico-faults": ("Exceptions, MemoryErrors and hangs in play, emulated Pico", "faults", 8, 15,
                    DEVICE + "test_a_search_that_hangs_is_ended_by_the_watchdog_and_the_game_resumes",
                    lambda run, tally, budget: pico.faults(tally, budget, *run.emulated())),
    "frames": ("Current of random frames on random builds, from the first frame on", "frames", 3, None,
               SHORT + "test_current_of_random_frames_and_of_what_the_board_shows",
               lambda run, tally, budget: power.frames(tally, budget, run.seed)),
    "shown": ("Current of everything shown in random sessions", "frames", 4, None,
              SHORT + "test_current_of_random_frames_and_of_what_the_board_shows",
              lambda run, tally, budget: power.animations(tally, budget, run.seed)),
    "usb": ("Presses during a flood and under terminals that never read, emulated Pico", "presses", 2, 7,
            DEVICE + "test_a_flood_and_terminals_that_never_read_do_not_stop_the_game",
            lambda run, tally, budget: pico.host(tally, *run.emulated())),
    "cable": ("The USB cable pulled and plugged in, and hosts that flood or never read, at the bus, emulated Pico",
              "presses", 6, None, DEVICE + "test_the_usb_cable_comes_and_goes_and_every_press_is_a_move",
              lambda run, tally, budget: pico.cable(tally, budget, *run.emulated(), run.seed)),
}


SEEDED = ("saves", "damage", "data", "board.txt", "pointer", "code", "disk", "events", "model", "seam", "frames",
          "shown", "cable")


def torture(name, run, seconds):
    """The Tally of one torture; None where it needs a UF2 that is not there."""
    what, unit, _, most, test, function = TORTURES[name]
    tally = Tally(what, test, unit)
    began = time.monotonic()
    try:
        function(run, tally, Budget(most, seconds))
    except EmulatorError as error:
        print(f"  left out: {error}", file=sys.stderr)
        return None
    except AssertionError as error:
        tally.bad(str(error))
    tally.seconds = time.monotonic() - began
    return tally


def added(tally, old, name):
    """Adds to a tally what the page `old` says of an earlier run of that torture, with other seeds."""
    row = next((row for row in old.splitlines() if f"| `{name}`; `" in row), None)
    if row is None:
        return
    _, _, tried, survived, _, figures, *_ = (cell.strip() for cell in row.split("|"))
    tally.tried += _number(tried.split()[0])
    tally.survived += _number(survived)
    for words in figures.split("; ") if figures else ():
        figure, _, value = words.rpartition(" ")
        both = [_number(value), *([tally.figures[figure]] if figure in tally.figures else [])]
        tally.figures[figure] = (min if figure.startswith("least") else
                                 max if figure.startswith("most") else sum)(both)
    tally.lost += losses(old, tally.what)


def losses(old, what):
    """What the page `old` says was lost in that row; words that were added by hand stand indented below."""
    return [found[1] for found in re.finditer(rf"^- {re.escape(what)}: (.*(?:\n  .*)*)", old, re.MULTILINE)]


def _number(text):
    """Of a figure on the page."""
    text = text.replace(",", "")
    return float(text) if "." in text else int(text)


def kept(old, names):
    """Rows of the page that was there, by name, and what those tortures lost: those that were not run this time."""
    rows = {}
    for line in old.splitlines():
        found = re.search(r"\| `([a-z0-9.-]+)`; `tests/", line)
        if found and found[1] in TORTURES and found[1] not in names:
            rows[found[1]] = line
    lost = [f"- {TORTURES[name][0]}: {text}" for name in rows for text in losses(old, TORTURES[name][0])]
    return rows, lost


def page(tallies, run, minutes, old=""):
    """docs/reliability.md; rows of tortures that were not run this time stay as they are in `old`."""
    rows, lost = kept(old, tallies)
    day = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    rows.update((name, f"| {tally.what} | {tally.tried:,} {tally.unit} | {tally.survived:,} | {tally.losses:,} | "
        + "; ".join(f"{name} {value:,}" for name, value in tally.figures.items())
        + f" | `{name}`; `{tally.test}` |") for name, tally in tallies.items())
    lost += [f"- {tally.what}: {text}" for tally in tallies.values() for text in tally.lost]
    figure = re.search("```\n(.*?)\n```", old, re.DOTALL)
    figure = weeks.plot(run.samples) if run.samples else figure[1] if figure else "(not run)"
    text = (ROOT / "tests" / "torture" / "reliability.md.in").read_text()
    return text.format(day=day, minutes=f"{minutes:.1f}", seed=run.seed, python=platform.python_version(),
                       rows="\n".join(rows[name] for name in TORTURES if name in rows),
                       lost="\n".join(lost) or "Nothing.", figure=figure)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__.splitlines()[0])
    parser.add_argument("--budget", type=float, default=60, metavar="MINUTES", help="for all together (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="the first of the seeds (default 1)")
    parser.add_argument("--only", nargs="+", default=list(TORTURES), choices=list(TORTURES), metavar="NAME",
                        help="some of: " + ", ".join(TORTURES))
    parser.add_argument("--out", type=Path, default=OUT, help="where the table goes (default: docs/reliability.md); "
                        "with --only the other rows stay")
    parser.add_argument("--add", action="store_true", help="with --only and another --seed: to the rows that are "
                        "there; for " + ", ".join(SEEDED))
    args = parser.parse_args()
    if args.add and not set(args.only) <= set(SEEDED):
        parser.error("--add goes with --only and " + ", ".join(SEEDED))
    if args.budget <= 0:
        parser.error("--budget must be more than 0 minutes")
    os.nice(10)
    began = time.monotonic()
    run, tallies = Run(args.seed), {}
    shares = sum(TORTURES[name][2] for name in args.only)
    for number, name in enumerate(args.only, 1):
        seconds = max(LEAST_SECONDS, args.budget * 60 * TORTURES[name][2] / shares)
        print(f"{number} of {len(args.only)}: {TORTURES[name][0]} ({seconds:.0f} s)", file=sys.stderr, flush=True)
        tally = torture(name, run, seconds)
        if tally:
            tallies[name] = tally
            print(f"{tally.line()}  [{tally.seconds:.0f} s]", flush=True)
            for text in tally.lost:
                print("  lost: " + text, flush=True)
    minutes = (time.monotonic() - began) / 60
    losses = sum(tally.losses for tally in tallies.values())
    tried = sum(tally.tried for tally in tallies.values())
    print(f"{len(tallies)} tortures in {minutes:.1f} minutes: {tried} tried, {losses} lost")
    old = args.out.read_text() if args.out.exists() and len(args.only) < len(TORTURES) else ""
    if args.add:
        for name, tally in tallies.items():
            added(tally, old, name)
    args.out.write_text(page(tallies, run, minutes, old))
    print(f"wrote {args.out}")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
