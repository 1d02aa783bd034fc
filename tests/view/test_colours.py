"""How far apart the seats' colours are for people who see colours differently. Prints the table (pytest -s).

Simulation: Machado, Oliveira and Fernandes 2009, severity 1.0, in linear RGB; distance: CIE 1976 L*a*b* (2.3 is just
noticeable).
"""

import itertools

import numpy as np
import pytest

from litfour.view import colours, palette

SIGHT = {
    "all": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                        [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                        [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                        [0.004733, 0.691367, 0.303900]]),
}
PALETTES = {"default": (colours.DEFAULT, "all"), "protan": (colours.PROTAN, "protan"),
            "deutan": (colours.DEUTAN, "deutan"), "tritan": (colours.TRITAN, "tritan"), "dark": (colours.DARK, "all")}
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = _TO_XYZ @ np.ones(3)


def lab(colour, sight):
    seen = np.clip(SIGHT[sight] @ np.power(np.array(colour) / 255, 2.2), 0, 1)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in _TO_XYZ @ seen / _WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one, other, sight):
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


@pytest.mark.parametrize("name", PALETTES)
def test_the_colours_of_a_palette_are_far_apart_for_whom_it_is_made(name):
    number, sight = PALETTES[name]
    seats = colours.seats(number)
    least = 30 if name == "dark" else 50
    for one, other in itertools.combinations((1, 2, 3), 2):
        apart = distance(seats[one], seats[other], sight)
        print(f"{name}: seats {one} and {other} are {apart:.0f} apart")
        assert apart > least


@pytest.mark.parametrize("name", ["protan", "deutan", "tritan"])
def test_a_palette_serves_its_deficiency_better_than_the_default_one(name):
    number, sight = PALETTES[name]
    apart = [min(distance(seats[a], seats[b], sight) for a, b in itertools.combinations((1, 2, 3), 2))
             for seats in (colours.seats(colours.DEFAULT), colours.seats(number))]
    print(f"{name}: the nearest two {apart[1]:.0f} apart, with the default palette {apart[0]:.0f}")
    assert apart[1] > apart[0]


def test_the_default_is_what_is_shown_before_one_is_chosen():
    assert colours.seats(colours.DEFAULT) == palette.SEATS


def test_the_dark_palette_is_dim():
    assert max(max(colour) for colour in colours.seats(colours.DARK)) < 128
