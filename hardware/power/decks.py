"""The ngspice decks of hardware/power/decks: drop at the far pixel, inrush, fuse. Text only; run.py simulates."""

from hardware.power.mini import all_plugged
from hardware.power.model import (
    BUILDS,
    CONTROL_MA,
    FEED_CABLE,
    FUSE_FOR,
    FUSES,
    MEANT_FOR,
    RESISTANCES,
    ROW_CABLE,
    SUPPLIES,
    SUPPLY_VOLTS,
    loads,
)

CASES = ("dark", "typical", "white", "far")
BOARD_BUILDS = ("classic", "slider", "party")       # those with the control board; mini.py has the Mini's inrush


def _supplies(build):
    """The supplies a build may have: up to the one it is meant for."""
    names = list(SUPPLIES)
    return names[:names.index(MEANT_FOR[build]) + 1]


def drop(build, supply, case):
    """Deck: voltage at every pixel. Typical resistances for dark and typical, the worst for white and far."""
    worst = case in ("white", "far")
    r = {name: pair[worst] for name, pair in RESISTANCES.items()}
    each = loads(build, supply, case)
    _board, rows, fed = BUILDS[build]
    columns = len(each) // rows
    control = CONTROL_MA["mini" if build == "mini" else "beams"]
    lines = [f"Litfour {build}, {supply} supply, {case}: voltage along the chain of {len(each)} pixels",
             f"Vusb source 0 {SUPPLY_VOLTS[worst]}", f"Rcable source vbus {r['cable']}",
             f"Rfuse vbus fused {r[FUSE_FOR[supply]]}",
             f"Rmosfet fused rail {r['mosfet'] if build != 'mini' else 0.001}",
             f"Rboard rail out {r['board']}", f"Icontrol rail 0 {control}m"]
    if build == "mini":
        lines += _module(each, rows, columns, r)
    else:
        lines += _row_boards(each, rows, columns, fed, r)
    last = len(each) - 1
    lines += [".control", "op"]
    lines += [f"let u{i} = v(p{i}) - v(g{i})" for i in range(len(each))]
    lines += [f"let far = u{last}", "let least = far"]
    lines += [f"if u{i} < least\n  let least = u{i}\nend" for i in range(len(each))]
    lines += ["let amps = -i(vusb)", "let rail_volts = v(rail)", "print far least amps rail_volts", ".endc", ".end"]
    return "\n".join(lines) + "\n"


def _lead(name, one, other, ohms):
    return f"R{name} {one} {other} {ohms:.6f}"


def _row_boards(each, rows, columns, fed, r):
    """Rows in a serpentine: power enters at the fed rows, short cables join the end of each row to the next."""
    lines = []
    for k, row in enumerate(fed):
        ohms = 2 * r["contact"] + FEED_CABLE[k] * r["wire"]
        spot = row * columns + (0 if row == 0 else 1)
        lines += [_lead(f"feedp{k}", "out", f"p{spot}", ohms), _lead(f"feedg{k}", "0", f"g{spot}", ohms)]
    joint = 2 * r["contact"] + ROW_CABLE * r["wire"]
    for i, milliamps in enumerate(each):
        lines.append(f"I{i} p{i} g{i} {milliamps:.4f}m")
        if i + 1 < len(each):
            end = (i + 1) % columns == 0
            lines.append(_lead(f"p{i}", f"p{i}", f"p{i + 1}", r["row_plus"] + (joint if end else 0)))
            lines.append(_lead(f"g{i}", f"g{i}", f"g{i + 1}", r["row_ground"] + (joint if end else 0)))
    return lines


def _module(each, rows, columns, r):
    """A bought module on jumper wires: fed at its first pixel."""
    lead = 0.2 * 0.09 + 2 * r["contact"]        # 0.2 m of jumper wire, 0.09 ohm a metre, two contacts
    lines = [_lead("feedp", "out", "p0", lead), _lead("feedg", "0", "g0", lead)]
    for i, milliamps in enumerate(each):
        lines.append(f"I{i} p{i} g{i} {milliamps:.4f}m")
        if i + 1 < len(each):
            lines.append(_lead(f"p{i}", f"p{i}", f"p{i + 1}", r["module_row"] / columns))
            lines.append(_lead(f"g{i}", f"g{i}", f"g{i + 1}", r["module_row"] / columns))
    return lines


MOSFET = ".model slow VDMOS(pchan vto={} kp=80 rd=3m rs=1m rg=3 cgs=4n cgdmax=3n cgdmin=0.5n is=1e-12 rb=5m)"


