"""Figures of the groups of a frame with intervals that count blocks; least squares with errors by block."""

import numpy as np
import pandas as pd
import pytest

from wallenstein.stats.grouped import Grouped, least_squares, less_mean

ROWS = pd.DataFrame(
    {
        "seed": np.repeat(np.arange(6), 4),
        "bot": pd.Categorical(list("abab") * 6, ["b", "a"], ordered=True),
        "won": [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0] * 3,
        "points": np.arange(24.0),
        "seats": 2.0,
    }
)


def test_each_group_has_its_figures_in_the_order_of_its_category() -> None:
    grouped = Grouped(ROWS, ["bot"])
    grouped.count("rows")
    grouped.count("points", ROWS["points"])
    grouped.mean("score", ROWS["points"], ROWS["seats"])
    grouped.share("win", ROWS["won"])
    grouped.plain("each", ROWS["won"], ROWS["seats"])
    table = grouped.table
    assert table["bot"].tolist() == ["b", "a"]
    assert table["rows"].tolist() == [12, 12]
    assert table["points"].tolist() == [144, 132]
    assert table["score"].tolist() == [6.0, 5.5]
    assert table["win"].tolist() == [0.5, 0.5]
    assert table["each"].tolist() == [0.25, 0.25]
    for figure in ("score", "win"):
        assert (table[f"{figure}_low"] < table[figure]).all()
        assert (table[figure] < table[f"{figure}_high"]).all()


def test_without_groups_there_is_one_row() -> None:
    grouped = Grouped(ROWS, [])
    grouped.mean("score", ROWS["points"])
    assert grouped.table["score"].tolist() == [11.5]


def test_rows_without_a_value_are_a_group_of_their_own() -> None:
    grouped = Grouped(ROWS.assign(cell=np.array([None, "x"] * 12, object)), ["cell"])
    grouped.count("rows")
    assert grouped.table["rows"].tolist() == [12, 12]
    assert grouped.table["cell"].isna().tolist() == [False, True]


def test_of_one_block_no_interval_is_known() -> None:
    grouped = Grouped(ROWS[:4], ["bot"])
    grouped.mean("score", ROWS["points"][:4])
    assert grouped.table["score_low"].isna().all()


def test_rows_of_a_block_that_share_their_luck_are_counted_once() -> None:
    """A hundred copies of each row tell no more than one."""
    copies = pd.concat([ROWS] * 100, ignore_index=True)
    (once, often) = (Grouped(frame, []) for frame in (ROWS, copies))
    once.mean("score", ROWS["points"])
    often.mean("score", copies["points"])
    assert often.table["score_low"][0] == pytest.approx(once.table["score_low"][0])


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
