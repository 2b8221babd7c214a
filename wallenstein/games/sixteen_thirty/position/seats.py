"""What the seats of a position have: points, markers, hands, displays, markets; the discards and the deck."""

from collections.abc import Iterable
from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.model.codes import DISPLAY
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import Cards, State
from wallenstein.games.sixteen_thirty.names import (
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    MARKERS,
    OPEN,
    OPENING,
    PASSING_ROUNDS,
    PHASE_OF,
    SPECIAL,
    STACK,
)
from wallenstein.games.sixteen_thirty.position.members import given, truth, unset

KEYS: Final = ("vp", "markers", "passed", "hand", "display", "market")
FROM_MARKERS: Final = ("vp", "hand", "display", "market")  # what no seat has in the phase of markers
FROM_OPENING: Final = ("vp", "display", "market")


def read_seats(state: State, fields: dict[str, Json]) -> None:
    """Seats at the end may be left out."""
    players = state.book.players
    items = fields["seats"].items() if "seats" in fields else []
    if len(items) > players:
        fields["seats"].fail(f"{len(items)} seats; there are {players} players")
    for seat, place in enumerate(items):
        read_seat(state, seat, place)
    if state.step > OPENING and PHASE_OF[state.step] == "market":
        state.shown = list(state.markets)
    if "seats" in fields:
        check_markers(state, fields["seats"])


def read_seat(state: State, seat: int, place: Json) -> None:
    """One seat."""
    members = place.members(KEYS)
    phase = PHASE_OF[state.step]
    for key in FROM_MARKERS if state.step == MARKERS else FROM_OPENING if state.step == OPENING else ():
        unset(members, key, f"nobody has any in phase {phase}")
    if "vp" in members:
        state.vp[seat] = members["vp"].whole()
    if "markers" in members:
        state.markers[seat] = tuple(sorted(read_countries(members["markers"])))
    if "passed" in members:
        state.passed[seat] = tuple(read_countries(members["passed"]))
        if len(state.passed[seat]) > PASSING_ROUNDS:
            members["passed"].fail(f"3.3: markers are passed on {PASSING_ROUNDS} times")
    if "hand" in members:
        state.hands[seat] = read_cards(members["hand"])
    if "market" in members:
        state.markets[seat] = read_cards(members["market"])
    if "display" in members:
        for name, stack in members["display"].members(COUNTRIES).items():
            read_stack(state, seat, COUNTRIES.index(name), stack)


def read_countries(place: Json) -> list[int]:
    """A list of countries."""
    return [item.code(COUNTRIES, "a country") for item in place.items()]


def read_cards(place: Json) -> Cards:
    """A list of cards, in their order."""
    return tuple(sorted([item.code(CARDS, "a card") for item in place.items()]))


def read_stack(state: State, seat: int, country: int, place: Json) -> None:
    """5.3.1: one to three cards, of this country or open, at least one of them named."""
    members = place.members(("cards", "descendant"))
    if "cards" not in members:
        place.fail('"cards" is missing; a stack is {"cards": ["france-2"], "descendant": false}')
    cards = read_cards(members["cards"])
    if not 1 <= len(cards) <= STACK:
        members["cards"].fail(f"5.3.1: a stack has 1 to {STACK} cards, not {len(cards)}")
    for card in cards:
        if card >= SPECIAL or (card < OPEN and COUNTRY_OF[card] != country):
            members["cards"].fail(f"5.3.1: {CARDS[card]} has no place in a stack of {COUNTRIES[country]}")
    if cards[0] >= OPEN:
        members["cards"].fail("5.3.4: a stack has a named card")
    state.displays[seat][country] = cards
    if truth(members, "descendant"):
        state.descendant[seat] |= 1 << country


def check_markers(state: State, place: Json) -> None:
    """3.2, 3.3: never more than the quota, and passed on round by round."""
    quota, counts = state.book.quota, [len(markers) for markers in state.markers]
    for seat, count in enumerate(counts):
        if count > quota:
            place.at(seat).fail(f"3.2: {count} VP markers; with {state.book.players} players a seat has {quota}")
    for country, name in enumerate(COUNTRIES):
        held = sum(markers.count(country) for markers in state.markers)
        if held > state.book.data.markers[country]:
            place.fail(f"3.2: {held} VP markers of {name}; there are {state.book.data.markers[country]}")
    rounds = [len(passed) for passed in state.passed]
    if state.step != MARKERS:
        for seat, done in enumerate(rounds):
            if done not in (0, PASSING_ROUNDS):
                place.at(seat).at("passed").fail(f"3.3: {PASSING_ROUNDS} markers are passed on, not {done}")
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


def read_opening(state: State, fields: dict[str, Json]) -> None:
    """3.6: the displays chosen so far, while their cards are still in the hands."""
    if "opening" not in fields:
        return
    place = fields["opening"]
    if place.value is None:
        return
    items = place.items()
    if len(items) > state.book.players:
        place.fail(f"{len(items)} entries; there are {state.book.players} players")
    for seat, item in enumerate(items):
        if item.value is None:
            continue
        if state.step != OPENING:
            item.fail(f"displays are chosen in phase opening, not in phase {PHASE_OF[state.step]}")
        chosen = DISPLAY.read(item, None)
        if chosen not in Displays(state.hands[seat]):
            item.fail("3.6: up to three influence cards of the hand, an open one beside a named one only")
        state.opening[seat] = chosen


def read_discard(state: State, fields: dict[str, Json]) -> None:
    """The discard pile."""
    if given(fields, "discard"):
        if state.step <= OPENING:
            unset(fields, "discard", f"nothing is discarded in phase {PHASE_OF[state.step]}")
        state.discard = list(read_cards(fields["discard"]))


def fill_deck(state: State, place: Json) -> None:
    """R43: the deck is what lies nowhere else."""
    left = list(state.book.data.deck)
    for card in cards_in_play(state):
        left[card] -= 1
    for card, count in enumerate(left):
        if count < 0:
            there = state.book.data.deck[card]
            place.fail(f"2: {there - count} cards {CARDS[card]}; there are {there}")
    state.deck = [card for card, count in enumerate(left) for _ in range(count)]


def cards_in_play(state: State) -> Iterable[int]:
    """All cards outside the deck."""
    yield from state.discard
    for seat in range(state.book.players):
        yield from state.hands[seat]
        yield from state.markets[seat]
        for stack in state.displays[seat]:
            yield from stack


def write_cards(cards: Iterable[int]) -> list[str]:
    """Cards in their order."""
    return [CARDS[card] for card in sorted(cards)]


def write_seats(state: State) -> list[dict[str, Any]]:
    """All seats with all keys."""
    return [
        {
            "vp": state.vp[seat],
            "markers": [COUNTRIES[country] for country in state.markers[seat]],
            "passed": [COUNTRIES[country] for country in state.passed[seat]],
            "hand": write_cards(state.hands[seat]),
            "display": write_display(state, seat),
            "market": write_cards(state.markets[seat]),
        }
        for seat in range(state.book.players)
    ]


def write_display(state: State, seat: int) -> dict[str, Any]:
    """The stacks of a seat."""
    return {
        COUNTRIES[country]: {
            "cards": write_cards(stack),
            "descendant": bool(state.descendant[seat] >> country & 1),
        }
        for country, stack in enumerate(state.displays[seat])
        if stack
    }


def write_opening(state: State) -> list[dict[str, Any] | None]:
    """Displays chosen in secret."""
    return [None if chosen is None else DISPLAY.write(chosen, None) for chosen in state.opening]
