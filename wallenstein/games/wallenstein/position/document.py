"""A position and a choice as documents: read, checked and written in their normal form."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from wallenstein.core import position as core
from wallenstein.core.documents import Json, JsonObject, Schema, many, or_null
from wallenstein.core.errors import ConfigError
from wallenstein.core.position import itself, text
from wallenstein.core.records import Code, Context
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board import DEFAULT
from wallenstein.games.wallenstein.editions import EXPANSIONS, functions, parts_of
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.model.codes import CUBES
from wallenstein.games.wallenstein.model.decision import AskDraftGroup, NextSeat, same
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.phases.winter import YEARS
from wallenstein.games.wallenstein.position import holdings
from wallenstein.games.wallenstein.position.agenda import check_steps, follows, read_agenda, write_agenda
from wallenstein.games.wallenstein.rules import EDITIONS, VARIANTS, Rules
from wallenstein.games.wallenstein.tower.models import NoTowerChance

GAME: Final = "wallenstein"


class ExpansionNames(Code):
    def schema(self) -> Schema:
        return many({"enum": list(EXPANSIONS)})

    def write(self, value: tuple[str, ...], context: Context) -> list[str]:
        return list(value)

    def read(self, place: Json, context: Context) -> list[str]:
        known = tuple(EXPANSIONS)
        return [known[code] for code in place.codes(known, "an expansion")]


RULES: Final = core.Document(
    core.Key("game", core.FixedValue(GAME, "this game"), itself),
    core.Key("edition", core.Word(EDITIONS, "an edition")),
    core.Key("expansions", ExpansionNames()),
    core.Key("variant", core.Word(VARIANTS, "a variant"), nullable=True, described={"enum": [*VARIANTS, None]}),
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
    core.Key("format", core.FixedValue(FORMAT, "this format"), itself),
    core.Key("rules", RULES, "book.rules"),
    core.Key("players", core.Whole(PLAYERS[-1], PLAYERS[0]), "book.players", described={"enum": list(PLAYERS)}),
)


@cache
def position(parts: tuple[Expansion, ...]) -> core.Document:
    """The document of a position with these expansions; each of their keys follows a certain other key."""
    seat_keys = [key for part in parts for key in part.seat_keys]
    keys = [
        *holdings.WHEN,
        core.Key("counties", holdings.COUNTY_ROWS, itself),
        core.Key("seats", core.RowsBySeat(*holdings.SEAT_KEYS, *seat_keys), itself),
        core.Key("tower", CUBES),
        core.Key("tray", CUBES),
        core.Key("events", holdings.EVENTS, itself),
        *holdings.IN_SEASON,
        core.Key("draft", holdings.DRAFT_KEYS, sometimes=True),
        core.Key("agenda", AGENDA, write_agenda, sometimes=True),
        core.Key(
            "result",
            core.Ranking("the position (W74, F13)"),
            lambda state: state if state.phase == names.OVER else None,
            only=lambda state: None if state.phase == names.OVER else "a game has a result when its phase is over",
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


# Whether a position is possible: supplies (W2), and the keys of each phase.

OPEN_ACTIONS: Final = 5
BETWEEN: Final = (names.DRAFT, names.WINTER_PHASE, names.OVER)  # phases without plans, tiles and a season's event


def check_position(state: State, place: Json) -> None:
    """Raises FormatError if the position is impossible, and fills the supplies with the rest of the totals."""
    check_time(state, place)
    fill_supplies(state, place)
    if state.phase in BETWEEN:
        check_between(state, place)
    if state.phase == names.DRAFT:
        check_set_up(state, place)
    elif "draft" in place.value:
        place.at("draft").fail("is only allowed in phase draft")
    if state.phase in (names.PLAN, names.ORDER):
        check_season(state, place)
    begun = state.seats_done or same(state.agenda[:1], [NextSeat()])
    if state.phase == names.ACTION and begun and state.slot >= len(state.actions):
        place.fail(f"W20: the action of slot {state.slot + 1} is being played; `actions` must have it")
    if state.phase == names.WINTER_PHASE and "agenda" not in place.value:
        need(place, "order", "events")
        if len(state.events) != 1:
            place.at("events").fail("W70: winter begins with one open event card")


def need(place: Json, *keys: str) -> None:
    """Raises FormatError if a key is missing that the phase needs."""
    for key in keys:
        if key not in place.value:
            place.fail(f'"{key}" is missing; phase {place.value["phase"]} needs it')


def check_time(state: State, place: Json) -> None:
    """Winter is a season of its own; the game is over after the last one."""
    late = state.phase in (names.WINTER_PHASE, names.OVER)
    if late and "season" not in place.value:
        state.season = names.WINTER
    if state.phase == names.OVER and "year" not in place.value:
        state.year = YEARS
    if (state.season == names.WINTER) != late:
        place.at("season" if "season" in place.value else "phase").fail(
            f"phase {names.PHASES[state.phase]} is not in {names.SEASONS[state.season]}"
        )
    if state.phase == names.OVER and state.year != YEARS:
        place.at("year").fail(f"W74: the game is over after year {YEARS}")
    if state.phase == names.DRAFT and (state.year, state.season) != (1, 0):
        place.fail("W13: the draft comes before the spring of year 1")


def fill_supplies(state: State, place: Json) -> None:
    """W2: cubes, buildings and markers that are not on the table are in the supplies."""
    cards, players = state.book.cards, state.book.players
    totals = [cards.armies] * players + [cards.peasants]
    for colour, total in enumerate(totals):
        on_board = sum(state.armies[c] for c, owner in enumerate(state.owner) if owner == colour)  # exact: ints
        out = on_board + state.tower[colour] + state.tray[colour]
        if out > total:
            whose = f"seat {colour} has {out} armies" if colour < players else f"there are {out} peasants"
            place.fail(f"W2: {whose} in counties, tower and tray; there are {total}")
        state.supply[colour] = total - out
    for kind, name in enumerate(names.BUILDINGS):
        built = sum(bits >> kind & 1 for bits in state.buildings)
        if built > cards.buildings[kind]:
            place.fail(f"W2: {built} of the building {name}; there are {cards.buildings[kind]}")
        state.stock[kind] = cards.buildings[kind] - built
    lying = sum(state.markers)  # exact: ints
    if lying > cards.markers:
        place.fail(f"W2: {lying} revolt markers; there are {cards.markers}")
    state.stock[len(names.BUILDINGS)] = cards.markers - lying


def check_between(state: State, place: Json) -> None:
    """W30: outside the seasons no plans, tiles or season's event lie on the table."""
    phase = names.PHASES[state.phase]
    if any(plan is not None for plan in state.plans):
        place.at("plans").fail(f"there are no plans in phase {phase}")
    if any(tile != names.NO_TILE for tile in state.tiles):
        place.at("tiles").fail(f"no seat has a bonus tile in phase {phase}")
    if state.tiles_on_offer:
        place.at("tiles_on_offer").fail(f"no bonus tiles are on offer in phase {phase}")
    if state.event != names.NO_EVENT:
        place.at("events").at("current").fail(f"no event is in force in phase {phase}")
    for part in parts_of(state.book.rules):
        part.check_between(state, place)


