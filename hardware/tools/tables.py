"""python -m hardware.tools.tables [--check]: the figures of electronics.md, out of power/*.json.

A table stands between <!-- NAME --> and <!-- end -->; only these parts of the page are written.
"""

import json
import pathlib
import re
import sys

HARDWARE = pathlib.Path(__file__).parents[1]
PAGE = HARDWARE / "electronics.md"


def _results():
    decks = json.loads((HARDWARE / "power" / "results.json").read_text(encoding="utf-8"))["decks"]
    return {name[:-4]: deck["values"] for name, deck in decks.items()}


def _table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def drop():
    """Current out of the supply and voltage at the last pixel, by build, supply and case."""
    values, rows = _results(), []
    for name in sorted({n.rsplit("-", 1)[0] for n in values if n.startswith("drop-")}):
        _drop, build, supply = name.split("-")
        amps = [f"{values[f'{name}-{case}']['amps']:.2f}" for case in ("dark", "typical", "white")]
        far, least = values[name + "-far"]["far"], min(values[f"{name}-{c}"]["least"] for c in ("white", "far"))
        rows.append([build, supply.replace("A", " A"), *amps, f"{values[name + '-typical']['far']:.2f}", f"{far:.2f}",
                     f"{least:.2f}"])
    head = ("build", "supply", "dark A", "typical A", "worst A", "typical far V", "worst far V", "worst pixel V")
    return _table(head, rows)


def inrush():
    """Peak current, by build and event."""
    values, rows = _results(), []
    for build in sorted({name.split("-")[1] for name in values if re.fullmatch(r"inrush-\w+-bare", name)}):
        rows.append([build, "capacitors straight on the supply", f"{values[f'inrush-{build}-bare']['peak']:.1f}", ""])
        for event, words in (("plug", "plugged in, switch on"), ("switch", "switched on")):
            some = [values[f"inrush-{build}-{event}{v}"] for v in (-1.0, -1.5, -2.0)]
            start = 0.001 if event == "plug" else 1.2
            times = [1000 * (v["half"] - start) for v in some]
            rows.append([build, words, f"{min(v['peak'] for v in some):.2f} to {max(v['peak'] for v in some):.2f}",
                         f"{min(times):.0f} to {max(times):.0f}"])
    return _table(("build", "event", "peak A", "ms to 2.5 V"), rows)


def mini():
    """The Mini plugged into a port, by capacitor and by what the port gives."""
    values, rows = _results(), []
    for name in sorted((n for n in values if n.startswith("inrush-mini-")), key=lambda n: -values[n]["peak"]):
        _inrush, _mini, capacitor, limit = name.split("-")
        v = values[name]
        rows.append([capacitor.replace("u", " uF"), limit.replace("A", " A"), f"{v['peak']:.1f}",
                     f"{1000 * v['charge']:.2f}", f"{v['least']:.1f}", f"{1000 * v['low']:.1f}",
                     f"{1000 * (v['full'] - 0.001):.1f}"])
    return _table(("capacitor", "limit of the port", "peak A", "charge mC", "least V at the port", "ms below 4.75 V",
                   "ms to 4.5 V"), rows)


def fuse():
    """What each fuse does."""
    values, rows = _results(), []
    words = {"hold": "largest allowed current, 50 C", "short": "short at the far row, supply without a limit",
             "limited": "the same, 3 A supply that limits at 3.6 A", "runaway": "90 white pixels, no limiter"}
    for name in sorted(n for n in values if n.startswith("fuse-")):
        _fuse, part, event = name.split("-")
        v = values[name]
        trip = f"{v['trip']:.1f}" if "trip" in v else "never"
        rows.append(["MF-R" + part, words[event], f"{v['amps_start']:.2f}", f"{v['amps_end']:.2f}", trip,
                     f"{v['degrees_end']:.0f}"])
    return _table(("fuse", "event", "A at first", "A after 2 min", "trips after s", "C after 2 min"), rows)


def copper():
    """Narrowest place of each power path and its temperature rise."""
    data = json.loads((HARDWARE / "power" / "copper.json").read_text(encoding="utf-8"))
    rows = [[name, path["path"], path["net"], f"{path['amps']:.1f}", f"{path['narrowest_mm']:.2f}",
             f"{path['rise_k']:.1f}"]
            for name, board in data["boards"].items() for path in board["paths"]]
    return _table(("board", "path", "net", "A", "narrowest mm", "rise K"), rows)


TABLES = {"drop": drop, "inrush": inrush, "mini": mini, "fuse": fuse, "copper": copper}


def rendered(page):
    """The page's text with every table made anew. ValueError if a marker is missing."""
    for name, make in TABLES.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
        text = make()
        page, count = pattern.subn(lambda m, text=text: m.group(1) + text + "\n" + m.group(2), page)
        if count != 1:
            raise ValueError(f"electronics.md has {count} places for the table {name!r}")
    return page


def main(check):
    """Writes the page, or returns 1 if it is not current."""
    old = PAGE.read_text(encoding="utf-8")
    new = rendered(old)
    if check:
        return int(old != new)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
