"""`litfour config` against a board that runs the firmware's own code; over a real line: tests/device/test_config.py."""

import json
import os
import pty

import pytest

from host_tools.__main__ import main
from host_tools.settings_words import SETTINGS, UNKNOWN, Field, choices
from litfour.app import restore
from litfour.app import settings as S
from litfour.app.remote import Desk
from litfour.app.session import Session
from litfour.engine.levels import LEVELS
from litfour.ports import panel_named
from litfour.rules.variants import VARIANTS
from tests.host.fake_board import FakeBoard, connect


@pytest.fixture
def board(monkeypatch):
    return connect(monkeypatch, FakeBoard())


@pytest.fixture
def command(capsys):
    """command(words) -> (exit code, standard output, standard error) of `litfour config`."""
    def run(words):
        code = main(["config", *words.split()])
        return (code, *capsys.readouterr())
    return run


def stored(board):
    """(settings, session) as the board would start with them."""
    settings, session, broken = restore.load(board.store, panel_named(board.panel))
    assert not broken
    return settings, session


def begin(board, moves, **fields):
    """Lays a game onto the board; returns its session."""
    settings = S.Settings()
    for name, value in fields.items():
        setattr(settings, name, value)
    session = Session(settings, None, 5)
    for column in moves:
        session.play(column)
    board.store.save("settings", settings.pack())
    board.store.save("session", session.pack())
    return session


def test_every_setting_of_the_firmware_has_a_name_and_help_here():
    assert set(SETTINGS) == set(S.FIELDS)
    for name, setting in SETTINGS.items():
        assert len(setting.help) > 5, name


@pytest.mark.parametrize("name", S.FIELDS)
def test_every_value_has_a_word_of_its_own_that_leads_back_to_it(name):
    desk = Desk(FakeBoard("9x9").store, panel_named("9x9"))
    for variant in range(len(VARIANTS)):
        desk.set("variant", variant)
        value, allowed, words = desk.field(name)
        setting = SETTINGS[name]
        own = choices(setting, allowed, words)
        assert len(set(own.values())) == len(allowed) > 0
        field = Field(name, value, own)
        assert value in allowed and [field.value_of(word.upper()) for word in own.values()] == allowed
        if not setting.first and name not in ("starter", "people"):
            assert not any(word.isdigit() for word in own.values()) or words or setting.seats, own


def test_get_shows_names_values_ranges_and_help(board, command):
    code, out, _ = command("get")
    assert code == 0 and board.log == ["stopped", "restarted", "closed"]
    text = " ".join(out.split())
    for expected in ("variant standard the game; each needs", "level medium", "(easy, medium, hard, perfect, buddy)",
                     "cpus solo", "brightness 3 of the panel (1 to 5)", "clock none", "(none, 60, 30, 15, 10, 5, 3)",
                     "match none wins that end a match (none, 3, 5)", "sound loud the buzzer (off, soft, loud)"):
        assert expected in text, expected
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == list(S.FIELDS)
    assert max(len(line) for line in out.splitlines()) <= 100


def test_get_one_and_json(board, command):
    assert command("get level") == (0, "medium\n", "")
    code, out, _ = command("get --json")
    assert code == 0 and list(json.loads(out)) == list(S.FIELDS) and json.loads(out)["brightness"] == "3"


def test_the_port_may_stand_before_or_behind_the_action(board, command, monkeypatch):
    seen = []
    monkeypatch.setattr("host_tools.visit.find_port", lambda named: seen.append(named) or "x")
    for words in ("--port A get level", "get level --port A", "get level"):
        assert command(words)[0] == 0
    assert seen == ["A", "A", None]


def test_only_games_that_the_panel_has_room_for(board, command):
    assert "9x7" not in command("get variant")[1] + " ".join(command("get")[1].split()).split("rule")[0]
    code, _, err = command("set variant 9x7")
    assert code == 2 and err == ("litfour config: '9x7' is no value of variant: standard, popout, avoid-four, "
                                 "no-gravity, pop-10, power-up\n")
    board.panel = "9x9"
    assert command("set variant 9x7")[0] == 0


def test_set_is_what_the_board_starts_with(board, command):
    assert command("set level hard clock 30 match 3 rematch loser sound soft brightness 5")[0] == 0
    settings, session = stored(board)
    assert (settings.level, S.CLOCKS[settings.clock], S.TARGETS[settings.match]) == (2, 30, 3)
    assert (settings.rematch, settings.sound, settings.brightness) == (S.LOSER, 1, 4) and session is None
    assert command("set cpus watch") == (0, "cpus: watch\n", "") and stored(board)[0].cpus == 3
    for words, cpus in (("two", 0), ("1", 1), ("solo", 2), ("1,2", 3), ("none", 0), ("2", 2)):
        assert command(f"set cpus {words}")[0] == 0 and stored(board)[0].cpus == cpus, words
    assert command("set cpus 2")[1] == "cpus: solo (as before)\n"
    assert command("set help none,head-start")[0] == 0 and stored(board)[0].help_of(2) == S.HEAD_START


