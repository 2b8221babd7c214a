"""The countries of a position: figures, factions, and the markers that stand in them."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import (
    COUNTRIES,
    FACTIONS,
    FADE,
    HIGHEST_ABILITY,
    HIGHEST_ARMY,
    HIGHEST_STATUS,
    NONE,
    PHASE_OF,
)
from wallenstein.games.sixteen_thirty.position.members import given

KEYS: Final = ("status", "army", "ability", "faction", "leader", "unrest", "league")
HIGHEST: Final = {"status": HIGHEST_STATUS, "army": HIGHEST_ARMY, "ability": HIGHEST_ABILITY}


def read_countries(state: State, fields: dict[str, Json]) -> None:
    """What differs from the printed values."""
    if "countries" not in fields:
        return
    for name, place in fields["countries"].members(COUNTRIES).items():
        read_country(state, COUNTRIES.index(name), place)
    check_leagues(state, fields["countries"])


def read_country(state: State, country: int, place: Json) -> None:
    """One country."""
    members = place.members(KEYS)
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
