"""Views of Sixteen Thirty Something as arrays, and its choices as numbered actions."""

import tomllib
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from wallenstein.core import encoding
from wallenstein.core.encoding import Feature, Remembered, Row, Spelled, Spelling, StepwiseAnswer, capped, turned
from wallenstein.core.records import Named
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.choices import AskBid, AskLoss, AskMarket, AskVote, Bid, Decision, Fading
from wallenstein.games.sixteen_thirty.model.options import SETS, Calls, Displays, Plays, Swaps
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, Cards, Lobby, View
from wallenstein.games.sixteen_thirty.phases.course import KINDS
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules

# The first part of an observation: the table as the seat sees it.

SEATS: Final = ("own", *(f"left {number}" for number in range(1, max(PLAYERS))))  # as the observing seat counts them
IN_STACK: Final = ("named 1", "named 2", "named 3", "open 1", "open 2", "open 3")
NOTHING: Final = ((0,) * len(const.COUNTRIES),) * max(PLAYERS)  # before the first turn is scored
NO_LOBBY: Final = Lobby(-1, -1, -1, 0, -1, -1, 0, -1, -1)
BITS: Final = tuple(bytes(group >> country & 1 for country in range(len(const.COUNTRIES))) for group in range(1 << 10))


def features(players: int, part: str) -> tuple[Feature, ...]:
    """The meaning of the entries: of the `table`, or of the `question` and the answer so far."""
    text = (Path(__file__).parent / "data" / "features.toml").read_text(encoding="utf-8")
    axes = {
        "turns": tuple(f"turn {turn + 1}" for turn in range(const.TURNS)),
        "seats": SEATS[:players], "steps": const.STEPS, "countries": const.COUNTRIES, "colours": const.FACTIONS,
        "cards": const.CARDS, "stack": IN_STACK, "issues": const.ISSUES, "stages": const.STAGES, "kinds": tuple(KINDS),
    }  # fmt: skip
    return encoding.listed_features(tomllib.loads(text)[part], axes, {"most": encoding.MOST})


