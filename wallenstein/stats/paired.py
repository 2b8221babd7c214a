"""Comparisons by pairs: two cells on the same seeds, block by block; two entrants at the same tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from wallenstein.core.reports import Estimate
from wallenstein.stats.figures import Difference, MarkedDifference, Meetings
from wallenstein.stats.intervals import CONFIDENCE, BlockSums, ByBlock, added, means, tidy
from wallenstein.stats.results import Floats, Ints, ManyResults, Results
from wallenstein.stats.shares import shares, toss_chances
from wallenstein.stats.special import ndtr, ndtri, stdtr, stdtrit
from wallenstein.stats.standings import SeatPlacings


def block_means(block: ArrayLike, value: ArrayLike) -> tuple[Ints, Floats]:
    """The numbers of the blocks, ascending, and the mean of the values in each."""
    numbers, index = np.unique(np.asarray(block, np.int64), return_inverse=True)
    sums = np.bincount(index, np.asarray(value, np.float64), len(numbers))
    return numbers, (sums / np.bincount(index, minlength=len(numbers))).astype(np.float64)


def paired(a_blocks: ArrayLike, a_values: ArrayLike, b_blocks: ArrayLike, b_values: ArrayLike) -> Difference:
    """How much b exceeds a, from values and blocks; several values of a block are averaged.

    Blocks that only one side has are ignored. Both sides share the luck of the seed, which cancels out.
    """
    a_numbers, a = block_means(a_blocks, a_values)
    b_numbers, b = block_means(b_blocks, b_values)
    _, in_a, in_b = np.intersect1d(a_numbers, b_numbers, assume_unique=True, return_indices=True)
    apart = b[in_b] - a[in_a]
    count = len(apart)
    (found,) = differences(ByBlock(np.arange(count), np.zeros(count, np.int64), 1).sums(apart, np.ones(count)))
    return found


def differences(sums: BlockSums) -> tuple[Difference, ...]:
    """The differences with these sums over blocks; each block has a whole of 1."""
    found = []
    columns = sums.blocks.tolist(), means(sums), sums.value.tolist(), np.sqrt(sums.variance).tolist()
    for blocks, interval, value, error in zip(*columns, strict=True):
        p = float(f"{2 * stdtr(blocks - 1, -abs(value) / error):.3g}") if error > 0 else None
        found.append(Difference(int(blocks), interval, p))
    return tuple(found)


IMAGINED = 2.0  # games that come out otherwise, one each way: of a few alone, or of none, an error would be too small


def won_more(block: Ints, more: Floats) -> Difference:
    """The mean change of wins, from the change in each game and its block."""
    sums = ByBlock(block, np.zeros(len(block), np.int64), 1).sums(more, np.ones(len(block)))
    (found,) = differences(replace(sums, part_squares=sums.part_squares + IMAGINED))
    value, low, high = (each if each is None else max(-1.0, min(1.0, each)) for each in found.difference)
    return replace(found, difference=Estimate(value, low, high))


def unpaired(one: Estimate, other: Estimate) -> Difference:
    """By how much the second of two independent figures exceeds the first; blocks are unknown, so 0."""
    if None in (*one, *other):
        return Difference(0, Estimate(None if None in (one.value, other.value) else other.known - one.known), None)
    value = other.known - one.known
    below = hypot(other.known - (other.low or 0.0), (one.high or 0.0) - one.known)
    above = hypot((other.high or 0.0) - other.known, one.known - (one.low or 0.0))
    reach = below if value > 0 else above
    p = float(f"{2 * ndtr(-ndtri((1 + CONFIDENCE) / 2) * abs(value) / reach):.3g}") if reach > 0 else None
    return Difference(0, Estimate(tidy(value), tidy(value - below), tidy(value + above)), p)


def corrected(chances: Sequence[float | None]) -> list[float | None]:
    """The chances of several comparisons, corrected for their number: that of one false find among all.

    The smallest chance counts times the number of comparisons, the next times one less, and so on; none is smaller
    than one before it (Holm).
    """
    known = sorted((chance, place) for place, chance in enumerate(chances) if chance is not None)
    found: list[float | None] = [None] * len(chances)
    least = 0.0
    for rank, (chance, place) in enumerate(known):
        found[place] = least = max(least, min(1.0, chance * (len(known) - rank)))
    return found


def differs(chances: Sequence[float | None]) -> list[bool]:
    """Which of several comparisons differ beyond chance, when one false find among all is to have a chance of 5 %."""
    return [chance is not None and chance <= 1 - CONFIDENCE for chance in corrected(chances)]


def marked(found: Sequence[Difference]) -> list[MarkedDifference]:
    """Several comparisons, each with whether it differs beyond chance."""
    marks = differs([each.p for each in found])
    return [MarkedDifference(**vars(each), differs=mark) for each, mark in zip(found, marks, strict=True)]


def among(found: Difference, shown: int, of: int) -> Estimate:
    """The interval of one of the differences that are shown because they are marked: `shown` of them.

    Of such intervals 5 of 100 are wrong, although they were chosen (Benjamini and Yekutieli).
    """
    value, low, high = (end or 0.0 for end in found.difference)
    usual, chosen = (float(stdtrit(found.blocks - 1, 1 - part * (1 - CONFIDENCE) / 2)) for part in (1, shown / of))
    return Estimate(tidy(value), *(tidy(value + (end - value) * chosen / usual) for end in (low, high)))


class _Means(NamedTuple):
    """Means by block and entrant; NaN where it has no seat."""

    blocks: Ints  # numbers, ascending
    score: Floats
    win: Floats

    @staticmethod
    def of(part: Results) -> "_Means":
        """The means of all blocks of a part."""
        placings, shape = SeatPlacings.of(part), (part.block_count, len(part.names))
        place = placings.block * shape[1] + placings.entrant
        sums = [np.bincount(place, each, shape[0] * shape[1]) for each in (placings.score, placings.win)]
        seats = np.bincount(place, minlength=shape[0] * shape[1]).astype(np.float64)
        seats[seats == 0] = np.nan
        score, win = ((each / seats).reshape(shape) for each in sums)
        return _Means(part.blocks, score, win / placings.parts)

    def at(self, places: Ints) -> "_Means":
        return _Means(self.blocks[places], self.score[places], self.win[places])


def paired_results(base: ManyResults, results: ManyResults) -> list[tuple[Difference, Difference]]:
    """For each entrant: by how much its scores, and its win shares, exceed those of the base. The names are the same.

    Several games of a block are averaged, and blocks that only one side has are ignored.
    """
    none = BlockSums(*np.zeros((6, len(base.names))))
    sums = ([_sums(b.score - a.score), _sums(b.win - a.win)] for a, b in _both(base, results))
    score, win = added(chain([[none, none]], sums))
    return list(zip(differences(score), differences(win), strict=True))


def _sums(apart: Floats) -> BlockSums:
    known = ~np.isnan(apart)
    values = np.where(known, apart, 0.0)
    count, total = known.sum(axis=0).astype(np.float64), values.sum(axis=0)
    return BlockSums(count, total, count, (values * values).sum(axis=0), total, count)


def _both(base: ManyResults, results: ManyResults) -> Iterator[tuple[_Means, _Means]]:
    """The blocks that both have; of each, one part is in memory."""
    sides = [(_Means.of(part) for part in each.parts() if part.games) for each in (base, results)]
    a, b = (next(side, None) for side in sides)
    while a is not None and b is not None:
        _, in_a, in_b = np.intersect1d(a.blocks, b.blocks, assume_unique=True, return_indices=True)
        yield a.at(in_a), b.at(in_b)
        if a.blocks[-1] <= b.blocks[-1]:
            a = next(sides[0], None)
        else:
            b = next(sides[1], None)


EVEN = 0.5


def pairwise(results: ManyResults) -> tuple[Meetings, ...]:
    """Every ordered pair that met. Each two seats of a game are a meeting, unless one entrant holds both."""
    entrants = len(results.names)
    found, sums = added(_meeting_sums(part) for part in results.parts())
    codes = np.flatnonzero(found)
    count, halves = found[codes], sums.of(codes) / 2
    share = shares(halves)
    chances = [float(f"{p:.3g}") if np.isfinite(p) else None for p in toss_chances(halves, EVEN)]
    marks = differs(chances)
    table: dict[tuple[int, int], Meetings] = {}
    for i, code in enumerate(codes):
        a, b = divmod(int(code), entrants)
        first, second = results.names[a], results.names[b]
        table[a, b] = Meetings(first, second, int(count[i]), share[i], chances[i], marks[i])
        turned = Estimate(*(None if x is None else tidy(1 - x) for x in (share[i].value, share[i].high, share[i].low)))
        table[b, a] = Meetings(second, first, int(count[i]), turned, chances[i], marks[i])
    return tuple(table[key] for key in sorted(table))


def _meeting_sums(results: Results) -> tuple[Ints, BlockSums]:
    """For each two entrants, the number of their meetings, and the sums of half points and of twos."""
    block, low, high, halves = _meetings(results)
    entrants = len(results.names)
    column = low * entrants + high
    sums = ByBlock(block, column, entrants**2).sums(halves, np.full(len(column), 2.0))
    return np.bincount(column, minlength=entrants**2), sums


def _meetings(results: Results) -> tuple[Ints, Ints, Ints, Floats]:
    """For each meeting its block, the two entrants, lower index first, and the half points of that one."""
    columns: list[tuple[Ints, Ints, Ints, Floats]] = []
    for one, two in combinations(range(results.seats), 2):
        a, b = results.entrant[:, one], results.entrant[:, two]
        met = results.taken[:, one] & results.taken[:, two] & (a != b)
        a, b = a[met], b[met]
        halves = 1.0 - np.sign(results.rank[met, one] - results.rank[met, two])
        halves = np.where(a < b, halves, 2.0 - halves)
        columns.append((results.block[met], np.minimum(a, b), np.maximum(a, b), halves))
    if not columns:
        nobody = np.zeros(0, np.int64)
        return nobody, nobody, nobody, np.zeros(0)
    blocks, lows, highs, points = zip(*columns, strict=True)
    return np.concatenate(blocks), np.concatenate(lows), np.concatenate(highs), np.concatenate(points)
