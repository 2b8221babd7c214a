"""The Plackett-Luce model: rankings split into picks, their likelihood, and its maximum.

A ranking is a sequence of picks: the next entrant is picked from those that are left.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb
from operator import add

import numpy as np

from wallenstein.stats.results import ABSENT, Bools, Floats, Ints, Results

STEPS = 200
CLOSE = 1e-7  # a Newton step squares the error: one more step is accurate enough
LAST = np.iinfo(np.int64).max

Rest = tuple[tuple[int, ...], float]


@dataclass(frozen=True, eq=False)
class Picks:
    """Every pick has its block, the set it was made from, and its weight.

    A strict order of n seats is n picks of weight 1. Level seats count as every order that breaks the tie, in
    equal parts, so their picks have smaller weights. An entrant with two seats of a set is in it twice.
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
    def of(results: Results) -> "Picks":
        key = np.where(results.taken, results.rank, LAST)
        order = np.argsort(key, axis=1, kind="stable")
        entrant = np.take_along_axis(results.entrant, order, axis=1)
        rank = np.take_along_axis(key, order, axis=1)
        blocks, sets, weights = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
        for games, pattern in patterns(entrant != ABSENT, rank[:, 1:] == rank[:, :-1]):
            for positions, weight in _rests(pattern):
                blocks.append(results.block[games])
                sets.append(code_of(entrant[games][:, positions], len(results.names)))
                weights.append(np.full(len(games), weight))
        codes, index = np.unique(np.concatenate(sets), return_inverse=True)
        taken = results.taken
        return Picks(
            entrants=len(results.names),
            blocks=len(results.blocks),
            block=np.concatenate(blocks),
            set=index.astype(np.int64),
            weight=np.concatenate(weights),
            members=members_of(codes, len(results.names), results.seats),
            picked_block=np.broadcast_to(results.block[:, None], taken.shape)[taken],
            picked=results.entrant[taken],
        )


@dataclass(frozen=True, eq=False)
class PickCounts:
    """All that the likelihood needs of many picks: how often each set was picked from, and each entrant picked."""

    entrants: int
    members: Ints  # sets x seats, padded with ABSENT
    totals: Floats  # the weight of the picks from each set
    taken: Floats  # by entrant

    @staticmethod
    def of(picks: Picks) -> "PickCounts":
        taken = np.bincount(picks.picked, minlength=picks.entrants).astype(np.float64)
        totals = np.bincount(picks.set, picks.weight, len(picks.members)).astype(np.float64)
        return PickCounts(picks.entrants, picks.members, totals, taken)

    def __add__(self, other: "PickCounts") -> "PickCounts":
        return PickCounts._of_all([self, other])

    @staticmethod
    def joined(parts: Iterable["PickCounts"]) -> "PickCounts":
        """The counts of all parts. Adding them one by one would sort all sets each time."""
        held: list[PickCounts] = []
        for part in parts:
            held.append(part)
            if sum(len(later.totals) for later in held[1:]) > len(held[0].totals):
                held = [PickCounts._of_all(held)]
        return PickCounts._of_all(held)

    @staticmethod
    def _of_all(parts: Sequence["PickCounts"]) -> "PickCounts":
        entrants = parts[0].entrants
        members = np.concatenate([part.members for part in parts])
        codes, place = np.unique(code_of(members, entrants), return_inverse=True)
        totals = np.bincount(place, np.concatenate([part.totals for part in parts]), len(codes)).astype(np.float64)
        taken = reduce(add, (part.taken for part in parts))
        return PickCounts(entrants, members_of(codes, entrants, members.shape[1]), totals, taken)


def patterns(taken: Bools, level: Bools) -> Iterator[tuple[Ints, list[list[int]]]]:
    """Games with one pattern of ties, and the pattern: positions from best to worst, level ones together."""
    if not len(taken):
        return
    seats = taken.shape[1]
    all_bits = np.hstack([taken, level & taken[:, 1:]])
    number_of_bits = all_bits @ (1 << np.arange(all_bits.shape[1])[::-1])  # `np.unique` is slow for rows
    codes, first, shape = np.unique(number_of_bits, return_index=True, return_inverse=True)
    for i in range(len(codes)):
        bits = all_bits[first[i]]
        groups: list[list[int]] = []
        for position in range(int(bits[:seats].sum())):
            if position and bits[seats + position - 1]:
                groups[-1].append(position)
            else:
                groups.append([position])
        yield np.flatnonzero(shape == i), groups


