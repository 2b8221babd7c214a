"""Figures over blocks in worlds of their own: means, contrasts, the spread between levels, coverage."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from wallenstein.stats.worlds import blocks_needed, combination, mean_over, spread_of

Draws = NDArray[np.float64]


def levels(random: np.random.Generator, blocks: int, count: int) -> NDArray[np.int64]:
    """The levels of an axis, as a study deals them out: all in random order, again and again."""
    order = np.concatenate([random.permutation(count) for _ in range(-(-blocks // count))])
    return order[:blocks].astype(np.int64)


def test_without_worlds_the_mean_has_the_interval_of_students_t() -> None:
    values = np.array([1.0, 2.0, 4.0, 5.0])
    found = mean_over(values, {})
    assert found.interval.value == 3.0
    error = values.std(ddof=1) / 2
    assert found.interval.high == pytest.approx(3 + 3.182446 * error, abs=1e-5)
    assert found.p is not None
    assert 0 < found.p < 0.1
    assert found.share_of("board") is None


def test_boards_that_differ_widen_the_interval() -> None:
    random = np.random.default_rng(1)
    board = levels(random, 200, 20)
    values = random.normal(0, 1, 20)[board] * 3 + random.normal(0, 1, 200)
    apart, alike = mean_over(values, {"board": board}), mean_over(values, {})
    assert apart.spreads["board"] == pytest.approx(3, rel=0.4)
    assert width(apart.interval) > 2.5 * width(alike.interval)


def test_boards_that_are_alike_do_not() -> None:
    random = np.random.default_rng(2)
    board = levels(random, 200, 20)
    values = random.normal(1, 1, 200)
    assert width(mean_over(values, {"board": board}).interval) < 1.3 * width(mean_over(values, {}).interval)


def test_a_board_of_its_own_for_each_block_changes_nothing() -> None:
    values = np.random.default_rng(3).normal(0, 1, 20)
    assert mean_over(values, {"board": np.arange(20)}) == mean_over(values, {})._replace(spreads={"board": 0.0})


def test_the_share_of_levels_with_the_same_sign_follows_from_their_spread() -> None:
    random = np.random.default_rng(4)
    board = levels(random, 4000, 40)
    values = 1.0 + random.normal(0, 1, 40)[board] + random.normal(0, 0.1, 4000)
    share = mean_over(values, {"board": board}).share_of("board")
    assert share == pytest.approx(0.84, abs=0.08)


def test_a_contrast_is_free_of_the_other_axes() -> None:
    random = np.random.default_rng(5)
    rules, players = levels(random, 300, 2), levels(random, 300, 3)
    values = 2.0 * rules + 10.0 * players + random.normal(0, 1, 300)
    design = np.column_stack([np.ones(300), rules == 1, players == 1, players == 2]).astype(np.float64)
    found = combination(values, design, np.array([0.0, 1, 0, 0]), {})
    assert found.interval.value == pytest.approx(2.0, abs=0.4)
    assert width(found.interval) < 0.6


def test_what_no_block_tells_has_no_value() -> None:
    design = np.column_stack([np.ones(4), np.zeros(4)])
    assert combination(np.ones(4), design, np.array([0.0, 1.0]), {}).interval.value is None
    assert mean_over(np.array([]), {}).interval.value is None
    assert mean_over(np.array([2.0]), {}).interval.low is None


def test_blocks_that_are_all_equal_have_no_interval() -> None:
    found = mean_over(np.full(5, 2.0), {"board": np.array([0, 0, 1, 1, 2])})
    assert (found.interval.value, found.interval.low, found.p) == (2.0, None, None)


def test_the_spread_of_single_blocks_is_not_that_of_levels() -> None:
    random = np.random.default_rng(6)
    found = [spread_of(random.normal(0, 1, 60), levels(random, 60, 4), 59) ** 2 for _ in range(300)]
    assert np.mean(found) < 0.05  # of the blocks' own 1


def test_blocks_needed_show_the_effect_in_8_of_10() -> None:
    random = np.random.default_rng(7)
    count = blocks_needed(3.0, 1.0)
    shown = [
        (interval := mean_over(random.normal(1, 3, count), {}).interval).low is not None and interval.low > 0
        for _ in range(400)
    ]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.06)


def width(interval: Any) -> float:
    return float(interval.high - interval.low)


@pytest.mark.long
@pytest.mark.parametrize("blocks", [20, 60, 160])
@pytest.mark.parametrize("spread", [0.0, 0.5, 1.5])
def test_intervals_hold_the_truth_of_all_worlds(blocks: int, spread: float) -> None:
    random = np.random.default_rng(blocks)
    held = 0
    for _ in range(1500):
        board, tower = levels(random, blocks, 20), levels(random, blocks, 4)
        values = random.normal(0, spread, 20)[board] + random.normal(0, spread / 5, 4)[tower]
        values += random.normal(0, 2, blocks)
        interval = mean_over(values, {"board": board, "tower": tower}).interval
        assert interval.low is not None
        assert interval.high is not None
        held += interval.low <= 0 <= interval.high
    assert 0.925 <= held / 1500 <= 0.985


@pytest.mark.long
def test_contrasts_hold_the_truth_too() -> None:
    random = np.random.default_rng(8)
    held = 0
    for _ in range(1000):
        board, rules = levels(random, 120, 20), levels(random, 120, 6)
        values = random.normal(0, 1, 20)[board] + random.normal(0, 2, 120)
        design = np.column_stack([np.ones(120), *(rules == level for level in range(1, 6))]).astype(np.float64)
        interval = combination(values, design, np.eye(6)[3], {"board": board}).interval
        assert interval.low is not None
        assert interval.high is not None
        held += interval.low <= 0 <= interval.high
    assert 0.925 <= held / 1000 <= 0.985
