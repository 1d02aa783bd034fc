"""`litfour emulate`: the whole firmware on the emulated Pico, from a script to a picture."""

import argparse
import io
import sys

import pytest

from host_tools import emulate


def command(*arguments):
    parser = argparse.ArgumentParser()
    emulate.add_arguments(parser)
    return emulate.run(parser.parse_args(arguments))


def pictures(text):
    """The pictures of an output: each a list of its lines without the time."""
    found = []
    for line in text.splitlines():
        if line.endswith(" ms"):
            found.append([])
        elif found:
            found[-1].append(line)
    return found


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("panel, column", [("7x6", 3), ("9x6", 5)])
def test_a_press_becomes_a_disc(panel, column, capsys, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text(f"press 1 # wakes the board\nwait 1500\npress {column}\nwait 600\n")
    assert command("--panel", panel, "--script", str(script), "--ms", "1200") == 0
    out = capsys.readouterr().out
    assert out.startswith("first light ")
    last = pictures(out)[-1]
    assert len(last) == 6
    assert all(len(line) == 2 * int(panel[0]) for line in last)
    assert last[5].split()[column - 1] != "."


@pytest.mark.usefixtures("emulator")
def test_the_script_may_come_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("wait 100\n"))
    assert command("--script", "-", "--ms", "1") == 0
    assert pictures(capsys.readouterr().out)


@pytest.mark.usefixtures("emulator")
def test_bad_input_is_an_error_with_exit_code_2(capsys, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("press 4\npress ten\n")
    assert command("--script", str(script)) == 2
    assert "script.txt: line 2: 'ten' is no button" in capsys.readouterr().err
    assert command("--script", str(tmp_path / "absent")) == 2
    assert command("--ms", "-1") == 2
    assert command("--uf2", str(tmp_path / "absent.uf2")) == 2
    assert "no such UF2 file" in capsys.readouterr().err
    (tmp_path / "bad.uf2").write_bytes(b"x" * 600)
    assert command("--uf2", str(tmp_path / "bad.uf2")) == 1
    assert "not a UF2 file" in capsys.readouterr().err


@pytest.mark.usefixtures("emulator")
def test_a_board_that_stays_dark_is_an_error(capsys, monkeypatch, tmp_path):
    from host_tools.image import BoardFile
    monkeypatch.setattr(emulate, "build", lambda folder: {"main.py": BoardFile(b"import time\ntime.sleep(1)\nboom")})
    assert command() == 1
    error = capsys.readouterr().err
    assert "no light within 5000 ms" in error
    assert "NameError: name 'boom'" in error
