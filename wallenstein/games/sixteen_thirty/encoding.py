"""Views of Sixteen Thirty Something as arrays, and its choices as numbered actions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from wallenstein.core.encoding import MOST, Branched, Feature, Row, Spelled, StepwiseAnswer, write_asked
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Decision, Play, Swap
from wallenstein.games.sixteen_thirty.model.options import Calls, Displays, Plays, Swaps
from wallenstein.games.sixteen_thirty.model.view import View
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
from wallenstein.games.sixteen_thirty.observation import SEATS, TableWriter, features
from wallenstein.games.sixteen_thirty.phases.course import KINDS
from wallenstein.games.sixteen_thirty.rules import Rules

# The numbered actions, and the spelling of each kind of choice by them.

Spelling: TypeAlias = tuple[int, ...]

NAMES: Final = (*COUNTRIES, "none", "done", *CARDS, *ISSUES, *FACTIONS, *SEATS)
NONE_ACTION: Final = NAMES.index("none")  # a country's action is its number
DONE: Final = NAMES.index("done")
CARD: Final = NAMES.index(CARDS[0])
ISSUE: Final = NAMES.index(ISSUES[0])
COLOUR: Final = NAMES.index(FACTIONS[0])
SEAT: Final = NAMES.index(SEATS[0])


def spell_call(call: Call) -> Spelling:
    country, issue, target = call
    return (country, ISSUE + issue) if target < 0 else (country, ISSUE + issue, target)


def spell_play(play: Play | None, seat_of: Callable[[int], int]) -> Spelling:
    if play is None:
        return (NONE_ACTION,)
    card = CARD + play.card
    if play.card == LOBBY_CARD:
        return (card, *spell_call(play.call))
    if play.card == ASSASSIN:
        return card, seat_of(play.seat), play.country, CARD + play.remove
    return card, play.country


def spell_bid(bid: Bid | None) -> Spelling:
    """The cards added, and after `done` those that make room; or none to pass."""
    if bid is None:
        return (NONE_ACTION,)
    return (*[CARD + card for card in bid.add], DONE, *[CARD + card for card in bid.remove])


def spell_swap(swap: Swap | None, seat_of: Callable[[int], int]) -> Spelling:
    """The card given, the seat of the market, and the card taken; or none."""
    return (NONE_ACTION,) if swap is None else (CARD + swap.give, seat_of(swap.seat), CARD + swap.take)


PLAIN: Final[Mapping[str, Callable[[Any], Spelling]]] = {
    "pass-marker": lambda country: (country,),
    "fade": lambda fading: (fading.country, CARD + fading.card),
    "lobby": spell_call,
    "bid": spell_bid,
    "vote": lambda colour: (COLOUR + colour,),
    "lose-influence": lambda card: (CARD + card,),
    "to-market": lambda card: (CARD + card,),
}


# Choices with many options are spelled by branches.

Spelt: TypeAlias = list[tuple[Spelling, Any]]


BRANCH_OF_NONE: Final[Mapping[int, Callable[[], Spelt]]] = {NONE_ACTION: lambda: [((NONE_ACTION,), None)]}


def spell_row(row: tuple[int, int, int, int]) -> Spelt:
    """The lobbies for one country."""
    return [(spell_call(call), call) for call in Calls((row,), 0)]


def branches_of_plays(plays: Plays, seat_of: Callable[[int], int]) -> Mapping[int, Callable[[], Spelt]]:

    def spelt(*some: Any) -> Spelt:
        return [(spell_play(play, seat_of), play) for play in Plays(*some)][1:]  # without none, which comes first

    branches = dict(BRANCH_OF_NONE)
    if plays.calls is not None and plays.calls.size:
        branches[CARD + LOBBY_CARD] = partial(spelt, plays.held, (), plays.calls, ())
    for card, group in plays.groups:  # some have no country at the moment
        if group:
            branches[CARD + card] = partial(spelt, plays.held, ((card, group),), None, ())
    if plays.shown:
        branches[CARD + ASSASSIN] = partial(spelt, plays.held, (), None, plays.shown)
    return branches


def branches_of_swaps(swaps: Swaps, seat_of: Callable[[int], int]) -> Mapping[int, Callable[[], Spelt]]:

    def spelt(give: int) -> Spelt:
        return [(spell_swap(swap, seat_of), swap) for swap in Swaps((give,), swaps.takes)][1:]

    return {**BRANCH_OF_NONE, **{CARD + give: partial(spelt, give) for give in swaps.gives}}


class DisplayAnswer:
    """A display at the start (3.6), card by card: named cards first; each open one with its country."""

    def __init__(self, displays: Displays) -> None:
        self.rest = [*displays.named, *displays.opened]
        self.said: list[int] = []
        self.shown: list[tuple[int, int]] = []
        self.open_card: int | None = None  # an open card that is waiting for its country
        self.done = False

    @property
    def choice(self) -> tuple[tuple[int, int], ...]:
        """The pairs of countries and cards in their order."""
        return tuple(sorted(self.shown))

    def legal(self) -> Collection[int]:
        """Cards, `done`; or the possible countries of an open card."""
        if self.open_card is not None:
            return self.named_countries()
        cards = {CARD + card for card in self.rest if card < OPEN or self.shown}
        return cards | {DONE}

    def named_countries(self) -> set[int]:
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
        """Adds a card; the answer is complete after three, or with an empty hand."""
        self.open_card = None
        self.shown.append((country, card))
        self.done = len(self.shown) == OPENING_CARDS or not self.rest


# The question, and the answer so far.


def write_question(decision: Decision, kinds: Sequence[str], players: int, said: Sequence[int]) -> bytes:
    countries, about = len(COUNTRIES), decision.step
    start = len(kinds) + countries + 2
    entries = bytearray(start + SEAT - 1 + players)  # `none` is no part of an answer's observation
    entries[kinds.index(decision.kind)] = 1
    country: int = getattr(about, "country", -1)
    if country >= 0:
        entries[len(kinds) + country] = 1
    entries[start - 2] = min(getattr(about, "left", 0), MOST)
    entries[start - 1] = len(said)
    for action in said:
        place = start + action if action < countries else start + action - 1
        if action != NONE_ACTION:
            entries[place] = entries[place] + 1
    return bytes(entries)


class SixteenThirtyEncoding:
    """The numbers of the game with these rules and this number of players."""

    actions: Final[tuple[str, ...]] = NAMES
    places: Final[tuple[str, ...]] = COUNTRIES

    def __init__(self, rules: Rules, players: int) -> None:
        self.players: Final = players
        self.kinds: Final = tuple(KINDS)
        asked = features(players, self.kinds, "question")
        self.unasked: Final = bytes(sum(feature.size for feature in asked))  # exact: ints
        self.tables: Final = TableWriter(players)
        shown = features(players, self.kinds, "table")
        self.features: Final[tuple[Feature, ...]] = (*shown, *asked)
        self.split: Final = sum([feature.size for feature in shown])  # exact: ints

    def memory(self) -> None:
        """Views have all that there is to remember."""

    def table(self, view: View, memory: None = None) -> bytes:
        return self.tables.write(view)

    def question(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytes:
        if decision is None or not isinstance(answer, Spelled | DisplayAnswer):
            return self.unasked
        return write_question(decision, self.kinds, self.players, answer.said)

    def take(self, answer: StepwiseAnswer, action: int, view: View, decision: Decision, row: Row, mask: Row) -> None:
        answer.take(action)
        if not answer.done:
            write_asked(self, answer, view, decision, row, mask)

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        options, players, seat = decision.options, self.players, decision.seat

        def seat_of(other: int) -> int:
            return SEAT + (other - seat) % players

        if isinstance(options, Displays):
            return DisplayAnswer(options)
        if isinstance(options, Calls):
            return Branched({row[0]: partial(spell_row, row) for row in options.rows})
        if isinstance(options, Plays):
            return Branched(branches_of_plays(options, seat_of))
        if isinstance(options, Swaps):
            return Branched(branches_of_swaps(options, seat_of))
        if spell := PLAIN.get(decision.kind):
            return Spelled([(spell(choice), choice) for choice in options])
        return Spelled([((seat_of(taking.seat), CARD + taking.card), taking) for taking in options])
