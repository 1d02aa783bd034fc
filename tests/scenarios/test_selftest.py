"""The self-test from presses to the report card, by a person who sees only the light. Immunity 7, 8, 9, 11, 20, 21."""

import json

from litfour.hw.wiring import wiring_named
from litfour.ports import BEAM, MENU, UNDO
from tests.selftest_person import Person, Rig, tap


def played(believed="7x6", built=None, broken=(), beams=True, **faults):
    """(rig, card) after a whole self-test by a person who knows what is broken."""
    rig = Rig(wiring_named(believed), wiring_named(built or believed), **faults)
    rig.wait(3100 if "closed" in faults else 400)
    Person(rig, broken, beams).run()
    return rig, json.loads(rig.files["selftest.json"])


def test_a_good_board_passes_and_its_wiring_stays():
    rig, card = played()
    assert card["pass"] and all([card[step]["pass"] for step in ("pixels", "inputs", "buzzer", "light")])
    assert card["pixels"] == {"pass": True, "before": "7x6", "wiring": "7x6", "corrected": False, "dead": [],
                              "order": "GRB"}
    assert card["inputs"]["buttons"] == {str(k + 1): "good" for k in range(7)}
    assert card["inputs"]["menu"] == card["inputs"]["undo"] == "good"
    assert list(rig.files) == ["selftest.json"] and rig.said[-1] == {"end": "stored"}


def test_the_ramp_has_the_limiters_figures_and_stays_within_the_budget():
    rig, card = played()
    figures = card["light"]["brightness_ma"]
    levels = [figures[key] for key in sorted(figures, key=int)]
    assert len(levels) == 8 and levels == sorted(levels) and levels[0] < 150
    assert levels[-1] <= rig.most <= card["light"]["budget_ma"] == 450 and levels[-1] > 400


def test_a_panel_that_is_wired_otherwise_is_deduced_and_stored():
    for built in ("7x6 serpentine=no", "7x6 origin=tr axis=columns order=RGB", "7x6 origin=br lead=1 order=BRG"):
        rig, card = played("7x6", built)
        assert rig.files["board.txt"] == card["pixels"]["wiring"] and card["pass"]
        assert sorted(rig.files["board.txt"].split()) == sorted(built.split())
        assert card["pixels"]["corrected"] and card["pixels"]["before"] == "7x6"
        assert wiring_named(rig.files["board.txt"]).order == wiring_named(built).order


def test_other_builds():
    for believed, built in (("9x9+rail", "9x9+rail origin=tl order=RGB rail=-1"), ("8x8", "8x8 serpentine=yes"),
                            ("7x6-on-8x8", "7x6-on-8x8 origin=br axis=columns serpentine=yes"),
                            ("9x6 origin=tr", "9x6")):
        rig, card = played(believed, built)
        assert card["pass"] and rig.files["board.txt"] == built


def test_a_dead_pixel_is_named():
    _, card = played(dead={9: ("red", "green", "blue"), 40: ("blue",)})
    assert not card["pass"] and not card["pixels"]["pass"] and card["inputs"]["pass"]
    places = [(each["column"], each["row"], each["colour"]) for each in card["pixels"]["dead"]]
    assert places == [(3, 2, "red"), (3, 2, "green"), (3, 2, "blue"), (6, 6, "blue")]


def test_a_dead_rail_pixel_is_named():
    _, card = played("9x6+rail", dead={54 + 4: ("green",)})
    assert card["pixels"]["dead"] == [{"column": 5, "row": "rail", "colour": "green"}]


def test_a_panel_without_light():
    rig, card = played(dead={cell: ("red", "green", "blue") for cell in range(42)})
    assert "no light at all" in card["pixels"]["problem"] and not card["pass"] and card["inputs"]["pass"]
    assert "board.txt" not in rig.files


def test_a_panel_without_one_colour():
    _, card = played(built="7x6 order=BRG", dead={cell: ("green",) for cell in range(42)})
    assert card["pixels"]["problem"] == "no pixel shows green" and card["pixels"]["order"] == "BRG"
    assert card["pixels"]["dead"] == []


def test_a_broken_button_among_those_for_colours():
    rig, card = played(built="7x6 order=BRG serpentine=no", wires={1: None}, broken=(1,))
    assert card["pixels"]["pass"] and rig.files["board.txt"] == "7x6 serpentine=no order=BRG"
    assert card["inputs"]["buttons"]["2"] == "never pressed: nothing came" and not card["pass"]


def test_swapped_buttons_are_told_and_do_not_mislead_the_wiring():
    rig, card = played("7x6", "7x6 serpentine=no", wires={0: 1, 1: 0, 4: 6, 6: 4})
    assert card["pixels"]["pass"] and rig.files["board.txt"] == "7x6 serpentine=no"
    told = card["inputs"]["buttons"]
    assert (told["1"], told["2"]) == ("swapped with button 2", "swapped with button 1")
    assert (told["5"], told["7"]) == ("swapped with button 7", "swapped with button 5")
    assert told["3"] == "good" and not card["inputs"]["pass"] and not card["pass"]


def test_swapped_and_silent_buttons_at_once():
    rig, card = played("7x6", "7x6 serpentine=no order=RGB", wires={1: 3, 3: 1, 5: None}, broken=(5,))
    assert rig.files["board.txt"] == "7x6 serpentine=no order=RGB" and card["pixels"]["pass"]
    told = card["inputs"]["buttons"]
    assert told["2"] == "swapped with button 4" and told["6"].startswith("never") and told["7"] == "good"


