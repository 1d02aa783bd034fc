"""Statistics: counted against a plain dictionary, taken back, broken in every byte, full."""

from litfour.app import stats as S
from litfour.app.session import Session
from litfour.app.settings import Settings
from litfour.engine.levels import LEVELS
from litfour.rules.position import DRAW, ONGOING
from litfour.rules.variants import VARIANTS


class Store:
    """A store in memory that counts its saves; `fail` refuses them."""

    def __init__(self, data=None):
        self.data = data
        self.saves = 0
        self.fail = False

    def load(self, name):
        assert name == "stats"
        return self.data

    def save(self, name, data):
        assert name == "stats" and len(data) <= 400
        if not self.fail:
            self.data = data
            self.saves += 1
        return not self.fail


def game(result, variant=0, level=1, cpus=2, deal=1):
    """A session whose game ended so. (What the moves were makes no difference here.)"""
    settings = Settings()
    settings.variant, settings.level, settings.cpus = variant, level, cpus
    session = Session(settings, None, deal)
    session.position.result = result
    return session


def counts(store):
    """(variant, column) -> its counts, and (streak, longest), read by another way than record's."""
    data = store.data
    number = int.from_bytes(data[12 + data[1]:], "big")
    left = 8 * (len(data) - 12 - data[1])
    found = {}
    for variant in range(data[1]):
        for column in range(8):
            if data[12 + variant] >> column & 1:
                row = []
                for _ in range(1 if column == 7 else 3):
                    left -= 12
                    row.append(number >> left & 4095)
                found[variant, column] = row
    assert left in (0, 4)
    return found, (data[2] + 256 * data[3], data[4] + 256 * data[5])


def test_the_first_game_counts():
    store = Store()
    assert S.record(store, game(1)) == ""
    assert counts(store) == ({(0, 1): [1, 0, 0]}, (1, 1)) and store.saves == 1


def test_a_real_game_from_the_first_disc_to_the_last_and_taken_back():
    settings = Settings()
    session = Session(settings, None, 77)
    store = Store()
    for column in (0, 1, 0, 1, 0, 1):
        session.play(column)
        assert S.record(store, session) == "" and store.data is None, "an unfinished game was counted"
    session.play(0)
    S.record(store, session)
    assert counts(store)[0] == {(0, 1): [1, 0, 0]}
    session.back()
    S.record(store, session, -1)
    assert counts(store) == ({(0, 1): [0, 0, 0]}, (0, 0))
    session.forward()
    S.record(store, session)
    assert counts(store) == ({(0, 1): [1, 0, 0]}, (1, 1))


def test_whose_win_it_was():
    for cpus, result, slot in ((2, 1, 0), (2, 2, 2), (2, DRAW, 1), (1, 1, 2), (1, 2, 0), (1, DRAW, 1)):
        assert S.judged(game(result, cpus=cpus)) == (1, slot)
    three = [k for k, variant in enumerate(VARIANTS) if variant.seats == 3][0]
    for cpus, seat in ((6, 1), (5, 2), (3, 3)):
        for result in (1, 2, 3):
            assert S.judged(game(result, three, cpus=cpus)) == (1, 0 if result == seat else 2)
    for cpus in (4, 2, 1, 0):
        assert S.judged(game(1, three, cpus=cpus)) == (7, 0)
    assert S.judged(game(1, three, cpus=7)) == (-1, 0) and S.judged(game(1, cpus=3)) == (-1, 0)
    assert S.judged(game(2, cpus=0)) == (7, 0) and S.judged(game(ONGOING, cpus=0)) == (-1, 0)


def test_many_games_agree_with_plain_counting():
    store = Store()
    expected, streak, longest = {}, 0, 0
    session = None
    chance = 1
    for deal in range(700):
        chance = chance * 1103 % 99991
        variant, level = chance % 14, chance // 14 % 5
        people = 0 if chance // 70 % 6 == 0 else 1
        slot = chance // 420 % 4 % 3
        result = (1, DRAW, 2)[slot]
        cpus = 0 if not people else 6 if VARIANTS[variant].seats == 3 else 2
        before = (dict((key, list(row)) for key, row in expected.items()), streak, longest)
        for again in range(2 if chance % 5 == 0 else 1):      # now and then it is taken back first, after another end
            if again:
                S.record(store, session, -1)
                expected, streak, longest = before
            session = game(result if again or chance % 5 else 2, variant, level, cpus, deal)
            assert S.record(store, session) == ""
            now = S.judged(session)[1]
            if people:
                expected.setdefault((variant, level), [0, 0, 0])[now] += 1
                streak = streak + 1 if now == 0 else 0
                longest = max(longest, streak)
            else:
                expected.setdefault((variant, 7), [0])[0] += 1
        found, streaks = counts(store)
        assert {key: row for key, row in found.items() if sum(row)} == expected
        assert streaks == (streak, longest)
    assert len(expected) == 84 and longest >= 4


