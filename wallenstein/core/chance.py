"""Chance is injected into the rules: they ask for shuffles and draws by kind, and never roll themselves."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar

from wallenstein.core.seeds import numbers

Item = TypeVar("Item")
Source = Callable[[], float]


def below(random: Source, n: int) -> int:
    """A whole number from 0 to n - 1."""
    return int(random() * n)


def pick(random: Source, items: Sequence[Item]) -> Item:
    return items[int(random() * len(items))]


def sample(random: Source, items: Sequence[Item], count: int) -> list[Item]:
    """`count` of the items, in random order; always takes `count` draws, whatever the items."""
    rest = list(items)
    size = len(rest)
    drawn = rest[:count]
    for place in range(count):
        drawn[place] = rest.pop(int(random() * (size - place)))
    return drawn


def shuffled(random: Source, items: Sequence[Item]) -> list[Item]:
    """All the items in random order."""
    return sample(random, items, len(items))


def take_out(deck: list[int], cards: Sequence[int]) -> None:
    """Removes cards from a sorted deck that has all of them."""
    for card in cards:
        del deck[bisect_left(deck, card)]


def shares(dealt: Sequence[int], players: int) -> list[tuple[int, ...]]:
    """A deal, in equal parts for the seats."""
    count = len(dealt) // players
    return [tuple(sorted(dealt[seat * count : (seat + 1) * count])) for seat in range(players)]


def draw_from(chances: Sequence[float], rng: Random) -> int:
    """A random place, in proportion to the numbers, which need not add up to one."""
    mark = rng.random() * sum(chances)  # exact: the same numbers in the same order, and only a place is drawn
    for place, chance in enumerate(chances):
        mark -= chance
        if mark < 0:
            return place
    return len(chances) - 1


Stream = Callable[[], float]


class Chance(Protocol):
    """Answers every question that the rules leave to chance."""

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        """`count` of the items in random order; with all of them, a shuffle."""


class SeededChance:
    """Chance from one seed, with a stream of its own for each group of kinds.

    Streams are separate so that using more chance of one kind does not change another: two games with the same seed
    have the same cards, whatever the players do.
    """

    def __init__(self, seed: int, streams: Mapping[str, str]) -> None:
        """`streams` maps a kind of draw to its stream; other kinds have one of their own."""
        self.seed = seed
        self.streams = streams
        self.sources: dict[str, Stream] = {}

    def source(self, kind: str) -> Stream:
        """The stream for this kind, created when it is first needed."""
        name = self.streams.get(kind, kind)
        source = self.sources.get(name) or numbers(self.seed, "chance", name)
        self.sources[name] = self.sources[kind] = source
        return source

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        return sample(self.sources.get(kind) or self.source(kind), items, count)


class FreeChance:
    """Chance from any generator, for samples and searches."""

    def __init__(self, random: Random) -> None:
        self.random = random.random

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        return sample(self.random, items, count)


class NoChance:
    """The chance of a copy made without any: it can be read, but not played on where chance is needed."""

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        raise RuntimeError(f"this copy has no chance to draw {kind} from; pass one to copy(chance)")
