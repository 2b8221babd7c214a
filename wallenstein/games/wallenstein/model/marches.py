"""The sequence of the marches that are possible, which are many and soon made."""

from collections.abc import Iterator, Sequence
from operator import index as as_index
from typing import Any, overload

from wallenstein.core.records import new_record
from wallenstein.core.unchangeable import Unchangeable
from wallenstein.games.wallenstein.model.decision import March


class Marches(Unchangeable):
    """Moves of 1 to `most` armies to one of `targets`, created on access; `None` first if it is allowed."""

    __slots__ = ("most", "optional", "targets")

    targets: tuple[int, ...]
    most: int
    optional: bool

    def __init__(self, targets: tuple[int, ...], most: int, optional: bool = False) -> None:
        object.__setattr__(self, "targets", targets)
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "optional", optional)

    def __reduce__(self) -> tuple[Any, ...]:
        return Marches, (self.targets, self.most, self.optional)

    def __len__(self) -> int:
        return len(self.targets) * self.most + self.optional

    @overload
    def __getitem__(self, index: int) -> March | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[March | None]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = as_index(index)  # what comes out has the very types of choices
        if index < 0:
            index += len(self)
            if index < 0:
                raise IndexError("no such move")
        if self.optional:
            if index == 0:
                return None
            index -= 1
        march: March = new_record(March, (self.targets[index // self.most], index % self.most + 1))
        return march  # IndexError past the last target

    def __iter__(self) -> Iterator[March | None]:
        if self.optional:
            yield None
        for target in self.targets:
            for armies in range(1, self.most + 1):
                yield March(target, armies)

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return self.optional
        if (type(choice) is not March and type(choice) is not tuple) or len(choice) != 2:
            return False
        to, armies = choice
        return type(to) is int and type(armies) is int and to in self.targets and 1 <= armies <= self.most

    def index(self, choice: object) -> int:
        """The place of a choice; ValueError if it is not among them."""
        for place, march in enumerate(self):
            if march == choice:
                return place
        raise ValueError(f"{choice!r} is no move of these")

    def count(self, choice: object) -> int:
        """How often a choice is among them, once or never."""
        return int(choice in self)

    def __repr__(self) -> str:
        return f"Marches(targets={self.targets}, most={self.most}, optional={self.optional})"


Sequence.register(Marches)  # not by inheritance, which would keep the class from being compiled
