"""Puzzles from the flash, played at the board: every own move judged, the defence as long as it can be."""

from array import array

import micropython
from host_tools.puzzle_proof import Prover, cells_of
from litfour.app.chance import Random
from litfour.app.puzzle import FAILED, ON_THE_WAY, PERSON, SOLVED, Defender, Puzzle
from litfour.app.puzzles import HEADER, RECORD, Puzzles
from litfour.app.settings import Settings
from litfour.engine.blocks import TABLE_BYTES
from litfour.engine.player import Player
from litfour.rules.position import ONGOING
from tests.portable import ON_MICROPYTHON

ROOT = __file__.rsplit("/tests/", 1)[0]
FILE = ROOT + "/firmware/data/puzzles"
SPOILT = "/tmp/litfour-puzzles-" + ("micropython" if ON_MICROPYTHON else "cpython")
PROVER = Prover()


def spoilt(change):
    """Puzzles of a copy of the file with its bytes changed."""
    with open(FILE, "rb") as file:
        data = file.read()
    with open(SPOILT, "wb") as file:
        file.write(change(data))
    return Puzzles(SPOILT)


def identity(puzzle):
    return puzzle.length, tuple(puzzle.moves), puzzle.key


class Round:
    """One puzzle on the board."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.session = puzzle.session(Settings())
        self.defender = Defender(Player(array("i", bytes(TABLE_BYTES)), Random(1)), puzzle)

    @property
    def position(self):
        return self.session.position

    @property
    def state(self):
        return self.puzzle.state(self.position)

    def columns(self, keeping):
        """The own moves that keep the win in time, or those that give it away."""
        keys = PROVER.keys(*cells_of(self.position.moves), self.puzzle.left(self.position))
        return [column for column in self.position.legal() if (column in keys) == keeping]

    def think(self):
        """The defender's thinking, without its move: step() must not allocate."""
        self.defender.start(self.position)
        assert self.defender.move == -1
        micropython.heap_lock()
        try:
            while not self.defender.step(40):
                pass
        finally:
            micropython.heap_unlock()

    def answer(self):
        self.think()
        self.session.play(self.defender.move)


# ---- the file

def test_every_level_is_shown_whole_before_a_puzzle_comes_again_and_then_as_in_a_mirror():
    puzzles = Puzzles(FILE)
    assert puzzles.fault == ""
    for level in range(3):
        count = puzzles.counts[level]
        assert count >= 100
        first = [identity(puzzles.pick(k, level)) for k in range(count)]
        assert len(set(first)) == count and {length for length, _, _ in first} == {level + 2}
        again = puzzles.pick(count, level)
        assert identity(again) == (level + 2, tuple(6 - move for move in first[0][1]), 6 - first[0][2])
        assert identity(puzzles.pick(2 * count + 1, level)) == first[1]
        assert PROVER.keys(*cells_of(again.moves), again.length) == [again.key]
    assert identity(puzzles.pick(5, 3)) == identity(puzzles.pick(5, 2))         # levels above the third


def test_without_a_file_there_is_no_puzzle_but_a_reason():
    puzzles = Puzzles(ROOT + "/no/such/file")
    assert puzzles.fault == "no puzzles" and puzzles.pick(0, 0) is None


def test_a_damaged_file_gives_no_puzzle_but_a_reason():
    for change, fault in ((lambda data: b"", "not a file of puzzles"),
                          (lambda data: data[:9], "not a file of puzzles"),
                          (lambda data: b"LF4B" + data[4:], "not a file of puzzles"),
                          (lambda data: data[:4] + b"\x09" + data[5:], "puzzles of another version"),
                          (lambda data: data[:5] + b"\x0b" + data[6:], "puzzles of another version"),
                          (lambda data: data[:HEADER], "damaged puzzles"),
                          (lambda data: data[:-1], "damaged puzzles"),
                          (lambda data: data + b"\0", "damaged puzzles")):
        puzzles = spoilt(change)
        assert puzzles.fault == fault, (puzzles.fault, fault)
        assert puzzles.pick(0, 0) is None and puzzles.pick(3, 2) is None


def test_any_changed_byte_is_noticed():
    for at in list(range(HEADER)) + [HEADER, HEADER + RECORD + 5, -1]:
        def change(data, at=at):
            data = bytearray(data)
            data[at] ^= 4
            return data
        assert spoilt(change).fault, at


def test_a_file_that_goes_away_later_is_a_fault_too():
    puzzles = spoilt(lambda data: data)
    assert puzzles.fault == "" and puzzles.pick(7, 1)
    with open(SPOILT, "wb"):
        pass
    assert puzzles.pick(7, 1) is None and puzzles.fault == "puzzles cannot be read"


# ---- at the board

def some():
    """Puzzles of every length."""
    puzzles = Puzzles(FILE)
    for level in range(3):
        for k in range(4):
            yield puzzles.pick(7 * k + 1, level)


