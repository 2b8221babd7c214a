"""Plackett-Luce strengths: against closed forms and a second implementation, with ties, twins and lopsided results."""

from itertools import permutations
from math import exp, log

import choix
import numpy as np
import pytest
from scipy.optimize import brentq

from tests.stats.simulate import World, rows
from tests.stats.tied import fitted, slope, whole_points
from wallenstein.stats.figures import Strength
from wallenstein.stats.results import Results
from wallenstein.stats.strength import strengths

TINY = 1e-9


def values(results: Results, prior: float = TINY) -> list[float]:
    found = [s.strength.value for s in strengths(results, prior)]
    assert None not in found
    return [v for v in found if v is not None]


@pytest.mark.parametrize("table", [2, 3, 4, 5])
def test_agrees_with_choix(table: int) -> None:
    world = World((1.5, 0.7, 0.0, -0.4, -0.8, -1.0), table=table)
    results = world.play(25, np.random.default_rng(table))
    order = np.argsort(results.rank, axis=1)
    rankings = [tuple(int(x) for x in row) for row in np.take_along_axis(results.entrant, order, axis=1)]
    theirs = choix.opt_rankings(6, rankings, alpha=TINY, tol=1e-10)
    assert values(results) == pytest.approx(list(theirs - theirs.mean()), abs=1e-5)


def test_the_weak_prior_moves_an_ordinary_fit_by_next_to_nothing() -> None:
    results = World((1.5, 0.7, 0.0, -0.4)).play(100, np.random.default_rng(1))
    assert values(results, prior=0.01) == pytest.approx(values(results), abs=1e-3)


def test_two_bots_differ_by_the_log_of_their_odds() -> None:
    won, lost = [(0, 1, 2.0), (1, 2, 1.0)], [(0, 2, 1.0), (1, 1, 2.0)]
    a, b = values(rows([won] * 30 + [lost] * 10, list(range(40)), ["a", "b"]))
    assert a - b == pytest.approx(log(3), abs=1e-6)
    assert a + b == pytest.approx(0, abs=1e-6)


def test_a_tie_counts_as_every_order_in_equal_parts() -> None:
    mixed = [[(0, 1, 0.0), (1, 2, 0.0), (2, 3, 0.0), (3, 4, 0.0)], [(3, 1, 0.0), (2, 2, 0.0), (0, 3, 0.0), (1, 4, 0.0)]]
    tie = [(0, 1, 0.0), (1, 2, 0.0), (2, 2, 0.0), (3, 2, 0.0)]
    orders = [[(0, 1, 0.0), *((e, r, 0.0) for r, e in enumerate(p, 2))] for p in permutations((1, 2, 3))]
    names = ["a", "b", "c", "d"]
    tied = rows([*mixed * 6, *[tie] * 6], list(range(18)), names)
    spelled = rows([*mixed * 6, *orders], list(range(18)), names)
    assert values(tied) == pytest.approx(values(spelled), abs=1e-6)
    assert len(set(values(tied))) > 1


def test_games_that_all_end_level_make_all_equal() -> None:
    assert values(rows([[(0, 1, 5.0), (1, 1, 5.0), (2, 1, 5.0)]] * 4, [0, 1, 2, 3], ["a", "b", "c"])) == [0, 0, 0]


def test_seats_of_one_bot_have_one_strength() -> None:
    """One against three seats of another, 200 wins and 100 last places: the slope of the likelihood by hand."""
    first = [(0, 1, 0.0), (1, 2, 0.0), (1, 2, 0.0), (1, 2, 0.0)]
    last = [(0, 4, 0.0), (1, 1, 0.0), (1, 1, 0.0), (1, 1, 0.0)]

    def slope(x: float) -> float:
        return 300 - 300 * x / (x + 3) - 100 * (x / (x + 2) + x / (x + 1) + 1)

    one, three = values(rows([first] * 200 + [last] * 100, list(range(300)), ["one", "three"]))
    assert one - three == pytest.approx(log(brentq(slope, 0.1, 100)), abs=1e-5)


def always(games: int = 40) -> Results:
    """Ann beats two others who win and lose against each other."""
    one = [(0, 1, 9.0), (1, 2, 5.0), (2, 3, 1.0)]
    two = [(0, 1, 9.0), (2, 2, 5.0), (1, 3, 1.0)]
    return rows([one if g % 3 else two for g in range(games)], list(range(games)), ["ann", "bob", "cat"])


def known(strength: Strength) -> bool:
    return strength.strength.low is not None and strength.strength.high is not None


def test_who_always_wins_stays_finite_and_is_ahead_by_an_unknown_lead() -> None:
    ann, bob, cat = strengths(always())
    assert ann.strength.value is not None
    assert 3 < ann.strength.value < 20
    assert not known(ann)
    assert known(bob)
    assert known(cat)


def test_the_others_are_measured_as_if_the_invincible_one_were_not_there() -> None:
    _, bob, cat = strengths(always(), TINY)
    assert bob.strength.value is not None
    assert cat.strength.value is not None
    assert bob.strength.value - cat.strength.value == pytest.approx(log(26 / 14), abs=1e-4)
    assert bob.strength.value + cat.strength.value == pytest.approx(0, abs=1e-5)
    won, lost = [(0, 1, 5.0), (1, 2, 1.0)], [(1, 1, 5.0), (0, 2, 1.0)]
    duels = rows([won if g % 3 else lost for g in range(40)], list(range(40)), ["bob", "cat"])
    for among_three, alone in zip((bob, cat), strengths(duels, TINY), strict=True):
        for name in ("low", "high"):
            assert getattr(among_three.strength, name) == pytest.approx(getattr(alone.strength, name), abs=1e-5)


