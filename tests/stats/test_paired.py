"""Differences between cells on the same seeds."""

import numpy as np

from wallenstein.stats.paired import block_means, paired


def test_blocks_pair_by_number_and_lonely_ones_drop_out() -> None:
    found = paired([1, 2, 3, 9], [1.0, 2.0, 3.0, 100.0], [3, 2, 1, 8], [5.0, 3.0, 3.0, -100.0], seed=1)
    assert (found.blocks, found.difference.value) == (3, round((2 + 1 + 2) / 3, 6))


def test_values_of_one_block_count_as_their_mean() -> None:
    numbers, mean = block_means([5, 2, 5], [1.0, 7.0, 3.0])
    assert (numbers.tolist(), mean.tolist()) == ([2, 5], [7.0, 2.0])


def test_what_both_cells_share_cancels() -> None:
    rng = np.random.default_rng(1)
    luck, blocks = rng.normal(0, 10, 200), np.arange(200)
    noise = rng.normal(0, 1, (2, 200))
    found = paired(blocks, luck + noise[0], blocks, luck + noise[1] + 1, seed=1).difference
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 1 < found.high
    assert found.high - found.low < 0.6  # without pairing it would be 4


def test_the_true_difference_is_inside_about_as_often_as_promised() -> None:
    rng = np.random.default_rng(2)
    blocks, inside = np.arange(12), 0
    for i in range(200):
        a, b = rng.normal(0, 1, 12), rng.exponential(1, 12)
        found = paired(blocks, a, blocks, b, seed=i).difference
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 1 <= found.high
    assert 178 <= inside <= 199  # binomial, four standard deviations around 190


def test_the_seed_gives_the_same_interval_again() -> None:
    values = ([1, 2, 3, 4], [1.0, 2.0, 5.0, 3.0], [1, 2, 3, 4], [2.0, 2.0, 4.0, 7.0])
    assert paired(*values, seed=3) == paired(*values, seed=3)
    assert paired(*values, seed=3) != paired(*values, seed=4)


def test_one_block_or_none_has_no_interval() -> None:
    assert paired([1], [2.0], [1], [5.0], seed=1).as_dict() == {
        "blocks": 1,
        "difference": {"value": 3.0, "low": None, "high": None},
    }
    assert paired([1], [2.0], [2], [5.0], seed=1).difference.value is None
