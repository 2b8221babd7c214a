"""Decisions as JSON: every kind's choice is read and written by names."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import RuleError
from wallenstein.core.json_place import Json
from wallenstein.games.wallenstein.editions.court.conversion import SIZES
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.names import (
    ACTIONS,
    BENEFITS,
    BLANK,
    DICE_TOWER,
    DICE_TOWER_BID,
    MONEY_CARDS,
    NO_BID,
    PILE,
    REFRESH,
    TILES,
)
from wallenstein.games.wallenstein.plan import Plan, bid_county, county_bid

TOWER_CARD: Final = "dice-tower"
PLAN_KEYS: Final = ("actions", "bid")
COURT_KEY: Final = "court"
MUSTER_KEYS: Final = ("deploy", "to", "armies")
DRAFT_CARDS: Final = {"pile": PILE, "refresh": REFRESH}


class Codec(NamedTuple):
    """How the choices of one kind are read, unless they are null, and written."""

    read: Callable[[Json, Book], Any]
    write: Callable[[Any, Book], Any]


def read_choice(kind: str, place: Json, book: Book) -> Any:
    """The choice as the rules take it. FormatError if it is malformed; whether it is legal is not asked here.

    Null is of the right form everywhere: that something must be chosen is a matter of the rules.
    """
    return None if place.value is None else CODECS[kind].read(place, book)


def write_choice(kind: str, choice: Any, book: Book) -> Any:
    """A legal choice as JSON."""
    return None if choice is None else CODECS[kind].write(choice, book)


def read_county(place: Json, book: Book) -> int:
    """A county id."""
    return place.code(book.board.ids, "a county")


def write_county(county: int, book: Book) -> str:
    """The county's id."""
    return book.board.ids[county]


def read_draft_card(place: Json, book: Book) -> int:
    """A county id, or one of two words."""
    code = place.code((*book.board.ids, *DRAFT_CARDS), "a county or a draft word")
    return code if code < len(book.board.ids) else DRAFT_CARDS[place.value]


def write_draft_card(choice: int, book: Book) -> str:
    """A county id, or one of two words."""
    words = {code: word for word, code in DRAFT_CARDS.items()}
    return words.get(choice) or book.board.ids[choice]


def read_march(place: Json, book: Book) -> tuple[int | None, int | None]:
    """`{"to": county, "armies": n}`."""
    fields = place.members(("to", "armies"))
    for key in ("to", "armies"):
        if key not in fields:
            place.fail(f'"{key}" is missing; a march is {{"to": county, "armies": n}}')
    to, armies = fields["to"], fields["armies"]
    return (
        None if to.value is None else read_county(to, book),
        None if armies.value is None else armies.integer(),
    )


def write_march(choice: tuple[int, int], book: Book) -> dict[str, Any]:
    """`{"to": county, "armies": n}`."""
    to, armies = choice
    return {"to": book.board.ids[to], "armies": armies}


def read_plan(place: Json, book: Book) -> Plan:
    """`{"actions": {action: county}, "bid": bid}`; an action left out or null is not taken."""
    court = plays_court(book)
    if not bids(book) and "bid" in place.entries() and place.at("bid").value is not None:
        place.at("bid").fail("F1: the first edition has no bids")
    fields = place.members((*PLAN_KEYS, COURT_KEY) if court else PLAN_KEYS)
    boxes = [BLANK] * len(ACTIONS)
    if "actions" in fields:
        for action, county in fields["actions"].members(ACTIONS).items():
            if county.value is not None:
                boxes[ACTIONS.index(action)] = read_county(county, book)
    bid = read_bid(fields["bid"], book) if "bid" in fields else NO_BID
    return Plan(tuple(boxes), bid, read_court(fields.get(COURT_KEY), book) if court else ())


def read_court(place: Json | None, book: Book) -> tuple[int, ...]:
    """`{"3": card, "2": card, "1": card}`: a county, a dice tower card, or null for nothing (C3)."""
    boxes = {} if place is None else place.members([str(size) for size in SIZES])
    return tuple([read_card(boxes[str(size)], book) if str(size) in boxes else BLANK for size in SIZES])


def read_card(place: Json, book: Book) -> int:
    """What lies in a court box."""
    if place.value is None:
        return BLANK
    return DICE_TOWER if place.value == TOWER_CARD else read_county(place, book)


