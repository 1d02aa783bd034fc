from litfour.app.chance import Random
from litfour.app.session import Session
from litfour.app.settings import Settings
from litfour.rules.position import ONGOING


def session_of(cpus, moves="", starter=1):
    settings = Settings()
    settings.cpus, settings.starter = cpus, starter
    session = Session(settings)
    for move in moves:
        session.play(int(move) - 1)
    return session


def test_back_and_forward():
    session = session_of(0, "4453")
    assert session.back() and session.back() and session.position.moves == [3, 3]
    assert session.forward() and session.position.moves == [3, 3, 4] and session.future == [2]
    session.play(0)
    assert session.future == [] and not session.forward()


def test_nothing_to_go_back_to():
    session = session_of(0)
    assert not session.back() and not session.forward()


def test_a_finished_game_gives_its_point_back_and_takes_it_again():
    session = session_of(0, "1212121")
    assert session.match.score == [0, 1, 0]
    session.back()
    assert session.match.score == [0, 0, 0] and session.position.result == ONGOING
    session.forward()
    assert session.match.score == [0, 1, 0]


def test_back_to_a_persons_choice():
    session = session_of(2, "4453")
    assert session.back_to_choice() and session.position.moves == [3, 3]
    session = session_of(2, "445")          # the CPU is to move: only the person's own disc comes back
    assert session.back_to_choice() and session.position.moves == [3, 3]


def test_a_cpus_opening_is_no_choice_of_a_person():
    session = session_of(1, "4")
    assert not session.back_to_choice() and session.position.moves == [3] and session.future == []


def test_the_rematch_is_started_by_the_other_seat():
    session = session_of(0, "1212121")
    session.rematch(Random(1))
    assert session.position.turn == 2 and session.position.moves == [] and session.match.score == [0, 1, 0]
