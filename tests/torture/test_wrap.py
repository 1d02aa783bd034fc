"""The clock wraps in every state (it does every 12.4 days): nothing looks or goes otherwise than without a wrap."""

import pytest

from host_tools.simulator import Simulator, chosen_settings
from litfour.app.app import STATE_NAMES
from litfour.ports import MENU, UNDO, panel_named

WRAP = 1 << 30


def through_all(sim):
    """A session through all states that its game has; [(ms, state), ...] of all turns."""
    seen = []
    sim.on_turn = lambda sim: seen.append((sim.ms, sim.state))
    sim.run(300)
    sim.press(0)
    for column in (3, 3, 2):
        sim.press(column, gap=600)
        sim.press(MENU, gap=600)
    sim.press(UNDO, gap=500)
    sim.press(UNDO, ms=700, gap=500)
    sim.press(MENU, gap=300)
    sim.press(MENU, ms=700, gap=200)
    while sim.state == "menu" and sim.app.menu.page != 14:
        sim.press(MENU)
    sim.press(2, gap=400)                   # toddler
    sim.press(4, gap=200)
    sim.press(MENU, ms=700, gap=200)
    sim.press(MENU, UNDO, ms=700, gap=400)
    for _ in range(22):
        if sim.state == "over":
            break
        legal = sim.app.session.position.legal()
        sim.press((legal[-1] if sim.app.session.position.variant.kind == 0 else 3) + sim.app.scene.left, gap=600)
        if sim.app.session.position.variant.kind:
            sim.press(MENU, gap=600)
    sim.run(1000)
    return seen


def board(variant, panel, players, start_ms=0):
    settings = chosen_settings(panel_named(panel), variant, "easy", players, clock=30)
    return Simulator(panel, True, 3, settings, start_ms=start_ms, keep=True)


@pytest.mark.parametrize("variant, panel, players", [("standard", "7x6", "solo"), ("simultaneous", "9x9", "three")])
def test_a_wrap_in_every_state_changes_nothing(variant, panel, players):
    plain = board(variant, panel, players)
    seen = through_all(plain)
    middle = {}
    for ms, state in seen:
        middle.setdefault(state, []).append(ms)
    missing = set(STATE_NAMES) - set(middle) - ({"think", "rewound", "over"} if players == "three" else {"round"})
    assert not missing
    for state, moments in middle.items():
        if players == "three" and state != "round":
            continue
        wrapped = board(variant, panel, players, WRAP - moments[len(moments) // 2] - 1)
        assert through_all(wrapped) == seen, f"a wrap in state {state}"
        assert wrapped.clock.ms() < WRAP // 2 and wrapped.describe() == plain.describe()
        assert wrapped.display.frames == plain.display.frames, f"a wrap in state {state} shows otherwise"
