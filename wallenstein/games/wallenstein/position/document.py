"""A game at one moment as a document: read, checked and written in its normal form."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.chance import NoChance
from wallenstein.core.json_place import Json
from wallenstein.games.wallenstein.model.book import open_book
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER, PHASES, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.position import season as season
from wallenstein.games.wallenstein.position import table as table
from wallenstein.games.wallenstein.position.agenda import follows, read_agenda, write_agenda
from wallenstein.games.wallenstein.position.check import check_position
from wallenstein.games.wallenstein.position.draft import read_draft, write_draft
from wallenstein.games.wallenstein.position.expansions import read_favors, write_favors
from wallenstein.games.wallenstein.position.rules import read_rules, write_rules
from wallenstein.games.wallenstein.position.steps import check_steps

FORMAT: Final = "wallenstein-position/1"


class Section(NamedTuple):
    """A key of the document: how it is read into a state, and written, None where it is left out."""

    read: Callable[[State, Json], None]
    write: Callable[[State], Any]


# In the order of the normal form. The phase comes before what depends on it.
SECTIONS: Final[dict[str, Section]] = {
    "year": Section(season.read_year, lambda state: state.year),
    "season": Section(season.read_season, lambda state: SEASONS[state.season]),
    "phase": Section(season.read_phase, lambda state: PHASES[state.phase]),
    "counties": Section(table.read_counties, table.write_counties),
    "seats": Section(table.read_seats, table.write_seats),
    "tower": Section(table.read_tower, lambda state: table.write_cubes(state.tower)),
    "tray": Section(table.read_tray, lambda state: table.write_cubes(state.tray)),
    "events": Section(season.read_events, season.write_events),
    "favors": Section(read_favors, write_favors),
    "actions": Section(season.read_actions, season.write_actions),
    "slot": Section(season.read_slot, season.during_actions(lambda state: state.slot + 1)),
    "order": Section(season.read_order, lambda state: list(state.order)),
    "acted": Section(season.read_acted, season.during_actions(lambda state: state.acted)),
    "tiles_on_offer": Section(season.read_offer, season.write_offer),
    "tiles": Section(season.read_tiles, season.write_tiles),
    "plans": Section(season.read_plans, season.write_plans),
    "draft": Section(read_draft, write_draft),
    "agenda": Section(read_agenda, write_agenda),
}
KEYS: Final = ("format", "rules", "players", *SECTIONS, "result", "pending")


def read_document(place: Json, base: Path) -> State:
    """The state of a document that is a position by itself and says so."""
    if isinstance(place.value, dict) and "format" not in place.value:
        place.fail(f'"format" is missing; a position begins with "format": "{FORMAT}"')
    return read_position(place, base)


def read_position(place: Json, base: Path) -> State:
    """The state that a position describes, before its next step; its chance is still to be given.

    Relative paths in it start at `base`. FormatError names the place of anything that cannot be.
    """
    if isinstance(place.value, dict) and "format" in place.value:
        place.at("format").code((FORMAT,), "this format")
    fields = place.members(KEYS)
    if "players" not in fields:
        place.fail('"players" is missing: 3, 4 or 5')
    players = fields["players"].whole(PLAYERS[0], PLAYERS[-1])
    phase = "phase" in fields and fields["phase"].value != "draft"
    rules = read_rules(fields.get("rules", Json({}, place.path)), base, "default" if phase else "draft")
    state = State(open_book(rules, players), NoChance())
    for key, section in SECTIONS.items():
        if key in fields:
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
    for key, section in SECTIONS.items():
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
    """Keys that only repeat what the others say must say the same."""
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
        pending["kind"].code(tuple(state.book.kinds), "a kind of decision")
