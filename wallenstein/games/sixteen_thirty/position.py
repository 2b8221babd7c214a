"""A position as a document: read, checked, and written in its normal form; and a choice in a document."""

from pathlib import Path
from typing import Any, Final

from wallenstein.core.chance import NoChance
from wallenstein.core.documents import Json, refusal
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.games.sixteen_thirty import position_parts
from wallenstein.games.sixteen_thirty.model.choices import Call, Decision
from wallenstein.games.sixteen_thirty.model.options import Calls
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import (
    BID,
    COUNTRIES,
    EXCHANGE,
    FACTIONS,
    FADE,
    FIRST_END_TURN,
    HIGHEST_ABILITY,
    HIGHEST_ARMY,
    HIGHEST_STATUS,
    ISSUES,
    LEAGUE,
    LOBBY_STEP,
    LOSE,
    MARKERS,
    MARKET_STEPS,
    NONE,
    OPENING,
    OVER,
    PHASE_OF,
    PHASES,
    ROUND_STEPS,
    SCORING,
    SPECIAL_STEP,
    SPECIALS_IN_A_ROUND,
    STEPS,
    TO_MARKET,
    TURNS,
    VOTE,
)
from wallenstein.games.sixteen_thirty.phases.course import functions
from wallenstein.games.sixteen_thirty.phases.lobby import calls, issues_of
from wallenstein.games.sixteen_thirty.position_parts import given, seat_or_none, unset
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules, rules_from

# The countries of a position: figures, factions, and the markers that stand in them.

COUNTRY_KEYS: Final = ("status", "army", "ability", "faction", "leader", "unrest", "league")
HIGHEST: Final = {"status": HIGHEST_STATUS, "army": HIGHEST_ARMY, "ability": HIGHEST_ABILITY}


def read_countries(state: State, fields: dict[str, Json]) -> None:
    """What differs from the printed values."""
    if "countries" not in fields:
        return
    for name, place in fields["countries"].members(COUNTRIES).items():
        read_country(state, COUNTRIES.index(name), place)
    check_leagues(state, fields["countries"])


def read_country(state: State, country: int, place: Json) -> None:
    members = place.members(COUNTRY_KEYS)
    for key, values in (("status", state.status), ("army", state.army), ("ability", state.ability)):
        if key in members:
            values[country] = members[key].whole(0, HIGHEST[key])
    if given(members, "faction"):
        state.faction[country] = members["faction"].code(FACTIONS, "a faction")
    for key in ("leader", "unrest", "league"):
        if key in members and members[key].truth():
            if state.step < FADE:
                members[key].fail(f"no markers stand in countries in phase {PHASE_OF[state.step]}")
            mark(state, key, 1 << country)


def mark(state: State, key: str, bit: int) -> None:
    """A marker in a country."""
    if key == "leader":
        state.leaders |= bit
    elif key == "unrest":
        state.unrest |= bit
    else:
        state.leagues |= bit


def check_leagues(state: State, place: Json) -> None:
    """5.8: a league is two countries of a faction, neither in unrest."""
    for country, name in enumerate(COUNTRIES):
        if state.leagues >> country & 1:
            if state.faction[country] == NONE:
                place.at(name).fail("is in a league without being in a faction")
            if state.unrest >> country & 1:
                place.at(name).fail("4.1.3.7: is in a league and in unrest")
    for colour, name in enumerate(FACTIONS):
        count = sum(state.leagues >> country & 1 for country, other in enumerate(state.faction) if other == colour)
        if count not in (0, 2):
            place.fail(f"5.8: {count} countries of the {name} faction are in a league; it has two members")


def write_countries(state: State) -> dict[str, Any]:
    """All countries with all keys."""
    return {
        name: {
            "status": state.status[country],
            "army": state.army[country],
            "ability": state.ability[country],
            "faction": None if state.faction[country] == NONE else FACTIONS[state.faction[country]],
            "leader": bool(state.leaders >> country & 1),
            "unrest": bool(state.unrest >> country & 1),
            "league": bool(state.leagues >> country & 1),
        }
        for country, name in enumerate(COUNTRIES)
    }


