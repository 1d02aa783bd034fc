"""The walk: every position that can arise while the CPU follows its own choices, whatever the opponent plays.

One side at a time, two plies at a time. Each position where the CPU is to move is decided at once, or solved by the
board's own search within its node budget, or must be in the book. Before VARIETY plies all moves that are best by
distance are walked (the book lists them); after that one. The result depends on no order and no number of workers:
positions are unique canonical keys, sorted at each step. The state after each step is kept in a folder, so that a walk
that was stopped goes on where it was.
"""

import json
import sys
import time
import zipfile
import zlib
from pathlib import Path

import numpy as np

from host_tools.solver import native, oracle

CHUNK = 8192
_solver = None


def start_of(side):
    """The first positions where `side` (0 first, 1 second) is to move: keys and floors. Floors: a win for the first,
    a loss for the second player, as perfect play has it."""
    plays = [[]] if side == 0 else [[column] for column in range(7)]
    keys = np.unique(np.array([native.key_of(play)[0] for play in plays], np.uint64))
    return keys, np.full(len(keys), 1 if side == 0 else -1, np.int8)


def decide_chunk(keys, floors, columns, budget, refinement):
    """Runs on a worker: native.Solver.walk over one chunk."""
    global _solver
    if _solver is None:
        _solver = native.Solver()
    return _solver.walk(keys, floors, columns, budget, refinement)


def ask_oracle(keys, every):
    """Runs on a worker: [(value, bit mask of the best columns, or of the most central one of them)]."""
    answers = []
    for key in keys:
        value, columns = oracle.best_moves(native.moves_to(int(key)), every)
        answers.append((value, sum(1 << column for column in columns)))
    return answers


def merge(keys, floors):
    """Unique keys, sorted, each with its highest floor."""
    order = np.lexsort((-floors.astype(np.int16), keys))
    keys, floors = keys[order], floors[order]
    first = np.ones(len(keys), bool)
    first[1:] = keys[1:] != keys[:-1]
    return keys[first], floors[first]


def ply_of(key):
    """Discs on the board of a key."""
    return sum(((int(key) >> 7 * column) & 127).bit_length() - 1 for column in range(7))


def digest(book):
    """A number of these entries: a kept walk goes on only with the book that it began with."""
    return zlib.crc32(repr(sorted(book.items())).encode())


