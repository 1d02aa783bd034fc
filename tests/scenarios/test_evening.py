"""An evening at the table: help and the Buddy, people who take turns, takebacks forbidden, light for people, the
smallest, the last moves once more."""

from litfour.app.session import BUDDY
from litfour.app.settings import BRIGHTNESS
from litfour.ports import MENU, UNDO
from litfour.view import colours
from tests.scenarios.table import Table

RED_WINS = (1, 2, 1, 2, 1, 2, 1)
YELLOW_WINS = (1, 2, 1, 2, 1, 2, 7, 2)


def opened(**chosen):
    chosen.setdefault("players", "two")
    table = Table(**chosen)
    table.sim.press(0)
    return table


def chosen(page, *columns, **more):
    """A table whose game was set up on a page of the menu."""
    more.setdefault("players", "two")
    table = Table(**more).hold_menu().page(page)
    for column in columns:
        table.sim.press(column - 1)
    return table.hold_menu()


def win(table, columns=RED_WINS):
    return table.column(*columns).settle()


# ---- help of a seat

def test_a_head_start_disc_lies_in_the_middle_and_is_no_move():
    table = chosen("help", 2, 2, 2).wait(200)
    assert table.state == "turn" and table.moves == "" and table.discs() == {(4, 1): 2}
    table.column(4).settle().undo().wait(200)
    assert table.discs() == {(4, 1): 2}
    again = Table(store=table.sim.store)
    again.sim.press(0)
    assert again.wait(200).discs() == {(4, 1): 2} and again.app.repaired == []


def test_the_head_start_counts_in_lines_and_comes_again_in_the_rematch():
    table = win(chosen("help", 1, 1, 1), (3, 3, 2, 2, 5))
    assert table.state == "over" and table.score == [0, 1, 0]
    table.wait(1700).column(1).wait(200)
    assert table.discs() == {(4, 1): 1}


def test_the_cpu_plays_with_a_head_start_on_the_board():
    table = chosen("help", 1, 1, 1, players="solo", level="medium")
    for column in (3, 2, 5, 6, 1):
        if table.settle().state == "turn":
            table.column(column)
    assert len(table.settle().moves.split()) >= 4


def test_takebacks_can_be_forbidden_and_three_be_given_to_a_seat():
    table = opened().play("4 4").settle().hold_menu().page("coach").column(6).hold_menu()
    assert table.state == "turn" and table.moves == "4 4", "it acts at once"
    table.undo()
    assert table.moves == "4 4"
    table = chosen("help", 1, 1, players="solo", level="easy")
    table.hold_menu().page("coach").column(6).hold_menu()
    taken = 0
    for _ in range(5):
        table.settle().column(4).settle()
        before = table.moves
        table.undo()
        taken += table.moves != before
        if table.state == "rewound":
            table.column(3).settle()
    assert taken == 3


def test_where_takebacks_are_forbidden_a_finished_game_may_be_walked_through_only():
    table = win(opened()).hold_menu().page("coach").column(6).hold_menu()
    assert table.state == "over"
    table.undo().undo()
    assert table.state == "rewound" and len(table.moves.split()) == 5
    table.column(7)
    assert table.state == "rewound", "refused"
    table.hold_undo().hold_undo()
    assert table.state == "over" and table.score == [0, 1, 0]


# ---- the Buddy

def buddy_table():
    table = Table(players="solo", level="easy").hold_menu().page("level")
    table.sim.press(4)
    return table.hold_menu()


def decide(table, seat):
    """Ends the game at once: `seat` wins."""
    session = table.app.session
    session.position.moves or session.play(3)
    session.position.result = seat
    session._finish()
    session.rematch(table.app.random)


def test_the_buddy_moves_after_two_results_the_same_way():
    table = buddy_table()
    session = table.app.session
    assert session.settings.level == BUDDY and session.level.name == "medium"
    names = []
    for seat in (1, 1, 2, 1, 2, 2, 2, 2):
        decide(table, seat)
        names.append(session.level.name)
    assert names == ["medium", "hard", "hard", "hard", "hard", "medium", "medium", "easy"]