# Where the game is: turn, phase, step, whose round it is.

FIRST_STEPS: Final = {
    "markers": MARKERS, "opening": OPENING, "rounds": FADE, "scoring": SCORING, "market": EXCHANGE, "over": OVER,
}  # fmt: skip
PLAYED: Final = (SPECIAL_STEP, LOBBY_STEP, TO_MARKET)  # steps of a round in which special cards may have been played


def read_time(state: State, fields: dict[str, Json], place: Json) -> None:
    """All keys that say when it is."""
    phase = "markers"
    if "phase" in fields:
        phase = PHASES[fields["phase"].code(PHASES, "a phase")]
    state.step = read_step(fields, phase)
    state.turn = read_turn(fields, phase, place)
    read_players(state, fields, phase)
    if "specials" in fields:
        state.specials = fields["specials"].whole(0, SPECIALS_IN_A_ROUND)
        if state.specials and state.step not in PLAYED:
            fields["specials"].fail(f"no special card has been played yet in step {STEPS[state.step]}, or none counts")


def read_step(fields: dict[str, Json], phase: str) -> int:
    """The step of a round or of the market; the other phases have none."""
    names = {"rounds": ROUND_STEPS, "market": MARKET_STEPS}.get(phase, ())
    if not names:
        unset(fields, "step", f"phase {phase} has no steps")
        return FIRST_STEPS[phase]
    if not given(fields, "step"):
        return FIRST_STEPS[phase]
    return STEPS.index(names[fields["step"].code(names, f"a step of phase {phase}")])


def read_turn(fields: dict[str, Json], phase: str, place: Json) -> int:
    """The turn; in the market it is already the new one (R47)."""
    low, high = {"markers": (1, 1), "opening": (1, 1), "market": (2, TURNS), "over": (FIRST_END_TURN, TURNS)}.get(
        phase, (1, TURNS)
    )
    if "turn" in fields:
        return fields["turn"].whole(low, high)
    if phase == "over":
        place.fail(f'"turn" is missing: the last one played, {low} to {high}')
    return low


def read_players(state: State, fields: dict[str, Json], phase: str) -> None:
    """The first player and the current one."""
    players = state.book.players
    if phase == "markers":
        unset_seat(fields, "first", "3.5: the first player is drawn after the markers are passed on")
    elif phase == "opening":
        state.first = seat_or_none(fields, "first", players)
    else:
        state.first = fields["first"].whole(0, players - 1) if "first" in fields else 0
    if phase in ("rounds", "market"):
        state.current = fields["current"].whole(0, players - 1) if "current" in fields else state.first
    else:
        unset_seat(fields, "current", f"nobody is the current player in phase {phase}")


def unset_seat(fields: dict[str, Json], key: str, why: str) -> None:
    """FormatError if a seat is named."""
    if given(fields, key):
        fields[key].fail(why)


def write_time(state: State) -> dict[str, Any]:
    """The keys in their order."""
    phase = PHASE_OF[state.step]
    return {
        "turn": state.turn,
        "first": None if state.first == NONE else state.first,
        "phase": phase,
        "current": None if state.current == NONE else state.current,
        "step": STEPS[state.step] if phase in ("rounds", "market") else None,
        "specials": state.specials,
    }


# Whether the lobby of a position could have been called, and is as far as it says (R19).


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


# A position as a document: read, checked, and written in its normal form.

NAME: Final = "sixteen-thirty"
FORMAT: Final = f"{NAME}-position/1"
POSITION_KEYS: Final = (
    "format", "rules", "players", "turn", "first", "phase", "current", "step", "specials", "countries", "seats",
    "opening", "discard", "resolution", "losing", "result", "pending",
)  # fmt: skip


