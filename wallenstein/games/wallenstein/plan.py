"""A season's plan (W23) as an immutable value."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, SupportsIndex, TypeAlias

from wallenstein.core.plain import NotPlain, brief, number_or_name, row, whole_number
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board import board

COUNTIES: Final = board("default").ids  # every board has as many
BOXES: Final = {action: box for box, action in enumerate(names.ACTIONS)}
Card: TypeAlias = SupportsIndex | str | None  # a number, a name in documents, or none


class Naming:
    """The ids by which a bot may name counties: those of the board on which it was asked last."""

    def __init__(self) -> None:
        self.ids: tuple[str, ...] = COUNTIES

    @property
    def cards(self) -> tuple[str, ...]:
        return (*self.ids, names.TOWER_CARD)


NAMING: Final = Naming()


class Plan(NamedTuple):
    """Ten boxes by action code, each a county or BLANK; the bid; with the court, boxes convert 3, 2, 1."""

    boxes: tuple[int, ...]
    bid: int = 0
    court: tuple[int, ...] = ()

    @classmethod
    def of(cls, actions: Mapping[str, Card], bid: Card = 0, court: Sequence[Card] = ()) -> "Plan":
        """A plan from actions by name, with counties by number or id; other actions are not taken.

        Cards are written as in documents: a county's id is also a bid, `dice-tower` a bid or a court card.
        """
        boxes = [names.BLANK] * len(names.ACTIONS)
        for action, county in actions.items():
            box = BOXES[action] if action in BOXES else action_code(action)
            boxes[box] = county if type(county) is int else plain_card(county)
        return cls(tuple(boxes), plain_bid(bid), plain_court(court))


def action_code(name: object) -> int:
    """The box of an action; NotPlain suggests a near name."""
    if not isinstance(name, str):
        raise NotPlain(f"an action has a name, such as {names.ACTIONS[0]}; {brief(name)} is not one")
    return number_or_name(name, names.ACTIONS, "action")


def plain_card(value: object) -> int:
    """The content of a box: a county by number or id, or none."""
    return names.BLANK if value is None else number_or_name(value, NAMING.ids, "county")


def plain_court_card(value: object) -> int:
    """The content of a court box: a county, a dice tower card, or none (C3)."""
    if not isinstance(value, str):
        return plain_card(value)
    card = number_or_name(value, NAMING.cards, "county")
    return names.DICE_TOWER if card == len(COUNTIES) else card


def plain_bid(value: object) -> int:
    """A bid as a number, from a number, a county's id, `dice-tower` or None."""
    if type(value) is int:
        return value
    if not isinstance(value, str):
        return names.NO_BID if value is None else whole_number(value)
    card = number_or_name(value, NAMING.cards, "county")
    return names.DICE_TOWER_BID if card == len(COUNTIES) else county_bid(card)


def plain_court(cards: object) -> tuple[int, ...]:
    """The court boxes, which may be missing."""
    return () if type(cards) is tuple and not cards else row(cards, plain_court_card, "court boxes")


def plain_plan(boxes: object, bid: object, court: object) -> Plan:
    """A plan in plain types; NotPlain says what is in doubt."""
    return Plan(row(boxes, plain_card, "boxes"), plain_bid(bid), plain_court(court))


def county_bid(county: int) -> int:
    return names.COUNTY_BID + county


def bid_county(bid: int) -> int:
    """The county of a bid, or BLANK if the bid is not a county card."""
    return bid - names.COUNTY_BID if bid >= names.COUNTY_BID else names.BLANK