def test_a_changed_game_changes_what_follows_from_it_and_says_so(board, command):
    board.panel = "9x9"
    assert command("set variant popout rule opponent") == (0, "variant: popout\nrule: opponent\n", "")
    assert stored(board)[0].rule == 1
    code, out, _ = command("set variant simultaneous starter 3 cpus 1,3")
    assert code == 0 and "rule: -" in out and "cpus: 1,3" in out and stored(board)[0].cpus == 5
    assert command("get cpus")[1] == "1,3\n"
    code, out, _ = command("set variant standard")
    assert "starter: 2" in out and "cpus: 1" in out


def test_bad_values_are_refused_with_the_range_and_nothing_is_changed(board, command):
    for words, message in (
            ("set level harder", "'harder' is no value of level: easy, medium, hard, perfect, buddy"),
            ("set brightness 0", "'0' is no value of brightness: 1 to 5"),
            ("set brightness 6", "'6' is no value of brightness: 1 to 5"),
            ("set clock 20", "'20' is no value of clock: none, 60, 30, 15, 10, 5, 3"),
            ("set starter 3", "'3' is no value of starter: 1, 2"),
            ("set rule opponent", "'opponent' is no value of rule: -"),
            ("set cpus 3", "'3' is no value of cpus: two, 1, solo, watch"),
            ("set help none", "'none' is no value of help: for each seat one of none, coached, free-undos, head-start"),
            ("set sound loud level harder", "'harder' is no value of level"),
            ("set colour red", "no setting 'colour': variant, rule, cpus"),
            ("get colour", "no setting 'colour': variant"),
            ("reset colour", "no setting 'colour': variant"),
            ("set level", "set wants pairs of NAME and VALUE")):
        code, out, err = command(words)
        assert (code, out) == (2, "") and err.startswith(f"litfour config: {message}"), (words, err)
        assert board.log[-2:] in (["restarted", "closed"], []), "the board does not go on"
    assert board.store.saves == 0


def test_a_running_game_goes_on_with_what_it_can_take_over(board, command):
    old = begin(board, (3, 3, 4), level=1)
    old.match.score = [1, 2, 3]
    board.store.save("session", old.pack())
    code, out, _ = command("set variant popout level hard clock 15 starter 2 cpus two brightness 1")
    assert code == 0 and out.splitlines() == [
        "variant: popout, from the next new game on", "cpus: two", "level: hard",
        "starter: 2, from the next new game on", "clock: 15", "brightness: 1"]
    settings, session = stored(board)
    assert (settings.variant, settings.starter, settings.brightness) == (6, 2, 0)
    assert session.position.moves == [3, 3, 4] and session.match.score == [1, 2, 3]
    own = session.settings
    assert (own.variant, own.starter, own.level, own.cpus, S.CLOCKS[own.clock]) == (0, 1, 2, 0, 15)


def test_what_a_running_game_of_another_kind_cannot_have_waits(board, command):
    board.panel = "9x9"
    begin(board, (3, 3, 4))
    code, out, _ = command("set variant simultaneous cpus 1,3 people two")
    assert code == 0 and "variant: simultaneous, from the next" in out and "cpus: 1,3, from the next" in out
    settings, session = stored(board)
    assert settings.cpus == 5 and session.settings.cpus == 2 and session.position.moves == [3, 3, 4]


def test_after_the_end_of_a_game_the_next_one_is_laid_out_and_the_score_goes_on(board, command):
    begin(board, (0, 1, 0, 1, 0, 1, 0))
    assert command("set variant popout") == (0, "variant: popout\n", "")
    settings, session = stored(board)
    assert session.position.variant.name == "popout" and session.position.moves == []
    assert session.match.score == [0, 1, 0] and session.position.turn == 2, "as in a rematch the other seat starts"
    for seat in (2, 1):
        assert command(f"set starter {seat}")[0] == 0 and stored(board)[1].position.turn == seat


def test_after_the_end_a_change_that_no_new_game_needs_leaves_the_finished_one(board, command):
    begin(board, (0, 1, 0, 1, 0, 1, 0))
    assert command("set level easy")[0] == 0
    _, session = stored(board)
    assert len(session.position.moves) == 7 and session.settings.level == 0


