"""`litfour play`: the firmware on a simulated board, in the terminal, in the browser or from a script."""

import json
import sys

from host_tools import web_options
from host_tools.combinations import variant_argument
from host_tools.simulator import PLAYERS, Simulator, chosen_settings
from litfour.app.settings import CLOCKS, TARGETS
from litfour.engine.levels import LEVELS
from litfour.ports import BEAM, MAX_COLUMNS, MENU, panel_named
from litfour.rules.variants import VARIANTS

LIGHT_MS = 40           # the first frame is shown within this


def add_arguments(parser):
    parser.add_argument("--panel", default=None, choices=["7x6", "8x8", "9x6", "9x9"],
                        help="the LED matrix (default: 7x6, or the smallest that fits --variant)")
    parser.add_argument("--rail", action="store_true", help="the panel has one more pixel at each column")
    parser.add_argument("--variant", type=variant_argument, metavar="NAME",
                        help=f"{', '.join(variant.name for variant in VARIANTS)}, or popout+5-in-a-row")
    parser.add_argument("--level", choices=[level.name for level in LEVELS])
    parser.add_argument("--players", choices=list(PLAYERS))
    parser.add_argument("--starter", type=int, choices=[1, 2, 3], help="the seat that starts the first game")
    parser.add_argument("--rule", help="where the variant has a rule to choose: one of its names")
    parser.add_argument("--clock", type=int, choices=CLOCKS, help="seconds a move (0: none)")
    parser.add_argument("--match", type=int, choices=TARGETS, help="wins that end a match (0: none)")
    parser.add_argument("--seed", type=int, default=0, help="of all chance (default 0)")
    parser.add_argument("--speed", type=float, default=1.0, help="of time in the terminal (default 1)")
    parser.add_argument("--record", metavar="FILE.gif", help="write what the board shows as an animation")
    parser.add_argument("--snapshot", metavar="FILE.png", help="write what the board shows last as a picture")
    parser.add_argument("--selftest", metavar="WIRING", help="the board's self-test in place of the game, on a panel "
                        "that is wired so, such as 'serpentine=no order=RGB' ('': as --panel says)")
    parser.add_argument("--headless", action="store_true",
                        help="no terminal: run --script and --trace as fast as possible")
    parser.add_argument("--script", metavar="FILE", help="with --headless: the presses ('-': standard input)")
    parser.add_argument("--trace", metavar="FILE",
                        help="with --headless, after the script: edges of the input lines, see host_tools/traces.py")
    web_options.add_arguments(parser)


def smallest_panel(variant):
    """The name of the smallest panel that shows a variant (None: the standard game)."""
    for record in VARIANTS:
        if record.name == variant and record.width > 7:
            return "8x8" if record.width == 8 else "9x6" if record.height <= 6 else "9x9"
    return "7x6"


def run(args):
    problem = check(args)
    if problem:
        print(f"litfour play: {problem}", file=sys.stderr)
        return 2
    panel = args.panel or smallest_panel(args.variant)
    if args.selftest is not None:
        return run_selftest(panel + ("+rail" if args.rail else ""), args)
    try:
        settings = chosen_settings(panel_named(panel), args.variant, args.level, args.players, args.starter,
                                   args.rule, args.clock, args.match)
    except ValueError as error:
        print(f"litfour play: {error}", file=sys.stderr)
        return 2
    from host_tools import perfect
    missing = perfect.available()
    if missing and args.level == "perfect":
        print(f"litfour play: the level perfect can't play here: {missing}", file=sys.stderr)
        return 2
    make_solver = None if missing else perfect.make_solver
    if args.web:
        from host_tools.web_play import run as run_web
        return run_web(args, panel, settings, make_solver)
    simulator = Simulator(panel, args.rail, args.seed, settings, make_solver=make_solver)
    if args.headless:
        return run_script(simulator, args)
    from host_tools.terminal import run as run_terminal
    return run_terminal(simulator, speed=args.speed, record=args.record, snapshot=args.snapshot)


