"""A build whose chain runs otherwise than hw/wiring.py has it, in words: what the self-test found out, in board.txt.

    7x6 origin=tr axis=columns serpentine=no order=RGB lead=1
    9x6+rail rail=-1

The build's name, then as many as needed of: origin (bl, br, tl, tr: where the chain enters the grid), axis (rows or
columns), serpentine (yes or no), order (of the colours on the wire), rail (1 from the left, -1 from the right), lead
(1 to 3 sacrificial pixels ahead of the first cell). On a bought module the words are about the whole module.
Loaded only for such a board.
"""

from litfour.hw.wiring import Wiring, WiringError, chain_map, check, wiring_named

MODULE = "7x6-on-8x8"
MOST_LEAD = 3
ORIGINS = ("bl", "br", "tl", "tr")
AXES = ("rows", "columns")


def wiring_of(text):
    """The Wiring of such a line. WiringError, with the word that is wrong."""
    words = text.split()
    if not words:
        raise WiringError("a wiring without a name")
    fields = {}
    for word in words[1:]:
        field, _, value = word.partition("=")
        if field in fields:
            raise WiringError(f"the wiring {text!r} says {field} twice")
        fields[field] = read(word, field, value)
    wiring = turned(words[0], fields)
    check(wiring, wiring.panel_record())
    return wiring


def read(word, field, value):
    """The value of a word as Wiring wants it."""
    allowed = {"origin": ORIGINS, "axis": AXES, "serpentine": ("no", "yes"), "rail": ("1", "-1"),
               "lead": ("1", "2", "3")}
    if field == "order":
        return value                    # check() looks at it
    if value not in allowed.get(field, ()):
        raise WiringError(f"a wiring can't say {word!r}: it has order=GRB and the like, "
                          + ", ".join([name + "=" + "|".join(allowed[name]) for name in sorted(allowed)]))
    return value == "yes" if field == "serpentine" else int(value) if field in ("rail", "lead") else value


def turned(name, fields):
    """The build `name` with other fields (by name: order, origin, axis, serpentine, rail, lead)."""
    wiring = wiring_named(name)
    if "rail" in fields and not wiring.rail:
        raise WiringError(f"the wiring {name!r} has no rail, but the words say where it begins")
    for field in fields:
        if field != "lead":
            setattr(wiring, field, fields[field])
    lead = fields.get("lead", 0)
    if name == MODULE:
        turn_module(wiring)
    wiring.skip = tuple(range(lead)) + tuple([i + lead for i in wiring.skip])
    wiring.name = words_of(name, fields)
    return wiring


def words_of(name, fields):
    """The line that wiring_of() reads back; words that say what the build has anyway are left out."""
    usual = wiring_named(name)
    words = [name]
    for field in ("origin", "axis", "serpentine", "order", "rail", "lead"):
        if field in fields and fields[field] != getattr(usual, field, 0):
            value = fields[field]
            words.append(field + "=" + (("no", "yes")[value] if field == "serpentine" else str(value)))
    return " ".join(words)


def turn_module(wiring):
    """From the chain of a whole 8x8 module to that of the 7x6 game in its bottom left corner.

    Lines outside of the game come first if the module begins at the top (two of them) or, by columns, at the right
    (one): after an odd number of lines a serpentine chain enters the game at the other end of its line.
    """
    module = Wiring("module", "8x8", origin=wiring.origin, axis=wiring.axis, serpentine=wiring.serpentine)
    if wiring.origin not in ORIGINS or wiring.axis not in AXES:
        return                          # check() says so
    chain = chain_map(module)
    wiring.skip = tuple(sorted([chain[i] for i in range(64) if i % 8 >= 7 or i // 8 >= 6]))
    if wiring.serpentine and wiring.axis == "columns" and wiring.origin[1] == "r":
        wiring.origin = ("b" if wiring.origin[0] == "t" else "t") + "r"
