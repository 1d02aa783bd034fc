"""Pictures and recordings of the lit board: the right light in the right place, and time that does not drift."""

import numpy as np
import pytest
from PIL import Image

from host_tools.recording import GifRecorder, gif_renderer
from host_tools.render import PictureError, Renderer, check_path, snapshot
from host_tools.simulator import Simulator
from litfour.ports import MENU, UNDO, Panel, panel_named
from litfour.view.palette import BLUE, GREEN, RED, WHITE, YELLOW

PANELS = [(name, rail) for name in ("7x6", "8x8", "9x6", "9x9") for rail in (False, True)]


def frame_with(panel, *lights):
    """A frame with (pixel, colour) lit."""
    frame = bytearray(panel.size)
    for pixel, colour in lights:
        frame[3 * pixel:3 * pixel + 3] = bytes(colour)
    return bytes(frame)


@pytest.fixture(scope="module")
def small():
    """A renderer of the smallest panel, small."""
    return Renderer(panel_named("7x6"), 24)


@pytest.mark.parametrize("name, rail", PANELS)
def test_each_pixel_lights_its_own_place(name, rail):
    panel = panel_named(name, rail)
    renderer = Renderer(panel, 20)
    dark = renderer.array(bytes(panel.size)).astype(int)
    for pixel, (x, y, _) in enumerate(renderer.layout.lights()):
        lit = renderer.array(frame_with(panel, (pixel, WHITE))).astype(int) - dark
        at_y, at_x = np.unravel_index(lit.sum(axis=0).argmax(), lit.shape[1:])
        assert np.hypot(at_x + 0.5 - x, at_y + 0.5 - y) < 0.3 * renderer.layout.pitch, pixel


def test_cells_run_from_the_bottom_left_and_the_rail_lies_between_cells_and_buttons():
    panel = panel_named("7x6", True)
    lights = Renderer(panel, 20).layout.lights()
    assert len(lights) == panel.pixels
    (left, bottom, _), (second, _, _), (_, above, _) = lights[0], lights[1], lights[7]
    assert second - left == pytest.approx(20) and bottom - above == pytest.approx(20)
    layout = Renderer(panel, 20).layout
    assert bottom < layout.rail_y < layout.button(0)[1] < layout.button(MENU)[1]
    assert layout.button(UNDO)[0] < layout.button(MENU)[0]
    assert layout.button(7) is None


@pytest.mark.parametrize("colour", [RED, YELLOW, BLUE, GREEN])
def test_a_lit_cell_keeps_its_hue_and_glows_on_its_surroundings(small, colour):
    panel = small.panel
    picture = small.array(frame_with(panel, (24, colour))).astype(int)
    dark = small.array(bytes(panel.size)).astype(int)
    x, y, radius = small.layout.lights()[24]
    rim = picture[:, int(y), int(x + 0.8 * radius)]
    assert list(np.argsort(rim)) == list(np.argsort(colour))
    assert rim.max() > 0.7 * max(colour)
    frame_beside = (picture - dark)[:, int(y + small.layout.pitch / 2), int(x + small.layout.pitch / 2)]
    assert frame_beside.argmax() == np.argmax(colour) and frame_beside.max() > 3
    assert np.abs(picture - dark)[:, 2, 2].max() <= 3           # the far corner of the table


def test_brightness_and_level_make_it_brighter(small):
    def shine(level, brightness):
        frame = frame_with(small.panel, (24, (level, level, level)))
        x, y, _ = small.layout.lights()[24]
        return int(small.array(frame, brightness)[0, int(y), int(x) + 4])
    assert shine(20, 110) < shine(60, 110) < shine(120, 110) < shine(120, 255)
    assert shine(120, 24) < shine(120, 110)


def test_a_held_button_is_darker_and_nothing_else(small):
    frame = bytes(small.panel.size)
    for source in (0, 6, MENU, UNDO):
        changed = (small.array(frame) != small.array(frame, held=1 << source)).any(axis=0)
        x, y, radius = small.layout.button(source)
        rows, columns = np.nonzero(changed)
        assert len(rows) and np.hypot(columns + 0.5 - x, rows + 0.5 - y).max() < radius * 1.1


def test_wrong_frames_pitches_and_paths_are_named(small, tmp_path):
    with pytest.raises(PictureError, match="frame of 5 bytes; 7x6 has 126"):
        small.image(b"12345")
    with pytest.raises(PictureError, match="pitch"):
        Renderer(small.panel, 2)
    with pytest.raises(PictureError, match=r"must end in \.png"):
        check_path(tmp_path / "a.jpg", ".png")
    with pytest.raises(PictureError, match="No such file"):
        check_path(tmp_path / "nowhere" / "a.png", ".png")
    with pytest.raises(PictureError, match=r"must end in \.gif"):
        GifRecorder(small, tmp_path / "a.png")
    (tmp_path / "d.gif").mkdir()
    with pytest.raises(PictureError, match="directory"):
        GifRecorder(small, tmp_path / "d.gif")
    with pytest.raises(PictureError, match="frame of 3 bytes"):
        GifRecorder(small, tmp_path / "a.gif").add(b"123", 10)
    assert [path.name for path in tmp_path.iterdir()] == ["d.gif"]      # nothing was left by the tries


