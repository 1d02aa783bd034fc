"""`litfour selftest`: the words for every question, the report card, and boards that say nonsense or go away."""

import contextlib
import io
import json
import types

import pytest

from host_tools import selftest
from host_tools.__main__ import main
from host_tools.board import BoardError
from host_tools.selftest_words import card_lines, question
from litfour.hw.wiring import wiring_named
from litfour.selftest.steps import KINDS
from tests.selftest_person import Person, Rig


class Serial:
    """The line to a board whose self-test runs here, with a person at it. `instead`: lines that come in its place.

    cut: the line breaks after so many steps.
    """

    def __init__(self, rig=None, instead=None, cut=None, **person):
        self.rig = rig
        self.person = person
        self.output = b"".join(line + b"\r\n" for line in instead or ())
        self.quiet = instead is not None
        self.cut = cut
        self.keys = b""
        self.steps = self.told = 0
        self.in_waiting = 0

    def start(self):
        if self.rig:
            self.rig.wait(400)
            self.person = Person(self.rig, **self.person)

    def write(self, data):
        self.keys += data
        for key in data.decode():
            if self.rig and key != "\x03":
                self.rig.host(key)

    def read(self, size):
        if self.rig and not self.output:
            if not self.rig.over and self.told == len(self.rig.said):
                self.steps += 1
                if self.steps == self.cut:
                    raise OSError("gone")
                self.person.step()
            for data in self.rig.said[self.told:]:
                self.output += json.dumps(data).encode() + b"\r\n"
            self.told = len(self.rig.said)
        part, self.output = self.output[:7], self.output[7:]
        return part


@pytest.fixture
def board(monkeypatch):
    """board(serial, last=None): every command finds this board; `last` is the card on its flash."""
    log = []

    def connect(serial, last=None, too_old=False):
        class Fake(selftest.Tested):
            def __enter__(self):
                self._link = types.SimpleNamespace(serial=serial, exec_raw_no_follow=lambda source: serial.start())
                return self

            def __exit__(self, *_):
                log.append("closed")

            def stop(self):
                log.append("stopped")

            def restart(self):
                log.append("restarted")

            def use(self, source):
                if too_old:
                    raise BoardError("the firmware of this board is too old for that")

            def read(self, path):
                assert path == "/selftest.json"
                return last

        @contextlib.contextmanager
        def visit(port):
            yield Fake(port)

        monkeypatch.setattr(selftest, "Tested", Fake)
        monkeypatch.setattr(selftest, "visiting", visit)
        monkeypatch.setattr(selftest, "find_port", lambda named: named or "/dev/fake")
        monkeypatch.setattr("sys.stdin", io.StringIO())
        return log
    return connect


def rig(built="7x6", **faults):
    return Rig(wiring_named("7x6"), wiring_named(built), **faults)


def test_a_board_that_passes(board, capsys):
    serial = Serial(rig("7x6 origin=tr"))
    board(serial)
    assert main(["selftest"]) == 0
    told = capsys.readouterr().out
    assert "wired as 7x6, says board.txt" in told and "wiring 7x6 origin=tr (was 7x6: corrected)" in told
    for words in ("Press all column buttons", "All pixels have one colour", "One pixel is lit", "The pixel blinks",
                  "fills with green", "Column 7 is lit", "through its beam", "press UNDO", "A scale plays",
                  "eight steps", "a green tick"):
        assert words in told, words
    assert "buttons: all 7 good" in told and told.endswith("budget 450 mA\n\npassed\n")
    assert serial.rig.files["board.txt"] == "7x6 origin=tr"


def test_a_board_that_fails_and_its_card_as_json(board, capsys):
    board(Serial(rig(wires={2: None}, dead={8: ("red",)}), broken=(2,)))
    assert main(["selftest", "--json"]) == 1
    told = capsys.readouterr()
    card = json.loads(told.out)
    assert card["inputs"]["buttons"]["3"] == "never pressed: nothing came" and not card["pass"]
    assert "Press all column buttons" in told.err
    text = "\n".join(card_lines(card))
    assert "button 3: never pressed" in text and "column 2, row 2: not red" in text and text.endswith("FAILED")


def test_stuck_lines_are_told_at_once():
    assert question({"start": "7x6", "closed": 1 << 2 | 1 << 10 | 1 << 18})[1] == \
        "Closed from the start, so not used: button 3, beam 2, MENU."


def test_every_question_has_words():
    values = {"where": [0, "red"], "walk": "red"}
    for kind in KINDS:
        line, = question({"ask": kind, "value": values.get(kind, 0), "number": 4, "again": kind == "column"})
        assert line.startswith("  5  ") and len(line) > 40
        assert ("once more" in line) == (kind == "column")


def test_keys_stand_for_presses(board, capsys, monkeypatch):
    serial = Serial(rig())
    board(serial)
    monkeypatch.setattr("sys.stdin", io.StringIO("zq\n"))
    assert main(["selftest"]) == 1
    assert serial.keys == b"q" and "given up; nothing was stored" in capsys.readouterr().err
    assert serial.rig.files == {}


def test_a_report_that_can_not_be_stored(board, capsys):
    board(Serial(rig(full=True)))
    assert main(["selftest"]) == 0
    assert "did not take the report" in capsys.readouterr().out


def test_the_function_for_set_up(board):
    board(Serial(rig()))
    lines = []
    card = selftest.check("/dev/x", lines.append)
    assert card["pass"] and len(lines) > 30


@pytest.mark.parametrize(("lines", "told"), [
    ([b"Traceback (most recent call last):", b"\x1b[2JValueError"], "broke off; the board reports: Traceback"),
    ([b"[1, 2]"], "broke off"), ([b'{"ask": "where", "value": 3}'], "does not understand"),
    ([b'{"ask": "press", "value": "x"}'], "does not understand"),
    ([b'{"card": {"pass": true}}'], "card of the board is"),
    ([b'{"card": 3}'], "card of the board is"), ([b'{"ask": "' + b"x" * 30000], "does not go on")])
def test_nonsense_from_a_board_is_an_error(board, capsys, lines, told):
    log = board(Serial(instead=lines))
    assert main(["selftest"]) == 1
    err = capsys.readouterr().err
    assert told in err and "\x1b" not in err and log[-1] == "closed"


def test_what_a_board_says_can_not_steer_the_terminal(board, capsys):
    board(Serial(instead=[b'{"start": "7x6\\u001b[2J", "closed": 0}', b'{"end": "aborted"}']))
    assert main(["selftest"]) == 1
    assert "7x6?[2J" in capsys.readouterr().out


def test_a_board_that_goes_away(board, capsys):
    board(Serial(rig(), cut=4))
    assert main(["selftest"]) == 1
    assert "went away during the self-test" in capsys.readouterr().err


def test_old_firmware_gets_its_game_back(board, capsys):
    log = board(Serial(rig()), too_old=True)
    assert main(["selftest"]) == 1
    assert log == ["stopped", "restarted", "closed"] and "too old" in capsys.readouterr().err


def test_the_last_card(board, capsys):
    card = {"pass": False, "serial": "ab", "pixels": {"pass": True}, "inputs": {"pass": False, "beams": "none"},
            "buzzer": {"pass": True}, "light": {"pass": True}}
    board(None, last=json.dumps(card).encode())
    assert main(["selftest", "--last"]) == 1 and "serial number ab" in capsys.readouterr().out
    board(None, last=b"{")
    assert main(["selftest", "--last"]) == 1 and "damaged" in capsys.readouterr().err
    board(None)
    assert main(["selftest", "--last"]) == 1 and "no self-test has been made" in capsys.readouterr().err
