"""Differences between results that are read part by part are those of all their rows together."""

from typing import Any

import numpy as np
import pytest

from wallenstein.stats.figures import Difference
from wallenstein.stats.paired import paired, paired_results
from wallenstein.stats.results import Results
from wallenstein.stats.standings import SeatPlacings

NAMES = ["a", "b", "c"]


def results_in(random: np.random.Generator, blocks: Any) -> Results:
    """A game for each of these blocks, at tables of two; only in some of them c has a seat."""
    game, seat = np.repeat(np.arange(len(blocks)), 2), np.tile([0, 1], len(blocks))
    bot = np.column_stack([random.permutation(3)[:2] for _ in blocks]).T.ravel()
    score = random.integers(0, 50, len(game))
    return Results.from_rows(NAMES, game, np.repeat(blocks, 2), seat, bot, random.integers(1, 3, len(game)), score)


def by_rows(base: Results, results: Results, bot: int) -> tuple[Difference, Difference]:
    """The differences of a bot from all its rows."""
    rows = []
    for each in (base, results):
        placings = SeatPlacings.of(each)
        here = placings.entrant == bot
        rows.append((each.blocks[placings.block[here]], placings.score[here], placings.win[here] / placings.parts))
    (a, *a_values), (b, *b_values) = rows
    score, win = (paired(a, one, b, other) for one, other in zip(a_values, b_values, strict=True))
    return score, win


@pytest.mark.parametrize("part", [1, 5, 1000])
def test_differences_are_those_of_all_rows(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the parts are, and where only one side has a block."""
    monkeypatch.setattr("wallenstein.stats.results.PART", part)
    random = np.random.default_rng(4)
    base = results_in(random, np.sort(random.integers(0, 40, 90)))
    other = results_in(random, np.sort(random.integers(20, 70, 60)))
    for bot, found in enumerate(paired_results(base, other)):
        for one, wanted in zip(found, by_rows(base, other, bot), strict=True):
            assert one.blocks == wanted.blocks > 5
            assert one.difference == wanted.difference
            assert one.p == pytest.approx(wanted.p)


def test_without_a_common_block_nothing_is_known() -> None:
    random = np.random.default_rng(4)
    one, other = results_in(random, np.arange(5)), results_in(random, np.arange(5, 9))
    for score, win in paired_results(one, other):
        assert (score.blocks, score.difference.value, score.p) == (0, None, None)
        assert (win.blocks, win.difference.value, win.p) == (0, None, None)
