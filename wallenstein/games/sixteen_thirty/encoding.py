"""Views of Sixteen Thirty Something as arrays, and its choices as numbered actions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from wallenstein.core.encoding import MOST, Feature, Spelled, StepwiseAnswer, capped, from_seat
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Decision, Fading, Play, Swap, Taking
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.view import Cards, View
from wallenstein.games.sixteen_thirty.names import (
    ASSASSIN,
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    FACTIONS,
    HIGHEST_ABILITY,
    HIGHEST_ARMY,
    HIGHEST_STATUS,
    ISSUES,
    LOBBY_CARD,
    OPEN,
    OPENING_CARDS,
    SPECIALS_IN_A_ROUND,
    STAGES,
    STEPS,
    TURNS,
    VALUES,
)
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules

# The numbered actions, and the spelling of each kind of choice by them.

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
    country, issue, target = call
    return (country, ISSUE + issue) if target < 0 else (country, ISSUE + issue, target)


def spell_play(play: Play | None, seat_of: Callable[[int], int]) -> Spelling:
    """The card and its target; or none."""
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


def spell_fading(fading: Fading) -> Spelling:
    return fading.country, CARD + fading.card


def spell_taking(taking: Taking, seat_of: Callable[[int], int]) -> Spelling:
    """The seat of the market, and the card."""
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


# Observations: the table as the seat sees it, the question, and the answer so far.

IN_STACK: Final = ("named 1", "named 2", "named 3", "open 1", "open 2", "open 3")
SAYINGS: Final = 6  # more actions than any answer has
BITS: Final = tuple(bytes(group >> country & 1 for country in range(len(COUNTRIES))) for group in range(1 << 10))
NO_STACKS: Final = bytes(len(COUNTRIES) * len(IN_STACK))


def table_features(book: Book) -> tuple[Feature, ...]:
    seats = SEATS[: book.players]
    many = (CARDS,)
    return (
        Feature("turn", "1 for the turn", (tuple(f"turn {turn + 1}" for turn in range(TURNS)),)),
        Feature("first", "1 for the first player", (seats,)),
        Feature("current", "1 for the current player", (seats,)),
        Feature("step", "1 for the step of the game", (STEPS,)),
        Feature("specials", "special cards played in this round", (("cards",),), SPECIALS_IN_A_ROUND),
        Feature("status", "status of the country", (COUNTRIES,), HIGHEST_STATUS),
        Feature("army", "army of the country", (COUNTRIES,), HIGHEST_ARMY),
        Feature("ability", "military ability of the country", (COUNTRIES,), HIGHEST_ABILITY),
        Feature("faction", "1 for the faction of the country", (FACTIONS, COUNTRIES)),
        Feature("leader", "1 if the country has a military leader", (COUNTRIES,)),
        Feature("unrest", "1 if there is unrest in the country", (COUNTRIES,)),
        Feature("league", "1 if the country is in a league", (COUNTRIES,)),
        Feature("points", "victory points", (seats,), MOST),
        Feature("own markers", "VP markers of the seat", (("held", "passed", "received"), COUNTRIES), MOST),
        Feature("markers", "number of VP markers of the seat", (seats,), MOST),
        Feature("own hand", "cards in the seat's hand", many, MOST),
        Feature("own market", "cards in the seat's market", many, MOST),
        Feature("own opening", "1 for a card that the seat is about to show (3.6)", many, MOST),
        Feature("discard", "cards on the discard pile", many, MOST),
        Feature("hand", "cards in the hand", (seats,), MOST),
        Feature("market", "cards in the market", (seats,), MOST),
        Feature("deck", "cards in the deck", (("cards",),), MOST),
        Feature("stack", "influence cards that lie in the country", (seats, COUNTRIES, IN_STACK), MOST),
        Feature("descendant", "1 if the stack in the country is descendant", (seats, COUNTRIES)),
        Feature("seen in market", "cards of the market that everybody has seen", (seats, CARDS), MOST),
        Feature("known", "cards that the seat took openly", (seats, CARDS), MOST),
        Feature("worth", "points of a marker of the country for the seat, last turn", (seats, COUNTRIES), MOST),
        Feature("lobbied", "1 for the country that is lobbied, for its target", (("country", "target"), COUNTRIES)),
        Feature("issue", "1 for the issue of the lobby", (ISSUES,)),
        Feature("stage", "1 for the stage of the lobby", (STAGES,)),
        Feature("second", "1 in a league's second resolution", (("resolution",),)),
        Feature("bidder", "1 for the next bidder", (seats,)),
        Feature("passed", "1 for a seat that has passed", (seats,)),
        Feature("own vote", "1 for the seat's own vote", (FACTIONS,)),
        Feature("winner", "1 for the colour that has won", (FACTIONS,)),
        Feature("losing", "cards that the seat has yet to lose", (seats,), MOST),
        Feature("victims", "1 for the country where cards are lost", (COUNTRIES,)),
    )


def question_features(players: int, kinds: Collection[str]) -> tuple[Feature, ...]:
    """The meaning of the entries that show the question and the answer so far."""
    return (
        Feature("kind", "1 for the kind of decision that is asked", (tuple(kinds),)),
        Feature("asked about", "1 for the country that the question names", (COUNTRIES,)),
        Feature("left", "cards that are still to go, in a question for the market", (("cards",),), MOST),
        Feature("said", "number of actions in the answer so far", (("actions",),), SAYINGS),
        Feature("said country", "1 for a country in the answer so far", (COUNTRIES,)),
        Feature("said done", "1 if `done` is in the answer so far", (("done",),)),
        Feature("said card", "cards in the answer so far", (CARDS,), 3),
        Feature("said issue", "1 for the issue in the answer so far", (ISSUES,)),
        Feature("said colour", "1 for a colour in the answer so far", (FACTIONS,)),
        Feature("said seat", "1 for the seat in the answer so far", (SEATS[:players],)),
    )


def write_table(view: View) -> bytes:
    seat = view.seat
    faction = bytes([one + 1 for one in view.faction])
    parts: list[bytes] = [
        one_of(TURNS, view.turn - 1),
        seat_of(view, view.first),
        seat_of(view, view.current),
        one_of(len(STEPS), view.step),
        capped((view.specials, *view.status, *view.army, *view.ability)),
        faction.replace(b"\2", b"\0"),
        faction.replace(b"\1", b"\0").replace(b"\2", b"\1"),
        BITS[view.leaders],
        BITS[view.unrest],
        BITS[view.leagues],
        capped(from_seat(view.vp, seat)),
        *[counted(len(COUNTRIES), markers) for markers in (view.markers, view.passed, view.received)],
        capped(from_seat(view.marker_counts, seat)),
        *[counted(len(CARDS), cards) for cards in (view.hand, view.market)],
        counted(len(CARDS), [card for _, card in view.opening or ()]),
        counted(len(CARDS), view.discard),
        capped((*from_seat(view.hand_sizes, seat), *from_seat(view.market_sizes, seat), view.deck_size)),
        *[stacks(display) for display in from_seat(view.displays, seat)],
        *[BITS[group] for group in from_seat(view.descendant, seat)],
        *[counted(len(CARDS), cards) for cards in from_seat(view.markets, seat)],
        *[counted(len(CARDS), cards) for cards in from_seat(view.known, seat)],
        worth(view),
        lobby(view),
        counted(view.book.players, [(loser - seat) % view.book.players for loser in view.losing]),
        one_of(len(COUNTRIES), view.victims_of),
    ]
    return b"".join(parts)


def one_of(size: int, place: int) -> bytes:
    """Zeros with a 1 at one place; only zeros for a place below 0."""
    entries = bytearray(size)
    if place >= 0:
        entries[place] = 1
    return bytes(entries)


def seat_of(view: View, seat: int) -> bytes:
    """1 for the seat, counted from the observing one; only zeros for a seat below 0."""
    players = view.book.players
    return one_of(players, (seat - view.seat) % players if seat >= 0 else -1)


def counted(size: int, codes: Iterable[int]) -> bytes:
    entries = bytearray(size)
    for code in codes:
        entries[code] += 1
    return bytes(entries)


def stacks(display: Sequence[Cards]) -> bytes:
    if not any(display):
        return NO_STACKS
    entries = bytearray(NO_STACKS)
    for country, cards in enumerate(display):
        for card in cards:
            place = card - OPEN + VALUES if card >= OPEN else card % VALUES
            entries[country * len(IN_STACK) + place] += 1
    return bytes(entries)


def worth(view: View) -> bytes:
    """The points that markers brought last turn."""
    if not view.scores:
        return bytes(view.book.players * len(COUNTRIES))
    return b"".join([capped([max(0, one) for one in row]) for row in from_seat(view.scores[-1].worth, view.seat)])


def lobby(view: View) -> bytes:
    players, now = view.book.players, view.lobby
    if now is None:
        return bytes(2 * len(COUNTRIES) + len(ISSUES) + len(STAGES) + 1 + 2 * players + 2 * len(FACTIONS))
    passed = [now.passing >> seat & 1 for seat in range(players)]
    return b"".join([
        one_of(len(COUNTRIES), now.country),
        one_of(len(COUNTRIES), now.target),
        one_of(len(ISSUES), now.issue),
        one_of(len(STAGES), now.stage),
        bytes((now.second,)),
        seat_of(view, now.bidder),
        bytes(from_seat(passed, view.seat)),
        one_of(len(FACTIONS), now.vote),
        one_of(len(FACTIONS), now.winner),
    ])  # fmt: skip


def write_question(decision: Decision, kinds: Sequence[str], players: int, said: Sequence[int]) -> bytes:
    countries, about = len(COUNTRIES), decision.step
    answer = bytearray(COLOUR + len(FACTIONS) + players)
    for action in said:
        answer[action] += 1
    return b"".join([
        one_of(len(kinds), kinds.index(decision.kind)),
        one_of(countries, getattr(about, "country", -1)),
        capped((getattr(about, "left", 0), len(said))),
        answer[:countries],
        answer[DONE:CARD],
        answer[CARD:ISSUE],
        answer[ISSUE:COLOUR],
        answer[COLOUR:SEAT],
        answer[SEAT:],
    ])  # fmt: skip


class SixteenThirtyEncoding:
    """The numbers of the game with these rules and this number of players."""

    actions: Final[tuple[str, ...]] = NAMES

    def __init__(self, rules: Rules, players: int) -> None:
        self.players: Final = players
        self.kinds: Final = tuple(KINDS)
        asked = question_features(players, self.kinds)
        self.unasked: Final = bytes(sum(feature.size for feature in asked))  # exact: ints
        self.features: Final[tuple[Feature, ...]] = (*table_features(functions(rules, players).book), *asked)

    def table(self, view: View) -> bytes:
        return write_table(view)

    def question(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytes:
        if decision is None or not isinstance(answer, Spelled | DisplayAnswer):
            return self.unasked
        return write_question(decision, self.kinds, self.players, answer.said)

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        kind, options = decision.kind, decision.options
        if isinstance(options, Displays):
            return DisplayAnswer(options)
        if kind in PLAIN:
            spell = PLAIN[kind]
            return Spelled([(spell(choice), choice) for choice in options])
        players, seat, named = self.players, decision.seat, WITH_SEATS[kind]

        def seat_of(other: int) -> int:
            return SEAT + (other - seat) % players

        return Spelled([(named(choice, seat_of), choice) for choice in options])
