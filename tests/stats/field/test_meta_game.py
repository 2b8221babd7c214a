"""Nash averaging and alpha-rank: known games, and a second implementation."""

import numpy as np
import pytest

from tests.stats.simulate import rows
from wallenstein.stats.lineups import Lineups
from wallenstein.stats.meta_game import alpha_rank, borda, copeland, mean_shares, nash_average

CYCLE = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])


def test_in_a_cycle_all_are_alike() -> None:
    assert nash_average(CYCLE) == pytest.approx([1 / 3] * 3, abs=1e-4)
    assert alpha_rank(CYCLE) == pytest.approx([1 / 3] * 3)


def test_an_uneven_cycle_has_the_mixture_that_nobody_beats() -> None:
    """Leads of 0.1, 0.2 and 0.3 around a cycle: the parts are in the ratio of the leads opposite."""
    share = np.array([[0.5, 0.6, 0.2], [0.4, 0.5, 0.7], [0.8, 0.3, 0.5]])
    assert nash_average(share) == pytest.approx([2 / 6, 3 / 6, 1 / 6], abs=1e-4)


def test_a_copy_changes_nothing_for_the_others() -> None:
    """Balduzzi's point: two copies of a bot share its part."""
    order = [0, 1, 2, 2]
    mixed = nash_average(CYCLE[np.ix_(order, order)])
    assert mixed == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-3)


def test_who_beats_all_is_all() -> None:
    share = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.6], [0.1, 0.4, 0.5]])
    assert nash_average(share) == pytest.approx([1, 0, 0], abs=1e-5)
    assert alpha_rank(share)[0] > 0.99


def test_two_bots_stay_in_the_ratio_of_their_fixations() -> None:
    """For two, the parts are in the ratio exp((population - 1) u) of a newcomer's chances."""
    share = np.array([[0.5, 0.505], [0.495, 0.5]])
    one, two = alpha_rank(share, intensity=1.0, population=10)
    assert one / two == pytest.approx(np.exp(9 * 10 / 9 * 0.005))


def test_alpha_rank_agrees_with_open_spiel() -> None:
    theirs = pytest.importorskip("open_spiel.python.egt.alpharank", reason="a development test needs OpenSpiel")
    rng = np.random.default_rng(1)
    for size in (2, 3, 6):
        upper = np.triu(rng.uniform(0.3, 0.7, (size, size)), 1)
        share = upper + np.tril(1 - upper.T, -1) + np.eye(size) / 2
        _, _, parts, _, _ = theirs.compute([share], m=20, alpha=2.0, use_local_selection_model=True)
        # their local model sets both payoffs against each other: twice the lead, and no correction for the population
        assert alpha_rank(share, intensity=4.0 * 19 / 20, population=20) == pytest.approx(parts, abs=1e-6)


def test_every_line_up_has_the_same_weight() -> None:
    """Ann beats bob in all of six games with cat, and in one of two games without."""
    three = [(0, 1, 3.0), (1, 2, 2.0), (2, 3, 1.0)]
    duels = [[(0, 1, 3.0), (1, 2, 2.0)], [(0, 2, 2.0), (1, 1, 3.0)]]
    results = rows([three] * 6 + duels, list(range(8)), ["ann", "bob", "cat"])
    share = mean_shares(Lineups.of(results))
    assert share[0, 1] == pytest.approx(0.75)
    assert share[1, 0] == pytest.approx(0.25)
    assert share.diagonal() == pytest.approx([0.5] * 3)


def test_pairs_are_counted_as_copeland_and_borda_did() -> None:
    share = np.array([[0.5, 0.6, 0.9, 0.5], [0.4, 0.5, 0.7, 1.0], [0.1, 0.3, 0.5, 0.6], [0.5, 0.0, 0.4, 0.5]])
    assert copeland(share) == pytest.approx([2.5, 2.0, 1.0, 0.5])
    assert borda(share) == pytest.approx([2.0 / 3, 2.1 / 3, 1.0 / 3, 0.9 / 3])


def test_in_a_cycle_each_beats_one() -> None:
    assert copeland(CYCLE) == pytest.approx([1.0] * 3)
    assert borda(CYCLE) == pytest.approx([0.5] * 3)
