"""Perfect play on the host: the firmware's solver and book over the node loop built for this machine."""

import functools
import zlib
from pathlib import Path

from host_tools.solver import native
from litfour.engine.book import Book
from litfour.engine.solver import TABLE_BYTES, Solver

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


def make_solver(table):
    """What Player wants; the solver has a table of its own here, in bytes. RuntimeError without a C compiler."""
    book = Book(str(BOOK), zlib.crc32)
    book.check()
    return Solver(bytearray(TABLE_BYTES), book, run=_kernel())
