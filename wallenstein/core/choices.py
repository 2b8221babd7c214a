"""Objects that cannot be changed, and sequences of legal choices that are made one by one, when they are looked at."""

from collections.abc import Iterator, Sequence
from operator import index as as_index
from random import Random
from typing import Any, Final, NoReturn

new_record: Final[Any] = tuple.__new__  # makes a NamedTuple from a tuple of values, in half the time of a call


class Unchangeable:
    """Refuses every change of an attribute; a constructor sets them with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name} is fixed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name} is fixed")


class Choices(Unchangeable):
    """A sequence of choices. Bots get the game's own object, so it cannot be changed."""

    __slots__ = ("size",)
    size: int

    def __init__(self, size: int) -> None:
        object.__setattr__(self, "size", size)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: Any) -> Any:
        size = len(self)  # some are counted only now
        if type(index) is slice:
            return [self.at(place) for place in range(*index.indices(size))]
        place: int = as_index(index)  # in the types of choices, which a bot may compare
        if place < 0:
            place += size
        if not 0 <= place < size:
            raise IndexError("no such choice")
        return self.at(place)

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self.at(place)

    def __contains__(self, choice: object) -> bool:
        return any(choice == one for one in self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def index(self, choice: object) -> int:
        """ValueError if the choice is not among them."""
        for place, one in enumerate(self):
            if one == choice:
                return place
        raise ValueError(f"{choice!r} is not among the choices")

    def count(self, choice: object) -> int:
        """1 if the choice is among them, otherwise 0."""
        return int(choice in self)

    def random(self, rng: Random) -> Any:
        return self.at(int(rng.random() * self.size))

    def at(self, place: int) -> Any:
        raise NotImplementedError


Sequence.register(Choices)  # not by inheritance, which would keep the classes from being compiled
