"""A table session from attract mode to the rematch: presses in, state and light out."""

from litfour.app import tunes
from litfour.ports import BEAM, FREED, STUCK
from tests.scenarios.table import Table

DRAWN_GAME = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7"


def test_attract_until_a_press_which_is_never_a_move():
    table = Table()
    assert table.state == "attract"
    assert len(table.looks(3000)) > 20, "the attract mode moves"
    table.wait(60000)
    assert table.state == "attract"
    table.column(4)
    assert table.state == "turn" and table.moves == ""


def test_menu_opens_the_game_too_and_undo_only_wakes():
    assert Table().menu().state == "turn"
    assert Table().undo().state == "attract"
    assert Table().hold_undo().state == "attract"


def test_a_disc_falls_and_the_other_seat_moves():
    table = Table().play("4")
    assert table.state == "fall" and table.moves == "4"
    heights = []
    while table.state == "fall":
        table.sim.turn()
        lit = [row for row in range(1, 7) if table.shines(4, row, 1)] if table.state == "fall" else []
        if lit and (not heights or heights[-1] != lit):
            heights.append(lit)
    assert heights[0][-1] >= 5 and heights[-1] == [1], heights
    assert [max(lit) for lit in heights] == sorted((max(lit) for lit in heights), reverse=True), "only downwards"
    assert table.state == "turn" and table.app.session.position.turn == 2


def test_the_turn_cue_has_the_colour_to_move_over_every_open_column():
    table = Table().play("4 4 4 4 4 4").settle().wait(900)
    for column in (1, 2, 3, 5, 6, 7):
        assert table.shines(column, 6, 1)
    table.column(1).settle().wait(900)
    assert table.shines(2, 6, 2)


def test_the_turn_cue_is_on_the_rail_where_there_is_one():
    table = Table(rail=True).play("4 4 4 4 4 4").settle().wait(900)
    assert all(max(table.rail(column)) > 0 for column in (1, 2, 3, 5, 6, 7))
    assert max(table.rail(4)) == 0 and table.dark(1, 6)


def test_over_a_disc_in_the_top_row_the_thinking_cue_alternates_slowly():
    table = Table(players="solo", level="easy")
    position = table.app.session.position
    for column in (3, 3, 3, 3, 3, 3):
        position.play(column)
    scene = table.app.scene
    scene.show(position)
    seat = position.cell(3, 5)
    shown = set()
    for n in range(12, 12 + 48 * 8, 48):            # the walking mark is over column 4 in each of these frames
        scene.think(n)
        light = tuple(scene.frame.buf[3 * (5 * 7 + 3):3 * (5 * 7 + 3) + 3])
        shown.add(1 if light[1] < 40 else 2)
    assert shown == {seat, 3 - seat}, "now the disc, now the mark"


def test_a_full_column_is_refused_shown_and_heard_and_the_turn_stays():
    for column in range(1, 8):
        table = Table().play(" ".join([str(column)] * 6)).settle()
        turn, seen = table.app.session.position.turn, len(table.sim.sound.tunes)
        before = table.sim.display.frame
        table.column(column)
        assert table.state == "turn" and table.app.session.position.turn == turn
        assert table.sim.sound.tunes[seen:] == [tunes.REFUSED]
        assert table.sim.display.frame != before
        table.column(column % 7 + 1).settle()
        assert len(table.moves.split()) == 7, "and the game goes on"


def test_every_column_can_be_played_to_its_edges():
    for panel, variant, columns, _rows in (("7x6", "standard", 7, 6), ("8x8", "8x7", 8, 7), ("9x9", "9x7", 9, 7),
                                          ("9x6", "five", 9, 6)):
        for column in range(1, columns + 1):
            table = Table(panel, variant=variant).play(str(column)).settle()
            assert table.discs().get((column, 1)) == 1, (panel, column)


def test_smaller_games_stand_centred_on_the_bottom_row():
    table = Table("9x9", variant="standard").play("2")          # panel column 2 is game column 1
    table.settle().wait(100)
    assert table.moves == "1" and table.discs() == {(2, 1): 1}
    table.column(1)
    assert table.moves == "1", "outside the game: refused"
    assert Table("9x9", variant="8x7").play("8").settle().moves == "8"
    assert Table("9x9", variant="8x7").play("9").settle().moves == ""


