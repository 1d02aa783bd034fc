"""`litfour config`: the settings of a board, in words. What a value may be is asked of the board's own firmware."""

import argparse
import json
import random
import shutil
import sys
import textwrap

from host_tools.board import BoardError
from host_tools.settings_words import SETTINGS, UNKNOWN, ConfigError, Field, choices
from host_tools.visit import STORE, UPDATE, add_port, visiting
from litfour.app import settings as S

DESK = STORE + """
from litfour.root import board_name
from litfour.setup import wiring_named
from litfour.app.remote import Desk
_desk = Desk(_store, wiring_named(board_name()).panel_record())
"""
WAITS = ", from the next new game on"


def add_arguments(parser):
    add_port(parser)
    actions = parser.add_subparsers(dest="action", required=True, metavar="get|set|reset")
    get = actions.add_parser("get", help="show settings, what they may be and what they do")
    get.add_argument("name", nargs="?", metavar="NAME", help="only this one, its value alone")
    get.add_argument("--json", action="store_true", help="names and values as JSON")
    put = actions.add_parser("set", help="change settings; all or, if one is refused, none")
    put.add_argument("pairs", nargs="+", metavar="NAME VALUE", help="such as: level hard clock 30")
    reset = actions.add_parser("reset", help="back to what a new board has")
    reset.add_argument("name", nargs="?", metavar="NAME", help="only this one")
    for action in (get, put, reset):
        add_port(action, default=argparse.SUPPRESS)         # or it would hide the one before the action


def run(args) -> int:
    """Exit code: 0 done, 1 the board or its firmware is not right, 2 no such board, setting or value."""
    try:
        if args.action == "set" and len(args.pairs) % 2:
            raise ConfigError("set wants pairs of NAME and VALUE, such as: level hard clock 30")
        with visiting(args.port) as board:
            lines = ACTIONS[args.action](Desk(board), args)
    except ConfigError as error:
        print(f"litfour config: {error}", file=sys.stderr)
        return 2
    except BoardError as error:
        print(f"litfour config: {error}", file=sys.stderr)
        return error.code
    print("\n".join(lines))
    return 0


class Desk:
    """The settings on a stopped board. BoardError where its firmware is of another layout."""

    def __init__(self, board):
        self._board = board
        board.use(DESK)
        version, names, broken = board.ask("(_desk.version, _desk.names, _desk.broken)")
        if version != S.VERSION:
            raise BoardError(f"the board keeps its settings in layout {version}, this program knows layout "
                             f"{S.VERSION}: {UPDATE}, or use the program of its version")
        self.names = list(names)
        if broken:
            print(f"note: damaged on the board, and as on a new one: {', '.join(broken)}", file=sys.stderr)

    def field(self, name):
        """The Field of that name as it stands now."""
        self._known(name)
        value, allowed, words = self._board.ask(f"_desk.field({name!r})")
        return Field(name, value, choices(SETTINGS.get(name, UNKNOWN), allowed, words))

    def _known(self, name):
        if name not in self.names:
            because = f": the firmware of this board has no such setting; {UPDATE}" if name in SETTINGS else ""
            raise ConfigError(f"no setting {name!r}{because or ': ' + ', '.join(self.names)}")

    def values(self):
        """name -> value of all settings as they stand now."""
        return dict(self._board.ask("[(name, getattr(_desk.settings, name)) for name in _desk.names]"))

    def set(self, name, text):
        """Changes a setting, not yet saved."""
        self._board.run(f"_desk.set({name!r}, {self.field(name).value_of(text)})")

    def reset(self, names):
        for name in names:
            self._known(name)
        self._board.run(f"_desk.reset({names!r})")

    def save(self):
        """Writes all; the names of settings that wait for a new game."""
        return self._board.ask(f"_desk.save({random.randrange(1 << 15)})")


def get(desk, args):
    """Lines with one setting or all."""
    names = desk.names if args.name is None else [args.name]
    fields = [desk.field(name) for name in names]
    if args.json:
        return [json.dumps({field.name: field.word for field in fields}, indent=1)]
    if args.name is not None:
        return [fields[0].word]
    width = max(40, shutil.get_terminal_size((100, 24)).columns)
    lines = []
    for field in fields:
        text = f"{field.setting.help} ({field.range})"
        start = f"{field.name:<11} {field.word:<13} "
        lines += textwrap.wrap(text, width, initial_indent=start, subsequent_indent=" " * 26, break_on_hyphens=False)
    return lines


def put(desk, args):
    """Changes settings; lines that say how."""
    before = desk.values()
    for name, text in zip(args.pairs[::2], args.pairs[1::2], strict=True):
        desk.set(name, text)
    return saved(desk, before, args.pairs[::2])


def reset(desk, args):
    """Back to the defaults; lines that say how."""
    before = desk.values()
    names = desk.names if args.name is None else [args.name]
    desk.reset(names)
    return saved(desk, before, names[:1] if args.name else []) or ["nothing to change: all as on a new board"]


ACTIONS = {"get": get, "set": put, "reset": reset}


def saved(desk, before, named):
    """Saves; a line for every setting that was `named`, or that changed with these, with its value now."""
    waiting = desk.save()
    lines = []
    for name, value in desk.values().items():
        if name in named or value != before[name]:
            how = "" if value != before[name] else " (as before)"
            lines.append(f"{name}: {desk.field(name).word}{how}{WAITS if name in waiting else ''}")
    return lines
