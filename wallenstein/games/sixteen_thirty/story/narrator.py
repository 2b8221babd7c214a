"""The narrator of a game: the story of its journal, with what comes before and after it."""

from collections.abc import Sequence
from typing import Any

from wallenstein.core.game import Placing
from wallenstein.core.reports.page import Items, Toned
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.entries import TurnBegun
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.story import lobbies, rounds, setup, turn_end
from wallenstein.games.sixteen_thirty.story.names import StoryNames
from wallenstein.games.sixteen_thirty.story.story import Story


class StoryNarrator(Story):
    """Tells a game turn by turn."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        """`bots`: the name of every seat's bot."""
        tellers = {**setup.TELLERS, **rounds.TELLERS, **lobbies.TELLERS, **turn_end.TELLERS}
        super().__init__(StoryNames(bots, book), tellers)

    def player(self, seat: int) -> Toned:
        """The seat's bot with its colour."""
        return self.names.player(seat)

    def opening(self, state: State, seed: int) -> Items:
        """The players."""
        return setup.opening(self.names, state, seed)

    def begins_part(self, entry: Any) -> bool:
        """A part is a turn."""
        return isinstance(entry, TurnBegun)

    def ending(self, state: State, result: Sequence[Placing]) -> Items:
        """The final ranking."""
        return turn_end.ending(self.names, result)
