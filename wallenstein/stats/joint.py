"""Strengths of all entrants with their covariance, for formats that choose the next tables by them."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from wallenstein.stats.block_sums import added, small_sample
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.plackett_luce import Choices, Picks, by_block, curvature, maximise
from wallenstein.stats.results import Floats, Results

DIGITS: Final = 7  # what a machine computes otherwise in the last bits must not choose other tables


@dataclass(frozen=True, eq=False)
class JointStrengths:
    """Strengths, their covariance as the model has it, and as blocks show it; all rounded to a few digits."""

    strength: Floats
    covariance: Floats
    shown: Floats

    def error(self, one: int, other: int) -> float:
        """The standard error of a difference: the larger of the two, because few blocks may agree by chance."""
        return float(max(_variance(self.covariance, one, other), _variance(self.shown, one, other)) ** 0.5)


def joint_strengths(results: ManyResults, prior: float) -> JointStrengths:
    """Those with the highest likelihood under a normal prior of this precision."""
    choices, blocks = added(_sums(part) for part in results.parts())
    theta = maximise(choices, prior)
    bend = curvature(choices, theta, prior)
    shown = np.zeros_like(bend)
    for part in results.parts():
        influence = np.linalg.solve(bend, by_block(Picks.of(part), theta).T)
        shown += influence @ influence.T
    few = np.where(blocks > 1, small_sample(np.maximum(blocks, 2)), 1.0)
    return JointStrengths(
        _rounded(theta), _rounded(np.asarray(np.linalg.inv(bend), np.float64)), _rounded(shown * np.outer(few, few))
    )


def _sums(results: Results) -> tuple[Choices, Floats]:
    picks = Picks.of(results)
    met = np.unique(picks.picked_block * picks.entrants + picks.picked)
    return Choices.of(picks), np.bincount(met % picks.entrants, minlength=picks.entrants).astype(np.float64)


def _variance(covariance: Floats, one: int, other: int) -> float:
    return float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])


def _rounded(values: Floats) -> Floats:
    """To a few digits; a covariance stays the same when it is turned."""
    plain = values if values.ndim == 1 else (values + values.T) / 2
    return np.array([float(f"{value:.{DIGITS - 1}e}") for value in plain.ravel()]).reshape(plain.shape)
