from litfour.rules.match import Match
from litfour.rules.position import DRAW, ONGOING


def test_wins_and_draws_are_counted():
    match = Match()
    for result in (1, 2, 1, DRAW, ONGOING):
        match.finish(result)
    assert match.score == [1, 2, 1]


def test_a_game_taken_back_takes_its_point_back():
    match = Match()
    match.finish(2)
    match.reopen(2)
    match.reopen(2)
    match.finish(DRAW)
    match.reopen(DRAW)
    match.reopen(ONGOING)
    assert match.score == [0, 0, 0]


def test_the_other_seat_starts_the_rematch():
    match = Match(starter=2)
    match.next_game()
    assert match.starter == 1
    match.next_game()
    assert match.starter == 2
