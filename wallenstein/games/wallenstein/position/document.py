"""A position and a choice as documents: read, checked and written in their normal form."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from wallenstein.core import position as core
from wallenstein.core.documents import Json, JsonObject, many, or_null
from wallenstein.core.errors import ConfigError
from wallenstein.core.position import text
from wallenstein.games.wallenstein.board import DEFAULT
from wallenstein.games.wallenstein.editions import EXPANSIONS, functions, parts_of
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.model.codes import CUBES
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.position.agenda import check_steps, follows, read_agenda, write_agenda
from wallenstein.games.wallenstein.position.check import check_position
from wallenstein.games.wallenstein.position.holdings import COUNTY_ROWS, DRAFT_KEYS, SEAT_KEYS
from wallenstein.games.wallenstein.position.season import EVENTS, IN_SEASON, WHEN
from wallenstein.games.wallenstein.rules import EDITIONS, VARIANTS, Rules
from wallenstein.games.wallenstein.tower.models import NoTowerChance

GAME: Final = "wallenstein"


NAMES: Final = tuple(EXPANSIONS)
RULES: Final = core.Document(
    core.Key("game", core.FixedValue(GAME, "this game")),
    core.Key("edition", core.Word(EDITIONS, "an edition"), "edition"),
    core.Key(
        "expansions",
        core.Shown(
            many({"enum": list(NAMES)}),
            list,
            lambda place, context: [NAMES[code] for code in place.codes(NAMES, "an expansion")],
        ),
        "expansions",
    ),
    core.Key(
        "variant", core.Word(VARIANTS, "a variant"), "variant", nullable=True, described={"enum": [*VARIANTS, None]}
    ),
    core.Key("board", text('"default" or the path of a board file'), "board_name"),
)


def read_rules(place: Json, base: Path, setup: str) -> Rules:
    """The rules; a board's path starts at the base, and the set-up follows from the phase."""
    fields = RULES.members(place)
    options = {**RULES.values(fields, None), "setup": setup}
    options.pop("game", None)
    if not options.get("board", "").isprintable():  # zero bytes, halves of characters
        fields["board"].wanted("a path that a file can have")
    try:
        rules = rules_from(options, base)
    except ConfigError as error:
        key, _, text = str(error).removeprefix("game.").partition(": ")
        if key in fields:
            fields[key].fail(text)
        fields["board"].fail(str(error))
    return replace(rules, board_name=options.get("board", DEFAULT))  # as the position writes it


FORMAT: Final = "wallenstein-position/1"
AGENDA: Final = core.Shown(or_null(many({"type": "array"})), list, lambda place, state: read_agenda(state, place))
# In the order of the normal form. The phase comes before what depends on it.
BEFORE: Final = (
    core.Key("format", core.FixedValue(FORMAT, "this format")),
    core.Key("rules", RULES, "book.rules"),
    core.Key("players", core.Whole(PLAYERS[-1], PLAYERS[0]), "book.players", described={"enum": list(PLAYERS)}),
)


@cache
def position(parts: tuple[Expansion, ...]) -> core.Document:
    """The document of a position with these expansions; each of their keys follows a certain other key."""
    seat_keys = [key for part in parts for key in part.seat_keys]
    keys = [
        *WHEN,
        core.Key("counties", COUNTY_ROWS),
        core.Key("seats", core.RowsBySeat(*SEAT_KEYS, *seat_keys)),
        core.Key("tower", CUBES, "tower"),
        core.Key("tray", CUBES, "tray"),
        core.Key("events", EVENTS),
        *IN_SEASON,
        core.Key("draft", DRAFT_KEYS, "draft", sometimes=True),
        core.Key("agenda", AGENDA, write_agenda, sometimes=True),
        core.Key(
            "result",
            core.Ranking("the position (W74, F13)"),
            lambda state: state if state.phase == OVER else None,
            only=lambda state: None if state.phase == OVER else "a game has a result when its phase is over",
            sometimes=True,
        ),
    ]
    for part in parts:
        for behind, key in part.sections.items():
            keys.insert([other.name for other in keys].index(behind) + 1, key)
    return core.Document(*BEFORE, *keys)


def with_all() -> core.Document:
    """The document of a position with all expansions, in play or not."""
    return position(tuple(EXPANSIONS.values()))


def read_document(place: Json, base: Path) -> State:
    core.check_format(place, FORMAT)
    return read_position(place, base)


def read_position(place: Json, base: Path) -> State:
    """The state of a position, before its next step and without chance.

    Relative paths in it start at `base`. FormatError names the place of anything impossible.
    """
    known = with_all()
    if isinstance(place.value, dict) and "format" in place.value:
        known.keys[0].code.read(place.at("format"), None)
    fields = place.members((*known.names, "pending"))
    if "players" not in fields:
        place.fail('"players" is missing: 3, 4 or 5')
    players = fields["players"].whole(PLAYERS[0], PLAYERS[-1])
    phase = "phase" in fields and fields["phase"].value != "draft"
    rules = read_rules(fields.get("rules", Json({}, place.path)), base, "default" if phase else "draft")
    state = State(functions(rules, players), NoTowerChance())
    for part in EXPANSIONS.values():
        for key in part.sections.values():
            if key.name in fields:
                part.wanted(state, fields[key.name])
    keys = {key.name: key for key in position(tuple(parts_of(rules))).keys}
    for name in known.names[len(BEFORE) :]:
        if name in fields and name != "result":
            keys[name].read(fields[name], state)
    check_position(state, place)
    if "agenda" in fields:
        check_steps(state, fields["agenda"])
    else:
        state.agenda = follows(state)
    if "result" in fields:
        keys["result"].read(fields["result"], state)
    if "pending" in fields:
        core.check_pending(fields["pending"], players, state.functions.kinds)
    return state


def write_position(state: State) -> JsonObject:
    """The normal form of a state that waits for a decision, stands between two slots, or is over."""
    parts = [part for part in parts_of(state.book.rules) if part.name in state.parts]
    document: JsonObject = position(tuple(parts)).write(state, state)
    return document
