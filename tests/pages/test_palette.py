"""Every text and every area stands out against the paper, light or dark, and no two players share a pattern."""

from itertools import product

import pytest

from wallenstein.core.text import Toned
from wallenstein.pages.palette import FILLS, INKS, LETTERS, PATTERNS, SHADES, SURFACES, Shade, variables
from wallenstein.pages.shell import word

TEXT = 4.5  # WCAG 1.4.3
AREA = 3.0  # WCAG 1.4.11
PAPERS = [SURFACES[name] for name in ("paper", "panel")]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 counts it, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour such as `#7d3b1d` is, from 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def least(shade: Shade, grounds: list[Shade]) -> float:
    return min(min(contrast(shade.light, one.light), contrast(shade.dark, one.dark)) for one in grounds)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", ["ink", "quiet", "accent", "focus"])
def test_words_can_be_read(name: str) -> None:
    assert least(SURFACES[name], [*PAPERS, SURFACES["sunken"]]) >= TEXT


@pytest.mark.parametrize("tone", INKS)
def test_words_in_a_players_colour_can_be_read(tone: str) -> None:
    assert least(INKS[tone], PAPERS) >= TEXT


@pytest.mark.parametrize("tone", FILLS)
def test_areas_stand_out_and_letters_on_them_too(tone: str) -> None:
    assert least(FILLS[tone], PAPERS) >= AREA
    assert least(SHADES[f"on-{tone}"], [FILLS[tone]]) >= TEXT


def test_areas_differ_without_colours() -> None:
    assert set(PATTERNS) == set(FILLS)
    assert len(set(PATTERNS.values())) == len(PATTERNS)
    assert len(set(LETTERS)) == 6


def test_every_tone_of_a_text_has_its_class() -> None:
    sheet = variables()
    for tone, kind in product(FILLS, ("fill", "stroke", "back")):
        assert f".{kind}-{tone}{{" in sheet
    for tone in INKS:
        assert str(word(Toned("x", tone))) == f'<span class="tone-{tone}">x</span>'
        assert f".tone-{tone}{{" in sheet
