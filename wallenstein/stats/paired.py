"""Differences between two cells of a matrix, block by block on the same seeds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr

from wallenstein.stats.block_sums import BlockSums, ByBlock
from wallenstein.stats.intervals import CONFIDENCE, Interval, means
from wallenstein.stats.results import Floats, Ints


def block_means(block: ArrayLike, value: ArrayLike) -> tuple[Ints, Floats]:
    """The numbers of the blocks, ascending, and the mean of the values in each."""
    numbers, index = np.unique(np.asarray(block, np.int64), return_inverse=True)
    sums = np.bincount(index, np.asarray(value, np.float64), len(numbers))
    return numbers, (sums / np.bincount(index, minlength=len(numbers))).astype(np.float64)


@dataclass(frozen=True)
class Difference:
    """The mean of `b - a` over the blocks that both have, and the number of these blocks.

    `p` is how often chance alone shows a difference as large as this; None if that cannot be known.
    """

    blocks: int
    difference: Interval
    p: float | None

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        p = None if self.p is None else float(f"{self.p:.3g}")
        return {"blocks": self.blocks, "difference": self.difference.as_dict(), "p": p}


def paired(a_blocks: ArrayLike, a_values: ArrayLike, b_blocks: ArrayLike, b_values: ArrayLike) -> Difference:
    """How much b exceeds a, from values and blocks; several values of a block are averaged.

    Blocks that only one side has are ignored. The luck of the seed is shared by both sides and cancels out.
    """
    a_numbers, a = block_means(a_blocks, a_values)
    b_numbers, b = block_means(b_blocks, b_values)
    _, in_a, in_b = np.intersect1d(a_numbers, b_numbers, assume_unique=True, return_indices=True)
    apart = b[in_b] - a[in_a]
    count = len(apart)
    (found,) = differences(ByBlock(np.arange(count), np.zeros(count, np.int64), 1).sums(apart, np.ones(count)))
    return found


def differences(sums: BlockSums) -> tuple[Difference, ...]:
    """Those whose sums over blocks these are, each block with a whole of 1."""
    found = []
    for blocks, interval, value, error in zip(
        sums.blocks.tolist(), means(sums), sums.value.tolist(), np.sqrt(sums.variance).tolist(), strict=True
    ):
        p = 2 * float(stdtr(blocks - 1, -abs(value) / error)) if error > 0 else None
        found.append(Difference(int(blocks), interval, p))
    return tuple(found)


def corrected(chances: Sequence[float | None]) -> list[float | None]:
    """The chances of several comparisons, corrected for their number: that of one false find among all.

    The smallest chance counts times the number of comparisons, the next times one less, and so on; none is smaller
    than one before it (Holm).
    """
    known = sorted((chance, place) for place, chance in enumerate(chances) if chance is not None)
    found: list[float | None] = [None] * len(chances)
    least = 0.0
    for rank, (chance, place) in enumerate(known):
        found[place] = least = max(least, min(1.0, chance * (len(known) - rank)))
    return found


def differs(chances: Sequence[float | None]) -> list[bool]:
    """Which of several comparisons differ beyond chance, when one false find among all is to have a chance of 5 %."""
    return [chance is not None and chance <= 1 - CONFIDENCE for chance in corrected(chances)]
