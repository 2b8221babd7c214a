"""Intervals for shares: exact bounds of coin tosses, by the effective number of games.

The games of a block hang together, so they are worth fewer tosses. How many fewer is the design effect: the variance
between blocks, relative to that of independent tosses. A bot that hardly ever wins shows next to nothing of it, so the
design effect of each column is shrunk towards the others'.
"""

from dataclasses import dataclass

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.stats.intervals import BlockSums, intervals, quantile, quotient
from wallenstein.stats.results import Floats
from wallenstein.stats.special import betainc, betaln, ndtr, ndtri, stdtr

GUESS = 0.1  # the correlation within a block, assumed with the weight of one block
SURER = 2.0  # exact bounds of few tosses are wide already; by simulation, t's full reach makes them too wide
MOST_SHRUNK = 20.0  # blocks: the highest weight of the others
HALVINGS = 45
ONE_TAIL, TWO_TAILS = 0.75, 0.5  # how much of the observed value itself counts to a tail


@dataclass(frozen=True, eq=False)
class Tosses:
    """The worth of each column: `number` coin tosses, and their degrees of freedom."""

    number: Floats
    freedom: Floats


def shares(sums: BlockSums, limit: Floats | float = 1.0) -> tuple[Estimate, ...]:
    """The intervals of shares that cannot exceed `limit`; there is none where there are fewer than two blocks."""
    value = sums.value
    low, high = share_bounds(value / limit, tosses(sums, limit))
    return intervals(value, low * limit, high * limit)


def tosses(sums: BlockSums, limit: Floats | float = 1.0, toss: Floats | float = 1.0) -> Tosses:
    """The number of independent tosses that has the variance of each column.

    `toss` is the variance of one game relative to that of a toss, where a game is more than won or lost.
    """
    games, share = sums.whole * limit / toss, np.clip(sums.value / limit, 0, 1)
    even = np.nan_to_num(share * (1 - share))
    # the variance, relative to that of one toss per game
    own = np.nan_to_num(quotient(sums.variance * games, even * np.square(limit)))
    evidence, free = 2 * games * even, np.maximum(sums.blocks - 1, 0)
    known = np.nan_to_num(quotient(evidence * free, evidence + free))  # rare wins show less than their blocks suggest
    others, weight = _pooled(own, known)
    guess = 1 + GUESS * np.maximum(quotient(sums.whole_squares, sums.whole) * limit - 1, 0)
    effect = (known * own + weight * others + guess) / (known + weight + 1)
    settled = (share > 0) & (share < 1)
    effect = np.where(settled, effect, np.maximum(effect, 1))  # no win has not shown that luck evens out
    freedom = np.where(sums.blocks > 1, np.maximum(SURER * (known + weight + 1), free), np.nan)
    return Tosses(games / effect, freedom)


def _pooled(effect: Floats, known: Floats) -> tuple[float, Floats]:
    """The design effect of all columns, and its weight for each in blocks: few, if the columns disagree."""
    columns, total = np.count_nonzero(known), known.sum()
    if columns < 3:
        return 1.0, np.zeros(len(known))
    mean = known @ effect / total
    beyond = known @ (effect / mean - 1) ** 2 / 2 - (columns - 1) if mean > 0 else 0.0
    spread = 2 * beyond / (total - known @ known / total)
    most = min(MOST_SHRUNK, 2 / spread) if spread > 0 else MOST_SHRUNK
    beside = (total - known) * (columns - 2) / (columns - 1)  # the last of the shares follows from the others
    return float(mean), np.minimum(most, beside)


def share_bounds(share: Floats, worth: Tosses) -> tuple[Floats, Floats]:
    tail = 1 - ndtr(quantile(worth.freedom))
    wins = share * worth.number
    low = _lowest(wins, worth.number, tail)
    return low, 1 - _lowest(worth.number - wins, worth.number, tail)


def toss_chances(sums: BlockSums, true: float) -> Floats:
    """How often chance alone shows shares this far from the true one; NaN with fewer than two blocks.

    They are below 5 % where the interval of `shares` ends before the true share.
    """
    share, worth = sums.value, tosses(sums)
    given = np.full(len(share), true)
    above = _tail(share * worth.number, worth.number, given)
    below = _tail((1 - share) * worth.number, worth.number, 1 - given)
    reach = -ndtri(np.minimum(np.minimum(above, below), 0.5))
    return np.asarray(2 * stdtr(worth.freedom, -reach), np.float64)


def _tail(wins: Floats, number: Floats, share: Floats) -> Floats:
    """The chance of at least this number of wins; the observed number counts half, unless all games were won."""
    counted = np.where(wins >= number, 1.0, TWO_TAILS)
    return counted * _at_least(wins, number, share) + (1 - counted) * _at_least(wins + 1, number, share)


def _lowest(wins: Floats, number: Floats, tail: Floats) -> Floats:
    """The lowest share under which this number of wins is no rarer than `tail`.

    If all were won, the bound is exact. Otherwise the observed number itself counts half to its tail: bounds that count
    it in full are too wide for shares that are not near 0 or 1. Under a share so low that no win is expected,
    both tails are this one.
    """
    low, high = np.zeros(len(wins)), np.ones(len(wins))
    every = wins >= number
    inside = (wins > 0) & ~every
    some, many = np.where(inside, wins, 1.0), np.where(inside, number, 2.0)
    level = -np.log(some) - betaln(some, many + 1 - some)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        one = (TWO_TAILS * (1 - middle) ** number > tail) & ~every
        counted = np.where(every, 1.0, np.where(one, ONE_TAIL, TWO_TAILS))
        # at least one win more: all but exactly this number, which is quicker than `_at_least` once more
        exactly = np.exp(level + some * np.log(middle) + (many - some) * np.log1p(-middle))
        chance = _at_least(wins, number, middle) - (1 - counted) * exactly
        rare = chance < np.where(one, 2 * tail, tail)
        low, high = np.where(rare, middle, low), np.where(rare, high, middle)
    found = np.where(wins > 0, (low + high) / 2, 0.0)
    return np.where(np.isfinite(tail) & np.isfinite(wins), found, np.nan)


def _at_least(wins: Floats, number: Floats, share: Floats) -> Floats:
    """The chance of at least this number of wins, which need not be whole."""
    inside = (wins > 0) & (wins < number + 1)
    chance = betainc(np.where(inside, wins, 1), np.where(inside, number + 1 - wins, 1), share)
    return np.where(inside, chance, np.where(wins > 0, 0.0, 1.0))
