"""A game cut into steps: as far as its narrator tells something, and the positions there as differences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, NamedTuple, Protocol, TypeAlias

from wallenstein.core.reports.page import Heading, Item, Items

Position: TypeAlias = Mapping[str, Any]  # flat: what changes by itself has a key of its own


class Storyteller(Protocol):
    """A narrator whose progress in the journal can be followed."""

    @property
    def coming(self) -> Sized:
        """The entries that were given to it and are not yet told."""

    def begins_part(self, entry: Any) -> bool: ...
    def tell(self, entries: Iterable[Any]) -> Items: ...


class Step(NamedTuple):
    """What is told at once, and how many entries of the journal have happened then."""

    happened: int
    items: tuple[Item, ...]


def steps(teller: Storyteller, journal: Sequence[Any], before: Iterable[Item], after: Iterable[Item]) -> list[Step]:
    """The steps of a game; the first is before everything, the last after it."""
    found = [Step(0, tuple(before))]
    waiting: list[Item] = []  # headings go to what they stand above
    for happened, item in told(teller, journal):
        waiting.append(item)
        if isinstance(item, Heading):
            continue
        if happened == found[-1].happened and len(found) > 1:
            waiting[:0] = found.pop().items
        found.append(Step(happened, tuple(waiting)))
        waiting.clear()
    return [*found, Step(len(journal), (*waiting, *after))]


def told(teller: Storyteller, journal: Sequence[Any]) -> Iterator[tuple[int, Item]]:
    """Every item with the number of entries that it has told; parts are told as wholes, as the teller looks ahead."""
    starts = [place for place, entry in enumerate(journal) if place and teller.begins_part(entry)]
    for start, end in zip([0, *starts], [*starts, len(journal)], strict=True):
        for item in teller.tell(journal[start:end]):
            yield end - len(teller.coming), item


def changes(positions: Sequence[Position]) -> list[dict[str, Any]]:
    """What is different in each position from the one before; null for what is gone."""
    found = []
    last: Position = {}
    for position in positions:
        change = {key: value for key, value in position.items() if key not in last or last[key] != value}
        found.append(change | dict.fromkeys(key for key in last if key not in position))
        last = position
    return found
