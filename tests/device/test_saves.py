"""What saving wears and what a resume takes, as `litfour bench board` measures it: within bounds."""

import re

from host_tools import bench_saves

ERASES = 8              # sectors, of a first game with its folder and all its files
RESUME_MS = 1500


def numbers(text):
    return [float(number) for number in re.findall(r"[0-9]+\.?[0-9]*", text)]


def test_a_game_wears_little_and_is_back_soon(emulator, firmware):
    told = dict(bench_saves.measure(emulator, firmware, 1))
    print(*told.items(), sep="\n")
    plies, = numbers(told["plies of 1 games"])
    kilobytes, writes = numbers(told["flash programmed a game"])
    assert 7 <= plies <= 42 and plies / 2 <= writes <= 4 * plies + 20, "at least every exchange is saved"
    assert writes / 4 <= kilobytes + 0.05 <= writes         # it is printed with one digit
    erased = numbers(told["sectors erased"])[0]
    assert 1 <= erased <= ERASES, "the folder is made in the first game"
    offered = next(figure for name, figure in told.items() if "offered game" in name)
    first, half = numbers(offered)
    assert 50 < first <= RESUME_MS and first <= half
