"""The options of `litfour play --web`, and which of them go together."""

OF_A_GAME = ("panel", "rail", "variant", "level", "players", "starter", "rule", "clock", "match")
OF_THE_SIMULATOR = ("seed", "speed", "record", "snapshot", "selftest")
OF_THE_WEB = ("uf2", "board", "port", "no_browser")
DEFAULTS = {"seed": 0, "speed": 1.0}        # of the options that have one


def add_arguments(parser):
    web = parser.add_argument_group("in the browser")
    web.add_argument("--web", action="store_true", help="serve the board as a page on this machine and open it")
    web.add_argument("--uf2", nargs="?", const="", metavar="FILE",
                     help="with --web: the firmware itself on an emulated Pico, under this MicroPython (default: "
                          "MICROPYTHON_UF2, then the cache)")
    web.add_argument("--board", nargs="?", const="", metavar="PORT",
                     help="with --web: watch a real board over USB (default: the only one plugged in); its game "
                          "starts anew, and goes on where it was")
    web.add_argument("--port", type=int, metavar="N", help="with --web: the page's port (default: any free one)")
    web.add_argument("--no-browser", action="store_true", help="with --web: only print the address")


def is_given(args, name):
    value = getattr(args, name)
    return value is not None and value is not False and value != DEFAULTS.get(name)


def check(args):
    """What does not go together, or None."""
    if not args.web:
        alone = [name.replace("_", "-") for name in OF_THE_WEB if is_given(args, name)]
        return f"--{alone[0]} goes with --web" if alone else None
    game = [name for name in OF_A_GAME if is_given(args, name)]
    own = [name for name in OF_THE_SIMULATOR if is_given(args, name)]
    if args.port is not None and not 0 <= args.port <= 65535:
        return "--port must be from 0 to 65535"
    return clash(args, game, own)


def clash(args, game, own):
    """What does not go together with --web: `game` and `own` are the options given, of a game and of the simulator."""
    if args.headless:
        return "--headless and --web do not go together"
    if args.uf2 is not None and args.board is not None:
        return "--uf2 and --board do not go together: one page shows one board"
    if args.board is not None and game + own:
        return f"--board shows a board as it is: --{(game + own)[0]} does not go with it"
    if args.uf2 is not None and own:
        return f"--{own[0]} is the simulator's: it does not go with --uf2"
    if args.selftest is not None:
        return "--selftest is for the terminal, not --web"
    return None
