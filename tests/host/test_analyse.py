"""`litfour analyse`: one game or a batch, with and without a level; bad moves are named."""

import io
import json

from host_tools import accelerate
from host_tools.__main__ import main
from host_tools.analyse import Analyst
from litfour.app.chance import Random
from litfour.engine import kernels
from litfour.rules.position import ONGOING, Position
from litfour.rules.variants import VARIANTS
from tests.rules.reference import ReferenceGame


def test_json_of_a_running_game(capsys):
    assert main(["analyse", "--moves", "4 4 5", "--level", "hard", "--seed", "3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["moves"] == "4 4 5" and said["turn"] == 2 and said["result"] is None and said["winning_cells"] == []
    assert said["legal"] == ["1", "2", "3", "4", "5", "6", "7"]
    assert said["board"] == ["......."] * 4 + ["...2...", "...11.."]
    assert said["move"] in ("3", "6") and said["nodes"] > 0 and said["depth"] > 0


def test_json_of_a_finished_game(capsys):
    assert main(["analyse", "--moves", "1213141", "--json", "--level", "hard"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["result"] == "1" and said["legal"] == [] and "move" not in said
    assert said["winning_cells"] == [[1, 1], [1, 2], [1, 3], [1, 4]]


def test_text_shows_board_turn_legal_moves_and_winning_cells(capsys):
    assert main(["analyse", "--variant", "5-in-a-row", "--moves", ""]) == 0
    out = capsys.readouterr().out
    assert "2.......1" in out and "to move: 1" in out and "legal: 2 3 4 5 6 7 8" in out
    assert main(["analyse", "--moves", "1213141"]) == 0
    assert "1 wins" in capsys.readouterr().out


def test_an_illegal_move_is_an_error_that_names_number_and_reason(capsys):
    for moves, number, why in (("4444444", 7, "full"), ("1213141 2", 1, "no column"), ("4 8", 2, "no column 8"),
                               ("12131415", 8, "over"), ("4 a", 2, "'a'")):
        assert main(["analyse", "--moves", moves]) == 2
        captured = capsys.readouterr()
        assert f"move {number}:" in captured.err and why in captured.err and captured.out == "", moves


def test_a_batch_goes_on_after_bad_lines(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("445\n9\n\n4 4 4 4 4 4 4\n12 1\n7654321\n"))
    assert main(["analyse", "--batch", "-"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["moves"] for line in said] == ["445", "9", "", "4 4 4 4 4 4 4", "12 1", "7654321"]
    assert [line.get("at") for line in said] == [None, 1, None, 7, 1, None]
    assert all(("error" in line) != ("board" in line) for line in said)


def test_a_batch_from_a_file_and_a_missing_one(tmp_path, capsys):
    path = tmp_path / "games.txt"
    path.write_text("44\n")
    assert main(["analyse", "--batch", str(path), "--level", "easy"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] in "1234567"
    assert main(["analyse", "--batch", str(tmp_path / "none")]) == 2
    assert "can't read" in capsys.readouterr().err


def test_thousands_of_lines_agree_with_the_reference():
    chance = Random(4)
    for variant in VARIANTS:
        analyst = Analyst(variant.name)
        for _ in range(400):
            position = Position(variant)
            reference = ReferenceGame(variant.columns, variant.rows, variant.connect, variant.prefilled)
            for _ in range(chance.below(variant.columns * variant.rows)):
                if position.result == ONGOING:
                    legal = position.legal()
                    column = legal[chance.below(len(legal))]
                    position.play(column)
                    reference.play(column)
            said = analyst.analyse(" ".join(str(column + 1) for column in position.moves))
            assert said["board"] == ["".join(".12"[seat] for seat in row) for row in reversed(reference.grid)]
            assert said["legal"] == [str(column + 1) for column in reference.legal()]
            assert said["result"] == (str(reference.result) if reference.result else None)
            assert said["winning_cells"] == [[column + 1, row + 1] for column, row in reference.winning]
            assert said["turn"] == reference.turn


def test_the_compiled_kernel_is_the_same_node_for_node():
    plain = kernels.run
    games = ["", "445", "4 4 4 4", "1 7 1 7", "4 3 5", "2 3 4 5 6 7 1 2"]
    for variant in ("standard", "9x7", "5-in-a-row"):
        texts = [text if variant != "5-in-a-row" else text.replace("1", "2") for text in games]
        slow = [Analyst(variant, "medium", 5).analyse(text) for text in texts]
        with accelerate.accelerated():
            assert kernels.run is not plain
            assert [Analyst(variant, "medium", 5).analyse(text) for text in texts] == slow
        assert kernels.run is plain


def test_every_level_answers_with_every_seed(capsys):
    for level in ("easy", "medium"):
        for seed in range(40):
            assert main(["analyse", "--moves", "4 4 3", "--level", level, "--seed", str(seed), "--json"]) == 0
            said = json.loads(capsys.readouterr().out)
            assert said["move"] in said["legal"] and said["source"] in ("instant", "search")
            assert said["proved"] or said["value"] is None


def test_strange_bytes_are_bad_lines_and_the_batch_goes_on(tmp_path, capsys):
    path = tmp_path / "games.txt"
    path.write_bytes(b"\xef\xbb\xbf44\r\n4\xff4\r\n45\r\n")
    assert main(["analyse", "--batch", str(path)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["moves"] for line in said] == ["44", "4\\xff4", "45"]
    assert ["error" in line for line in said] == [False, True, False]


def test_without_a_compiler_hard_still_plays_and_perfect_says_why_not(monkeypatch, capsys):
    from host_tools import perfect
    monkeypatch.setattr(perfect, "available", lambda: "no C compiler")
    assert main(["analyse", "--moves", "4", "--level", "hard", "--json"]) == 0
    captured = capsys.readouterr()
    assert "without the solver" in captured.err and json.loads(captured.out)["move"]
    assert main(["analyse", "--moves", "4", "--level", "perfect"]) == 2
    assert "no C compiler" in capsys.readouterr().err
