"""The same comparison steered by hypothesis: a move sequence that differs is shrunk to a short one."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litfour.rules.slides import Sliding
from litfour.rules.variants import POP10, POWER, ROUND
from tests.rules.agree import GAMES, Disagreement, Pair, game_named

STEP = st.tuples(st.integers(0, 80), st.integers(-1, 127))
STEPS = st.integers(0, 110).flatmap(lambda length: st.lists(STEP, min_size=length, max_size=length))


def probe(variant, code):
    """A move code of the variant's shape out of 0 .. 127, -1 for none."""
    if variant.kind == ROUND:
        return code | code << 5
    return code | code << 7 if variant.kind == POWER and code & 1 else code


def follow(name, rule, first, deal, steps):
    """Plays the steps that are possible: each picks one of the legal moves and asks for one code."""
    pair = Pair(name, rule, first, deal)
    pair.check()
    for pick, code in steps:
        if pair.reference.result is not None:
            break
        if pair.variant.kind == ROUND:
            choices = pair.reference.choices()
            pair.check_choices()
            token = "/".join(str(choices[(pick * k + k) % len(choices)] + 1) for k in range(1, 4))
        else:
            pair.check_moves([probe(pair.variant, code)])
            legal = pair.reference.legal()
            token = legal[pick % len(legal)]
        pair.play(token)
        pair.check()
    while pair.tokens:
        pair.undo()
        pair.check()


@pytest.mark.parametrize("name", sorted({name for name, _ in GAMES}))
def test_any_moves_agree(name):
    rules = len(game_named(name).rules) or 1
    examples = 12 if game_named(name).kind in (POP10, POWER) else 25

    @settings(max_examples=examples, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))
    @given(st.integers(0, rules - 1), st.integers(1, game_named(name).seats), st.integers(0, 65535), STEPS)
    def agree(rule, first, deal, steps):
        follow(name, rule, first, deal, steps)

    agree()


def test_a_planted_fault_is_found_and_shrunk(monkeypatch):
    """A pop that leaves the last disc of a column counted is told with a short game that has one (the shortest: 3)."""
    right = Sliding._slide

    def wrong(self, column):
        seat = right(self, column)
        self.heights[column] = self.heights[column] or 1
        return seat

    monkeypatch.setattr(Sliding, "_slide", wrong)

    @settings(max_examples=40, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))
    @given(st.lists(STEP, max_size=9))
    def agree(steps):
        follow("popout", 0, 1, 0, steps)

    with pytest.raises(Disagreement) as caught:
        agree()
    moves = str(caught.value).split(" after ")[1].split("'")[1].split()
    assert len(moves) <= 5 and moves[-1].endswith("p") and moves.count(moves[-1][0]) == 1, moves
