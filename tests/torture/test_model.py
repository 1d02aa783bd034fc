"""The short version of the torture `model`: the same sessions each time."""

from hypothesis import settings

from tests.torture.model import QUIET, TableModel

TestTableModel = TableModel.TestCase
TestTableModel.settings = settings(max_examples=8, stateful_step_count=18, derandomize=True, **QUIET)
