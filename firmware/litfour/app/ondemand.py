"""What is in memory when: code from .mpy files lives in RAM, so the order of loading matters and pages come and go."""

import gc
import sys


def load():
    """Loads what stays, the largest pieces of code first, and collects in between: what a module leaves behind while
    it loads would lie between those that stay, and no large block would be left."""
    import litfour.engine.player
    gc.collect()
    import litfour.app.picture
    gc.collect()
    import litfour.app.loop  # noqa: F401
    gc.collect()


def tidily(on):
    """Collects after every 8 KB while modules and blocks are loaded, so that they come to lie close together and large
    blocks stay free; not in play, where a collection takes 20 ms in a moment that nobody chose."""
    if hasattr(gc, "threshold"):
        gc.threshold(8192 if on else -1)


def forget(name):
    """Drops a loaded module; the next collection brings back all of its memory but for its names.

    MicroPython's dictionaries keep the value of an entry that was removed until the place is used again, and the
    collection would find the module there: so None takes its place first."""
    package, _, last = name.rpartition(".")
    if name in sys.modules:
        sys.modules[name] = None
        del sys.modules[name]
    parent = sys.modules.get(package)
    if hasattr(parent, last):
        setattr(parent, last, None)
        delattr(parent, last)