def test_the_same_game_counts_once():
    """After a power cut between two saves a finished game may come here again, with another end even."""
    store = Store()
    S.record(store, game(1, deal=5))
    S.record(store, game(1, deal=6))
    S.record(store, game(1, deal=6))
    assert counts(store) == ({(0, 1): [2, 0, 0]}, (2, 2)) and store.saves == 2
    S.record(store, game(2, deal=6))
    assert counts(store) == ({(0, 1): [1, 0, 1]}, (0, 1))
    S.record(store, game(1, cpus=0, deal=6))                # a seat was handed over meanwhile
    assert counts(store) == ({(0, 1): [1, 0, 0], (0, 7): [1]}, (1, 1))


def test_taking_back_gives_the_streak_back():
    store = Store()
    for deal in range(3):
        S.record(store, game(1, deal=deal))
    S.record(store, game(2, deal=3))
    assert counts(store)[1] == (0, 3)
    S.record(store, game(2, deal=3), -1)
    assert counts(store)[1] == (3, 3)
    S.record(store, game(DRAW, deal=3))
    assert counts(store)[1] == (0, 3)
    for deal in range(4, 7):
        S.record(store, game(1, deal=deal))
    S.record(store, game(1, deal=6), -1)                    # it equalled the longest streak and did not make it
    assert counts(store)[1] == (2, 3)


def test_only_the_last_game_is_taken_back_and_only_once():
    store = Store()
    S.record(store, game(1, deal=1))
    S.record(store, game(1, deal=2))
    data = store.data
    S.record(store, game(1, deal=1), -1)
    assert store.data == data
    for _ in range(2):
        S.record(store, game(1, deal=2), -1)
    assert counts(store) == ({(0, 1): [1, 0, 0]}, (1, 1))
    store = Store()
    assert S.record(store, game(1), -1) == "" and store.data is None


def test_games_between_people_leave_the_streak():
    store = Store()
    S.record(store, game(1, deal=1))
    S.record(store, game(2, cpus=0, deal=2))
    assert counts(store)[1] == (1, 1)
    S.record(store, game(2, cpus=0, deal=2), -1)
    assert counts(store) == ({(0, 1): [1, 0, 0], (0, 7): [0]}, (1, 1))


def test_games_that_only_cpus_played_are_not_counted():
    store = Store()
    assert S.record(store, game(1, cpus=3)) == "" and store.data is None


def test_counts_and_streaks_saturate():
    store = Store()
    for deal in range(2):
        S.record(store, game(1, deal=deal))
    data = bytearray(store.data)
    data[-5:] = b"\xff\xe0\x00\x00\x00"                     # 4094 won
    data[2:6] = b"\xfe\x7f\xff\x7f"                         # 32766 in a row, at most 32767
    store.data = bytes(data)
    for deal in range(2, 6):
        S.record(store, game(1, deal=deal))
    assert counts(store) == ({(0, 1): [4095, 0, 0]}, (32767, 32767))
    S.record(store, game(1, deal=5), -1)
    assert counts(store) == ({(0, 1): [4095, 0, 0]}, (32767, 32767))


def full(variants, levels):
    store = Store()
    for variant in range(variants):
        for column in range(levels + 1):
            cpus = 0 if column == levels else 6 if VARIANTS[variant % len(VARIANTS)].seats == 3 else 2
            session = game(1, variant % len(VARIANTS), column, cpus, deal=variant * 8 + column)
            session.settings.variant = variant
            told = S.record(store, session)
            if told:
                return told, store
    return told, store


def test_every_variant_at_every_level_and_one_more_fits():
    levels = max(5, len(LEVELS))
    told, store = full(len(VARIANTS), levels)
    assert told == "" and len(store.data) <= 400, len(store.data)
    assert len(counts(store)[0]) == len(VARIANTS) * (levels + 1)


def test_what_does_not_fit_any_more_is_told_and_nothing_is_lost():
    told, store = full(20, 7)
    assert told == "stats full" and 390 < len(store.data) <= 400
    assert S.whole(store.data) and S.record(store, game(1, deal=999)) == ""


def test_a_save_that_fails_is_told():
    store = Store()
    store.fail = True
    assert S.record(store, game(1)) == "stats not saved"
    store.fail = False
    assert S.record(store, game(1)) == "" and counts(store)[0] == {(0, 1): [1, 0, 0]}


def test_anything_broken_begins_anew_and_is_told():
    store = Store()
    for deal in range(3):
        S.record(store, game(1, deal, deal, deal=deal))
    good = store.data
    for bad in ([b"", b"\x02" + good[1:], good + b"\x00", bytes(400), b"\xff" * 400]
                + [good[:k] for k in range(len(good))]):
        store = Store(bad)
        assert S.record(store, game(1)) == "stats", bad
        assert counts(store) == ({(0, 1): [1, 0, 0]}, (1, 1))


def test_any_changed_byte_never_crashes():
    store = Store()
    for deal in range(3):
        S.record(store, game(1, deal, deal, deal=deal))
    good = store.data
    for k in range(len(good)):
        for bits in (1, 8, 128, 255):
            broken = bytearray(good)
            broken[k] ^= bits
            store = Store(bytes(broken))
            if S.whole(store.data):
                assert S.record(store, game(1, deal=2), -1) == ""
            assert S.record(store, game(1, deal=50)) in ("", "stats")
            assert S.record(store, game(1, deal=50), -1) == ""
            assert S.whole(store.data)
