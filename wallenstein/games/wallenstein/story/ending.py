"""How a game ends: the final ranking (W74, F13)."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Placing
from wallenstein.core.reports.page import Grid, Heading, Items, Sentence, Toned, Words, listed
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.story.names import StoryNames
from wallenstein.games.wallenstein.story.setup import SEASON

TIE_BREAKS: Final = {"second": ("Thalers",), "first": ("palaces", "churches", "posts")}  # W74, F13


def ending(names: StoryNames, state: State, result: Sequence[Placing]) -> Items:
    """Who has won, and the final table with what breaks ties."""
    book = names.book
    yield Heading("The end", SEASON)
    yield Sentence(verdict(names, result))
    rows: list[tuple[str | Toned, ...]] = []
    for place in sorted(result, key=lambda place: place.rank):
        keys = state.functions.ranking(state, place.seat)
        rows.append((str(place.rank), names.player(place.seat), *map(str, keys)))
    yield Grid(("rank", "", "VP", *TIE_BREAKS[book.rules.edition]), tuple(rows), left=(0, 1))


def verdict(names: StoryNames, result: Sequence[Placing]) -> Words:
    """Who has won, and how."""
    first = [place for place in result if place.rank == 1]
    winners: list[Words] = [(names.player(place.seat),) for place in first]
    points = first[0].score
    if len(first) > 1:
        return (*listed(winners), f" share the win with {points} points each.")
    equals = [(names.player(place.seat),) for place in result if place.score == points and place.rank > 1]
    if not equals:
        return (*winners[0], f" wins with {points} points.")
    compared = TIE_BREAKS[names.book.rules.edition]
    breakers = compared[0] if len(compared) == 1 else f"{', '.join(compared[:-1])} or {compared[-1]}"
    return (*winners[0], f" wins with {points} points and more {breakers} than ", *listed(equals), ".")