def test_sliders_are_lit_and_refused():
    table = Table("9x6", variant="5-in-a-row").play("1 9").settle().wait(400)
    assert table.moves == ""
    assert [table.discs()[1, row] for row in range(1, 6)] == [1, 2, 1, 2, 1]
    assert [table.discs()[9, row] for row in range(1, 6)] == [2, 1, 2, 1, 2]


def test_a_win_pulses_its_discs_and_dims_the_others():
    table = Table().play("1 2 1 2 1 2 1").settle()
    assert table.state == "over" and table.score == [0, 1, 0]
    levels = {frame[0] for frame in table.looks(1500)}           # red of cell 1.1
    assert max(levels) > 200 and min(levels) < 100, "column 1 pulses"
    others = {frame[3 * 1 + 1] for frame in table.looks(1500)}   # green of cell 2.1, a disc of the loser
    assert max(others) < 40, "the others are dim"
    assert table.sim.sound.tunes[-1] == tunes.WON


def test_a_draw_has_its_own_look_and_counts():
    table = Table().play(DRAWN_GAME).settle()
    assert table.state == "over" and table.sim.describe()["result"] == "draw" and table.score == [1, 0, 0]
    assert table.sim.sound.tunes[-1] == tunes.DRAWN
    looks = table.looks(2000)
    assert len(looks) > 4
    for frame in looks:         # one bright row at most, unlike a win
        bright = {i // 21 for i in range(0, 126) if frame[i] > 150}
        assert len(bright) <= 1


def test_the_score_shows_after_a_game_and_by_menu():
    table = Table().play("1 2 1 2 1 2 1").settle()
    table.wait(5500)
    assert table.shines(2, 1, 1) and table.dark(2, 2), "one point for red, as a bar"
    table = Table().play("4").settle().wait(100)
    table.menu().wait(60)
    assert table.state == "turn" and not table.discs()
    table.menu().wait(60)
    assert table.discs() == {(4, 1): 1}


def test_columns_rest_after_a_game_then_the_other_seat_starts_the_rematch():
    table = Table().play("1 2 1 2 1 2 1").settle()
    table.column(4)
    assert table.state == "over", "too early: a late finger is no rematch"
    table.wait(1500).column(4)
    assert table.state == "turn" and table.moves == "" and table.app.session.position.turn == 2
    assert table.score == [0, 1, 0]
    table.column(*[1, 2, 1, 2, 1, 2, 1]).settle()
    assert table.state == "over" and table.score == [0, 1, 1]


def test_the_cpu_answers_and_a_press_meanwhile_is_refused_not_queued():
    table = Table(players="solo", level="medium").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    table.sim.press(0)
    assert table.moves == "4" and table.sim.sound.tunes[-1] == tunes.REFUSED
    table.settle()
    assert table.state == "turn" and len(table.moves.split()) == 2, "the early press was not kept"


def test_the_thinking_cue_walks_in_the_cpus_colour():
    table = Table(players="solo", level="hard", rail=True).play("4")
    table.sim.run_until(lambda app: table.state == "think")
    seen = set()
    while table.state == "think":
        table.sim.turn()
        seen.update(column for column in range(1, 8) if max(table.rail(column)) > 100)
    assert len(seen) >= 3


def test_the_cpu_takes_its_time_even_for_an_easy_move():
    table = Table(players="solo", level="easy").play("4")
    table.sim.run_until(lambda app: table.state == "think")
    start = table.sim.ms
    table.sim.run_until(lambda app: table.state != "think")
    assert 500 <= table.sim.ms - start < 700


def test_a_solo_game_to_its_end_and_the_cpu_starts_the_rematch():
    table = Table(players="solo", level="medium", seed=3).play("")
    table.column(4)
    while table.settle().state == "turn":
        table.column(*[table.app.session.position.legal()[0] + 1])
    assert table.state == "over" and sum(table.score) == 1
    table.wait(1600).column(1).settle()
    assert len(table.moves.split()) == 1 and table.app.session.position.turn == 1


def test_columns_stay_awake_when_the_menu_was_opened_after_the_end():
    table = Table().play("1 2 1 2 1 2 1").settle().wait(2000)
    heard = len(table.sim.sound.tunes)
    table.hold_menu().hold_menu()
    assert table.state == "over" and len(table.sim.sound.tunes) == heard, "exactly back, without the tune again"
    table.sim.press(3)
    assert table.state == "turn"


def test_a_stuck_control_is_shown_too():
    table = Table().play("4").settle()
    clean = table.looks(2200)
    table.sim.inputs.event(STUCK | 18, table.sim.clock.ms())
    table.wait(50)
    assert any(frame not in clean for frame in table.looks(2200))


def test_two_cpus_play_by_themselves():
    table = Table(players="watch", level="easy").column(1)
    table.sim.run_until(lambda app: table.state == "over", 120000)
    assert sum(table.score) == 1


def test_a_stuck_button_is_shown_and_ignored_until_it_is_free():
    table = Table().play("4").settle()
    clean = table.looks(2200)
    table.sim.inputs.event(STUCK | 2, table.sim.clock.ms())
    table.wait(50)
    assert table.moves == "4" and table.app.jammed == 4
    assert any(frame not in clean for frame in table.looks(2200))
    table.sim.inputs.event(FREED | 2, table.sim.clock.ms())
    table.column(3)
    assert table.app.jammed == 0 and table.moves == "4 3"


def test_brightness_in_every_state_by_the_chord():
    for prepare in (lambda table: table, lambda table: table.play("4").settle(), lambda table: table.hold_menu(),
                    lambda table: table.play("1 2 1 2 1 2 1").settle(), lambda table: table.play("4").undo()):
        table = prepare(Table())
        state, moves, steps = table.state, table.moves, []
        for _ in range(5):
            table.chord()
            steps.append(table.sim.display.brightness)
        assert len(set(steps)) == 5, "five steps, and round again"
        assert (table.state, table.moves) == (state, moves)


def test_light_and_state_are_right_across_the_wrap_of_the_clock():
    """The clock wraps in the middle of each state; the session must be the same as without."""
    def session(start):
        table = Table(players="solo", level="easy", start_ms=start)
        log = []
        for press in (4, 4, 3, 2, 1, 7):
            table.column(press).settle()
            log.append((table.state, table.moves, table.sim.ms))
        table.undo().hold_undo().menu().wait(3000)
        return log, table.state, table.moves, table.sim.display.frame
    plain = session(0)
    for before_wrap in range(50, 8000, 1300):
        assert session((1 << 30) - before_wrap) == plain


def test_a_disc_through_a_beam_plays_and_a_blocked_beam_does_not():
    table = Table(seed=2).play("").settle()
    table.sim.press(BEAM + 3, ms=40)
    assert table.moves == "4"
    table.settle()
    table.sim.press(BEAM + 8, ms=40)
    assert table.moves == "4", "a column that the game has not is refused"
    table.sim.press(BEAM + 2, ms=600)
    assert table.moves == "4" and table.app.jammed == 0


def test_no_state_goes_dead_or_jumps_when_it_lasts_for_weeks():
    """The clock passes its wrap twice in every state; then the board is as it was, and a press counts."""
    prepared = ((lambda table: table, "turn"), (lambda table: table.play("1 2 1 2 1 2 1").settle().wait(3000), "turn"),
                (lambda table: table.play("4").settle(), "fall"), (lambda table: table.hold_menu(), "menu"),
                (lambda table: table.play("4 4").settle().undo(), "fall"))
    for prepare, after_press in prepared:
        table = prepare(Table())
        state = table.state
        for _ in range(26 * 24):
            table.sim.clock.advance(3600000)
            table.sim.turn()
        assert table.state == state and table.app._drawn < 3 * 221760
        table.sim.press(4)
        assert table.state == after_press, state


def test_two_hours_later_the_picture_is_the_same():
    from litfour.app.app import LONG_FRAMES
    table = Table(rail=True).play("4 4").settle()
    scene = table.app.scene
    for draw in (scene.attract, lambda n: scene.turn(n, -1), scene.think, scene.won, scene.drawn, scene.rewound,
                 scene.resume):
        for n in (0, 17, 1000):
            draw(n)
            frame = bytes(scene.frame.buf)
            draw(n + LONG_FRAMES)
            assert bytes(scene.frame.buf) == frame
