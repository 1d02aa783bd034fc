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
    """Drops a loaded module; with the next collection all of its memory comes back but for new names."""
    package, _, last = name.rpartition(".")
    sys.modules.pop(name, None)
    if hasattr(sys.modules.get(package), last):
        delattr(sys.modules[package], last)
