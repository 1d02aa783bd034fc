"""A small SVG writer: the drawings of the guides are made with it, the same bytes every time."""

from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, sans-serif"


class Svg:
    """A drawing of `width` x `height` px on white, from y = `top`; `unit` "mm" gives it that size on paper."""

    def __init__(self, width, height, unit="px", top=0):
        self.width, self.height, self.unit, self.top = width, height, unit, top
        self.parts = []

    def add(self, tag, content=None, **attributes):
        """One element; underscores in names become hyphens, numbers are cut to 2 digits."""
        words = []
        for name, value in attributes.items():
            if value is None:
                continue
            text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
            words.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
        start = f"<{tag} {' '.join(words)}"
        self.parts.append(f"{start}/>" if content is None else f"{start}>{content}</{tag}>")

    def rect(self, x, y, w, h, fill="none", stroke=None, radius=0, **more):
        self.add("rect", x=x, y=y, width=w, height=h, rx=radius or None, fill=fill, stroke=stroke, **more)

    def circle(self, x, y, r, fill="none", stroke=None, **more):
        self.add("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, **more)

    def line(self, points, stroke, width=2.0, **more):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add("polyline", points=path, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round",
                 stroke_linejoin="round", **more)

    def dots(self, points, size, fill):
        """Many equal round dots, as one element."""
        path = "".join(f"M{x:g} {y:g}h0" for x, y in points)
        self.add("path", d=path, stroke=fill, stroke_width=size, stroke_linecap="round")

    def curve(self, a, b, bend, stroke, width=3.0):
        """From a to b, bent by `bend` px to the left of the way."""
        (x0, y0), (x1, y1) = a, b
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
        mx, my = (x0 + x1) / 2 + (y1 - y0) / length * bend, (y0 + y1) / 2 - (x1 - x0) / length * bend
        self.add("path", d=f"M {x0:.1f} {y0:.1f} Q {mx:.1f} {my:.1f} {x1:.1f} {y1:.1f}", fill="none", stroke=stroke,
                 stroke_width=width, stroke_linecap="round")

    def text(self, x, y, words, size=12, fill="#222", anchor="start", weight=None, rotate=None):
        turn = f"rotate({rotate} {x:g} {y:g})" if rotate else None
        self.add("text", escape(words), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, font_weight=weight,
                 font_family=FONT, transform=turn)

    def polygon(self, points, fill, stroke=None):
        self.add("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), fill=fill, stroke=stroke)

    def render(self):
        size = f'width="{self.width}{self.unit}" height="{self.height}{self.unit}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 {self.top} {self.width} {self.height}">'
        return "\n".join([head, f'<rect y="{self.top}" width="{self.width}" height="{self.height}" fill="#ffffff"/>',
                          *self.parts, "</svg>"]) + "\n"
