"""Strengths with ties fitted as such (Davidson and Luce), beside the plain ones, which break a tie in all orders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from wallenstein.stats.intervals import Estimates, Interval, reaching, small_sample, tidy
from wallenstein.stats.plackett_luce import CLOSE, LAST, STEPS, code_of, members_of, patterns
from wallenstein.stats.results import ABSENT, PART, Floats, Ints, ManyResults, Results
from wallenstein.stats.strength import PRIOR, comparable, finished_no_worse

MOST_TIED = 3  # larger groups that tie are as rare as those of this size
MOST_SETS = 500  # of entrants that are left; with more, the fit takes long
MOST_CODES = 2**62


@dataclass(frozen=True)
class Ties:
    """How many games have a tie, and the strengths of the entrants with ties fitted."""

    games: float
    strengths: dict[str, Interval]

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        strengths = {name: strength.as_dict() for name, strength in self.strengths.items()}
        return {"games": tidy(self.games), "strengths": strengths}


@dataclass(frozen=True, eq=False)
class _Places:
    """Each time that a place was filled: its block, who was left, and who got it."""

    block: Ints
    left: Ints
    took: Ints


def ties(results: ManyResults) -> Ties | None:
    """The fit with ties; None if no game has one, or there are too many entrants."""
    entrants = len(results.names)
    if not results.games or (entrants + 1) ** results.seats > MOST_CODES:
        return None
    tied = sum(_tied(part) for part in results.parts()) / results.games
    if not tied:
        return None
    seen = [np.unique(np.stack([p.left, p.took]), axis=1, return_counts=True) for p in _all_places(results)]
    pairs, place = np.unique(np.concatenate([pair for pair, _ in seen], axis=1), axis=1, return_inverse=True)
    counts = np.bincount(place.reshape(-1), np.concatenate([count for _, count in seen])).astype(np.float64)
    if len(np.unique(pairs[0])) > MOST_SETS:
        return None
    model = _Model(results, pairs[0])
    beta = model.fitted(pairs, counts)
    held = sum((finished_no_worse(part) for part in results.parts()), np.zeros((entrants, entrants), np.int64))
    active = held.diagonal() > 0
    core = comparable(held, active)
    if not core.any():
        return None
    centre = np.eye(entrants, len(beta), dtype=np.float64)
    centre[:, :entrants] -= core / core.sum()
    error = np.where(core, model.errors(results, pairs, counts, beta, centre), np.nan)
    blocks = np.full(entrants, float(results.block_count))
    value = np.where(active, centre @ beta, np.nan)
    every = reaching(Estimates(value, error * small_sample(blocks), blocks))
    return Ties(tied, dict(zip(results.names, every, strict=True)))


def _tied(results: Results) -> int:
    """How many games have a tie."""
    rank = np.sort(np.where(results.taken, results.rank, LAST), axis=1)
    return int(((rank[:, 1:] == rank[:, :-1]) & (rank[:, 1:] != LAST)).any(axis=1).sum())


def _all_places(results: ManyResults) -> Iterator[_Places]:
    return (_places(part) for part in results.parts(PART // 4))


def _places(results: Results) -> _Places:
    """All places of all games; the last one of a game says nothing if one is left."""
    key = np.where(results.taken, results.rank, LAST)
    order = np.argsort(key, axis=1, kind="stable")
    entrant, rank = np.take_along_axis(results.entrant, order, axis=1), np.take_along_axis(key, order, axis=1)
    found: list[list[Ints]] = [[np.zeros(0, np.int64)] for _ in range(3)]
    for games, groups in patterns(entrant != ABSENT, rank[:, 1:] == rank[:, :-1]):
        for i, group in enumerate(groups):
            left = [position for later in groups[i:] for position in later]
            if len(left) > 1:
                sets = [code_of(entrant[games][:, some], len(results.names)) for some in (left, group)]
                for column, values in zip(found, (results.block[games], *sets), strict=True):
                    column.append(values)
    return _Places(*(np.concatenate(column) for column in found))


class _Model:
    """A choice between all groups of who is left, whose worths are sums of effects."""

    def __init__(self, results: ManyResults, left: Ints) -> None:
        self.entrants, self.seats = len(results.names), results.seats
        self.left = np.unique(left)
        self.groups = [self._groups(code) for code in self.left]

    def _groups(self, code: int) -> Floats:
        """The effects of each group that could take the place."""
        who = self._who(code)
        sizes = range(1, MOST_TIED + 1)
        return np.array([self._effects(group) for n in sizes for group in combinations(who, n)], np.float64)

    def _who(self, code: int) -> list[int]:
        return [int(one) for one in members_of(np.array([code]), self.entrants, self.seats)[0] if one != ABSENT]

    def _effects(self, group: Sequence[int]) -> Floats:
        row = np.bincount(group, minlength=self.entrants + MOST_TIED - 1).astype(np.float64) / len(group)
        if len(group) > 1:
            row[self.entrants + min(len(group), MOST_TIED) - 2] += 1
        return row

    def _expected(self, beta: Floats) -> tuple[Floats, Floats]:
        """The mean effects of who takes a place, for each set that is left, and how they vary together."""
        means, bends = [], []
        for groups in self.groups:
            level = groups @ beta
            chance = np.exp(level - level.max())
            chance /= chance.sum()
            mean = chance @ groups
            means.append(mean)
            bends.append((groups * chance[:, None]).T @ groups - np.outer(mean, mean))
        return np.array(means, np.float64), np.array(bends, np.float64)

    def _taken(self, took: Ints) -> Floats:
        """The effects of those that took a place."""
        codes, place = np.unique(took, return_inverse=True)
        effects = np.array([self._effects(self._who(code)) for code in codes], np.float64)
        return effects[place.reshape(-1)]

    def fitted(self, pairs: Ints, counts: Floats) -> Floats:
        """The effects with the highest likelihood, under the weak prior of plain strengths (Newton's method)."""
        place = np.searchsorted(self.left, pairs[0])
        often = np.bincount(place, counts, len(self.left)).astype(np.float64)
        seen = counts @ self._taken(pairs[1])
        beta = np.zeros(self.entrants + MOST_TIED - 1)
        for _ in range(STEPS):
            means, _ = self._expected(beta)
            step = np.linalg.solve(self.bend(often, beta), seen - often @ means - PRIOR * beta)
            beta = beta + step * min(1, 2 / max(np.abs(step).max(), CLOSE))  # no leap beyond what is curved alike
            if np.abs(step).max() < CLOSE:
                break
        return beta

    def bend(self, often: Floats, beta: Floats) -> Floats:
        """The second derivatives of the negative log likelihood, prior included."""
        _, bends = self._expected(beta)
        matrix: Floats = np.tensordot(often, bends, 1) + PRIOR * np.eye(len(beta))
        return matrix

    def errors(self, results: ManyResults, pairs: Ints, counts: Floats, beta: Floats, centre: Floats) -> Floats:
        """Standard errors from how much the blocks disagree."""
        often = np.bincount(np.searchsorted(self.left, pairs[0]), counts, len(self.left)).astype(np.float64)
        turned = centre @ np.linalg.inv(self.bend(often, beta))
        means, _ = self._expected(beta)
        squares = np.zeros(len(turned))
        for places in _all_places(results):
            apart = self._taken(places.took) - means[np.searchsorted(self.left, places.left)]
            blocks, block = np.unique(places.block, return_inverse=True)
            pull = np.zeros((len(blocks), len(beta)))
            np.add.at(pull, block.reshape(-1), apart)
            squares += ((turned @ pull.T) ** 2).sum(axis=1)
        error: Floats = np.sqrt(squares)
        return error
