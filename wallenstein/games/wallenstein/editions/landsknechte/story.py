"""The story of the Landsknechte (L2)."""

from typing import Final

from wallenstein.core.story import tellers_in
from wallenstein.core.text import Items, Sentence
from wallenstein.games.wallenstein.editions.landsknechte.part import cards_of
from wallenstein.games.wallenstein.editions.landsknechte.records import BenefitTaken
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BENEFITS
from wallenstein.games.wallenstein.story.story import Story, gains


def tell_benefit(story: Story, entry: BenefitTaken) -> Items:
    seat, card, benefit, amount = entry
    yield from story.open_part("Landsknechte")
    yield Sentence((story.names.player(seat), f" turns up card {card}: {gains(amount)[BENEFITS[benefit]]}."), 1)


def seat_words(state: State, seat: int) -> list[str]:
    return [f"Landsknecht {cards_of(state)[seat]}"]


def table_words(state: State) -> list[str]:
    return []


TELLERS: Final = tellers_in(globals())
