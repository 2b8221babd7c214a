"""The favor cards and what else the court's box holds, from the packaged data."""

from functools import cache
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.model.cards import data
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, COMBAT_A

PRICES: Final = (4, 3, 2)  # C2: courtiers for the highest number on display, the next, the lowest
NO_FAVOR: Final = 0  # a place whose card is taken
CALM: Final = 4  # the number of the one favor that can be kept


class Favor(NamedTuple):
    """A favor card (C6): its number and what it does."""

    number: int
    effect: str
    amount: int
    building: int  # BLANK where it builds nothing
    against: int  # a bit for each combat that it guards from


class Box(NamedTuple):
    """What the expansion adds to the game's box."""

    courtiers: int  # a player's
    dice_towers: int  # a player's cards
    favors: dict[int, Favor]  # by number


@cache
def box() -> Box:
    """The expansion's parts as the data file has them."""
    source = data("wallenstein.toml")
    favors = [
        Favor(
            card["number"],
            card["effect"],
            card.get("amount", 0),
            BUILDINGS.index(card["building"]) if "building" in card else -1,
            sum(guard(ACTIONS.index(action)) for action in card.get("against", ())),  # exact: ints
        )
        for card in source["favor"]
    ]
    supply = source["supply"]
    return Box(supply["courtiers"], supply["dice_tower_cards"], {favor.number: favor for favor in favors})


def guard(action: int) -> int:
    """The bit that stands for protection from combat A or B."""
    return 1 << (action - COMBAT_A)
