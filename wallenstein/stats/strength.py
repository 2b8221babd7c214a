"""Plackett-Luce strengths, each with its interval or all with their covariance; and groups that follow from them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np

from wallenstein.stats.figures import ELO, BotGroup, JointOrder, Strength
from wallenstein.stats.intervals import CONFIDENCE, added, reaching, small_sample
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
        if reach.all():
            break
        reach = reach.astype(np.float64) @ reach > 0
    return reach


DIGITS: Final = 7  # rounded, so that all machines choose the same tables
EXACT: Final = 17
MANY: Final = 1_000_000  # games from which on a few digits do not hold how little is unknown of a difference


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


def joint_strengths(results: ManyResults, prior: float, digits: int = DIGITS) -> JointStrengths:
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
    theta, covariance, shown = (_rounded(each, digits) for each in (theta, covariance, shown * np.outer(few, few)))
    return JointStrengths(theta, covariance, shown, blocks, float(f"{dispersion:.{digits - 1}e}"))


def _choices_and_blocks(results: Results) -> tuple[PickCounts, Floats]:
    """The choices, and the number of blocks of each entrant."""
    picks = Picks.of(results)
    met = distinct(picks.picked_block * picks.entrants + picks.picked)
    return PickCounts.of(picks), np.bincount(met % picks.entrants, minlength=picks.entrants).astype(np.float64)


def _rounded(values: Floats, digits: int) -> Floats:
    """To a few digits. The covariance stays symmetric."""
    plain = values if values.ndim == 1 else (values + values.T) / 2
    text = f"%.{digits - 1}e " * plain.size % tuple(plain.ravel().tolist())  # quicker than number by number
    return np.fromstring(text, sep=" ").reshape(plain.shape)


JOINT_PRIOR: Final = 0.25  # precision of strengths, as in ladders: a bot that always loses must have a place, too
POOLED: Final = 20.0  # blocks that the error of all bots together counts for, beside those of a pair
SURE: Final = 200.0  # blocks beyond which an error is as good as known
DRAWS: Final = 4_000_000  # simulated differences
MOST_DRAWS, FEWEST_DRAWS = 10_000, 1_000
AT_ONCE: Final = 200_000
SEED: Final = 1630
DIRECT: Final = 5  # bots; so few have met often enough to be compared pair by pair


def joint_order(results: ManyResults, among: Collection[str] | None = None) -> JointOrder | None:
    """All pairs decided together; None for few bots that have all met, which are better compared directly.

    `among`: only these are compared with each other, by all games of all bots.

    A pair is decided if its difference exceeds `reach` standard errors. With equal bots, any pair does so with a
    probability of at most 5 %: `reach` is the quantile of the largest of all differences in simulations.
    """
    held = sum((finished_no_worse(part) for part in results.parts()), np.zeros((len(results.names),) * 2, np.int64))
    met = held + held.T > 0
    active = np.asarray(np.flatnonzero(np.diagonal(held)), np.int64)
    if len(active) <= DIRECT and bool(met[np.ix_(active, active)].all()):
        return None
    if among is not None:
        active = active[[results.names[bot] in among for bot in active]]
    if len(active) < 2:
        return None
    joint = joint_strengths(results, JOINT_PRIOR, DIGITS if results.games < MANY else EXACT)
    size = ratios(joint, active)
    reach = largest_by_chance(joint.covariance[np.ix_(active, active)], joint.blocks[active])
    # of bots that have not met, not even through others, the difference is unknown
    better = (size > reach) & connected(met)[np.ix_(active, active)]
    order = sorted(range(len(active)), key=lambda bot: (-joint.strength[active[bot]], results.names[active[bot]]))
    names = [results.names[active[bot]] for bot in order]
    pairs = list(zip(names, order, strict=True))
    beats = {name: tuple(other for other, worse in pairs if better[bot, worse]) for name, bot in pairs}
    return JointOrder(reach, beats, tuple(groups(names, beats)))


def ratios(joint: JointStrengths, active: Ints) -> Floats:
    """For each two bots the difference of their strengths in standard errors.

    The variance is that between blocks, moderated: it is mixed with that of the model times the dispersion of all bots,
    which counts as `POOLED` more blocks; and never less than that of the model, because few blocks may agree by chance.
    """
    here = np.ix_(active, active)
    model, shown = differences(joint.covariance[here]), differences(joint.shown[here])
    own = np.maximum(fewer(joint.blocks[active]) - 1, 0)
    moderated = (own * shown + POOLED * max(1.0, joint.dispersion) * model) / (own + POOLED)
    error = np.sqrt(np.maximum(model, moderated))
    apart = joint.strength[active][:, None] - joint.strength[active][None, :]
    return np.divide(apart, error, out=np.zeros_like(apart), where=error > 0)


def differences(covariance: Floats) -> Floats:
    own = np.diagonal(covariance)
    return np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0)


def fewer(blocks: Floats) -> Floats:
    """The number of blocks of the one of each two bots that has fewer."""
    return np.minimum(blocks[:, None], blocks[None, :])


def largest_by_chance(covariance: Floats, blocks: Floats) -> float:
    """The size that the largest ratio of equal bots exceeds with a probability of 5 %, rounded up to a hundredth.

    The generator is numpy's old one, whose numbers never change.
    """
    bots = len(covariance)
    one, other = np.triu_indices(bots, 1)
    error = np.sqrt(differences(covariance)[one, other])
    own = np.maximum(fewer(blocks)[one, other] - 1, 0)
    unsure, known = own < SURE, max(1.0, (bots - 1) * (float(blocks.max()) - 1))  # degrees of freedom of the dispersion
    random, factor = np.random.RandomState(SEED), np.linalg.cholesky(covariance)
    draws = max(FEWEST_DRAWS, min(MOST_DRAWS, DRAWS // len(one)))
    most: list[float] = []
    while len(most) < draws:
        drawn = random.standard_normal((max(1, AT_ONCE // len(one)), bots)) @ factor.T
        ratio = np.abs(drawn[:, one] - drawn[:, other]) / error
        common = random.standard_gamma(known / 2, (len(drawn), 1)) * 2 / known
        chi = 2 * random.standard_gamma(own[unsure] / 2, (len(drawn), int(unsure.sum())))
        ratio[:, unsure] /= np.sqrt((chi + POOLED * common) / (own[unsure] + POOLED))
        most += ratio.max(axis=1).tolist()
    return ceil(100 * float(np.quantile(most, CONFIDENCE))) / 100


def groups(names: Sequence[str], beats: Mapping[str, Sequence[str]]) -> list[BotGroup]:
    """The groups of some bots, strongest first: each bot of a group is better than each of all later groups.

    A group begins with the strongest bot that is left, and has all bots that it is not shown to be better than. Bots
    that it is better than, but another bot of the group is not, overlap with the group.
    """
    decided = {name: frozenset(beats[name]) for name in names}
    beaten = frozenset(other for others in decided.values() for other in others)
    unplaced = [name for name in names if not decided[name] and name not in beaten]
    left = [name for name in names if name not in unplaced] or list(names)
    found: list[BotGroup] = []
    while left:
        group = [name for name in left if name not in decided[left[0]]]
        below = [name for name in left if name in decided[left[0]]]
        left = [name for name in below if all(name in decided[member] for member in group)]
        found.append(BotGroup(tuple(group), tuple(name for name in below if name not in left)))
    return found
