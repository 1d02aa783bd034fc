"""`litfour gallery variants|states|selftest OUT.png`: one picture of every game, of every state of the board, or of
every step of its self-test, on one sheet.
`litfour gallery game OUT.gif`: a whole game against the CPU, as an animation.

Each is played in the simulator by a script of presses, as `litfour play --headless` takes it.
"""

import sys

from host_tools.play import perform
from host_tools.script import parse
from host_tools.simulator import Simulator, chosen_settings
from litfour.ports import BEAM, STUCK, panel_named

PITCH = 30
TITLE = 26
ACROSS = 4

# title, panel, settings by name, presses (a ; stands for a new line; bare columns are discs; jam 5: that column's
# beam stays blocked; power: the plug is pulled and put in again; safe: MENU held meanwhile)
VARIANTS: tuple = (
    ("standard", "7x6", {}, "press 1; 4 4 3 5 5 3 3"),
    ("five", "9x6", {"variant": "five"}, "press 1; 5 5 4 6 6 4 3 7"),
    ("5-in-a-row", "9x6", {"variant": "5-in-a-row"}, "press 1; 5 4 6 3 5 5"),
    ("popout: what may be popped", "7x6", {"variant": "popout"}, "press 1; 4 4 3 5 5 3 2 6; press menu; wait 300"),
    ("avoid-four: the line lost", "7x6", {"variant": "avoid-four"}, "press 1; 1 2 1 2 1 2 1; wait 400"),
    ("no-gravity: aiming", "7x6", {"variant": "no-gravity"},
     "press 1; press 4; press 4; press menu; wait 800; press 3; press 3; press 3; press menu; wait 800; "
     "press 5; press 5; "
     "press 5; press 5; wait 290"),
    ("3d: a line through the layers", "9x9", {"variant": "3d"},
     "press 1; " + "press 2; press 2; press menu; wait 900; press 3; press menu; wait 900; " * 3
     + "press 2; press 2; press menu; wait 1500"),
    ("simultaneous: the reveal", "9x9", {"variant": "simultaneous", "players": "three"},
     "press 1; press 5; press menu; press 4; press menu; press 6; press menu; wait 6000; press menu; press"
     " 5; press menu; "
     "press 5; press menu; press 4; press menu; wait 1500"),
    ("pop-10: what may be popped", "7x6", {"variant": "pop-10", "rule": "shuffled"}, "press 1; wait 300"),
    ("power-up: the wall is chosen", "7x6", {"variant": "power-up"},
     "press 1; 4 4 3 5; press menu; press menu; wait 300"),
)

STATES: tuple = (
    ("nobody plays", "7x6", {}, "wait 2500"),
    ("red is to move", "7x6", {}, "press 1; 4 4 3; wait 900; press 3; wait 1500"),
    ("the CPU thinks", "7x6", {"players": "solo", "level": "hard"}, "press 1; press 4; wait 1050"),
    ("refused: full", "7x6", {}, "press 1; 4 4 4 4 4 4; press 4; wait 60"),
    ("a position taken back", "7x6", {}, "press 1; 4 4 3 5; press undo; wait 140"),
    ("a beam is blocked", "7x6", {}, "press 1; 4 4 3; jam 5; wait 700"),
    ("a game waits after a power cut", "7x6", {}, "press 1; 4 4 3 5; power; wait 1500"),
    ("a disc at the wrong time", "7x6", {}, "press 1; press 4; press beam5; wait 1200"),
    ("the clock is low", "7x6", {"clock": 10}, "press 1; 4 4 3; wait 7000"),
    ("won", "7x6", {}, "press 1; 1 2 1 2 1 2 1; wait 700"),
    ("a draw", "7x6", {},
     "press 1; 1 2 1 2 2 1 2 1 1 2 1 2 3 4 3 4 4 3 4 3 3 4 3 4 5 6 5 6 6 5 6 5 5 6 5 6 7 7 7 7 7 7; wait "
     "500"),
    ("the match is won", "7x6", {"match": 3},
     "press 1; 1 2 1 2 1 2 1; wait 1700; press 4; 7 1 7 1 6 1 6 1; wait 1700; press 4; 1 2 1 2 1 2 1; wait 700"),
    ("the score", "7x6", {}, "press 1; 1 2 1 2 1 2 1; wait 1700; press 4; 4; press menu; wait 100"),
    ("a hint: proved", "7x6", {}, "press 1; 3 3 4 4 5 6; hold menu; press 4; wait 4000"),
    ("a hint: a guess", "7x6", {}, "press 1; 4 4; hold menu; press 4; wait 5500"),
    ("threats (coach: always)", "7x6", {"coach": 2}, "press 1; 3 3 4 4 5; wait 700"),
    ("the menu", "7x6", {}, "hold menu; wait 100"),
    ("night", "7x6", {"night": 1}, "press 1; 4 4 3; wait 900"),
    ("safe mode (a fault: dark)", "7x6", {}, "safe"),
)


