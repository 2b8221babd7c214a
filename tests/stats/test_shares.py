"""Intervals of shares and ranks: exact where nothing is won, else as wide as the blocks demand."""

import numpy as np
import pytest
from scipy.stats import binom

from tests.stats.coverage import holds
from tests.stats.simulate import World, rows
from wallenstein.stats.intervals import BlockSums, ByBlock
from wallenstein.stats.results import Floats
from wallenstein.stats.shares import shares, toss_chances, tosses
from wallenstein.stats.standings import standings
from wallenstein.stats.summary import summary

FIELDS = [(0.1, 0.2, 0.3, 0.4), (0.15, 0.15, 0.2, 0.5), (0.1, 0.1, 0.1, 0.7), (0.002, 0.02, 0.078, 0.9)]


def sums_of(wins: Floats, games: float) -> BlockSums:
    """Sums of a table of wins: a row for each block, a column for each bot."""
    blocks, bots = wins.shape
    block, bot = np.indices(wins.shape).reshape(2, -1)
    return ByBlock(block, bot, bots).sums(wins.reshape(-1), np.full(blocks * bots, games))


def tournament(chances: tuple[float, ...], blocks: int, shared: float, rng: np.random.Generator) -> Floats:
    """Wins of each bot in each block of four games, of which a part repeats the luck of its block."""
    common, own = (rng.choice(len(chances), (blocks, games), p=chances) for games in (1, 4))
    winner = np.where(rng.random((blocks, 4)) < shared, common, own)
    return np.asarray((winner[..., None] == np.arange(len(chances))).sum(axis=1), np.float64)


def coverage(chances: tuple[float, ...], blocks: int, shared: float, times: int) -> Floats:
    """How often the interval of each bot holds its chance."""
    rng = np.random.default_rng(blocks)
    found = [shares(sums_of(tournament(chances, blocks, shared, rng), 4.0)) for _ in range(times)]
    hits = [[holds(each, chance) for each, chance in zip(one, chances, strict=True)] for one in found]
    return np.asarray(np.mean(hits, axis=0), np.float64)


@pytest.mark.parametrize("blocks", [10, 40])
def test_few_intervals_miss(blocks: int) -> None:
    least = binom.ppf(0.001, 150, 0.93) / 150
    for chances in FIELDS[::3]:
        assert coverage(chances, blocks, 0.5, 150).min() >= least


@pytest.mark.long
@pytest.mark.parametrize("shared", [0.0, 0.25, 0.5])
@pytest.mark.parametrize("blocks", [10, 20, 50, 200])
def test_at_least_93_percent_hold_the_truth_and_of_shares_from_10_to_90_at_most_97(blocks: int, shared: float) -> None:
    times = 1600 if blocks == 10 else 400  # the fewest blocks are nearest to the limits
    inner = []
    for chances in FIELDS:
        found = coverage(chances, blocks, shared, times)
        assert found.min() >= binom.ppf(0.01, times, 0.935) / times, chances
        inner += [share for share, chance in zip(found, chances, strict=True) if 0.1 <= chance <= 0.9]
    assert np.mean(inner) <= 0.97
    assert max(inner) <= binom.ppf(0.999, times, 0.97) / times


@pytest.mark.long
@pytest.mark.parametrize("blocks", [5, 10, 20])
@pytest.mark.parametrize("last", [-1.6, -3.0, -5.0])
def test_the_mean_rank_of_the_weakest_bot_is_inside(blocks: int, last: float) -> None:
    world, rng, times = World((0.4, 0.2, 0.0, last)), np.random.default_rng(blocks), 500
    truth = world.truths()["rank"][-1]
    held = 0
    for _ in range(times):
        results = world.play(blocks, rng)
        held += holds(standings(results)[-1].rank, truth)
    assert held >= binom.ppf(0.01, times, 0.935)


@pytest.mark.parametrize(("shared", "low", "high"), [(0.0, 0.0228, 0.030), (0.3, 0.030, 0.056)])
def test_who_never_wins_160_games_has_a_bound_of_a_few_percent(shared: float, low: float, high: float) -> None:
    """Ten blocks of sixteen games: the bound knows the games, and how much those of a block hang together."""
    rng = np.random.default_rng(3)
    one, common = rng.choice(3, (10, 16)), rng.choice(3, (10, 1))
    winner = np.where(rng.random((10, 16)) < shared, common, one)
    wins = (winner[..., None] == np.arange(4)).sum(axis=1).astype(np.float64)
    last = shares(sums_of(wins, 16.0))[3]
    assert (last.value, last.low) == (0.0, 0.0)
    assert last.high is not None
    assert low < last.high < high


