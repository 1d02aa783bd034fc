"""Pictures of the menu pages: 7 columns, 5 rows from the top; '#' bright, '+' dim. Two differ in 8 cells or more."""

PAGES = {
    "players": (".#...#.",
                "###.###",
                ".#...#.",
                "#.#.#.#",
                "......."),
    "level":   ("......#",
                "....#.#",
                "..#.#.#",
                "#.#.#.#",
                "#.#.#.#"),
    "starter": ("...#...",
                "....##.",
                "#######",
                "....##.",
                "...#..."),
    "new":     ("..###..",
                ".#...#.",
                ".#.####",
                ".#..##.",
                "..#.#.."),
}

# The game page shows its variant: the discs of the shortest line that wins, and what is special about the board.
GAMES = {
    "standard":   (".......",
                   ".....#.",
                   "....#..",
                   "...#...",
                   "..#...."),
    "8x7":        ("....#.+",
                   "...#..+",
                   "..#...+",
                   ".#....+",
                   "+++++++"),
    "9x7":        ("+....#+",
                   "+...#.+",
                   "+..#..+",
                   "+.#...+",
                   "+++++++"),
    "five":       (".#.....",
                   "..#....",
                   "...#...",
                   "....#..",
                   ".....#."),
    "5-in-a-row": ("##....+",
                   "+.#...#",
                   "#..#..+",
                   "+...#.#",
                   "#....#+"),
}


def dimmed(glyph, first, last):
    """The same glyph with its columns first .. last dim."""
    return tuple(row[:first] + row[first:last + 1].replace("#", "+") + row[last + 1:] for row in glyph)


def draw(frame, glyph, colour, right):
    """Draws a glyph into rows 2 to 6 of the panel, centred; its columns from the fifth on in the colour `right`."""
    left = (frame.panel.columns - 7) // 2
    for k in range(5):
        for column in range(7):
            mark = glyph[k][column]
            if mark != ".":
                frame.set(left + column, 5 - k, colour if column < 4 else right, 255 if mark == "#" else 60)
