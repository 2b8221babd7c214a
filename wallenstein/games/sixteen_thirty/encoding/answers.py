"""The numbered actions that choices are made of, and how the choices of each kind are spelled by them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from wallenstein.games.sixteen_thirty.data_file import PLAYERS
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Fading, Play, Swap, Taking
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.names import (
    ASSASSIN,
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    FACTIONS,
    ISSUES,
    LOBBY_CARD,
    OPEN,
    OPENING_CARDS,
)

Spelling: TypeAlias = tuple[int, ...]

SEATS: Final = ("own", *(f"left {number}" for number in range(1, max(PLAYERS))))  # as the observing seat counts them
NAMES: Final = (*COUNTRIES, "none", "done", *CARDS, *ISSUES, *FACTIONS, *SEATS)
NONE_ACTION: Final = NAMES.index("none")  # a country's action is its number
DONE: Final = NAMES.index("done")
CARD: Final = NAMES.index(CARDS[0])
ISSUE: Final = NAMES.index(ISSUES[0])
COLOUR: Final = NAMES.index(FACTIONS[0])
SEAT: Final = NAMES.index(SEATS[0])


def spell_call(call: Call) -> Spelling:
    """The country, the issue, and the target if there is one."""
    country, issue, target = call
    return (country, ISSUE + issue) if target < 0 else (country, ISSUE + issue, target)


def spell_play(play: Play | None, seat_of: Callable[[int], int]) -> Spelling:
    """The card with what it needs; or none."""
    if play is None:
        return (NONE_ACTION,)
    card = CARD + play.card
    if play.card == LOBBY_CARD:
        return (card, *spell_call(play.call))
    if play.card == ASSASSIN:
        return card, seat_of(play.seat), play.country, CARD + play.remove
    return card, play.country


def spell_bid(bid: Bid | None) -> Spelling:
    """The cards added, and behind `done` those that make room; or none to pass."""
    if bid is None:
        return (NONE_ACTION,)
    return (*[CARD + card for card in bid.add], DONE, *[CARD + card for card in bid.remove])


def spell_swap(swap: Swap | None, seat_of: Callable[[int], int]) -> Spelling:
    """The card given, whose market, and the card taken; or none."""
    return (NONE_ACTION,) if swap is None else (CARD + swap.give, seat_of(swap.seat), CARD + swap.take)


def spell_fading(fading: Fading) -> Spelling:
    """The country, and the card of its stack."""
    return fading.country, CARD + fading.card


def spell_taking(taking: Taking, seat_of: Callable[[int], int]) -> Spelling:
    """Whose market, and the card."""
    return seat_of(taking.seat), CARD + taking.card


PLAIN: Final[Mapping[str, Callable[[Any], Spelling]]] = {
    "pass-marker": lambda country: (country,),
    "fade": spell_fading,
    "lobby": spell_call,
    "bid": spell_bid,
    "vote": lambda colour: (COLOUR + colour,),
    "lose-influence": lambda card: (CARD + card,),
    "to-market": lambda card: (CARD + card,),
}
WITH_SEATS: Final[Mapping[str, Callable[[Any, Callable[[int], int]], Spelling]]] = {
    "special": spell_play,
    "exchange": spell_swap,
    "collect": spell_taking,
}


class DisplayAnswer:
    """What is shown at the start (3.6), card by card: a named one first; each open one with its country."""

    def __init__(self, displays: Displays) -> None:
        self.rest = [*displays.named, *displays.opened]
        self.said: list[int] = []
        self.shown: list[tuple[int, int]] = []
        self.open_card: int | None = None  # an open card that waits for its country
        self.done = False

    @property
    def choice(self) -> tuple[tuple[int, int], ...]:
        """The pairs of countries and cards in their order."""
        return tuple(sorted(self.shown))

    def legal(self) -> Collection[int]:
        """Cards, `done`; or the countries that an open card can go to."""
        if self.open_card is not None:
            return self.named_countries()
        cards = {CARD + card for card in self.rest if card < OPEN or self.shown}
        return cards | {DONE}

    def named_countries(self) -> set[int]:
        """The countries with a named card."""
        return {country for country, card in self.shown if card < OPEN}

    def take(self, action: int) -> None:
        """A card, the country of an open card, or `done`."""
        self.said.append(action)
        if action == DONE:
            self.done = True
            return
        if self.open_card is not None:
            self.show(action, self.open_card)
            return
        card = action - CARD
        self.rest.remove(card)
        if card < OPEN:
            self.show(COUNTRY_OF[card], card)
        elif len(countries := self.named_countries()) == 1:
            self.show(min(countries), card)
        else:
            self.open_card = card

    def show(self, country: int, card: int) -> None:
        """Lays a card; three are enough, and so is an empty hand."""
        self.open_card = None
        self.shown.append((country, card))
        self.done = len(self.shown) == OPENING_CARDS or not self.rest
