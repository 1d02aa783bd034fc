"""What the board's own store keeps, as files for a board and back."""

import tempfile
from pathlib import Path

from host_tools.image import BoardFile
from litfour.hw.store import Store

FOLDER = "save/"


def files_of(**saved):
    """{path on the board: BoardFile} of a board that has saved these bytes, by name."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        for name, data in saved.items():
            if not store.save(name, data):
                raise OSError(f"{name} can't be written to {folder}")
        return {FOLDER + path.name: BoardFile(path.read_bytes()) for path in Path(folder).iterdir()}


def saved_in(files, name):
    """The bytes that were saved last under a name, of a board's files ({path: bytes}); None if there are none."""
    with tempfile.TemporaryDirectory() as folder:
        for path, data in files.items():
            if path.startswith(f"{FOLDER}{name}."):
                (Path(folder) / path[len(FOLDER):]).write_bytes(data)
        return Store(folder).load(name)
