"""A position as a document: read, checked and written in its normal form."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions import EXPANSIONS, functions, phases
from wallenstein.games.wallenstein.editions.part import Part, Section
from wallenstein.games.wallenstein.model.codes import write_cubes
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.position import holdings, season
from wallenstein.games.wallenstein.position.agenda import follows, read_agenda, write_agenda
from wallenstein.games.wallenstein.position.check import check_position
from wallenstein.games.wallenstein.position.draft import read_draft, write_draft
from wallenstein.games.wallenstein.position.rules import read_rules, write_rules
from wallenstein.games.wallenstein.position.step_checks import check_steps
from wallenstein.games.wallenstein.tower.chance import NoTowerChance

FORMAT: Final = "wallenstein-position/1"


# In the order of the normal form. The phase comes before what depends on it.
SECTIONS: Final[dict[str, Section]] = {
    "year": Section(season.read_year, lambda state: state.year),
    "season": Section(season.read_season, lambda state: SEASONS[state.season]),
    "phase": Section(season.read_phase, lambda state: phases()[state.phase]),
    "counties": Section(holdings.read_counties, holdings.write_counties),
    "seats": Section(holdings.read_seats, holdings.write_seats),
    "tower": Section(holdings.read_tower, lambda state: write_cubes(state.tower)),
    "tray": Section(holdings.read_tray, lambda state: write_cubes(state.tray)),
    "events": Section(season.read_events, season.write_events),
    "actions": Section(season.read_actions, season.write_actions),
    "slot": Section(season.read_slot, season.during_actions(lambda state: state.slot + 1)),
    "order": Section(season.read_order, lambda state: list(state.order)),
    "acted": Section(season.read_acted, season.during_actions(lambda state: state.seats_done)),
    "tiles_on_offer": Section(season.read_offer, season.write_offer),
    "tiles": Section(season.read_tiles, season.write_tiles),
    "plans": Section(season.read_plans, season.write_plans),
    "draft": Section(read_draft, write_draft),
    "agenda": Section(read_agenda, write_agenda),
}


def sections() -> Mapping[str, tuple[Part | None, Section]]:
    """All keys, those of expansions in their places, each with the expansion that it belongs to."""
    return _sections(tuple(EXPANSIONS.values()))


@cache
def _sections(parts: tuple[Part, ...]) -> Mapping[str, tuple[Part | None, Section]]:
    found: dict[str, tuple[Part | None, Section]] = {key: (None, section) for key, section in SECTIONS.items()}
    for part in parts:
        for key, (behind, section) in part.sections.items():
            place = list(found).index(behind) + 1
            items = list(found.items())
            found = dict([*items[:place], (key, (part, section)), *items[place:]])
    return found


def read_document(place: Json, base: Path) -> State:
    """The state of a document that is a position by itself and says so."""
    if isinstance(place.value, dict) and "format" not in place.value:
        place.fail(f'"format" is missing; a position begins with "format": "{FORMAT}"')
    return read_position(place, base)


def read_position(place: Json, base: Path) -> State:
    """The state that a position describes, before its next step and without chance.

    Relative paths in it start at `base`. FormatError names the place of anything impossible.
    """
    if isinstance(place.value, dict) and "format" in place.value:
        place.at("format").code((FORMAT,), "this format")
    fields = place.members(("format", "rules", "players", *sections(), "result", "pending"))
    if "players" not in fields:
        place.fail('"players" is missing: 3, 4 or 5')
    players = fields["players"].whole(PLAYERS[0], PLAYERS[-1])
    phase = "phase" in fields and fields["phase"].value != "draft"
    rules = read_rules(fields.get("rules", Json({}, place.path)), base, "default" if phase else "draft")
    state = State(functions(rules, players), NoTowerChance())
    for key, (part, section) in sections().items():
        if key in fields:
            if part is not None:
                part.wanted(state, fields[key])
            section.read(state, fields[key])
    check_position(state, place)
    if "agenda" in fields:
        check_steps(state, fields["agenda"])
    else:
        state.agenda = follows(state)
    check_derived(state, fields)
    return state


def write_position(state: State) -> dict[str, Any]:
    """The normal form of a state that waits for a decision, stands between two slots, or is over."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "rules": write_rules(state.book.rules),
        "players": state.book.players,
    }
    for key, (part, section) in sections().items():
        if part is not None and part.name not in state.parts:
            continue
        value = section.write(state)
        if value is not None:
            document[key] = value
    if state.phase == OVER:
        document["result"] = write_result(state)
    return document


def write_result(state: State) -> list[dict[str, int]]:
    """The ranking; tied seats share a rank."""
    return [{"seat": seat, "rank": rank, "vp": vp} for seat, rank, vp in state.result()]


def check_derived(state: State, fields: dict[str, Json]) -> None:
    """Keys that follow from others must agree with them."""
    if "result" in fields:
        if state.phase != OVER:
            fields["result"].fail("a game has a result when its phase is over")
        if fields["result"].value != write_result(state):
            fields["result"].fail("is not the ranking that follows from the position (W74, F13)")
    if "pending" in fields:
        pending = fields["pending"].members(("seat", "kind"))
        for key in ("seat", "kind"):
            if key not in pending:
                fields["pending"].fail(f'"{key}" is missing')
        pending["seat"].whole(0, state.book.players - 1)
        pending["kind"].code(tuple(state.functions.kinds), "a kind of decision")
