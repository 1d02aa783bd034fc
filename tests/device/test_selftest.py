"""The self-test on the emulated Pico: a person who sees only the decoded wire, and presses pins. Immunity 7, 9, 30."""

import io
import json

import pytest

from host_tools.__main__ import main
from host_tools.image import BoardFile
from litfour.hw.wiring import wiring_named
from litfour.ports import MENU, UNDO
from litfour.selftest.deduce import Deduction, candidates, cells_of
from tests.selftest_person import Light, Person

PANEL_PIN = 22
BEGIN = b"""from litfour.selftest.hardware import start
from litfour.root import board_name
start(board_name(), host=True)
"""


class PicoWorld:
    """A Pico in self-test as the world of a Person (see tests/selftest_person). `wires`: {button: pin}."""

    def __init__(self, pico, built, wires=None):
        self.pico = pico
        self.panel = wiring_named(built).panel_record()
        self.light = Light(wiring_named(built))
        self.wires = wires or {}

    def said(self):
        lines = [line[line.index("{"):] for line in self.pico.console.split("\n")[:-1] if '{"' in line]
        return [json.loads(line) for line in lines]

    @property
    def asked(self):
        return next(data for data in reversed(self.said()) if "ask" in data)

    @property
    def over(self):
        return any("end" in data for data in self.said())

    def see(self):
        return self.light.seen(self.pico.frames(PANEL_PIN)[-1].data)

    def push(self, button, ms):
        pin = self.wires.get(button, button)
        if pin is not None:
            self.pico.press(pin, ms)
        """Some questions take the board a third of a second."""
        asked = self.asked["number"]
        self.wait(ms + 20)
        for _ in range(8):
            if self.asked["number"] == asked:
                self.wait(30)
        self.wait(50)

    def wait(self, ms):
        self.pico.run(ms)

    def host(self, key):
        self.pico.send(key.encode())
        self.wait(100)


@pytest.fixture
def testing(pico, firmware):
    """testing(believed, built, closed, wires) -> (PicoWorld at the first question, ms until it came)."""
    def begin(believed, built, closed=(), wires=None):
        board = pico({**firmware, "board.txt": BoardFile(believed.encode())}, start=False)
        board.watch(PANEL_PIN)
        for pin in [*closed, MENU]:
            board.drive(pin, 0)
        board.start()
        assert board.run_until(2000, text="safe mode")
        board.drive(MENU, None)
        board.raw_repl()
        board.send(BEGIN + b"\x04")
        begun = board.now
        assert board.run_until(9000, text='"sweep"'), board.console
        board.run(100)
        print(f"\nfirst question after {board.now - begun:.0f} ms")
        return PicoWorld(board, built, wires)
    return begin


def test_a_wrong_serpentine_a_stuck_button_and_a_swapped_pair(testing):
    world = testing("7x6", "7x6 serpentine=no order=RGB", closed=(5,), wires={1: 3, 3: 1})
    Person(world, broken=(5,)).run()
    board = world.pico
    card = json.loads(board.files()["selftest.json"])
    print(json.dumps(card), f"{board.now:.0f} ms")
    assert board.files()["board.txt"] == b"7x6 serpentine=no order=RGB"
    assert card["pixels"]["pass"] and card["pixels"]["order"] == "RGB"
    told = card["inputs"]["buttons"]
    assert told["6"].startswith("stuck") and told["2"] == "swapped with button 4" and told["1"].startswith("good")
    assert not card["pass"] and not card["inputs"]["pass"] and card["buzzer"]["pass"] and card["light"]["pass"]
    figures = card["light"]["brightness_ma"]
    assert figures["32"] < figures["64"] < figures["255"] <= 450
    assert card["micropython"].startswith("MicroPython v1.28") and card["revision"] == "breadboard"
    resets = len(board.resets)
    assert board.run_until(3000, resets=1) or resets > 1
    board.drive(5, None)
    board.run(1500)
    assert "timeout" not in [cause for _, cause in board.resets] and "crash.txt" not in board.files()
    frame = board.frames(PANEL_PIN)[-1]
    assert len(frame.data) == 126 and any(frame.data), "the game is back, and reads its new wiring"


def test_both_buttons_at_power_up_begin_it_and_holding_menu_ends_it(pico, firmware):
    board = pico({**firmware, "board.txt": BoardFile(b"7x6+rail")}, start=False)
    board.watch(PANEL_PIN)
    board.drive(MENU, 0)
    board.drive(UNDO, 0)
    board.start()
    board.run(3000)
    control = int.from_bytes(board.peek(0x40058000, 4), "little")
    assert not control >> 30 & 1, "the watchdog of main.py is stopped"
    board.drive(MENU, None)
    board.drive(UNDO, None)
    board.run(200)
    frame = board.frames(PANEL_PIN)[-1]
    assert len(frame.data) == 3 * (42 + 7 + 1) and min(frame.data) > 0 and max(frame.data) < 8, "all is dim"
    board.press(0)
    board.run(200)
    bright = [byte for byte in board.frames(PANEL_PIN)[-1].data if byte > 8]
    assert len(bright) == 3, "one button came"
    before = {name: data for name, data in board.files().items() if not name.startswith("save/")}
    assert [cause for _, cause in board.resets] == ["power"]
    board.press(MENU, 800)
    assert board.run_until(2000, resets=1)
    board.run(1200)
    assert {name: data for name, data in board.files().items() if not name.startswith("save/")} == before
    assert len(board.frames(PANEL_PIN)[-1].data) == 3 * 49 and any(board.frames(PANEL_PIN)[-1].data), "the game runs"


def answers(believed, built):
    """Keys for a whole test of a panel that is wired as `built`, by somebody who presses nothing on the board."""
    panel = wiring_named(built).panel_record()
    cells = cells_of(wiring_named(built))
    keys = "".join(str(k + 1) for k in range(panel.columns))
    keys += "".join(str("RGB".index(colour) + 1) for colour in wiring_named(built).order)
    deduction = Deduction(panel, candidates(believed.split()[0]))
    while deduction.state == Deduction.ASKING:
        number, kind = deduction.question
        value = deduction.place(cells, number, kind)
        keys += "m" if value is None else str(value + 1)
        deduction.take(value)
    return keys + "mmm" + "mm" + "mm" + "mm" + "m" + "1" + "m"      # walks, inputs, scale, ramp, card


def test_the_command_follows_it_to_the_card(pico, firmware, capsys, monkeypatch):
    board = pico(dict(firmware))
    board.run(300)
    keys = answers("7x6", "7x6 origin=tr axis=columns")
    monkeypatch.setattr("sys.stdin", io.StringIO(keys + "\n"))
    with board.pty() as port:
        assert main(["selftest", "--port", port]) == 1
    told = capsys.readouterr()
    assert told.err == "" and "  1  Press all column buttons from left to right" in told.out
    assert "wiring 7x6 origin=tr axis=columns (was 7x6: corrected)" in told.out
    assert "buttons: none answered: not fitted" in told.out and told.out.endswith("\nFAILED\n")
    board.watch(PANEL_PIN)
    assert board.run_until(4000, frames=(PANEL_PIN, 3)), "the game is back"
    assert board.files()["board.txt"] == b"7x6 origin=tr axis=columns"
    with board.pty() as port:
        assert main(["selftest", "--last", "--json", "--port", port]) == 1
    card = json.loads(capsys.readouterr().out)
    assert card == json.loads(board.files()["selftest.json"]) and card["pixels"]["corrected"]
