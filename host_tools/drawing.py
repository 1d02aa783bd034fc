"""`litfour render --out FILE.png|gif|svg`: what the board shows in any state, as a picture or an animation.

A state by name (--state won), a position (--moves "4 4 5"), presses, or all of them: the moves are made by the board's
buttons in the simulator, then the presses follow. With none of them: the example of --variant. A .png shows the board
on its table, a .svg a clean vector picture; a .gif begins with what leads to a named state, else with the first press.
"""

import sys

from host_tools.combinations import variant_argument
from host_tools.settings_words import SETTINGS
from host_tools.simulator import PLAYERS
from host_tools.staging import SEED, Wish, is_example, staged
from host_tools.states import states
from litfour.app.settings import BRIGHTNESS, CLOCKS, TARGETS
from litfour.engine.levels import LEVELS
from litfour.rules.variants import VARIANTS

STATE_MS = 3000         # how long an animation of a state lasts, if what leads to it takes no longer
LAST_MS = 1500          # how long any other animation goes on after the last press
CHOSEN = ("variant", "rule", "players", "level", "starter", "clock", "match", "palette", "coach", "texture", "night",
          "brightness")
STEP = 4                # of the colours of a small picture
LONGEST_MS = 600_000
LARGEST = 4000          # image pixels


def add_arguments(parser):
    parser.add_argument("--out", required=True, metavar="FILE", help="a .png, .gif or .svg")
    parser.add_argument("--state", metavar="NAME", help=", ".join(name for name in states() if ":" not in name)
                        + ", menu:PAGE such as menu:level")
    parser.add_argument("--moves", metavar="TEXT", help="moves that lead there, as '4 4 5' (see litfour analyse)")
    parser.add_argument("--presses", default="", metavar="TEXT", help="then: gestures with a ; between two, such as "
                        "'press menu; wait 300'; bare columns: a disc in each, and the CPU's answer")
    parser.add_argument("--script", metavar="FILE", help="then: gestures, one a line ('-': standard input)")
    parser.add_argument("--ms", type=int, metavar="N", help="the length of a .gif (of a state, default "
                        f"{STATE_MS}; else after the last press, {LAST_MS}); of a picture how much later it is taken")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--width", type=int, metavar="PIXELS", help="of the picture, about")
    size.add_argument("--pitch", type=int, metavar="PIXELS", help="from cell to cell (default 80, of a .gif less)")
    parser.add_argument("--small", action="store_true", help="fewer bytes: a .png in coarser colours, a .gif without "
                        "what lasts less than a tenth of a second")
    parser.add_argument("--panel", choices=["7x6", "8x8", "9x6", "9x9"], help="default: the smallest that fits")
    parser.add_argument("--rail", action="store_true", help="the panel has one more pixel at each column")
    parser.add_argument("--variant", type=variant_argument, metavar="NAME",
                        help=f"{', '.join(variant.name for variant in VARIANTS)}, or popout+5-in-a-row")
    parser.add_argument("--rule", help="where the variant has a rule to choose: one of its names")
    parser.add_argument("--players", choices=list(PLAYERS), help="who goes on after --moves (default: people)")
    parser.add_argument("--level", choices=[level.name for level in LEVELS])
    parser.add_argument("--starter", type=int, choices=[1, 2, 3], help="the seat that starts the first game")
    parser.add_argument("--clock", type=int, choices=CLOCKS, help="seconds a move (0: none)")
    parser.add_argument("--match", type=int, choices=TARGETS, help="wins that end a match (0: none)")
    for name in ("palette", "coach", "texture", "night"):
        parser.add_argument(f"--{name}", choices=SETTINGS[name].words)
    parser.add_argument("--brightness", type=int, choices=range(1, len(BRIGHTNESS) + 1))
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all chance (default {SEED})")


def run(args):
    from host_tools.render import check_path
    try:
        path = check_path(args.out, ".png", ".gif", ".svg")
        for name in ("width", "pitch"):
            if getattr(args, name) is not None and not 1 <= getattr(args, name) <= LARGEST:
                raise ValueError(f"--{name} {getattr(args, name)}: 1 to {LARGEST}")
        if args.ms is not None and not 0 <= args.ms <= LONGEST_MS:
            raise ValueError(f"--ms {args.ms}: 0 to {LONGEST_MS}")
        draw(wish_of(args), path, args)
    except (ValueError, OSError) as error:      # PictureError, StageError, MoveError, TimeoutError and the like
        print(f"litfour render: {error}", file=sys.stderr)
        return 2
    return 0


