"""The possessions of the seats in a position, and the lobby under way."""

from collections.abc import Callable, Iterable
from typing import Final

from wallenstein.core.documents import TRUTH, Json, Schema, by_name, many, open_object, or_null
from wallenstein.core.position import Document, Key, RowsBySeat, Shown, Whole
from wallenstein.core.records import Context, ListCode, Named, SeatCode, Truth
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Cards
from wallenstein.games.sixteen_thirty.rules import PLAYERS

SEAT: Final = SeatCode()


class Multiset(choices.CardList):
    """Sorted cards or markers; like ones are the same. Views have null for hidden ones."""

    def __init__(self, code: Named) -> None:
        super().__init__(code, "cards")
        self.names = code.names

    def schema(self) -> Schema:
        return many(or_null(self.code.schema()))

    def write(self, value: Iterable[int], context: Context) -> list[str]:
        names = self.names
        return [names[one] for one in sorted(value)]

    def write_all(self, values: Iterable[Cards], context: Context) -> list[list[str]]:
        """Those of the seats are sorted."""
        names = self.names
        return [[names[one] for one in value] for value in values]


def read_passed(place: Json, context: Context) -> tuple[int, ...]:
    """3.3: markers passed on, one in each passing round."""
    passed = MARKERS_LISTED.read(place, None)
    if len(passed) > const.PASSING_ROUNDS:
        place.fail(f"3.3: markers are passed on {const.PASSING_ROUNDS} times")
    return passed


def write_stacks(value: tuple[list[Cards], int]) -> dict[str, object]:
    """A seat's display: the cards by country, and whether they are descendant."""
    display, turned = value
    written: dict[str, object] = {}
    for country, stack in enumerate(display):
        if stack:
            cards = [const.CARDS[card] for card in stack]
            written[const.COUNTRIES[country]] = {"cards": cards, "descendant": bool(turned >> country & 1)}
    return written


def read_stacks(place: Json, context: object) -> tuple[list[Cards], int]:
    display: list[Cards] = [()] * len(const.COUNTRIES)
    turned = 0
    for name, stack in place.members(const.COUNTRIES).items():
        country = const.COUNTRIES.index(name)
        members = stack.members(("cards", "descendant"))
        if "cards" not in members:
            stack.fail('"cards" is missing; a stack is {"cards": ["france-2"], "descendant": false}')
        display[country] = read_stack(country, members["cards"])
        if "descendant" in members and members["descendant"].truth():
            turned |= 1 << country
    return display, turned


def read_stack(country: int, place: Json) -> Cards:
    """5.3.1: one to three cards, of this country or open, at least one of them named."""
    cards = read_cards(place)
    if not 1 <= len(cards) <= const.STACK:
        place.fail(f"5.3.1: a stack has 1 to {const.STACK} cards, not {len(cards)}")
    for card in cards:
        if card >= const.SPECIAL or (card < const.OPEN and const.COUNTRY_OF[card] != country):
            place.fail(f"5.3.1: {const.CARDS[card]} has no place in a stack of {const.COUNTRIES[country]}")
    if cards[0] >= const.OPEN:
        place.fail("5.3.4: a stack has a named card")
    return cards


def put_stacks(state: State, value: tuple[list[Cards], int], seat: int) -> None:
    display, state.descendant[seat] = value
    state.displays[seat] = tuple(display)


def unless(test: Callable[[State], bool], why: str) -> Callable[[State], str | None]:
    """The reason why a key cannot be set if the test fails, with the phase and the step."""
    return lambda state: (
        None if test(state) else why.format(phase=const.PHASE_OF[state.step], step=const.STEPS[state.step])
    )


HAND: Final = Multiset(choices.CARD)
MARKERS_LISTED: Final = ListCode(choices.COUNTRY, "markers")
PASSED: Final = Shown(
    or_null(MARKERS_LISTED.schema()), lambda passed: [const.COUNTRIES[one] for one in passed], read_passed
)
STACKS: Final = Shown(
    by_name(choices.COUNTRY.schema(), open_object({"cards": choices.CARDS_LISTED.schema(), "descendant": TRUTH})),
    write_stacks,
    read_stacks,
)
LAID: Final = unless(lambda state: state.step > const.OPENING, "nobody has any in phase {phase}")
SEATS: Final = RowsBySeat(
    Key("vp", Whole(), "vp", only=LAID),
    Key("markers", Multiset(choices.COUNTRY), "markers"),
    Key("passed", PASSED, "passed"),
    Key(
        "hand", HAND, "hands", only=unless(lambda state: state.step > const.MARKERS, "nobody has any in phase {phase}")
    ),
    Key("display", STACKS, lambda state: zip(state.displays, state.descendant, strict=True), put_stacks, only=LAID),
    Key("market", HAND, "markets", only=LAID),
)


