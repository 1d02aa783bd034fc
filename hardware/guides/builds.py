"""The four builds as the guides tell of them: names, boards, figures that are worked out from the firmware's tables."""

import json
from dataclasses import dataclass
from pathlib import Path

from litfour.hw.encode import Encoder
from litfour.hw.wiring import chain_length, wiring_named
from litfour.view.palette import SEATS

COUNTED = 40            # frames until the encoder's gentle start is over


@dataclass(frozen=True)
class Build:
    """One build. hours: without printing; games: variants that the card tells, as the firmware names them.

    Hours are estimates: nobody has built one from these guides yet."""

    name: str
    boards: tuple
    games: tuple
    hours: str
    tools: str
    skill: str
    seats: str


STANDARD = ("standard",)
BUILDS = {
    "mini": Build("Mini", ("7x6-on-8x8", "8x8"), ("standard", "8x7"), "2 to 3",
                  "wire strippers; a soldering iron for three joints", "none needed: you learn it here",
                  "2, close together"),
    "classic": Build("Classic", ("7x6", "7x6+rail"), STANDARD, "8 to 12",
                     "soldering iron, multimeter, side cutters, screwdriver, 3-D printer or laser cutter",
                     "you have soldered through-hole parts before", "2"),
    "slider": Build("Slider", ("9x6", "9x6+rail"), ("standard", "five", "5-in-a-row"), "10 to 14",
                    "as Classic", "as Classic, and patience for 54 pixels", "2"),
    "party": Build("Party", ("9x9", "9x9+rail"), ("standard", "8x7", "9x7", "five", "5-in-a-row"), "14 to 20",
                   "as Classic", "one build of this kind behind you", "2, and people who watch"),
}


def demand(board, budget=None, brightness=255):
    """{"dark", "discs", "white"}: mA the firmware lets the panel have at a brightness, within `budget` or its own.

    discs: every cell taken, red and yellow by turns. white: every cell white.
    """
    wiring = wiring_named(board)
    if budget:
        wiring.budget_ma = budget
    panel = wiring.panel_record()
    encoder = Encoder(panel, wiring)
    dark = bytearray(panel.size)
    for _ in range(COUNTED):
        encoder.encode(dark, 255)
    discs = bytearray(panel.size)
    for cell in range(panel.cells):
        discs[3 * cell:3 * cell + 3] = bytes(SEATS[1 + cell % 2])
    white = bytearray(b"\xff" * panel.size)
    frames = {"dark": dark, "discs": discs, "white": white}
    return {name: encoder.encode(frame, brightness) for name, frame in frames.items()}


def brightness_rows():
    """(board, pixels sent, limit mA, dark mA, wants mA, share %) for a full board of discs, and the share for white."""
    rows = []
    for board in ("7x6-on-8x8", "8x8", "7x6", "9x6", "9x9"):
        wiring = wiring_named(board)
        limited, free = demand(board), demand(board, 8000)
        dark = limited["dark"]
        shares = [round(100 * (limited[what] - dark) / (free[what] - dark)) for what in ("discs", "white")]
        rows.append((board, chain_length(wiring), wiring.budget_ma, dark, free["discs"], *shares))
    return rows


def brightness_table():
    """Markdown: how bright each panel is on a 0.5 A port."""
    names = {board: build.name for build in BUILDS.values() for board in build.boards}
    lines = ["| build | board | pixels | limit mA | dark mA | full board of discs wants mA | and gets | white gets |",
             "|---|---|---|---|---|---|---|---|"]
    lines += [f"| {names[board]} | `{board}` | {pixels} | {limit} | {dark} | {wants} | {discs} % | {white} % |"
              for board, pixels, limit, dark, wants, discs, white in brightness_rows()]
    return "\n".join(lines) + "\n"


REPORT = Path(__file__).resolve().parents[1] / "enclosure" / "report.json"
CM3_AN_HOUR = 15        # what a common printer lays down, all told: an assumption
PLA = 1.24              # g/cm3


def builds_table():
    """Markdown: size, time, tools, skill of each build; plastic from the enclosure's report, printed solid."""
    report = json.loads(REPORT.read_text())["builds"]
    lines = ["| | " + " | ".join(build.name for build in BUILDS.values()) + " |", "|---|" + "---|" * len(BUILDS)]

    def row(title, tell):
        lines.append(f"| {title} | " + " | ".join(tell(name, build) for name, build in BUILDS.items()) + " |")

    row("cells", lambda name, build: ", ".join(sorted({board[:3].replace("x", " x ") for board in build.boards}
                                                      | ({"8 x 7"} if name == "mini" else set()))))
    row("`board.txt`", lambda name, build: ", ".join(f"`{board}`" for board in build.boards))
    row("size w x d x h, mm", lambda name, build: " x ".join(f"{side:.0f}" for side in report[name]["assembled_mm"]))
    row("hours of work", lambda name, build: build.hours)
    row("plastic, cm3", lambda name, build: f"{report[name]['volume_cm3']:.0f}")
    row("hours of printing", lambda name, build: f"about {report[name]['volume_cm3'] / CM3_AN_HOUR:.0f}")
    row("tools", lambda name, build: build.tools)
    row("skill", lambda name, build: build.skill)
    row("seats", lambda name, build: build.seats)
    return "\n".join(lines) + "\n"