def run_selftest(board, args):
    from host_tools.selftest_board import SelfTestBoard
    from host_tools.terminal import run as run_terminal
    try:
        simulator = SelfTestBoard.named(board, args.selftest)
    except ValueError as error:
        print(f"litfour play: {error}", file=sys.stderr)
        return 2
    return run_terminal(simulator, speed=args.speed, record=args.record, snapshot=args.snapshot)


def check(args):
    if args.headless and not (args.script or args.trace):
        return "--headless needs --script FILE (or -) or --trace FILE"
    if args.headless and args.selftest is not None:
        return "--selftest is for the terminal, not --headless"
    if (args.script or args.trace) and not args.headless:
        return "--script and --trace go with --headless"
    problem = web_options.check(args)
    if problem:
        return problem
    if not args.speed > 0:
        return "--speed must be above 0"
    if args.record and not args.record.lower().endswith(".gif"):
        return "--record writes a GIF: the file must end in .gif"
    if args.snapshot and not args.snapshot.lower().endswith(".png"):
        return "--snapshot writes a PNG: the file must end in .png"
    return None


def run_script(simulator, args):
    """Plays script and trace and prints every change of the session as one JSON object a line, and the last state."""
    from host_tools import script, traces
    columns = simulator.panel.columns
    try:
        steps = read(args.script, script.parse) if args.script else []
        for step in steps:
            if beyond(step.sources, columns):
                raise ValueError(f"{args.script}: line {step.line_no}: the panel has {columns} columns")
        edges = read(args.trace, traces.read) if args.trace else []
        if beyond([edge.source for edge in edges], columns):
            raise ValueError(f"{args.trace}: the panel has {columns} columns")
    except ValueError as error:
        print(f"litfour play: {error}", file=sys.stderr)
        return 2
    try:
        recorder = open_recorder(simulator, args.record)
        simulator.on_turn = Reporter(recorder.follow(simulator) if recorder else None)
        simulator.on_turn(simulator)            # the state before the first press
        simulator.run(LIGHT_MS)                 # and its light
        for step in steps:
            perform(simulator, step)
        traces.play(simulator, edges)
        print(json.dumps({"ms": simulator.ms, "final": True, **simulator.describe()}))
        if recorder:
            recorder.close()
        if args.snapshot:
            from host_tools.render import snapshot
            snapshot(simulator, args.snapshot)
    except ValueError as error:         # a picture that can't be written
        print(f"litfour play: {error}", file=sys.stderr)
        return 2
    return 0


def read(name, parse):
    """What `parse` makes of a file's lines ('-': standard input's). ValueError that names the file."""
    try:
        if name == "-":
            return parse(sys.stdin)
        with open(name, encoding="utf-8-sig") as lines:
            return parse(lines)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"can't read {name}: {error}") from error
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def beyond(sources, columns):
    """True if one of the sources is the button or beam of a column that the panel has not."""
    return any(columns <= source % BEAM < MAX_COLUMNS and source < MENU for source in sources)


def open_recorder(simulator, path):
    if not path:
        return None
    from host_tools.recording import GifRecorder, gif_renderer
    return GifRecorder(gif_renderer(simulator.panel), path)


def perform(simulator, step):
    """One line of a script: (line number, verb, sources, milliseconds)."""
    _, verb, sources, ms = step
    if verb == "wait":
        simulator.run(ms)
    else:
        simulator.press(*sources, ms=ms)


class Reporter:
    """Called after every turn of the loop: prints what has changed, and records the light."""

    def __init__(self, record=None):
        self._last = None
        self._record = record           # takes the milliseconds that the present frame was shown
        self._recorded = 0

    def __call__(self, simulator):
        app = simulator.app
        now = (app.state, len(app.session.position.moves), app.session, app.session.position)
        if now != self._last:
            self._last = now
            print(json.dumps({"ms": simulator.ms, **simulator.describe()}))
        if self._record:
            self._record(simulator.ms - self._recorded)
            self._recorded = simulator.ms