def check_set_up(state: State, place: Json) -> None:
    """W13, W14: the tower is empty until it is filled; during the draft, only its counties have owners."""
    if any(state.tower) or any(state.tray):
        place.fail("W14: tower and tray are empty until the draft is over")
    if state.events or state.actions:
        place.fail("W15: there are no open event or action cards during the draft")
    if "draft" in place.value:
        taken = [step.county for step in state.agenda if isinstance(step, AskDraftGroup)]
        holdings.check_draft(state, taken, place.at("draft"))
    elif any(owner != names.NEUTRAL for owner in state.owner):
        place.at("counties").fail(
            'the draft begins with an empty board: give "draft" with what is left to place, or another phase'
        )


def check_season(state: State, place: Json) -> None:
    """W20-W26: during planning and bidding, the season's cards are open and no seat has a tile."""
    if len(state.actions) < OPEN_ACTIONS and (state.phase == names.PLAN or state.actions):
        need(place, "actions")
        place.at("actions").fail(f"W20: {len(state.actions)} of {len(names.ACTIONS)} cards; at least five must be open")
    if len(state.tiles_on_offer) < len(names.TILES) and "tile" in state.functions.kinds:
        need(place, "tiles_on_offer")
        place.at("tiles_on_offer").fail(f"W21: {len(state.tiles_on_offer)} bonus tiles; there are {len(names.TILES)}")
    if state.phase == names.PLAN and state.event != names.NO_EVENT:
        place.at("events").at("current").fail("W25: the event is drawn when all plans are laid, in phase order")
    if state.event == names.NO_EVENT and not state.events:
        need(place, "events")
        place.at("events").fail("W25: an event must be drawn, but no event card is open")
    if "agenda" in place.value:
        return
    if any(tile != names.NO_TILE for tile in state.tiles):
        place.at("tiles").fail("W26: bonus tiles are chosen when the bids are revealed")
    for seat, plan in enumerate(state.plans):
        if plan is None:
            if state.phase == names.ORDER:
                need(place, "plans")
                place.at("plans").fail(f"W26: seat {seat} has no plan to reveal")
        elif state.thalers[seat] < plan.bid < names.MONEY_CARDS:
            place.at("plans").at(seat).fail(f"W24: seat {seat} bids {plan.bid} Thalers but has {state.thalers[seat]}")


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
