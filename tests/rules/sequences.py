"""How many sequences of moves each variant has, by length: facts of the rules' table, counted.

    python -m tests.rules.sequences popout 8

counts up to that length (the last ones take minutes) and says where the count differs from the table.
"""

from litfour.rules.start import new_position
from litfour.rules.variants import VARIANTS, variant_named

# from 1 move on; what the table does not give stands in COUNTED
TABLE = {
    "standard": (7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646, 1844590828),
    "five": (9, 81, 729, 6561, 59049, 531441, 4782960),
    "5-in-a-row": (7, 49, 343, 2401, 16807, 117649, 823536, 5744298),
    "popout": (7, 49, 392, 3087, 26320, 220626, 1965614, 17029874),
    "popout-5": (7, 49, 392, 3087, 26320, 220626, 1965614, 17168720),
    "no-gravity": (42, 1722, 68880, 2686320, 102080160),
    "3d": (16, 256, 4096, 65536, 1048560),
}


def sequences(position, length):
    """The number of sequences of `length` moves (1 or more) from a position."""
    if length == 1:
        return len(position.legal())
    total = 0
    for move in position.legal():
        position.play(move)
        total += sequences(position, length - 1)
        position.undo()
    return total


def main():
    import argparse
    import time
    parser = argparse.ArgumentParser(prog="python -m tests.rules.sequences", description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=[variant.name for variant in VARIANTS])
    parser.add_argument("length", type=int)
    args = parser.parse_args()
    table = TABLE.get(args.variant, ())
    for length in range(1, args.length + 1):
        began = time.monotonic()
        count = sequences(new_position(variant_named(args.variant)), length)
        verdict = "as in the table" if table[length - 1:length] == (count,) else \
            f"but {table[length - 1]} in the table" if length <= len(table) else "not in the table"
        print(f"{args.variant} {length}: {count}, {verdict} ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