def test_a_snapshot_shows_the_simulators_frame(tmp_path):
    sim = Simulator("7x6", seed=1)
    sim.run(1500)
    path = tmp_path / "board.png"
    renderer = Renderer(sim.panel, 20)
    snapshot(sim, path, renderer)
    with Image.open(path) as picture:
        assert picture.size == renderer.size
        assert (np.asarray(picture) == np.asarray(renderer.image(sim.display.frame, sim.display.brightness))).all()
    assert (np.asarray(Image.open(path)) != np.asarray(renderer.image(bytes(sim.panel.size)))).any()


def played(path):
    """[(picture as [height, width, 3], ms)] as a viewer of the GIF sees it."""
    shown = []
    with Image.open(path) as gif:
        assert gif.info["loop"] == 0
        for k in range(gif.n_frames):
            gif.seek(k)
            shown.append((np.asarray(gif.convert("RGB")).astype(int), gif.info["duration"]))
    return shown


def two_frames(panel):
    return frame_with(panel, (0, RED), (8, YELLOW)), frame_with(panel, (1, BLUE), (41, GREEN))


def test_equal_frames_in_a_row_become_one_picture(small, tmp_path):
    one, two = two_frames(small.panel)
    with GifRecorder(small, tmp_path / "a.gif") as recorder:
        for frame, ms in ((one, 100), (one, 30), (bytearray(one), 70), (two, 150), (one, 90)):
            recorder.add(frame, ms)
    assert [ms for _, ms in played(tmp_path / "a.gif")] == [200, 150, 90]


def test_durations_add_up_without_drift(small, tmp_path):
    frames = two_frames(small.panel)
    with GifRecorder(small, tmp_path / "a.gif") as recorder:
        for k in range(100):
            recorder.add(frames[k % 2], 43)
    lengths = [ms for _, ms in played(tmp_path / "a.gif")]
    assert set(lengths) == {40, 50} and sum(lengths) == 4300
    assert all(abs(sum(lengths[:k]) - 43 * k) <= 5 for k in range(101))


def test_what_is_too_short_to_see_gives_way_without_losing_time(small, tmp_path):
    one, two = two_frames(small.panel)
    with GifRecorder(small, tmp_path / "a.gif") as recorder:
        for k in range(200):
            recorder.add(one if k % 2 else two, 4)
        recorder.add(two, 1000)
    lengths = [ms for _, ms in played(tmp_path / "a.gif")]
    assert sum(lengths) == 1800 and min(lengths) >= 40 and lengths[-1] >= 1000


def test_pictures_are_true_to_the_renderer(small, tmp_path):
    panel = small.panel
    random = np.random.default_rng(1)
    colours = (RED, YELLOW, BLUE, GREEN, WHITE)
    frames = []
    for _ in range(12):
        lights = [(int(pixel), tuple(part * level // 255 for part in colours[random.integers(5)]))
                  for pixel, level in zip(random.choice(42, 10, replace=False), random.integers(40, 256, 10))]
        frames.append(frame_with(panel, *lights))
    with GifRecorder(small, tmp_path / "a.gif") as recorder:
        for frame in frames:
            recorder.add(frame, 100)
    shown = played(tmp_path / "a.gif")
    assert len(shown) == len(frames)
    for frame, (picture, _) in zip(frames, shown):
        error = np.abs(picture - small.array(frame).transpose(1, 2, 0))
        assert error.mean() < 3.5
        assert np.percentile(error, 99) < 16


def test_a_long_recording_is_thinned_and_keeps_its_time(small, tmp_path):
    frames = two_frames(small.panel)
    with GifRecorder(small, tmp_path / "a.gif", longest=10) as recorder:
        for k in range(35):
            recorder.add(frames[k % 2], 50)
    lengths = [ms for _, ms in played(tmp_path / "a.gif")]
    assert len(lengths) <= 10 and sum(lengths) == 1750


def test_a_picture_may_stand_longer_than_one_gif_delay_can_say(small, tmp_path):
    one, _ = two_frames(small.panel)
    with GifRecorder(small, tmp_path / "a.gif") as recorder:
        recorder.add(one, 700_000)
    assert sum(ms for _, ms in played(tmp_path / "a.gif")) == 700_000


def test_close_tells_how_far_it_is_and_writes_nothing_without_frames(small, tmp_path):
    told = []
    recorder = GifRecorder(small, tmp_path / "a.gif")
    recorder.close(lambda done, of: told.append((done, of)))
    assert not told and not (tmp_path / "a.gif").exists()
    recorder = GifRecorder(small, tmp_path / "a.gif")
    for frame in two_frames(small.panel):
        recorder.add(frame, 100)
    recorder.close(lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    recorder.close()
    assert len(played(tmp_path / "a.gif")) == 2


def test_a_recording_follows_a_simulator(tmp_path):
    sim = Simulator("7x6", seed=1)
    recorder = GifRecorder(Renderer(sim.panel, 16), tmp_path / "a.gif")
    add = recorder.follow(sim)
    while sim.ms < 1500:
        add(sim.turn())
    recorder.close()
    shown = played(tmp_path / "a.gif")
    assert abs(sum(ms for _, ms in shown) - sim.ms) <= 5
    assert len(shown) > 15


def test_gifs_are_about_as_wide_on_every_panel():
    for name, rail in PANELS:
        assert 300 <= gif_renderer(panel_named(name, rail)).size[0] <= 350


def test_the_picture_takes_any_panel_record():
    assert Renderer(Panel("4x2", 4, 2, True), 16).image(bytes(36)).size[0] > 64
