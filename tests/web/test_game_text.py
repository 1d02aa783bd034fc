"""Games as text, copied and pasted; and what a pasted game is on the board."""

import random

import pytest

from host_tools.simulator import Simulator, chosen_settings
from host_tools.web.game_text import LONGEST, session_of, text_of
from host_tools.web.told import Teller
from litfour.app.session import Session
from litfour.app.settings import HEAD_START, Settings
from litfour.ports import MENU, UNDO, panel_named
from litfour.rules.notation import MoveError, board_rows
from litfour.rules.position import ONGOING
from litfour.rules.variants import POP10, VARIANTS

PANEL = panel_named("9x9")


def session(variant, rule=0, first=1, deal=0, plies=12, seed=1):
    settings = Settings()
    settings.variant = variant
    settings.settle()
    settings.rule, settings.starter = rule, first
    made, chance = Session(settings, None, deal), random.Random(seed)
    for _ in range(plies):
        if made.position.result == ONGOING and (len(made.position.moves) < plies):
            made.play(chance.choice(made.position.legal()))
    return made


@pytest.mark.parametrize("variant", range(len(VARIANTS)), ids=lambda number: VARIANTS[number].name)
def test_a_copied_game_comes_back(variant):
    now = session(0, plies=3)
    for seed in range(4):
        rule = seed % (len(VARIANTS[variant].rules) or 1)
        made = session(variant, rule, 1 + seed % VARIANTS[variant].seats, 77 * seed, 10, seed)
        text = text_of(made)
        again = session_of(text, now, PANEL, 5)
        while again.forward():                  # of a game that was over
            pass
        assert text_of(again) == text
        assert again.position.moves == made.position.moves and again.position.turn == made.position.turn
        assert board_rows(again.position) == board_rows(made.position)
        assert VARIANTS[variant].kind != POP10 or not rule or again.position.deal == made.position.deal


def test_a_head_start_is_copied_and_goes_where_the_text_has_none():
    settings = Settings()
    settings.help = HEAD_START << 2
    ahead = Session(settings)
    ahead.play(0)
    assert text_of(ahead) == "standard ahead=2: 1"
    again = session_of(text_of(ahead), session(0), PANEL, 0)
    assert board_rows(again.position)[-1] == "1..2..." and again.settings.help == HEAD_START << 2
    assert board_rows(session_of("standard: 1", ahead, PANEL, 0).position)[-1] == "1......"
    assert board_rows(session_of("1", ahead, PANEL, 0).position)[-1] == "1..2..."       # of the game on the board


def test_moves_alone_are_of_the_game_on_the_board():
    popout = session(VARIANTS.index(chosen("popout")), rule=1, first=2, plies=2)
    again = session_of("4, 4\n3", popout, PANEL, 0)
    assert text_of(again) == "popout rule=opponent first=2: 4 4 3"


def chosen(name):
    return next(variant for variant in VARIANTS if variant.name == name)


@pytest.mark.parametrize(("text", "words"), [
    ("4 4 x", "move 3: 'x' is no column"),
    ("4444444", "move 7: column 4 is full"),
    ("standard: 1 2 1 2 1 2 1 2", "move 8: the game is over"),
    ("popout: 4 3p", "move 2: column 3 is empty"),
    ("4 9", "move 2: there is no column 9"),
    ("", "there is no move in it"), ("standard:", "there is no move in it"), (": 4", "the name of a game"),
    ("chess: e4", "unknown variant 'chess'"), ("standard rule=so: 4", "standard has no rules"),
    ("popout rule=so: 4", "popout has the rules popper"), ("standard first=3: 4", "must be 1 .. 2"),
    ("standard first=: 4", "must be 1 .. 2"), ("standard last=2: 4", "none of rule="),
    ("popout ahead=1: 4", "popout has no disc ahead"), ("standard ahead=12x: 4", "must be 1 .. 2"),
    ("five: 5", "five needs 9 x 6 cells, this panel has 7x6"), ("4 " * LONGEST, "too long"),
])
def test_what_is_wrong_is_said(text, words):
    with pytest.raises(ValueError, match=words.replace(".", r"\.")) as caught:
        session_of(text, session(0), panel_named("7x6"), 0)
    assert isinstance(caught.value, MoveError) == words.startswith("move")


# ---- on a board

class Board:
    """A Simulator and its Teller."""

    def __init__(self, panel="7x6", **chosen):
        self.sim = Simulator(panel, settings=chosen_settings(panel_named(panel), **chosen) if chosen else None)
        self.teller = Teller(self.sim)
        self.sim.run(100)

    def paste(self, text):
        answer = self.teller.ask("paste", text)
        self.sim.run(200)
        return answer

    @property
    def moves(self):
        return self.sim.describe()["moves"]


