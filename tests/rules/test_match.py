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


def test_the_next_seat_starts_the_rematch_or_the_one_that_is_given():
    match = Match(starter=2)
    match.next_game(1)
    assert match.starter == 1
    match.next_game(DRAW)
    assert match.starter == 2
    match.next_game(2, starter=2)
    assert match.starter == 2
    three = Match(seats=3, starter=2)
    starters = []
    for _ in range(3):
        three.next_game(1)
        starters.append(three.starter)
    assert starters == [3, 1, 2]


def test_a_match_ends_with_its_last_win_and_begins_anew():
    match = Match(target=2)
    for result in (1, 2, DRAW, 2):
        assert match.winner == 0
        match.finish(result)
    assert match.winner == 2
    match.reopen(2)
    assert match.winner == 0
    match.finish(2)
    match.next_game(2)
    assert match.score == [0, 0, 0] and match.winner == 0


def test_the_loser_makes_room_for_who_waits():
    match = Match(people=4)
    assert match.queue == [3, 4] and len(match.score) == 5
    match.finish(2)
    match.next_game(2)
    assert match.sitting[1:] == [3, 2] and match.queue == [4, 1] and match.score == [0, 0, 1, 0, 0]
    match.finish(1)
    match.next_game(1)
    assert match.sitting[1:] == [3, 4] and match.queue == [1, 2] and match.score == [0, 0, 1, 1, 0]
    match.next_game(DRAW)
    assert match.sitting[1:] == [3, 4]
