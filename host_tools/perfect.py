"""Perfect play on the host: the firmware's solver and book over the node loop built for this machine."""

import functools
import zlib
from pathlib import Path

from host_tools.solver import native
from host_tools.web.analysis import DEEP
from litfour.engine.book import Book
from litfour.engine.solver import REFINEMENT, TABLE_BYTES, Solver

BOOK = Path(__file__).resolve().parent.parent / "firmware" / "data" / "book"


@functools.cache
def _kernel():
    return native.Solver().run


def available():
    """None where Perfect can be played here, else why not."""
    try:
        _kernel()
    except (RuntimeError, OSError) as error:
        return str(error)
    return None


def make_solver(table, deep=False):
    """What Player wants; the solver has a table of its own here, in bytes. RuntimeError without a C compiler.

    deep: it looks for the exact end of the game as long as it has nodes."""
    book = Book(str(BOOK), zlib.crc32)
    book.check()
    return Solver(bytearray(TABLE_BYTES), book, run=_kernel(), refinement=DEEP if deep else REFINEMENT)
