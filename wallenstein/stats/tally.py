"""Shared parts of surveys of all games: sums by block, batch after batch; counts and shares by bot and category."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from wallenstein.core.reports import PERCENT, About, Dots, Estimate, Remarkable, RunPart, Survey
from wallenstein.stats.intervals import BlockSums, quotient, reaching, small_sample
from wallenstein.stats.results import Floats, Ints, Numbers
from wallenstein.stats.shares import shares

# Sums by block for runs that are read part by part: memory does not grow with the games.

MOST: Final = 400  # batches; beyond that, several blocks share one, still independent of the others


class Batches:
    """For each batch of blocks and each column, a part and a whole, such as battles won and battles."""

    def __init__(self, blocks: int, columns: int) -> None:
        self.batches: Final = min(max(blocks, 1), MOST)
        self.columns: Final = columns
        self.part = np.zeros((self.batches, columns))
        self.whole = np.zeros((self.batches, columns))

    def add(self, block: Ints, column: Ints, part: ArrayLike, whole: ArrayLike) -> None:
        """Adds rows with their block and column; rows with a negative column are left out."""
        part, whole = (np.broadcast_to(np.asarray(each, np.float64), np.shape(block)) for each in (part, whole))
        here = column >= 0
        place = (block[here].astype(np.int64) % self.batches) * self.columns + column[here]
        for sums, values in ((self.part, part), (self.whole, whole)):
            sums += np.bincount(place, values[here], sums.size).reshape(sums.shape)

    def sums(self) -> BlockSums:
        x, n = self.part, self.whole
        return BlockSums(*(terms.sum(axis=0) for terms in ((n > 0).astype(np.float64), x, n, x * x, x * n, n * n)))


def differences(one: Batches, other: Batches) -> tuple[tuple[Estimate, ...], Floats]:
    """How much the figures of one exceed those of the other, column by column; and their errors.

    Both are of the same blocks, so the luck of a block cancels out.
    """
    values, off = [], []
    for each in (one, other):
        whole = each.whole.sum(axis=0)
        value = quotient(each.part.sum(axis=0), whole)
        values.append(value)
        off.append((each.part - value * each.whole) / np.where(whole > 0, whole, np.nan))
    blocks = ((one.whole > 0) | (other.whole > 0)).sum(axis=0).astype(np.float64)
    error = np.sqrt(np.square(off[0] - off[1]).sum(axis=0)) * small_sample(blocks)
    return reaching(values[0] - values[1], error, blocks), np.asarray(error, np.float64)


T = TypeVar("T")


class Tally:
    """Sums by bot and category, such as actions planned of each kind."""

    def __init__(self, bots: int, *categories: int) -> None:
        self.sums = np.zeros((bots, *categories))

    def add(self, *codes: Numbers, values: Numbers | float = 1.0) -> None:
        """Adds rows by the codes of their bot and categories."""
        place = np.ravel_multi_index(codes, self.sums.shape)
        weights = np.broadcast_to(np.asarray(values, np.float64), place.shape)
        self.sums += np.bincount(place, weights, self.sums.size).reshape(self.sums.shape)

    def over(self, whole: Numbers) -> tuple[tuple[float | None, ...], ...]:
        """The sums divided by a whole: one number per bot, or one per bot and category."""
        with np.errstate(invalid="ignore", divide="ignore"):
            found = self.sums / whole
        return tuple(tuple(float(value) if np.isfinite(value) else None for value in row) for row in found)


def seen_shares(names: Sequence[str], batches: Batches, what: str, order: Sequence[int] | None = None) -> Dots:
    """The shares of the columns that occur, with 95 % intervals."""
    whole = batches.whole.sum(axis=0)
    seen = [place for place in order or range(len(names)) if whole[place]]
    return Dots(chosen(names, seen), chosen(shares(batches.sums()), seen), what, PERCENT)


class BotSurvey(Survey):
    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        self.seats = np.zeros(len(self.bots))

    def add(self, part: RunPart) -> None:
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def played(self, counts: Numbers | None = None) -> list[int]:
        counts = self.seats if counts is None else counts
        return [place for place in self.order if counts[place].any()]


class Busiest:
    """The game with the most rows of a kind."""

    def __init__(self, what: str) -> None:
        self.what: Final = what
        self.most = (0, -1)

    def add(self, games: Numbers) -> None:
        """Adds rows by their games, all of a game at once."""
        if len(games):
            numbers, counts = np.unique(games, return_counts=True)
            place = int(np.argmax(counts))
            if counts[place] > self.most[0]:
                self.most = int(counts[place]), int(numbers[place])

    def found(self) -> Iterator[Remarkable]:
        if self.most[0]:
            yield Remarkable(f"most {self.what}: {self.most[0]}", self.most[1])


def chosen(items: Sequence[T], which: Sequence[int]) -> tuple[T, ...]:
    return tuple(items[place] for place in which)
