"""Pictures of the menu pages: 7 columns, 5 rows from the top; '#' bright, '+' dim. Two differ in 8 cells or
more."""

from litfour.view.palette import GREEN, WHITE

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
    "three":   ("#..#..#",
                "#..#..#",
                ".......",
                "#..#..#",
                "#..#..#"),
    "rule":    (".#####.",
                "....##.",
                "..###..",
                ".......",
                "..##..."),
    "clock":   ("#######",
                ".#...#.",
                "...#...",
                ".#.#.#.",
                "#######"),
    "match":   ("#.###.#",
                "#######",
                "..###..",
                "...#...",
                ".#####."),
    "hand":    ("###....",
                "#.#.#..",
                "###.###",
                "....#.#",
                "....###"),
    "sound":   ("..#...#",
                ".##.#.#",
                "###.#.#",
                ".##.#.#",
                "..#...#"),
    "buddy":   (".##.##.",
                "#######",
                ".#####.",
                "..###..",
                "...#..."),
    "hint":    ("#..#..#",
                ".#####.",
                "##...##",
                ".##.##.",
                "..###.."),
    "coach":   ("..###..",
                ".#...#.",
                "#..#..#",
                ".#...#.",
                "..###.."),
    "colours": (".#####.",
                "#.....#",
                "#.###.#",
                "#.#.#.#",
                "#.#.#.#"),
    "toddler": ("#..#..#",
                "..###..",
                "#######",
                "..###..",
                "#..#..#"),
    "puzzle":  (".......",
                "###....",
                "#.#####",
                "###.#.#",
                "......."),
    "new":     ("#.#.#.#",
                "#.#.#.#",
                "#.#.#.#",
                "#.#.#.#",
                "#######"),
}

# Help of a seat, by number: none, the coach, free takebacks, a disc ahead. Half a picture each.
HELPS = (("+++", "+.+", "+.+", "+.+", "+++"),
         ("###", "..#", ".##", "...", ".#."),
         (".#.", "##.", "###", "##.", ".#."),
         ("...", ".#.", "###", ".#.", "###"))

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
    "8x8":        ("+++++++",
                   "+.#...+",
                   "+..#..+",
                   "+...#.+",
                   "++++#++"),
    "popout":     ("..#....",
                   "..#....",
                   "..#....",
                   ".......",
                   ".###.##"),
    "popout-5":   ("+.#...#",
                   "#.#...+",
                   "+.#...#",
                   "#.....+",
                   "+.###.#"),
    "avoid-four": ("#....#.",
                   ".#..#..",
                   "..##...",
                   ".#..#..",
                   "#....#."),
    "no-gravity": ("#.....#",
                   "...#...",
                   ".#...#.",
                   "...#...",
                   "#.....#"),
    "pop-10":     (".#.###.",
                   "##.#.#.",
                   ".#.#.#.",
                   ".#.#.#.",
                   ".#.###."),
    "power-up":   ("...##..",
                   "..##...",
                   ".#####.",
                   "...##..",
                   "..##..."),
    "3d":         ("##...##",
                   "##...##",
                   ".......",
                   "##...##",
                   "##...##"),
    "simultaneous": ("#..+..#",
                     "#..+..#",
                     "#..+..#",
                     "+..#..+",
                     "###.###"),
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


def page(scene, glyph, colour, right, options, chosen, height):
    """A menu page: its glyph, and in the bottom row the options (bit mask of columns), the chosen ones (bit mask)
    bright and `height` high."""
    frame, panel = scene.frame, scene.panel
    frame.clear()
    draw(frame, glyph, colour, right)
    for column in range(panel.columns):
        if options >> column & 1:
            frame.set(column, 0, WHITE, 70)
            frame.set_rail(column, WHITE, 70)
            if chosen >> column & 1:
                frame.set_rail(column, GREEN)
                for row in range(height):
                    frame.set(column, row, GREEN)
