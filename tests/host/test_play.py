"""`litfour play --headless`: scripts in, one JSON object a change out; errors with the line's number."""

import json
import subprocess
import sys

import pytest

from host_tools.__main__ import COMMANDS, main
from tests.conftest import ROOT

GAME = "press 1   # opens the game\n" + "".join(f"press {column}\nwait 700\n" for column in (1, 2, 1, 2, 1, 2, 1))


def play(tmp_path, script, *options):
    path = tmp_path / "script.txt"
    path.write_text(script)
    return main(["play", "--headless", "--script", str(path), *options])


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_scripted_game_prints_every_change_and_a_last_line(tmp_path, capsys):
    assert play(tmp_path, GAME, "--players", "two") == 0
    said = lines(capsys)
    last = said[-1]
    assert last["final"] and last["state"] == "over" and last["result"] == "1" and last["turn"] == 2
    assert last["variant"] == "standard" and last["moves"] == "1 2 1 2 1 2 1"
    assert last["board"] == ["......."] * 2 + ["1......"] + ["12....."] * 3
    assert last["score"] == {"1": 1, "2": 0, "draw": 0}
    states = [line["state"] for line in said]
    assert states[:4] == ["attract", "turn", "fall", "turn"] and "over" in states
    assert [line["ms"] for line in said] == sorted(line["ms"] for line in said)
    assert all({"state", "variant", "turn", "result", "board", "score", "moves"} <= set(line) for line in said)


def test_the_same_seed_plays_the_same_game(tmp_path, capsys):
    script = "press 1\n" + "press 4\nwait 6000\n" * 4
    outputs = []
    for seed in ("1", "1", "2", "3", "4"):
        assert play(tmp_path, script, "--players", "solo", "--level", "easy", "--seed", seed) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] and len(set(outputs)) > 1


def test_variants_choose_a_panel_that_fits(tmp_path, capsys):
    sizes = {"standard": (7, 6), "8x7": (8, 7), "9x7": (9, 7), "five": (9, 6), "5-in-a-row": (9, 6)}
    for variant, (columns, rows) in sizes.items():
        assert play(tmp_path, "press 2\npress 5\nwait 1000", "--variant", variant, "--players", "two") == 0
        last = lines(capsys)[-1]
        assert last["variant"] == variant and len(last["board"]) == rows and len(last["board"][0]) == columns
        assert last["moves"] == "5"


def test_a_variant_that_does_not_fit_is_an_error(tmp_path, capsys):
    assert play(tmp_path, "wait 1", "--variant", "five", "--panel", "7x6") == 2
    assert "9x6" in capsys.readouterr().err


def test_bad_lines_are_named_with_their_number(tmp_path, capsys):
    bad = {"press 4\npush 3\n": 2, "# fine\n\npress 12": 3, "wait x": 1, "hold": 1, "press": 1, "wait -5": 1}
    for script, number in bad.items():
        assert play(tmp_path, script) == 2
        captured = capsys.readouterr()
        assert f"line {number}" in captured.err and captured.out == "", script


def test_a_column_that_the_panel_has_not_is_an_error(tmp_path, capsys):
    for line in ("press 9", "press beam8", "hold 8+menu"):
        assert play(tmp_path, "wait 1\n" + line) == 2
        assert "line 2: the panel has 7 columns" in capsys.readouterr().err
    assert play(tmp_path, "press 9\npress menu", "--panel", "9x6") == 0


def test_an_empty_script_shows_the_waiting_board(tmp_path, capsys):
    film = tmp_path / "board.gif"
    assert play(tmp_path, "", "--record", str(film), "--snapshot", str(tmp_path / "board.png")) == 0
    assert film.stat().st_size > 0
    assert lines(capsys)[-1]["state"] == "attract"


def test_missing_files_and_wrong_options_are_clear(tmp_path, capsys):
    assert main(["play", "--headless", "--script", str(tmp_path / "none")]) == 2
    assert "can't read" in capsys.readouterr().err
    assert main(["play", "--headless"]) == 2
    assert "--script" in capsys.readouterr().err
    assert play(tmp_path, "wait 1", "--snapshot", str(tmp_path / "x.gif")) == 2
    assert play(tmp_path, "wait 1", "--snapshot", str(tmp_path / "no/such/x.png")) == 2
    assert play(tmp_path, "wait 1", "--record", str(tmp_path / "x.png")) == 2
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["play", "--panel", "6x6"])


def test_snapshot_and_recording_are_written(tmp_path, capsys):
    from PIL import Image
    picture, film = tmp_path / "board.png", tmp_path / "game.gif"
    assert play(tmp_path, "press 1\npress 4\nwait 600", "--players", "two", "--snapshot", str(picture),
                "--record", str(film)) == 0
    assert Image.open(picture).size[0] > 300
    with Image.open(film) as image:
        assert image.n_frames > 5


def test_a_script_from_standard_input_in_a_process_of_its_own():
    done = subprocess.run([sys.executable, "-m", "host_tools", "play", "--headless", "--script", "-"], cwd=ROOT,
                          input="hold menu\nhold menu+undo 1200\nwait 500\n", capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["state"] == "menu"


def test_time_runs_as_fast_as_it_can(tmp_path, capsys):
    assert play(tmp_path, "wait 60000") == 0
    assert lines(capsys)[-1]["ms"] >= 60000


def test_every_command_shows_its_help(capsys):
    for command in COMMANDS:
        with pytest.raises(SystemExit) as leaving:
            main([command, "--help"])
        assert leaving.value.code == 0 and command in capsys.readouterr().out
