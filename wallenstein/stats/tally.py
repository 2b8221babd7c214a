"""What surveys of all games share: counts by bot and category, shares with intervals, the bots that played."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.reports.figures import Estimate
from wallenstein.core.reports.survey import RunPart
from wallenstein.stats.batches import Batches
from wallenstein.stats.intervals import Interval, means
from wallenstein.stats.shares import shares

Column = NDArray[Any]


class Tally:
    """Sums by bot and category, such as actions planned of each kind."""

    def __init__(self, bots: int, *categories: int) -> None:
        self.sums = np.zeros((bots, *categories))

    def add(self, *codes: Column, values: Column | float = 1.0) -> None:
        """Adds rows by the codes of their bot and categories."""
        place = np.ravel_multi_index(codes, self.sums.shape)
        weights = np.broadcast_to(np.asarray(values, np.float64), place.shape)
        self.sums += np.bincount(place, weights, self.sums.size).reshape(self.sums.shape)

    def over(self, whole: Column) -> tuple[tuple[float | None, ...], ...]:
        """The sums divided by a whole, which has as many numbers or as many columns."""
        with np.errstate(invalid="ignore", divide="ignore"):
            found = self.sums / whole
        return tuple(tuple(float(value) if np.isfinite(value) else None for value in row) for row in found)


def bots_of(part: RunPart, rows: Column) -> Column:
    """The bots of rows of `seats`."""
    found: Column = part.seats["bot"][rows]
    return found


def blocks_of(part: RunPart, rows: Column) -> Column:
    """The blocks of rows of `seats`."""
    found: Column = part.seats["block"][rows]
    return found


def share_estimates(batches: Batches) -> tuple[Estimate, ...]:
    """Shares with their intervals, column by column."""
    return tuple(map(plain, shares(batches.sums())))


def mean_estimates(batches: Batches) -> tuple[Estimate, ...]:
    """Means with their intervals, column by column."""
    return tuple(map(plain, means(batches.sums())))


def plain(interval: Interval) -> Estimate:
    """An interval as figures have it."""
    return Estimate(interval.value, interval.low, interval.high)


def chosen(items: Sequence[Any], which: Sequence[int]) -> tuple[Any, ...]:
    """Some of the items."""
    return tuple(items[place] for place in which)
