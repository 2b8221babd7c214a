"""Shares in each line-up, and the test whether one strength a bot explains them."""

import numpy as np
import pytest

from tests.stats.simulate import World, rows
from wallenstein.stats.figures import StrengthFit
from wallenstein.stats.lineups import Lineups, fit, lineup_shares
from wallenstein.stats.results import Results
from wallenstein.stats.summary import field_of

NAMES = ["ann", "bob", "cat", "dan"]


def lineups_of(results: Results) -> Lineups:
    return Lineups.of(results)


def found_fit(results: Results) -> StrengthFit:
    found = fit(lineups_of(results))
    assert found is not None
    return found


def test_each_line_up_has_its_shares() -> None:
    three, twins = [(0, 1, 9.0), (1, 2, 5.0), (2, 3, 1.0)], [(1, 1, 5.0), (0, 2, 1.0), (0, 3, 1.0)]
    results = rows([three, three, three, twins, twins], [0, 1, 2, 3, 4], NAMES)
    each = lineup_shares(results, lineups_of(results))
    assert [(share.seats, share.games) for share in each] == [
        ({"ann": 2, "bob": 1}, 2),
        ({"ann": 1, "bob": 1, "cat": 1}, 3),
    ]
    shares = [{name: share.value for name, share in one.win_shares.items()} for one in each]
    assert shares == [{"ann": 0.0, "bob": 1.0}, {"ann": 1.0, "bob": 0.0, "cat": 0.0}]


def test_a_field_with_one_strength_a_bot_is_seldom_doubted() -> None:
    rng, world = np.random.default_rng(1), World((1.2, 0.6, 0.1, -0.3, -1.6), shared=0.5)
    doubted = sum(found_fit(world.play(60, rng)).p < 0.05 for _ in range(60))
    assert doubted <= 8  # 3 are expected at most


@pytest.mark.long
@pytest.mark.parametrize("shared", [0.0, 0.5])
@pytest.mark.parametrize("blocks", [20, 60, 200])
def test_it_is_doubted_at_most_5_times_in_100(blocks: int, shared: float) -> None:
    rng, world = np.random.default_rng(2), World((0.8, 0.4, 0.0, -0.3, -0.9), shared=shared)
    doubted = sum(found_fit(world.play(blocks, rng)).p < 0.05 for _ in range(500))
    assert doubted / 500 <= 0.05 + 3 * (0.05 * 0.95 / 500) ** 0.5


def test_a_bot_that_is_strong_only_without_another_is_noticed() -> None:
    """In both line-ups ann wins half of the duels in all, but all against bob and none against cat."""
    rng = np.random.default_rng(3)
    games, blocks = [], []
    for block in range(40):
        for other, chance in ((1, 0.75), (2, 0.25)):
            wins = rng.random() < chance
            games.append([(0, 1 if wins else 2, 1.0), (other, 2 if wins else 1, 1.0)])
            blocks.append(block)
        level = rng.random() < 0.5
        games.append([(1, 1 if level else 2, 1.0), (2, 2 if level else 1, 1.0)])
        blocks.append(block)
    found = found_fit(rows(games, blocks, NAMES[:3]))
    assert found.freedom == 1
    assert found.p < 0.03


def test_the_statistic_is_pearsons_where_blocks_are_single_games() -> None:
    """Three duels with wins that strengths cannot explain: a cycle of 30 to 10; by symmetry 20 are expected."""
    duel = [((0, 1), (1, 2)), ((1, 1), (2, 2)), ((2, 1), (0, 2))]
    games = []
    for (a, _), (b, _) in duel:
        games += [[(a, 1, 1.0), (b, 2, 1.0)]] * 30 + [[(a, 2, 1.0), (b, 1, 1.0)]] * 10
    found = found_fit(rows(games, list(range(120)), NAMES[:3]))
    assert found.statistic == pytest.approx(3 * (100 / 20 + 100 / 20) * 39 / 40)


def test_one_line_up_leaves_nothing_to_test() -> None:
    results = World((0.5, 0.0, -0.2, -0.3)).play(20, np.random.default_rng(1))
    assert fit(lineups_of(results)) is None
    found = field_of(results)
    assert (found.lineups, len(found.shares)) == (1, 1)
