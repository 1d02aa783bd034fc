"""Runs the portable tests (functions test_* without arguments) under MicroPython: micropython THIS FILE ..."""

import sys

root = sys.argv[1]
sys.path[:0] = [root, root + "/firmware"]

ran = failed = 0
for path in sys.argv[2:]:
    name = path[:-3].replace("/", ".")
    module = __import__(name)
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    for test in sorted(dir(module)):
        function = getattr(module, test)
        if test.startswith("test_") and callable(function):
            ran += 1
            try:
                function()
            except Exception as error:      # every failure is counted and shown; the runner goes on to the next test
                failed += 1
                print("FAILED", path, test)
                sys.print_exception(error)
print(ran, "ran,", failed, "failed")
sys.exit(1 if failed or not ran else 0)
