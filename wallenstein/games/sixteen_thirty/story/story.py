"""The progress of a story, and the tellers of each type of entry."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from wallenstein.core.reports.page import Heading, Items
from wallenstein.games.sixteen_thirty.model.entries import Happened
from wallenstein.games.sixteen_thirty.names import NONE
from wallenstein.games.sixteen_thirty.story.names import StoryNames

Told = TypeVar("Told")
Teller: TypeAlias = Callable[["Story", Any], Items]

GAME: Final = 0  # levels of headings
TURN: Final = 1
ROUND: Final = 2


class Story:
    """Reads the journal of a game and describes it entry by entry."""

    def __init__(self, names: StoryNames, tellers: Mapping[type, Teller]) -> None:
        """`tellers` are the functions that describe each type of entry."""
        self.names = names
        self.tellers = tellers
        self.coming: deque[Any] = deque()
        self.seat = NONE  # whose round is told
        self.part = ""  # the end of the turn, or its market

    def tell(self, entries: Iterable[Happened]) -> Items:
        """The items for some entries; those of a turn must come together, because some tellers look ahead."""
        self.coming.extend(entries)
        while self.coming:
            entry = self.coming.popleft()
            yield from self.tellers[type(entry)](self, entry)

    def run(self, entry: Told) -> list[Told]:
        """The entry and those of its type that directly follow; they are described together."""
        found = [entry]
        while self.coming and type(self.coming[0]) is type(entry):
            found.append(self.coming.popleft())
        return found

    def open_round(self, seat: int) -> Items:
        """A heading at the first thing that happens in a round."""
        if self.seat != seat:
            self.seat = seat
            yield Heading(self.names.plain_player(seat), ROUND)

    def open_part(self, name: str) -> Items:
        """A heading for what comes after all rounds."""
        self.seat = NONE
        if self.part != name:
            self.part = name
            yield Heading(name, ROUND)
