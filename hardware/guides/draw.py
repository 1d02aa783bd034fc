"""Writes the drawings, cards and tables of the guides: `python hardware/guides/draw.py`, from anywhere."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "hardware" / "pictures"
sys.path[:0] = [str(ROOT), str(ROOT / "firmware"), str(ROOT / "host_tools" / "shims")]


def drawings():
    """Path below hardware/ -> text, of all that is drawn or written by code of our own."""
    from hardware.guides import breadboard, builds, cards, control_picture, harness, pinout, sketches
    texts = {"pictures/pico-pinout.svg": pinout.draw(), "pictures/mini-breadboard.svg": breadboard.draw()}
    texts |= {f"pictures/mini-wire{step}.svg": breadboard.draw(step) for step in range(1, breadboard.STEPS)}
    texts |= {f"pictures/{name}": text for name, text in sketches.pictures().items()}
    texts["pictures/control-testpoints.svg"] = control_picture.draw()
    texts |= {f"guides/cards/{name}.svg": cards.draw(name) for name in builds.BUILDS}
    texts |= {f"guides/{name}": text for name, text in harness.files().items()}
    return texts


def documents():
    """Path below hardware/ -> text of each guide with its tables filled in."""
    from hardware.guides import tables
    folder = ROOT / "hardware"
    return {path.relative_to(folder).as_posix(): tables.fill(path.read_text())
            for path in [folder / "README.md", *sorted((folder / "guides").glob("*.md"))]}


def draw_harnesses():
    """WireViz's pictures of the cables (its HTML and lists are not kept)."""
    for source in sorted((ROOT / "hardware" / "guides").glob("harness-*.yml")):
        wireviz = Path(sys.executable).with_name("wireviz")
        subprocess.run([str(wireviz), "-f", "s", "-o", str(PICTURES), str(source)], check=True, capture_output=True)


if __name__ == "__main__":
    for name, text in (drawings() | documents()).items():
        target = ROOT / "hardware" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        print(name, len(text))
    draw_harnesses()
