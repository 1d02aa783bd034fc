"""Random games of every variant agree with the reference games: some hundreds here, any number by agree.py."""

from litfour.rules.position import IllegalMove
from litfour.rules.reasons import why_not
from litfour.rules.variants import POP10, POWER, ROUND, VARIANTS
from tests.portable import ON_MICROPYTHON, raises
from tests.rules.agree import GAMES, Disagreement, Pair, game_named, play_game
from tests.rules.chance import Chance

# games of each setting; the full number is 20,000
HOST, SLOW, BOARD = 70, 8, 2


def test_random_games_agree():
    for name, rule in GAMES:
        variant = game_named(name)
        games = SLOW if variant.kind == POP10 else HOST // (len(variant.rules) or 1)
        for number in range(BOARD if ON_MICROPYTHON else games):
            play_game(name, rule, number)


def test_every_variant_and_setting_is_among_them():
    assert {name for name, _ in GAMES} >= {variant.name for variant in VARIANTS}
    assert [rule for name, rule in GAMES if name == "popout-5"] == [0, 1, 2]
    assert [rule for name, rule in GAMES if name == "5-in-a-row"] == [0, 1]


def test_a_difference_is_found_and_told():
    pair = Pair("standard")
    pair.play("4")
    pair.position.cells[0] = 2
    error = raises(Disagreement, pair.check)
    assert "standard" in str(error) and "'4'" in str(error) and "cells" in str(error)
    pair = Pair("popout")
    for token in ("4", "5", "4p"):
        pair.play(token)
    pair.reference.turn = 1
    assert "turn" in str(raises(Disagreement, pair.check))
    assert "legal" in str(raises(Disagreement, pair.check_moves))


def codes_of(variant):
    """All codes that a move may be stored in, and some that no move has."""
    if variant.kind == ROUND:
        return [one | two << 4 | three << 8 for one in (0, 8, 9) for two in (0, 4, 15) for three in (0, 8, 16)]
    if variant.kind == POWER:
        return [column | power << 4 | second << 7 for column in range(9) for power in range(8) for second in range(10)]
    return range(-2, 300)


def test_every_code_is_either_legal_or_refused_with_a_reason_and_nothing_changes():
    for name, rule in GAMES:
        variant, chance = game_named(name), Chance(5)
        pair = Pair(name, rule)
        codes = codes_of(variant)
        for step in range(8 if ON_MICROPYTHON else 60):
            if step % (4 if ON_MICROPYTHON else 12) == 0:
                legal = pair.position.legal()
                for code in codes:
                    reason = why_not(pair.position, code)
                    assert (reason is None) == (code in legal), (name, pair.tokens, code, reason)
                    if reason:
                        before = state(pair.position)
                        assert str(raises(IllegalMove, pair.position.play, code)) == reason
                        assert state(pair.position) == before
            if pair.reference.result is not None:
                break
            pair.play(pair.reference.pick(chance))


def state(position):
    """All that a position holds, as text."""
    return sorted((name, str(value)) for name, value in position.__dict__.items())


def test_undo_leads_back_to_exactly_the_start():
    for name, rule in GAMES:
        for first in range(1, game_named(name).seats + 1):
            chance = Chance(first)
            pair, fresh = Pair(name, rule, first, 77), Pair(name, rule, first, 77)
            while pair.reference.result is None and len(pair.tokens) < 60:
                pair.play(pair.reference.pick(chance))
            while pair.tokens:
                pair.undo()
            pair.position.changes = fresh.position.changes
            assert state(pair.position) == state(fresh.position), name
            assert pair.position.key() == fresh.position.key()
            assert "no move" in str(raises(ValueError, pair.position.undo))
