"""`litfour play --web`: the board as a page in the browser, played here: by the simulator, by the firmware on an
emulated Pico (--uf2), or on a real board that is watched (--board)."""

import asyncio
import signal
import sys
import tempfile
import threading
import webbrowser

from host_tools.endings import on_end
from host_tools.web_boards import BoardGone, EmulatedBoard, SimulatedBoard, WatchedBoard, WebInputs, WebSound
from host_tools.web_server import PortTaken, Server


def run(args, panel, settings, make_solver):
    """Serves until Ctrl-C. Returns the exit status: 0, 1 for a board that failed, 2 for what can't be had."""
    from host_tools.board import BoardError
    from host_tools.emulator import EmulatorError
    from host_tools.image import ImageError
    try:
        if args.board is not None:
            return watch(args)
        if args.uf2 is not None:
            return emulate(args, panel, settings)
        return simulate(args, panel, settings, make_solver)
    except BoardError as error:
        return refuse(error, error.code)
    except (EmulatorError, ImageError, ValueError) as error:
        return refuse(error)


def simulate(args, panel, settings, make_solver):
    from host_tools.simulator import Simulator
    recorder = None
    if args.snapshot is not None:
        from host_tools.render import check_path
        check_path(args.snapshot, ".png")
    simulator = Simulator(panel, args.rail, args.seed, settings, make_solver=make_solver, inputs=WebInputs(),
                          sound=WebSound())
    if args.record is not None:
        from host_tools.recording import GifRecorder, gif_renderer
        recorder = GifRecorder(gif_renderer(simulator.panel), args.record)
    board = SimulatedBoard(simulator, args.speed, recorder and recorder.follow(simulator))
    status = serve(board, args)
    if recorder or args.snapshot is not None:
        from host_tools.terminal import finish
        return finish(simulator, recorder, args.snapshot) or status
    return status


def emulate(args, panel, settings):
    from host_tools.emulate import BOARD_FILE
    from host_tools.emulator import Pico, find_uf2
    from host_tools.image import build
    from host_tools.saves import files_of
    from host_tools.versions import on_board
    uf2 = find_uf2(args.uf2 or None)
    with tempfile.TemporaryDirectory() as folder:
        files = {path: file.data for path, file in on_board(build(folder)).items()}
    files[BOARD_FILE] = (panel + ("+rail" if args.rail else "")).encode()
    files |= {path: file.data for path, file in files_of(settings=settings.pack()).items()}
    with Pico(uf2, files=files) as pico:
        return serve(EmulatedBoard(pico, panel, args.rail), args)


def watch(args):
    from host_tools.mirror import mirroring
    from host_tools.visit import SAFE_MODE
    usual = signal.getsignal(signal.SIGINT)
    try:
        with mirroring(args.board or None) as mirror:
            if mirror.safe_mode:
                print(SAFE_MODE, file=sys.stderr)
            try:
                return serve(WatchedBoard(mirror), args)
            finally:                    # a second Ctrl-C must not leave the board without its game
                signal.signal(signal.SIGINT, signal.SIG_IGN)
    finally:
        signal.signal(signal.SIGINT, usual)


def serve(board, args):
    """Serves a board's page until Ctrl-C, SIGTERM or SIGHUP, or until the board is gone."""
    server = Server(board, args.port or 0)
    try:
        asyncio.run(_serve(server, not args.no_browser))
    except PortTaken as error:
        return refuse(f"{error}; leave --port out for any free one")
    except BoardGone as error:
        return refuse(error, 1)
    except (KeyboardInterrupt, asyncio.CancelledError):
        print()                         # after the terminal's ^C
    return 0


async def _serve(server, open_browser):
    on_end(asyncio.current_task().cancel)
    async with server:
        print(f"The board is at {server.address} (Ctrl-C ends it).", flush=True)
        if open_browser:                # in a thread, since a browser of the terminal keeps it
            threading.Thread(target=_open, args=(server.address,), daemon=True).start()
        await server.board.run(server.audience)


def _open(address):
    try:
        opened = webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print(f"No browser could be opened: open {address} yourself.", file=sys.stderr, flush=True)


def refuse(why, status=2):
    print(f"litfour play: {why}", file=sys.stderr)
    return status
