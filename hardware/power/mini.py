"""The ngspice decks of the Mini's inrush: its capacitors hang on a USB port through the fuse, with no slow switch."""

from hardware.power.model import CONTROL_MA, FUSE_FOR, MEANT_FOR, RESISTANCES, loads

LIMITS = {"none": 1000, "1.5A": 1.5, "0.5A": 0.5}       # A: what a port gives; the least it owes is 0.5
CAPACITORS = {"1000u": 0.03, "100u": 0.3}               # of the rail, its series resistance in ohm
USB_CHARGE = 50e-6      # C that may flow above 100 mA when plugged in: 10 uF at 5 V (USB 2.0, 7.2.4.1 and its test)


def plugged(capacitor, limit):
    """Deck: a Mini without charge is plugged into a port. Keys of CAPACITORS and LIMITS; KeyError for others.

    Measured: peak A in the cable, charge in C while it is above 0.1 A, least V at the port and `low` s for which the
    port is below 4.75 V, seconds at which the rail passes 2.5 and 4.5 V (contact is at 1 ms), the rail's V at 59 ms.
    """
    each = loads("mini", MEANT_FOR["mini"], "dark")
    fuse, esr = RESISTANCES[FUSE_FOR[MEANT_FOR["mini"]]][0], CAPACITORS[capacitor]
    lead = 2 * (0.2 * 0.09 + 2 * RESISTANCES["contact"][0])     # as in the decks of the drop: there and back
    lines = [f"Litfour mini: plugged into a USB port, {capacitor}F on the rail, limit of the port: {limit}",
             "* the port: 5 V behind 50 milliohm, holds its current at the limit; 120 uF, as USB asks of a hub",
             f"Bport 0 port I='min({LIMITS[limit]}, max(0, (5 - v(port)) * 20))'", "Cport port cp 120u IC=5",
             "Rport cp 0 0.03",
             "* the plug makes contact at 1 ms; 1 uH of cable, 0.1 ohm",
             "Splug port plug contact 0 plug", ".model plug sw(vt=2.5 ron=1m roff=10meg)",
             "Vcontact contact 0 PWL(0 0 1m 0 1.02m 5)", "Rcable plug mid 0.1", "Lcable mid vbus 1u",
             "* the Pico: a Schottky diode and 47 uF (an assumption) at its converter, here a resistor",
             "Dpico vbus vsys schottky", ".model schottky d(is=1u rs=0.1)", "Cpico vsys 0 47u IC=0",
             f"Rpico vsys 0 {5000 / CONTROL_MA['mini']:.2f}",
             "* the fuse at 23 C, the rail of board B, the module with 0.1 uF and its dark current at each pixel",
             f"Rfuse vbus rail {fuse}", f"Crail rail cr {capacitor} IC=0", f"Rrail cr 0 {esr}",
             f"Rlead rail module {lead:.4f}", f"Cmodule module 0 {len(each) * 0.1:.2f}u IC=0",
             f"Rmodule module 0 {5000 / sum(each):.2f}",
             ".control", "set filetype=ascii", "tran 1u 60m 0 2u uic",
             "let over = i(Lcable) * (i(Lcable) gt 0.1)", "let below = v(port) lt 4.75",
             "meas tran peak MAX i(Lcable)", "meas tran charge INTEG over", "meas tran least MIN v(port) from=1m",
             "meas tran low INTEG below", "meas tran half WHEN v(rail)=2.5 RISE=1",
             "meas tran full WHEN v(rail)=4.5 RISE=1", "meas tran rail_end FIND v(rail) AT=0.059",
             "print peak charge least low half full rail_end", ".endc", ".end"]
    return "\n".join(lines) + "\n"


def all_plugged():
    """dict: file name -> text of each deck here."""
    return {f"inrush-mini-{capacitor}-{limit}.cir": plugged(capacitor, limit)
            for capacitor in CAPACITORS for limit in LIMITS}