def test_a_puzzle_is_a_game_where_the_person_is_to_move():
    for puzzle in some():
        settings = Settings()
        settings.variant, settings.rule, settings.cpus, settings.people = 4, 1, 0, 3
        settings.clock, settings.match, settings.help = 2, 1, 3         # a head start for seat 1
        session = puzzle.session(settings)
        position = session.position
        assert position.variant.name == "standard" and not session.match.target
        assert position.turn == PERSON and position.result == ONGOING and position.moves == puzzle.moves
        assert not session.is_cpu(PERSON) and session.is_cpu(3 - PERSON) and puzzle.state(position) == ON_THE_WAY
        assert not puzzle.may_go_back(position)
        position.play(puzzle.key)
        assert puzzle.may_go_back(position)


def test_the_longest_resistance_lasts_for_all_own_moves_and_then_the_puzzle_is_solved():
    for puzzle in some():
        table = Round(puzzle)
        assert table.columns(True) == [puzzle.key]
        for own in range(1, puzzle.length + 1):
            assert table.state == ON_THE_WAY
            table.session.play(table.columns(True)[-1])
            if own < puzzle.length:
                assert table.state == ON_THE_WAY and table.position.result == ONGOING, identity(puzzle)
                table.answer()
        assert table.state == SOLVED and len(table.position.moves) == puzzle.last


def test_any_other_first_move_fails_at_once_and_taken_back_all_is_open_again():
    for puzzle in some():
        table = Round(puzzle)
        wrong = table.columns(False)
        assert len(wrong) >= 3
        for column in wrong:
            table.session.play(column)
            assert table.state == FAILED
            if column == wrong[0]:
                table.answer()
                assert table.state == FAILED
                table.session.back()
            assert table.state == FAILED
            table.session.back()
            assert table.state == ON_THE_WAY
        table.session.play(puzzle.key)
        assert table.state == ON_THE_WAY


def test_a_later_move_that_gives_the_win_away_is_known_when_the_answer_is():
    seen = 0
    for puzzle in some():
        table = Round(puzzle)
        table.session.play(puzzle.key)
        table.answer()
        wrong = table.columns(False)
        if puzzle.length == 2 or not wrong:
            continue
        table.session.play(wrong[0])
        table.think()
        assert table.state == FAILED
        seen += 1
        table.session.play(table.defender.move)
        assert table.state == FAILED
        table.session.back()
        table.session.back()
        assert table.state == ON_THE_WAY
        table.session.forward()                 # the same move again
        assert table.state == FAILED
        table.session.back()
        table.session.play(table.columns(True)[0])
        table.think()
        assert table.state == ON_THE_WAY
    assert seen >= 4


def test_a_hint_wins_in_time_as_long_as_anything_does():
    for puzzle in some():
        table = Round(puzzle)
        while table.position.result == ONGOING:
            assert puzzle.hint(table.position) in table.columns(True)
            table.session.play(puzzle.hint(table.position))
            if table.position.result == ONGOING:
                table.answer()
        assert table.state == SOLVED
    table = Round(Puzzles(FILE).pick(0, 0))
    table.session.play(table.columns(False)[0])
    table.answer()
    assert table.puzzle.hint(table.position) == -1


def test_when_the_own_moves_are_used_up_it_has_failed():
    table = Round(Puzzles(FILE).pick(0, 0))
    table.session.play(table.puzzle.key)
    table.answer()
    table.session.play(table.columns(False)[0])
    assert table.position.result == ONGOING and table.state == FAILED
    table.session.back()
    table.session.play(table.columns(True)[0])
    assert table.state == SOLVED


def test_a_win_that_comes_too_late_has_failed():
    puzzle = Puzzle(2, [0, 1, 0, 1], 0)         # as if; seat 1 completes the column with its second move
    position = puzzle.session(Settings()).position
    position.play(0)
    position.play(2)
    assert puzzle.state(position) == ON_THE_WAY
    position.play(3)
    assert puzzle.state(position) == FAILED
    position.play(2)
    position.play(0)
    assert position.result == PERSON and puzzle.state(position) == FAILED


def test_a_game_that_the_other_seat_wins_has_failed():
    puzzle = Puzzle(4, [6, 0, 6, 0, 1, 0], 1)
    position = puzzle.session(Settings()).position
    position.play(1)
    position.play(0)
    assert position.result == 3 - PERSON and puzzle.state(position) == FAILED


def test_the_defender_is_the_player_for_all_that_it_does_not_do_itself():
    player = Player(array("i", bytes(TABLE_BYTES)), Random(1))
    defender = Defender(player, Puzzles(FILE).pick(0, 0))
    assert defender.search is player.search and not defender.has_perfect and defender.fault == ""
    table = Round(defender._puzzle)
    table.session.play(table.puzzle.key)
    defender.start(table.position)
    defender.cancel()
    assert defender.move == -1 and not defender.step(10)
