"""Whether the lobby of a position could have been called, and is as far as it says (R19)."""

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.model.choices import Call
from wallenstein.games.sixteen_thirty.model.options import Calls
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import BID, COUNTRIES, ISSUES, LEAGUE, LOSE, NONE, VOTE
from wallenstein.games.sixteen_thirty.phases.lobby import calls, issues_of


def check_position(state: State, place: Json) -> None:
    """FormatError if the lobby is impossible."""
    if state.issue == NONE:
        return
    lobby = place.at("resolution")
    call = Call(state.country, state.issue, state.target)
    if state.stage in (BID, VOTE):
        if call not in Calls((issues_of(state, state.country),), 0):
            target = "" if state.target == NONE else f" with the target {COUNTRIES[state.target]}"
            lobby.fail(f"5.6.4: {COUNTRIES[state.country]} cannot be lobbied for {ISSUES[state.issue]}{target} now")
        if not state.second:
            check_caller(state, call, lobby)
    elif state.stage == LOSE and state.issue == LEAGUE and state.faction[state.target] == NONE:
        lobby.at("target").fail("5.8.1: is in no faction, so it was not the target of a league")


def check_caller(state: State, call: Call, place: Json) -> None:
    """5.6, 5.6.1: a caller has a stack, or a named card that must be his first action."""
    caller = state.current
    if state.displays[caller][state.country]:
        return
    if state.stage == VOTE or state.passing >> caller & 1:
        place.fail(f"5.6.1: seat {caller} has called without influence, so it cannot have passed without adding any")
    if call not in calls(state, caller):
        place.fail(f"5.6: seat {caller} has neither influence nor a card of {COUNTRIES[state.country]}")
