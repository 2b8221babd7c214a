"""Plackett-Luce strengths of all entrants, each with its interval, or together with their covariance."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from wallenstein.stats.figures import ELO, Strength
from wallenstein.stats.intervals import added, reaching, small_sample
from wallenstein.stats.plackett_luce import PickCounts, Picks, by_block, curvature, maximise
from wallenstein.stats.results import Bools, Floats, Ints, ManyResults, Results, distinct

PRIOR = 0.01


def strengths(results: ManyResults, prior: float = PRIOR) -> tuple[Strength, ...]:
    """The strengths in the order of the names, with mean 0 over the comparable entrants.

    `prior` is the precision of a normal prior around 0: it keeps the strength of bots that always win finite.
    The strength of such a bot is unknown, so it has no interval.
    """
    choices, blocks = added(_choices_and_blocks(part) for part in results.parts())
    (held,) = added([finished_no_worse(part)] for part in results.parts())
    theta = maximise(choices, prior)
    active = choices.taken > 0
    core = comparable(held, active)
    origin = core if core.any() else active
    theta = theta - theta[origin].mean() if origin.any() else theta
    error = np.where(core, _errors(results, choices, theta, prior, origin), np.nan) * small_sample(blocks)
    value = np.where(active, theta, np.nan)
    logs = reaching(value, error, blocks)
    points = reaching(value * ELO, error * ELO, blocks)
    return tuple(Strength(*pair) for pair in zip(logs, points, strict=True))


def _errors(results: ManyResults, choices: PickCounts, theta: Floats, prior: float, origin: Bools) -> Floats:
    """Standard errors from how much the blocks disagree (the sandwich estimator clustered by block)."""
    if not origin.any():
        return np.full(choices.entrants, np.nan)
    bend, squares = curvature(choices, theta, prior), np.zeros(choices.entrants)
    for part in results.parts():
        influence = np.linalg.solve(bend, by_block(Picks.of(part), theta).T)
        influence -= influence[origin].mean(axis=0)
        squares += (influence**2).sum(axis=1)
    error: Floats = np.sqrt(squares)
    return np.where(error > 1e-9, error, 0.0)


def finished_no_worse(results: Results) -> Ints:
    """How often each entrant has finished ahead of, or level with, each other."""
    entrants = len(results.names)
    held: Ints = np.zeros((entrants, entrants), np.int64)
    for one in range(results.seats):
        for two in range(results.seats):
            met = results.taken[:, one] & results.taken[:, two] & (results.rank[:, one] <= results.rank[:, two])
            np.add.at(held, (results.entrant[met, one], results.entrant[met, two]), 1)
    return held


def comparable(held: Ints, active: Bools) -> Bools:
    """The largest set of entrants in which each has, through others, finished no worse than every other.

    Only inside such a set do results alone bound the differences. When all such sets are single, it is empty.
    """
    entrants = len(active)
    if not active.any():
        return active
    reach = connected(held > 0)
    part = np.argmax(reach & reach.T, axis=1)  # the first of those that reach each other
    size = np.bincount(part[active], minlength=entrants)
    if not size.any() or size.max() < 2:
        return np.zeros(entrants, np.bool_)
    largest = part[np.flatnonzero(active & (size[part] == size.max()))[0]]
    return np.asarray(part == largest, np.bool_)


def connected(met: Bools) -> Bools:
    """Which entrants are so linked, directly or through others."""
    reach = met | np.eye(len(met), dtype=np.bool_)
    for _ in range(len(met).bit_length()):  # each round doubles the length of the chains
        reach = reach.astype(np.float64) @ reach > 0
    return reach


DIGITS: Final = 7  # rounded, so that all machines choose the same tables


@dataclass(frozen=True, eq=False)
class JointStrengths:
    """Strengths and their covariance, from the model and between blocks; all rounded to a few digits."""

    strength: Floats
    covariance: Floats
    shown: Floats
    blocks: Floats  # of each entrant
    dispersion: float  # how much more the blocks disagree than the model says, over all entrants

    def error(self, one: int, other: int) -> float:
        """The standard error of a difference: the larger of the two, because few blocks may agree by chance."""
        both = (self.covariance, self.shown)
        variances = (each[one, one] + each[other, other] - 2 * each[one, other] for each in both)
        return float(max(map(float, variances)) ** 0.5)


def joint_strengths(results: ManyResults, prior: float) -> JointStrengths:
    """The strengths with the highest likelihood under a normal prior of this precision."""
    choices, blocks = added(_choices_and_blocks(part) for part in results.parts())
    theta = maximise(choices, prior)
    bend = curvature(choices, theta, prior)
    covariance = np.asarray(np.linalg.inv(bend), np.float64)
    shown, disagreement = np.zeros_like(bend), 0.0
    for part in results.parts():
        pull = by_block(Picks.of(part), theta).T
        influence = np.linalg.solve(bend, pull)
        shown += influence @ influence.T
        disagreement += float((pull * influence).sum())
    few = np.where(blocks > 1, small_sample(np.maximum(blocks, 2)), 1.0)
    dispersion = few.max() ** 2 * disagreement / max(len(theta) - prior * float(np.trace(covariance)), 1e-9)
    theta, covariance, shown = map(_rounded, (theta, covariance, shown * np.outer(few, few)))
    return JointStrengths(theta, covariance, shown, blocks, float(f"{dispersion:.{DIGITS - 1}e}"))


def _choices_and_blocks(results: Results) -> tuple[PickCounts, Floats]:
    """The choices, and the number of blocks of each entrant."""
    picks = Picks.of(results)
    met = distinct(picks.picked_block * picks.entrants + picks.picked)
    return PickCounts.of(picks), np.bincount(met % picks.entrants, minlength=picks.entrants).astype(np.float64)


def _rounded(values: Floats) -> Floats:
    """To a few digits. The covariance stays symmetric."""
    plain = values if values.ndim == 1 else (values + values.T) / 2
    return np.array([float(f"{value:.{DIGITS - 1}e}") for value in plain.ravel()]).reshape(plain.shape)
