"""Scenes: the same n gives the same frame, nothing is drawn outside, nothing allocates, states differ."""

import micropython
from litfour.app.menu import Menu
from litfour.app.settings import Settings
from litfour.ports import Panel, panel_named
from litfour.rules.notation import replay
from litfour.rules.start import new_position
from litfour.rules.variants import AVOID, DROP, VARIANTS, fits
from litfour.view import glyphs, palette
from litfour.view.frame import Frame
from litfour.view.scene import Scene
from tests.portable import raises

PANELS = [panel_named(name, rail) for name in ("7x6", "8x8", "9x6", "9x9") for rail in (False, True)]
WON = "1 2 1 2 1 2 1"


def scene_of(panel, moves="4 4 5", variant=VARIANTS[0]):
    scene = Scene(panel)
    position = new_position(variant)
    if variant.kind in (DROP, AVOID):
        replay(position, moves)
    scene.show(position, (1 << variant.width) - 1)
    return scene


def drawings(scene):
    """Every way of drawing, as (name, function of n)."""
    menu = Menu(Settings(), 0, scene.panel, True, False)
    return (("attract", scene.attract), ("resume", scene.resume), ("turn", lambda n: scene.turn(n, -1)),
            ("rewound", scene.rewound), ("think", scene.think), ("won", scene.won),
            ("drawn", scene.drawn), ("board", scene.board),
            ("score", lambda n: scene.score(n, (1, 7, 31), (0, 1, 2))), ("fall", lambda n: scene.fall(n, 2, 1, 1)),
            ("page", lambda n: menu.draw(scene, n)))


def test_a_frame_depends_on_its_number_alone():
    for panel in PANELS:
        scene = scene_of(panel)
        for name, draw in drawings(scene):
            for n in (0, 7, 100):
                draw(n)
                first = bytes(scene.frame.buf)
                for other in (3, 250):
                    draw(other)
                draw(n)
                assert bytes(scene.frame.buf) == first, (name, n)


def test_states_look_different_from_each_other():
    scene = scene_of(PANELS[0])
    seen = {}
    for name, draw in drawings(scene):
        draw(20)
        frame = bytes(scene.frame.buf)
        assert frame not in seen, (name, seen.get(frame))
        seen[frame] = name


def test_every_moving_picture_moves():
    scene = scene_of(PANELS[0], WON)
    for name, draw in drawings(scene):
        frames = set()
        for n in range(100):
            draw(n)
            frames.add(bytes(scene.frame.buf))
        assert len(frames) > 3 or name in ("score", "page", "board"), name


def test_drawing_allocates_nothing():
    for panel in PANELS:
        for variant in VARIANTS:
            if fits(variant, panel):
                scene = scene_of(panel, variant=variant)
                for _, draw in drawings(scene):
                    draw(1)
                    micropython.heap_lock()
                    try:
                        for n in (0, 5, 77, 3000):
                            draw(n)
                        scene.refused(3, 1)
                        scene.refused(-1, 1)
                        scene.jammed(3, 1)
                        scene.brightness(3, 5)
                    finally:
                        micropython.heap_unlock()


def test_nothing_is_drawn_outside_the_panel():
    frame = Frame(Panel("2x2", 2, 2))
    for column, row in ((-1, 0), (2, 0), (0, -1), (0, 2), (99, 99)):
        frame.set(column, row, palette.RED)
        frame.set_rail(column, palette.RED)
    assert not any(frame.buf)
    frame.set(1, 1, (255, 128, 0), 128)
    assert tuple(frame.buf[9:]) == (127, 64, 0)
    assert frame.lit(1, 1) and not frame.lit(0, 1)


def test_a_fall_ends_in_its_cell_on_every_panel():
    for panel in PANELS:
        for row in range(6):
            scene = scene_of(panel, " ".join(["4"] * (row + 1)))
            scene.fall(scene.fall_frames(row), 3, row, 1)
            assert scene.frame.lit(scene.left + 3, row)
            landed = bytes(scene.frame.buf)
            scene.fall(scene.fall_frames(row) + 5, 3, row, 1)
            lit = [cell for cell in range(panel.cells) if any(scene.frame.buf[3 * cell:3 * cell + 3])]
            assert len(lit) == row + 1 and len(landed) == panel.size
            assert scene.fall_frames(row) < 25, "a fall takes less than 0.8 s"


def test_glyphs_differ_in_8_cells_or_more_and_have_the_right_size():
    table = dict(glyphs.PAGES)
    table.update(glyphs.GAMES)
    names = sorted(table)
    for name in names:
        assert len(table[name]) == 5 and all(len(row) == 7 for row in table[name]), name
    for k, one in enumerate(names):
        for two in names[k + 1:]:
            differ = sum(a != b for x, y in zip(table[one], table[two]) for a, b in zip(x, y))
            assert differ >= 8, (one, two, differ)


def test_every_variant_has_its_picture():
    for variant in VARIANTS:
        assert variant.name in glyphs.GAMES


def test_seats_differ_by_texture_without_colour():
    levels = [tuple(palette.texture(seat, n) for n in range(128)) for seat in (1, 2, 3)]
    assert len(set(levels)) == 3 and len(set(levels[0])) == 1
    assert min(levels[1]) >= 100 and max(levels[1]) == 255


def test_breath_stays_in_range():
    for period in (24, 64, 72, 96):
        values = [palette.breath(n, period) for n in range(3 * period)]
        assert min(values) == 0 and max(values) <= 255 and values[0] == values[period]


def test_bars_show_every_score_and_fives_beyond_the_height():
    scene = scene_of(PANELS[0])
    seen = set()
    for wins in range(30):
        scene.score(0, (0, wins, 0), (0, 1, 2))
        bar = bytes(scene.frame.buf)
        assert bar not in seen, wins
        seen.add(bar)


def test_panels_are_named():
    assert panel_named("9x6", True).pixels == 63
    assert "7x6" in str(raises(ValueError, panel_named, "6x7"))
