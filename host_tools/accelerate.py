"""The searches' node loops compiled for this machine from their one source (see kernelc): node for node the same."""

import contextlib
import functools
import importlib

from host_tools.kernelc import ENGINE, KERNELS, host_functions


@functools.cache
def compiled_run(name="kernels"):
    """The `run` of a kernel module compiled. Takes seconds the first time; the library is kept in the user's cache."""
    return host_functions(ENGINE / f"{name}.py")["run"]


@contextlib.contextmanager
def accelerated():
    """Every search that is made within the block runs on its compiled kernel."""
    modules = [importlib.import_module(f"litfour.engine.{name}") for name in KERNELS]
    plain = [module.run for module in modules]
    for name, module in zip(KERNELS, modules):
        module.run = compiled_run(name)
    try:
        yield
    finally:
        for module, run in zip(modules, plain):
            module.run = run
