"""Pairwise table: how often one entrant finished ahead of another at the same table."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from wallenstein.stats.block_sums import BlockSums, ByBlock, added
from wallenstein.stats.intervals import Interval, tidy
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.paired import differs
from wallenstein.stats.results import Floats, Ints, Results
from wallenstein.stats.shares import shares, toss_chances

EVEN = 0.5


@dataclass(frozen=True)
class Pair:
    """Meetings of two entrants: the share in which the first finished ahead; a tie counts half.

    `p` is how often chance alone lets equal entrants differ as much; `differs` takes into account how many pairs met.
    """

    name: str
    other: str
    meetings: int
    share: Interval
    p: float | None
    differs: bool

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "name": self.name,
            "other": self.other,
            "meetings": self.meetings,
            "share": self.share.as_dict(),
            "p": self.p,
            "differs": self.differs,
        }


def pairwise(results: ManyResults) -> tuple[Pair, ...]:
    """Every ordered pair that met. Each two seats of a game are a meeting, unless one entrant holds both."""
    entrants = len(results.names)
    found, sums = added(_sums(part) for part in results.parts())
    codes = np.flatnonzero(found)
    count, halves = found[codes], sums.of(codes) / 2
    share = shares(halves)
    chances = [float(f"{p:.3g}") if np.isfinite(p) else None for p in toss_chances(halves, EVEN)]
    marks = differs(chances)
    table: dict[tuple[int, int], Pair] = {}
    for i, code in enumerate(codes):
        a, b = divmod(int(code), entrants)
        first, second = results.names[a], results.names[b]
        table[a, b] = Pair(first, second, int(count[i]), share[i], chances[i], marks[i])
        turned = _seen_from_the_other(share[i])
        table[b, a] = Pair(second, first, int(count[i]), turned, chances[i], marks[i])
    return tuple(table[key] for key in sorted(table))


def _sums(results: Results) -> tuple[Ints, BlockSums]:
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


def _seen_from_the_other(share: Interval) -> Interval:
    return Interval(*(None if x is None else tidy(1 - x) for x in (share.value, share.high, share.low)))
