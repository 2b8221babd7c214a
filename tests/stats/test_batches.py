"""Sums by batches of blocks: the same figures as from all rows at once, and differences that keep their level."""

import numpy as np
import pytest

from wallenstein.stats.intervals import ByBlock, means
from wallenstein.stats.paired import paired
from wallenstein.stats.tally import MOST, Batches, differences


def test_rows_added_part_by_part_give_the_sums_of_all_rows() -> None:
    rng = np.random.default_rng(1)
    block, column = rng.integers(0, 30, 500), rng.integers(0, 3, 500)
    won, fought = rng.random(500), rng.integers(1, 4, 500)
    batches = Batches(30, 3)
    for half in (slice(0, 200), slice(200, 500)):  # a block may be in both
        batches.add(block[half], column[half], won[half], fought[half])
    whole = ByBlock(block, column, 3).sums(won, fought.astype(np.float64))
    assert np.allclose(batches.sums().variance, whole.variance)
    assert np.allclose(batches.sums().value, whole.value)


def test_rows_of_no_column_do_not_count() -> None:
    batches = Batches(2, 1)
    batches.add(np.array([0, 1, 1]), np.array([0, -1, 0]), 1.0, 2.0)
    assert batches.part.sum() == 2
    assert batches.whole.sum() == 4


def test_memory_does_not_grow_with_blocks_and_intervals_keep_their_width() -> None:
    rng = np.random.default_rng(2)
    block, values = np.arange(40_000), rng.normal(size=40_000)
    batches = Batches(40_000, 1)
    batches.add(block, np.zeros(40_000, np.int64), values, 1.0)
    assert batches.part.shape == (MOST, 1)
    (found,) = means(batches.sums())
    assert found.low is not None
    assert found.high is not None
    assert 0.9 < (found.high - found.low) / (2 * 1.96 / 200) < 1.1


def test_a_difference_is_paired_by_block() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(scale=5, size=40)
    sides = []
    for more in (1.0, 0.0):
        side = Batches(40, 1)
        values = luck + more + rng.normal(scale=0.1, size=40)
        side.add(np.arange(40), np.zeros(40, np.int64), values, 1.0)
        sides.append((side, values))
    (found,), _ = differences(sides[0][0], sides[1][0])
    usual = paired(np.arange(40), sides[1][1], np.arange(40), sides[0][1]).difference
    for key, value in vars(usual).items():
        assert getattr(found, key) == pytest.approx(value, abs=1e-5)
    assert found.value == pytest.approx(1, abs=0.1)
