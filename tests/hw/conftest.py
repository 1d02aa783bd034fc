"""Fixtures of the driver tests."""

import pytest

from tests.hw.board import Board


@pytest.fixture
def board():
    return Board()