def wish_of(args):
    """What the options ask for. ValueError for a script that can't be read."""
    from host_tools.play import read
    from host_tools.script import parse
    steps = tuple(read(args.script, parse)) if args.script else ()
    settings = {name: getattr(args, name) for name in CHOSEN if getattr(args, name) is not None}
    return Wish(args.panel, args.rail, args.state, args.moves, args.presses, steps, settings, args.seed)


def draw(wish, path, args):
    """Writes the picture; its suffix says of what kind."""
    if path.suffix.lower() == ".gif":
        film(wish, path, args)
        return
    shown, stage = staged(wish)
    if stage and args.ms:
        stage.simulator.run(args.ms)
        shown = stage.shown(shown.title)
    if path.suffix.lower() == ".svg":
        from host_tools.vector import picture
        path.write_text(picture(shown, words(shown, stage), width_of(args, shown.panel)), encoding="utf-8")
    else:
        from host_tools.render import Renderer
        image = Renderer(shown.panel, pitch_of(args, shown.panel, 80)).image(*shown[1:4])
        save(image, path, args.small)


def save(image, path, small=False):
    """Writes a PNG; a small one in steps of colour that the eye does not see, so that it packs well."""
    if small:
        image = image.point([min(255, (level + STEP // 2) // STEP * STEP) for level in range(256)] * 3)
    image.save(path)


def words(shown, stage):
    """What the picture is of: the game and its moves, where there is one."""
    if stage is None:
        return f"Litfour, a lit board of {shown.panel.name} cells."
    said = stage.simulator.describe()
    moves = f", after the moves {said['moves']}" if said["moves"] else ""
    return f"Litfour, a lit board of {shown.panel.name} cells: {said['variant']}{moves}."


def pitch_of(args, panel, usual):
    """Image pixels from cell to cell."""
    from host_tools.board_picture import width_in_cells
    if args.width is not None:
        return int(args.width / width_in_cells(panel))
    return args.pitch if args.pitch is not None else usual


def width_of(args, panel):
    """Of a vector picture; None: as wide as its place."""
    from host_tools.board_picture import width_in_cells
    return round(args.pitch * width_in_cells(panel)) if args.pitch is not None else args.width


class Camera:
    """Takes what a simulator shows, turn by turn, into a recorder that is made with the first frame."""

    def __init__(self, open_recorder):
        self._open = open_recorder
        self.recorder = None
        self.ms = 0                 # recorded so far
        self._simulator = None
        self._seen = 0

    def __call__(self, simulator):
        if simulator is not self._simulator:            # the first one, or another after a power cut
            self._simulator, self._seen = simulator, simulator.ms
            self.recorder = self.recorder or self._open(simulator.panel)
        display = simulator.display
        self.take(display.frame, simulator.ms - self._seen, display.brightness, simulator.inputs.held)
        self._seen = simulator.ms

    def take(self, frame, ms, brightness, held=0):
        self.ms += ms
        self.recorder.add(frame, ms, brightness, held)


def film(wish, path, args):
    """Writes the animation."""
    from host_tools.recording import GIF_WIDTH, SMALL_MS, SMALL_UNSEEN, GifRecorder, gif_renderer

    def open_recorder(panel):
        saving = {"shortest_ms": SMALL_MS, "unseen": SMALL_UNSEEN} if args.small else {}
        width = GIF_WIDTH if args.width is None else args.width
        return GifRecorder(gif_renderer(panel, width, args.pitch), path, **saving)

    camera = Camera(open_recorder)
    shown, stage = staged(wish, camera)
    if stage is None:                               # a light that stands still
        camera.recorder = open_recorder(shown.panel)
        camera.take(shown.frame, STATE_MS if args.ms is None else args.ms, shown.brightness)
    else:
        if wish.state is not None or is_example(wish):
            last = max(0, (STATE_MS if args.ms is None else args.ms) - camera.ms)
        else:
            last = LAST_MS if args.ms is None else args.ms
        stage.simulator.run(last)
    camera.recorder.close()
