"""What tests need that run on CPython under pytest and on MicroPython under tests/micropython_runner.py alike."""

import sys

ON_MICROPYTHON = sys.implementation.name == "micropython"


def raises(kind, function, *args):
    """Calls function(*args), which must raise `kind`; returns the exception."""
    try:
        function(*args)
    except kind as error:
        return error
    raise AssertionError("no " + kind.__name__ + " from " + str(function))
