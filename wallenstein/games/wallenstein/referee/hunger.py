"""Where all of a player's counties revolt, nothing is drawn; a scenario may name them all the same (W71)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.steps import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

KIND: Final = "revolts"


def telling_of_all(book: Book, tell: Callable[[str, list[int]], None]) -> Book:
    """The same rules, but that the counties of a player are told when all of them revolt."""
    hunger = book.steps["hunger"]

    def run(state: "State", step: Step) -> None:
        seat, revolts = step[1], step[2]
        hand = [county for county, owner in enumerate(state.owner) if owner == seat]
        if 0 < len(hand) <= revolts:
            tell(KIND, hand)
        hunger(state, step)

    return replace(book, steps={**book.steps, "hunger": run})