def read_cards(place: Json) -> Cards:
    return HAND.read(place, None)


def read_countries(place: Json) -> list[int]:
    return [item.code(const.COUNTRIES, "a country") for item in place.items()]


def write_cards(cards: Iterable[int]) -> list[str]:
    return [const.CARDS[card] for card in sorted(cards)]


def check_markers(state: State, place: Json) -> None:
    """3.2, 3.3: checks the quota, and that markers are passed on round by round."""
    quota, counts = state.book.quota, [len(markers) for markers in state.markers]
    for seat, count in enumerate(counts):
        if count > quota:
            place.at(seat).fail(f"3.2: {count} VP markers; with {state.book.players} players a seat has {quota}")
    for country, name in enumerate(const.COUNTRIES):
        held = sum(markers.count(country) for markers in state.markers)
        if held > state.book.data.markers[country]:
            place.fail(f"3.2: {held} VP markers of {name}; there are {state.book.data.markers[country]}")
    rounds = [len(passed) for passed in state.passed]
    if state.step != const.MARKERS:
        for seat, done in enumerate(rounds):
            if done not in (0, const.PASSING_ROUNDS):
                place.at(seat).at("passed").fail(f"3.3: {const.PASSING_ROUNDS} markers are passed on, not {done}")
        return
    if any(counts) and set(counts) != {quota}:
        place.fail(f"3.2: in phase markers all seats have {quota} VP markers, or none has any")
    if max(rounds) - min(rounds) > 1:
        place.fail("3.3: markers are passed on round by round, so no two seats are further than one apart")
    if any(rounds) and not any(counts):
        place.fail("3.3: markers were passed on, but no seat has any")
    for seat, done in enumerate(rounds):
        if done > min(rounds) and state.passed[seat][-1] not in state.markers[seat]:
            place.at(seat).at("passed").fail("3.3: the marker chosen last stays with its giver until all have chosen")


def read_opening(place: Json, state: State) -> object:
    """3.6: the displays chosen so far, by seat, while their cards are still in the hands; null: none yet."""
    opening = state.opening[:]
    for seat, item in enumerate(place.by_seat(state.book.players, "entries")):
        if item.value is None:
            continue
        if state.step != const.OPENING:
            item.fail(f"displays are chosen in phase opening, not in phase {const.PHASE_OF[state.step]}")
        opening[seat] = choices.DISPLAY.read(item, None)
        if opening[seat] not in Displays(state.hands[seat]):
            item.fail("3.6: up to three influence cards of the hand, an open one beside a named one only")
    return opening


OPENING_DISPLAYS: Final = Shown(
    many(or_null(choices.DISPLAY.schema())),
    lambda opening: [None if chosen is None else choices.DISPLAY.write(chosen, None) for chosen in opening],
    read_opening,
)


def fill_deck(state: State, place: Json) -> None:
    """R43: all other cards are in the deck."""
    left = list(state.book.data.deck)
    stacks = [stack for display in state.displays for stack in display]
    for cards in (state.discard, *state.hands, *state.markets, *stacks):
        for card in cards:
            left[card] -= 1
    for card, count in enumerate(left):
        if count < 0:
            there = state.book.data.deck[card]
            place.fail(f"2: {there - count} cards {const.CARDS[card]}; there are {there}")
    state.deck = [card for card, count in enumerate(left) for _ in range(count)]


# The lobby under way in a position, and the seats that have yet to lose a card.


def put_stage(state: State, value: int) -> None:
    state.stage = const.BID + value


def read_seats(place: Json, state: State) -> list[int]:
    seats: list[int] = []
    for item in place.items():
        seat = SEAT.read(item, state)
        if seat in seats:
            item.fail("is listed twice")
        seats.append(seat)
    return seats


