"""The self-test of a board in words: its questions, and its report card."""

COLOURS = ("red", "green", "blue")
BEAM, MENU = 9, 18
ONE = {
    "colour": "All pixels have one colour. Press column 1 if it is red, 2 if green, 3 if blue; MENU if there is no "
              "light.",
    "column": "One pixel is lit. Press the button of its column; MENU if none is lit.",
    "row": "The pixel blinks: which row is it in, from below? Press column 1 for the lowest, 2 for the next; MENU if "
           "none is lit.",
    "hear": "A scale plays, again and again. MENU if you hear it; any column if not.",
    "ramp": "The light grows in eight steps. MENU, after the last step, if it grows evenly; any column if it flickers.",
}


def question(told):
    """Lines for what the board said, a dict."""
    if told.get("refused"):
        return ["  (that is no answer here)"]
    if "start" in told:
        return [f"The panel is wired as {told['start']}, says board.txt."] + closed(told.get("closed"))
    kind, value = told.get("ask"), told.get("value")
    if kind in ONE:
        text = ONE[kind]
    elif kind == "sweep":
        if value:
            return [f"  {value} came"]
        text = "Press all column buttons from left to right. MENU at the end, if one of them gives nothing."
    elif kind == "walk":
        text = f"The panel fills with {value}. MENU if every pixel is {value}; else the column in which one is not."
    elif kind == "where":
        text = f"Column {value[0] + 1} blinks: which row is wrong, from below? MENU: its rail pixel, or none after all."
    elif kind == "press":
        text = press(value)
    elif kind == "card":
        text = "Done: a green tick or a red cross. MENU stores the report, and the wiring that was found."
    else:
        return []
    number = told.get("number", 0) + 1
    again = "That did not fit, once more: " if told.get("again") else ""
    return [f"{number:3}  {again}{text}"]


def press(source):
    if source >= MENU:
        name = "MENU" if source == MENU else "UNDO"
        return f"A {'lower right' if source == MENU else 'lower left'} corner blinks: press {name}. " \
               "(Typed m: nothing happens.)"
    if source >= BEAM:
        return f"A disc falls in column {source - BEAM + 1}: let a disc fall through its beam. MENU if nothing happens."
    return f"Column {source + 1} is lit: press its button. MENU if nothing happens."


def closed(lines):
    names = [name_of(k) for k in range(20) if isinstance(lines, int) and lines >> k & 1]
    return [f"Closed from the start, so not used: {', '.join(names)}."] if names else []


def name_of(source):
    if source >= MENU:
        return "MENU" if source == MENU else "UNDO"
    return f"button {source + 1}" if source < BEAM else f"beam {source - BEAM + 1}"


def card_lines(card):
    """The report card as lines of text."""
    lines = [f"Litfour {card.get('firmware', '?')}, {card.get('micropython', '?')}, {card.get('machine', '?')}",
             f"serial number {card.get('serial', '?')}, board {card.get('revision', '?')}", ""]
    for step, told in (("pixels", pixels), ("inputs", inputs), ("buzzer", lambda part: []), ("light", light)):
        lines.append(f"{step:8} {'passed' if card[step]['pass'] else 'FAILED'}")
        lines += ["         " + line for line in told(card[step])]
    return [*lines, "", "passed" if card["pass"] else "FAILED"]


def pixels(part):
    was = f" (was {part.get('before')}: corrected)" if part.get("corrected") else ""
    lines = [f"wiring {part.get('wiring')}{was}"]
    if "problem" in part:
        lines.append(str(part["problem"]))
    for dead in part.get("dead", []):
        lines.append(f"column {dead.get('column')}, row {dead.get('row')}: not {dead.get('colour')}")
    return lines


def inputs(part):
    lines = []
    for kind in ("buttons", "beams"):
        told = part.get(kind)
        if not isinstance(told, dict):
            lines.append(f"{kind}: {told}")
            continue
        bad = {place: text for place, text in sorted(told.items()) if not str(text).startswith("good")}
        lines += [f"{kind[:-1]} {place}: {text}" for place, text in bad.items()] or [f"{kind}: all {len(told)} good"]
    return lines + [f"{name.upper()}: {part.get(name)}" for name in ("menu", "undo")]


def light(part):
    figures = part.get("brightness_ma", {})
    steps = ", ".join(f"{key}: {figures[key]}" for key in sorted(figures, key=int))
    return [f"all white, mA at brightness {steps}", f"budget {part.get('budget_ma')} mA"]
