"""Figures over blocks in worlds of their own: means, contrasts, the spread between levels, coverage."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from wallenstein.stats.worlds import blocks_needed, combination, mean_over

Draws = NDArray[np.float64]


def levels(random: np.random.Generator, blocks: int, count: int) -> NDArray[np.int64]:
    """The levels of an axis, as a study deals them out: all in random order, again and again."""
    order = np.concatenate([random.permutation(count) for _ in range(-(-blocks // count))])
    return order[:blocks].astype(np.int64)


def test_without_worlds_the_mean_has_the_interval_of_students_t() -> None:
    values = np.array([1.0, 2.0, 4.0, 5.0] * 3)
    found = mean_over(values, {})
    assert found.interval.value == 3.0
    error = values.std(ddof=1) / 12**0.5
    assert found.interval.high == pytest.approx(3 + 2.200985 * error, abs=1e-5)
    assert found.p is not None
    assert 0 < found.p < 0.001
    assert found.at(0.99).high == pytest.approx(3 + 3.105807 * error, abs=1e-5)
    assert found.visible == pytest.approx((2.200985 + 0.875530) * error, abs=1e-5)


def test_fewer_than_ten_blocks_conclude_nothing() -> None:
    found = mean_over(np.array([9.0, 10, 11, 9, 10, 11, 9, 10, 11]), {})
    assert (found.interval.value, found.interval.low, found.p) == (10.0, None, None)
    assert mean_over(np.array([9.0, 10, 11, 9, 10, 11, 9, 10, 11, 10]), {}).interval.low is not None


def test_boards_that_differ_widen_the_interval() -> None:
    random = np.random.default_rng(1)
    board = levels(random, 200, 20)
    values = random.normal(0, 1, 20)[board] * 3 + random.normal(0, 1, 200)
    apart, alike = mean_over(values, {"board": board}), mean_over(values, {})
    assert apart.spreads["board"].value == pytest.approx(3, rel=0.4)
    assert width(apart.interval) > 2.5 * width(alike.interval)


def test_boards_that_are_alike_do_not() -> None:
    random = np.random.default_rng(2)
    board = levels(random, 200, 20)
    values = random.normal(1, 1, 200)
    assert width(mean_over(values, {"board": board}).interval) < 1.3 * width(mean_over(values, {}).interval)


def test_a_board_of_its_own_for_each_block_changes_nothing() -> None:
    values = np.random.default_rng(3).normal(0, 1, 20)
    assert mean_over(values, {"board": np.arange(20)}) == mean_over(values, {})


def test_blocks_on_levels_that_were_not_drawn_have_a_mean_of_their_own() -> None:
    random = np.random.default_rng(8)
    board = np.where(np.arange(240) % 2, levels(random, 240, 20), -1)
    values = random.normal(0, 1, 21)[board] + random.normal(0, 1, 240) + 9.0 * (board < 0)
    found, drawn = mean_over(values, {"board": board}), mean_over(values[board >= 0], {"board": board[board >= 0]})
    assert found.interval.value == pytest.approx(values.mean(), abs=1e-6)
    assert found.spreads["board"].value == pytest.approx(1, rel=0.4)
    assert found.spreads["board"].value == pytest.approx(drawn.spreads["board"].known, rel=0.1)
    assert width(found.interval) < 0.7 * width(drawn.interval)
    assert mean_over(values[board < 0], {"board": board[board < 0]}) == mean_over(values[board < 0], {})


def test_the_spread_of_levels_has_a_bound_above_it() -> None:
    random = np.random.default_rng(4)
    found = []
    for _ in range(300):
        tower = levels(random, 40, 4)
        values = random.normal(0, 1, 4)[tower] + random.normal(0, 2, 40)
        high = mean_over(values, {"tower": tower}).spreads["tower"].high
        assert high is not None
        found.append(high >= 1)
    assert 0.92 <= np.mean(found) <= 0.99


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
    found = mean_over(np.full(12, 2.0), {"board": np.repeat([0, 1, 2], 4)})
    assert (found.interval.value, found.interval.low, found.p) == (2.0, None, None)


def test_the_spread_of_single_blocks_is_not_that_of_levels() -> None:
    random = np.random.default_rng(6)
    found = []
    for _ in range(300):
        spread = mean_over(random.normal(0, 1, 60), {"tower": levels(random, 60, 4)}).spreads["tower"].known
        found.append(spread**2)
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
@pytest.mark.parametrize("blocks", [20, 36, 60, 180])
@pytest.mark.parametrize("towers", [0.0, 0.6, 1.5, 3.0])
@pytest.mark.parametrize("boards", [0.0, 2.0])
def test_intervals_hold_the_truth_of_all_worlds(blocks: int, towers: float, boards: float) -> None:
    """The published page's towers differ by up to 3.3 points and its blocks by some 12: as 0.6 to 2."""
    random = np.random.default_rng([blocks, int(10 * towers), int(boards)])
    held, contrasts = 0, 0
    for _ in range(2000):
        axes = {"board": levels(random, blocks, 20), "tower": levels(random, blocks, 4)}
        rules = levels(random, blocks, 6)
        values = random.normal(0, boards, 20)[axes["board"]] + random.normal(0, towers, 4)[axes["tower"]]
        values += random.normal(0, 2, blocks)
        design = np.column_stack([np.ones(blocks), *(rules == level for level in range(1, 6))]).astype(np.float64)
        held += holds(mean_over(values, axes).interval)
        contrasts += holds(combination(values, design, np.eye(6)[3], axes).interval)
    assert held / 2000 >= 0.935
    assert contrasts / 2000 >= 0.935
    if towers >= 0.6 and blocks >= 60:  # not wider than needed, where worlds differ as they do on the page
        assert held / 2000 <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("boards", [0.0, 1.0, 3.0])
def test_intervals_hold_the_truth_where_some_boards_are_known(boards: float) -> None:
    """Three known boards with gains of their own beside twenty that are drawn, which have five of eight blocks."""
    random, held = np.random.default_rng([9, int(boards)]), 0
    known = np.array([3.0, -1.0, 2.0])
    for _ in range(2000):
        place = levels(random, 160, 8)
        board = np.where(place < 3, -1, np.cumsum(place >= 3) % 20)
        gains = np.where(place < 3, known[place % 3], random.normal(1, boards, 20)[board])
        found = mean_over(gains + random.normal(0, 2, 160), {"board": board}).interval
        held += (found.low or 0) <= (known.sum() + 5) / 8 <= (found.high or 0)
    assert 0.935 <= held / 2000 <= 0.995


def holds(interval: Any) -> bool:
    return bool(interval.low <= 0 <= interval.high)
