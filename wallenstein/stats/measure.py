"""A number with its 95 % interval, and the shapes of interval that keep their promise."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from wallenstein.stats.results import Floats

CONFIDENCE = 0.95
DIGITS = 6


@dataclass(frozen=True)
class Measure:
    """A figure and its interval; None is what cannot be known."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def as_dict(self) -> dict[str, float | None]:
        """Plain data, rounded, with keys in a fixed order."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, eq=False)
class Estimates:
    """Figures with standard errors, and the blocks that each one rests on; NaN is what cannot be known."""

    value: Floats
    error: Floats
    blocks: Floats


def tidy(x: float) -> float | None:
    """A rounded number for print and JSON; None for what is not a number."""
    return round(float(x), DIGITS) + 0.0 if np.isfinite(x) else None


def quantile(blocks: Floats) -> Floats:
    """How many standard errors an interval reaches: Student's t, wide when blocks are few."""
    freedom = np.where(blocks > 1, blocks - 1, np.nan)
    return np.asarray(stdtrit(freedom, (1 + CONFIDENCE) / 2), np.float64)


def means(estimates: Estimates) -> tuple[Measure, ...]:
    """Intervals for figures without bounds: value plus and minus t standard errors."""
    error = np.where(estimates.error > 0, estimates.error, np.nan)
    reach = quantile(estimates.blocks) * error
    return _measures(estimates.value, estimates.value - reach, estimates.value + reach)


def shares(estimates: Estimates) -> tuple[Measure, ...]:
    """Wilson intervals for shares, which stay right near 0 and 1 and never leave them.

    A share with this standard error is worth `games` independent throws of a coin. When no block differs from
    another, each counts as one throw, so that a bot that has always won has a lower bound.
    """
    p, z2 = estimates.value, quantile(estimates.blocks) ** 2
    varies = (estimates.error > 0) & (p > 0) & (p < 1)
    variance = np.where(varies, estimates.error, 1.0) ** 2
    games = np.where(varies, p * (1 - p) / variance, estimates.blocks)
    games = np.where(games > 0, games, np.nan)
    scale = 1 + z2 / games
    middle = (p + z2 / (2 * games)) / scale
    reach = np.sqrt(z2 * (p * (1 - p) / games + z2 / (4 * games**2))) / scale
    return _measures(p, np.maximum(middle - reach, 0), np.minimum(middle + reach, 1))


def _measures(value: Floats, low: Floats, high: Floats) -> tuple[Measure, ...]:
    return tuple(Measure(tidy(v), tidy(a), tidy(b)) for v, a, b in zip(value, low, high, strict=True))
