"""What a box takes beside the printed parts: screws, switches, discs, sheet; counted from its parameters."""

import csv
import json
from pathlib import Path

PARAMS = Path(__file__).resolve().parents[1] / "enclosure" / "params.json"
SPARE = 2               # discs


def counts(name):
    """[(item, number, remark)] for one upright build."""
    record = json.loads(PARAMS.read_text())["builds"][name]
    columns, rows = record["columns"], record["rows"]
    across = len(record["front_cut"]) + 1
    bolts = len(record["bolt_columns"]) * len(record["bolt_rows"])
    rail = sum(1 for c in record["board_hole_borders"] if c != record["front_cut"][0])
    posts = 2 + sum(1 for c in range(2, columns, 2) if c != record["front_cut"][0]) + 2
    return [
        ("screw M3 x 12, countersunk", bolts, "carrier into front"),
        ("screw M3 x 20, pan head", 2 * len(record["bolt_rows"]), "chutes and carrier into front, at the sides"),
        ("screw M3 x 25, pan head", 2, "beam bar and its cover"),
        ("screw M3 x 16, pan head", 2, "mouth"),
        ("screw M3 x 8, pan head", 2 + 6 + posts,
         "2 base's sides into the tower, 6 deck into base, the rest deck into switch plate"),
        ("screw M3 x 6, pan head", 4, "control board"),
        ("screw M3 x 8 with nut", rail, "only with a rail"),
        ("disc 29 mm, 5 mm thick", columns * rows + SPARE, "half of them red, half yellow; print or buy"),
        ("opal sheet 1 mm, or printed diffusers", 1,
         f"{columns * 33.33:.0f} x {rows * 33.33:.0f} mm; in {across} pieces across"),
        ("rubber foot", 8, "under the base"),
        ("felt, 80 mm wide", 1, "on the ramp: discs land quietly"),
    ]


MINI = [
    ("Raspberry Pi Pico with header pins (or Pico 2)", 1, "MicroPython 1.28 goes onto it"),
    ("8 x 8 module of WS2812B on a rigid board, row by row", 1,
     "71 mm with pixels every 8.9 mm; measure yours before you print the case"),
    ("74AHCT125, DIP-14", 1, "74HCT125 will do; 74HC125 will not"),
    ("push-button 6 x 6 mm, 13 mm high", 10, "8 columns, MENU, UNDO; without the case any height"),
    ("resistor 330 ohm", 1, "in the data line"),
    ("resistor 47 kilohm", 1, "data line to ground, stands upright"),
    ("electrolytic capacitor 1000 uF, 10 V or more", 1, "8 mm wide for the case; mind its polarity"),
    ("ceramic capacitor 100 nF", 1, "at the chip's supply"),
    ("PTC fuse, holds 1.1 A, as MF-R110", 1, "between the Pico and the plus rail"),
    ("piezo without oscillator", 1, "passive: an active buzzer knows one note"),
    ("breadboard, 830 holes", 1, "board A"),
    ("breadboard, 170 holes", 1, "board B"),
    ("solid wire AWG 22, several colours", 1, "38 pieces cut to length; jumper wires only without the case: too high"),
    ("USB cable for the Pico", 1, "with data wires"),
]


def table(rows):
    """Markdown with a total of pieces."""
    lines = ["| number | part | remark |", "|---|---|---|"]
    lines += [f"| {number} | {item} | {remark} |" for item, number, remark in rows]
    lines.append(f"| **{sum(number for _, number, _ in rows)}** | **pieces in total** | |")
    return "\n".join(lines) + "\n"


BOM = Path(__file__).resolve().parents[1] / "bom"


def electronics():
    """Markdown: how many kinds and pieces of electronics each build takes, with and without its options."""
    lines = ["| build | list | kinds | pieces without options | with beams | with the rail |",
             "|---|---|---|---|---|---|"]
    for name in ("classic", "slider", "party"):
        with open(BOM / f"{name}.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        plain = sum(int(row["quantity"]) for row in rows if not row["option"])
        more = {option: sum(int(row["quantity"]) for row in rows if row["option"] == option)
                for option in ("beams", "rail")}
        kinds = len({row["part"] for row in rows})
        lines.append(f"| {name.capitalize()} | [{name}.csv](../bom/{name}.csv) | {kinds} | {plain} | "
                     f"{plain + more['beams']} | {plain + more['rail']} |")
    return "\n".join(lines) + "\n"
