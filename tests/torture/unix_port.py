"""Runs the tortures' scripts under MicroPython's unix port."""

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import ROOT

MICROPYTHON = Path(sys.executable).with_name("micropython")


def run(script, *arguments, first=".", heap="24M", seconds=600):
    """What a script of tests/torture says in its last line, "result LITERAL". AssertionError with its output if not."""
    command = [MICROPYTHON, "-X", f"heapsize={heap}", f"tests/torture/{script}", first, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines or not lines[-1].startswith("result "):
        raise AssertionError(f"{script}: " + "\n".join(lines[-5:] + done.stderr.splitlines()[-12:]))
    return ast.literal_eval(lines[-1][7:])


def cut_saves(tally, budget, seed, chunk=250):
    """Power cuts during saves: see cut_saves.py."""
    while budget.left(tally.tried):
        try:
            counts, by_name, lost, losses = run("cut_saves.py", chunk, seed)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            tally.bad(f"seed {seed}: {error}")
            return tally
        tally.good(counts["cuts"] - losses)
        tally.tried += losses
        tally.lost += lost
        for name in ("old", "new"):
            tally.count(name, counts[name])
        for name, count in by_name.items():
            tally.count(f"saves of {name}", count)
        seed += 1
    return tally


def memory_faults(tally, budget, kind, step, first=1, most=100000):
    """MemoryErrors: see memory_faults.py. kind "calls" ends with the last call of its game."""
    with tempfile.TemporaryDirectory() as folder:
        while budget.left(tally.tried) and first < most:
            try:
                counts, lost, losses = run("memory_faults.py", kind, first, step, 200, 30, folder, heap="3M")
            except (AssertionError, subprocess.TimeoutExpired) as error:
                tally.bad(f"from {kind} {first}: {error}")
                return tally
            tally.good(counts["tried"] - losses)
            tally.tried += losses
            tally.lost += lost
            tally.count("MemoryErrors", counts["errors"])
            first = counts["last"] + step
            if counts["over"]:
                break
    return tally
