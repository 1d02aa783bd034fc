"""The cables of Classic, Slider and Party as a WireViz file, taken from the control board's own list of nets."""

import json

from hardware.control import design

# connector of the control board -> (title, colours of its wires in order of the pins, gauge in mm2)
CABLES = {
    "J2": ("first row board", ("RD", "GN", "BK"), 0.33),
    "J3": ("a row board in the middle (power only)", ("RD", "BK"), 0.33),
    "J4": ("the last row board (power only)", ("RD", "BK"), 0.33),
    "J5": ("column buttons", ("BN", "OG", "YE", "GN", "BU", "VT", "GY", "PK", "TQ", "BK"), 0.14),
    "J6": ("MENU and UNDO", ("WH", "RD", "BK"), 0.14),
    "J7": ("receivers of the beams", ("BN", "OG", "YE", "GN", "BU", "VT", "GY", "PK", "TQ", "RD", "BK"), 0.14),
    "J8": ("emitters of the beams", ("BN", "OG", "YE", "GN", "BU", "VT", "GY", "PK", "TQ", "RD"), 0.14),
}
WORDS = {"+5V": "+5 V", "LED_DIN": "DIN", "GND": "GND", "BTN_MENU": "MENU button", "BTN_UNDO": "UNDO button",
         "3V3B": "3.3 V", "VSYS": "5 V (VSYS)"}


class _Recorder:
    """Takes what design.draw() says of the circuit, and keeps the pins of the connectors."""

    def __init__(self):
        self.pins = {}

    def add(self, reference, kind, at, nets, **more):
        self.pins.setdefault(reference, {}).update(nets)

    def box(self, *words):
        """Frames and notes of the sheet."""

    def flag(self, *words):
        """Power flags."""


def connectors():
    """Connector of CABLES -> its nets in order of the pins."""
    sheet = _Recorder()
    design.draw(sheet)
    return {name: [net for _, net in sorted(sheet.pins[name].items(), key=lambda pin: int(pin[0]))] for name in CABLES}


def words(net):
    """What a maker calls a net: 'column 3', 'receiver 3', 'emitter 3'."""
    for start, name in (("BTN", "column"), ("RX", "receiver"), ("TX", "emitter")):
        if net.startswith(start) and net[len(start):].isdigit():
            return f"{name} {net[len(start):]}"
    return WORDS[net]


def panel_yaml():
    """Power and light; J2, J3 and J4 and the way the row boards follow each other."""
    return _yaml("Litfour: light", ("J2", "J3", "J4"))


def controls_yaml():
    return _yaml("Litfour: buttons", ("J5", "J6"))


def beams_yaml():
    return _yaml("Litfour: beams", ("J7", "J8"))


def _yaml(title, names):
    """A WireViz file; JSON is YAML."""
    nets = connectors()
    plan = {"metadata": {"title": title}, "options": {"fontname": "DejaVu Sans", "bgcolor": "#FFFFFF"},
            "connectors": {}, "cables": {}, "connections": []}
    for name in names:
        what, colours, gauge = CABLES[name]
        count = len(nets[name])
        plan["connectors"][name] = {"type": f"control board {name}", "subtype": f"JST XH, {count} pins",
                                    "pinlabels": nets[name], "bgcolor": "#DDF0DD"}
        plan["connectors"][f"to {name}"] = {"type": what, "pinlabels": [words(net) for net in nets[name]],
                                            "bgcolor": "#FFF6DD"}
        plan["cables"][f"W{name[1:]}"] = {"gauge": f"{gauge} mm2", "length": 0.4, "colors": list(colours),
                                          "wirecount": count}
        every = list(range(1, count + 1))
        plan["connections"].append([{name: every}, {f"W{name[1:]}": every}, {f"to {name}": every}])
    return json.dumps(plan, indent=1) + "\n"


def files():
    """Name of the WireViz file in hardware/guides -> text."""
    return {"harness-light.yml": panel_yaml(), "harness-buttons.yml": controls_yaml(),
            "harness-beams.yml": beams_yaml()}
