# MicroPython starts this file. It is source, so it stays short: the search's table first, while memory is whole.
table = bytearray(98304)
from litfour.root import main                       # noqa: E402, I001

main(table)
