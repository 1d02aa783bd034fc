"""python3 -m hardware.tools.check [--check]: ERC, DRC and parity of every board by kicad-cli, into reports/checks.json.

Also compares KiCad's own netlist with hardware.tools.netlist. Fails if anything of any severity is reported; with
--check, also if the committed report is not the same.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from hardware.tools import netlist

HARDWARE = pathlib.Path(__file__).parents[1]
REPORT = HARDWARE / "reports" / "checks.json"
BOARDS = {"control": HARDWARE / "control", "row7": HARDWARE / "panel", "row9": HARDWARE / "panel"}


def sha256(path):
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _cli(*words):
    done = subprocess.run(["kicad-cli", *map(str, words)], capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"kicad-cli {' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def _kicad_nets(sheet, folder):
    out = folder / "netlist.xml"
    _cli("sch", "export", "netlist", "--format", "kicadxml", "-o", out, sheet)
    nets = {}
    for net in ElementTree.parse(out).getroot().find("nets"):
        name = net.get("name").lstrip("/")
        if not name.startswith("unconnected"):
            nets[name] = sorted((node.get("ref"), node.get("pin")) for node in net)
    return nets


def check(name, sheet, board):
    """dict: what KiCad says of one board; lists are empty when nothing is wrong."""
    project = board.with_suffix(".kicad_pro")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        _cli("sch", "erc", "--severity-all", "--format", "json", "-o", folder / "erc.json", sheet)
        _cli("pcb", "drc", "--severity-all", "--schematic-parity", "--format", "json", "-o", folder / "drc.json", board)
        erc = json.loads((folder / "erc.json").read_text())
        drc = json.loads((folder / "drc.json").read_text())
        if _kicad_nets(sheet, folder) != netlist.nets_of(netlist.read(sheet)):
            raise RuntimeError(f"{name}: hardware/tools/netlist.py reads another netlist than KiCad")
    return {"schematic": {"file": sheet.name, "sha256": sha256(sheet)},
            "board": {"file": board.name, "sha256": sha256(board)},
            "project": {"file": project.name, "sha256": sha256(project)},
            "erc": [v for page in erc["sheets"] for v in page["violations"]], "drc": drc["violations"],
            "unconnected": drc["unconnected_items"], "parity": drc["schematic_parity"], "netlist_agrees": True}


def main(only_check):
    """Runs all checks; returns the number of boards that fail."""
    report = {"kicad": _cli("version"), "boards": {}}
    wrong = 0
    for name, folder in BOARDS.items():
        found = check(name, folder / (name + ".kicad_sch"), folder / (name + ".kicad_pcb"))
        report["boards"][name] = found
        counts = {kind: len(found[kind]) for kind in ("erc", "drc", "unconnected", "parity")}
        print(name, counts)
        wrong += any(counts.values())
    if only_check:
        old = json.loads(REPORT.read_text())
        if old["boards"] != report["boards"]:
            print("reports/checks.json is not current")
            wrong += 1
    else:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(report, indent=1) + "\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
