"""The choices that are records, and how documents write a special card that is played."""

from typing import Any, NamedTuple

from wallenstein.games.sixteen_thirty.model.codes import (
    AnySeat,
    Card,
    CardOrNone,
    Cards,
    Country,
    CountryOrNone,
    Issue,
    IssueOrNone,
    Seat,
)
from wallenstein.games.sixteen_thirty.names import ASSASSIN, CARDS, COUNTRIES, ISSUES, LOBBY_CARD, NONE


class Fading(NamedTuple):
    """A card of a descendant stack (4.1.1)."""

    country: Country
    card: Card


class Call(NamedTuple):
    """Which country is lobbied, and on what; `target` is -1 with `join` and `rearm` (5.6.4)."""

    country: Country
    issue: Issue
    target: CountryOrNone = NONE


class Play(NamedTuple):
    """A special card with what it needs: a lobby's issue and target, or what the assassin removes (4.1.3)."""

    card: Card
    country: Country
    issue: IssueOrNone = NONE
    target: CountryOrNone = NONE
    seat: AnySeat = NONE  # whose display
    remove: CardOrNone = NONE  # which card of it

    @property
    def call(self) -> Call:
        """The lobby that a lobby card calls."""
        return Call(self.country, self.issue, self.target)


class Bid(NamedTuple):
    """Cards from the hand to the stack, and cards of the stack to the market (5.6.1)."""

    add: Cards
    remove: Cards = ()


class Swap(NamedTuple):
    """A card of the hand for a card of another seat's market (4.2.3.1)."""

    give: Card
    seat: Seat
    take: Card


class Taking(NamedTuple):
    """A card of a market (4.2.3.2)."""

    seat: Seat
    card: Card


def write_call(call: Call) -> dict[str, Any]:
    """A lobby as documents write it; a target only where there is one."""
    written = {"country": COUNTRIES[call.country], "issue": ISSUES[call.issue]}
    return {**written, "target": COUNTRIES[call.target]} if call.target >= 0 else written


def write_play(play: Play) -> dict[str, Any]:
    """A special card as documents write it, with the keys that it has."""
    card = CARDS[play.card]
    if play.card == LOBBY_CARD:
        return {"card": card, **write_call(play.call)}
    if play.card == ASSASSIN:
        return {"card": card, "seat": play.seat, "country": COUNTRIES[play.country], "remove": CARDS[play.remove]}
    return {"card": card, "country": COUNTRIES[play.country]}
