"""The lobby under way in a position, and who has yet to lose a card."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import (
    BID,
    COUNTRIES,
    FACTIONS,
    ISSUES,
    JOIN,
    LEAGUE,
    LOBBY_STEP,
    LOSE,
    NONE,
    REARM,
    SPECIAL_STEP,
    STAGES,
    STEPS,
    VOTE,
)
from wallenstein.games.sixteen_thirty.position.members import given, seat_or_none, truth, unset

KEYS: Final = ("country", "issue", "target", "second", "stage", "next", "passed", "votes", "winner")
LOBBYING: Final = (SPECIAL_STEP, LOBBY_STEP)


def read_resolution(state: State, fields: dict[str, Json]) -> None:
    """The lobby under way."""
    if not given(fields, "resolution"):
        return
    place = fields["resolution"]
    if state.step not in LOBBYING:
        place.fail(f"there is no lobby in step {STEPS[state.step]}")
    if state.step == SPECIAL_STEP and not state.specials:
        place.fail("in step special it is a lobby card's, which counts as a special card played: specials is 1 or 2")
    members = place.members(KEYS)
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
    """What was called."""
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
