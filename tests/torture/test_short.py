"""The short versions of what `make torture` runs for hours; the seeds of a failure are printed with it."""

from tests.torture import corrupt, events
from tests.torture.tally import Budget, Tally


def test_random_events_on_the_raw_lines():
    tally = events.torture(Tally("events", ""), Budget(1500), seed=1)
    print("\n" + tally.check().line())


def test_a_press_that_lost_the_models_agreement_once():
    """Seed 1050 aimed for the CPU's colour on a rewound board, and the CPU took the turn over."""
    events.torture(Tally("events", ""), Budget(100), seed=1050).check()


def test_damage_in_saved_files():
    print("\n" + corrupt.saves(Tally("saves", ""), Budget(150), seed=1).check().line())


def test_damage_in_the_book_and_the_puzzles():
    tally = corrupt.data_files(Tally("data", ""), Budget(100), seed=1).check()
    assert tally.figures["book told"] + tally.figures["puzzles told"] == 100


def test_damage_in_the_board_file():
    corrupt.board_file(Tally("board.txt", ""), Budget(500), seed=1).check()
