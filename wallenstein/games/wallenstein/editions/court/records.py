"""The court's cards, its steps and its journal entries."""

from functools import cache
from typing import Annotated, Final, NamedTuple, TypeAlias

from wallenstein.core.documents import Json
from wallenstein.core.records import Code, Context, Named
from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.model.codes import COUNTY, County, Number, Seat
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, BUILDINGS, COMBAT_A, CONVERSIONS, DICE_TOWER, TOWER_CARD
from wallenstein.games.wallenstein.plan import COUNTIES

# The favor cards and the rest of the court's box, from the packaged data.

PRICES: Final = (4, 3, 2)  # C2: courtiers for the highest number on display, the next, the lowest
NO_FAVOR: Final = 0  # a place without a card
CALM: Final = 4  # number of the one favor that can be kept


class Favor(NamedTuple):
    """A favor card (C6): its number and its effect."""

    number: int
    effect: str
    amount: int
    building: int  # BLANK if it builds nothing
    against: int  # one bit for each combat in which it protects


class Box(NamedTuple):
    """The expansion's additions to the game's box."""

    courtiers: int  # of each player
    dice_towers: int  # cards of each player
    favors: dict[int, Favor]  # by number


@cache
def box() -> Box:
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
    """The bit for protection from combat A or B."""
    return 1 << (action - COMBAT_A)


class CourtCardCode(Code):
    """The content of a court box: a county, a dice tower card, or null for nothing (C3)."""

    column = ("category", (*COUNTIES, TOWER_CARD))

    def write(self, value: int, context: Context) -> str | None:
        return TOWER_CARD if value == DICE_TOWER else COUNTY.write(value, context)

    def read(self, place: Json, context: Context) -> int:
        if place.value is None:
            return BLANK
        return DICE_TOWER if place.value == TOWER_CARD else COUNTY.read(place, context)

    def cell(self, value: int) -> int:
        """The dice tower card comes after the counties."""
        return len(COUNTIES) if value == DICE_TOWER else value


COURT_CARD: Final = CourtCardCode()
CourtCard: TypeAlias = Annotated[int, COURT_CARD]
Conversion: TypeAlias = Annotated[int, Named(CONVERSIONS, "the end of a conversion")]

DisplayFavors = NamedTuple("DisplayFavors", [])  # C2: the season's favors are laid out
BeginCourt = NamedTuple("BeginCourt", [])  # C4, C5: conversions, then the audience
BeginAudience = NamedTuple("BeginAudience", [])  # C5: the order of the audience is fixed
Dismiss = NamedTuple("Dismiss", [])  # C5: the remaining favors leave the game


class Convert(NamedTuple):
    """C4: one player's court boxes."""

    seat: Seat


class AskFavor(NamedTuple):
    """C5: asks for a favor."""

    seat: Seat


class AskCancel(NamedTuple):
    """Favor 1: asks whether the event is cancelled."""

    seat: Seat
    favor: Number


class AskCalm(NamedTuple):
    """Favor 4: asks for the county that loses a revolt marker."""

    seat: Seat
    favor: Number


class AskGarrison(NamedTuple):
    """Favor 12: asks for the county of the armies."""

    seat: Seat
    favor: Number


class AskBuilding(NamedTuple):
    """Favors 7, 17 and 21: asks for the county of the building."""

    seat: Seat
    favor: Number


STEPS: Final[dict[str, type]] = {
    "favors": DisplayFavors, "court": BeginCourt, "convert": Convert, "audience": BeginAudience, "favor": AskFavor,
    "favor-event": AskCancel, "favor-calm": AskCalm, "favor-garrison": AskGarrison, "favor-build": AskBuilding,
    "dismissal": Dismiss,
}  # fmt: skip


class CourtiersCounted(NamedTuple):
    """C1, C6: the courtiers of all seats at court."""

    courtiers: tuple[Number, ...]


class FavorsShown(NamedTuple):
    """C2: the favors on display, the most expensive first; 0 for an empty place."""

    favors: tuple[Number, ...]


class Converted(NamedTuple):
    """C4: one court box was resolved."""

    seat: Seat
    armies: Annotated[Number, "armies to convert: 3, 2 or 1"]
    source: Annotated[CourtCard, "county that they come from, or `dice-tower` for the tray"]
    outcome: Annotated[Conversion, "`done`, or why it was skipped"]


class FavorTaken(NamedTuple):
    """C5: a favor was taken, for a number of courtiers."""

    seat: Seat
    favor: Number
    price: Number


class FavorWorked(NamedTuple):
    """C6: the effect of a favor: an amount, or 1 if it took effect and 0 if not yet; and its county."""

    seat: Seat
    favor: Number
    amount: Number
    county: County


class MarkerParried(NamedTuple):
    """C6: favor 4, kept until now, prevents a revolt marker."""

    seat: Seat
    county: County


ENTRIES: Final[dict[str, type]] = {
    "courtiers": CourtiersCounted, "favors": FavorsShown, "convert": Converted, "favor": FavorTaken,
    "effect": FavorWorked, "parry": MarkerParried,
}  # fmt: skip
