"""Figures over blocks that were each played in a world of its own, with errors of games and of worlds.

A mixed model with crossed random effects: blocks that have a level of a random axis in common, such as a board, are
alike. The spread of the levels shows how much, beyond the spread expected from blocks within a level (moments,
none below 0). If every block has a level of its own, the spread of levels is part of the spread of blocks.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.results import Floats, Ints
from wallenstein.stats.special import ndtr, stdtr, stdtrit

ROUNDING = 1e-12  # relative to the largest value


class WorldEstimate(NamedTuple):
    """A figure, its interval, the chance of one this large, and its spread between worlds."""

    interval: Estimate
    blocks: int
    p: float | None = None
    spreads: Mapping[str, float] = {}  # by random axis: the standard deviation of the figure between its levels

    def share_of(self, axis: str) -> float | None:
        """The part of all levels of a random axis where the figure has the sign of its mean, if levels are normal."""
        value, spread = self.interval.value, self.spreads.get(axis)
        if value is None or spread is None:
            return None
        return tidy(float(ndtr(abs(value) / spread))) if spread > 0 else 1.0


def mean_over(values: Floats, axes: Mapping[str, Ints]) -> WorldEstimate:
    """The mean of one value a block; `axes` has the level of each block in each random axis."""
    count = len(values)
    return combination(values, np.ones((count, 1)), np.ones(1), axes)


def combination(values: Floats, design: Floats, contrast: Floats, axes: Mapping[str, Ints]) -> WorldEstimate:
    """A combination of the coefficients that fit the values best by least squares, one row of the design a block."""
    count = len(values)
    inverse = np.linalg.pinv(design)
    rank = int(np.linalg.matrix_rank(design)) if count else 0
    weights = contrast @ inverse
    if not count or not np.allclose(weights @ design, contrast, atol=1e-8):
        return WorldEstimate(Estimate(None), count)  # no block shows it
    value, free = float(weights @ values), count - rank
    if free < 1:
        return WorldEstimate(Estimate(tidy(value)), count)
    left = values - design @ (inverse @ values)
    left[np.abs(left) < ROUNDING * np.abs(values).max()] = 0.0
    spreads = {name: spread_of(left, codes, free) for name, codes in axes.items()}
    variance, freedom = _variance(left, weights, axes, spreads, free)
    if not variance > 0:
        return WorldEstimate(Estimate(tidy(value)), count, None, spreads)
    error = float(np.sqrt(variance))
    reach = float(stdtrit(freedom, (1 + CONFIDENCE) / 2)) * error
    p = float(2 * stdtr(freedom, -abs(value) / error))
    return WorldEstimate(Estimate(tidy(value), tidy(value - reach), tidy(value + reach)), count, p, spreads)


def spread_of(left: Floats, codes: Ints, free: int) -> float:
    """The standard deviation between the levels of a random axis, from the residuals of the fixed part."""
    _, level = np.unique(codes, return_inverse=True)
    sizes = np.bincount(level).astype(np.float64)
    levels, count = len(sizes), len(left)
    within = free - (levels - 1)
    if levels < 2 or within < 1:
        return 0.0
    between = float((np.bincount(level, left) ** 2 / sizes).sum())
    rest = (float((left**2).sum()) - between) / within
    size = (count - float((sizes**2).sum()) / count) / (levels - 1)
    return float(np.sqrt(max(0.0, (between / (levels - 1) - rest) / size)))


def _variance(
    left: Floats, weights: Floats, axes: Mapping[str, Ints], spreads: Mapping[str, float], free: int
) -> tuple[float, float]:
    """The variance of a weighted sum of the blocks, and its degrees of freedom (Satterthwaite)."""
    whole = float((left**2).sum()) / free
    own = max(0.0, whole - float(np.sum([spread**2 for spread in spreads.values()])))
    parts = [(own * float((weights**2).sum()), free)]
    for name, codes in axes.items():
        _, level = np.unique(codes, return_inverse=True)
        shared = np.bincount(level, weights)
        parts.append((spreads[name] ** 2 * float((shared**2).sum()), max(1, len(shared) - 1)))
    variance = float(np.sum([part for part, _ in parts]))
    bottom = float(np.sum([part**2 / freedom for part, freedom in parts]))
    return variance, variance**2 / bottom if bottom > 0 else float(free)


def blocks_needed(spread: float, effect: float) -> int:
    """How many blocks show an effect of this size at 5 % in 8 of 10 studies, if single blocks have this spread."""
    return int(np.ceil((2.8 * spread / effect) ** 2))