def test_a_strict_hierarchy_has_an_order_and_no_intervals() -> None:
    found = strengths(rows([[(0, 1, 3.0), (1, 2, 2.0), (2, 3, 1.0)]] * 9, list(range(9)), ["a", "b", "c"]))
    assert [s.strength.value for s in found] == sorted((s.strength.value or 0.0 for s in found), reverse=True)
    assert not any(map(known, found))


def test_groups_that_never_met_cannot_be_compared() -> None:
    pairs = [[(0, 1, 2.0), (1, 2, 1.0)], [(0, 2, 1.0), (1, 1, 2.0)], [(2, 1, 2.0), (3, 2, 1.0)]]
    found = strengths(rows([*pairs[:2] * 5, pairs[2]], list(range(11)), ["a", "b", "c", "d"]))
    assert [known(s) for s in found] == [True, True, False, False]


def test_of_two_groups_of_one_size_that_of_the_first_entrant_counts() -> None:
    """Ann and cat met each other alone, and so did bob and dan: both groups have two."""
    games = [[(i, 1, 2.0), (i + 2, 2, 1.0)] for i in (0, 1)] + [[(i, 2, 1.0), (i + 2, 1, 2.0)] for i in (0, 1)]
    found = strengths(rows(games * 4, list(range(16)), ["ann", "bob", "cat", "dan"]))
    assert [known(s) for s in found] == [True, False, True, False]


@pytest.mark.parametrize("prior", [0.001, 0.01, 0.1, 1.0, 10.0])
def test_a_prior_of_any_weight_is_kept(prior: float) -> None:
    """Ann wins all 30 games: twice her strength is the lead at which the slopes of likelihood and prior cancel."""
    results = rows([[(0, 1, 2.0), (1, 2, 1.0)]] * 30, list(range(30)), ["ann", "bob"])
    lead = brentq(lambda x: 30 / (1 + exp(x)) - prior * x / 2, 0, 100)
    assert values(results, prior) == pytest.approx([lead / 2, -lead / 2], abs=1e-5)


def test_a_tie_makes_two_bots_comparable() -> None:
    """Ann never finished behind bob, but level with him once: how far she is ahead can be known."""
    games = [[(0, 1, 2.0), (1, 2, 1.0)]] * 8 + [[(0, 1, 2.0), (1, 1, 2.0)]] * 2
    results = rows(games, list(range(10)), ["ann", "bob"])
    assert [known(s) for s in strengths(results)] == [True, True]
    ann, bob = values(results)
    assert ann - bob == pytest.approx(log(9), abs=1e-4)  # nine wins against one, the ties in halves


def test_a_tie_with_the_last_of_a_group_joins_it() -> None:
    """Cat lost to both others but drew level with bob once; dan always lost, and stays outside."""
    pairs = [[(0, 1, 2.0), (1, 2, 1.0)], [(0, 2, 1.0), (1, 1, 2.0)], [(1, 1, 2.0), (2, 2, 1.0)]]
    level, lost = [(1, 1, 1.0), (2, 1, 1.0)], [(2, 1, 2.0), (3, 2, 1.0)]
    found = strengths(rows([*pairs * 3, level, lost], list(range(11)), ["ann", "bob", "cat", "dan"]))
    assert [known(s) for s in found] == [True, True, True, False]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    won, lost = [(0, 1, 2.0), (1, 2, 1.0)], [(0, 2, 1.0), (1, 1, 2.0)]
    results = rows([won] * 100 + [lost] * 10, list(range(110)), ["a", "b"])
    a, b = (s.points.value for s in strengths(results, TINY))
    assert a is not None
    assert b is not None
    assert a - b == pytest.approx(400, abs=1e-3)


def test_points_are_the_same_figures_on_another_scale() -> None:
    results = World((0.6, 0.2, -0.2, -0.6)).play(20, np.random.default_rng(4))
    for found in strengths(results):
        for name in ("value", "low", "high"):
            there = getattr(found.strength, name)
            assert there is not None
            assert getattr(found.points, name) == pytest.approx(there * 400 / log(10), abs=1e-3)


@pytest.mark.parametrize("scale", [20, 5])
def test_ties_of_whole_points_do_not_shrink_strengths(scale: float) -> None:
    results = whole_points(scale, 4000, np.random.default_rng(1))
    assert slope([each.strength.value for each in strengths(results)]) == pytest.approx(1, abs=0.04)


def test_ties_fitted_as_such_leave_the_odds_of_the_games_that_were_won() -> None:
    """What the documentation compares with: of 80 duels, 30 are won, 10 lost and 40 level."""
    one, two = fitted(2, [[(1, 0), (2, 1)]] * 30 + [[(2, 0), (1, 1)]] * 10 + [[(1, 0), (1, 1)]] * 40)
    assert one - two == pytest.approx(np.log(3), abs=0.01)
