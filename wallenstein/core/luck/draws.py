"""Random draws that use nothing but `random()`, whose sequence Python guarantees."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Source = Callable[[], float]


def below(random: Source, n: int) -> int:
    """A whole number from 0 to n - 1."""
    return int(random() * n)


def pick(random: Source, items: Sequence[Item]) -> Item:
    """One of the items."""
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
