"""Reads the journal of a game and tells it entry by entry."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from wallenstein.games.wallenstein.story import court, deeds, fights, season, setup, winter
from wallenstein.games.wallenstein.story.cast import Cast
from wallenstein.games.wallenstein.story.page import Items
from wallenstein.games.wallenstein.story.teller import Entry, Teller

# Which function tells which entry. An expansion adds the table of its own entries.
TELLERS: Final[dict[str, Teller]] = {
    **setup.TELLERS,
    **season.TELLERS,
    **court.TELLERS,
    **deeds.TELLERS,
    **fights.TELLERS,
    **winter.TELLERS,
}


class Story:
    """Where the telling stands: what is still to be told, and what must be remembered of what was."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.coming: deque[Entry] = deque()
        self.actions: tuple[int, ...] = ()  # of the season, by slot
        self.plans: dict[int, tuple[int, ...]] = {}  # the boxes, by seat
        self.part = ""  # of the season before its slots
        self.slot = -1

    def tell(self, entries: Iterable[Entry]) -> Items:
        """The items for some entries; a season's must come together, for some tellers look ahead."""
        self.coming.extend(entries)
        while self.coming:
            entry = self.coming.popleft()
            yield from TELLERS[entry[0]](self, entry)

    def run(self, entry: Entry) -> list[Entry]:
        """The entry with those of its name that follow it directly; they are told together."""
        found = [entry]
        while self.next(entry[0]):
            found.append(self.coming.popleft())
        return found

    def next(self, name: str) -> Entry | None:
        """The next entry if it has that name; it stays in line."""
        return self.coming[0] if self.coming and self.coming[0][0] == name else None