def test_the_design_effect_is_that_of_the_correlation_within_blocks() -> None:
    """Two games both repeat the luck of their block with a chance of a quarter: the effect is 1 + 3 / 4."""
    wins = tournament((0.2, 0.2, 0.3, 0.3), 4000, 0.5, np.random.default_rng(2))
    worth = tosses(sums_of(wins, 4.0))
    assert 16_000 / worth.number == pytest.approx([1.75] * 4, rel=0.05)


def test_columns_that_disagree_are_pooled_less() -> None:
    """One pair of bots wins by blocks, another by games: each keeps a design effect of its own."""
    rng = np.random.default_rng(5)
    clumped, free = 4.0 * (rng.random((60, 2)) < 0.5), rng.binomial(4, 0.5, (60, 2))
    worth = tosses(sums_of(np.hstack([clumped, free]), 4.0))
    effect = 240 / worth.number
    assert effect[:2].min() > 3
    assert effect[2:].max() < 1.6


def test_an_entrant_with_three_of_four_seats_wins_at_most_a_third_of_them() -> None:
    game = [(0, 2, 5.0), (1, 1, 9.0), (1, 3, 1.0), (1, 3, 1.0)]
    found = summary(rows([game] * 40, [g // 4 for g in range(40)], ["one", "three"]))
    three = next(e.win_share for e in found.entrants if e.name == "three")
    assert three.value == three.high == round(1 / 3, 6)
    assert three.low is not None
    assert 0.25 < three.low < 1 / 3


def test_sums_of_two_parts_are_those_of_the_whole() -> None:
    """What a run is summed up from can be added: every figure needs no more than sums over blocks."""
    wins = tournament((0.1, 0.2, 0.3, 0.4), 30, 0.5, np.random.default_rng(4))
    parts = sums_of(wins[:11], 4.0) + sums_of(wins[11:], 4.0)
    assert shares(parts) == shares(sums_of(wins, 4.0))


def test_tables_of_different_size_have_ranks_within_their_scale() -> None:
    duel, four = [(0, 1, 5.0), (1, 2, 4.0)], [(0, 1, 5.0), (1, 4, 4.0), (2, 2, 1.0), (2, 3, 1.0)]
    found = summary(rows([duel, four] * 12, [g // 2 for g in range(24)], ["a", "b", "c"]))
    ranks = {e.name: e.rank for e in found.entrants}
    assert (ranks["a"].value, ranks["a"].low) == (1.0, 1.0)
    assert (ranks["b"].value, ranks["b"].high) == (3.0, 3.0)
    assert ranks["a"].high is not None
    assert 1.0 < ranks["a"].high < 1.7


def test_chances_agree_with_the_intervals() -> None:
    rng = np.random.default_rng(3)
    wins = rng.binomial(4, rng.uniform(0.3, 0.7, 60), (20, 60)).astype(np.float64)
    sums = sums_of(wins, 4.0)
    outside = [not holds(each, 0.5) for each in shares(sums)]
    assert list(toss_chances(sums, 0.5) < 0.05) == outside
    assert 10 < sum(outside) < 50


def test_equal_bots_seldom_have_small_chances() -> None:
    rng = np.random.default_rng(4)
    wins = rng.binomial(4, 0.5, (20, 2000)).astype(np.float64)
    small = np.mean([toss_chances(sums_of(part, 4.0), 0.5) < 0.05 for part in np.hsplit(wins, 20)])
    assert 0.03 < small < 0.06


def test_who_has_won_everything_has_the_exact_chance_and_one_block_has_none() -> None:
    sums = sums_of(np.full((50, 1), 4.0), 4.0)
    (chance,) = toss_chances(sums, 0.5)
    assert 0 < chance < 1e-9
    assert np.isnan(toss_chances(sums_of(np.full((1, 1), 3.0), 4.0), 0.5)[0])
