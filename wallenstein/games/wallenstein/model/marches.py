"""The sequence of the marches that are possible, which are many and soon made."""

from typing import Any

from wallenstein.core.choices import Choices
from wallenstein.core.unchangeable import new_record
from wallenstein.games.wallenstein.model.decision import March


class Marches(Choices):
    """Moves of 1 to `most` armies to one of `targets`; `None` first if it is allowed."""

    __slots__ = ("most", "optional", "targets")

    targets: tuple[int, ...]
    most: int
    optional: bool

    def __init__(self, targets: tuple[int, ...], most: int, optional: bool = False) -> None:
        object.__setattr__(self, "targets", targets)
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "optional", optional)
        super().__init__(len(targets) * most + optional)

    def __reduce__(self) -> tuple[Any, ...]:
        return Marches, (self.targets, self.most, self.optional)

    def at(self, place: int) -> March | None:
        """Target by target, few armies first."""
        if self.optional:
            if place == 0:
                return None
            place -= 1
        march: March = new_record(March, (self.targets[place // self.most], place % self.most + 1))
        return march

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return self.optional
        if (type(choice) is not March and type(choice) is not tuple) or len(choice) != 2:
            return False
        to, armies = choice
        return type(to) is int and type(armies) is int and to in self.targets and 1 <= armies <= self.most

    def __repr__(self) -> str:
        return f"Marches(targets={self.targets}, most={self.most}, optional={self.optional})"
