"""Differences between cells on the same seeds."""

import numpy as np
import pytest
from scipy.stats import sem, t

from wallenstein.stats.paired import block_means, paired


def test_blocks_pair_by_number_and_lonely_ones_drop_out() -> None:
    found = paired([1, 2, 3, 9], [1.0, 2.0, 3.0, 100.0], [3, 2, 1, 8], [5.0, 3.0, 3.0, -100.0])
    assert (found.blocks, found.difference.value) == (3, round((2 + 1 + 2) / 3, 6))


def test_values_of_one_block_count_as_their_mean() -> None:
    numbers, mean = block_means([5, 2, 5], [1.0, 7.0, 3.0])
    assert (numbers.tolist(), mean.tolist()) == ([2, 5], [7.0, 2.0])


def test_what_both_cells_share_cancels() -> None:
    rng = np.random.default_rng(1)
    luck, blocks = rng.normal(0, 10, 200), np.arange(200)
    noise = rng.normal(0, 1, (2, 200))
    found = paired(blocks, luck + noise[0], blocks, luck + noise[1] + 1).difference
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 1 < found.high
    assert found.high - found.low < 0.6  # without pairing it would be 4


def test_the_true_difference_is_inside_about_as_often_as_promised() -> None:
    rng = np.random.default_rng(2)
    blocks, inside = np.arange(12), 0
    for _ in range(200):
        a, b = rng.normal(0, 1, 12), rng.exponential(1, 12)
        found = paired(blocks, a, blocks, b).difference
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 1 <= found.high
    assert 178 <= inside <= 199  # binomial, four standard deviations around 190


def test_the_interval_is_that_of_students_t() -> None:
    apart = np.array([1.0, 0.0, -1.0, 4.0])
    found = paired([1, 2, 3, 4], [1.0, 2.0, 5.0, 3.0], [1, 2, 3, 4], np.array([1.0, 2.0, 5.0, 3.0]) + apart).difference
    low, high = t.interval(0.95, 3, apart.mean(), sem(apart))
    assert found.low == pytest.approx(low, abs=1e-6)
    assert found.high == pytest.approx(high, abs=1e-6)


def test_one_block_or_none_has_no_interval() -> None:
    assert paired([1], [2.0], [1], [5.0]).as_dict() == {
        "blocks": 1,
        "difference": {"value": 3.0, "low": None, "high": None},
    }
    assert paired([1], [2.0], [2], [5.0]).difference.value is None