def inrush(build, event, threshold):
    """Deck: current out of the USB supply. `event`: plug (switch on, plug put in), switch (supply there, switched on),
    bare (the same capacitors straight on the supply, for comparison)."""
    _board, rows, _fed = BUILDS[build]
    pixels = len(loads(build, "0.5 A", "dark"))
    fuse = RESISTANCES[FUSE_FOR[MEANT_FOR[build]]][0]
    lines = [f"Litfour {build}: inrush, {event}, MOSFET threshold {threshold} V",
             "* the supply rises in 20 us, as a plug that makes contact; 1 uH of cable, 0.1 ohm",
             "Vusb source 0 PWL(0 0 1m 0 1.02m 5)", "Rcable source mid 0.1", "Lcable mid vbus 1u",
             f"Rfuse vbus fused {fuse}", "C2 fused c2 10u", "Rc2 c2 0 1.0",
             "C5 rail c5 1000u", "Rc5 c5 0 0.03", f"Crows rail rows {rows * 100}u", f"Rrows rows 0 {0.8 / rows:.4f}",
             f"Cpix rail 0 {pixels * 0.1:.2f}u", f"Rload rail 0 {5000 / (pixels + 57):.2f}"]
    if event == "bare":
        lines.append("Rbare fused rail 0.001")
    else:
        level = "0" if event == "plug" else "PWL(0 5 1.2 5 1.2001 0)"
        lines += ["M1 rail gate fused slow", MOSFET.format(threshold), "C3 fused gate 1u", "C4 rail gate 100n",
                  "R5 fused gate 4.7meg", "R6 gate switch 330k",
                  "* the switch: at ground when on, at the supply's 5 V when off", f"Vsw switch 0 {level}"]
    lines += [".control", "set filetype=ascii",
              "tran 20u 1.7 0 100u uic" if event != "bare" else "tran 1u 60m 0 2u uic",
              "meas tran peak MAX i(Lcable) from=0.0011" if event == "plug" else "meas tran peak MAX i(Lcable)",
              "meas tran first MAX i(Lcable) from=0 to=1.1m",
              "meas tran rail_end FIND v(rail) AT={}".format(1.69 if event != "bare" else 0.059),
              "meas tran half WHEN v(rail)=2.5 RISE=1", "print peak first rail_end half", ".endc", ".end"]
    if event == "switch":
        start = lines.index(".control") + 3
        lines[start] = "meas tran peak MAX i(Lcable) from=1.19"
    return "\n".join(lines) + "\n"


def fuse(name, event):
    """Deck: a PTC fuse as a heated resistor, from its data sheet. `event`: hold (the largest allowed current at 50 C),
    short (a dead short at the far row on a supply without a limit), limited (the same on a 3 A supply that limits at
    3.6 A), runaway (every pixel white, no limiter: 90 x 49 mA at 23 C)."""
    hold, _trip, least, _most, post, slowest, watts = FUSES[name]
    ambient = 50 if event == "hold" else 23
    supply = {v: k for k, v in FUSE_FOR.items()}[name]
    budget = {"0.5 A": 500, "1.5 A": 1500, "3 A": 2100}[supply] / 1000
    resistance = post if event == "hold" else least + (post - least) / 3
    thermal = 102 / watts                                           # K/W: the tripped part sits at about 125 C
    heat = slowest * 1.2 * (5 * hold) ** 2 * FUSES[name][3] / 100   # J/K: so that 5 x hold trips in the given time
    lines = [f"Litfour {name}: {event}, ambient {ambient} C",
             "* R grows by 0.4 %/K and steeply above 120 C; heat goes to the air through the thermal resistance",
             f"Rptc in out R='{resistance:.5f} * (1 + 0.004 * (v(t) - 23)) * (1 + exp(min((v(t) - 120) / 2, 18)))'",
             "Bheat 0 t I='(v(in) - v(out)) * i(Vsense)'", f"Cheat t 0 {heat:.4f} IC={ambient}",
             f"Rair t air {thermal:.3f}", f"Vair air 0 {ambient}", "Vsense out load 0"]
    if event == "hold":
        lines += ["Vin in 0 5", f"Iload load 0 {budget}"]
    elif event == "runaway":
        lines += ["Vin in 0 5", "Bload load 0 I='4.41 * min(1, max(0, v(load)) / 3)'"]
    else:
        path = 0.1 + 0.008 + 0.004 + 0.25           # cable, MOSFET, board, panel up to the far row
        limit = {"short": 20, "limited": 3.6}[event]
        lines += [f"Bin in 0 V='5 - max(0, i(Vsense) - {limit}) * 100'", f"Rpath load 0 {path:.3f}"]
    lines += [".control", "tran 50m 120 0 50m uic", "meas tran amps_start FIND i(Vsense) AT=0.1",
              "meas tran amps_end FIND i(Vsense) AT=119.9", "meas tran degrees_end FIND v(t) AT=119.9",
              "meas tran trip WHEN v(t)=120 RISE=1", "print amps_start amps_end degrees_end", ".endc", ".end"]
    return "\n".join(lines) + "\n"


def all_decks():
    """dict: file name -> text."""
    decks = {}
    for build in BUILDS:
        for supply in _supplies(build):
            for case in CASES:
                decks[f"drop-{build}-{supply.replace(' A', 'A')}-{case}.cir"] = drop(build, supply, case)
    for build in BOARD_BUILDS:
        decks[f"inrush-{build}-bare.cir"] = inrush(build, "bare", -1.5)
        for event in ("plug", "switch"):
            for threshold in (-1.0, -1.5, -2.0):
                decks[f"inrush-{build}-{event}{threshold}.cir"] = inrush(build, event, threshold)
    decks.update(all_plugged())
    for name in FUSES:
        for event in ("hold", "short"):
            decks[f"{name.replace('_', '-')}-{event}.cir"] = fuse(name, event)
    for event in ("limited", "runaway"):
        decks[f"fuse-400-{event}.cir"] = fuse("fuse_400", event)
    return decks
