"""How much more each entrant scores and wins in some results than in others on the same seeds, block by block."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from wallenstein.stats.block_sums import BlockSums, added
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.paired import Difference, differences
from wallenstein.stats.results import Floats, Ints, Results
from wallenstein.stats.standings import Placings


class _Means(NamedTuple):
    """Means by block and entrant; NaN where it has no seat."""

    blocks: Ints  # numbers, ascending
    score: Floats
    win: Floats

    @staticmethod
    def of(part: Results) -> "_Means":
        """Those of all blocks of a part."""
        placings, shape = Placings.of(part), (part.block_count, len(part.names))
        place = placings.block * shape[1] + placings.entrant
        sums = [np.bincount(place, each, shape[0] * shape[1]) for each in (placings.score, placings.win)]
        seats = np.bincount(place, minlength=shape[0] * shape[1]).astype(np.float64)
        seats[seats == 0] = np.nan
        score, win = ((each / seats).reshape(shape) for each in sums)
        return _Means(part.blocks, score, win / placings.parts)

    def at(self, places: Ints) -> "_Means":
        """Those of some blocks."""
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
