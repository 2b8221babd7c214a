"""The story of the Landsknechte (L2)."""

from typing import Final

from wallenstein.core.text import Items, Sentence, one_or_many
from wallenstein.games.wallenstein.editions.landsknechte.part import cards_of
from wallenstein.games.wallenstein.editions.landsknechte.records import BenefitTaken
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BENEFITS
from wallenstein.games.wallenstein.story.story import Story, Teller, armies, open_part


def tell_benefit(story: Story, entry: BenefitTaken) -> Items:
    """L2: the benefit of a card."""
    seat, card, benefit, amount = entry
    yield from open_part(story, "Landsknechte")
    gains = {
        "thalers": one_or_many(amount, "Thaler", "Thalers"),
        "grain": f"{amount} grain",
        "armies": f"{armies(amount)} into the tray",
        "vp": one_or_many(amount, "point", "points"),
    }
    yield Sentence((story.names.player(seat), f" turns up card {card}: {gains[BENEFITS[benefit]]}."), 1)


def seat_words(state: State, seat: int) -> list[str]:
    """L1: the card on top."""
    return [f"Landsknecht {cards_of(state)[seat]}"]


def table_words(state: State) -> list[str]:
    return []


TELLERS: Final[dict[type, Teller]] = {BenefitTaken: tell_benefit}
