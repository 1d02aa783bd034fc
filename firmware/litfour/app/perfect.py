"""Perfect play on the board: the solver over the search's table, with its book on the flash. Loaded when wanted."""

from binascii import crc32

from litfour.engine.solver import Solver

BOOK_PATH = "litfour/book"      # in the folder of the version that runs: main.py goes there


class LazyBook:
    """The book, loaded when it is first asked, and then read through once: some 60 ms. Hard never asks."""

    _book = None

    def _open(self):
        if self._book is None:
            from litfour.engine.book import Book
            self._book = Book(BOOK_PATH, crc32)
            self._book.check()
        return self._book

    @property
    def fault(self):
        return self._open().fault

    @property
    def value(self):
        return self._book.value

    def find(self, codes, ply, pick):
        return self._open().find(codes, ply, pick)


def make_solver(table):
    """The solver with its book."""
    return Solver(table, LazyBook())
