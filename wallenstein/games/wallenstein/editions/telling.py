"""Makes a story with the tellers of the base game and of all expansions."""

from collections.abc import Mapping, Sequence

from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.story import deeds, fights, season, setup
from wallenstein.games.wallenstein.story.names import StoryNames
from wallenstein.games.wallenstein.story.narrator import StoryNarrator
from wallenstein.games.wallenstein.story.story import Teller


def new_story(bots: Sequence[str], book: Book) -> StoryNarrator:
    """The story of a game between these bots, by seat."""
    return StoryNarrator(StoryNames(bots, book), tellers())


def tellers() -> Mapping[type, Teller]:
    """The function that describes each type of entry."""
    found = {**setup.TELLERS, **season.TELLERS, **deeds.TELLERS, **fights.TELLERS}
    for part in EXPANSIONS.values():
        story = part.module("story")
        if story is not None:
            found |= story.TELLERS
    return found
