"""`litfour stats` against a board that runs the firmware's own code; over a real line: tests/device/test_config.py."""

import io
import json

import pytest

from host_tools import stats
from host_tools.__main__ import main
from litfour.app.session import Session
from litfour.app.settings import Settings
from litfour.app.stats import EMPTY, record
from litfour.rules.position import DRAW
from litfour.rules.variants import VARIANTS
from tests.host.fake_board import FakeBoard, connect

TABLE = """\
against the CPU  level   games  won  drawn  lost  won %
standard         easy        3    2      0     1     66
standard         medium      1    0      1     0      0
popout           buddy       1    1      0     0    100

longest streak of wins against the CPU: 2, now: 1

between people  games
standard            1

games in all: 6
"""


@pytest.fixture
def board(monkeypatch):
    return connect(monkeypatch, FakeBoard())


def play(board, *games):
    """Records games: (variant, level, cpus, result)."""
    for deal, (variant, level, cpus, result) in enumerate(games):
        settings = Settings()
        settings.variant, settings.level, settings.cpus = variant, level, cpus
        session = Session(settings, None, deal)
        session.position.result = result
        assert record(board.store, session) == ""


@pytest.fixture
def played(board):
    play(board, (0, 0, 2, 1), (0, 0, 2, 1), (0, 0, 2, 2), (0, 1, 2, DRAW), (0, 3, 0, 2), (6, 4, 2, 1))
    return board


def test_the_table(played, capsys):
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == TABLE
    assert played.log == ["stopped", "restarted", "closed"]


def test_json(played, capsys):
    assert main(["stats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == {"games": 6, "streak": {"longest": 2, "now": 1}, "people": [{"variant": "standard", "games": 1}],
                    "solo": [{"variant": "standard", "level": "easy", "won": 2, "drawn": 0, "lost": 1},
                             {"variant": "standard", "level": "medium", "won": 0, "drawn": 1, "lost": 0},
                             {"variant": "popout", "level": "buddy", "won": 1, "drawn": 0, "lost": 0}]}


def test_every_entry_of_full_statistics_arrives(board):
    games = [(variant, level, (1 << VARIANTS[variant].seats) - 2 if level < 5 else 0, 1)
             for variant in range(len(VARIANTS)) for level in range(6)]
    play(board, *games, *games[7:])
    found = stats.decoded(board.store.data["stats"])
    assert len(found.solo) == 5 * len(VARIANTS) and len(found.people) == len(VARIANTS)
    assert found.games == 2 * len(games) - 7 and found.solo[0, 0] == [1, 0, 0] and found.solo[2, 3] == [2, 0, 0]


def test_a_board_without_games(board, capsys):
    assert main(["stats"]) == 0 and capsys.readouterr().out == "no game has been counted yet\n"
    assert main(["stats", "--json"]) == 0 and json.loads(capsys.readouterr().out)["games"] == 0


def test_a_game_taken_back_is_not_shown(board, capsys):
    play(board, (0, 0, 2, 1))
    session = Session(Settings(), None, 0)
    record(board.store, session, -1)
    assert main(["stats"]) == 0 and capsys.readouterr().out == "no game has been counted yet\n"


def test_saturated_counts_say_so(board, capsys):
    play(board, (0, 0, 2, 1))
    data = board.store.data["stats"]
    board.store.data["stats"] = data[:-5] + b"\xff\xf0\x01\x00\x20"
    assert main(["stats"]) == 0
    assert "4095+      1     2" in capsys.readouterr().out


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("answer", ["n\n", "\n", "nonsense\n"])
def test_clearing_asks_and_no_leaves_the_board_alone(played, capsys, monkeypatch, answer):
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    before = dict(played.store.data)
    assert main(["stats", "--clear"]) == 1
    out, err = capsys.readouterr()
    assert "for good. Go on? [y/N]" in out and "nothing was cleared" in err
    assert played.store.data == before and played.log == []


def test_clearing_after_a_yes(played, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal("yes\n"))
    assert main(["stats", "--clear"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith(TABLE) and "cleared" in err, "what goes is shown a last time"
    assert played.store.load("stats") == EMPTY
    assert main(["stats"]) == 0 and capsys.readouterr().out == "no game has been counted yet\n"


def test_scripts_need_yes(played, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert main(["stats", "--clear"]) == 2 and "add --yes" in capsys.readouterr().err
    assert main(["stats", "--clear", "--yes"]) == 0 and played.store.load("stats") == EMPTY


def test_a_flash_that_does_not_take_it(played, capsys):
    played.store.fail = True
    assert main(["stats", "--clear", "--yes"]) == 1 and "nothing was cleared" in capsys.readouterr().err


def test_other_versions_and_damage_are_told_and_can_be_cleared(board, capsys):
    board.store.save("stats", b"\x07" + EMPTY[1:])
    assert main(["stats"]) == 1
    assert "statistics of version 7, this program knows version 1" in capsys.readouterr().err
    for junk in (b"", EMPTY[:-1], EMPTY + b"\x00"):
        board.store.save("stats", junk)
        assert main(["stats"]) == 1 and "are damaged" in capsys.readouterr().err
    assert main(["stats", "--clear", "--yes"]) == 0 and board.store.load("stats") == EMPTY


def test_games_and_levels_that_this_program_does_not_know(board, capsys):
    play(board, (0, 6, 2, 1))
    data = bytearray(board.store.data["stats"])
    data[1], data[10] = 21, 20
    board.store.data["stats"] = bytes(data[:12]) + bytes(20) + bytes(data[12:])
    assert main(["stats"]) == 0
    assert "game 20          level 6" in capsys.readouterr().out


def test_old_firmware(board, capsys):
    board.modules["litfour.app.stats"] = None
    assert main(["stats", "--clear", "--yes"]) == 1
    assert "too old for that" in capsys.readouterr().err
    assert main(["stats"]) == 0         # to look at them nothing more is needed than the store
    board.modules["litfour.game"] = None
    assert main(["stats"]) == 1


def test_a_board_that_breaks_off_is_told_once_and_goes_on(board, capsys, monkeypatch):
    from host_tools.board import BoardError
    from tests.host.fake_board import FakeVisit

    def broken(self, *_):
        raise BoardError("the connection broke: no answer")

    monkeypatch.setattr(FakeVisit, "ask", broken)
    monkeypatch.setattr(FakeVisit, "restart", broken)
    assert main(["stats"]) == 1 and capsys.readouterr().err == "litfour stats: the connection broke: no answer\n"
