"""Differences between cells on the same seeds."""

import numpy as np
import pytest
from scipy.stats import sem, t, ttest_1samp

from wallenstein.core.reports import Estimate
from wallenstein.stats.figures import Difference
from wallenstein.stats.paired import among, block_means, corrected, differs, marked, paired


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
    assert paired([1], [2.0], [1], [5.0]) == Difference(1, Estimate(3.0), None)
    assert paired([1], [2.0], [2], [5.0]).difference.value is None


def test_the_chance_of_a_difference_is_that_of_students_t() -> None:
    apart = np.array([1.0, 0.5, -1.0, 4.0, 2.5])
    found = paired(np.arange(5), np.zeros(5), np.arange(5), apart)
    assert found.p == float(f"{ttest_1samp(apart, 0).pvalue:.3g}")


def test_of_many_comparisons_only_strong_ones_are_marked() -> None:
    """Holm's steps for four: 0.05 / 4, 0.05 / 3, 0.05 / 2, 0.05; what follows the first failure is not marked."""
    assert differs([0.012, 0.04, 0.016, 0.02]) == [True, True, True, True]
    assert differs([0.012, 0.04, 0.017, 0.02]) == [True, False, False, False]
    assert differs([0.013, 0.04, 0.016, 0.02]) == [False] * 4
    assert differs([None, 0.04, None]) == [False, True, False]
    assert differs([]) == []


def test_corrected_chances_are_those_of_holm() -> None:
    found = corrected([0.01, 0.04, None, 0.03, 0.005])
    assert found == [pytest.approx(0.03), pytest.approx(0.06), None, pytest.approx(0.06), pytest.approx(0.02)]
    assert corrected([0.5, 0.9]) == [1.0, 1.0]


def test_one_false_star_among_twenty_comparisons_is_rare() -> None:
    rng = np.random.default_rng(9)
    marked = sum(any(differs(list(np.asarray(ttest_1samp(rng.normal(size=(12, 20)), 0).pvalue)))) for _ in range(200))
    assert marked <= 22  # 10 are expected


def test_intervals_of_chosen_differences_are_wider_and_do_not_reach_zero() -> None:
    found = marked([paired(range(20), np.zeros(20), range(20), np.linspace(0.2, 0.2 + more, 20)) for more in (1, 2)])
    one, of_two = (among(found[0], shown, 8) for shown in (8, 2))
    assert one == found[0].difference
    assert of_two.value == found[0].difference.value
    assert of_two.low is not None
    assert of_two.high is not None
    assert 0 < of_two.low < found[0].difference.known < of_two.high
    factor = t.ppf(1 - 0.05 / 8, 19) / t.ppf(0.975, 19)
    assert of_two.high - of_two.known == pytest.approx(factor * ((one.high or 0) - one.known), abs=1e-5)
