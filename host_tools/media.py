"""`litfour media` (make media): draws all pictures of the README and of docs/ anew, each by one command of the program.
`--check` draws them elsewhere and tells which of the committed ones look different.

Two versions of Pillow or numpy differ by a shade here and there; a drawing that has changed differs by more than that
in some spot. So two pictures are compared by their mean difference, and spot by spot.
"""

import shlex
import sys
import tempfile
from pathlib import Path

from litfour.rules.variants import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
GAME = "wait 1200; press 1; wait 500; 4 5 5 3 4 5 4 6 6 6"      # the person's columns; with this seed a won game
SPOT = 16               # image pixels of a spot's side
LOOKED_AT = 12          # pictures of an animation that are compared
# Mean difference of a channel, of 255: over the whole picture, and over the spot where it is largest.
TOLERANCE = {".png": (1.2, 8.0), ".gif": (2.0, 14.0)}


def makes():
    """{file below the project's folder: the arguments of the command that makes it, {} standing for the file}."""
    commands = {
        "docs/game.gif": "render --players solo --level medium --seed 29 --small --width 300 --ms 3500 "
                         f"--presses '{GAME}' --out {{}}",
        "docs/states.png": "gallery states {}",
        "docs/selftest.png": "gallery selftest {}",
    }
    for variant in VARIANTS:
        name = variant.name
        commands[f"docs/variants/{name}.png"] = f"render --variant {name} --small --width 280 --out {{}}"
    return {name: shlex.split(command) for name, command in commands.items()}


def add_arguments(parser):
    parser.add_argument("files", nargs="*", metavar="FILE", help="only these, such as docs/states.png (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; tell which of them look different")


def run(args):
    known = makes()
    strange = [name for name in args.files if name not in known]
    if strange:
        print(f"litfour media: {', '.join(strange)}: not one of {', '.join(known)}", file=sys.stderr)
        return 2
    names = args.files or list(known)
    if args.check:
        return check(names)
    for name in names:
        if make(name, ROOT):
            return 1
        print(f"{(ROOT / name).stat().st_size:9,} bytes: {name}")
    return 0


def make(name, folder):
    """Draws one of them below a folder. The command's exit code."""
    from host_tools.__main__ import main
    target = Path(folder) / name
    target.parent.mkdir(parents=True, exist_ok=True)
    return main([word.replace("{}", str(target)) for word in makes()[name]])


def check(names):
    """Tells which pictures have drifted. Exit code 1 where one has."""
    drifted = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            why = "it can't be drawn" if make(name, folder) else drift(ROOT / name, Path(folder) / name)
            if why:
                drifted += 1
                print(f"{name}: {why}; make media draws it anew", file=sys.stderr)
    return 1 if drifted else 0


def drift(kept, fresh):
    """How the picture in a file has drifted from a fresh one, in words; "" where they look the same."""
    if not kept.exists():
        return "it is missing"
    shown, wanted = pictures(kept), pictures(fresh)
    if [ms for _, ms in shown] != [ms for _, ms in wanted]:
        return f"{len(shown)} pictures for {sum(ms for _, ms in shown)} ms in place of {len(wanted)} for " \
               f"{sum(ms for _, ms in wanted)}, or other lengths"
    most, most_spot = TOLERANCE[kept.suffix]
    step = max(1, len(shown) // LOOKED_AT)
    for number in [*range(0, len(shown), step), len(shown) - 1]:
        one, other = shown[number][0], wanted[number][0]
        if one.shape != other.shape:
            return f"{one.shape[1]} x {one.shape[0]} pixels in place of {other.shape[1]} x {other.shape[0]}"
        mean, spot = difference(one, other)
        if mean > most or spot > most_spot:
            return f"picture {number + 1} differs by {mean:.2f} of 255 ({most} at most), in one spot by {spot:.1f} " \
                   f"({most_spot})"
    return ""


def pictures(path):
    """[(picture as bytes [height, width, 3], its ms)]; of a file that is no animation one, of 0 ms."""
    import numpy as np
    from PIL import Image
    found = []
    with Image.open(path) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append((np.asarray(image.convert("RGB")), int(image.info.get("duration", 0))))
    return found


def difference(one, other):
    """(mean difference of a channel over two pictures of one size, and over the spot where it is largest)."""
    import numpy as np
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16)).mean(axis=2)
    height, width = (-(-side // SPOT) * SPOT for side in apart.shape)
    padded = np.zeros((height, width))
    padded[:apart.shape[0], :apart.shape[1]] = apart
    spots = padded.reshape(height // SPOT, SPOT, width // SPOT, SPOT).mean(axis=(1, 3))
    return float(apart.mean()), float(spots.max())
