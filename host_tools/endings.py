"""The other ways than Ctrl-C in which a command that runs for long is ended: a closed terminal, a polite kill."""

import asyncio
import contextlib
import signal


def on_end(call):
    """call() when this process is told to end, where the running event loop and the system know such signals."""
    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError, AttributeError):
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), call)
