"""Ties fitted as such: true strengths where ties are many, and plain ones where there is none."""

from itertools import combinations

import numpy as np
import pytest

from tests.stats.simulate import World
from wallenstein.stats.results import Floats, Ints, Results
from wallenstein.stats.strength import strengths
from wallenstein.stats.ties import Ties, ties

TRUTH = np.array([1.2, 0.4, -0.3, -1.3])


def ranks(ease: float, rng: np.random.Generator) -> Ints:
    """One game of four, in which a place goes to groups of up to three by their mean strength and `ease`."""
    rank, left, place = np.zeros(4, np.int64), [0, 1, 2, 3], 1
    while left:
        groups = [group for n in (1, 2, 3) for group in combinations(left, n)]
        worth = np.array([ease ** (len(group) - 1) * np.exp(TRUTH[list(group)].mean()) for group in groups])
        group = groups[rng.choice(len(groups), p=worth / worth.sum())]
        rank[list(group)] = place
        place += len(group)
        left = [one for one in left if one not in group]
    return rank


def tournament(ease: float, games: int) -> Results:
    rng = np.random.default_rng(1)
    rank = np.concatenate([ranks(ease, rng) for _ in range(games)])
    game, seat = np.repeat(np.arange(games), 4), np.tile(np.arange(4), games)
    return Results.from_rows(list("abcd"), game, game // 4, seat, seat, rank, np.zeros(len(rank)))


def slope(values: list[float | None]) -> float:
    """How large strengths are, relative to the true ones."""
    found: Floats = np.array(values, np.float64)
    truth = TRUTH - TRUTH.mean()
    return float(found @ truth / (truth @ truth))


def fitted(results: Results) -> Ties:
    found = ties(results)
    assert found is not None
    return found


def test_strengths_do_not_shrink_with_ties() -> None:
    results = tournament(0.2, 2000)
    found = fitted(results)
    assert 0.3 < found.games < 0.45
    assert slope([each.strength.value for each in strengths(results)]) < 0.85
    assert slope([each.value for each in found.strengths.values()]) == pytest.approx(1, abs=0.05)
    for strength, truth in zip(found.strengths.values(), TRUTH - TRUTH.mean(), strict=True):
        assert strength.low is not None
        assert strength.high is not None
        assert strength.low < truth < strength.high


def test_few_ties_change_little() -> None:
    results = tournament(0.01, 1000)
    plain = [each.strength.value for each in strengths(results)]
    assert [each.value for each in fitted(results).strengths.values()] == pytest.approx(plain, abs=0.06)


def test_without_a_tie_there_is_nothing_to_fit() -> None:
    assert ties(World((0.5, 0.0, -0.5)[:3], table=3).play(10, np.random.default_rng(1))) is None


def test_two_bots_that_tie_have_the_odds_of_the_games_they_won() -> None:
    """Of 80 duels, 30 are won, 10 lost and 40 level: the odds are 3 to 1, half of which a plain fit does not see."""
    rank = [[1, 2]] * 30 + [[2, 1]] * 10 + [[1, 1]] * 40
    game = np.repeat(np.arange(80), 2)
    results = Results.from_rows(["a", "b"], game, game, [0, 1] * 80, [0, 1] * 80, np.ravel(rank), np.zeros(160))
    a, b = (each.value for each in fitted(results).strengths.values())
    assert a is not None
    assert b is not None
    assert a - b == pytest.approx(np.log(3), abs=0.01)
