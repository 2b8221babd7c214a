"""Which entrants an adapting field would play: Nash averaging and alpha-rank of the pairwise shares."""

from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, minimize

from wallenstein.stats.lineups import Lineups
from wallenstein.stats.results import Floats

LEAST = 1e-12
EVEN = 0.5
POPULATION = 50
INTENSITY = 10.0  # of selection: a share of 60 % against 40 replaces the other with a chance of 64 %


def mean_shares(lineups: Lineups) -> Floats:
    """How often each entrant finished ahead of each other; every line-up of both has the same weight.

    NaN where two never met.
    """
    share = np.divide(lineups.ahead, lineups.met, out=np.zeros_like(lineups.ahead), where=lineups.met > 0)
    known = (lineups.met > 0).sum(axis=0)
    mean: Floats = np.divide(share.sum(axis=0), known, out=np.full(known.shape, np.nan), where=known > 0)
    np.fill_diagonal(mean, 0.5)
    return mean


def copeland(share: Floats) -> Floats:
    """The number of others that each entrant beats; one that is level counts half."""
    beaten = (share > EVEN) + (share == EVEN) / 2
    return np.asarray(beaten.sum(axis=1) - 0.5, np.float64)  # it is level with itself


def borda(share: Floats) -> Floats:
    """How often each entrant finishes ahead of another, in the mean over all others."""
    return np.asarray((share.sum(axis=1) - EVEN) / (len(share) - 1), np.float64)


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


def alpha_rank(share: Floats, intensity: float = INTENSITY, population: int = POPULATION) -> Floats:
    """How long an adapting population stays with each entrant: the parts add up to 1."""
    entrants = len(share)
    if entrants < 2:
        return np.ones(entrants)
    gain = intensity * population / (population - 1) * (share.T - 0.5)  # of the newcomer (column) over who is there
    moves = _fixation(gain, population) / (entrants - 1)
    np.fill_diagonal(moves, 0)
    return _stationary(moves)


def _fixation(gain: Floats, population: int) -> Floats:
    """The chance that one newcomer takes over the population."""
    level = np.abs(gain) < 1e-14
    u = np.where(level, 1, np.abs(gain))
    rising = -np.expm1(-u) / -np.expm1(-population * u)
    chance: Floats = np.where(level, 1 / population, np.where(gain > 0, rising, rising * np.exp(-(population - 1) * u)))
    return chance


def _stationary(moves: Floats) -> Floats:
    """The stationary distribution of a chain, by elimination without subtractions (Grassmann, Taksar and Heyman)."""
    chain = moves.copy()
    size = len(chain)
    for last in range(size - 1, 0, -1):
        chain[:last, last] /= chain[last, :last].sum()
        chain[:last, :last] += np.outer(chain[:last, last], chain[last, :last])
    parts = np.zeros(size)
    parts[0] = 1
    for state in range(1, size):
        parts[state] = parts[:state] @ chain[:state, state]
    whole: Floats = parts / parts.sum()
    return whole
