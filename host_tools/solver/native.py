"""Builds firmware/kernel/solver.c (the node loop) for this machine with PyPI's `ziglang`, and calls it.

The library is kept in the user's cache under a name made of its sources, so that a change is built again by itself.
"""

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (ROOT / "host_tools" / "solver" / "host.c", ROOT / "firmware" / "kernel" / "solver.c")
TABLE_BYTES = 8192 * 12
BUDGET = 100_000          # nodes a move
REFINEMENT = 4_000       # of these at most for the quickest win or the longest resistance
INSTANT, SEARCH, UNPROVED = range(3)
UNKNOWN = 2
_BOTTOM = sum(1 << (7 * column) for column in range(7))


class Decision(ctypes.Structure):
    """What the CPU does at a canonical position: column, value (2 not known), source, plies to the end (0), nodes."""

    _fields_ = [("column", ctypes.c_int), ("value", ctypes.c_int), ("source", ctypes.c_int),
                ("plies", ctypes.c_int), ("nodes", ctypes.c_uint32)]


ZIG = (sys.executable, "-m", "ziglang", "cc")


def host_compiler():
    """The command of a C compiler for this machine: the pinned one, else the system's. RuntimeError without any."""
    if importlib.util.find_spec("ziglang"):
        return ZIG
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return (name,)
    raise RuntimeError("no C compiler: install one (cc), or the Python package ziglang")


def compile_c(arguments, what, compiler=ZIG):
    """Runs a C compiler with these arguments. RuntimeError with its words if it fails or is not installed."""
    try:
        done = subprocess.run([*compiler, *arguments], capture_output=True, text=True)
    except OSError as error:
        raise RuntimeError(f"{what}: cannot run the C compiler: {error}") from error
    if done.returncode:
        raise RuntimeError(f"{what}: the C compiler said:\n{done.stderr.strip()}")


def library_path(bucket_bits=13):
    """The built library for this state of the sources, with 2 ** bucket_bits buckets; builds it if need be."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "litfour"
    path = folder / f"solver-{digest}-{bucket_bits}{'.dll' if os.name == 'nt' else '.so'}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.tmp")
        compile_c(["-O3", "-g0", "-shared", "-fPIC", f"-DBUCKET_BITS={bucket_bits}", "-o", str(fresh),
                   str(SOURCES[0])], "building the solver", host_compiler())
        os.replace(fresh, path)
    return path


class Solver:
    """The solver in C with its own table. Not for two threads at once. With more than the board's 13 bucket bits it
    enters fewer nodes than the board; that is for score() only."""

    def __init__(self, bucket_bits=13):
        self._library = library = ctypes.CDLL(str(library_path(bucket_bits)))
        self.table = np.zeros(3 << bucket_bits, np.uint32)
        self.nodes = 0
        library.decide.restype = Decision
        library.decide.argtypes = [ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p]
        library.walk.restype = ctypes.c_long
        library.walk.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_uint32, ctypes.c_uint32,
                                 *[ctypes.c_void_p] * 8]
        library.score.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        library.solver_run.restype = ctypes.c_uint32
        library.solver_run.argtypes = [ctypes.c_void_p, ctypes.c_void_p]

    def run(self, block, table):
        """The kernel itself, as the board calls it: block and table are writable buffers. Returns its state."""
        return self._library.solver_run((ctypes.c_char * 1).from_buffer(block), (ctypes.c_char * 1).from_buffer(table))

    def decide(self, key, budget=BUDGET, refinement=REFINEMENT):
        """The Decision at a canonical key (see key_of)."""
        return self._library.decide(int(key), budget, refinement, self.table.ctypes.data)

    def score(self, key, exact=True):
        """The exact score of any position that is not over, in the data sets' scale, or its sign. Adds to `nodes`."""
        spent = ctypes.c_uint64(0)
        value = self._library.score(int(key), exact, self.table.ctypes.data, ctypes.byref(spent))
        self.nodes += spent.value
        return value

    def walk(self, keys, floors, columns, budget=BUDGET, refinement=REFINEMENT):
        """Decides a batch and finds what can follow. See host.c. All arrays are of one length.

        keys: uint64, canonical; floors: int8, the value that must not be lost; columns: int8, given moves or -1.
        Returns columns, values, sources, nodes of the batch, and the children's keys and floors.
        """
        keys = np.ascontiguousarray(keys, np.uint64)
        floors = np.ascontiguousarray(floors, np.int8)
        columns = np.array(columns, np.int8)
        n = len(keys)
        values, sources, nodes = np.full(n, UNKNOWN, np.int8), np.zeros(n, np.int8), np.zeros(n, np.uint32)
        children, child_floors = np.zeros(7 * n, np.uint64), np.zeros(7 * n, np.int8)
        count = self._library.walk(keys.ctypes.data, n, budget, refinement, self.table.ctypes.data,
                                   floors.ctypes.data, columns.ctypes.data, values.ctypes.data, sources.ctypes.data,
                                   nodes.ctypes.data, children.ctypes.data, child_floors.ctypes.data)
        return columns, values, sources, nodes, children[:count], child_floors[:count]


def key_of(columns):
    """(key, flipped) of the position after these 0-based columns: the canonical key, and whether it is the mirror.

    A key has seven bits a column: the discs of the side to move under one bit more. ValueError for a full column.
    """
    heights, discs = [0] * 7, [0, 0]
    for ply, column in enumerate(columns):
        if not 0 <= column < 7 or heights[column] == 6:
            raise ValueError(f"move {ply + 1}: column {column + 1} is full or not on the board")
        discs[ply & 1] |= 1 << (7 * column + heights[column])
        heights[column] += 1
    key = discs[len(columns) & 1] + discs[0] + discs[1] + _BOTTOM
    return min(key, mirrored(key)), mirrored(key) < key


def mirrored(key):
    """The key of the mirrored position."""
    return sum(((key >> 7 * column) & 127) << 7 * (6 - column) for column in range(7))


def moves_to(key):
    """A sequence of 0-based columns that leads to this key (discs are laid so that both sides alternate), or None."""
    columns = []
    for column in range(7):
        code = (key >> 7 * column) & 127
        height = code.bit_length() - 1
        columns.append([(code >> row) & 1 for row in range(height)])
    ply = sum(len(column) for column in columns)
    return _lay(columns, [0] * 7, ply, [], set())


def _lay(columns, heights, ply, moves, dead):
    if len(moves) == ply:
        return list(moves)
    owner = int((ply - len(moves)) % 2 == 0)      # 1: a disc of the side to move at the end
    state = tuple(heights)
    if state in dead:
        return None
    for column in range(7):
        if heights[column] < len(columns[column]) and columns[column][heights[column]] == owner:
            heights[column] += 1
            moves.append(column)
            found = _lay(columns, heights, ply, moves, dead)
            if found is not None:
                return found
            moves.pop()
            heights[column] -= 1
    dead.add(state)
    return None
