"""A position as a document: read, checked, and written in its normal form."""

from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.json.place import Json
from wallenstein.core.luck.chance import NoChance
from wallenstein.games.sixteen_thirty.data_file import PLAYERS
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import OVER, PHASE_OF
from wallenstein.games.sixteen_thirty.options import rules_from
from wallenstein.games.sixteen_thirty.phases.course import course
from wallenstein.games.sixteen_thirty.position import countries, lobby, seats, time
from wallenstein.games.sixteen_thirty.position.check import check_position
from wallenstein.games.sixteen_thirty.position.members import given
from wallenstein.games.sixteen_thirty.rules import Rules

NAME: Final = "sixteen-thirty"
FORMAT: Final = f"{NAME}-position/1"
KEYS: Final = (
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
    fields = place.members(KEYS)
    if "format" in fields:
        fields["format"].code((FORMAT,), "this format")
    if "players" not in fields:
        place.fail('"players" is missing: 3 to 6')
    players = fields["players"].whole(PLAYERS[0], PLAYERS[-1])
    state = State(course(read_rules(fields, base), players), NoChance())
    time.read_time(state, fields, place)
    countries.read_countries(state, fields)
    seats.read_seats(state, fields)
    seats.read_opening(state, fields)
    seats.read_discard(state, fields)
    seats.fill_deck(state, place)
    lobby.read_resolution(state, fields)
    lobby.read_losing(state, fields)
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
        **time.write_time(state),
        "countries": countries.write_countries(state),
        "seats": seats.write_seats(state),
        "opening": seats.write_opening(state),
        "discard": seats.write_cards(state.discard),
        "resolution": lobby.write_resolution(state),
        "losing": lobby.write_losing(state),
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
        pending["kind"].code(tuple(state.course.kinds), "a kind of decision")
