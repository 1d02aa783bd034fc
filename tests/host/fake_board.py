"""A board for tests of commands that visit one: it runs what they send, here, with the firmware's own code."""

import ast
import sys
import traceback
import types

import pytest

from host_tools import visit
from host_tools.board import BoardError
from host_tools.fakes import MemoryStore
from host_tools.visit import Visit
from litfour.ports import panel_named


class FakeBoard:
    """What lies on the board, and what was done to it. `modules`: what its firmware has in place of ours."""

    def __init__(self, panel="7x6"):
        self.store = MemoryStore()
        self.panel = panel
        self.safe = False
        self.log = []
        self.modules = {
            "litfour.game": types.SimpleNamespace(Store=lambda: self.store),
            "litfour.root": types.SimpleNamespace(board_name=lambda: self.panel),
            "litfour.setup": types.SimpleNamespace(wiring_named=lambda name: types.SimpleNamespace(
                panel_record=lambda: panel_named(name))),
        }


class FakeVisit(Visit):
    """Visit, with a FakeBoard at the other end of the line."""

    board = None

    def __enter__(self):
        self._names = {}
        return self

    def __exit__(self, *_):
        self.board.log.append("closed")

    def stop(self):
        self.board.log.append("stopped")
        self.safe_mode = self.board.safe

    def restart(self):
        self.board.log.append("restarted")

    def run(self, source):
        return self._on_board(exec, source)

    def ask(self, expression):
        return ast.literal_eval(repr(self._on_board(eval, expression)))     # as over the line: literals only

    def _on_board(self, execute, source):
        with pytest.MonkeyPatch.context() as patch:
            for name, module in self.board.modules.items():
                patch.setitem(sys.modules, name, module)
            try:
                return execute(source, self._names)
            except ModuleNotFoundError as error:
                raise BoardError(f"the board reports: ImportError: no module named {error.name!r}") from error
            except Exception as error:      # the board's own report, whatever it is
                raise BoardError(f"the board reports: {''.join(traceback.format_exception(error)).strip()}") from error


def connect(monkeypatch, board):
    """From now on every command finds this board."""
    monkeypatch.setattr(visit, "Visit", type("Connected", (FakeVisit,), {"board": board}))
    monkeypatch.setattr(visit, "find_port", lambda named: named or "/dev/fake")
    return board
