"""The self-test as a script: a generator that yields what it wants to know and is sent the answers.

It has no effects and depends on the answers only. So going back is starting anew with one answer less, and a test
that is given up has changed nothing.
"""

from litfour.hw.chain import turned
from litfour.ports import BEAM, MENU, UNDO
from litfour.selftest.deduce import COLUMN, ROW, Deduction

YES = -1                # MENU: as it should be, go on; in a question about light: none is seen
COLOURS = ("red", "green", "blue")
BOUNCE_MS = 5           # chatter as long as hw/debounce's SETTLE could count twice; a beam's edges are the disc's
ROUNDS = 3              # of questions, until answers that contradict each other are given up

# What can be asked. Answers: a column 0 .. limit - 1 or YES; of "press" a Press; of "ramp" (answer, figures).
# A column is its button's place from the left (facts.order), but of "sweep" it is the source.
KINDS = ("colour", "column", "row", "sweep", "walk", "where", "press", "hear", "ramp", "card")


class Ask:
    """One question. `wiring` is how the panel is driven meanwhile, None: every pixel of the chain by its number.

    value: what is asked about. limit: columns that are answers. count: presses so far. extra: what was found so far.
    again: asked before, and not understood.
    """

    def __init__(self, kind, value=None, wiring=None, limit=9, again=False, count=0, extra=None):
        self.kind = kind
        self.value = value
        self.wiring = wiring
        self.limit = limit
        self.again = again
        self.count = count
        self.extra = extra


class Press:
    """What came when an input was asked for: source (YES: nothing), the longest time of bouncing in ms, raw edges
    in it, presses counted (1 if it does not bounce through), and whether it did not open again."""

    def __init__(self, source, bounce=0, edges=0, presses=1, stays=False):
        self.source = source
        self.bounce = bounce
        self.edges = edges
        self.presses = presses
        self.stays = stays


class Facts:
    """What the script starts from: name of the build (first word of board.txt), the Wiring believed so far, its Panel,
    all deduce.candidates() of the build, bitmap of the inputs that were closed from the start."""

    def __init__(self, name, wiring, options, closed):
        self.name = name
        self.wiring = wiring
        self.panel = wiring.panel_record()
        self.options = options
        self.closed = closed
        self.order = None           # sources of the column buttons from left to right, once they were pressed


def script(facts, card):
    """The whole test. Fills `card` with what is found; the last question shows it."""
    facts.order = None
    wiring = yield from pixels(facts, card)
    yield from inputs(facts, wiring, card)
    answer = yield Ask("hear", wiring=wiring)
    card["buzzer"] = {"pass": answer == YES}
    answer, figures = yield Ask("ramp", wiring=wiring)
    card["light"] = {"pass": answer == YES, "budget_ma": wiring.budget_ma, "brightness_ma": figures}
    card["pass"] = all([card[step]["pass"] for step in ("pixels", "inputs", "buzzer", "light")])
    yield Ask("card", wiring=wiring, limit=0, extra=card)


# ---- pixels

def pixels(facts, card):
    """The column buttons from left to right, as they answer all that follows; then the colours, the way of the chain,
    and every pixel in every colour. Returns the Wiring to go on with."""
    found = card["pixels"] = {"pass": False, "before": facts.wiring.name, "wiring": facts.wiring.name, "dead": []}
    columns = facts.panel.columns
    came = yield from sweep(columns)
    whole = len(came) == columns
    for source in range(columns):
        if source not in came:
            came.insert(source, source)         # silent: most likely at its own place
    facts.order = came
    order = yield from colours(found, whole)
    wiring = facts.wiring
    if order != "dark":
        fields = yield from way(facts, found)
        if fields and order:
            fields["order"] = order
            wiring = turned(facts.name, fields)
            found["wiring"] = wiring.name
        yield from walk(facts.panel, wiring, found)
    found["corrected"] = found["wiring"] != found["before"]
    found["pass"] = "problem" not in found and not found["dead"]
    return wiring


def sweep(columns):
    """The sources of the column buttons as they come from left to right; fewer where some don't answer."""
    came: list = []
    while len(came) < columns:
        answer = yield Ask("sweep", limit=columns, count=len(came))
        if answer == YES:
            break
        if answer not in came:
            came.append(answer)
    return came


