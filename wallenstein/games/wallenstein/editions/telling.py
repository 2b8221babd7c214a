"""Makes a story with the tellers of the base game and of all expansions."""

from collections.abc import Sequence

from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.story.season import TELLERS, SeasonNarrator
from wallenstein.games.wallenstein.story.story import StoryNames


def new_story(bots: Sequence[str], book: Book) -> SeasonNarrator:
    tellers = dict(TELLERS)
    for part in EXPANSIONS.values():
        if (story := part.module("story")) is not None:
            tellers |= story.TELLERS
    return SeasonNarrator(StoryNames(bots, book), tellers)
