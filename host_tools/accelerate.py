"""The search's node loop compiled for this machine from its one source (see kernelc): node for node the same."""

from host_tools.kernelc import ENGINE, host_functions
from litfour.engine import kernels


def compiled_run():
    """kernels.run compiled. Takes a second the first time; the library is then kept in the user's cache."""
    return host_functions(ENGINE / "kernels.py")["run"]


class accelerated:                                                                      # noqa: N801
    """Every search that is made within the block runs on the compiled kernel."""

    def __enter__(self):
        self._plain = kernels.run
        kernels.run = compiled_run()

    def __exit__(self, *_):
        kernels.run = self._plain
