"""`litfour book` and `litfour bench engine` as commands."""

import argparse

import pytest

from host_tools import bench_engine, book
from host_tools.solver import native


def run(module, *words):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    return module.run(parser.parse_args(words))


def test_info_of_the_committed_book(capsys):
    assert run(book, "info") == 0
    out = capsys.readouterr().out
    assert f"for {native.BUDGET} nodes a move" in out and "CPU second:" in out


@pytest.mark.parametrize("words", [("info",), ("verify", "--side", "first", "--last-ply", "2")])
def test_no_book_and_no_book_at_all(tmp_path, capsys, words):
    assert run(book, *words, "--book", str(tmp_path / "none")) == 2
    (tmp_path / "torn").write_bytes(book.BOOK.read_bytes()[:-3])
    assert run(book, *words, "--book", str(tmp_path / "torn")) == 2
    assert "torn" in capsys.readouterr().err


def test_verifying_a_few_plies(tmp_path, capsys):
    """Exit code 3: no fault, but not to the end."""
    words = ("verify", "--side", "first", "--last-ply", "6", "--state", str(tmp_path), "--workers", "1")
    assert run(book, *words) == 3
    assert "no move gives a win or a draw away" in capsys.readouterr().out


@pytest.mark.parametrize("module, words", [
    (book, ("verify", "--workers", "0")), (book, ("build", "--workers", "-1")), (bench_engine, ("--stride", "0"))])
def test_numbers_that_make_no_sense(module, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        run(module, *words)
    assert stopped.value.code == 2 and "whole number from 1" in capsys.readouterr().err


def test_no_address_of_a_scheduler(tmp_path, capsys):
    assert run(book, "verify", "--scheduler", "nonsense", "--state", str(tmp_path)) == 2
    assert "tcp://" in capsys.readouterr().err


def test_bench_prints_every_set_and_finds_nothing_wrong(capsys, monkeypatch):
    monkeypatch.setattr(bench_engine.native, "BUDGET", 2000)
    monkeypatch.setattr(bench_engine, "read_set",
                        lambda folder, name, read=bench_engine.read_set: read(folder, name)[::20])
    assert run(bench_engine, "--no-pico") == 0
    out = capsys.readouterr().out
    assert "plain twin, unix port" in out
    assert [line.split()[0] for line in out.splitlines() if line.startswith("  L")] == list(bench_engine.SETS)
