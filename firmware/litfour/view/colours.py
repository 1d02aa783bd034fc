"""The palettes: colours of the three seats for everybody, for three colour-vision deficiencies, and for a dark room.

Loaded when one is chosen. tests/view/test_colours.py computes how far apart the colours are for whom.
"""

DEFAULT, PROTAN, DEUTAN, TRITAN, DARK = range(5)

# red, green, blue of seats 1, 2, 3
_COLOURS = (
    bytes((255, 24, 8, 255, 190, 0, 40, 90, 255)),
    bytes((0, 70, 255, 255, 200, 0, 235, 235, 225)),        # blue, yellow, white: what protanopes tell apart
    bytes((0, 90, 255, 255, 160, 0, 235, 235, 225)),        # the same for deuteranopes, with more orange
    bytes((255, 0, 16, 0, 200, 200, 200, 80, 255)),         # red, cyan, violet: for tritanopes
    bytes((120, 4, 0, 110, 66, 0, 70, 70, 64)),             # dim, hardly any blue
)


def seats(palette):
    """The colours by seat, 0 for an empty cell, as palette.SEATS."""
    data = _COLOURS[palette]
    return ((0, 0, 0), tuple(data[0:3]), tuple(data[3:6]), tuple(data[6:9]))
