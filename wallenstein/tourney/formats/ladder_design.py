"""Which tables tell most about the differences that are still open.

A table of some bots tells about the difference of each two of them, and through the covariance of all strengths about
others. Table after table is chosen so that the variances that are still too large, each divided by what it should be,
fall most; then they are computed anew, as if it had been played.

Two machines must choose the same tables. So this adds and multiplies numbers one by one, in a fixed order, which every
machine rounds alike, and takes no exponential but ours; strengths and covariances come rounded to a few digits.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from wallenstein.core.arithmetic import exponential
from wallenstein.stats.joint import JointStrengths
from wallenstein.stats.results import Floats
from wallenstein.tourney.formats import Seating
from wallenstein.tourney.formats.rounds import LineUps

FEWEST: Final = 24  # line-ups of a round that are chosen one after the other, if it has so many seeds


def design(joint: JointStrengths, wanted: Mapping[tuple[int, int], float], players: int, seeds: int) -> LineUps:
    """A line-up for each seed. `wanted` are weights of the variances of some differences."""
    covariance = joint.covariance.copy()
    told = _told_by_a_game(joint.strength)
    chosen = min(seeds, max(FEWEST, len(told)))
    found: list[Seating] = []
    for place in range(chosen):
        share = (place + 1) * seeds // chosen - len(found)  # seeds of this line-up
        table = _table(told * _worth(covariance, wanted), players)
        found += [table] * share
        _tell(covariance, table, told * float(share * players))
    return tuple(found)


def _told_by_a_game(strength: Floats) -> Floats:
    """How much a game tells about the difference of each two bots: p (1 - p), if p is how often one is ahead."""
    worth = np.array([exponential(float(each - strength.max())) for each in strength])
    both = worth[:, None] + worth[None, :]
    return np.asarray((worth[:, None] / both) * (worth[None, :] / both), np.float64)


def _worth(covariance: Floats, wanted: Mapping[tuple[int, int], float]) -> Floats:
    """By how much a little more known about each difference lowers the weighted variances."""
    sums = np.zeros_like(covariance)
    for (one, other), weight in wanted.items():
        effect = covariance[one] - covariance[other]
        sums += np.multiply.outer(effect * weight, effect)
    own = sums.diagonal()
    return np.asarray((own[:, None] + own[None, :]) - (sums + sums.T), np.float64)


def _table(gain: Floats, players: int) -> Seating:
    """The two bots of which it is worth most to know more, and one after the other those that add most."""
    bots = len(gain)
    gain = np.where(np.eye(bots, dtype=np.bool_), -np.inf, gain)
    table = list(divmod(int(np.argmax(gain)), bots))
    added = gain[table[0]] + gain[table[1]]
    while len(table) < players:
        table.append(int(np.argmax(added)))
        added = added + gain[table[-1]]
    return tuple(table)


def _tell(covariance: Floats, table: Seating, told: Floats) -> None:
    """The covariance after so much was told about each difference at the table."""
    for place, one in enumerate(table):
        for other in table[:place]:
            effect = covariance[one] - covariance[other]
            variance = float(effect[one] - effect[other])
            factor = float(told[one, other]) / (1.0 + float(told[one, other]) * variance)
            covariance -= np.multiply.outer(effect * factor, effect)
