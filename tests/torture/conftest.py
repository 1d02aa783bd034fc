import pytest

from host_tools.accelerate import accelerated


@pytest.fixture(scope="package", autouse=True)
def quick_searches():
    """The CPU thinks with its node loops compiled: the same nodes, the same moves (tests/engine holds that)."""
    with accelerated():
        yield
