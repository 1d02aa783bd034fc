"""A pseudo terminal that leads to a TCP port of this machine, for programs that want a serial device."""

import os
import pty
import selectors
import socket
import threading
import tty


class PtyBridge:
    """`with PtyBridge(port) as path:` offers the device `path` until the block ends."""

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._master, self._slave = pty.openpty()     # the slave stays open here, or the master would see a hang-up
        tty.setraw(self._slave)
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self):
        self._thread.start()
        return os.ttyname(self._slave)

    def __exit__(self, *_):
        os.write(self._stop, b"x")
        self._thread.join()
        self._socket.close()
        for handle in (self._master, self._slave, self._wake, self._stop):
            os.close(handle)

    def _carry(self):
        with selectors.DefaultSelector() as selector:
            for source in (self._socket, self._master, self._wake):
                selector.register(source, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    if key.fileobj == self._wake:
                        return
                    if key.fileobj == self._master:
                        self._socket.sendall(os.read(self._master, 4096))
                        continue
                    data = self._socket.recv(4096)
                    if not data:
                        return
                    os.write(self._master, data)
