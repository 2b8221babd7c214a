"""Standard errors by drawing whole blocks again: games of one block share a seed and so hang together."""

from dataclasses import dataclass

import numpy as np

from wallenstein.stats.measure import Estimates
from wallenstein.stats.results import Floats, Ints

RESAMPLES = 1000
MOST_UNITS = 2000


@dataclass(frozen=True, eq=False)
class Resampling:
    """The same drawn blocks for every figure. Row r of `weights` says how often resample r drew each unit."""

    unit: Ints  # per block: the unit it is drawn with
    weights: Floats  # resamples x units

    @property
    def units(self) -> int:
        """How many units are drawn from."""
        return int(self.weights.shape[1])

    @staticmethod
    def draw(blocks: int, seed: int) -> "Resampling":
        """Draw the resamples. Beyond `MOST_UNITS` blocks, blocks are joined by turns into that many units.

        Joined blocks are as independent as single ones, and so many measure an error as well as a million.
        """
        units = min(blocks, MOST_UNITS)
        generator = np.random.Generator(np.random.PCG64(seed))
        weights = np.zeros((RESAMPLES, units))
        for row in weights if units else ():
            row[:] = np.bincount(generator.integers(0, units, units), minlength=units)
        return Resampling(np.arange(blocks, dtype=np.int64) % max(units, 1), weights)

    def ratios(self, block: Ints, column: Ints, columns: int, part: Floats, whole: Floats) -> Estimates:
        """Sum of `part` over sum of `whole` for each column, from rows that name their block and column.

        Give whole numbers where possible: their sums are exact, whatever the order of adding.
        """
        cell = self.unit[block] * columns + column
        size = self.units * columns
        parts = np.bincount(cell, part, size).astype(np.float64).reshape(self.units, columns)
        wholes = np.bincount(cell, whole, size).astype(np.float64).reshape(self.units, columns)
        value = _divide(parts.sum(axis=0), wholes.sum(axis=0))
        drawn = _divide(self.weights @ parts, self.weights @ wholes)
        blocks = np.count_nonzero(wholes, axis=0).astype(np.float64)
        return Estimates(value, _spread(drawn) * small_sample(blocks), blocks)


def small_sample(blocks: Floats) -> Floats:
    """The factor that undoes the shrinkage of resampling from few blocks; NaN for fewer than two."""
    known = np.where(blocks > 1, blocks, np.nan)
    return np.asarray(np.sqrt(known / (known - 1)), np.float64)


def _divide(part: Floats, whole: Floats) -> Floats:
    """A quotient that is NaN where nothing is divided."""
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
