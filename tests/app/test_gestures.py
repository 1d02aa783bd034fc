"""Taps, holds and chords, with every time at its edge and across the clock's wrap."""

from litfour.app import gestures as G
from litfour.ports import BEAM, DOWN, FREED, MENU, PASS, STUCK, UNDO, UP, after

STARTS = (0, 5000, (1 << 30) - 100)         # the last crosses the wrap


def play(events, start=0, until=None):
    """events: (event, ms). Returns [(gesture, ms)], with update() called every 10 ms up to `until`."""
    gestures, found = G.Gestures(), []
    for ms in range(0, (until or events[-1][1] + 20) + 1):
        for event, due in events:
            if due == ms:
                gesture = gestures.feed(event, after(start, ms))
                if gesture:
                    found.append((gesture, ms))
        if ms % 10 == 0:
            gesture = gestures.update(after(start, ms))
            if gesture:
                found.append((gesture, ms))
    return found


def test_a_column_acts_on_its_press():
    for column in range(9):
        assert play([(DOWN | column, 0), (UP | column, 2000)]) == [(G.COLUMN + column, 0)]


def test_a_disc_through_a_beam_is_told_from_a_press():
    assert play([(PASS | 8, 5)]) == [(G.DISC + 8, 5)]
    assert play([(DOWN | BEAM, 5)]) == []


def test_menu_and_undo_tap_on_release_and_hold_at_600():
    for start in STARTS:
        for source, tap, hold in ((MENU, G.TAP_MENU, G.HOLD_MENU), (UNDO, G.TAP_UNDO, G.HOLD_UNDO)):
            assert play([(DOWN | source, 0), (UP | source, 50)], start) == [(tap, 50)]
            assert play([(DOWN | source, 0), (UP | source, 599)], start) == [(tap, 599)]
            assert play([(DOWN | source, 0), (UP | source, 900)], start) == [(hold, 600)]


def test_a_late_loop_judges_by_the_true_times():
    """Both events are digested together, a second late: a short press stays a tap, a long one a hold."""
    for ms, gesture in ((80, G.TAP_MENU), (700, G.HOLD_MENU)):
        gestures = G.Gestures()
        assert gestures.feed(DOWN | MENU, 1000) == G.NOTHING
        assert gestures.feed(UP | MENU, 1000 + ms) == gesture
        assert gestures.update(3000) == G.NOTHING


def test_both_within_150_ms_are_a_chord_that_suppresses_taps_and_holds():
    for start in STARTS:
        for first, second in ((MENU, UNDO), (UNDO, MENU)):
            for gap in (0, 40, 150):
                events = [(DOWN | first, 0), (DOWN | second, gap), (UP | first, 900), (UP | second, 950)]
                assert [gesture for gesture, _ in play(events, start)] == [G.CHORD]
                early = [(DOWN | first, 0), (DOWN | second, gap), (UP | first, 300), (UP | second, 320)]
                assert play(early, start, until=1500) == []


def test_a_chord_repeats_while_it_is_held():
    events = [(DOWN | MENU, 0), (DOWN | UNDO, 10), (UP | MENU, 1900), (UP | UNDO, 1900)]
    assert [gesture for gesture, _ in play(events)] == [G.CHORD] * 3


def test_after_150_ms_each_stands_for_itself():
    events = [(DOWN | MENU, 0), (DOWN | UNDO, 151), (UP | UNDO, 300), (UP | MENU, 400)]
    assert play(events) == [(G.TAP_UNDO, 300), (G.TAP_MENU, 400)]


def test_stuck_buttons_are_told_and_forget_their_press():
    assert play([(DOWN | MENU, 0), (STUCK | MENU, 100), (FREED | MENU, 2000)]) == [
        (G.JAMMED + MENU, 100), (G.CLEARED + MENU, 2000)]
    assert play([(STUCK | BEAM + 2, 5)]) == [(G.JAMMED + BEAM + 2, 5)]


def test_a_chord_that_sticks_ends():
    events = [(DOWN | MENU, 0), (DOWN | UNDO, 10), (STUCK | MENU, 1000), (STUCK | UNDO, 1010), (FREED | MENU, 3000)]
    assert [gesture for gesture, _ in play(events)].count(G.CHORD) == 1


def test_a_chord_that_is_seen_late_still_counts():
    gestures = G.Gestures()
    gestures.feed(DOWN | MENU, 1000)
    gestures.feed(DOWN | UNDO, 1020)
    assert gestures.feed(UP | MENU, 1900) == G.CHORD
    assert gestures.feed(UP | UNDO, 1910) == G.NOTHING
    gestures.feed(DOWN | MENU, 3000)
    gestures.feed(DOWN | UNDO, 3020)
    assert gestures.feed(UP | MENU, 3300) == G.NOTHING, "too short"


def long_columns(events, until=0):
    """Gestures with their times while columns have a long meaning; update() runs every 10 ms."""
    gestures, seen, events = G.Gestures(), [], list(events)
    gestures.columns_long = True
    for now in range(0, until + 1, 10):
        while events and events[0][1] <= now:
            event, time = events.pop(0)
            gesture = gestures.feed(event, time)
            if gesture:
                seen.append((gesture, now))
        gesture = gestures.update(now)
        if gesture:
            seen.append((gesture, now))
    return seen


def test_where_columns_have_a_long_meaning_a_short_press_acts_on_its_release():
    assert long_columns([(DOWN | 3, 10), (UP | 3, 200)], 1000) == [(G.COLUMN + 3, 200)]


def test_a_long_press_of_a_column_fires_once_while_it_is_held():
    assert long_columns([(DOWN | 3, 10), (UP | 3, 1500)], 2000) == [(G.HOLD_COLUMN + 3, 610)]


def test_of_two_columns_pressed_together_the_first_counts():
    events = [(DOWN | 3, 10), (DOWN | 5, 50), (UP | 5, 90), (UP | 3, 120)]
    assert long_columns(events, 1000) == [(G.COLUMN + 3, 120)]


def test_a_late_loop_still_tells_long_from_short_by_the_true_times():
    gestures = G.Gestures()
    gestures.columns_long = True
    gestures.feed(DOWN | 3, 0)
    assert gestures.feed(UP | 3, 700) == G.HOLD_COLUMN + 3
    gestures.feed(DOWN | 3, 1000)
    assert gestures.feed(UP | 3, 1100) == G.COLUMN + 3


def test_a_column_pressed_before_it_had_a_long_meaning_is_not_released_into_one():
    gestures = G.Gestures()
    assert gestures.feed(DOWN | 3, 0) == G.COLUMN + 3
    gestures.columns_long = True
    assert gestures.feed(UP | 3, 900) == G.NOTHING and gestures.update(2000) == G.NOTHING