STACKS: Final = {
    cards: encoding.counted(len(IN_STACK), [card % const.VALUES + card // const.OPEN * const.VALUES for card in cards])
    for cards in INFLUENCE
}
COUNTRY_AT, COLOUR_AT, ISSUE_AT, STAGE_AT, STEP_AT = (
    encoding.ones(len(names)) for names in (const.COUNTRIES, const.FACTIONS, const.ISSUES, const.STAGES, const.STEPS)
)
TURN_AT: Final = encoding.ones(const.TURNS)
COUNT_CARDS: Final = partial(encoding.counted, len(const.CARDS))
COUNT_MARKERS: Final = partial(encoding.counted, len(const.COUNTRIES))


class ViewWriter:
    """Writes the first part of observations."""

    def __init__(self, players: int) -> None:
        self.seats: Final = encoding.ones(players)
        self.sets: Final = [bytes(group >> seat & 1 for seat in range(players)) for group in range(1 << players)]
        self.countries, self.discard = Remembered(write_countries), Remembered(COUNT_CARDS)
        self.markers = [Remembered(COUNT_MARKERS, 3) for _ in range(players)]  # of the observing seat
        self.cards = [Remembered(COUNT_CARDS, 3) for _ in range(players)]
        self.stacks, self.descendant = Remembered(write_stacks, players), Remembered(BITS.__getitem__, players)
        self.markets, self.known = Remembered(COUNT_CARDS, players), Remembered(COUNT_CARDS, players)
        self.worth = Remembered(capped, players)

    def write(self, view: View) -> bytes:
        """The entries in the order of the features."""
        (
            seat, _, turn, first, step, current, specials, status, army, ability, faction, leaders, unrest, leagues,
            vp, markers, passed, received, marker_counts, hand, hands, displays, descendant, market, markets, sizes,
            known, deck, discard, opening, lobby, losing, victims_of, scores, _,
        ) = view  # fmt: skip
        players = len(vp)
        opened = tuple([card for _, card in opening]) if opening else ()
        worth = scores[-1].worth if scores else NOTHING[:players]
        return b"".join([
            TURN_AT[turn - 1], self.mark(first, seat), self.mark(current, seat), STEP_AT[step], encoding.BYTE[specials],
            self.countries.look(((status, army, ability, faction, leaders, unrest, leagues),)),
            turned(capped(vp), seat), self.markers[seat].look((markers, passed, received)),
            turned(capped(marker_counts), seat), self.cards[seat].look((hand, market, opened)),
            self.discard.look((discard,)), turned(capped(hands), seat), turned(capped(sizes), seat),
            encoding.BYTE[deck], self.stacks.look(displays, seat), self.descendant.look(descendant, seat),
            self.markets.look(markets, seat), self.known.look(known, seat), self.worth.look(worth, seat),
            *self.write_lobby(lobby or NO_LOBBY, seat),
            encoding.counted(players, [(loser - seat) % players for loser in losing]) if losing else self.seats[-1],
            COUNTRY_AT[victims_of],
        ])  # fmt: skip

    def write_lobby(self, lobby: Lobby, seat: int) -> list[bytes]:
        country, issue, target, second, stage, bidder, passing, vote, winner = lobby
        return [
            COUNTRY_AT[country], COUNTRY_AT[target], ISSUE_AT[issue], STAGE_AT[stage], encoding.BYTE[second],
            self.mark(bidder, seat), turned(self.sets[passing], seat), COLOUR_AT[vote], COLOUR_AT[winner],
        ]  # fmt: skip

    def mark(self, other: int, seat: int) -> bytes:
        """A 1 for another seat, as this one counts; none for -1."""
        return self.seats[(other - seat) % (len(self.seats) - 1) if other >= 0 else -1]


def write_countries(values: tuple[Any, ...]) -> bytes:
    status, army, ability, faction, *groups = values
    colours = [bytes([one == colour for one in faction]) for colour in (const.RED, const.BLUE)]
    return b"".join([capped(status + army + ability), *colours, *[BITS[group] for group in groups]])


def write_stacks(display: tuple[Cards, ...]) -> bytes:
    return b"".join([STACKS[cards] for cards in display])


# The numbered actions, and the spelling of each kind of choice by them.

NAMES: Final = (*const.COUNTRIES, "none", "done", *const.CARDS, *const.ISSUES, *const.FACTIONS, *SEATS)
NONE_ACTION: Final = NAMES.index("none")  # a country's action is its number
DONE: Final = NAMES.index("done")
CARD: Final = NAMES.index(const.CARDS[0])
ISSUE: Final = NAMES.index(const.ISSUES[0])
SEAT: Final = NAMES.index(SEATS[0])
FIRST: Final = {  # of the kinds whose choices are numbers, the action of 0
    name: NAMES.index(kind.code.names[0]) for name, kind in KINDS.items() if isinstance(kind.code, Named)
}
Many: TypeAlias = Calls | Plays | Swaps


def spell(choice: Any, seats: Sequence[int]) -> Spelling:
    """None is an action of its own; cards that make room for a bid come after `done`.

    `seats`: the action of each seat, as the observing one counts.
    """
    if choice is None:
        return (NONE_ACTION,)
    one, other = choice
    if type(choice) is Bid:
        return (*[CARD + card for card in one], DONE, *[CARD + card for card in other])
    return (one if type(choice) is Fading else seats[one], CARD + other)


def spell_calls(calls: Calls) -> list[Spelling]:
    spellings: list[Spelling] = []
    for country, rearm, war, league in calls.rows:
        spellings.append((country, ISSUE + const.JOIN))
        if rearm:
            spellings.append((country, ISSUE + const.REARM))
        spellings += [(country, ISSUE + const.WAR, target) for target in SETS[war]]
        spellings += [(country, ISSUE + const.LEAGUE, target) for target in SETS[league]]
    return spellings


def first_actions(options: Many) -> list[int]:
    """What the choices begin with: a country or a card; and none."""
    if isinstance(options, Calls):
        return [row[0] for row in options.rows]
    if isinstance(options, Swaps):
        return [NONE_ACTION, *[CARD + give for give in options.gives]]
    cards = [card for card, group in options.groups if group]  # some have no country at the moment
    if options.calls is not None and options.calls.size:
        cards.append(const.LOBBY_CARD)
    if options.shown:
        cards.append(const.ASSASSIN)
    return [NONE_ACTION, *[CARD + card for card in cards]]


def beginning_with(action: int, options: Many) -> Many:
    """The choices that begin with the action; and none."""
    if isinstance(options, Calls):
        return Calls(tuple([row for row in options.rows if row[0] == action]), 0)
    card = action - CARD
    if isinstance(options, Swaps):
        return Swaps((card,) if card in options.gives else (), options.takes)
    calls = options.calls if card == const.LOBBY_CARD else None
    groups = tuple([one for one in options.groups if one[0] == card])
    return Plays((), groups, calls, options.shown if card == const.ASSASSIN else ())


class Branched(Spelled):
    """One of many choices: only those with the first action taken are spelled."""

    def __init__(self, options: Many, seats: Sequence[int]) -> None:
        self.options: Final = options
        self.seats: Final = seats
        super().__init__([(action,) for action in first_actions(options)], ())
        if self.done:
            self.take(self.left[0][0])

    def take(self, action: int) -> None:
        if not self.said:
            self.choices = choices = beginning_with(action, self.options)
            self.spellings = self.left = self.spell(choices)
        super().take(action)

    def spell(self, options: Many) -> list[Spelling]:
        """All of them, in their order."""
        seats = self.seats
        if isinstance(options, Calls):
            return spell_calls(options)
        found: list[Spelling] = [(NONE_ACTION,)]
        if isinstance(options, Swaps):
            return found + [
                (CARD + give, seats[seat], CARD + take) for give in options.gives for seat, take in options.takes
            ]
        if options.calls is not None:
            found += [(CARD + const.LOBBY_CARD, *call) for call in spell_calls(options.calls)]
        found += [(CARD + card, country) for card, group in options.groups for country in SETS[group]]
        return found + [
            (CARD + const.ASSASSIN, seats[seat], country, CARD + card) for seat, country, card in options.shown
        ]


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
        cards = {CARD + card for card in self.rest if card < const.OPEN or self.shown}
        return cards | {DONE}

    def named_countries(self) -> set[int]:
        return {country for country, card in self.shown if card < const.OPEN}

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
        if card < const.OPEN:
            self.show(const.COUNTRY_OF[card], card)
        elif len(countries := self.named_countries()) == 1:
            self.show(min(countries), card)
        else:
            self.open_card = card

    def show(self, country: int, card: int) -> None:
        """Adds a card; the answer is complete after three, or with an empty hand."""
        self.open_card = None
        self.shown.append((country, card))
        self.done = len(self.shown) == const.OPENING_CARDS or not self.rest


# The question, and the answer so far.

PLACES: Final = {kind: place for place, kind in enumerate(KINDS)}


def write_question(decision: Decision, players: int, said: Sequence[int]) -> bytearray:
    countries, about = len(const.COUNTRIES), decision.step
    start = len(KINDS) + countries + 2
    entries = bytearray(start + SEAT - 1 + players)  # `none` is not part of an answer's observation
    entries[PLACES[decision.kind]] = 1
    if isinstance(about, (AskBid, AskVote, AskLoss)):
        entries[len(KINDS) + about.country] = 1
    elif isinstance(about, AskMarket):
        entries[start - 2] = about.left
    entries[start - 1] = len(said)
    for action in said:
        place = start + action if action < countries else start + action - 1
        if action != NONE_ACTION:
            entries[place] = entries[place] + 1
    return entries


class SixteenThirtyEncoding:
    """The numbers of the game with these rules and this number of players."""

    actions: Final[tuple[str, ...]] = NAMES
    places: Final[tuple[str, ...]] = const.COUNTRIES

    def __init__(self, rules: Rules, players: int) -> None:
        self.players: Final = players
        self.seats: Final = [[SEAT + (one - seat) % players for one in range(players)] for seat in range(players)]
        asked = features(players, "question")
        self.unasked: Final = bytes(sum(feature.size for feature in asked))  # exact: ints
        self.tables: Final = ViewWriter(players)
        shown = features(players, "table")
        self.features: Final[tuple[Feature, ...]] = (*shown, *asked)
        self.split: Final = sum([feature.size for feature in shown])  # exact: ints

    def memory(self) -> None:
        """Views have all that there is to remember."""

    def table(self, view: View, memory: None = None) -> bytes:
        return self.tables.write(view)

    def question(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytes | bytearray:
        if decision is None or not isinstance(answer, (Spelled, DisplayAnswer)):
            return self.unasked
        return write_question(decision, self.players, answer.said)

    def take(self, answer: StepwiseAnswer, action: int, view: View, decision: Decision, row: Row, mask: Row) -> bool:
        answer.take(action)
        if answer.done:
            return True
        encoding.write_asked(self, answer, view, decision, row, mask)
        return False

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        options = decision.options
        if isinstance(options, Displays):
            return DisplayAnswer(options)
        seats = self.seats[decision.seat]
        if isinstance(options, (Calls, Plays, Swaps)):  # not with `|`, which takes longer than the rest
            return Branched(options, seats)
        first = FIRST.get(decision.kind)
        if first is not None:
            return Spelled([(first + choice,) for choice in options], options)
        return Spelled([spell(choice, seats) for choice in options], options)
