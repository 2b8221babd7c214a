"""What the seats of a position have, and the lobby under way."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.games.sixteen_thirty.model.choices import DISPLAY
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import SortedCards, State
from wallenstein.games.sixteen_thirty.names import (
    BID,
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    FACTIONS,
    ISSUES,
    JOIN,
    LEAGUE,
    LOBBY_STEP,
    LOSE,
    MARKERS,
    NONE,
    OPEN,
    OPENING,
    PASSING_ROUNDS,
    PHASE_OF,
    REARM,
    SPECIAL,
    SPECIAL_STEP,
    STACK,
    STAGES,
    STEPS,
    VOTE,
)

# Members of an object that may be null or left out.


def given(members: Mapping[str, Json], key: str) -> bool:
    """Whether the key is there and not null."""
    return key in members and members[key].value is not None


def seat_or_none(members: Mapping[str, Json], key: str, players: int) -> int:
    """A seat; none where it is null or left out."""
    return members[key].whole(0, players - 1) if given(members, key) else NONE


def truth(members: Mapping[str, Json], key: str) -> bool:
    """True or false; false where it is left out."""
    return members[key].truth() if key in members else False


def unset(members: Mapping[str, Json], key: str, why: str) -> None:
    """FormatError if the key is there and says something: it must be null, nothing or false here."""
    if key in members and members[key].value not in (None, 0, [], {}):
        members[key].fail(why)


# What the seats of a position have: points, markers, hands, displays, markets; the discards and the deck.

SEAT_KEYS: Final = ("vp", "markers", "passed", "hand", "display", "market")
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
    members = place.members(SEAT_KEYS)
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
    return [item.code(COUNTRIES, "a country") for item in place.items()]


def read_cards(place: Json) -> SortedCards:
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
    return [None if chosen is None else DISPLAY.write(chosen, None) for chosen in state.opening]


# The lobby under way in a position, and who has yet to lose a card.

LOBBY_KEYS: Final = ("country", "issue", "target", "second", "stage", "next", "passed", "votes", "winner")
LOBBYING: Final = (SPECIAL_STEP, LOBBY_STEP)


def read_resolution(state: State, fields: dict[str, Json]) -> None:
    if not given(fields, "resolution"):
        return
    place = fields["resolution"]
    if state.step not in LOBBYING:
        place.fail(f"there is no lobby in step {STEPS[state.step]}")
    if state.step == SPECIAL_STEP and not state.specials:
        place.fail("in step special it is a lobby card's, which counts as a special card played: specials is 1 or 2")
    members = place.members(LOBBY_KEYS)
    read_call(state, members, place)
    stages = STAGES[BID:]
    state.stage = STAGES.index(stages[members["stage"].code(stages, "a stage")]) if "stage" in members else BID
    state.second = int(truth(members, "second"))
    if state.second and state.issue != LEAGUE:
        members["second"].fail("only a league has a second resolution")
    read_bidding(state, members)
    read_votes(state, members)
    if state.stage != LOSE:
        unset(members, "winner", "there is a winner when the votes are counted, in stage lose")
    elif given(members, "winner"):
        state.winner = members["winner"].code(FACTIONS, "a colour")
    else:
        place.fail('"winner" is missing: the colour that won')


def read_call(state: State, members: dict[str, Json], place: Json) -> None:
    for key in ("country", "issue"):
        if key not in members:
            place.fail(f'"{key}" is missing')
    state.country = members["country"].code(COUNTRIES, "a country")
    state.issue = members["issue"].code(ISSUES, "an issue")
    if state.issue in (JOIN, REARM):
        unset(members, "target", "only war and league have a target")
    elif not given(members, "target"):
        place.fail(f'"target" is missing; {ISSUES[state.issue]} has one')
    else:
        state.target = members["target"].code(COUNTRIES, "a country")


def read_bidding(state: State, members: dict[str, Json]) -> None:
    """Who has passed, and whose turn it is."""
    players = state.book.players
    if state.stage != BID:
        if given(members, "next"):
            members["next"].fail("a seat is next in stage bid only")
        unset(members, "passed", "seats have passed in stage bid only")
        return
    state.bidder = seat_or_none(members, "next", players)
    if state.bidder == NONE:
        state.bidder = state.current
    if "passed" in members:
        for item in members["passed"].items():
            bit = 1 << item.whole(0, players - 1)
            if state.passing & bit:
                item.fail("is listed twice")
            state.passing |= bit


def read_votes(state: State, members: dict[str, Json]) -> None:
    """The colours chosen so far."""
    if not given(members, "votes"):
        return
    items = members["votes"].items()
    if len(items) > state.book.players:
        members["votes"].fail(f"{len(items)} votes; there are {state.book.players} players")
    country = state.target if state.second else state.country
    for seat, item in enumerate(items):
        if item.value is not None:
            if state.stage != VOTE:
                item.fail("there are votes in stage vote only")
            state.votes[seat] = item.code(FACTIONS, "a colour")
            if not state.displays[seat][country]:
                item.fail(f"5.6.2: seat {seat} has no influence in {COUNTRIES[country]}")


def read_losing(state: State, fields: dict[str, Json]) -> None:
    """Who has yet to lose a card, where."""
    if not given(fields, "losing"):
        return
    place = fields["losing"]
    if state.issue == NONE and state.step != SPECIAL_STEP:
        place.fail("influence is lost after a vote, in stage lose, or in unrest, in step special")
    if state.issue != NONE and state.stage != LOSE:
        place.fail(f"nobody loses influence in stage {STAGES[state.stage]}")
    members = place.members(("country", "seats"))
    for key in ("country", "seats"):
        if key not in members:
            place.fail(f'"{key}" is missing')
    country = members["country"].code(COUNTRIES, "a country")
    if state.issue != NONE and country != (state.target if state.second else state.country):
        members["country"].fail("is not where the vote was")
    for item in members["seats"].items():
        seat = item.whole(0, state.book.players - 1)
        if not state.descendant[seat] >> country & 1:
            item.fail(f"seat {seat} has no descendant stack in {COUNTRIES[country]}")
        if seat in state.losing:
            item.fail("is listed twice")
        state.losing.append(seat)
    if state.losing:
        state.victims_of = country
        state.stage = LOSE


def write_resolution(state: State) -> dict[str, Any] | None:
    """The lobby with all keys."""
    if state.issue == NONE:
        return None
    return {
        "country": COUNTRIES[state.country],
        "issue": ISSUES[state.issue],
        "target": None if state.target == NONE else COUNTRIES[state.target],
        "second": bool(state.second),
        "stage": STAGES[state.stage],
        "next": state.bidder if state.stage == BID else None,
        "passed": [seat for seat in range(state.book.players) if state.passing >> seat & 1],
        "votes": [None if colour == NONE else FACTIONS[colour] for colour in state.votes],
        "winner": None if state.winner == NONE else FACTIONS[state.winner],
    }


def write_losing(state: State) -> dict[str, Any] | None:
    """Who has yet to lose a card, in their order."""
    return {"country": COUNTRIES[state.victims_of], "seats": list(state.losing)} if state.losing else None
