"""What a person sees of a WS2812 chain: bytes of the wire as rows of colours, and as coloured blocks in a terminal."""

from dataclasses import dataclass

GAMMA = 2.26                    # of the firmware's table: wire levels are light, terminals want perceived levels
HUES = {(1, 0, 0): "r", (0, 1, 0): "g", (0, 0, 1): "b", (1, 1, 0): "y", (1, 0, 1): "m", (0, 1, 1): "c", (1, 1, 1): "w"}


@dataclass(frozen=True)
class Chain:
    """A built panel: cells row by row from the bottom left, every second row backwards if serpentine, then the rail."""

    columns: int
    rows: int
    rail: bool = False
    order: str = "GRB"
    serpentine: bool = True

    @property
    def pixels(self) -> int:
        return self.columns * self.rows + (self.columns if self.rail else 0)

    def colours(self, data: bytes) -> list[tuple[int, int, int]]:
        """(red, green, blue) of light, 0..255, of each cell from the bottom left row by row, then of the rail.

        ValueError if the wire did not carry all pixels; more than that (other panels) is ignored.
        """
        if len(data) < 3 * self.pixels:
            raise ValueError(f"the wire carried {len(data) // 3} pixels, the panel has {self.pixels}")
        red, green, blue = (self.order.index(colour) for colour in "RGB")
        chain = [(data[at + red], data[at + green], data[at + blue]) for at in range(0, 3 * self.pixels, 3)]
        cells = []
        for row in range(self.rows):
            line = chain[row * self.columns:(row + 1) * self.columns]
            cells += line[::-1] if self.serpentine and row % 2 else line
        return cells + chain[self.columns * self.rows:]

    def lines(self, data: bytes, colour: bool) -> list[str]:
        """The board as text, top row first and the rail last: coloured blocks, or letters of hues (capital: bright)."""
        colours = self.colours(data)
        rows = [colours[row * self.columns:(row + 1) * self.columns] for row in range(self.rows)][::-1]
        if self.rail:
            rows.append(colours[self.columns * self.rows:])
        draw = _block if colour else _letter
        return ["".join(draw(pixel) for pixel in row) + ("\x1b[0m" if colour else "") for row in rows]


def chain_of(panel: str, rail: bool = False) -> Chain:
    """The chain as the firmware's builds have it: 8x8 modules run row by row, the others are serpentine."""
    columns, rows = (int(part) for part in panel.split("x"))
    return Chain(columns, rows, rail, serpentine=panel != "8x8")


def _block(pixel):
    levels = [round(255 * (level / 255) ** (1 / GAMMA)) for level in pixel]
    return "\x1b[48;2;{};{};{}m  ".format(*levels)


def _letter(pixel):
    brightest = max(pixel)
    if not brightest:
        return " ."
    red, green, blue = (int(level * 2 > brightest) for level in pixel)
    hue = HUES[red, green, blue]
    return " " + (hue.upper() if brightest >= 16 else hue)
