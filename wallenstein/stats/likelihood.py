"""The Plackett-Luce likelihood of choices, its slope and curvature, and the search for its top."""

import numpy as np

from wallenstein.stats.choices import Choices
from wallenstein.stats.results import ABSENT, Floats

STEPS = 200
CLOSE = 1e-7  # a Newton step squares the error: after one more, nothing is left to gain


def maximise(choices: Choices, prior: float) -> Floats:
    """Log strengths of highest likelihood under a normal prior of that precision, by Newton's method.

    The likelihood is concave and the prior makes it strictly so: there is one top, and steps that are halved
    until they climb always get there.
    """
    picks = np.bincount(choices.picked, minlength=choices.entrants).astype(np.float64)
    theta = np.zeros(choices.entrants)
    height = _height(choices, picks, theta, prior)
    for _ in range(STEPS if choices.entrants else 0):
        slope = picks - _expected(choices, theta) - prior * theta
        step = np.linalg.solve(curvature(choices, theta, prior), slope)
        if np.abs(step).max() < CLOSE:
            return theta + step
        while (reached := _height(choices, picks, theta + step, prior)) < height and np.abs(step).max() > CLOSE:
            step /= 2
        theta, height = theta + step, reached
    return theta


def curvature(choices: Choices, theta: Floats, prior: float) -> Floats:
    """The second derivatives of the negative log likelihood, prior included."""
    n = choices.entrants
    total = _totals(choices)
    chance = _chances(choices, theta)
    matrix = np.diag(_expected(choices, theta) + prior)
    for i, one in enumerate(choices.members.T):
        for j, two in enumerate(choices.members.T):
            both = (one != ABSENT) & (two != ABSENT)
            cell = one[both] * n + two[both]
            joint = (total * chance[:, i] * chance[:, j])[both]
            matrix -= np.bincount(cell, joint, n * n).reshape(n, n)
    return matrix


def by_block(choices: Choices, theta: Floats) -> Floats:
    """How much more often than expected each block picked each entrant: its pull on the strengths."""
    n = choices.entrants
    size = choices.blocks * n
    pull = np.bincount(choices.picked_block * n + choices.picked, minlength=size).astype(np.float64)
    chance = _chances(choices, theta)
    for seat, member in enumerate(choices.members.T):
        entrant = member[choices.set]
        there = entrant != ABSENT
        cell = choices.block[there] * n + entrant[there]
        pull -= np.bincount(cell, (choices.weight * chance[choices.set, seat])[there], size)
    return pull.reshape(choices.blocks, n)


def _totals(choices: Choices) -> Floats:
    """How much weight was picked from each set."""
    return np.bincount(choices.set, choices.weight, len(choices.members)).astype(np.float64)


def _expected(choices: Choices, theta: Floats) -> Floats:
    """How often each entrant should have been picked."""
    there = choices.members != ABSENT
    chance = _chances(choices, theta) * _totals(choices)[:, None]
    return np.bincount(choices.members[there], chance[there], choices.entrants).astype(np.float64)


def _worth(choices: Choices, theta: Floats) -> tuple[Floats, Floats]:
    """Worths of the members of each set, relative to its best, and the log of that best."""
    level = np.where(choices.members != ABSENT, theta[choices.members], -np.inf)
    best = level.max(axis=1, initial=-np.inf, keepdims=True)
    return np.exp(level - best), best[:, 0]


def _chances(choices: Choices, theta: Floats) -> Floats:
    """For each set the chance that each member is picked."""
    worth, _ = _worth(choices, theta)
    chance: Floats = worth / worth.sum(axis=1, keepdims=True)
    return chance


def _height(choices: Choices, picks: Floats, theta: Floats, prior: float) -> float:
    """The log likelihood, with the prior."""
    worth, best = _worth(choices, theta)
    logs = best + np.log(worth.sum(axis=1))
    return float(picks @ theta - _totals(choices) @ logs - prior / 2 * theta @ theta)
