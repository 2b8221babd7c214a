"""Intervals hold the truth as often as they say, in tournaments whose truth is known."""

import numpy as np
import pytest
from scipy.stats import binom

from tests.stats.coverage import CHAIRS, LADDER, LONERS, coverage
from tests.stats.simulate import World, rows
from wallenstein.stats.summary import summary


def allowed(tournaments: int, low: float, high: float) -> tuple[float, float]:
    """What a true coverage between low and high may show in so few tournaments (one in a thousand falls outside)."""
    return binom.ppf(0.001, tournaments, low) / tournaments, binom.ppf(0.999, tournaments, high) / tournaments


@pytest.mark.parametrize(("world", "blocks"), [(LADDER, 40), (LADDER, 10), (CHAIRS, 30)])
def test_truth_is_inside_about_as_often_as_promised(world: World, blocks: int) -> None:
    low, high = allowed(60, 0.93, 0.97)
    for kind, share in coverage(world, blocks, tournaments=60, seed=3).items():
        assert share.mean() >= low, kind
        assert blocks < 20 or share.mean() <= high, kind


@pytest.mark.long
@pytest.mark.parametrize("world", [LADDER, LONERS, CHAIRS], ids=["shared luck", "no shared luck", "seats"])
@pytest.mark.parametrize("blocks", [30, 100])
def test_truth_is_inside_93_to_97_percent_of_the_time(world: World, blocks: int) -> None:
    found = coverage(world, blocks, tournaments=600, seed=blocks)
    low, high = allowed(600, 0.94, 0.96)
    for kind, share in found.items():
        assert 0.93 <= share.mean() <= 0.97, kind
        assert share.min() >= low - 0.01, kind
        assert share.max() <= high + 0.01, kind


def test_intervals_by_game_would_be_too_narrow() -> None:
    """Games of a block share their luck: a measure that took them for independent would promise too much."""
    results = World((1.0, 0.0, 0.0, -1.0), shared=1.0).play(100, np.random.default_rng(5))
    best = summary(results, 1).entrants[0].standing.win_share
    assert best.value is not None
    assert best.low is not None
    assert best.high is not None
    by_game = 2 * 1.96 * np.sqrt(best.value * (1 - best.value) / results.games)
    assert best.high - best.low > 1.7 * by_game


def test_an_invincible_bot_has_a_lower_bound_that_rises_with_its_blocks() -> None:
    game = [(0, 1, 9.0), (1, 2, 5.0), (2, 2, 5.0)]
    bounds = []
    for blocks in (5, 20, 80):
        share = summary(rows([game] * blocks, list(range(blocks)), ["a", "b", "c"]), 1).entrants[0].standing.win_share
        assert (share.value, share.high) == (1.0, 1.0)
        assert share.low is not None
        bounds.append(share.low)
    assert bounds == sorted(bounds)
    assert 0.3 < bounds[0] < 0.5
    assert 0.94 < bounds[2] < 0.97


def test_joining_many_blocks_keeps_the_width() -> None:
    """Beyond 2000 blocks, blocks are drawn in groups; the error must go on falling with the root of their number."""
    world = World((0.5, 0.0, 0.0, -0.5))

    def width(blocks: int) -> float:
        share = summary(world.play(blocks, np.random.default_rng(8)), 1).entrants[0].standing.win_share
        assert share.low is not None
        assert share.high is not None
        return share.high - share.low

    assert width(1500) / width(6000) == pytest.approx(2, rel=0.12)
