"""The steps and entries of the expansion Landsknechte."""

from typing import Annotated, Final, NamedTuple

from wallenstein.core.records import Named
from wallenstein.games.wallenstein.model.codes import Number, Seat
from wallenstein.games.wallenstein.names import BENEFITS

BENEFIT: Final = Named(BENEFITS, "a benefit")

BeginLandsknechte = NamedTuple("BeginLandsknechte", [])  # L2: a step: everybody may turn a card, in turn order


class AskBenefit(NamedTuple):
    """L2: a step: asks for a benefit of the next card."""

    seat: Seat


class BenefitTaken(NamedTuple):
    """L2: an entry: a card was turned up and a benefit taken."""

    seat: Seat
    card: Annotated[Number, "number of the card, 2 to 4"]
    benefit: Annotated[int, BENEFIT, "the benefit"]
    amount: Annotated[Number, "amount gained; armies are limited by the supply"]
