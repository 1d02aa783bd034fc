"""The names that our private ones take on the board are known to its MicroPython, and a crash report is turned back."""

import re

from host_tools.image import BoardFile
from host_tools.rom_names import FIRMWARE, NAMES, substitutes, turned_back

PROGRAM = """
import micropython
def count():
    micropython.qstr_info()
count()
exec("def knows(x):\\n x." + "\\n x.".join(({names})))
count()
exec("def knows(x):\\n x.a_name_that_nobody_has_yet\\n x.nor_this_one")
count()
print("END")
"""


def test_all_substitutes_cost_nothing_on_the_board(pico):
    names = sorted(substitutes().values())
    assert len(names) > 150 and set(names) <= set(NAMES.read_text().split())
    board = pico({"main.py": BoardFile(PROGRAM.format(names=", ".join(map(repr, names))).encode())})
    assert board.run_until(5000, text="END"), board.console
    counts = [int(number) for number in re.findall(r"n_qstr=(\d+)", board.console)]
    assert counts[1] - counts[0] <= 2, "the word `knows` and what exec needs"
    assert counts[2] - counts[1] == 2


def test_names_are_substituted_one_to_one_and_none_is_in_use():
    names = substitutes()
    assert len(set(names.values())) == len(names)
    assert all(name.startswith("_") and not short.startswith("_") for name, short in names.items())


def test_every_private_name_has_a_substitute():
    """rom_names.txt must not run out unnoticed."""
    names = substitutes()
    defined = {word for path in FIRMWARE.rglob("*.py")
               for word in re.findall(r"(?:def |class |self\.)(_[a-zA-Z0-9]\w*)", path.read_text())}
    assert len(defined) > 300 and defined <= set(names)


def test_a_crash_report_is_turned_back():
    short = substitutes()["_drop"]
    report = f'Traceback:\n  File "game.py", in turn\n  File "game.py", in {short}\nOSError: 5\n'
    assert turned_back(report) == report.replace(f"in {short}", "in _drop")