def read_document(place: Json, base: Path) -> State:
    """The state of a document that is a position by itself and says so."""
    if isinstance(place.value, dict) and "format" not in place.value:
        place.fail(f'"format" is missing; a position begins with "format": "{FORMAT}"')
    return read_position(place, base)


def read_position(place: Json, base: Path) -> State:
    """The state that a position describes, before what comes next and without chance.

    Relative paths in it start at `base`. FormatError names the place of anything impossible.
    """
    fields = place.members(POSITION_KEYS)
    if "format" in fields:
        fields["format"].code((FORMAT,), "this format")
    if "players" not in fields:
        place.fail('"players" is missing: 3 to 6')
    players = fields["players"].whole(PLAYERS[0], PLAYERS[-1])
    state = State(functions(read_rules(fields, base), players), NoChance())
    read_time(state, fields, place)
    read_countries(state, fields)
    position_parts.read_seats(state, fields)
    position_parts.read_opening(state, fields)
    position_parts.read_discard(state, fields)
    position_parts.fill_deck(state, place)
    position_parts.read_resolution(state, fields)
    position_parts.read_losing(state, fields)
    check_position(state, place)
    check_derived(state, fields)
    return state


def read_rules(fields: dict[str, Json], base: Path) -> Rules:
    """The rules of a position; without any, the default data."""
    if not given(fields, "rules"):
        return RULES
    members = fields["rules"].members(("game", "data"))
    if "game" in members:
        members["game"].code((NAME,), "this game")
    name = members["data"].text('"default" or the path of a data file') if "data" in members else "default"
    if name == "default":
        return RULES
    try:
        return rules_from({"data": name}, base)
    except ConfigError as error:
        members["data"].fail(str(error))


RULES: Final = Rules()


def write_position(state: State) -> dict[str, Any]:
    """The normal form of a state that waits for a decision, stands between two rounds, or is over."""
    return {
        "format": FORMAT,
        "rules": {"game": NAME, "data": state.book.rules.data_name},
        "players": state.book.players,
        **write_time(state),
        "countries": write_countries(state),
        "seats": position_parts.write_seats(state),
        "opening": position_parts.write_opening(state),
        "discard": position_parts.write_cards(state.discard),
        "resolution": position_parts.write_resolution(state),
        "losing": position_parts.write_losing(state),
        "result": write_result(state) if state.step == OVER else None,
    }


def write_result(state: State) -> list[dict[str, int]]:
    """The ranking; tied seats share a rank."""
    return [{"seat": seat, "rank": rank, "vp": vp} for seat, rank, vp in state.result()]


def check_derived(state: State, fields: dict[str, Json]) -> None:
    """Keys that follow from others must agree with them."""
    if given(fields, "result"):
        if state.step != OVER:
            fields["result"].fail(f"a game has a result when it is over, not in phase {PHASE_OF[state.step]}")
        if fields["result"].value != write_result(state):
            fields["result"].fail("is not the ranking that follows from the points (4.2.2)")
    if given(fields, "pending"):
        pending = fields["pending"].members(("seat", "kind"))
        for key in ("seat", "kind"):
            if key not in pending:
                fields["pending"].fail(f'"{key}" is missing')
        pending["seat"].whole(0, state.book.players - 1)
        pending["kind"].code(tuple(state.functions.kinds), "a kind of decision")


# A choice in a document: read, and refused in the names of the document.


def read_choice(place: Json, state: State, decision: Decision) -> Any:
    """A legal choice; FormatError says what is malformed, RuleError what the rules forbid."""
    choice = state.functions.kinds[decision.kind].read(place, state.functions)
    check_choice(choice, place, state, decision)
    return choice


def check_choice(choice: Any, place: Json, state: State, decision: Decision) -> None:
    """Raises RuleError if the choice that was read at this place is illegal, with the names that stand there."""
    try:
        state.functions.kinds[decision.kind].check(decision, choice)
    except RuleError as error:
        raise RuleError(error.rule, refusal(place, decision)) from None
