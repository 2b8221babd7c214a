"""Figures with their 95 % intervals. Errors are those of blocks, because games of one seed are not independent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import isfinite
from typing import Any

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.stats.results import Floats, Ints

NAMES = ("blocks", "part", "whole", "part_squares", "products", "whole_squares")
LEVEL = 1e-12  # a variance below this part of its terms is rounding


@dataclass(frozen=True, eq=False)
class BlockSums:
    """For each column: a block has a part x and a whole n, such as wins and seats; the figure is sum(x) / sum(n).

    Give whole numbers where possible: their sums are exact in any order.
    """

    blocks: Floats  # that have a whole above 0
    part: Floats
    whole: Floats
    part_squares: Floats
    products: Floats  # of part and whole
    whole_squares: Floats

    def __add__(self, other: "BlockSums") -> "BlockSums":
        """The sums over the blocks of both; no block may be in both."""
        return BlockSums(*(getattr(self, name) + getattr(other, name) for name in NAMES))

    def of(self, columns: Ints) -> "BlockSums":
        return BlockSums(*(getattr(self, name)[columns] for name in NAMES))

    def __truediv__(self, unit: float) -> "BlockSums":
        """The same sums in larger units; a game of `unit` parts is one game."""
        large = unit * unit
        squares = self.part_squares / large, self.products / large, self.whole_squares / large
        return BlockSums(self.blocks, self.part / unit, self.whole / unit, *squares)

    @property
    def value(self) -> Floats:
        """The figure of each column; NaN where the whole is 0."""
        return quotient(self.part, self.whole)

    @property
    def variance(self) -> Floats:
        """The squared standard error of each figure, from how far each block lies off it; NaN for fewer than two."""
        value = self.value
        terms = self.part_squares + value**2 * self.whole_squares
        squares = terms - 2 * value * self.products
        squares = np.where(squares > LEVEL * terms, squares, 0.0)
        return small_sample(self.blocks) ** 2 * quotient(squares, self.whole**2)


class ByBlock:
    """Rows with their block and column, of which several figures are summed up."""

    def __init__(self, block: Ints, column: Ints, columns: int) -> None:
        codes, self._place = np.unique(block * max(columns, 1) + column, return_inverse=True)
        self._column = codes % max(columns, 1)
        self.columns = columns

    def sums(self, part: Floats, whole: Floats) -> BlockSums:
        """The sums of one figure, from the part and the whole of each row."""
        x, n = (np.bincount(self._place, values, len(self._column)).astype(np.float64) for values in (part, whole))
        every = (n > 0, x, n, x * x, x * n, n * n)
        return BlockSums(*(np.bincount(self._column, each, self.columns).astype(np.float64) for each in every))


def added(sums: Iterable[Sequence[object]]) -> list[Any]:
    """Several sums over parts of a run, each added up."""
    return reduce(lambda total, part: [one + other for one, other in zip(total, part, strict=True)], map(list, sums))


def small_sample(blocks: Floats) -> Floats:
    """The factor that corrects errors from few blocks, which are too small; NaN for fewer than two."""
    known = np.where(blocks > 1, blocks, np.nan)
    return np.asarray(np.sqrt(known / (known - 1)), np.float64)


def quotient(part: Floats, whole: Floats) -> Floats:
    """A quotient that is NaN for division by 0."""
    found = np.full(len(part), np.nan)
    np.divide(part, whole, out=found, where=whole > 0)
    return found


CONFIDENCE = 0.95
DIGITS = 6


def tidy(x: float) -> float | None:
    """A number rounded for text and JSON; None for NaN."""
    return round(float(x), DIGITS) + 0.0 if isfinite(x) else None


def quantile(freedom: Floats) -> Floats:
    """How many standard errors an interval reaches: Student's t, wide when an error is known from few blocks."""
    from wallenstein.stats.special import stdtrit  # no process that plays needs it

    known = np.where(freedom > 0, freedom, np.nan)
    return np.asarray(stdtrit(known, (1 + CONFIDENCE) / 2), np.float64)


def reaching(value: Floats, error: Floats, blocks: Floats) -> tuple[Estimate, ...]:
    """Intervals for unbounded figures: the value plus and minus t standard errors; NaN stands for unknown values."""
    reach = quantile(blocks - 1) * np.where(error > 0, error, np.nan)
    return intervals(value, value - reach, value + reach)


def means(sums: BlockSums) -> tuple[Estimate, ...]:
    """Intervals for means such as scores: the error says how much the blocks differ."""
    return reaching(sums.value, np.sqrt(sums.variance), sums.blocks)


def intervals(value: Floats, low: Floats, high: Floats) -> tuple[Estimate, ...]:
    """Rounded intervals from columns of values and bounds."""
    return tuple(Estimate(tidy(v), tidy(a), tidy(b)) for v, a, b in zip(value, low, high, strict=True))
