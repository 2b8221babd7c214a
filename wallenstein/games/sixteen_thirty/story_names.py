"""The progress of a story, and the names of players, countries, cards and issues in it."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core import story
from wallenstein.core.text import Heading, Items, Toned, Words, listed
from wallenstein.games.sixteen_thirty import names
from wallenstein.games.sixteen_thirty.model.book import Book

TONES: Final = ("yellow", "purple", "cyan", "green", "strong", "quiet")  # by seat; red and blue are the factions
ISSUE_WORDS: Final = {
    names.JOIN: "join a faction", names.REARM: "rearm", names.WAR: "go to war", names.LEAGUE: "enact a league",
}  # fmt: skip


class StoryNames:
    """The names of one game's things."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        self.bots = tuple(bots)
        self.book = book

    def player(self, seat: int) -> Toned:
        return Toned(self.plain_player(seat), TONES[seat])

    def plain_player(self, seat: int) -> str:
        return f"{self.bots[seat]} (seat {seat})"

    def country(self, country: int) -> Toned:
        return Toned("a hidden country" if country == names.NONE else self.book.data.names[country], "strong")

    def colour(self, colour: int) -> Toned:
        return Toned(names.FACTIONS[colour], names.FACTIONS[colour])

    def card(self, card: int) -> str:
        """Such as `France 2`, `open 1` and `assassin`; cards that a seat does not see are hidden."""
        if card == names.NONE:
            return "a hidden card"
        if card >= names.SPECIAL:
            return names.CARDS[card].replace("-", " ")
        name = "open" if card >= names.OPEN else self.book.data.names[names.COUNTRY_OF[card]]
        return f"{name} {names.VALUE_OF[card]}"

    def cards(self, cards: Sequence[int]) -> str:
        if names.NONE in cards and len(cards) > 1:
            return f"{len(cards)} hidden cards"
        return ", ".join(map(self.card, cards)) or "nothing"

    def countries(self, countries: Sequence[int]) -> Words:
        if names.NONE in countries:
            return (f"{len(countries)} hidden countries",)
        return listed([(self.country(country),) for country in countries])


GAME: Final = 0  # levels of headings
TURN: Final = 1
ROUND: Final = 2


class Story(story.Story[StoryNames]):
    """Keeps track of the current round."""

    seat = names.NONE  # of the current round
    part = ""  # the end of the turn, or its market

    def open_round(self, seat: int) -> Items:
        """A heading at the first event of a round."""
        if self.seat != seat:
            self.seat = seat
            yield Heading(self.names.plain_player(seat), ROUND)

    def open_part(self, name: str) -> Items:
        """A heading for the events after all rounds."""
        self.seat = names.NONE
        if self.part != name:
            self.part = name
            yield Heading(name, ROUND)
