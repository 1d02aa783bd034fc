"""Power cuts and what is on the flash: the game is offered again, settings stay, broken data does no harm."""

from host_tools.fakes import MemoryStore
from litfour.app import tunes
from tests.scenarios.table import Table


def cut(table):
    """The power fails; a new board starts with the same flash."""
    return Table(store=table.sim.store)


def test_an_unfinished_game_is_offered_and_goes_on():
    table = Table(players="solo").play("4").settle()
    moves = table.moves
    again = cut(table)
    assert again.state == "attract"
    again.wait(1500)
    assert again.discs(), "the waiting position is shown"
    again.column(7)
    assert again.moves == moves and again.state == "turn", "and the waking press was no move"


def test_a_move_is_saved_before_the_next_prompt():
    table = Table().play("4")
    while table.state == "fall":
        table.sim.turn()
    table.sim.turn()
    assert cut(table).column(1).moves == "4"


def test_the_cpu_moves_after_a_cut_while_it_was_thinking():
    table = Table(players="solo", level="hard").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    table.wait(100)
    again = cut(table).column(1).settle()
    assert again.state == "turn" and len(again.moves.split()) == 2


def test_score_brightness_and_taken_back_moves_survive():
    table = Table().play("1 2 1 2 1 2 1").settle().wait(1600).column(1)
    table.column(4, 4).settle().undo().chord().wait(200)
    again = cut(table)
    assert again.score == [0, 1, 0] and again.sim.display.brightness == table.sim.display.brightness
    assert again.column(1).state == "rewound" and again.moves == "4"
    again.hold_undo()
    assert again.moves == "4 4"


def test_after_a_finished_game_a_press_starts_the_rematch():
    table = Table().play("1 2 1 2 1 2 1").settle().wait(200)
    again = cut(table).column(1)
    assert again.state == "turn" and again.moves == "" and again.score == [0, 1, 0]
    assert again.app.session.position.turn == 2


def test_broken_data_starts_a_default_board_and_is_told():
    for name in ("settings", "session"):
        for data in (b"", b"\xff" * 40, b"\x01", bytes(400)):
            table = Table().play("4").settle()
            table.sim.store.data[name] = data
            again = cut(table)
            assert again.state == "attract" and again.app.repaired
            again.column(1).column(2).settle()
            assert again.state in ("turn", "over")


def test_a_flash_that_cannot_be_written_does_not_stop_the_game():
    store = MemoryStore()
    store.fail = True
    table = Table(store=store)
    table.column(1).column(4).settle().wait(600)
    assert table.state == "turn" and table.moves
    assert "session" in table.app.repaired, "and it is told"


def test_a_new_game_keeps_the_old_one_on_the_flash_until_its_first_move():
    table = Table().play("4 4 5").settle().new_game().wait(300)
    assert cut(table).column(1).moves == "4 4 5"
    table.column(2).settle().wait(100)
    assert cut(table).column(1).moves == "2"


def test_flash_is_written_at_quiet_moments_only_and_once_a_disc():
    table = Table().play("4").settle().wait(200)
    saves, quiet = table.sim.store.saves, table.app.quiet_moments
    table.wait(20000)
    assert (table.sim.store.saves, table.app.quiet_moments) == (saves, quiet), "nothing while nobody plays"
    table.column(4).settle().wait(200)
    assert table.sim.store.saves - saves <= 2


def test_a_changed_setting_is_saved_although_the_old_game_is_kept():
    table = Table("9x9").play("4 4 5").settle().hold_menu().page("game").column(2).hold_menu().wait(300)
    again = Table("9x9", store=table.sim.store)
    assert again.app.settings.variant == 3
    assert again.column(1).moves == "3 3 4", "the unfinished game of before goes on"


def test_the_kept_game_survives_whatever_is_saved_meanwhile():
    table = Table().play("4 4 5").settle().new_game().chord().wait(300)
    assert cut(table).column(1).moves == "4 4 5"


def test_a_move_that_the_menu_interrupted_is_saved():
    table = Table().play("4")
    assert table.state == "fall"
    table.sim.inputs.press(18, table.sim.clock.ms())
    table.wait(300)
    table.sim.clock.advance(400)
    table.sim.turn()
    table.wait(100)
    assert cut(table).column(1).moves == "4"


def test_going_on_from_a_rewound_position_is_saved():
    table = Table().play("4 4 5").settle().undo().menu().wait(100)
    again = cut(table).column(1)
    assert again.state == "turn" and again.moves == "4 4"


def test_brightness_while_the_cpu_thinks_is_saved_with_its_move():
    table = Table(players="solo", level="hard").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    table.chord().settle().wait(200)
    assert cut(table).sim.display.brightness == table.sim.display.brightness != 110


def test_any_broken_session_leads_to_a_board_that_plays():
    data = Table().play("4 4 5").settle().undo().sim.store
    good = data.load("session")
    for k in range(len(good)):
        broken = bytearray(good)
        broken[k] ^= (1, 255)[k % 2]            # many more: tests/torture
        store = MemoryStore()
        store.data["session"] = bytes(broken)
        table = Table(store=store)
        table.new_game()
        table.wait(40)
        assert table.state in ("turn", "rewound", "think", "over", "fall"), k


def test_nothing_is_written_twice():
    table = Table().play("4").settle().wait(200)
    saves = table.sim.store.saves
    table.hold_menu().hold_menu().menu().menu().wait(2000)
    assert table.sim.store.saves == saves
    table.chord().wait(200)
    assert table.sim.store.saves == saves + 1, "the settings only"


class FaultySolver:
    """Perfect's solver with a book that can't be used: it plays the first legal column."""

    fault = "torn book"
    best = -1
    proved = False
    value = None
    source = "search"
    nodes = 0

    def __init__(self, table):
        pass

    def start(self, moves, pick=0, budget=None):
        self.best = 0

    def step(self, nodes):
        return True

    def cancel(self):
        self.best = -1


def test_a_faulty_book_is_told_and_the_game_goes_on():
    table = Table(players="solo", level="perfect", make_solver=FaultySolver)
    seen = len(table.sim.sound.tunes)
    table.play("4").settle()
    assert table.app.repaired == ["torn book"]
    assert table.sim.sound.tunes[seen:].count(tunes.REFUSED) == 1
    assert table.moves == "4 1" and table.state == "turn"
