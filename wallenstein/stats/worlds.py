"""Figures over blocks that were each played in a world of its own, with errors of games and of worlds.

A mixed model with crossed random effects: blocks that have a level of a random axis in common, such as a board, are
alike. An axis with few levels leaves few degrees of freedom, and its spread is badly known. So an interval is the
widest of several: by the spread of all axes together (Satterthwaite), by each axis alone, and by the blocks as if
nothing were alike. If every block has a level of its own, the spread of levels is part of the spread of blocks.
A block with the level -1 has none that was drawn: these blocks have a mean of their own.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.results import Floats, Ints
from wallenstein.stats.special import chdtri, stdtr, stdtrit

ROUNDING: Final = 1e-12  # relative to the largest value
FEWEST: Final = 10  # blocks; nothing is concluded from fewer
SURE: Final = 8  # degrees of freedom with which the spread of single blocks is known well enough to be subtracted
POWER: Final = 0.8


class StandardError(NamedTuple):
    size: float
    freedom: float  # of Student's t


class WorldEstimate(NamedTuple):
    """A figure, its interval, the chance of one this large, and its spread between worlds."""

    interval: Estimate
    blocks: int
    p: float | None = None
    errors: tuple[StandardError, ...] = ()  # of which the one with the widest interval holds
    spreads: Mapping[str, Estimate] = {}  # by random axis: standard deviation between its levels, 95 % below `high`

    def at(self, confidence: float) -> Estimate:
        """The value with an interval of another confidence."""
        value = self.interval.known
        if not self.errors:
            return Estimate(self.interval.value)
        reach = max(float(stdtrit(freedom, (1 + confidence) / 2)) * size for size, freedom in self.errors)
        return Estimate(tidy(value), tidy(value - reach), tidy(value + reach))

    @property
    def visible(self) -> float | None:
        """The size that would differ from 0 in 8 of 10 repetitions."""
        reach = (1 + CONFIDENCE) / 2
        needed = [float(stdtrit(free, reach) + stdtrit(free, POWER)) * size for size, free in self.errors]
        return tidy(max(needed)) if needed else None


def mean_over(values: Floats, axes: Mapping[str, Ints]) -> WorldEstimate:
    """The mean of one value a block; `axes` has the level of each block in each random axis."""
    apart = [codes >= 0 for codes in axes.values() if 0 < (codes >= 0).sum() < len(values)]
    design = np.column_stack([np.ones(len(values)), *apart])
    return combination(values, design, design.mean(axis=0) if len(values) else np.ones(1), axes)


def combination(values: Floats, design: Floats, contrast: Floats, axes: Mapping[str, Ints]) -> WorldEstimate:
    """A combination of the coefficients that fit the values best by least squares, one row of the design a block."""
    count = len(values)
    inverse = np.linalg.pinv(design)
    rank = int(np.linalg.matrix_rank(design)) if count else 0
    weights = contrast @ inverse
    if not count or not np.allclose(weights @ design, contrast, atol=1e-8):
        return WorldEstimate(Estimate(None), count)  # no block shows it
    value, free = float(weights @ values), count - rank
    if free < 1 or count < FEWEST:
        return WorldEstimate(Estimate(tidy(value)), count)
    left = values - design @ (inverse @ values)
    left[np.abs(left) < ROUNDING * np.abs(values).max()] = 0.0
    levels = {name: np.unique(codes, return_inverse=True)[1] - (codes < 0).any() for name, codes in axes.items()}
    levels = {name: level for name, level in levels.items() if 0 < level.max() < (level >= 0).sum() - 1}
    own = _own(left, design, levels)
    between = {name: _between(left, level, weights) for name, level in levels.items()}
    spreads = {name: each.spread(own.square) for name, each in between.items()}
    squares = float((weights**2).sum())
    errors = [StandardError(float(np.sqrt((left**2).sum() / free * squares)), free)]
    groups = [list(between.values()), *([each] for each in between.values() if len(between) > 1)]
    errors += [found for group in groups if group for found in _error(group, own, squares)]
    if not max(errors).size > 0:
        return WorldEstimate(Estimate(tidy(value)), count, None, (), spreads)
    p = max(float(2 * stdtr(freedom, -abs(value) / size)) for size, freedom in errors if size > 0)
    found = WorldEstimate(Estimate(tidy(value)), count, p, tuple(errors), spreads)
    return found._replace(interval=found.at(CONFIDENCE))


class _Own(NamedTuple):
    """The mean square of single blocks, without what levels have in common."""

    square: float  # to subtract; 0 if it is not known well
    whole: float
    freedom: int


class _Between(NamedTuple):
    """The mean square between the levels of an axis."""

    square: float
    freedom: int
    blocks: float  # of a level, in the mean
    shared: float  # the squared weights of levels

    def spread(self, own: float) -> Estimate:
        """The standard deviation of levels, and a bound above it."""
        highest = self.square * self.freedom / float(chdtri(self.freedom, CONFIDENCE))
        value, high = (np.sqrt(max(0.0, square - own) / self.blocks) for square in (self.square, highest))
        return Estimate(tidy(float(value)), 0.0, tidy(float(high)))


def _own(left: Floats, design: Floats, levels: Mapping[str, Ints]) -> _Own:
    beside = [level[:, None] == np.arange(level.max() + 1) for level in levels.values()]
    whole = np.column_stack([design, *beside])
    fit, _, rank, _ = np.linalg.lstsq(whole, left, rcond=None)
    rest = left - whole @ fit
    freedom = len(left) - int(rank)
    if freedom < SURE:
        return _Own(0.0, float((left**2).sum()) / len(left), max(1, freedom))
    square = float((rest**2).sum()) / freedom
    return _Own(square, square, freedom)


def _between(left: Floats, level: Ints, weights: Floats) -> _Between:
    drawn = level >= 0
    left, weights, level = left[drawn], weights[drawn], level[drawn]
    sizes = np.bincount(level).astype(np.float64)
    count, freedom = len(level), len(sizes) - 1
    square = float((np.bincount(level, left) ** 2 / sizes).sum()) / freedom
    blocks = (count - float((sizes**2).sum()) / count) / freedom
    return _Between(square, freedom, blocks, float((np.bincount(level, weights) ** 2).sum()))


def _error(axes: list[_Between], own: _Own, squares: float) -> Iterator[StandardError]:
    alone = len(axes) == 1
    variance, doubt, rest = squares * own.whole, 0.0, squares
    for each in axes:
        part = each.shared / each.blocks
        variance += part * (each.square - own.square if alone else max(0.0, each.square - own.square))
        doubt += (part * each.square) ** 2 / each.freedom
        rest -= part
    doubt += (rest * own.whole) ** 2 / own.freedom
    if variance > 0:
        yield StandardError(float(np.sqrt(variance)), variance**2 / doubt)


def blocks_needed(spread: float, effect: float) -> int:
    """How many blocks show an effect of this size at 5 % in 8 of 10 studies, if single blocks have this spread."""
    return int(np.ceil((2.8 * spread / effect) ** 2))
