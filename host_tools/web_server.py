"""The server of `litfour play --web`: the page of host_tools/web on 127.0.0.1, and a board behind its websocket.

To a page: {"hello": what the board is (see web/driver.mjs)}, then, as they change, {"told": state}, {"source": words},
{"tune": hex, "volume": n}, {"silence": true}, {"number": n, "answer": data} and frames as bytes: brightness, then a
frame of ports.py. From a page: {"event": of ports.py}, {"ask": name, "given": data, "number": n} (see told.py), and
{"got": 1} for each message but hello and answers. No more than AHEAD messages go out before the page says so: of lights
and states it then gets the newest only.

Who may connect: a page that this server sent (Origin), under this machine's own name (Host, or a foreign page could
rebind its name to 127.0.0.1), and nobody from another machine.
"""

import asyncio
import collections
import json
import os
import re

from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

from host_tools.web_build import PAGE, SOURCES
from litfour.ports import BEAM, DOWN, KIND_MASK, MAX_COLUMNS, MENU, PASS, SOURCE_MASK, UNDO, UP

LOOPBACK = "127.0.0.1"
SOCKET = "/board"
HTTP_PORT = 80                  # browsers leave it out of an address
AHEAD = 8                       # messages that a page may be behind
TUNES = 4                       # that wait for such a page
MOST_PAGES = 16
MOST_REASON = 120               # bytes of why a connection ends, by the protocol
MOST_BYTES = 8192               # of a message from a page
TYPES = {"html": "text/html", "css": "text/css", "mjs": "text/javascript", "js": "text/javascript",
         "svg": "image/svg+xml"}
RULES = "default-src 'self'; connect-src 'self' ws://{host}; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
# The static page may have been served under this address before, and have put its service worker there.
WORKER = b"""self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", () => self.registration.unregister());
"""


class PortTaken(Exception):
    """The port can't be had; the text says why."""


class Refused(Exception):
    """A page sent what no page of ours sends."""


def page_files():
    """{path: (type, bytes)} of the page with the driver of a board elsewhere. Needs no MicroPython, no compiler."""
    names = {name: name for name in PAGE} | {"driver.mjs": "remote.mjs"}
    files = {name: (SOURCES / source).read_bytes() for name, source in names.items()}
    files["worker.js"] = WORKER
    files["index.html"] = re.sub(rb"<link rel=\"(module)?preload\"[^>]*>\n", b"", files["index.html"])
    found = {f"/{name}": (TYPES[name.rsplit(".", 1)[1]], data) for name, data in files.items()}
    return found | {"/": found["/index.html"]}


class Outbox:
    """What is still to be sent to one page: of each kind of `newest` the last message, of others the last few."""

    def __init__(self, newest):
        self._newest = dict(newest)
        self._few: collections.deque[str] = collections.deque(maxlen=TUNES)
        self._filled = asyncio.Event()
        self._room = asyncio.Event()
        self._behind = 0
        self._filled.set()
        self._room.set()

    def put(self, kind, message):
        self._newest[kind] = message
        self._filled.set()

    def add(self, message):
        self._few.append(message)
        self._filled.set()

    def got(self):
        """The page has taken a message."""
        self._behind = max(0, self._behind - 1)
        self._room.set()

    async def take(self):
        """The next message, as soon as there is one and the page is not too far behind."""
        while self._behind >= AHEAD:
            self._room.clear()
            await self._room.wait()
        while not (self._newest or self._few):
            self._filled.clear()
            await self._filled.wait()
        self._behind += 1
        if self._few:
            return self._few.popleft()
        return self._newest.pop(next(iter(self._newest)))


class Audience:
    """All pages that watch, for the board: it calls these whenever something may have changed."""

    def __init__(self):
        self.pages = {}             # Outbox: sources that the page presses
        self._latest = {}           # kind: message

    def light(self, frame, brightness):
        self._publish("light", bytes((brightness,)) + frame)

    def tell(self, state):
        self._publish("told", json.dumps({"told": state}))

    def say(self, source):
        self._publish("source", json.dumps({"source": source}))

    def play(self, tune, volume):
        self._add(json.dumps({"tune": tune.hex(), "volume": volume}))

    def silence(self):
        self._add(json.dumps({"silence": True}))

    def join(self):
        """The Outbox of a new page."""
        outbox = Outbox(self._latest)
        self.pages[outbox] = set()
        return outbox

    def _publish(self, kind, message):
        if self._latest.get(kind) != message:
            self._latest[kind] = message
            for outbox in self.pages:
                outbox.put(kind, message)

    def _add(self, message):
        for outbox in self.pages:
            outbox.add(message)