def test_a_pasted_game_waits_on_the_board_and_is_played_on():
    board = Board()
    assert board.paste("4 4 5") == ["standard:", False]
    assert board.sim.state == "attract" and board.teller.ask("game", None) == "standard: 4 4 5"
    board.sim.press(6)
    board.sim.run_until(lambda app: app.state not in (3, 4))
    assert board.moves.startswith("4 4 5 ") and len(board.moves.split()) == 4      # the CPU is yellow
    power_cut = Simulator("7x6", store=board.sim.store)
    assert power_cut.describe()["moves"] == board.moves


def test_a_game_that_was_over_stands_before_its_end():
    board = Board()
    assert board.paste("1 2 1 2 1 2 1") == ["standard:", True]
    board.sim.press(0)
    assert board.sim.state == "rewound" and board.moves == "1 2 1 2 1 2"
    board.sim.hold(UNDO)
    board.sim.run(500)
    assert board.sim.state == "over" and board.sim.describe()["result"] == "1"


def test_another_game_is_the_boards_from_then_on():
    board = Board("9x9", level="easy")
    board.paste("3d: 1.1 2.2")
    assert board.sim.describe()["variant"] == "3d"
    assert board.sim.app.settings.variant == board.sim.app.session.settings.variant
    assert board.sim.app.settings.level == 0
    board.paste("simultaneous: 1/2/3")
    assert board.sim.app.settings.cpus == 6 and board.moves == "1/2/3"


def test_what_can_not_be_pasted_changes_nothing():
    board = Board()
    board.sim.press(0)
    board.sim.press(3)
    board.sim.run_until(lambda app: app.state not in (3, 4))
    before, kept = board.moves, dict(board.sim.store.data)
    for text in ("4 4 9", None, 7, "five: 1", "4 4 4 4 4 4 4"):
        assert "error" in board.paste(text)
    board.sim.store.fail = True
    assert "could not save" in board.paste("4 4")["error"]
    assert board.moves == before and board.sim.store.data == kept


def test_out_of_a_puzzle_and_out_of_the_menu():
    for column in (None, 0):
        board = Board()
        board.paste("4 4 5 5")
        board.sim.press(0)
        board.sim.hold(MENU)
        if column is not None:
            while board.sim.app.menu.page != 10:
                board.sim.press(MENU)
            board.sim.press(column)
            board.sim.run(500)
            assert board.sim.app.puzzle
            assert board.teller.ask("game", None).startswith("standard")
            assert len(board.teller.ask("scores", None)["moves"]) > 3
            assert board.teller.ask("figures", None)[1][3] is False         # nobody thinks: the person is to move
        assert board.paste("4 3") == ["standard: 4 4 5 5", False]
        assert board.sim.state == "attract" and board.moves == "4 3" and not board.sim.app.puzzle


def test_questions_that_are_none():
    board = Board()
    assert "no question" in board.teller.ask("secrets", None)["error"]


def test_figures_and_secrets():
    board = Board("9x9", variant="simultaneous", level="easy", players="watch")
    board.sim.press(0)
    board.sim.run(1000)
    current, search = board.teller.ask("figures", None)
    assert search is None and 81 < current[0] <= current[1] == 450
    assert "not in this game" in board.teller.ask("scores", None)["error"]
    assert not board.teller.work()


def test_current_is_the_encoders_own():
    """As much as the board's encoder lets through once its ramp is over, and what it would be without the limit."""
    from host_tools.web.current import Current
    from litfour.hw.encode import Encoder
    from litfour.hw.wiring import wiring_named
    for name, rail in (("7x6", False), ("9x9", True)):
        panel = panel_named(name, rail)
        current, encoder = Current(panel), Encoder(panel, wiring_named(name + "+rail" * rail))
        for frame in (bytes(panel.size), bytes([255]) * panel.size, bytes([90, 0, 30]) * panel.pixels):
            for _ in range(40):
                limited = encoder.encode(frame, 200)
            assert current.of(frame, 200)[:2] == [limited, 450]
            assert current.of(frame, 200)[2] >= limited
        dark, white = (current.of(bytes([level]) * panel.size, 255) for level in (0, 255))
        assert dark[0] == dark[2] == panel.pixels           # a milliampere each
        assert white[0] <= 450 < white[2] == panel.pixels * 49


def test_the_analysis_works_while_the_board_has_nothing_to_think_about():
    board = Board(level="easy")
    board.paste("1 7 1 7 1 7")
    board.sim.press(0)
    assert board.teller.ask("scores", None)["moves"][0] == ["1", None, 0, False, None]
    for _ in range(200):
        board.sim.turn()
        board.teller.work()
    assert board.teller.ask("scores", None)["moves"][0] == ["1", 1, 1, True, None]
