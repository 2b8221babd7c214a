"""Which bots are better than which, all pairs at once by their joint strengths, and the groups that follow."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

import numpy as np

from wallenstein.stats.figures import BotGroup, JointOrder
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.results import Floats, Ints, ManyResults
from wallenstein.stats.strength import JointStrengths, connected, finished_no_worse, joint_strengths

PRIOR: Final = 0.25  # precision of strengths, as in ladders: a bot that always loses must have a place, too
POOLED: Final = 20.0  # blocks that the error of all bots together counts for, beside those of a pair
SURE: Final = 200.0  # blocks beyond which an error is as good as known
DRAWS: Final = 4_000_000  # simulated differences
MOST_DRAWS, FEWEST_DRAWS = 10_000, 1_000
AT_ONCE: Final = 200_000
SEED: Final = 1630
DIRECT: Final = 5  # bots; so few have met often enough to be compared pair by pair


def joint_order(results: ManyResults) -> JointOrder | None:
    """All pairs decided together; None for few bots that have all met, which are better compared directly.

    A pair is decided if its difference exceeds `reach` standard errors. With equal bots, any pair does so with a
    probability of at most 5 %: `reach` is the quantile of the largest of all differences in simulations.
    """
    held = sum((finished_no_worse(part) for part in results.parts()), np.zeros((len(results.names),) * 2, np.int64))
    met = held + held.T > 0
    active = np.asarray(np.flatnonzero(np.diagonal(held)), np.int64)
    if len(active) < 2 or (len(active) <= DIRECT and bool(met[np.ix_(active, active)].all())):
        return None
    joint = joint_strengths(results, PRIOR)
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
