"""Scales, axes and intervals."""

import pytest

from wallenstein.pages.svg import Scale, drawing, interval, lying_axis, path, upright_axis


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        (0, 73, (0, 20, 40, 60)),
        (-0.12, 0.31, (-0.1, 0, 0.1, 0.2, 0.3)),
        (3, 3, (3,)),
        (1, 9, (2, 4, 6, 8)),
    ],
)
def test_ticks_are_round(low: float, high: float, ticks: tuple[float, ...]) -> None:
    assert Scale(low, high, 0, 100).ticks() == pytest.approx(ticks)


def test_a_scale_may_stand_upright() -> None:
    scale = Scale(0, 50, 200, 0)
    assert [scale.at(value) for value in (0, 25, 50)] == [200, 100, 0]
    assert Scale(3, 3, 0, 100).at(3) == 50


def test_a_drawing_says_what_it_shows() -> None:
    made = drawing(100, 50.25, 'points & "more"', path([(0, 0), (10.04, 5)], class_="line stroke-red"))
    assert 'viewBox="0 0 100 50.2"' in made
    assert 'aria-label="points &amp; &quot;more&quot;"' in made
    assert 'd="M0 0 10 5" class="line stroke-red"' in made


def test_axes_name_their_ticks() -> None:
    lying = lying_axis(Scale(0, 1, 0, 100), 80, lambda value: f"{value:.0%}", grid=70)
    assert [f">{name}<" in lying for name in ("0%", "100%", "120%")] == [True, True, False]
    assert lying.count('class="grid"') == 6
    assert upright_axis(Scale(0, 40, 100, 0), 30).count("<text") == 5


def test_an_interval_has_two_ends_and_a_dot() -> None:
    assert interval(10, 30, 5, 20).count("<line") == 3
    assert interval(10, 30, 5, 20).count("<circle") == 1
