"""The one command line: `litfour COMMAND` or `python -m host_tools COMMAND`."""

import argparse
import importlib
import sys

# command: (module with add_arguments(parser) and run(args) -> exit code, one line of help). A module is imported
# only when its command is used: the terminal, the emulator and the compiler each pull in a lot.
COMMANDS = {
    "play": ("host_tools.play", "play on a simulated board, in the terminal or from a script"),
    "analyse": ("host_tools.analyse", "replay moves and show the position and the CPU's move"),
    "emulate": ("host_tools.emulate", "run the firmware under real MicroPython on an emulated Pico"),
    "setup": ("host_tools.setup", "make a playing board of a Pico: MicroPython, firmware, self-test"),
    "deploy": ("host_tools.deploy", "put the firmware onto a board"),
    "doctor": ("host_tools.doctor", "tell what is wrong with a board, and mend it"),
    "selftest": ("host_tools.selftest", "test a board with somebody at its buttons, and correct its wiring"),
    "config": ("host_tools.config", "show and change the settings of a board"),
    "stats": ("host_tools.stats", "show what was played on a board"),
    "book": ("host_tools.book", "Perfect's book: build it, prove it, tell what it holds"),
    "web": ("host_tools.web_build", "build the board as a web page"),
    "puzzles": ("host_tools.puzzles", "the puzzles: make them, prove them, show one"),
    "render": ("host_tools.drawing", "draw the board in any state: PNG, GIF or SVG"),
    "media": ("host_tools.media", "draw all pictures of README and docs anew"),
    "gallery": ("host_tools.gallery", "a picture of every game, or of every state of the board"),
    "bench": ("host_tools.bench", "measure the engine and the board; prints figures"),
}


def main(argv=None):
    argv = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="litfour", description="A lit board for Four in a Row: play, test, deploy.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    wanted = next((word for word in argv if not word.startswith("-")), None)
    for name, (module, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name == wanted:
            importlib.import_module(module).add_arguments(command)
    args = parser.parse_args(argv)
    try:
        return importlib.import_module(COMMANDS[args.command][0]).run(args)
    except KeyboardInterrupt:       # where a command has nothing to tidy up
        print()
        return 130
    except BrokenPipeError:         # the reader of our output has gone; it has what it wanted
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
