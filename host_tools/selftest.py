"""`litfour selftest`: the self-test of a board, step by step in words, and its report card."""

import contextlib
import json
import queue
import sys
import threading
import time

from host_tools import selftest_words
from host_tools.board import BoardError, find_port
from host_tools.visit import Visit, add_port, visiting

CARD = "/selftest.json"
START = "from litfour.selftest.hardware import start\nfrom litfour.root import board_name"
KEYS = "123456789muq"
HELP = "Press on the board. Or type here, then Enter: 1-9 a column, m MENU, u UNDO (back), q to give up."
SILENT_SECONDS = 3600           # a person may have gone for lunch
LONGEST_LINE = 20000


def add_arguments(parser):
    add_port(parser)
    parser.add_argument("--json", action="store_true", help="print the report card as JSON")
    parser.add_argument("--last", action="store_true", help="no test: print the card of the last one, from the board")


def run(args) -> int:
    """Exit code: 0 all passed, 1 something failed or the test was given up, 2 no such board."""
    say = (lambda line: print(line, file=sys.stderr)) if args.json else print
    try:
        card = last_card(args.port) if args.last else check(args.port, say, typed(sys.stdin))
        lines = card_lines(card) if card else []
    except KeyboardInterrupt:
        print("litfour selftest: interrupted; nothing was stored", file=sys.stderr)
        return 1
    except BoardError as error:
        print(f"litfour selftest: {error}", file=sys.stderr)
        return error.code
    if card is None:
        print("litfour selftest: given up; nothing was stored", file=sys.stderr)
        return 1
    print(json.dumps(card, indent=1) if args.json else "\n".join(lines))
    return 0 if card["pass"] else 1


def check(port=None, say=print, keys=None):
    """Runs the self-test on the board at `port` (None: the only one there is), which somebody is pressing; its report
    card (a dict; "pass" is True or False), None if it was given up. The board then starts its game.

    say(line) tells each step; `keys` is a queue of characters of KEYS that stand for presses. BoardError.
    """
    with Tested(find_port(port)) as board:
        try:
            board.stop()
            board.use(START)
            say(HELP)
            return board.test(say, queue.SimpleQueue() if keys is None else keys)
        except BaseException:
            board.give_up()
            raise


def last_card(port):
    """The card on the board's flash. BoardError if there is none, or one that is damaged."""
    with visiting(port) as board:
        data = board.read(CARD)
    if data is None:
        raise BoardError("no self-test has been made on this board")
    return checked(parsed(data))


class Tested(Visit):
    """A board in raw REPL that is told to test itself. `testing`: it does."""

    testing = False

    def test(self, say, keys):
        """Follows the test to its end; the card, or None."""
        with self._broken("the board does not begin the self-test"):
            self._link.exec_raw_no_follow("start(board_name(), host=True)")
        self.testing = True
        card = None
        for line in self._lines(keys):
            told = parsed(line)
            if told is None:
                reported = printable(line.decode(errors="replace"))
                raise BoardError(f"the self-test broke off; the board reports: {reported}")
            if "end" in told:
                self.testing = False
                if told["end"] == "unsaved":
                    say("The flash of the board did not take the report: it is full or worn.")
                return card if told["end"] in ("stored", "unsaved") else None
            card = checked(told["card"]) if "card" in told else card
            for text in understood(selftest_words.question, told):
                say(text)
        return None

    def _lines(self, keys):
        """Lines of the board as they come, keys sent to it meanwhile. BoardError when it goes away or falls silent."""
        serial = self._link.serial
        serial.timeout = 0.05
        rest = b""
        heard = time.monotonic()
        while time.monotonic() - heard < SILENT_SECONDS:
            try:
                while not keys.empty():
                    serial.write(keys.get().encode())
                data = serial.read(serial.in_waiting or 1)
            except OSError as error:
                raise BoardError("the board went away during the self-test: was it unplugged, or is its supply too "
                                 f"weak for the light? ({error})") from error
            if data:
                heard = time.monotonic()
            *lines, rest = (rest + data.replace(b"\r", b"").replace(b"\x04", b"\n")).split(b"\n")
            if len(rest) > LONGEST_LINE:
                break
            yield from (line for line in lines if line.strip())
        raise BoardError("the board does not go on with its self-test")

    def give_up(self):
        """After an error: ends a test that runs, which resets the board, or else starts its game again."""
        with contextlib.suppress(BoardError, OSError, AttributeError):      # the first error says more
            if self.testing:
                self._link.serial.write(b"\x03")
                time.sleep(0.5)
            else:
                self.restart()


def card_lines(card):
    """The report card as lines of text. BoardError if it makes no sense."""
    return understood(selftest_words.card_lines, card)


def understood(words, told):
    """words(told), printable. BoardError where the board says what makes no sense."""
    try:
        return [printable(line) for line in words(told)]
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise BoardError("the board says what this program does not understand: is its firmware of another "
                         "version?") from error


def printable(text):
    """Without what could steer a terminal: it comes from a board."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def parsed(line):
    """What the board said, a dict; None for anything else."""
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def checked(card):
    """A report card that has all its parts. BoardError otherwise: it comes from a board, which may say anything."""
    steps = [card.get(step) for step in ("pixels", "inputs", "buzzer", "light")] if isinstance(card, dict) else [None]
    if not all(isinstance(step, dict) and isinstance(step.get("pass"), bool) for step in steps) \
            or not isinstance(card.get("pass"), bool):
        raise BoardError("the report card of the board is damaged: make the self-test again")
    return card


def typed(stream):
    """A queue of the keys that are typed, a line at a time; what is no key is left out."""
    keys: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read():
        for line in stream:
            for key in line.strip().lower():
                if key in KEYS:
                    keys.put(key)

    threading.Thread(target=read, daemon=True).start()
    return keys
