"""A figure with its 95 % interval, from resampled blocks: the games of a block share a seed and are not independent."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from wallenstein.stats.results import Floats, Ints

RESAMPLES = 1000
MOST_UNITS = 2000
CONFIDENCE = 0.95
DIGITS = 6


@dataclass(frozen=True)
class Interval:
    """A figure and its interval; None means that a value cannot be known."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def as_dict(self) -> dict[str, float | None]:
        """Plain data, rounded, with keys in a fixed order."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, eq=False)
class Estimates:
    """Figures with standard errors, and the number of blocks behind each; NaN means that a value cannot be known."""

    value: Floats
    error: Floats
    blocks: Floats


def tidy(x: float) -> float | None:
    """A number rounded for text and JSON; None for NaN."""
    return round(float(x), DIGITS) + 0.0 if np.isfinite(x) else None


def quantile(blocks: Floats) -> Floats:
    """How many standard errors an interval reaches: Student's t, wide when blocks are few."""
    freedom = np.where(blocks > 1, blocks - 1, np.nan)
    return np.asarray(stdtrit(freedom, (1 + CONFIDENCE) / 2), np.float64)


def means(estimates: Estimates) -> tuple[Interval, ...]:
    """Intervals for unbounded figures: the value plus and minus t standard errors."""
    error = np.where(estimates.error > 0, estimates.error, np.nan)
    reach = quantile(estimates.blocks) * error
    return _intervals(estimates.value, estimates.value - reach, estimates.value + reach)


def shares(estimates: Estimates) -> tuple[Interval, ...]:
    """Wilson intervals for shares, which are accurate near 0 and 1 and never exceed them.

    A share with this standard error is worth `games` independent coin tosses. If all blocks are equal, each counts as
    one toss, so that a bot that has always won has a lower bound.
    """
    p, z2 = estimates.value, quantile(estimates.blocks) ** 2
    varies = (estimates.error > 0) & (p > 0) & (p < 1)
    variance = np.where(varies, estimates.error, 1.0) ** 2
    games = np.where(varies, p * (1 - p) / variance, estimates.blocks)
    games = np.where(games > 0, games, np.nan)
    scale = 1 + z2 / games
    middle = (p + z2 / (2 * games)) / scale
    reach = np.sqrt(z2 * (p * (1 - p) / games + z2 / (4 * games**2))) / scale
    return _intervals(p, np.maximum(middle - reach, 0), np.minimum(middle + reach, 1))


def _intervals(value: Floats, low: Floats, high: Floats) -> tuple[Interval, ...]:
    return tuple(Interval(tidy(v), tidy(a), tidy(b)) for v, a, b in zip(value, low, high, strict=True))


@dataclass(frozen=True, eq=False)
class Resampling:
    """The same resampled blocks for every figure. Row r of `weights` has how often resample r drew each unit."""

    unit: Ints  # per block: the unit it is drawn with
    weights: Floats  # resamples x units

    @property
    def units(self) -> int:
        """The number of units to draw from."""
        return int(self.weights.shape[1])

    @staticmethod
    def draw(blocks: int, seed: int) -> "Resampling":
        """Draw the resamples. More than `MOST_UNITS` blocks are combined into that many units.

        Combined blocks are as independent as single ones, and this many measure an error as well as a million.
        """
        units = min(blocks, MOST_UNITS)
        generator = np.random.Generator(np.random.PCG64(seed))
        weights = np.zeros((RESAMPLES, units))
        for row in weights if units else ():
            row[:] = np.bincount(generator.integers(0, units, units), minlength=units)
        return Resampling(np.arange(blocks, dtype=np.int64) % units, weights)

    def ratios(self, block: Ints, column: Ints, columns: int, part: Floats, whole: Floats) -> Estimates:
        """Sum of `part` over sum of `whole` for each column, from rows with their block and column.

        Give whole numbers where possible: their sums are exact, whatever the order of adding.
        """
        place = self.unit[block] * columns + column
        size = self.units * columns
        parts = np.bincount(place, part, size).astype(np.float64).reshape(self.units, columns)
        wholes = np.bincount(place, whole, size).astype(np.float64).reshape(self.units, columns)
        value = _divide(parts.sum(axis=0), wholes.sum(axis=0))
        drawn = _divide(self.weights @ parts, self.weights @ wholes)
        blocks = np.count_nonzero(wholes, axis=0).astype(np.float64)
        return Estimates(value, _spread(drawn) * small_sample(blocks), blocks)


def small_sample(blocks: Floats) -> Floats:
    """The factor that corrects resampling from few blocks, which underestimates errors; NaN for fewer than two."""
    known = np.where(blocks > 1, blocks, np.nan)
    return np.asarray(np.sqrt(known / (known - 1)), np.float64)


def _divide(part: Floats, whole: Floats) -> Floats:
    """A quotient that is NaN for division by 0."""
    quotient = np.full_like(part, np.nan)
    np.divide(part, whole, out=quotient, where=whole > 0)
    return quotient


def _spread(drawn: Floats) -> Floats:
    """The standard deviation over the resamples in which a figure exists."""
    known = np.isfinite(drawn)
    count = np.maximum(known.sum(axis=0), 1)
    centre = np.where(known, drawn, 0).sum(axis=0) / count
    squares = np.where(known, drawn - centre, 0) ** 2
    error = np.sqrt(squares.sum(axis=0) / count)
    return np.where(error > 1e-12 * (1 + np.abs(centre)), error, 0.0)
