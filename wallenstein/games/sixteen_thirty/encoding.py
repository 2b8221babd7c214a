"""Views of Sixteen Thirty Something as arrays, and its choices as numbered actions."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from wallenstein.core import encoding
from wallenstein.core.encoding import MOST, Branched, Feature, Row, Spelled, StepwiseAnswer, capped, counted, place_of
from wallenstein.core.records import Code, FormsCode
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices
from wallenstein.games.sixteen_thirty.model.choices import MEMBERS, Bid, Decision
from wallenstein.games.sixteen_thirty.model.options import Calls, Displays, Plays, Swaps
from wallenstein.games.sixteen_thirty.model.view import Cards, View
from wallenstein.games.sixteen_thirty.phases.course import KINDS
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules

# The first part of an observation: the table as the seat sees it.

SEATS: Final = ("own", *(f"left {number}" for number in range(1, max(PLAYERS))))  # as the observing seat counts them
IN_STACK: Final = ("named 1", "named 2", "named 3", "open 1", "open 2", "open 3")
NOTHING: Final = ((0,) * len(const.COUNTRIES),) * max(PLAYERS)  # before the first turn is scored
BITS: Final = tuple(bytes(group >> country & 1 for country in range(len(const.COUNTRIES))) for group in range(1 << 10))


def features(players: int, kinds: Sequence[str], part: str) -> tuple[Feature, ...]:
    """The meaning of the entries: of the `table`, or of the `question` and the answer so far."""
    text = (Path(__file__).parent / "data" / "features.toml").read_text(encoding="utf-8")
    axes = {
        "turns": tuple(f"turn {turn + 1}" for turn in range(const.TURNS)),
        "seats": SEATS[:players], "steps": const.STEPS, "countries": const.COUNTRIES, "colours": const.FACTIONS,
        "cards": const.CARDS, "stack": IN_STACK, "issues": const.ISSUES, "stages": const.STAGES, "kinds": tuple(kinds),
    }  # fmt: skip
    return encoding.listed_features(tomllib.loads(text)[part], axes, {"most": MOST})


class ViewWriter:
    """Writes the first part of observations."""

    def __init__(self, players: int) -> None:
        self.players: Final = players
        self.countries, self.discard = encoding.Remembered(write_countries), encoding.Remembered(count_cards)
        self.markers = [encoding.Remembered(write_markers) for _ in range(players)]  # of the observing seat
        self.cards = [encoding.Remembered(write_cards) for _ in range(players)]
        self.stacks, self.worth = encoding.Remembered(stacks, players), encoding.Remembered(capped, players)
        self.markets, self.known = encoding.Remembered(count_cards, players), encoding.Remembered(count_cards, players)

    def write(self, view: View) -> bytes:
        """The entries in the order of the features."""
        seat, players = view.seat, self.players
        countries = (view.status, view.army, view.ability, view.faction, view.leaders, view.unrest, view.leagues)
        counts, hands, sizes, groups = view.marker_counts, view.hand_sizes, view.market_sizes, view.descendant
        stacks, markets = self.stacks.look(view.displays), self.markets.look(view.markets)
        known = self.known.look(view.known)
        worth = self.worth.look(view.scores[-1].worth if view.scores else NOTHING[:players])
        return b"".join([
            write_time(view), *self.countries.look((countries,)), capped(view.vp[seat:] + view.vp[:seat]),
            *self.markers[seat].look(((view.markers, view.passed, view.received),)),
            capped(counts[seat:] + counts[:seat]),
            *self.cards[seat].look(((view.hand, view.market, view.opening),)), *self.discard.look((view.discard,)),
            capped(hands[seat:] + hands[:seat] + sizes[seat:] + sizes[:seat] + (view.deck_size,)),
            *stacks[seat:], *stacks[:seat], *[BITS[group] for group in groups[seat:] + groups[:seat]],
            *markets[seat:], *markets[:seat], *known[seat:], *known[:seat], *worth[seat:], *worth[:seat],
            write_lobby(view), counted(players, [(loser - seat) % players for loser in view.losing]),
            COUNTRY_AT[view.victims_of],
        ])  # fmt: skip


def write_time(view: View) -> bytes:
    players, seats = view.book.players, encoding.ones(view.book.players)
    first, current = place_of(view.first, view.seat, players), place_of(view.current, view.seat, players)
    return TURN_AT[view.turn - 1] + seats[first] + seats[current] + STEP_AT[view.step] + bytes([view.specials])


COUNTRY_AT, COLOUR_AT, ISSUE_AT, STAGE_AT, STEP_AT = (
    encoding.ones(len(names)) for names in (const.COUNTRIES, const.FACTIONS, const.ISSUES, const.STAGES, const.STEPS)
)
TURN_AT: Final = encoding.ones(const.TURNS)


def write_countries(values: tuple[Any, ...]) -> bytes:
    status, army, ability, faction, *groups = values
    red, blue = (bytes([one == colour for one in faction]) for colour in (const.RED, const.BLUE))
    return b"".join([capped(status + army + ability), red, blue, *[BITS[group] for group in groups]])


def count_cards(cards: Iterable[int]) -> bytes:
    return counted(len(const.CARDS), cards)


def write_markers(groups: tuple[Cards, ...]) -> bytes:
    return b"".join([counted(len(const.COUNTRIES), markers) for markers in groups])


def write_cards(values: tuple[Any, ...]) -> bytes:
    hand, market, opening = values
    return count_cards(hand) + count_cards(market) + count_cards(card for _, card in opening or ())


def stacks(display: tuple[Cards, ...]) -> bytes:
    entries = bytearray(len(const.COUNTRIES) * len(IN_STACK))
    for country, cards in enumerate(display):
        for card in cards:
            place = card - const.OPEN + const.VALUES if card >= const.OPEN else card % const.VALUES
            entries[country * len(IN_STACK) + place] += 1
    return bytes(entries)


def write_lobby(view: View) -> bytes:
    players, seat, now, size = view.book.players, view.seat, view.lobby, len(const.COUNTRIES)
    if now is None:
        return bytes(2 * size + len(const.ISSUES) + len(const.STAGES) + 1 + 2 * players + 2 * len(const.FACTIONS))
    return b"".join([
        COUNTRY_AT[now.country], COUNTRY_AT[now.target], ISSUE_AT[now.issue], STAGE_AT[now.stage],
        bytes([now.second]), encoding.ones(players)[place_of(now.bidder, seat, players)],
        bytes([now.passing >> other & 1 for other in (*range(seat, players), *range(seat))]),
        COLOUR_AT[now.vote], COLOUR_AT[now.winner],
    ])  # fmt: skip


# The numbered actions, and the spelling of each kind of choice by them.

Spelling: TypeAlias = tuple[int, ...]

NAMES: Final = (*const.COUNTRIES, "none", "done", *const.CARDS, *const.ISSUES, *const.FACTIONS, *SEATS)
NONE_ACTION: Final = NAMES.index("none")  # a country's action is its number
DONE: Final = NAMES.index("done")
CARD: Final = NAMES.index(const.CARDS[0])
SEAT: Final = NAMES.index(SEATS[0])
FIRST: Final[dict[Code, int]] = {  # the action of each code's first name
    code: NAMES.index(code.names[0]) for code in (choices.COUNTRY, choices.CARD, choices.ISSUE, choices.COLOUR)
}
Make: TypeAlias = Callable[[], Iterable[object]]


class Speller:
    """Spells the choices of a seat, member by member as documents have them, with seats as this one counts them."""

    def __init__(self, code: Code, seat: int, players: int) -> None:
        self.code = code
        self.seats = [SEAT + (other - seat) % players for other in range(players)]

    def spell(self, choice: Any) -> Spelling:
        """None is an action of its own; cards that make room for a bid come after `done`."""
        if choice is None:
            return (NONE_ACTION,)
        code = self.code
        if type(choice) is int:
            return (FIRST[code] + choice,)
        if isinstance(choice, Bid):
            return (*[CARD + card for card in choice.add], DONE, *[CARD + card for card in choice.remove])
        if isinstance(code, FormsCode):
            members: Iterable[tuple[str, int]] = code.members(choice).items()
        else:
            members = zip(choice._fields, choice, strict=True)
        return tuple([self.seats[one] if name == "seat" else FIRST[MEMBERS[name]] + one for name, one in members])

    def spell_each(self, choices: Iterable[object]) -> list[tuple[Spelling, object]]:
        return [(self.spell(choice), choice) for choice in choices]

    def spell_branch(self, make: Make) -> list[tuple[Spelling, object]]:
        """Without none, which is a branch of its own."""
        return self.spell_each([choice for choice in make() if choice is not None] or (None,))


# Choices with many options are spelled by branches.


def branches_of(options: Calls | Plays | Swaps) -> dict[int, Make]:
    """The choices that begin with each action, a country or a card, made when they are needed; and none."""
    if isinstance(options, Calls):
        return {row[0]: partial(Calls, (row,), 0) for row in options.rows}
    found: dict[int, Make] = {NONE_ACTION: lambda: (None,)}
    if isinstance(options, Swaps):
        return found | {CARD + give: partial(Swaps, (give,), options.takes) for give in options.gives}
    if options.calls is not None and options.calls.size:
        found[CARD + const.LOBBY_CARD] = partial(Plays, options.held, (), options.calls, ())
    for card, group in options.groups:
        if group:  # some have no country at the moment
            found[CARD + card] = partial(Plays, options.held, ((card, group),), None, ())
    if options.shown:
        found[CARD + const.ASSASSIN] = partial(Plays, options.held, (), None, options.shown)
    return found


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


def write_question(decision: Decision, kinds: Sequence[str], players: int, said: Sequence[int]) -> bytes:
    countries, about = len(const.COUNTRIES), decision.step
    start = len(kinds) + countries + 2
    entries = bytearray(start + SEAT - 1 + players)  # `none` is not part of an answer's observation
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
    places: Final[tuple[str, ...]] = const.COUNTRIES

    def __init__(self, rules: Rules, players: int) -> None:
        self.players: Final = players
        self.kinds: Final = tuple(KINDS)
        asked = features(players, self.kinds, "question")
        self.unasked: Final = bytes(sum(feature.size for feature in asked))  # exact: ints
        self.tables: Final = ViewWriter(players)
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
            encoding.write_asked(self, answer, view, decision, row, mask)

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        options = decision.options
        if isinstance(options, Displays):
            return DisplayAnswer(options)
        speller = Speller(KINDS[decision.kind].code, decision.seat, self.players)
        if isinstance(options, Calls | Plays | Swaps):
            branches = branches_of(options)
            return Branched({action: partial(speller.spell_branch, make) for action, make in branches.items()})
        return Spelled(speller.spell_each(options))
