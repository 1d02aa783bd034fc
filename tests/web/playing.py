"""A page without a browser: a board that is served, and a websocket client in its place."""

import asyncio
import contextlib
import json

from websockets.asyncio.client import connect

from host_tools.web_server import SOCKET, Server
from litfour.ports import DOWN, UP

PATIENCE = 60           # seconds, on a machine that has much else to do


@contextlib.asynccontextmanager
async def served(board):
    """The Server of a board that runs, as the command has it: it ends with its board."""
    server = Server(board)
    up, over = asyncio.Event(), asyncio.Event()

    async def live():
        async with server:
            up.set()
            try:
                await board.run(server.audience)
            finally:
                over.set()

    life = asyncio.create_task(live())
    await up.wait()
    try:
        yield server
    finally:
        if not over.is_set():
            life.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await life


class Page:
    """One page. frame, brightness, told, source, tunes: what it was sent last; counts: messages of each kind."""

    def __init__(self, socket):
        self.socket = socket
        self.hello = None
        self.frame = self.brightness = self.told = self.source = None
        self.tunes = []
        self.counts = {}
        self.answers = {}
        self.acknowledges = True

    async def take(self, seconds=PATIENCE):
        """Reads a message, and says so as the page does. TimeoutError."""
        message = await asyncio.wait_for(self.socket.recv(), seconds)
        said = {"frame": message} if isinstance(message, bytes) else json.loads(message)
        kind = next(iter(said))
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind == "frame":
            self.brightness, self.frame = message[0], message[1:]
        elif kind == "tune":
            self.tunes.append(bytes.fromhex(said["tune"]))
        elif kind == "number":
            self.answers[said["number"]] = said["answer"]
        elif kind in ("hello", "told", "source"):
            setattr(self, kind, said[kind])
        if self.acknowledges and kind not in ("hello", "number"):
            await self.send(got=1)
        return kind

    async def until(self, condition, seconds=PATIENCE):
        """Reads until condition(self) holds."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                await self.take()

    async def send(self, **message):
        await self.socket.send(json.dumps(message))

    async def press(self, source, seconds=0.06):
        await self.send(event=DOWN | source)
        await asyncio.sleep(seconds)
        await self.send(event=UP | source)


@contextlib.asynccontextmanager
async def opened(server, **options):
    """A Page of that server, as a browser's would come."""
    address = server.address.replace("http", "ws").rstrip("/") + SOCKET
    async with connect(address, **{"origin": server.address.rstrip("/"), **options}) as socket:
        yield Page(socket)
