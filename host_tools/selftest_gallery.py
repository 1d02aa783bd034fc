"""The pictures of the self-test, from a board that is played through it on a simulated panel."""

from host_tools.selftest_board import TURN_MS, SelfTestBoard
from litfour.app import gestures as G
from litfour.ports import BEAM, DOWN, MENU, PASS, UNDO, UP
from litfour.selftest.deduce import cells_of

BUILT = "serpentine=no order=RGB"
# kind of question (and what it is about), title, ms until its picture
SHOTS = (("sweep", 3, "every button, from left to right", 200), ("colour", 0, "which colour is it?", 200),
         ("column", None, "steady: in which column?", 200), ("row", None, "blinking: in which row?", 100),
         ("walk", "red", "every pixel, along the chain", 800), ("walk", "blue", "every pixel in every colour", 2000),
         ("where", None, "blinking: which row is wrong?", 100), ("press", 2, "a button: press when lit", 100),
         ("press", BEAM + 2, "a beam: a disc falls", 350), ("press", MENU, "MENU", 300), ("press", UNDO, "UNDO", 300),
         ("hear", None, "a scale", 1300), ("ramp", None, "the ramp of brightness", 900),
         ("card", None, "the result, and its steps", 100))


def pictures():
    """[(title, panel, frame, brightness)]: a good board, and the result of a broken one at the end."""
    board = SelfTestBoard.named("7x6", BUILT)
    shots: dict = {}
    play(board, lambda: shoot(board, shots))
    assert board.test.card["pass"] and len(shots) == len(SHOTS)
    broken = SelfTestBoard.named("7x6", "")
    failed: dict = {}
    play(broken, lambda: shoot(broken, failed), silent=4)
    panel, frame, brightness = failed[SHOTS[-1]]
    found = [(shot[2], *shots[shot]) for shot in SHOTS]
    return [*found, ("the inputs failed", panel, frame, brightness)]


def play(board, look, silent=None):
    """Goes through the whole test; `silent` is a button that gives nothing. look() is called at every question."""
    named = False                       # whether a pixel has been named as wrong, for the picture, and taken back
    while not board.over:
        if board.asked["ask"] is None:
            board.turn()
            continue
        look()
        kind, value = board.asked["ask"], board.asked["value"]
        if kind == "where":
            board.keys.append(G.TAP_UNDO)
        elif kind == "walk" and not named:
            named = True
            board.keys.append(G.COLUMN + 2)
        else:
            answer(board, kind, value, silent)
        wait(board, 60)


def answer(board, kind, value, silent):
    """What somebody answers who sees the panel as it is wired."""
    if kind == "sweep":
        button = value if silent is None or value < silent else value + 1
        push(board, button if button < board.panel.columns else MENU)
    elif kind == "press":
        push(board, MENU if value == silent else value)
    elif kind == "colour":
        board.keys.append(G.COLUMN + "RGB".index(board.built.order[value]))
    elif kind in ("column", "row"):
        cells = cells_of(board.built)
        seen = value < len(cells) and cells[value] < board.panel.cells
        place = divmod(cells[value], board.panel.columns)[kind == "column"] if seen else 0
        board.keys.append(G.COLUMN + place if seen else G.TAP_MENU)
    else:
        wait(board, 3500 if kind == "ramp" else 100)
        board.keys.append(G.TAP_MENU)


def push(board, source):
    if BEAM <= source < MENU:
        board.event(PASS | source - BEAM, 0)
        wait(board, 100)
    else:
        board.event(DOWN | source, 0)
        wait(board, 80)
        board.event(UP | source, 0)
    wait(board, 300)


def wait(board, ms):
    for _ in range(0, ms, TURN_MS):
        board.turn()


def shoot(board, shots):
    """Takes the picture of a question that has not been taken yet."""
    for shot in SHOTS:
        kind, value, _, ms = shot
        if kind == board.asked["ask"] and value in (None, board.asked["value"]) and shot not in shots:
            wait(board, ms)
            while not any(board.frame):
                wait(board, TURN_MS)        # it blinks
            shots[shot] = (board.panel, board.frame, board.brightness)