def test_the_buddy_forgets_a_result_that_is_taken_back():
    table = buddy_table()
    session = table.app.session
    decide(table, 1)
    session.play(3)
    session.position.result = 1
    session._finish()
    assert session.level.name == "hard"
    session.back()
    assert session.level.name == "medium" and session.streak == 1


def test_the_buddy_is_remembered():
    table = buddy_table()
    decide(table, 1)
    decide(table, 1)
    table.app.go_on(table.sim.clock.ms())
    table.settle().column(4).settle().wait(300)
    again = Table(store=table.sim.store)
    assert again.app.session.level.name == "hard" and again.app.repaired == []


# ---- three or four people at two seats

def test_the_winner_stays_and_the_loser_makes_room():
    table = chosen("match", 6)
    match = table.app.session.match
    seen = [match.sitting[1:]]
    for result in (RED_WINS, YELLOW_WINS, YELLOW_WINS):
        win(table, result)
        table.wait(1700).column(4)
        seen.append(list(match.sitting[1:]))
    assert seen[0] == [1, 2] and all(len(set(pair)) == 2 for pair in seen)
    assert sum(match.score) == 3 and {person for pair in seen for person in pair} == {1, 2, 3}


def test_the_score_counts_people_and_shows_who_sits():
    table = chosen("match", 7)
    win(table)
    assert table.score == [0, 1, 0, 0, 0]
    table.wait(1700).column(4)
    assert table.app.session.match.sitting[1:] == [1, 3] and table.app.session.match.queue == [4, 2]
    table.menu().wait(100)
    lit = [column for column in range(1, 8) if max(table.light(column, 1)) > 100]
    assert len(lit) == 1, "one point"


def test_people_survive_a_power_cut():
    table = win(chosen("match", 7))
    table.wait(1700).column(4).settle().column(3).settle().wait(300)
    again = Table(store=table.sim.store)
    assert again.app.repaired == []
    assert again.app.session.match.sitting[1:] == [1, 3] and again.app.session.match.queue == [4, 2]
    assert again.score == [0, 1, 0, 0, 0]


# ---- light for people

def test_a_palette_is_chosen_and_kept():
    table = opened().play("4 4").settle().hold_menu().page("colours").column(2).hold_menu().wait(200)
    assert table.app.scene.seats == colours.seats(colours.PROTAN) and table.light(4, 1)[2] > 200
    again = Table(store=table.sim.store)
    assert again.app.scene.seats == colours.seats(colours.PROTAN)


def test_the_texture_can_be_switched_off():
    table = opened().play("4 4").settle().hold_menu().page("colours").column(6).hold_menu().wait(100)
    assert len({table.wait(200).light(4, 2) for _ in range(12)}) == 1
    table.hold_menu().page("colours").column(6).hold_menu().wait(100)
    assert len({table.wait(200).light(4, 2) for _ in range(12)}) > 3


def test_night_is_dim_and_mute_in_one_press_and_ends_with_another():
    table = opened().play("4 4").settle()
    before = table.sim.display.brightness
    table.hold_menu().page("colours").column(7).hold_menu()
    assert table.sim.display.brightness < min(BRIGHTNESS) and table.sim.sound.volume == 0
    table.hold_menu().page("colours").column(7).hold_menu()
    assert table.sim.display.brightness == before and table.sim.sound.volume > 0


def test_two_minutes_without_a_touch_dim_the_board_and_a_press_counts():
    table = opened().play("4 4").settle()
    before = table.sim.display.brightness
    table.wait(121000)
    assert table.sim.display.brightness < before and table.state == "turn"
    table.doze(3600000)
    table.column(4)
    assert table.sim.display.brightness == before and len(table.settle().moves.split()) == 3
    assert max(max(table.light(4, row)) for row in (1, 2, 3)) > 100, "a running game never goes dark"


