"""The season in a position: when it is, which cards lie open, who has taken and planned what."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions import EXPANSIONS, phases
from wallenstein.games.wallenstein.model.plan_code import PlanCode
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import (
    ACTION,
    ACTIONS,
    BLANK,
    NO_EVENT,
    NO_TILE,
    OVER,
    SEASONS,
    TILES,
    UNSEEN,
)
from wallenstein.games.wallenstein.names import WINTER_PHASE as WINTER
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.position.first import read_declared, write_declared

EVENT_KEYS: Final = ("open", "current", "gone")
YEARS: Final = 2


def read_year(state: State, place: Json) -> None:
    """1 or 2."""
    state.year = place.whole(1, YEARS)


def read_season(state: State, place: Json) -> None:
    """A season's name."""
    state.season = place.code(SEASONS, "a season")


def read_phase(state: State, place: Json) -> None:
    """A phase's name."""
    known = phases()
    state.phase = tuple(known)[place.code(tuple(known.values()), "a phase")]
    for part in EXPANSIONS.values():
        if state.phase in part.phases:
            part.wanted(state, place)


def read_events(state: State, place: Json) -> None:
    """The open event cards, this season's, and those that left the game; no card lies twice."""
    ids = [event.id for event in state.book.cards.events]
    fields = place.members(EVENT_KEYS)
    if "open" in fields:
        state.events = tuple(fields["open"].codes(ids, "an event"))
    if "current" in fields and fields["current"].value is not None:
        state.event = fields["current"].code(ids, "an event")
    if "gone" in fields:
        state.spent_events = tuple(fields["gone"].codes(ids, "an event"))
    lying = [*state.events, state.event, *state.spent_events]
    for event, name in enumerate(ids):
        if lying.count(event) > 1:
            place.fail(f'the card "{name}" is in two places; there is only one')


def write_events(state: State) -> dict[str, Any]:
    """All event cards that are known."""
    ids = [event.id for event in state.book.cards.events]
    return {
        "open": [ids[event] for event in state.events],
        "current": None if state.event == NO_EVENT else ids[state.event],
        "gone": [ids[event] for event in state.spent_events],
    }


def read_actions(state: State, place: Json) -> None:
    """The action cards by slot; those not known are missing at the end."""
    state.actions = tuple(place.codes(ACTIONS, "an action"))


def write_actions(state: State) -> list[str | None] | None:
    """The season's action cards, null where one is hidden; they lie together again in winter."""
    if state.phase in (WINTER, OVER) or not state.actions:
        return None
    return [None if action == UNSEEN else ACTIONS[action] for action in state.actions]


def read_slot(state: State, place: Json) -> None:
    """The action now being resolved, counted from 1."""
    state.slot = place.whole(1, len(ACTIONS)) - 1


def read_acted(state: State, place: Json) -> None:
    """How many seats of the order have done it."""
    state.seats_done = place.whole(0, state.book.players)


def during_actions(write: Callable[[State], Any]) -> Callable[[State], Any]:
    """Left out of a position in which no action is under way."""
    return lambda state: write(state) if state.phase == ACTION else None


def read_order(state: State, place: Json) -> None:
    """Every seat once."""
    order = [item.whole(0, state.book.players - 1) for item in place.items()]
    if sorted(order) != list(range(state.book.players)):
        place.fail(f"must name every seat from 0 to {state.book.players - 1} once")
    state.order = tuple(order)


def read_offer(state: State, place: Json) -> None:
    """The bonus tiles by position."""
    with_tiles(state, place)
    state.tiles_on_offer = tuple(place.codes(TILES, "a bonus tile"))


def with_tiles(state: State, place: Json) -> None:
    """F1: refuses bonus tiles where the rules in force have none."""
    if place.value and "tile" not in state.functions.kinds:
        place.fail("F1: the first edition has no bonus tiles")


def write_offer(state: State) -> list[str] | None:
    """The bonus tiles by position, while they lie out."""
    return [TILES[tile] for tile in state.tiles_on_offer] or None


def read_tiles(state: State, place: Json) -> None:
    """Which seat has which bonus tile."""
    with_tiles(state, place)
    seats = [str(seat) for seat in range(state.book.players)]
    for name, tile in place.members(seats).items():
        code = tile.code(TILES, "a bonus tile")
        if code in state.tiles:
            tile.fail(f'the tile "{TILES[code]}" is in two places; there is only one')
        state.tiles = replaced(state.tiles, int(name), code)


def write_tiles(state: State) -> dict[str, str]:
    """By seat, those that have one."""
    return {str(seat): TILES[tile] for seat, tile in enumerate(state.tiles) if tile != NO_TILE}


def read_plans(state: State, place: Json) -> None:
    """One entry a seat, null or left out at the end for a plan not yet laid; plans are taken as they lie."""
    plans = place.items()
    if len(plans) > state.book.players:
        place.fail(f"{len(plans)} plans; there are {state.book.players} players")
    for seat, plan in enumerate(plans):
        if plan.value is not None:
            try:
                laid = state.functions.kinds["plan"].code.read(plan, state.functions)
            except RuleError as error:
                plan.fail(str(error))
            state.plans = replaced(state.plans, seat, laid)
            read_declared(state, seat, plan)


def write_plans(state: State) -> list[Any]:
    """One entry a seat from the moment the first is laid."""
    if all(plan is None for plan in state.plans):
        return []
    return [None if plan is None else write_laid(state, seat, plan) for seat, plan in enumerate(state.plans)]


def write_laid(state: State, seat: int, plan: Plan) -> dict[str, Any]:
    """A plan on the mat, with null for boxes that were declared empty or are hidden."""
    code = state.functions.kinds["plan"].code
    written = code.write(on_the_mat(state, seat, plan), state.functions)
    written["actions"] = write_declared(written["actions"], state.declared[seat])
    if not plan.court and isinstance(code, PlanCode) and "court" in code.keys:
        written["court"] = None  # C4: it is revealed later
    laid: dict[str, Any] = written
    return laid


def on_the_mat(state: State, seat: int, plan: Plan) -> Plan:
    """W55: the plan without the cards of counties that were lost while actions are done, even if won back."""
    if state.phase != ACTION:
        return plan
    gone = [county for county in plan.boxes if county >= 0 and (state.owner[county] != seat or county in state.won)]
    return plan._replace(boxes=tuple([BLANK if county in gone else county for county in plan.boxes]))
