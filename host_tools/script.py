"""Scripted input: one gesture a line, the same language for the simulator and for the emulated board.

    press 4             a short press (60 ms) of the button of column 4
    press menu          MENU; also undo, and beam4 for a disc through the beam of column 4
    hold undo           a long press (800 ms)
    hold menu+undo 1200 both together for 1200 ms
    wait 500            nothing for 500 ms
    # comment           also behind a gesture

Each press or hold is followed by GAP_MS in which nothing is pressed.
"""

import re
from typing import NamedTuple

from litfour.ports import BEAM, MAX_COLUMNS, MENU, UNDO

PRESS_MS = 60
HOLD_MS = 800
GAP_MS = 40
LONGEST_MS = 3_600_000
DEFAULT_MS = {"press": PRESS_MS, "hold": HOLD_MS, "wait": None}
BUTTONS = {"menu": MENU, "undo": UNDO}


class ScriptError(ValueError):
    """A line that is no gesture: `line_no` counts from 1, `text` says what is wrong."""

    def __init__(self, line_no, text):
        super().__init__(f"line {line_no}: {text}")
        self.line_no = line_no
        self.text = text


class Step(NamedTuple):
    """A gesture: its line's number, 'press', 'hold' or 'wait', source numbers of ports.py (none for wait), and ms."""

    line_no: int
    verb: str
    sources: tuple[int, ...]
    ms: int


def parse(lines) -> list[Step]:
    """The gestures of an iterable of text lines. ScriptError with the number of the first bad one."""
    steps = []
    for line_no, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if words:
            steps.append(_step(line_no, words))
    return steps


def _step(line_no, words):
    verb, *rest = words
    if verb not in DEFAULT_MS:
        raise ScriptError(line_no, f"{verb!r} is unknown: press, hold or wait")
    if verb == "wait":
        if len(rest) != 1:
            raise ScriptError(line_no, "wait needs one number of milliseconds")
        return Step(line_no, verb, (), _milliseconds(line_no, rest[0]))
    if not 1 <= len(rest) <= 2:
        raise ScriptError(line_no, f"{verb} needs a button such as 4, menu or menu+undo, and milliseconds if you like")
    ms = _milliseconds(line_no, rest[1]) if len(rest) == 2 else DEFAULT_MS[verb]
    return Step(line_no, verb, _sources(line_no, rest[0]), ms)


def _sources(line_no, word):
    sources = tuple(_source(line_no, name) for name in word.split("+"))
    if len(set(sources)) != len(sources):
        raise ScriptError(line_no, f"{word!r} names a button twice")
    return sources


def _source(line_no, name):
    if name.lower() in BUTTONS:
        return BUTTONS[name.lower()]
    found = re.fullmatch(r"(beam)?([1-9])", name.lower())
    if not found:
        raise ScriptError(line_no, f"{name!r} is no button: 1 to {MAX_COLUMNS}, menu, undo, beam1 to beam{MAX_COLUMNS}")
    return int(found[2]) - 1 + (BEAM if found[1] else 0)


def _milliseconds(line_no, word):
    if not re.fullmatch(r"[0-9]{1,9}", word) or not 1 <= int(word) <= LONGEST_MS:
        raise ScriptError(line_no, f"{word!r} is no number of milliseconds from 1 to {LONGEST_MS}")
    return int(word)
