"""The language of scripted input."""

import pytest

from host_tools.script import ScriptError, parse
from litfour.ports import BEAM, MENU, UNDO


def test_every_kind_of_line():
    lines = ["# opening", "", "press 1", "press 9 # last column", "press menu", "hold undo", "hold menu+undo 1200\n",
             "  wait   500 ", "press beam3 20"]
    assert parse(lines) == [
        (3, "press", (0,), 60), (4, "press", (8,), 60), (5, "press", (MENU,), 60), (6, "hold", (UNDO,), 800),
        (7, "hold", (MENU, UNDO), 1200), (8, "wait", (), 500), (9, "press", (BEAM + 2,), 20)]


@pytest.mark.parametrize("line, says", [
    ("push 4", "push"), ("press", "needs a button"), ("press 0", "'0'"), ("press 10", "'10'"), ("press 4 5 6", "needs"),
    ("press 4+4", "twice"), ("press menu+", "''"), ("wait", "number"), ("wait soon", "'soon'"), ("wait -5", "'-5'"),
    ("wait 0", "'0'"), ("press 4 0", "'0'"), ("hold 4 1e3", "'1e3'"), ("wait 3600001", "3600001"),
    ("press beam0", "beam0"), ("press ٣", "٣")])
def test_a_bad_line_is_named_with_its_number(line, says):
    with pytest.raises(ScriptError, match="^line 2: ") as caught:
        parse(["press 4", line])
    assert says in str(caught.value)
    assert caught.value.line_no == 2