# The person's columns of a won game against Medium: with this seed the CPU's answers are always the same.
GAME_SEED = 1
GAME = (4, 4, 4, 6, 2, 7, 1, 7, 3, 7, 5, 6)
GAME_MS = 90                # the shortest picture of the animation, which shall stay below 1 MB
GAME_WIDTH = 230            # image pixels, about
GAME_LEVEL = "medium"


def add_arguments(parser):
    parser.add_argument("what", choices=["variants", "states", "game", "selftest"])
    parser.add_argument("out", metavar="OUT", help="a .png, or a .gif for the game")


def run(args):
    from host_tools.render import PictureError, check_path
    try:
        if args.what == "game":
            film(args.out)
            return 0
        check_path(args.out, ".png")
        if args.what == "selftest":
            from host_tools.selftest_gallery import pictures
            pasted(pictures()).save(args.out)
        else:
            sheet(VARIANTS if args.what == "variants" else STATES).save(args.out)
    except (PictureError, OSError) as error:
        print(f"litfour gallery: {error}", file=sys.stderr)
        return 2
    return 0


def film(path):
    """Writes the game as an animation, from the dark board to the win; the simulator that played it.
    PictureError where that can't be done."""
    from host_tools.recording import GifRecorder, gif_renderer
    settings = chosen_settings(panel_named("7x6"), "standard", GAME_LEVEL, "solo", 1)
    simulator = Simulator("7x6", False, GAME_SEED, settings)
    with GifRecorder(gif_renderer(simulator.panel, GAME_WIDTH), path, GAME_MS) as recorder:
        simulator.on_turn = shutter(recorder.follow(simulator))
        simulator.run(1500)
        simulator.press(0)
        simulator.run(600)
        for column in GAME:
            simulator.press(column - 1)
            simulator.run_until(lambda app: simulator.state not in ("fall", "think"))
        simulator.run(4000)
    return simulator


def shutter(add):
    """What to call after every turn: tells `add` how many milliseconds the present light has stood."""
    seen = 0

    def look(simulator):
        nonlocal seen
        add(simulator.ms - seen)
        seen = simulator.ms

    return look


def steps(part):
    """The gestures of a line: bare columns are a disc in each, with time to fall."""
    words = part.split()
    if words and all(word.isdigit() for word in words):
        return parse(line for word in words for line in (f"press {word}", "wait 900"))
    return parse([part])


def frame_of(panel, chosen, presses):
    """What the board shows in the end: (panel, frame)."""
    more = {name: chosen[name] for name in chosen if name in ("coach", "night")}
    named = {"players": "two", **{name: chosen[name] for name in chosen if name not in more}}
    settings = chosen_settings(panel_named(panel), **named)
    for name, value in more.items():
        setattr(settings, name, value)
    simulator = Simulator(panel, False, 4, settings)
    simulator.run(40)
    for part in presses.split(";"):
        words = part.split() or [""]
        if words[0] == "jam":
            simulator.inputs.event(STUCK | BEAM + int(words[1]) - 1, simulator.clock.ms())
        elif words[0] == "power":
            simulator = Simulator(panel, False, 4, None, simulator.store)
        elif words[0] == "safe":
            return simulator.panel, bytes((120, 120, 120)) + bytes(simulator.panel.size - 3)
        else:
            for step in steps(part):
                perform(simulator, step)
    return simulator.panel, simulator.display.frame


def sheet(entries):
    """All entries on one picture, with their titles."""
    return pasted([(title, *frame_of(name, chosen, presses)) for title, name, chosen, presses in entries])


def pasted(shots):
    """One picture of many: (title, panel, frame, and the brightness if it is not the usual one)."""
    from PIL import Image, ImageDraw, ImageFont

    from host_tools.render import Renderer
    renderers: dict = {}
    images = []
    for title, panel, *light in shots:
        renderer = renderers.setdefault(panel.name, Renderer(panel, PITCH))
        images.append((title, renderer.image(*light)))
    width = max(image.size[0] for _, image in images)
    height = max(image.size[1] for _, image in images) + TITLE
    rows = -(-len(images) // ACROSS)
    whole = Image.new("RGB", (width * ACROSS, height * rows), (16, 16, 18))
    pen = ImageDraw.Draw(whole)
    font = ImageFont.load_default(15)
    for k, (title, image) in enumerate(images):
        left, top = k % ACROSS * width, k // ACROSS * height
        pen.text((left + 8, top + 4), title, font=font, fill=(225, 225, 225))
        whole.paste(image, (left + (width - image.size[0]) // 2, top + TITLE))
    return whole
