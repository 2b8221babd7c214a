"""Makes a story with the tellers of the base game and of all expansions."""

from collections.abc import Mapping, Sequence

from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.story import deeds, season
from wallenstein.games.wallenstein.story.season import SeasonNarrator
from wallenstein.games.wallenstein.story.story import StoryNames, Teller


def new_story(bots: Sequence[str], book: Book) -> SeasonNarrator:
    return SeasonNarrator(StoryNames(bots, book), tellers())


def tellers() -> Mapping[type, Teller]:
    found = {**season.TELLERS, **deeds.TELLERS}
    for part in EXPANSIONS.values():
        story = part.module("story")
        if story is not None:
            found |= story.TELLERS
    return found
