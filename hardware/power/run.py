"""python -m hardware.power.run [--check]: writes the decks, runs ngspice, writes results.json (or compares with it)."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "firmware"), str(ROOT / "host_tools" / "shims")]
RESULTS = HERE / "results.json"
CLOSE = 0.005           # relative difference that a check lets pass (another version of ngspice)
_VALUE = re.compile(r"^(\w+)\s*=\s*([-+0-9.eE]+)", re.M)


def simulate(path):
    """dict: measured name -> value. RuntimeError if ngspice fails or prints nothing."""
    done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True, timeout=300, cwd="/tmp")
    values = {name: float(value) for name, value in _VALUE.findall(done.stdout)}
    if "error" in done.stderr.lower() and not values or not values:
        raise RuntimeError(f"{path.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {name: float(f"{value:.5g}") for name, value in values.items()}


def digest(text):
    """sha256 of a deck's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def main(check):
    """Runs every deck."""
    from hardware.power.decks import all_decks
    decks = all_decks()
    folder = HERE / "decks"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.cir"):
        if old.name not in decks and not check:
            old.unlink()
    results = {}
    for name, text in decks.items():
        if not check:
            (folder / name).write_text(text)
        results[name] = {"sha256": digest(text), "values": simulate(folder / name)}
    if check:
        return compare(json.loads(RESULTS.read_text())["decks"], results)
    version = subprocess.run(["ngspice", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"ngspice-\d+", version)
    RESULTS.write_text(json.dumps({"simulator": found.group(), "decks": results}, indent=1) + "\n")
    return 0


def compare(old, new):
    """Number of decks that differ; tells which."""
    wrong = 0
    for name in sorted(set(old) | set(new)):
        same = name in old and name in new and old[name]["sha256"] == new[name]["sha256"] and all(
            abs(value - old[name]["values"].get(key, 1e9)) <= CLOSE * abs(value) + 1e-6
            for key, value in new[name]["values"].items())
        if not same:
            print(f"{name}: committed {old.get(name)}, now {new.get(name)}")
            wrong += 1
    return wrong


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
