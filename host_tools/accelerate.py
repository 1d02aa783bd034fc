"""The searches' node loops compiled for this machine from their one source (see kernelc): node for node the same."""

import importlib

from host_tools.kernelc import ENGINE, KERNELS, host_functions


def compiled_run(name="kernels"):
    """The `run` of a kernel module compiled. Takes seconds the first time; the library is kept in the user's cache."""
    return host_functions(ENGINE / f"{name}.py")["run"]


class accelerated:                                                                      # noqa: N801
    """Every search that is made within the block runs on its compiled kernel."""

    def __enter__(self):
        self._modules = [importlib.import_module(f"litfour.engine.{name}") for name in KERNELS]
        self._plain = [module.run for module in self._modules]
        for name, module in zip(KERNELS, self._modules):
            module.run = compiled_run(name)

    def __exit__(self, *_):
        for module, run in zip(self._modules, self._plain):
            module.run = run