def write_card(card: int, book: Book) -> str | None:
    """What lies in a court box."""
    if card == BLANK:
        return None
    return TOWER_CARD if card == DICE_TOWER else book.board.ids[card]


def plays_court(book: Book) -> bool:
    """Whether plans have court boxes."""
    return "emperors-court" in book.rules.expansions


def bids(book: Book) -> bool:
    """Whether plans have a bid."""
    return "bids" in book.steps


def write_plan(plan: Plan, book: Book) -> dict[str, Any]:
    """The boxes with a county in the actions' order, and the bid if there is one."""
    laid = {ACTIONS[action]: book.board.ids[county] for action, county in enumerate(plan.boxes) if county != BLANK}
    written: dict[str, Any] = {"actions": laid}
    if bids(book):
        written["bid"] = write_bid(plan.bid, book)
    if plan.court:
        written[COURT_KEY] = {str(size): write_card(card, book) for size, card in zip(SIZES, plan.court, strict=True)}
    return written


def read_bid(place: Json, book: Book) -> int:
    """Money, a county, or null for none. RuleError for a bid that no card shows: its form is right."""
    value = place.value
    if value is None:
        return NO_BID
    if value == TOWER_CARD:
        if plays_court(book):
            return DICE_TOWER_BID
        raise RuleError("W23", f"{place.path}: a dice tower card is a bid only with Emperor's Court")
    if type(value) is str:
        return county_bid(read_county(place, book))
    if type(value) is not int:
        place.wanted("money, a county or null")
    if not 0 <= value < MONEY_CARDS:
        raise RuleError("W23", f"{place.path}: the money cards are 0 to {MONEY_CARDS - 1}")
    return value


def write_bid(bid: int, book: Book) -> int | str | None:
    """Money, a county, or null for none."""
    if bid == NO_BID:
        return None
    if bid == DICE_TOWER_BID:
        return TOWER_CARD
    county = bid_county(bid)
    return bid if county == BLANK else book.board.ids[county]


def read_muster(place: Json, book: Book) -> tuple[int, int, int | None]:
    """`{"deploy": bool, "to": county or null, "armies": n}`."""
    fields = place.members(MUSTER_KEYS)
    for key in MUSTER_KEYS:
        if key not in fields:
            place.fail(f'"{key}" is missing; a muster is {{"deploy": true, "to": county or null, "armies": n}}')
    to, armies = fields["to"], fields["armies"]
    return (
        int(fields["deploy"].truth()),
        BLANK if to.value is None else read_county(to, book),
        None if armies.value is None else armies.integer(),
    )


def write_muster(choice: tuple[int, int, int], book: Book) -> dict[str, Any]:
    """`{"deploy": bool, "to": county or null, "armies": n}`."""
    put, to, armies = choice
    return {"deploy": bool(put), "to": None if to == BLANK else book.board.ids[to], "armies": armies}


def read_declaration(place: Json, book: Book) -> tuple[int, ...]:
    """A list of actions, in any order."""
    return tuple(sorted(item.code(ACTIONS, "an action") for item in place.items()))


CODECS: Final[dict[str, Codec]] = {
    "draft-card": Codec(read_draft_card, write_draft_card),
    "draft-group": Codec(lambda place, book: place.integer(), lambda armies, book: armies),
    "plan": Codec(read_plan, write_plan),
    "tile": Codec(lambda place, book: place.code(TILES, "a bonus tile"), lambda tile, book: TILES[tile]),
    "move": Codec(read_march, write_march),
    "march": Codec(read_march, write_march),
    "revolt": Codec(read_county, write_county),
    "muster": Codec(read_muster, write_muster),
    "declare": Codec(read_declaration, lambda empty, book: [ACTIONS[action] for action in empty]),
    "defend": Codec(lambda place, book: place.integer(), lambda armies, book: armies),
    "favor": Codec(lambda place, book: place.integer(), lambda favor, book: favor),
    "favor-event": Codec(lambda place, book: int(place.truth()), lambda cancel, book: bool(cancel)),
    "favor-calm": Codec(read_county, write_county),
    "favor-garrison": Codec(read_county, write_county),
    "favor-build": Codec(read_county, write_county),
    "benefit": Codec(lambda place, book: place.code(BENEFITS, "a benefit"), lambda benefit, book: BENEFITS[benefit]),
}
