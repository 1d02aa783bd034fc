"""Perfect play on the board: the solver over the search's table, with its book on the flash. Loaded when wanted."""

from binascii import crc32

from litfour.engine.book import Book
from litfour.engine.solver import Solver

BOOK_PATH = "/litfour/book"


def make_solver(table):
    return Solver(table, Book(BOOK_PATH, crc32))