def test_three_buttons_in_a_ring_and_a_button_on_a_beams_line():
    told = played(wires={0: 1, 1: 2, 2: 0})[1]["inputs"]["buttons"]
    assert told["1"] == "wrong wire: it is button 2" and told["3"] == "wrong wire: it is button 1"


def test_swapped_beams_and_controls():
    _, card = played(wires={BEAM: BEAM + 1, BEAM + 1: BEAM})
    assert card["inputs"]["beams"]["1"] == "swapped with beam 2" and not card["pass"]
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    person = Person(rig).until("press")
    while rig.asked["value"] != MENU:
        person.step()
    rig.wires = {MENU: UNDO, UNDO: MENU}        # only now, so that the person gets here without confusion
    while rig.asked["ask"] == "press":
        person.step()
    rig.wires = {}
    person.run()
    told = rig.test.card["inputs"]
    assert (told["menu"], told["undo"]) == ("swapped with UNDO", "swapped with MENU") and not told["pass"]


def test_stuck_bouncing_silent_and_sticking_inputs_are_told_apart():
    _, card = played(closed=(2, BEAM + 4), bounces={3: 3, 5: 9}, wires={6: None},
                     broken=(2, 6))
    told = card["inputs"]
    assert told["buttons"]["3"] == told["beams"]["5"] == "stuck: closed from the start"
    assert told["buttons"]["4"].startswith("good (") and told["buttons"]["6"].startswith("bouncing: 9 edges in 8 ms")
    assert told["buttons"]["7"] == "never pressed: nothing came" and told["buttons"]["1"] == "good"
    assert not told["pass"]


def test_a_press_that_counts_twice_is_bouncing():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    person = Person(rig).until("press")
    rig.push(0, 40)
    rig.push(0, 40)
    rig.wait(300)
    person.run()
    assert rig.test.card["inputs"]["buttons"]["1"].startswith("bouncing: 2 presses counted for one")


def test_a_button_that_does_not_open_again():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    person = Person(rig).until("press")
    rig.hold(0)
    rig.wait(3300)
    assert rig.asked["value"] == 1, "it goes on by itself"
    person.run()
    assert rig.test.card["inputs"]["buttons"]["1"] == "stuck: it did not open again"


def test_a_board_without_beams_or_without_buttons_passes_but_not_without_both():
    _, card = played(beams=False)
    assert card["inputs"]["beams"] == "none answered: not fitted" and card["pass"]
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    person = Person(rig, broken=tuple(range(9)), beams=False)
    person.run()
    assert not rig.test.card["inputs"]["pass"]


def test_undo_goes_back_one_answer():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    Person(rig).until("column").step()
    asked = rig.asked
    assert asked["number"] == 11
    rig.push(UNDO, 60)
    assert rig.asked["number"] == 10 and rig.asked["ask"] == "column"
    while rig.asked["number"]:
        rig.push(UNDO, 60)
    rig.push(UNDO, 60)
    assert rig.asked["number"] == 0 and {"refused": True} in rig.said
    Person(rig).run()
    assert rig.test.card["pass"]


def test_given_up_at_every_question_stores_nothing():
    count = 0
    while True:
        rig = Rig(wiring_named("7x6"), wiring_named("7x6 origin=tr"))
        rig.wait(400)
        person = Person(rig)
        for _ in range(count):
            person.step()
        if rig.over:
            break
        rig.host("q")
        assert rig.over and rig.files == {} and rig.said[-1] == {"end": "aborted"}
        count += 7
    assert count > 30 and "board.txt" in rig.files


def test_menu_held_gives_up():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    rig.push(MENU, 800)
    assert rig.over and rig.files == {} and rig.said[-1] == {"end": "aborted"}


def test_contradictory_answers_are_asked_again_and_then_said():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6 origin=tr"))
    rig.wait(400)
    person = Person(rig).until("column")
    rounds = 0
    while rig.asked["ask"] in ("column", "row"):
        rounds += rig.asked["again"]
        rig.push(3, 60)
    assert rounds > 0
    person.run()
    pixels = json.loads(rig.files["selftest.json"])["pixels"]
    assert "contradict" in pixels["problem"] and not pixels["pass"] and "board.txt" not in rig.files


def test_the_host_can_answer_in_place_of_a_person():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.wait(400)
    person = Person(rig).until("walk")
    for _ in range(3):
        rig.host("m")
    for _ in range(2):
        rig.host("m")
    assert rig.asked["value"] == BEAM, "two silent buttons: none is fitted"
    rig.host("u")
    assert rig.asked["value"] == 1
    person.run()
    assert rig.test.card["inputs"]["buttons"]["1"].startswith("never")


def test_no_room_for_the_report_is_said():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"), full=True)
    rig.wait(400)
    Person(rig).run()
    assert rig.said[-1] == {"end": "unsaved"} and rig.files == {}


def test_across_the_wrap_of_the_clock():
    for start in ((1 << 30) - 2000, (1 << 30) - 30000):
        _, card = played(start=start)
        assert card["pass"]


def test_buttons_held_at_the_start_are_waited_for():
    rig = Rig(wiring_named("7x6"), wiring_named("7x6"))
    rig.hold(MENU)
    rig.hold(UNDO)
    rig.wait(1000)
    assert rig.asked["ask"] is None
    rig.let_go(MENU)
    rig.let_go(UNDO)
    rig.wait(100)
    assert rig.asked["ask"] == "sweep" and rig.said[0]["closed"] == 0
    tap(rig, 0, 1)
    assert rig.asked["value"] == 2
