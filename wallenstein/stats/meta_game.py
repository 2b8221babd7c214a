"""Which entrants an adapting field would play: Nash averaging and alpha-rank of the pairwise shares."""

from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, minimize

from wallenstein.stats.lineups import Lineups
from wallenstein.stats.results import Floats

LEAST = 1e-12


def mean_shares(lineups: Lineups) -> Floats:
    """How often each entrant finished ahead of each other; every line-up of both has the same weight.

    NaN where two never met.
    """
    share = np.divide(lineups.ahead, lineups.met, out=np.zeros_like(lineups.ahead), where=lineups.met > 0)
    known = (lineups.met > 0).sum(axis=0)
    mean: Floats = np.divide(share.sum(axis=0), known, out=np.full(known.shape, np.nan), where=known > 0)
    np.fill_diagonal(mean, 0.5)
    return mean


def nash_average(share: Floats) -> Floats:
    """The mixture that no entrant beats, with the largest entropy."""
    lead, entrants = share - 0.5, len(share)
    found: Any = minimize(
        _order,
        np.full(entrants, 1 / entrants),
        jac=_slope,
        bounds=Bounds(np.zeros(entrants), np.ones(entrants)),
        constraints=[LinearConstraint(lead, ub=0), LinearConstraint(np.ones((1, entrants)), 1, 1)],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    mixed = np.where(found.x < 1e-6, 0, found.x)
    whole: Floats = mixed / mixed.sum()
    return whole


def _order(mixed: Any) -> float:
    """The opposite of entropy."""
    parts = np.maximum(mixed, LEAST)
    return float(parts @ np.log(parts))


def _slope(mixed: Any) -> Any:
    return np.log(np.maximum(mixed, LEAST)) + 1
