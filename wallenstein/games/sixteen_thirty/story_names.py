"""The progress of a story, and how players, countries, cards and issues are called in it."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from wallenstein.core.text import Heading, Items, Toned, Words, listed
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.entries import Happened
from wallenstein.games.sixteen_thirty.names import (
    CARDS,
    COUNTRY_OF,
    FACTIONS,
    JOIN,
    LEAGUE,
    NONE,
    OPEN,
    REARM,
    SPECIAL,
    VALUE_OF,
    WAR,
)

TONES: Final = ("yellow", "purple", "cyan", "green", "strong", "quiet")  # by seat; red and blue are the factions
ISSUE_WORDS: Final = {JOIN: "join a faction", REARM: "rearm", WAR: "go to war", LEAGUE: "enact a league"}


class StoryNames:
    """The names of one game's things."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        """`bots`: the name of every seat's bot."""
        self.bots = tuple(bots)
        self.book = book

    def player(self, seat: int) -> Toned:
        """The seat's bot, with its seat."""
        return Toned(self.plain_player(seat), TONES[seat])

    def plain_player(self, seat: int) -> str:
        """The same without a colour."""
        return f"{self.bots[seat]} (seat {seat})"

    def country(self, country: int) -> Toned:
        """The country as people call it."""
        return Toned(self.book.data.names[country], "strong")

    def colour(self, colour: int) -> Toned:
        return Toned(FACTIONS[colour], FACTIONS[colour])

    def card(self, card: int) -> str:
        """Such as `France 2`, `open 1` and `assassin`."""
        if card >= SPECIAL:
            return CARDS[card].replace("-", " ")
        name = "open" if card >= OPEN else self.book.data.names[COUNTRY_OF[card]]
        return f"{name} {VALUE_OF[card]}"

    def cards(self, cards: Sequence[int]) -> str:
        """All of them with commas."""
        return ", ".join(map(self.card, cards)) or "nothing"

    def countries(self, countries: Sequence[int]) -> Words:
        return listed([(self.country(country),) for country in countries])


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