def test_another_number_of_players_begins_a_new_score(board, command):
    board.panel = "9x9"
    begin(board, (0, 1, 0, 1, 0, 1, 0))
    assert command("set variant simultaneous")[0] == 0
    assert stored(board)[1].match.score == [0, 0, 0, 0]
    begin(board, (0, 1, 0, 1, 0, 1, 0))
    assert command("set people 3")[0] == 0
    assert stored(board)[1].match.score == [0, 0, 0, 0] and stored(board)[1].match.queue == [3]


def test_reset_of_one_and_of_all(board, command):
    assert command("reset") == (0, "nothing to change: all as on a new board\n", "")
    begin(board, (3, 3), level=0, brightness=4, clock=2)
    assert command("reset brightness") == (0, "brightness: 3\n", "")
    assert command("reset") == (0, "level: medium\nclock: none\n", "")
    settings, session = stored(board)
    assert settings.pack() == S.Settings().pack()
    assert session.position.moves == [3, 3] and session.settings.level == 1


def test_reset_of_one_field_is_what_the_game_makes_of_the_default(board, command):
    board.panel = "9x9"
    command("set variant simultaneous cpus watch")
    assert command("reset cpus") == (0, "cpus: solo\n", "") and stored(board)[0].cpus == 6


def test_damaged_settings_are_told(board, command):
    board.store.save("settings", b"junk")
    code, out, err = command("get level")
    assert (code, out) == (0, "medium\n") and err.startswith("note: damaged on the board, and as on a new one: variant")


def test_a_flash_that_takes_nothing_is_an_error(board, command):
    board.store.fail = True
    code, out, err = command("set level hard")
    assert code == 1 and out == "" and "the flash does not take the settings" in err


# ---- what the board has wins

def test_another_layout_of_settings_is_refused(board, command, monkeypatch):
    monkeypatch.setattr(Desk, "version", S.VERSION + 1)
    code, _, err = command("set level hard")
    assert code == 1 and f"in layout {S.VERSION + 1}, this program knows layout {S.VERSION}: put the firmware" in err
    assert board.store.saves == 0 and board.log == ["stopped", "restarted", "closed"]


def test_a_setting_that_only_the_board_knows_is_shown_as_a_number(board, command, monkeypatch):
    monkeypatch.delitem(SETTINGS, "level")
    monkeypatch.delitem(SETTINGS, "sound")
    assert command("get level")[1] == "medium\n" and command("get sound")[1] == "2\n"
    assert UNKNOWN.help in " ".join(command("get")[1].split())
    assert command("set sound 1")[0] == 0 and stored(board)[0].sound == 1
    assert command("set sound 3")[2] == "litfour config: '3' is no value of sound: 0, 1, 2\n"


def test_a_setting_that_only_this_program_knows_asks_for_newer_firmware(board, command, monkeypatch):
    monkeypatch.setitem(SETTINGS, "smell", UNKNOWN)
    assert "the firmware of this board has no such setting; put the firmware" in command("set smell 1")[2]


def test_words_and_ranges_are_the_boards(board, command, monkeypatch):
    monkeypatch.setattr("litfour.app.remote.LEVELS", LEVELS[:2])
    monkeypatch.setattr("litfour.app.remote.restore.LEVELS", LEVELS[:2])
    assert command("set level perfect")[2] == "litfour config: 'perfect' is no value of level: easy, medium, buddy\n"


def test_old_firmware(board, command):
    board.modules["litfour.app.remote"] = None
    code, _, err = command("get")
    assert code == 1 and "the firmware of this board is too old for that" in err and "litfour deploy" in err
    assert board.log[-2:] == ["restarted", "closed"]


def test_safe_mode_is_told_and_ends(board, command):
    board.safe = True
    code, out, err = command("get level")
    assert (code, out) == (0, "medium\n") and "the board was in safe mode" in err and "restarted" in board.log


# ---- boards that are not there

def test_no_board_several_and_a_busy_port(capsys, monkeypatch):
    class Port:
        vid = 0x2E8A

        def __init__(self, device):
            self.device = device

    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    for arguments in (["config", "get"], ["stats"]):
        assert main(arguments) == 2 and "no board found: plug in" in capsys.readouterr().err
        assert main([*arguments, "--port", "/dev/no-such-device"]) == 2
        assert "no board at /dev/no-such-device" in capsys.readouterr().err
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Port("A"), Port("B")])
    assert main(["config", "get"]) == 2 and "several boards found (A, B)" in capsys.readouterr().err
    master, slave = pty.openpty()
    try:
        import serial
        with serial.Serial(os.ttyname(slave), exclusive=True):
            assert main(["config", "get", "--port", os.ttyname(slave)]) == 2
            assert "is another program using it?" in capsys.readouterr().err
    finally:
        os.close(master)
        os.close(slave)
