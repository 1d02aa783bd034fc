"""The animation of a whole game: it is one, it is won, and it is small enough for the README."""

from PIL import Image

from host_tools import gallery
from host_tools.__main__ import main


def test_the_game_is_a_whole_one_that_the_person_wins(tmp_path):
    simulator = gallery.film(tmp_path / "game.gif")
    position = simulator.app.session.position
    assert position.result == 1 and len(position.moves) == 2 * len(gallery.GAME) - 1
    with Image.open(tmp_path / "game.gif") as film:
        shown = 0
        for k in range(film.n_frames):
            film.seek(k)
            shown += film.info["duration"]
    assert abs(shown - simulator.ms) < 100
    assert (tmp_path / "game.gif").stat().st_size < 1_000_000


def test_a_game_needs_a_gif(tmp_path, capsys):
    assert main(["gallery", "game", str(tmp_path / "game.png")]) == 2
    assert ".gif" in capsys.readouterr().err