def read_votes(place: Json, state: State) -> list[int]:
    """The colours chosen so far, by seat."""
    votes = state.votes[:]
    for seat, item in enumerate(place.by_seat(state.book.players, "votes")):
        if item.value is not None:
            if state.stage != const.VOTE:
                item.fail("there are votes in stage vote only")
            votes[seat] = choices.COLOUR.read(item, state)
            if not state.displays[seat][state.crown()]:
                item.fail(f"5.6.2: seat {seat} has no influence in {const.COUNTRIES[state.crown()]}")
    return votes


def has_target(state: State) -> bool:
    return state.issue not in (const.JOIN, const.REARM)


class Resolution(Document):
    """The lobby under way."""

    def read(self, place: Json, context: State) -> State:
        if context.step not in (const.SPECIAL_STEP, const.LOBBY_STEP):
            place.fail(f"there is no lobby in step {const.STEPS[context.step]}")
        if context.step == const.SPECIAL_STEP and not context.specials:
            place.fail(
                "in step special it is a lobby card's, which counts as a special card played: specials is 1 or 2"
            )
        context.stage = const.BID
        self.read_keys(place, context)
        if has_target(context) and context.target == const.NONE:
            place.fail(f'"target" is missing; {const.ISSUES[context.issue]} has one')
        if context.stage == const.LOSE and context.winner == const.NONE:
            place.fail('"winner" is missing: the colour that won')
        return context


SEATS_LISTED: Final = many(SEAT.schema())
PASSING: Final = Shown(
    SEATS_LISTED,
    lambda seats: [seat for seat in range(PLAYERS[-1]) if seats >> seat & 1],
    lambda place, state: sum(1 << seat for seat in read_seats(place, state)),  # exact: whole numbers
)
VOTES: Final = Shown(
    many(or_null(choices.COLOUR.schema())),
    lambda votes: [None if colour == const.NONE else const.FACTIONS[colour] for colour in votes],
    read_votes,
)


def in_stage(stage: int, why: str) -> Callable[[State], str | None]:
    return unless(lambda state: state.stage == stage, why)


RESOLUTION: Final = Resolution(
    Key("country", choices.COUNTRY, "country", needed=""),
    Key("issue", choices.ISSUE, "issue", needed=""),
    Key(
        "target", choices.COUNTRY, "target", only=unless(has_target, "only war and league have a target"), nullable=True
    ),
    Key(
        "second",
        Truth(),
        "second",
        only=unless(lambda state: state.issue == const.LEAGUE, "only a league has a second resolution"),
    ),
    Key("stage", Named(const.STAGES[const.BID :], "a stage"), lambda state: state.stage - const.BID, put_stage),
    Key(
        "next",
        SEAT,
        lambda state: state.bidder if state.stage == const.BID else const.NONE,
        "bidder",
        only=in_stage(const.BID, "a seat is next in stage bid only"),
        default=lambda state: state.current if state.stage == const.BID else const.NONE,
        nullable=True,
    ),
    Key("passed", PASSING, "passing", only=in_stage(const.BID, "seats have passed in stage bid only")),
    Key("votes", VOTES, "votes", nullable=True, described=VOTES.schema()),
    Key(
        "winner",
        choices.COLOUR,
        "winner",
        only=in_stage(const.LOSE, "there is a winner when the votes are counted, in stage lose"),
        nullable=True,
    ),
)


def read_losers(place: Json, state: State) -> list[int]:
    """Seats in the order in which they choose the cards they lose."""
    losing = read_seats(place, state)
    for number, seat in enumerate(losing):
        if not state.descendant[seat] >> state.victims_of & 1:
            place.at(number).fail(f"seat {seat} has no descendant stack in {const.COUNTRIES[state.victims_of]}")
    return losing


class Losing(Document):
    """The seats that have yet to lose a card, and the country."""

    def read(self, place: Json, context: State) -> State:
        if context.issue == const.NONE and context.step != const.SPECIAL_STEP:
            place.fail("influence is lost after a vote, in stage lose, or in unrest, in step special")
        if context.issue != const.NONE and context.stage != const.LOSE:
            place.fail(f"nobody loses influence in stage {const.STAGES[context.stage]}")
        members = self.read_keys(place, context)
        if context.issue != const.NONE and context.victims_of != context.crown():
            members["country"].fail("is not where the vote was")
        if context.losing:
            context.stage = const.LOSE
        else:
            context.victims_of = const.NONE
        return context


LOSING: Final = Losing(
    Key("country", choices.COUNTRY, "victims_of", needed=""),
    Key("seats", Shown(SEATS_LISTED, list, read_losers), "losing", needed=""),
)
