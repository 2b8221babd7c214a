"""Least squares with errors by block."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from wallenstein.stats.block_sums import small_sample
from wallenstein.stats.intervals import Estimates, Interval, reaching
from wallenstein.stats.results import Floats


def least_squares(columns: Sequence[ArrayLike], values: ArrayLike, block: ArrayLike) -> tuple[Interval, ...]:
    """What one more of each column adds to the values, with 95 % intervals; rows of a block share their luck.

    A column that nothing is known of, because it never varies or follows from others, has no value.
    """
    x = np.column_stack([np.asarray(column, np.float64) for column in columns])
    y = np.asarray(values, np.float64)
    numbers, place = np.unique(np.asarray(block), return_inverse=True)
    scale = np.sqrt(np.square(x).sum(axis=0))
    x = x / np.where(scale > 0, scale, 1)
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    found = inverse @ x.T @ y
    off = x * (y - x @ found)[:, None]
    by_block = np.zeros((len(numbers), x.shape[1]))
    np.add.at(by_block, place, off)
    error = np.sqrt(np.diag(inverse @ (by_block.T @ by_block) @ inverse))
    known = np.isclose(np.diag(inverse @ (x.T @ x)), 1.0)
    blocks = np.full(x.shape[1], float(len(numbers)))
    with np.errstate(invalid="ignore", divide="ignore"):
        value, error = (np.where(known, each / scale, np.nan) for each in (found, error))
    return reaching(Estimates(value, error * small_sample(blocks), blocks))


def less_mean(values: ArrayLike, group: ArrayLike) -> Floats:
    """The values less the mean of their group."""
    column = np.asarray(values, np.float64)
    place = np.unique(np.asarray(group), return_inverse=True)[1]
    sums, counts = np.bincount(place, column), np.bincount(place)
    return np.asarray(column - (sums / counts)[place], np.float64)