class Server:
    """Serves `board` (see web_boards.py) while its `async with` block runs. PortTaken."""

    def __init__(self, board, port=0):
        self.board = board
        self.audience = Audience()
        self._port = port
        self._files = page_files()

    async def __aenter__(self):
        try:
            self._server = await serve(self._page, LOOPBACK, self._port, process_request=self._answer,
                                       compression=None, max_size=MOST_BYTES, max_queue=8, server_header=None)
        except OSError as error:
            raise PortTaken(f"port {self._port} can't be had: {os.strerror(error.errno)}") from error
        self._port = self._server.sockets[0].getsockname()[1]
        self.address = f"http://{LOOPBACK}:{self._port}/"
        self.names_itself()
        return self

    async def __aexit__(self, kind, error, _):
        """Tells the pages why, if there was an error."""
        why = str(error) if kind and issubclass(kind, Exception) else ""
        self._server.close(code=1001, reason=why.encode()[:MOST_REASON].decode(errors="ignore"))
        await self._server.wait_closed()

    def names_itself(self):
        """Under which names this server may be asked."""
        names = (LOOPBACK, "localhost")
        self._hosts = {f"{name}:{self._port}" for name in names} | set(names if self._port == HTTP_PORT else ())

    # ---- HTTP

    def _answer(self, connection, request):
        """None for a page's websocket, else the response."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return connection.respond(403, "This server has another name.\n")
        path = request.path.split("?")[0]
        if path == SOCKET:
            if origins != [f"http://{hosts[0]}"]:
                return connection.respond(403, "Only the page of this server may connect.\n")
            return None
        if path not in self._files:
            return connection.respond(404, "There is no such file.\n")
        kind, data = self._files[path]
        headers = Headers({"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(data)),
                           "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
                           "Content-Security-Policy": RULES.format(host=hosts[0]), "Connection": "close"})
        return Response(200, "OK", headers, data)

    # ---- the websocket

    async def _page(self, connection):
        if len(self.audience.pages) >= MOST_PAGES:
            await connection.close(1013, f"{MOST_PAGES} pages watch already: close one of them.")
            return
        await connection.send(json.dumps({"hello": self._hello()}))
        outbox = self.audience.join()
        sender = asyncio.create_task(self._send(connection, outbox))
        try:
            async for message in connection:
                await self._heard(connection, outbox, message)
        except ConnectionClosed:
            pass                        # it need not say goodbye
        except Refused as error:
            await connection.close(1008, str(error))
        finally:
            sender.cancel()
            for source in self.audience.pages.pop(outbox):
                self._lift(source)

    def _hello(self):
        board = self.board
        return {"panel": board.panel.name, "rail": board.panel.rail, "speed": board.speed, "knows": board.knows,
                "plays": board.plays, "refusal": board.refusal, "source": board.source}

    async def _send(self, connection, outbox):
        try:
            while True:
                await connection.send(await outbox.take())
        except ConnectionClosed:
            pass                        # its reader ends, too

    async def _heard(self, connection, outbox, message):
        try:
            said = json.loads(message)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise Refused("That is no message of the page.")
        if "got" in said:
            outbox.got()
        elif "event" in said:
            self._press(outbox, said["event"])
        elif isinstance(said.get("ask"), str):
            answer = self.board.ask(said["ask"], said.get("given"))
            await connection.send(json.dumps({"number": said.get("number"), "answer": answer}))
        else:
            raise Refused("That is no message of the page.")

    def _press(self, outbox, event):
        """A finger of one page. A button is down while any page holds it."""
        if not self.board.plays or not self._is_event(event):
            raise Refused(self.board.refusal or "There is no such button.")
        kind, source = event & KIND_MASK, event & SOURCE_MASK
        pressed = self.audience.pages[outbox]
        if kind == PASS:
            self.board.event(event)
        elif kind == DOWN and source not in pressed:
            if not self._is_held(source):
                self.board.event(event)
            pressed.add(source)
        elif kind == UP and source in pressed:
            pressed.remove(source)
            self._lift(source)

    def _lift(self, source):
        if not self._is_held(source):
            self.board.event(UP | source)

    def _is_held(self, source):
        return any(source in pressed for pressed in self.audience.pages.values())

    def _is_event(self, event):
        if type(event) is not int or not 0 <= event <= KIND_MASK | SOURCE_MASK:
            return False
        kind, source = event & KIND_MASK, event & SOURCE_MASK
        is_column = source < min(self.board.panel.columns, MAX_COLUMNS, BEAM)
        return kind == PASS and is_column or kind in (DOWN, UP) and (is_column or source in (MENU, UNDO))
