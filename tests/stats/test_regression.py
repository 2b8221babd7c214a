"""Least squares with errors by block, on data made with known coefficients."""

import numpy as np
import pytest

from wallenstein.stats.grouped import least_squares, less_mean

TRUE = (2.0, -0.5)


def made(rng: np.random.Generator, blocks: int = 40, size: int = 6) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Rows whose errors and first column are shared within a block."""
    block = np.repeat(np.arange(blocks), size)
    columns = [rng.normal(size=blocks)[block], rng.normal(size=blocks * size)]
    noise = rng.normal(size=blocks)[block] + 0.3 * rng.normal(size=blocks * size)
    return columns, TRUE[0] * columns[0] + TRUE[1] * columns[1] + noise, block


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, held = np.random.default_rng(1), np.zeros(2)
    for _ in range(400):
        for place, found in enumerate(least_squares(*made(rng))):
            assert found.low is not None
            assert found.high is not None
            held[place] += found.low <= TRUE[place] <= found.high
    assert (held / 400 > 0.90).all()
    assert (held / 400 < 0.985).all()


def test_what_follows_from_others_has_no_value() -> None:
    (first, second), values, block = made(np.random.default_rng(2))
    found = least_squares([first, second, np.zeros(len(block)), 1000 * second], values, block)
    assert found[0].value == pytest.approx(TRUE[0], abs=0.5)
    assert [each.value for each in found[1:]] == [None, None, None]


def test_units_make_no_difference() -> None:
    (first, second), values, block = made(np.random.default_rng(3))
    plain, other = (least_squares([first, factor * second], values, block)[1] for factor in (1.0, 1e6))
    assert plain.value is not None
    assert other.value == pytest.approx(plain.value / 1e6, abs=1e-6)


def test_values_less_the_mean_of_their_group() -> None:
    assert less_mean([1.0, 3.0, 10.0], ["a", "a", "b"]).tolist() == [-1.0, 1.0, 0.0]
