"""A figure with its 95 % interval; errors are those of blocks, because games of one seed are not independent."""

from dataclasses import dataclass

import numpy as np

from wallenstein.stats.block_sums import BlockSums
from wallenstein.stats.results import Floats

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


def quantile(freedom: Floats) -> Floats:
    """How many standard errors an interval reaches: Student's t, wide when an error is known from few blocks."""
    from scipy.special import stdtrit  # takes a tenth of a second, and no process that plays needs it

    known = np.where(freedom > 0, freedom, np.nan)
    return np.asarray(stdtrit(known, (1 + CONFIDENCE) / 2), np.float64)


def reaching(estimates: Estimates) -> tuple[Interval, ...]:
    """Intervals for unbounded figures: the value plus and minus t standard errors."""
    error = np.where(estimates.error > 0, estimates.error, np.nan)
    reach = quantile(estimates.blocks - 1) * error
    return intervals(estimates.value, estimates.value - reach, estimates.value + reach)


def means(sums: BlockSums) -> tuple[Interval, ...]:
    """Intervals for means such as scores: the error says how much the blocks differ."""
    return reaching(Estimates(sums.value, np.sqrt(sums.variance), sums.blocks))


def intervals(value: Floats, low: Floats, high: Floats) -> tuple[Interval, ...]:
    """Rounded intervals from columns of values and bounds."""
    return tuple(Interval(tidy(v), tidy(a), tidy(b)) for v, a, b in zip(value, low, high, strict=True))
