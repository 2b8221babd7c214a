"""Intervals hold the truth as often as they say, in tournaments whose truth is known."""

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.stats import binom

from tests.stats.coverage import CHAIRS, LADDER, LONERS, coverage
from tests.stats.simulate import World, rows
from wallenstein.core.reports import Estimate
from wallenstein.stats.intervals import reaching
from wallenstein.stats.paired import paired
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
    found = coverage(world, blocks, tournaments=1200, seed=blocks)
    low, high = allowed(1200, 0.94, 0.96)
    for kind, share in found.items():
        assert 0.93 <= share.mean() <= 0.97, kind
        assert share.min() >= low - 0.01, kind
        assert share.max() <= high + 0.01, kind


def test_intervals_by_game_would_be_too_narrow() -> None:
    """Games of a block share their luck: a measure that took them for independent would promise too much."""
    results = World((1.0, 0.0, 0.0, -1.0), shared=1.0).play(100, np.random.default_rng(5))
    best = summary(results).entrants[0].win_share
    assert best.value is not None
    assert best.low is not None
    assert best.high is not None
    by_game = 2 * 1.96 * np.sqrt(best.value * (1 - best.value) / results.games)
    assert best.high - best.low > 1.7 * by_game


def test_an_invincible_bot_has_a_lower_bound_that_rises_with_its_blocks() -> None:
    game = [(0, 1, 9.0), (1, 2, 5.0), (2, 2, 5.0)]
    bounds = []
    for blocks in (5, 20, 80):
        share = summary(rows([game] * blocks, list(range(blocks)), ["a", "b", "c"])).entrants[0].win_share
        assert (share.value, share.high) == (1.0, 1.0)
        assert share.low is not None
        bounds.append(share.low)
    assert bounds == sorted(bounds)
    assert 0.3 < bounds[0] < 0.5
    assert 0.94 < bounds[2] < 0.97


def test_the_width_falls_with_the_root_of_the_number_of_blocks() -> None:
    world = World((0.5, 0.0, 0.0, -0.5))

    def width(blocks: int) -> float:
        share = summary(world.play(blocks, np.random.default_rng(8))).entrants[0].win_share
        assert share.low is not None
        assert share.high is not None
        return share.high - share.low

    assert width(1500) / width(6000) == pytest.approx(2, rel=0.12)


def both_bounds(interval: Estimate) -> tuple[float, float, float]:
    assert interval.low is not None
    assert interval.value is not None
    assert interval.high is not None
    return interval.low, interval.value, interval.high


def test_a_mean_reaches_students_t_errors_to_both_sides() -> None:
    """Twelve blocks: the 97.5 % quantile with eleven degrees of freedom is 2.201."""
    (interval,) = reaching(np.array([5.0]), np.array([0.5]), np.array([12.0]))
    assert both_bounds(interval) == pytest.approx((5 - 2.200985 * 0.5, 5, 5 + 2.200985 * 0.5), abs=1e-6)


def figures() -> Iterator[tuple[str, Estimate]]:
    """Every figure of a tournament in which each bot wins and loses, and of two cells of one."""
    results = World((0.6, 0.2, -0.2, -0.6), shared=0.3, seats=(0.2, 0.0, 0.0, -0.2)).play(60, np.random.default_rng(4))
    found = summary(results)
    for entrant in found.entrants:
        yield "win share", entrant.win_share
        yield "rank", entrant.rank
        yield "score", entrant.score
        yield "strength", entrant.strength
        yield "points", entrant.points
    for seat in found.seats:
        yield "seat win share", seat.win_share
        yield "seat lead", seat.lead
    for pair in found.pairs:
        yield "pair", pair.share
    blocks, values = np.arange(20), np.random.default_rng(5).normal(3, 1, (2, 20))
    yield "difference", paired(blocks, values[0], blocks, values[1]).difference


def test_every_figure_lies_inside_its_bounds() -> None:
    """Shares and ranks lie nearer to the bound that is nearer to the end of their scale, all else in the middle."""
    kinds = set()
    for kind, interval in figures():
        low, value, high = both_bounds(interval)
        assert low < value < high, kind
        kinds.add(kind)
        if "share" in kind or kind == "pair":
            assert low > 0, kind
            assert high < 1, kind
            assert (value - low < high - value) == (value < 0.5), kind
        elif kind == "rank":
            assert low > 1, kind
            assert high < 4, kind
            assert (value - low < high - value) == (value < 2.5), kind
        else:
            assert value - low == pytest.approx(high - value, abs=3e-6), kind
    assert len(kinds) == 9
