"""Makes a story with the tellers of the base game and of all expansions."""

from collections.abc import Mapping, Sequence

from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.story import deeds, season
from wallenstein.games.wallenstein.story import deeds as fights
from wallenstein.games.wallenstein.story import season as setup
from wallenstein.games.wallenstein.story.season import SeasonNarrator
from wallenstein.games.wallenstein.story.story import StoryNames, Teller


def new_story(bots: Sequence[str], book: Book) -> SeasonNarrator:
    """The narrator of a game between these bots, by seat."""
    return SeasonNarrator(StoryNames(bots, book), tellers())


def tellers() -> Mapping[type, Teller]:
    """The function that describes each type of entry."""
    found = {**setup.SETUP_TELLERS, **season.TELLERS, **deeds.TELLERS, **fights.FIGHT_TELLERS}
    for part in EXPANSIONS.values():
        story = part.module("story")
        if story is not None:
            found |= story.TELLERS
    return found
