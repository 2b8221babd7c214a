"""Differences between two cells of a matrix, block by block on the same seeds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from wallenstein.stats.block_sums import ByBlock
from wallenstein.stats.intervals import Interval, means
from wallenstein.stats.results import Floats, Ints


def block_means(block: ArrayLike, value: ArrayLike) -> tuple[Ints, Floats]:
    """The numbers of the blocks, ascending, and the mean of the values in each."""
    numbers, index = np.unique(np.asarray(block, np.int64), return_inverse=True)
    sums = np.bincount(index, np.asarray(value, np.float64), len(numbers))
    return numbers, (sums / np.bincount(index, minlength=len(numbers))).astype(np.float64)


@dataclass(frozen=True)
class Difference:
    """The mean of `b - a` over the blocks that both have, and the number of these blocks."""

    blocks: int
    difference: Interval

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {"blocks": self.blocks, "difference": self.difference.as_dict()}


def paired(a_blocks: ArrayLike, a_values: ArrayLike, b_blocks: ArrayLike, b_values: ArrayLike) -> Difference:
    """How much b exceeds a, from values and blocks; several values of a block are averaged.

    Blocks that only one side has are ignored. The luck of the seed is shared by both sides and cancels out.
    """
    a_numbers, a = block_means(a_blocks, a_values)
    b_numbers, b = block_means(b_blocks, b_values)
    _, in_a, in_b = np.intersect1d(a_numbers, b_numbers, assume_unique=True, return_indices=True)
    apart = b[in_b] - a[in_a]
    count = len(apart)
    (difference,) = means(ByBlock(np.arange(count), np.zeros(count, np.int64), 1).sums(apart, np.ones(count)))
    return Difference(count, difference)