class Walk:
    """The walk of one side. `pool(function, list of argument tuples)` maps in order; `say(text)` shows progress.

    Without `book` it builds one (`entries`: {key: (value, mask)}); with one it verifies: a position that is neither
    decided nor solved nor in the book is a fault. Faults are kept in `faults`, as text.
    """

    def __init__(self, side, pool, budget=native.BUDGET, refinement=native.REFINEMENT, variety=0, book=None,
                 folder=None, say=print):
        self.side, self.pool, self.say = side, pool, say
        self.budget, self.refinement, self.variety, self.book = budget, refinement, variety, book
        self.folder = Path(folder) if folder else None
        self.entries, self.faults = {}, []
        self.counts = {"positions": 0, "instant": 0, "search": 0, "book": 0, "nodes": 0, "largest": 0, "ply": 0}
        self.hardest = []
        self.keys, self.floors = start_of(side)
        self._about = {"side": side, "budget": budget, "refinement": refinement, "variety": variety,
                       "verify": book is not None and digest(book), "solver": native.library_path().stem}

    def run(self, last_ply=42):
        """Walks to the end (or to `last_ply`). Returns the counts."""
        self._resume()
        while len(self.keys) and not self.faults and ply_of(self.keys[0]) <= last_ply:
            self._step()
            self._keep()
        return self.counts

    def _step(self):
        began = time.monotonic()
        keys, floors = self.keys, self.floors
        ply = ply_of(keys[0])
        listed = np.zeros(len(keys), bool)
        columns = np.full(len(keys), -1, np.int8)
        if self.book is not None or ply <= self.variety:
            listed = self._listed(keys, ply)
        plain = np.flatnonzero(~listed)
        children = [self._decided(keys[plain], floors[plain], columns[plain], ply)]
        hard = np.sort(np.concatenate([np.flatnonzero(listed), plain[self._unproved]]))
        if len(hard):
            children.append(self._from_book(keys[hard], floors[hard], ply))
        self.keys, self.floors = merge(np.concatenate([k for k, _ in children]),
                                       np.concatenate([f for _, f in children]))
        self.counts["positions"] += len(keys)
        self.counts["ply"] = ply
        self.say(f"ply {ply:2}: {len(keys):8} positions, {len(hard):5} in the book, largest "
                 f"{self.counts['largest']} nodes, {time.monotonic() - began:.1f} s")

    def _listed(self, keys, ply):
        """Which of these the book answers for (when verifying), or must (before `variety`, all that are not forced)."""
        if self.book is None:
            return ~self._at_once(keys)
        listed = np.array([int(key) in self.book for key in keys], bool)
        for key in keys[listed][self._at_once(keys[listed])][:3]:   # the board would not look: its move is another
            self.faults.append(f"ply {ply}: the book lists {int(key):#x}, which is decided at once")
        return listed

    def _at_once(self, keys):
        """Which of these are decided without any search."""
        floors, columns = np.full((2, len(keys)), -1, np.int8)
        tried = self._map(keys, floors, columns, budget=1)
        return np.concatenate([result[2] & 63 for result in tried]) == native.INSTANT

    def _map(self, keys, floors, columns, budget=None):
        cuts = range(0, max(len(keys), 1), CHUNK)
        return self.pool(decide_chunk, [(keys[i:i + CHUNK], floors[i:i + CHUNK], columns[i:i + CHUNK],
                                         budget or self.budget, self.refinement) for i in cuts])

    def _decided(self, keys, floors, columns, ply):
        results = self._map(keys, floors, columns)
        sources = np.concatenate([result[2] for result in results])
        nodes = np.concatenate([result[3] for result in results])
        for key in keys[(sources & 64) != 0][:3]:
            self.faults.append(f"ply {ply}: the move at {int(key):#x} gives the game away")
        if ply >= 40:                       # the CPU's last disc: a win that was proved must come now
            values = np.concatenate([result[1] for result in results])
            for key in keys[(floors > 0) & (values != 1)][:3]:
                self.faults.append(f"ply {ply}: {int(key):#x} is not won at the end, as play had proved")
        kind = sources & 63
        self._unproved = np.flatnonzero(kind == native.UNPROVED)
        solved = kind == native.SEARCH
        self.counts["instant"] += int((kind == native.INSTANT).sum())
        self.counts["search"] += int(solved.sum())
        self.counts["nodes"] += int(nodes.sum())
        if solved.any():
            self.counts["largest"] = max(self.counts["largest"], int(nodes[solved].max()))
            worst = np.argsort(nodes[solved], kind="stable")[-50:]
            both = [(int(n), int(k)) for n, k in zip(nodes[solved][worst], keys[solved][worst], strict=True)]
            self.hardest = sorted(self.hardest + both)[-50:]
        return np.concatenate([result[4] for result in results]), np.concatenate([result[5] for result in results])

    def _from_book(self, keys, floors, ply):
        if self.book is None:
            pieces = [keys[i:i + 16] for i in range(0, len(keys), 16)]
            parts = self.pool(ask_oracle, [(piece, ply <= self.variety) for piece in pieces])
            answers = [answer for part in parts for answer in part]
        else:
            answers = [self.book.get(int(key)) for key in keys]
        walked, new_floors, moves = [], [], []
        for key, floor, answer in zip(keys, floors, answers, strict=True):
            if answer is None:
                self.faults.append(f"ply {ply}: {int(key):#x} is not decided, not solved and not in the book")
                continue
            value, mask = answer
            if value < floor:
                self.faults.append(f"ply {ply}: {int(key):#x} is worth {value}, less than play had proved ({floor})")
            self.entries[int(key)] = (value, mask)
            for column in range(7):
                if mask >> column & 1 and int(key) >> 7 * column + 6 & 1:
                    self.faults.append(f"ply {ply}: the book lists a full column at {int(key):#x}")
                elif mask >> column & 1:
                    walked.append(key)
                    new_floors.append(value)
                    moves.append(column)
        self.counts["book"] += len(keys)
        results = self._map(np.array(walked, np.uint64), np.array(new_floors, np.int8), np.array(moves, np.int8))
        for result in results:
            for key in result[0][(result[2] & 64) != 0][:3]:
                self.faults.append(f"ply {ply}: a book move ({int(key)}) gives the game away")
        return np.concatenate([result[4] for result in results]), np.concatenate([result[5] for result in results])

    def _keep(self):
        if not self.folder:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"walk{self.side}{'v' if self.book is not None else ''}.npz"
        state = {"about": self._about, "counts": self.counts, "hardest": self.hardest, "faults": self.faults,
                 "entries": [[key, value, mask] for key, (value, mask) in self.entries.items()]}
        fresh = path.with_suffix(".tmp.npz")
        np.savez(fresh, keys=self.keys, floors=self.floors, state=json.dumps(state))
        fresh.replace(path)

    def _resume(self):
        path = self.folder / f"walk{self.side}{'v' if self.book is not None else ''}.npz" if self.folder else None
        if not path or not path.exists():
            return
        try:
            with np.load(path) as kept:
                state, keys, floors = json.loads(str(kept["state"])), kept["keys"], kept["floors"]
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
            self.say("the kept walk cannot be read: starting anew")
            return
        if state["about"] != self._about:
            self.say("the kept walk is of other settings or another book: starting anew")
            return
        self.keys, self.floors = keys, floors
        self.counts, self.hardest, self.faults = state["counts"], state["hardest"], state["faults"]
        self.hardest = [tuple(pair) for pair in self.hardest]
        self.entries = {key: (value, mask) for key, value, mask in state["entries"]}
        self.say(f"going on after ply {self.counts['ply']}")


def serial(function, tasks):
    """The pool of one: here and now."""
    return [function(*task) for task in tasks]


class Cluster:
    """A pool over dask.distributed: a local cluster of `workers` processes, or the scheduler at an address.

    Shows how far the map is on stderr. Use as a context manager."""

    def __init__(self, scheduler=None, workers=None):
        from dask.distributed import Client, LocalCluster

        self._local = None if scheduler else LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=':0', silence_logs=40)
        try:
            self.client = Client(scheduler or self._local)
        except ValueError as error:
            raise RuntimeError(f"no address of a scheduler, as tcp://host:8786: {error}") from error

    def __call__(self, function, tasks):
        from dask.distributed import as_completed

        futures = [self.client.submit(function, *task, pure=False) for task in tasks]
        shown = time.monotonic()
        for done, _ in enumerate(as_completed(futures), 1):
            if time.monotonic() - shown > 5:
                shown = time.monotonic()
                print(f"  {done} of {len(futures)} parts", file=sys.stderr, flush=True)
        return [future.result() for future in futures]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        if self._local:
            self._local.close()
