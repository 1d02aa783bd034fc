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


def draw(frame, glyph, colour):
    """Draws a glyph into rows 2 to 6 of the panel, centred."""
    left = (frame.panel.columns - 7) // 2
    for k in range(5):
        for column in range(7):
            mark = glyph[k][column]
            if mark != ".":
                frame.set(left + column, 5 - k, colour, 255 if mark == "#" else 60)
