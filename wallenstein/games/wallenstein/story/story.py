"""The progress of a story, and the tellers of each type of entry."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from wallenstein.core.reports.page import Heading, Items, Sentence, Toned
from wallenstein.games.wallenstein.model.entries import Happened
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.story.names import ACTIONS, StoryNames

Told = TypeVar("Told")
Teller: TypeAlias = Callable[["Story", Any], Items]


class Story:
    """Reads the journal of a game and describes it entry by entry."""

    def __init__(self, names: StoryNames, tellers: Mapping[type, Teller]) -> None:
        """`tellers` are the functions that describe each type of entry."""
        self.names = names
        self.tellers = tellers
        self.coming: deque[Any] = deque()
        self.actions: tuple[int, ...] = ()  # of the season, by slot
        self.plans: dict[int, tuple[int, ...]] = {}  # the boxes, by seat
        self.part = ""  # of the season before its slots
        self.slot = -1

    def tell(self, entries: Iterable[Happened]) -> Items:
        """The items for some entries; those of a season must come together, because some tellers look ahead."""
        self.coming.extend(entries)
        while self.coming:
            entry = self.coming.popleft()
            yield from self.tellers[type(entry)](self, entry)

    def run(self, entry: Told) -> list[Told]:
        """The entry and those of its type that directly follow; they are described together."""
        found = [entry]
        while self.next(type(entry)):
            found.append(self.coming.popleft())
        return found

    def next(self, entry: type[Told]) -> Told | None:
        """The next entry if it has this type; it is not consumed."""
        coming: Told | None = self.coming[0] if self.coming and type(self.coming[0]) is entry else None
        return coming


SLOT: Final = 2


def open_part(story: Story, name: str) -> Items:
    """A heading for what comes before the slots, at its first entry."""
    if story.part != name:
        story.part = name
        yield Heading(name, SLOT)


def open_slot(story: Story, slot: int) -> Items:
    """Opens all slots up to this one."""
    while story.slot < slot:
        story.slot += 1
        action = story.actions[story.slot]
        yield Heading(f"{story.slot + 1}. {ACTIONS[action]}", SLOT)
        if all(boxes[action] == BLANK for boxes in story.plans.values()):
            yield Sentence((Toned("no player", "quiet"),), 1)


def end_slots(story: Story) -> Items:
    """The last slots of the season, if nobody has planned them."""
    yield from open_slot(story, len(story.actions) - 1)
