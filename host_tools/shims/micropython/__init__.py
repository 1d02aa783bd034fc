"""What CPython lacks of MicroPython's `micropython` module. Kernels written for viper run here as plain Python."""

import builtins


def const(value):
    return value


def native(function):
    return function


def viper(function):
    return function


def opt_level(level=0):
    return level


def heap_lock():
    return 1


def heap_unlock():
    return 0


def alloc_emergency_exception_buf(size):
    return None


# The compiler of MicroPython knows these names in viper functions; CPython looks them up when it reads annotations.
for _name in ("ptr", "ptr8", "ptr16", "ptr32", "uint"):
    setattr(builtins, _name, int)
