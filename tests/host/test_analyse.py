"""`litfour analyse`: one game or a batch, with and without a level; bad moves are named."""

import io
import json
from types import SimpleNamespace

from host_tools import accelerate
from host_tools.__main__ import main
from host_tools.analyse import Analyst
from litfour.engine import kernels
from litfour.rules.variants import ROUND, VARIANTS
from tests.rules.agree import Pair
from tests.rules.chance import Chance


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


def as_said(pair):
    """What analyse must say of a reference game: board, legal moves, result, winning cells, turn."""
    reference, name = pair.reference, pair.variant.name
    rows = ["".join(".123"[seat] for seat in row) for row in reversed(reference.grid)]
    cells = [[column + 1, row + 1] for column, row in reference.winning]
    legal = reference.choices() if name == "simultaneous" else reference.legal()
    if name == "3d":
        rows = [["".join(".12"[layer[x + 4 * y]] for x in range(4)) for y in (3, 2, 1, 0)] for layer in reference.grid]
        cells = [[(column - 1) % 4 + 1, (column - 1) // 4 + 1, row] for column, row in cells]
    return {"board": rows, "winning_cells": cells, "turn": reference.turn,
            "legal": sorted(str(move + 1) for move in legal) if name == "simultaneous" else sorted(legal),
            "result": str(reference.result) if reference.result else None}


def test_two_thousand_lines_agree_with_the_reference():
    for variant in VARIANTS:
        chance = Chance(4)
        for number in range(80 if variant.name == "simultaneous" else 150):
            rule = number % (len(variant.rules) or 1)
            first = 1 + number % variant.seats
            pair = Pair(variant.name, rule, first, number)
            analyst = Analyst(variant.name, rule=variant.rules[rule] if rule else None, first=first, deal=number)
            for _ in range(chance.below(70)):
                if pair.reference.result is None:
                    pair.play(pair.reference.pick(chance))
            said = analyst.analyse(" ".join(pair.tokens))
            theirs = as_said(pair)
            assert {**{name: said[name] for name in theirs}, "legal": sorted(said["legal"])} == theirs
            assert said["moves"] == " ".join(pair.tokens)


def test_what_a_variant_has_besides_the_board(capsys):
    def said_of(variant, moves, *more):
        assert main(["analyse", "--variant", variant, "--moves", moves, "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)

    said = said_of("power-up", "4a 5 4w5")
    assert said["powers"] == {"1": ["times two", "bomb"], "2": ["anvil", "wall", "times two", "bomb"]}
    said = said_of("pop-10", "4 3")
    assert said["stage"] == "fill" and said["kept"] == {"1": 0, "2": 0} and said["legal"] == ["1", "2", "5", "6", "7"]
    said = said_of("pop-10", "", "--rule", "shuffled", "--deal", "3")
    assert said["stage"] == "pop" and said["rule"] == "shuffled" and said["legal"] == ["6p", "2p2", "3p3"]
    said = said_of("simultaneous", "4/4/7 1/2/3")
    assert said["order"] == [2, 3, 1] and said["legal"] == list("123456789") and said["moves"] == "4/4/7 1/2/3"
    said = said_of("3d", "1.1 2.2 2.2 3.3 3.3 4.4 3.3 4.4 4.4 1.2 4.4")
    assert said["result"] == "1" and said["winning_cells"] == [[1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 4]]
    assert said["board"][0] == ["...2", "..2.", "22..", "1..."] and len(said["board"]) == 4
    said = said_of("no-gravity", "4.4 swap", "--rule", "swap")
    assert said["turn"] == 1 and said["board"][2] == "...2..." and said["moves"] == "4.4 swap"
    said = said_of("popout", "4 4 4 6 6 3 2 2 3 5 5 5 4p", "--rule", "opponent")
    assert said["result"] == "2" and said["rule"] == "opponent"
    assert said_of("standard", "4", "--first", "2")["board"][-1] == "...2..."


def test_text_of_the_other_variants(capsys):
    for variant, moves, parts in (
            ("3d", "1.1", ("layer 1\n....\n....\n....\n1...\nlayer 2", "legal: 1.1 2.1")),
            ("simultaneous", "4/4/7", ("drop order: 3 1 2", "legal for each seat: 1 2 3 4 5 6 7 8 9")),
            ("pop-10", "4", ("kept: seat 1 0, seat 2 0", "to move: 2 (filling the board)")),
            ("power-up", "4a 5a 4w5 1b4 1x2", ("power discs of seat 1: bomb\n", "power discs of seat 2: wall")),
            ("3d", "1.1 2.1 1.1 2.1 1.1 2.1 1.1", ("1 wins", "winning cells (x.y.z): 1.1.1 1.1.2 1.1.3 1.1.4")),
            ("popout", "4 5 4p 5p 4 5 4p 5p", ("result: draw",)),
            ("avoid-four", "1 2 1 2 1 2 1", ("result: 2 wins", "(column.row): 1.1 1.2 1.3 1.4"))):
        assert main(["analyse", "--variant", variant, "--moves", moves]) == 0
        out = capsys.readouterr().out
        assert all(part in out for part in parts), out


def test_every_variants_errors_name_number_and_reason(capsys):
    for variant, moves, number, why in (
            ("popout", "4 4p", 2, "seat 1's"), ("popout-5", "1p", 1, "never popped"),
            ("popout-5", "1", 1, "from the start"),
            ("power-up", "4a 5 4a", 3, "used its anvil"), ("no-gravity", "4.3 4.3", 2, "taken"),
            ("pop-10", "4 4", 2, "in this row"), ("3d", "5.1", 1, "no x 5"), ("simultaneous", "4/4", 1, "no round")):
        assert main(["analyse", "--variant", variant, "--moves", moves]) == 2
        captured = capsys.readouterr()
        assert f"move {number}:" in captured.err and why in captured.err and captured.out == "", moves


def test_a_batch_of_another_variant(tmp_path, capsys):
    path = tmp_path / "games.txt"
    path.write_text("4 5 4p\n4 5 3\n\n4 4p\n")
    assert main(["analyse", "--variant", "popout", "--batch", str(path)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("at") for line in said] == [None, None, None, 2]
    assert said[0]["board"][-1] == "....2.." and "seat 1's" in said[3]["error"]


def test_a_rule_seat_or_deal_that_is_not_there(capsys):
    for arguments, why in ((["--variant", "popout", "--rule", "x"], "popout has the rules popper, opponent, draw"),
                           (["--variant", "five", "--rule", "x"], "no rules"), (["--first", "3"], "1 .. 2"),
                           (["--variant", "pop-10", "--deal", "70000"], "65535")):
        assert main(["analyse", "--moves", "", *arguments]) == 2
        assert why in capsys.readouterr().err


def test_where_no_cpu_plays_it_is_said(monkeypatch, capsys):
    def missing(player, variant, level):
        raise ImportError("no module 'games'")

    monkeypatch.setattr("host_tools.analyse.Player.prepare", missing)
    assert main(["analyse", "--variant", "popout", "--moves", "4", "--level", "easy"]) == 2
    captured = capsys.readouterr()
    assert "no CPU plays popout here" in captured.err and captured.out == ""
    assert main(["analyse", "--variant", "popout", "--moves", "4"]) == 0


def test_the_cpu_answers_with_a_legal_move_of_every_variant(capsys):
    for variant, moves in (("8x8", "4 4"), ("5-in-a-row", "4 4"), ("popout", "4 5 4p"), ("popout-5", "4 5 4p"),
                           ("avoid-four", "4 4"), ("no-gravity", "4.3 1.1"), ("3d", "2.2 2.2"), ("pop-10", "4 3"),
                           ("power-up", "4a 5"), ("simultaneous", "1/2/3 1/2/3 1/2/3")):
        assert main(["analyse", "--variant", variant, "--moves", moves, "--level", "easy", "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert set(said["move"].split("/")) <= set(said["legal"]), said
    arguments = ["analyse", "--variant", "pop-10", "--rule", "shuffled", "--deal", "5", "--moves", "", "--json"]
    assert main([*arguments, "--level", "medium"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["move"] in said["legal"] and "p" in said["move"]


class ColumnOfSeat:
    """A player for tests: chooses column 3 + its seat and knows nothing."""

    search, nodes, value, proved, fault, source = SimpleNamespace(depth=1), 10, None, False, "", "search"

    def __init__(self, table, random, make_solver=None):
        self.move = -1

    def prepare(self, variant, level):
        assert variant.kind == ROUND

    def start(self, position, level, seat):
        assert not position.moves[1:], "each seat is asked about the same board"
        self.move = 2 + seat

    def step(self, nodes):
        return True


def test_in_a_round_every_seat_is_asked(monkeypatch, capsys):
    monkeypatch.setattr("host_tools.analyse.Player", ColumnOfSeat)
    arguments = ["analyse", "--variant", "simultaneous", "--moves", "1/1/1", "--level", "easy"]
    assert main([*arguments, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["move"] == "4/5/6" and said["nodes"] == 30 and said["depth"] == 1
    assert main(arguments) == 0
    assert "CPU's move: 4/5/6" in capsys.readouterr().out


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
    assert not captured.err and json.loads(captured.out)["move"]
    assert main(["analyse", "--moves", "4", "--level", "perfect"]) == 2
    assert "no C compiler" in capsys.readouterr().err
