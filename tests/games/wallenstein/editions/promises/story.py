"""Promises told."""

from typing import Final

from tests.games.wallenstein.editions.promises.part import PromiseBroken, Promised, PromiseShown
from wallenstein.core.text import Items, Sentence
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.story.story import Story, Teller


def tell_shown(story: Story, entry: PromiseShown) -> Items:
    """P1: the card."""
    yield from story.open_part("Promises")
    yield Sentence((f"The card says {entry.card}.",), 1)


def tell_promised(story: Story, entry: Promised) -> Items:
    """P2: who promises."""
    if entry.given:
        yield Sentence((story.names.player(entry.seat), f" promises to have {entry.counties} counties."), 1)


def tell_broken(story: Story, entry: PromiseBroken) -> Items:
    """P3: who pays."""
    yield Sentence((story.names.player(entry.seat), f" breaks the promise and pays {entry.paid}."), 1)


def seat_words(state: State, seat: int) -> list[str]:
    """P2: nothing lies in front of a seat."""
    return []


def table_words(state: State) -> list[str]:
    """P1: nothing stays on the table."""
    return []


TELLERS: Final[dict[type, Teller]] = {
    PromiseShown: tell_shown,
    Promised: tell_promised,
    PromiseBroken: tell_broken,
}
