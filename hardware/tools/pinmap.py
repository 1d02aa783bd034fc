"""The pin map three times over: out of the firmware, out of the schematic, out of pinmap.csv. A row is
(gpio, pin of the Pico's header, role, where the wire ends). python -m hardware.tools.pinmap writes pinmap.csv."""

import csv
import pathlib
import re
import sys

from hardware.tools import netlist

HARDWARE = pathlib.Path(__file__).parents[1]
SHEET = HARDWARE / "control" / "control.kicad_sch"
CSV = HARDWARE / "pinmap.csv"
FIELDS = ("gpio", "pico_pin", "role", "ends_at")
GATES = {"1": "2", "3": "4", "5": "6", "9": "8", "11": "10", "13": "12"}         # 74HC14: input -> output
BUFFERS = {"2": ("3", "1"), "5": ("6", "4"), "9": ("8", "10"), "12": ("11", "13")}    # 74AHCT125: (output, enable)


def from_firmware(pins):
    """dict: gpio -> role, from the firmware's table (the module litfour.hw.pins)."""
    roles = {gpio: f"column {i + 1}" for i, gpio in enumerate(pins.COLUMN_PINS)}
    roles.update({gpio: f"beam {i + 1}" for i, gpio in enumerate(pins.BEAM_PINS)})
    roles.update({gpio: f"strap {i}" for i, gpio in enumerate(pins.STRAP_PINS)})
    roles.update({pins.MENU_PIN: "menu", pins.UNDO_PIN: "undo", pins.BUZZER_PIN: "buzzer", pins.PANEL_PIN: "panel",
                  pins.SENSE_PIN: "sense"})
    return roles


def from_csv(path=CSV):
    """List of rows of pinmap.csv, gpio and pin as numbers."""
    with open(path, encoding="utf-8", newline="") as file:
        return [(int(r["gpio"]), int(r["pico_pin"]), r["role"], r["ends_at"]) for r in csv.DictReader(file)]


class _Tracer:
    """Follows nets through resistors and logic gates to connectors."""

    def __init__(self, parts):
        self.parts = parts
        self.nets = netlist.nets_of(parts)

    def on(self, net, prefix):
        """Pins (ref, number) on `net` of fitted parts whose reference is `prefix` and digits."""
        return [(ref, pin) for ref, pin in self.nets.get(net, ()) if re.fullmatch(prefix + r"\d+", ref)
                and not self.parts[ref].dnp]

    def beyond(self, net):
        """Nets on the far side of fitted resistors at `net`, except supplies and ground."""
        far = [netlist.across(self.parts, ref, net) for ref, _pin in self.on(net, "R")]
        return sorted(n for n in far if n not in ("GND", "+3V3", "+5V", "VSYS"))

    def connector(self, net):
        """"J5.1" for the connector pin on `net`, "" if there is none."""
        return " ".join(f"{ref}.{pin}" for ref, pin in self.on(net, "J") + self.on(net, "BZ"))

    def trace(self, net):
        """(role, where it ends) of a net at the Pico; ValueError if it leads nowhere known."""
        for ref, pin in self.on(net, "U"):
            value = self.parts[ref].value
            if value == "74HC14" and pin in GATES.values():
                source = next(a for a, b in GATES.items() if b == pin)
                return self._named(self.connector(self.parts[ref].pins[source]), {"J7": "beam"})
            if value == "74AHCT125" and pin in BUFFERS:
                out, enable = BUFFERS[pin]
                if self.parts[ref].pins[enable] != "GND":
                    raise ValueError(f"{ref}: the buffer of {net} is not enabled")
                far = self.beyond(self.parts[ref].pins[out])[0]
                return self._named(self.connector(far), {"J2": "panel", "BZ1": "buzzer"})
        ends = self.beyond(net)
        if ends == ["CC1", "CC2"]:
            return "sense", "J1.A5 J1.B5"
        if len(ends) == 1:
            return self._named(self.connector(ends[0]), {"J5": "column", "J6": "control"})
        grounded = any(netlist.across(self.parts, ref, net) == "GND" for ref, _pin in self.on(net, "R"))
        return "strap", "ground" if grounded else "open"

    @staticmethod
    def _named(end, kinds):
        ref, _dot, number = end.partition(".")
        kind = kinds[ref]
        if kind == "control":
            return {"1": "menu", "2": "undo"}[number], end
        return (kind if kind in ("panel", "buzzer") else f"{kind} {number}"), end


def from_schematic(sheet=SHEET):
    """List of rows out of the schematic, by GPIO. Straps are told by their bit, the order of STRAP labels."""
    parts = netlist.read(sheet)
    tracer = _Tracer(parts)
    rows = []
    for number, name in parts["U1"].pin_names.items():
        gpio = re.match(r"GPIO(\d+)", name)
        if not gpio or parts["U1"].pins[number] is None:
            continue
        net = parts["U1"].pins[number]
        role, end = tracer.trace(net)
        if role == "strap":
            role = "strap " + re.fullmatch(r"STRAP(\d)", net).group(1)
        rows.append((int(gpio.group(1)), int(number), role, end))
    return sorted(rows)


def strap_number(rows):
    """What the firmware reads at the straps: open is 1, strapped to ground 0, strap 0 is bit 0."""
    return sum((end == "open") << int(role[-1]) for _gpio, _pin, role, end in rows if role.startswith("strap"))


def main():
    """Writes pinmap.csv from the schematic."""
    with open(CSV, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        writer.writerows(from_schematic())


if __name__ == "__main__":
    sys.exit(main())
