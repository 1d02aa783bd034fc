"""Settings and sessions as bytes: whatever the flash holds, something sensible loads."""

from litfour.app.chance import Random
from litfour.app.restore import load_session, load_settings
from litfour.app.session import Session
from litfour.app.settings import FIELDS, Settings
from litfour.engine.levels import LEVELS
from litfour.ports import panel_named
from litfour.rules.position import ONGOING
from litfour.rules.variants import VARIANTS
from tests.portable import raises

PANEL = panel_named("9x9")


def test_settings_round_trip():
    settings = Settings()
    settings.variant, settings.cpus, settings.level, settings.starter, settings.brightness = 3, 1, 2, 2, 4
    other = Settings()
    assert load_settings(other, settings.pack(), PANEL) == ()
    assert other.pack() == settings.pack()


def test_nothing_stored_is_the_default_without_complaint():
    settings = Settings()
    assert load_settings(settings, None, PANEL) == () and settings.pack() == Settings().pack()


def test_every_bad_field_is_repaired_alone():
    good = Settings().pack()
    for k, name in enumerate(FIELDS, 1):
        for bad in (99, 255):
            settings = Settings()
            data = bytes(good[:k]) + bytes([bad]) + bytes(good[k + 1:])
            assert load_settings(settings, data, PANEL) == (name,)
            assert settings.pack() == good


def test_any_bytes_load():
    for data in (b"", b"\x00", b"\x01", bytes(range(200)), b"\xff" * 6, b"\x02\x00\x00\x00\x01\x00"):
        settings = Settings()
        load_settings(settings, data, PANEL)
        assert settings.variant < len(VARIANTS) and settings.starter in (1, 2)


def test_a_game_that_the_panel_has_no_room_for_becomes_the_standard_game():
    settings = Settings()
    settings.variant = 4
    other = Settings()
    assert load_settings(other, settings.pack(), panel_named("7x6")) == ("variant",) and other.variant == 0


def a_session():
    settings = Settings()
    settings.variant, settings.cpus = 3, 0
    session = Session(settings)
    for column in (4, 4, 5, 3, 8):
        session.play(column)
    session.back()
    session.back()
    session.match.score = [1, 300, 2]
    return session


def test_sessions_round_trip():
    session = a_session()
    data = session.pack()
    assert len(data) <= 400
    again = load_session(data, Settings())
    assert again.position.moves == [4, 4, 5] and again.future == [8, 3]
    assert again.match.score == [1, 300, 2] and again.pack() == data and again.unfinished


def test_the_longest_session_fits_its_slot():
    settings = Settings()
    settings.variant, settings.cpus = 2, 0
    session = Session(settings)
    chance = 1
    while session.position.result == ONGOING:
        chance = chance * 1103 % 9973
        legal = session.position.legal()
        session.play(legal[chance % len(legal)])
    assert len(session.pack()) < 16 + 81 + 10


def a_long_session(moves):
    """A game of PopOut of that many moves: pops keep the board from filling up."""
    settings = Settings()
    settings.variant, settings.cpus = 6, 0
    session = Session(settings)
    random = Random(moves)
    while len(session.position.moves) < moves:
        legal = session.position.legal()
        if not legal:                       # the game is over: some moves back, and on in another way
            for _ in range(2 + random.below(12)):
                session.back()
            session.cut()
            continue
        session.play(legal[random.below(len(legal))])
    return session


def test_a_very_long_game_is_kept_in_two_parts():
    for moves in (300, 355, 361, 362, 363, 364, 365, 366, 367, 420):
        session = a_long_session(moves)
        data, more = session.pack(), session.more()
        assert len(data) <= 400 and len(more) <= 400
        again = load_session(data, Settings(), more)
        assert again.position.moves == session.position.moves and again.position.result == session.position.result
        if more:
            short = load_session(data, Settings(), more[:-1])
            assert short.position.moves == session.position.moves[:-1]
            assert load_session(data, Settings()).position.moves == session.position.moves[:-len(more)]


def test_broken_sessions_are_refused_and_never_crash():
    data = a_session().pack()
    for length in range(len(data)):
        raises(ValueError, load_session, data[:length], Settings())
    refused = 0
    for k in range(len(data)):
        for bits in (1, 16, 128, 255):
            broken = bytearray(data)
            broken[k] ^= bits
            try:
                session = load_session(bytes(broken), Settings())
                assert session.settings.level < len(LEVELS) and session.match.starter in (1, 2)
                assert session.settings.starter in (1, 2) and session.settings.variant < len(VARIANTS)
            except (ValueError, IndexError):
                refused += 1
    assert refused
    raises(ValueError, load_session, None, Settings())
