"""The possessions of the seats in a position, and the lobby under way."""

from collections.abc import Callable
from typing import Final, TypeAlias

from wallenstein.core.documents import TRUTH, Json, by_name, many, open_object, or_null
from wallenstein.core.position import Document, EachSeat, Key, RowsBySeat, Shown, Whole
from wallenstein.core.records import ListCode, Named, SeatCode, Truth
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Cards
from wallenstein.games.sixteen_thirty.rules import PLAYERS

SEAT: Final = SeatCode()
Reason: TypeAlias = Callable[[State], str | None]  # why a key cannot be set now; None if it can


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
    cards: Cards = choices.CARDS_LISTED.read(place, None)
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


def later(step: int, why: str) -> Reason:
    return unless(lambda state: state.step > step, why)


def unless(test: Callable[[State], bool], why: str) -> Reason:
    """The reason why a key cannot be set if the test fails, with the phase and the step."""
    return lambda state: (
        None if test(state) else why.format(phase=const.PHASE_OF[state.step], step=const.STEPS[state.step])
    )


def held(name: str, code: ListCode, of: str, only: Reason | None = None) -> Key:
    """Cards or markers of a seat; views have null for hidden ones."""
    return Key(name, code, of, only=only, described=many(or_null(code.code.schema())))


PASSED: Final = ListCode(choices.COUNTRY, "markers")
STACKS: Final = Shown(
    by_name(choices.COUNTRY.schema(), open_object({"cards": choices.CARDS_LISTED.schema(), "descendant": TRUTH})),
    write_stacks,
    read_stacks,
)
DEALT: Final = later(const.MARKERS, "nobody has any in phase {phase}")
LAID: Final = later(const.OPENING, "nobody has any in phase {phase}")
SEATS: Final = RowsBySeat(
    Key("vp", Whole(), only=LAID),
    held("markers", choices.MARKERS_LISTED, "markers"),
    Key("passed", PASSED, described=or_null(PASSED.schema())),
    held("hand", choices.CARDS_LISTED, "hands", DEALT),
    Key("display", STACKS, lambda state: zip(state.displays, state.descendant, strict=True), put_stacks, only=LAID),
    held("market", choices.CARDS_LISTED, "markets", LAID),
)


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
    possible = range(const.PASSING_ROUNDS + 1) if state.step == const.MARKERS else (0, const.PASSING_ROUNDS)
    for seat, done in enumerate(rounds):
        if done not in possible:
            place.at(seat).at("passed").fail(f"3.3: {const.PASSING_ROUNDS} markers are passed on, not {done}")
    if state.step != const.MARKERS:
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


def why_not_shown(state: State, seat: int, chosen: object) -> str | None:
    """3.6: displays are chosen in secret, while their cards are still in the hands."""
    if chosen not in Displays(state.hands[seat]):
        return "3.6: up to three influence cards of the hand, an open one beside a named one only"
    return None


CHOOSING: Final = unless(
    lambda state: state.step == const.OPENING, "displays are chosen in phase opening, not in phase {phase}"
)
OPENING_DISPLAYS: Final = EachSeat(choices.DISPLAY, "entries", None, CHOOSING, why_not_shown)


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
    """Different seats; of those that lose cards, in the order in which they choose them."""
    seats: list[int] = []
    for item in place.items():
        seat = SEAT.read(item, state)
        if seat in seats:
            item.fail("is listed twice")
        seats.append(seat)
    return seats


def why_no_vote(state: State, seat: int, colour: object) -> str | None:
    if not state.displays[seat][state.crown()]:
        return f"5.6.2: seat {seat} has no influence in {const.COUNTRIES[state.crown()]}"
    return None


def has_target(state: State) -> bool:
    return state.issue not in (const.JOIN, const.REARM)


def why_no_lobby(state: State) -> str | None:
    if state.step not in (const.SPECIAL_STEP, const.LOBBY_STEP):
        return f"there is no lobby in step {const.STEPS[state.step]}"
    if state.step == const.SPECIAL_STEP and not state.specials:
        return "in step special it is a lobby card's, which counts as a special card played: specials is 1 or 2"
    return None


def check_resolution(state: State, place: Json) -> None:
    if has_target(state) and state.target == const.NONE:
        place.fail(f'"target" is missing; {const.ISSUES[state.issue]} has one')
    if state.stage == const.LOSE and state.winner == const.NONE:
        place.fail('"winner" is missing: the colour that won')


SEATS_LISTED: Final = many(SEAT.schema())
PASSING: Final = Shown(
    SEATS_LISTED,
    lambda seats: [seat for seat in range(PLAYERS[-1]) if seats >> seat & 1],
    lambda place, state: sum(1 << seat for seat in read_seats(place, state)),  # exact: whole numbers
)


def in_stage(stage: int, why: str) -> Reason:
    return unless(lambda state: state.stage == stage, why)


VOTING: Final = in_stage(const.VOTE, "there are votes in stage vote only")
VOTES: Final = EachSeat(choices.COLOUR, "votes", const.NONE, VOTING, why_no_vote)

RESOLUTION: Final = Document(
    Key("country", choices.COUNTRY, needed=""),
    Key("issue", choices.ISSUE, needed=""),
    Key("target", choices.COUNTRY, only=unless(has_target, "only war and league have a target"), nullable=True),
    Key(
        "second",
        Truth(),
        only=unless(lambda state: state.issue == const.LEAGUE, "only a league has a second resolution"),
    ),
    Key(
        "stage",
        Named(const.STAGES[const.BID :], "a stage"),
        lambda state: state.stage - const.BID,
        put_stage,
        default=lambda state: 0,
    ),
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
    Key("votes", VOTES, nullable=True, described=VOTES.schema()),
    Key(
        "winner",
        choices.COLOUR,
        only=in_stage(const.LOSE, "there is a winner when the votes are counted, in stage lose"),
        nullable=True,
    ),
    check=check_resolution,
)


def why_no_loss(state: State) -> str | None:
    if state.issue == const.NONE and state.step != const.SPECIAL_STEP:
        return "influence is lost after a vote, in stage lose, or in unrest, in step special"
    if state.issue != const.NONE and state.stage != const.LOSE:
        return f"nobody loses influence in stage {const.STAGES[state.stage]}"
    return None


def check_losing(state: State, place: Json) -> None:
    if state.issue != const.NONE and state.victims_of != state.crown():
        place.at("country").fail("is not where the vote was")
    for number, seat in enumerate(state.losing):
        if not state.descendant[seat] >> state.victims_of & 1:
            name = const.COUNTRIES[state.victims_of]
            place.at("seats").at(number).fail(f"seat {seat} has no descendant stack in {name}")
    if state.losing:
        state.stage = const.LOSE
    else:
        state.victims_of = const.NONE


LOSING: Final = Document(
    Key("country", choices.COUNTRY, "victims_of", needed=""),
    Key("seats", Shown(SEATS_LISTED, list, read_seats), "losing", needed=""),
    check=check_losing,
)
