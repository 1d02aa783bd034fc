"""Perfect play on the board: the solver over the search's table, with its book on the flash. Loaded when wanted."""

from binascii import crc32

from litfour.engine.book import Book
from litfour.engine.solver import Solver

BOOK_PATH = "/litfour/book"


def make_solver(table):
    """The solver with its book, which is read through once: some 50 ms."""
    book = Book(BOOK_PATH, crc32)
    book.check()
    return Solver(table, book)