def test_outside_a_game_it_goes_dark_and_the_waking_press_only_wakes_or_starts():
    table = Table(players="two").doze(601000).wait(100)
    assert not any(table.sim.display.frame)
    table.sim.press(3)
    assert table.state == "turn" and table.moves == "" and any(table.sim.display.frame)


def test_an_unfinished_game_never_goes_dark():
    table = opened().play("4 4").settle().wait(300)
    again = Table(store=table.sim.store).doze(700000).wait(100)
    assert any(again.sim.display.frame) and again.state == "attract"


def test_the_dimming_survives_a_week():
    table = opened().play("4 4").settle()
    table.wait(121000)
    table.app._ticked = table.sim.clock.now
    for _ in range(3):
        table.sim.clock.advance((1 << 29) - 1)          # as long as a span can be
        table.wait(200)
    assert table.app.dimmed == 1 and table.state == "turn"


# ---- sound

def test_sound_has_a_switch_and_two_volumes():
    table = opened()
    volumes = []
    for column in (1, 2, 3):
        table.hold_menu().page("sound").column(column).hold_menu()
        volumes.append(table.sim.sound.volume)
    assert volumes[0] == 0 < volumes[1] < volumes[2]


# ---- the smallest

def test_any_press_makes_light_and_sound_and_nothing_is_lost():
    table = opened().play("4 4 5").settle().hold_menu().page("toddler").column(1)
    assert table.state == "toddler"
    for source in (0, 3, 6, MENU, UNDO):
        tunes = len(table.sim.sound.tunes)
        table.sim.press(source)
        table.wait(100)
        assert len(table.sim.sound.tunes) == tunes + 1 and sum(map(bool, table.sim.display.frame)) > 3
    table.hold_menu()
    assert table.state == "turn" and table.moves == "4 4 5"


def test_the_toddlers_light_does_not_flash():
    table = opened().hold_menu().page("toddler").column(1)
    levels = []
    for k in range(60):
        if k % 4 == 0:
            table.sim.press(k // 4 % 7)
        table.wait(30)
        levels.append(sum(table.sim.display.frame))
    changes = [levels[k + 1] - levels[k] for k in range(len(levels) - 1)]
    whole = 42 * 3 * 255
    assert max(map(abs, changes)) < whole // 4, "never a quarter of the panel at once"


# ---- after the game

def test_after_a_game_its_last_moves_are_shown_again():
    table = win(opened())
    frames = table.looks(15000)
    positions = set()
    for frame in frames:
        lit = tuple(max(frame[3 * cell:3 * cell + 3]) > 60 for cell in range(42))
        positions.add(lit)
    for count in range(1, 8):
        heights = [0] * 7
        board = [False] * 42
        for column in RED_WINS[:count]:
            board[7 * heights[column - 1] + column - 1] = True
            heights[column - 1] += 1
        assert tuple(board) in positions, count
    assert table.state == "over" and table.moves == "1 2 1 2 1 2 1"


def test_the_replay_ends_with_the_rematch():
    table = win(opened()).wait(9000)
    assert table.app.picture.replay
    table.column(4)
    assert not table.app.picture.replay and table.state == "turn"


# ---- statistics

def test_a_finished_game_is_counted_once_and_not_while_it_is_walked_through():
    table = win(opened()).wait(300)
    data = table.sim.store.load("stats")
    assert data
    table.undo().undo().hold_undo().hold_undo().wait(300)
    assert table.state == "over" and table.sim.store.load("stats") == data


def test_a_game_that_is_played_on_after_its_end_is_not_counted_twice():
    table = win(opened()).wait(300)
    data = table.sim.store.load("stats")
    table.undo().column(7).settle().wait(300)
    assert table.sim.store.load("stats") != data, "taken back"
    table.column(2, 1).settle().wait(300)
    assert table.state == "turn" or table.state == "over"


def test_the_toddler_and_an_unfinished_game_count_nothing():
    table = opened().play("4 4 5").settle().hold_menu().page("toddler").column(1).wait(300)
    assert table.sim.store.load("stats") is None
