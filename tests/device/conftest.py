"""Fixtures of the tests on the emulated Pico. Without a MicroPython UF2 they skip and say how to get it."""

from pathlib import Path

import pytest

from host_tools import image
from host_tools.emulator import EmulatorError, Pico, find_uf2
from host_tools.emulator.install import ensure_installed


def pytest_configure(config):
    config.addinivalue_line("markers", "device: runs on the emulated Pico; needs a MicroPython UF2")


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.device)


@pytest.fixture(scope="session")
def uf2():
    """Path of the MicroPython UF2."""
    try:
        return find_uf2()
    except EmulatorError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def emulator(uf2):
    """The UF2, with the emulator installed. If that fails although there is a UF2, it is an error, not a skip."""
    ensure_installed()
    return uf2


@pytest.fixture
def pico(emulator):
    """pico(files=None, **options) -> Pico, started, closed after the test."""
    made = []

    def make(files=None, start=True, **options):
        made.append(Pico(emulator, files=files, **options))
        if start:
            made[-1].start()
        return made[-1]

    yield make
    for board in made:
        board.close()


@pytest.fixture(scope="session")
def firmware(tmp_path_factory):
    """The compiled firmware: path on the board -> image.BoardFile."""
    return image.build(tmp_path_factory.mktemp("firmware"))
