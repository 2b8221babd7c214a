"""Rankings taken apart into choices: who is picked next from the entrants that are left."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from wallenstein.stats.results import ABSENT, Bools, Floats, Ints, Results

LAST = np.iinfo(np.int64).max

Rest = tuple[tuple[int, ...], float]


@dataclass(frozen=True, eq=False)
class Choices:
    """Every choice names its block, the set it picked from, and its weight.

    A strict order of n seats is n choices of weight 1. Level seats count as every order that breaks the tie, in
    equal parts, so their choices have smaller weights. An entrant with two seats of a set is in it twice.
    """

    entrants: int
    blocks: int
    block: Ints
    set: Ints  # index into `members`
    weight: Floats
    members: Ints  # sets x seats, padded with ABSENT
    picked_block: Ints  # one for each taken seat, as each is picked once
    picked: Ints

    @staticmethod
    def of(results: Results) -> "Choices":
        """All choices of all games."""
        key = np.where(results.taken, results.rank, LAST)
        order = np.argsort(key, axis=1, kind="stable")
        entrant = np.take_along_axis(results.entrant, order, axis=1)
        rank = np.take_along_axis(key, order, axis=1)
        blocks, sets, weights = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
        for games, pattern in _patterns(entrant != ABSENT, rank[:, 1:] == rank[:, :-1]):
            for positions, weight in _rests(pattern):
                blocks.append(results.block[games])
                sets.append(_code(entrant[games][:, positions], len(results.names)))
                weights.append(np.full(len(games), weight))
        codes, index = np.unique(np.concatenate(sets), return_inverse=True)
        taken = results.taken
        return Choices(
            entrants=len(results.names),
            blocks=len(results.blocks),
            block=np.concatenate(blocks),
            set=index.astype(np.int64),
            weight=np.concatenate(weights),
            members=_members(codes, len(results.names), results.seats),
            picked_block=np.broadcast_to(results.block[:, None], taken.shape)[taken],
            picked=results.entrant[taken],
        )


def _patterns(taken: Bools, level: Bools) -> Iterator[tuple[Ints, list[list[int]]]]:
    """Games with one pattern of ties, and the pattern: positions from best to worst, level ones together."""
    if not len(taken):
        return
    shapes, shape = np.unique(np.hstack([taken, level & taken[:, 1:]]), axis=0, return_inverse=True)
    seats = taken.shape[1]
    for i, bits in enumerate(shapes):
        groups: list[list[int]] = []
        for position in range(int(bits[:seats].sum())):
            if position and bits[seats + position - 1]:
                groups[-1].append(position)
            else:
                groups.append([position])
        yield np.flatnonzero(shape == i), groups


def _rests(groups: list[list[int]]) -> Iterator[Rest]:
    """The positions that are left at each choice, averaged over the orders of level seats."""
    for i, group in enumerate(groups):
        below = [position for later in groups[i + 1 :] for position in later]
        for size in range(len(group), 0, -1):
            for left in combinations(group, size):
                yield (*left, *below), 1 / comb(len(group), size)


def _code(sets: Ints, entrants: int) -> Ints:
    """One number for each row of entrants, the same for the same entrants in any order."""
    code = np.zeros(len(sets), np.int64)
    for column in np.sort(sets, axis=1).T:
        code = code * (entrants + 1) + column + 1
    return code


def _members(codes: Ints, entrants: int, seats: int) -> Ints:
    """The entrants that each code stands for; what is missing to the number of seats is ABSENT."""
    members = np.empty((len(codes), seats), np.int64)
    for seat in range(seats):
        members[:, seat] = codes % (entrants + 1) - 1
        codes = codes // (entrants + 1)
    return members