def _rests(groups: list[list[int]]) -> Iterator[Rest]:
    """The positions that are left at each pick, averaged over the orders of level seats."""
    for i, group in enumerate(groups):
        below = [position for later in groups[i + 1 :] for position in later]
        for size in range(len(group), 0, -1):
            for left in combinations(group, size):
                yield (*left, *below), 1 / comb(len(group), size)


def code_of(sets: Ints, entrants: int) -> Ints:
    """One number for each row of entrants, the same for the same entrants in any order."""
    code = np.zeros(len(sets), np.int64)
    for column in np.sort(sets, axis=1).T:
        code = code * (entrants + 1) + column + 1
    return code


def members_of(codes: Ints, entrants: int, seats: int) -> Ints:
    """The entrants that each code stands for; empty seats are ABSENT."""
    members = np.empty((len(codes), seats), np.int64)
    for seat in range(seats):
        members[:, seat] = codes % (entrants + 1) - 1
        codes = codes // (entrants + 1)
    return members


def maximise(choices: PickCounts, prior: float | Floats, design: Floats | None = None) -> Floats:
    """The log strengths with the highest likelihood under a normal prior of this precision, by Newton's method.

    The likelihood is concave and the prior makes it strictly concave: there is one maximum, and steps that are halved
    until they improve always reach it. With a `design`, the strengths are sums of effects, which are found instead.
    """
    parts = np.eye(choices.entrants) if design is None else design
    held = np.broadcast_to(prior, parts.shape[1])
    beta = np.zeros(parts.shape[1])
    height = _height(choices, parts @ beta)
    for _ in range(STEPS if choices.entrants else 0):
        slope = parts.T @ (choices.taken - _expected(choices, parts @ beta)) - held * beta
        bend = curvature(choices, parts @ beta, 0)
        if design is not None:
            bend = design.T @ bend @ design
        step = np.linalg.solve(bend + np.diag(held), slope)
        if np.abs(step).max() < CLOSE:
            return beta + step
        while True:
            reached = _height(choices, parts @ (beta + step)) - float(held @ (beta + step) ** 2) / 2
            if reached >= height or np.abs(step).max() <= CLOSE:
                break
            step /= 2
        beta, height = beta + step, reached
    return beta


def curvature(choices: PickCounts, theta: Floats, prior: float) -> Floats:
    """The second derivatives of the negative log likelihood, prior included."""
    n = choices.entrants
    chance = _chances(choices.members, theta)
    matrix = np.diag(_expected(choices, theta) + prior)
    for i, one in enumerate(choices.members.T):
        for j, two in enumerate(choices.members.T):
            both = (one != ABSENT) & (two != ABSENT)
            place = one[both] * n + two[both]
            joint = (choices.totals * chance[:, i] * chance[:, j])[both]
            matrix -= np.bincount(place, joint, n * n).reshape(n, n)
    return matrix


def by_block(picks: Picks, theta: Floats) -> Floats:
    """How much more often than expected each block picked each entrant: its pull on the strengths."""
    n = picks.entrants
    size = picks.blocks * n
    pull = np.bincount(picks.picked_block * n + picks.picked, minlength=size).astype(np.float64)
    chance = _chances(picks.members, theta)
    for seat, member in enumerate(picks.members.T):
        entrant = member[picks.set]
        there = entrant != ABSENT
        place = picks.block[there] * n + entrant[there]
        pull -= np.bincount(place, (picks.weight * chance[picks.set, seat])[there], size)
    return pull.reshape(picks.blocks, n)


def _expected(choices: PickCounts, theta: Floats) -> Floats:
    there = choices.members != ABSENT
    chance = _chances(choices.members, theta) * choices.totals[:, None]
    return np.bincount(choices.members[there], chance[there], choices.entrants).astype(np.float64)


def _worth(members: Ints, theta: Floats) -> tuple[Floats, Floats]:
    """Worths of the members of each set, relative to its best, and the log of that best."""
    level = np.where(members != ABSENT, theta[members], -np.inf)
    best: Floats = reduce(np.maximum, level.T, np.full(len(level), -np.inf))  # seat by seat: quicker than over each row
    return np.exp(level - best[:, None]), best


def _whole(worth: Floats) -> Floats:
    return reduce(add, worth.T, np.zeros(len(worth)))


def _chances(members: Ints, theta: Floats) -> Floats:
    worth, _ = _worth(members, theta)
    chance: Floats = worth / _whole(worth)[:, None]
    return chance


def _height(choices: PickCounts, theta: Floats) -> float:
    worth, best = _worth(choices.members, theta)
    logs = best + np.log(_whole(worth))
    return float(choices.taken @ theta - choices.totals @ logs)
