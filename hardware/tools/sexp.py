"""Reads and writes the S-expressions of KiCad's files; no dependency.

A list stands for (...), a Sym for a bare word, a str for a quoted string, a float or int for a number to be written.
"""

import re


class Sym(str):
    """A bare word."""


_TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))', re.S)


def parse(text):
    """The first expression of `text` as nested lists. ValueError if the brackets don't match."""
    stack = [[]]
    for opened, closed, string, word in _TOKEN.findall(text):
        if opened:
            stack.append([])
        elif closed:
            if len(stack) < 2:
                raise ValueError("a bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        elif word:
            stack[-1].append(Sym(word))
        else:
            stack[-1].append(string.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\"))
    if len(stack) != 1 or not stack[0]:
        raise ValueError("a bracket is not closed, or nothing was read")
    return stack[0][0]


def dump(node, indent=0):
    """Text of `node` in KiCad's layout: words first, then each list on a line of its own."""
    if isinstance(node, Sym):
        return str(node)
    if isinstance(node, float):
        return f"{node:.4f}".rstrip("0").rstrip(".")
    if isinstance(node, int):
        return str(node)
    if isinstance(node, str):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    lists = [part for part in node if isinstance(part, list)]
    if not lists:
        return "(" + " ".join(dump(part) for part in node) + ")"
    text = "(" + " ".join(dump(part) for part in node if not isinstance(part, list))
    for part in lists:
        text += "\n" + "\t" * (indent + 1) + dump(part, indent + 1)
    return text + "\n" + "\t" * indent + ")"


def child(node, name):
    """The first list in `node` that starts with `name`, or None."""
    return next(iter(children(node, name)), None)


def children(node, name):
    """All lists in `node` that start with `name`."""
    return [part for part in node if isinstance(part, list) and part and part[0] == name]
