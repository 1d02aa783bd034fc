"""A short visit to a board that plays: stopped, asked, and let go on, whatever happens in between."""

import contextlib
import sys

from host_tools.board import Board, BoardError, find_port

UPDATE = "put the firmware of this program onto it with `litfour deploy`"
SAFE_MODE = "note: the board was in safe mode (MENU was held at power-up); it starts the game now"

# On the board
# The firmware's root was loaded, and a second after the reset not the game: longer than its start takes.
IN_SAFE_MODE = ("'litfour.root' in __import__('sys').modules and "
                "'litfour.game' not in __import__('sys').modules and __import__('time').ticks_ms() > 1000")
STORE = "from litfour.game import Store\n_store = Store()\n"


class Visit(Board):
    """A board whose game is interrupted. `safe_mode`, after stop(): no game was running, as MENU was held."""

    safe_mode = False

    def stop(self):
        self._raw_repl()
        self.safe_mode = self.ask(IN_SAFE_MODE)
        super().stop()

    def use(self, source):
        """Runs `source`, which needs parts of the board's firmware. BoardError that says so where it lacks them."""
        try:
            self.run(source)
        except BoardError as error:
            text = str(error)
            if "no module named 'litfour'" in text:
                raise BoardError(f"there is no Litfour on this board: {UPDATE}") from error
            if "ImportError" in text or "AttributeError" in text:
                reason = text.strip().rsplit("\n", 1)[-1]
                raise BoardError(f"the firmware of this board is too old for that ({reason}): {UPDATE}") from error
            raise


@contextlib.contextmanager
def visiting(named=None):
    """The stopped board at port `named`, or at the only one there is. At the end it starts its game again: the journal
    on its flash brings the game back as it was. BoardError for whatever goes wrong on the way."""
    with Visit(find_port(named)) as board:
        try:
            board.stop()
            yield board
        except BaseException:
            with contextlib.suppress(BoardError, AttributeError):       # the first error says more
                board.restart()
            raise
        board.restart()
        if board.safe_mode:
            print(SAFE_MODE, file=sys.stderr)


def add_port(parser, **how):
    parser.add_argument("--port", metavar="PORT", help="serial device, pty or socket://host:port "
                        "(default: the only Pico that is plugged in)", **how)
