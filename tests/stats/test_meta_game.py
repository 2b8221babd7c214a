"""Nash averaging of known games."""

import numpy as np
import pytest

from tests.stats.simulate import rows
from wallenstein.stats.lineups import Lineups
from wallenstein.stats.summary import mean_shares, nash_average

CYCLE = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])


def test_in_a_cycle_all_are_alike() -> None:
    assert nash_average(CYCLE) == pytest.approx([1 / 3] * 3, abs=1e-4)


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


def test_every_line_up_has_the_same_weight() -> None:
    """Ann beats bob in all of six games with cat, and in one of two games without."""
    three = [(0, 1, 3.0), (1, 2, 2.0), (2, 3, 1.0)]
    duels = [[(0, 1, 3.0), (1, 2, 2.0)], [(0, 2, 2.0), (1, 1, 3.0)]]
    results = rows([three] * 6 + duels, list(range(8)), ["ann", "bob", "cat"])
    share = mean_shares(Lineups.of(results))
    assert share[0, 1] == pytest.approx(0.75)
    assert share[1, 0] == pytest.approx(0.25)
    assert share.diagonal() == pytest.approx([0.5] * 3)