def colours(found, whole):
    """The order of the colours on the wire, such as "GRB"; None if the answers make no sense; "dark" without light.

    whole: all column buttons answer. Else a colour that was not named may be one whose button is silent.
    """
    for again in range(ROUNDS):
        seen = ""
        for byte in range(3):
            answer = yield Ask("colour", byte, limit=3, again=again > 0)
            seen += "?" if answer == YES else "RGB"[answer]
        if seen == "???":
            found["problem"] = "no light at all: has the panel power, and its first pixel the data wire?"
            return "dark"
        if seen.count("?") < 2 and all([seen.count(colour) < 2 for colour in "RGB"]):
            for colour in range(3):
                if "RGB"[colour] not in seen:
                    seen = seen.replace("?", "RGB"[colour])
                    if whole:
                        found["problem"] = "no pixel shows " + COLOURS[colour]
            found["order"] = seen
            return seen
    found["problem"] = "the colours make no sense: one was named twice"
    return None


def way(facts, found):
    """Fields of the wiring as deduced, None where the answers contradict each other again and again."""
    for again in range(ROUNDS):
        deduction = Deduction(facts.panel, facts.options)
        while deduction.state == Deduction.ASKING:
            number, kind = deduction.question
            limit = facts.panel.columns if kind == COLUMN else facts.panel.rows
            answer = yield Ask("row" if kind == ROW else "column", number, limit=limit, again=again > 0)
            deduction.take(None if answer == YES else answer)
        if deduction.state == Deduction.FOUND:
            return deduction.fields.copy()
    found["problem"] = "the answers contradict each other: is it another panel than board.txt says?"
    return None


def walk(panel, wiring, found):
    """Fills the panel in each colour along the chain; pixels that stay dark or look wrong are named."""
    dead = found["dead"]
    for colour in COLOURS:
        while colour not in found.get("problem", ""):
            column = yield Ask("walk", colour, wiring, panel.columns, extra=dead)
            if column == YES:
                break
            row = yield Ask("where", (column, colour), wiring, panel.rows)
            if row == YES and not panel.rail:
                continue
            place = {"column": column + 1, "row": "rail" if row == YES else row + 1, "colour": colour}
            if place not in dead:
                dead.append(place)


# ---- inputs

def inputs(facts, wiring, card):
    """Every button, every beam, then MENU and UNDO, each lit and asked for."""
    card["inputs"] = {}
    found = card["inputs"]
    columns = facts.panel.columns
    good = []
    for kind, first in (("buttons", 0), ("beams", BEAM)):
        told = found[kind] = {}
        presses = {}
        for column in range(columns):
            source = first + column
            if facts.closed >> source & 1:
                told[str(column + 1)] = "stuck: closed from the start"
            else:
                presses[source] = yield from press(source, wiring)
                if column == 1 and [each.source for each in presses.values()] == [YES, YES]:
                    break
        if not told and all([each.source == YES for each in presses.values()]):
            found[kind] = "none answered: not fitted"
            continue
        for source in range(first, first + columns):
            if source in presses:
                told[str(source - first + 1)] = verdict(source, presses)
        good.append(all([told.get(str(k + 1), "")[:4] == "good" for k in range(columns)]))
    controls = {}
    for source in (MENU, UNDO):
        if not facts.closed >> source & 1:
            controls[source] = yield from press(source, wiring)
    for source in (MENU, UNDO):
        name = "menu" if source == MENU else "undo"
        found[name] = verdict(source, controls) if source in controls else "stuck: closed from the start"
        good.append(found[name][:4] == "good")
    found["pass"] = all(good) and len(good) > 2


def press(source, wiring):
    """The Press that came for an input; another one's is asked for once more, in case that the finger was wrong."""
    came = yield Ask("press", source, wiring)
    if came.source not in (source, YES):
        came = yield Ask("press", source, wiring, again=True)
    return came


def verdict(source, presses):
    """In words, of one input; `presses` has what came for each one that was asked for."""
    came = presses[source]
    if came.source == YES:
        return "never pressed: nothing came"
    if came.source != source:
        other = presses.get(came.source)
        swapped = other is not None and other.source == source
        return ("swapped with " if swapped else "wrong wire: it is ") + name_of(came.source)
    if came.stays:
        return "stuck: it did not open again"
    if came.presses > 1:
        return f"bouncing: {came.presses} presses counted for one, {came.edges} edges in {came.bounce} ms"
    if came.bounce >= BOUNCE_MS and not BEAM <= source < MENU:
        return f"bouncing: {came.edges} edges in {came.bounce} ms"
    return f"good ({came.edges} edges in {came.bounce} ms)" if came.bounce else "good"


def name_of(source):
    if source >= MENU:
        return "MENU" if source == MENU else "UNDO"
    return f"button {source + 1}" if source < BEAM else f"beam {source - BEAM + 1}"
