"""A position and a choice as documents: read, checked and written in their normal form."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import Json, refusal
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.games.wallenstein.board import DEFAULT
from wallenstein.games.wallenstein.editions import EXPANSIONS, functions, phases
from wallenstein.games.wallenstein.editions.part import Expansion, PositionKey
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import write_cubes
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.position import holdings, season
from wallenstein.games.wallenstein.position.agenda import check_steps, follows, read_agenda, write_agenda
from wallenstein.games.wallenstein.position.check import check_position
from wallenstein.games.wallenstein.position.holdings import read_draft, write_draft
from wallenstein.games.wallenstein.rules import EDITIONS, VARIANTS, Rules
from wallenstein.games.wallenstein.tower.models import NoTowerChance

# The rules of a position.

GAME: Final = "wallenstein"
KEYS: Final = ("game", "edition", "expansions", "variant", "board")


def read_rules(place: Json, base: Path, setup: str) -> Rules:
    """The rules; a board's path starts at the base, and the set-up follows from the phase."""
    fields = place.members(KEYS)
    options: dict[str, Any] = {"setup": setup}
    if "game" in fields:
        fields["game"].code((GAME,), "this game")
    if "edition" in fields:
        options["edition"] = EDITIONS[fields["edition"].code(EDITIONS, "an edition")]
    names = tuple(EXPANSIONS)
    if "expansions" in fields:
        options["expansions"] = [names[code] for code in fields["expansions"].codes(names, "an expansion")]
    if "variant" in fields and fields["variant"].value is not None:
        options["variant"] = VARIANTS[fields["variant"].code(VARIANTS, "a variant")]
    if "board" in fields:
        options["board"] = fields["board"].text('"default" or the path of a board file')
        if not options["board"].isprintable():  # zero bytes, halves of characters
            fields["board"].wanted("a path that a file can have")
    try:
        rules = rules_from(options, base)
    except ConfigError as error:
        key, _, text = str(error).removeprefix("game.").partition(": ")
        if key in fields:
            fields[key].fail(text)
        fields["board"].fail(str(error))
    return replace(rules, board_name=options.get("board", DEFAULT))  # as the position writes it


def write_rules(rules: Rules) -> dict[str, Any]:
    """All keys, defaults spelled out."""
    return {
        "game": GAME,
        "edition": rules.edition,
        "expansions": list(rules.expansions),
        "variant": rules.variant,
        "board": rules.board_name,
    }


# A choice in a document: read, and refused in the names of the document.


def read_choice(place: Json, state: State, decision: Decision) -> Any:
    """A legal choice; FormatError says what is malformed, RuleError what the rules forbid."""
    kind = state.functions.kinds[decision.kind]
    choice = kind.read(place, state.functions)
    check_choice(choice, place, state, decision)
    return choice


def check_choice(choice: Any, place: Json, state: State, decision: Decision) -> None:
    """Raises RuleError if the choice that was read at this place is illegal, with the names that stand there."""
    try:
        state.functions.kinds[decision.kind].check(decision, choice)
    except RuleError as error:
        text = by_name(error.text, state.book) if decision.kind == "plan" else refusal(place, decision)
        raise RuleError(error.rule, text) from None


def by_name(text: str, book: Book) -> str:
    """The rules speak of counties by number; people by name. A number that is no county stays."""
    ids = book.board.ids

    def name(found: re.Match[str]) -> str:
        return ids[int(found[1])] if int(found[1]) < len(ids) else found[0]

    return re.sub(r"\bcounty (\d+)", name, text)


# A position as a document: read, checked and written in its normal form.

FORMAT: Final = "wallenstein-position/1"


# In the order of the normal form. The phase comes before what depends on it.
SECTIONS: Final[dict[str, PositionKey]] = {
    "year": PositionKey(season.read_year, lambda state: state.year),
    "season": PositionKey(season.read_season, lambda state: SEASONS[state.season]),
    "phase": PositionKey(season.read_phase, lambda state: phases()[state.phase]),
    "counties": PositionKey(holdings.read_counties, holdings.write_counties),
    "seats": PositionKey(holdings.read_seats, holdings.write_seats),
    "tower": PositionKey(holdings.read_tower, lambda state: write_cubes(state.tower)),
    "tray": PositionKey(holdings.read_tray, lambda state: write_cubes(state.tray)),
    "events": PositionKey(season.read_events, season.write_events),
    "actions": PositionKey(season.read_actions, season.write_actions),
    "slot": PositionKey(season.read_slot, season.during_actions(lambda state: state.slot + 1)),
    "order": PositionKey(season.read_order, lambda state: list(state.order)),
    "acted": PositionKey(season.read_acted, season.during_actions(lambda state: state.seats_done)),
    "tiles_on_offer": PositionKey(season.read_offer, season.write_offer),
    "tiles": PositionKey(season.read_tiles, season.write_tiles),
    "plans": PositionKey(season.read_plans, season.write_plans),
    "draft": PositionKey(read_draft, write_draft),
    "agenda": PositionKey(read_agenda, write_agenda),
}


def sections() -> Mapping[str, tuple[Expansion | None, PositionKey]]:
    """All keys, those of expansions in their places, each with the expansion that it belongs to."""
    return _sections(tuple(EXPANSIONS.values()))


@cache
def _sections(parts: tuple[Expansion, ...]) -> Mapping[str, tuple[Expansion | None, PositionKey]]:
    found: dict[str, tuple[Expansion | None, PositionKey]] = {key: (None, section) for key, section in SECTIONS.items()}
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
