"""Which games combine, and why others don't; the table in the docs says the same."""

import argparse
import itertools

import pytest

from host_tools.combinations import REASONS, table, variant_argument
from litfour.rules.variants import VARIANTS
from tests.conftest import ROOT

NAMES = [variant.name for variant in VARIANTS]


def test_a_name_alone_is_itself():
    assert [variant_argument(name) for name in NAMES] == NAMES and variant_argument("PopOut") == "popout"


def test_popout_and_5_in_a_row_are_one_game_in_either_order():
    assert variant_argument("popout+5-in-a-row") == variant_argument("5-in-a-row+popout") == "popout-5"
    assert variant_argument("standard+popout") == "popout"


def test_every_other_pair_is_refused_with_a_reason():
    for one, other in itertools.combinations(NAMES[1:], 2):
        if {one, other} != {"popout", "5-in-a-row"}:
            with pytest.raises(argparse.ArgumentTypeError, match="can't be combined: .*: "):
                variant_argument(f"{one}+{other}")


def test_speed_is_a_clock():
    with pytest.raises(argparse.ArgumentTypeError, match="--clock"):
        variant_argument("popout+speed")


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(argparse.ArgumentTypeError, match="unknown variant 'chess': standard, "):
        variant_argument("chess")


def test_every_game_but_the_standard_one_has_its_reason():
    assert set(REASONS) == set(NAMES) - {"standard"}


def test_the_docs_have_the_table():
    text = (ROOT / "docs" / "variants.md").read_text()
    for line in table():
        assert line in text
